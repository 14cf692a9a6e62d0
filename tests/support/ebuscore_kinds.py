"""EBUScore blocks of every kind in real libraries, written from the rules of movements and not by our writer."""

from collections.abc import Callable, Iterable, Sequence
from itertools import chain

import numpy as np

from byestand.catalog import find
from byestand.model.movement import Movement
from byestand.model.walks import ring

Cells = list[list[tuple[int, ...]]]
"""Tables × rounds: the numbers of a cell, the group last."""
UNREADABLE = "[T1] American Whist\n5,3,36,6,4\n1,3,1,1,2,2,1,3,4,1,2,5\n"
"""A block for teams."""


def block(title: str, header: Sequence[int], tables: Iterable[Iterable[Iterable[int]]]) -> str:
    rows = [header, *([*chain.from_iterable(table)] for table in tables)]
    return "\n".join([title, *(",".join(map(str, row)) for row in rows)]) + "\n"


def mitchell_cells(tables: int, rounds: int) -> Cells:
    """Return a Mitchell for an odd number of tables: EW up one table, boards down one."""
    return [[(t, ring(t - r, tables), ring(t + r, tables)) for r in range(rounds)] for t in range(1, tables + 1)]


def rover_mitchell(line: int) -> str:
    """Return a rover movement without its host: the displaced pair is in a last line, twice, with group 0."""
    name, host = (("W0605NR", "E7"), ("W0605ER", "N7"))[line]
    movement = find(name, missing=[host])
    cells = [
        [
            (int(ns), int(ew) - 7, int(g))
            for (ns, ew), g in zip(movement.seats[:, t], movement.groups[:, t], strict=True)
        ]
        for t in range(6)
    ]
    out = [who - 7 * line for who in movement.seats[:, 6, line].tolist()]
    cells.append([(number, number, 0) for number in out])
    missing = 14 if line == 0 else 7
    return block(f"[M{20 + line}] Rover Mitchell, six tables", (1, 7, 20, 4, 5, missing), cells)


def half_mitchell(missing: int) -> str:
    """Return a Mitchell of seven tables whose missing pair x keeps its seats: 1-7 is NS, 8-14 EW."""
    return block(f"[M{missing}] Half table, pair {missing} missing", (1, 7, 21, 3, 7, missing), mitchell_cells(7, 7))


def appendix() -> str:
    """Return a 1½-table appendix: six full tables and a half one, as a Web of eight tables without its last NS pair."""
    movement = find("W0807")
    cells = [
        [(t + 1, int(movement.seats[r, t, 1]) - 8, int(movement.groups[r, t])) for r in range(7)] for t in range(8)
    ]
    return block("[A7] Appendix, 7½ tables, 7 rounds", (1, 8, 21, 3, 7, 8), cells)


def with_declaration(rule: str) -> str:
    """Return a Mitchell of seven tables with a declaration for what would be an error, in round 4 at table 1."""
    cells = mitchell_cells(7, 7)
    ns, ew, _ = cells[0][3]
    if rule == "no-boards":
        cells[0][3] = ns, ew, 0
    elif rule == "group-stray":
        cells[0][3] = ns, ew, 9
    else:  # they play at a separate table
        cells.append([(0, 0, 0)] * 7)
        cells[7][3], cells[0][3] = cells[0][3], (0, 0, 0)
    return block(f"[D1] Seven tables, {rule} declared", (1, len(cells), 27, 3, 7, 0), cells)


def met_again() -> str:
    """Return a Mitchell of seven tables with nine groups: in round 8 all meet their first opponents again."""
    cells = [[(t, ring(t - r, 7), ring(t + r, 9)) for r in range(8)] for t in range(1, 8)]
    return block("[M30] Seven tables, eight rounds, some opponents twice", (1, 7, 27, 3, 8, 0), cells)


def _round_robin(pairs: int) -> list[list[tuple[int, int]]]:
    """Return every two of an even number of pairs once (the circle method)."""
    others = list(range(1, pairs))
    rounds = []
    for turn in range(pairs - 1):
        circle = [pairs, *others[turn:], *others[:turn]]
        rounds.append([(circle[i], circle[-1 - i]) for i in range(pairs // 2)])
    return rounds


def double_howell(pairs: int, *, missing: int = 0) -> str:
    """Return a Howell in which every two meet twice, in neighbouring rounds; all tables play the same group."""
    rounds = [two for two in _round_robin(pairs) for _ in range(2)]
    cells = [[(*rounds[r][t], r + 1) for r in range(len(rounds))] for t in range(pairs // 2)]
    header = (0, pairs // 2, 2 * len(rounds), 2, len(rounds), missing)
    return block(f"[H{pairs}] Double Howell, {pairs} pairs", header, cells)


def odd_howell(pairs: int, *, listed: bool) -> str:
    """Return a Howell for an odd number of pairs; the pair sitting out is listed twice with group 0, or not at all."""
    playing = [[two for two in row if pairs + 1 not in two] for row in _round_robin(pairs + 1)]
    rest = [next(min(two) for two in row if pairs + 1 in two) for row in _round_robin(pairs + 1)]
    cells: Cells = [[(*row[t], r) for r, row in enumerate(playing, start=1)] for t in range(pairs // 2)]
    if listed:
        cells.append([(number, number, 0) for number in rest])
    header = (0, len(cells), 3 * pairs, 3, pairs, pairs + 1)
    return block(f"[O{pairs}] Howell, {pairs} pairs, who sits out is {'' if listed else 'not '}listed", header, cells)


def switched_mitchell() -> str:
    """Return a Mitchell of five tables, EW numbered from 6, the arrow switched in the last round."""
    cells = [
        [(t, 5 + ew, g) if r < 4 else (5 + ew, t, g) for r, (t, ew, g) in enumerate(row)]
        for row in mitchell_cells(5, 5)
    ]
    return block("[S5] Arrow-switched, five tables", (2, 5, 25, 5, 5, 0), cells)


def rainbow(tables: int, *, boards_per_group: int, own_numbers: bool = False) -> str:
    """Return a Rainbow board by board: all but North turn twice in each round; or without turns, 1 … t per line."""
    movement = find(f"R{tables:02}{tables:02}", boards_per_round=3)
    if own_numbers:
        seats = (movement.seats - 1) % tables + 1
        cells = [
            [(*seats[r, t].tolist(), int(movement.groups[r, t])) for r in range(movement.rounds)] for t in range(tables)
        ]
        header = (4, tables, tables * boards_per_group, boards_per_group, movement.rounds, 4 * tables)
        return block(f"[I{tables}] Rainbow, {tables} tables, every line counted from 1", header, cells)
    rounds = 3 * movement.rounds
    cells = [[_turn(movement, r, t) for r in range(rounds)] for t in range(tables)]
    header = (4, tables, 3 * tables * boards_per_group, boards_per_group, rounds, 4 * tables)
    return block(f"[R{tables}] Rainbow, {tables} tables, players turn", header, cells)


def _turn(movement: Movement, board: int, table: int) -> tuple[int, ...]:
    round, turn = divmod(board, 3)
    north, *others = movement.seats[round, table].tolist()
    others = others[turn:] + others[:turn]
    return (north, *others, 3 * int(movement.groups[round, table]) - 2 + turn)


def individual(players: int, rounds: int, *, counted: int) -> str:
    """Return players drawn at random for every round, all tables on the same group: partners and opponents repeat."""
    dice = np.random.default_rng(players)
    tables = players // 4
    # Sit-outs rotate, so that all sit out equally often.
    orders = [dice.permutation(np.delete(np.arange(1, players + 1), _out(players, r))) for r in range(rounds)]
    cells = [[(*orders[r][4 * t : 4 * t + 4].tolist(), r + 1) for r in range(rounds)] for t in range(tables)]
    return block(f"[P{players}] Individual, {players} players", (3, tables, 2 * rounds, 2, rounds, counted), cells)


def with_filler_table(text: str) -> str:
    """Return a block with an extra table where players 1 to 4 are listed in every round without boards."""
    title, header, *rows = text.splitlines()
    kind, tables, *rest = header.split(",")
    filler = ",".join(["1,2,3,4,0"] * int(rest[2]))
    return "\n".join((title, ",".join((kind, str(int(tables) + 1), *rest)), *rows, filler)) + "\n"


def _out(players: int, round: int) -> list[int]:
    spare = players % 4
    return [(round * spare + i) % players for i in range(spare)]


KINDS: dict[str, Callable[[], str]] = {
    "an NS rover": lambda: rover_mitchell(0),
    "an EW rover": lambda: rover_mitchell(1),
    "an NS pair missing": lambda: half_mitchell(3),
    "an EW pair missing": lambda: half_mitchell(11),
    "nobody missing": lambda: half_mitchell(0),
    "a 1½-table appendix": appendix,
    "opponents met again at the end": met_again,
    "a double Howell": lambda: double_howell(8),
    "a double Howell and a missing pair": lambda: double_howell(6, missing=6),
    "sit-outs listed": lambda: odd_howell(7, listed=True),
    "sit-outs not listed": lambda: odd_howell(9, listed=False),
    "an arrow switch": switched_mitchell,
    "a Rainbow that turns, board by board": lambda: rainbow(5, boards_per_group=1),
    "a Rainbow that turns, two boards each": lambda: rainbow(7, boards_per_group=2),
    "a Rainbow counted from 1 in each line": lambda: rainbow(5, boards_per_group=2, own_numbers=True),
    "partners who return": lambda: individual(12, 10, counted=12),
    "fewer players counted than appear": lambda: individual(16, 7, counted=15),
    "players to spare": lambda: individual(13, 8, counted=13),
    "a table without boards that names players": lambda: with_filler_table(individual(15, 5, counted=15)),
}
LIBRARY = "\n".join(make() for make in KINDS.values())
"""All blocks in one file."""

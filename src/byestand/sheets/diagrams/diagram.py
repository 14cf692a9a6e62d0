"""The room in a round as plain geometry: tables with their boards, stands beside them, arrows for what happens then.

Arrows show what happens after most rounds; where no round is like another, what happens after the first that is left.
Players who go alone have no arrows of their own but one table's, as an example, where all do the same.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from byestand.language import say
from byestand.model.claims import Step
from byestand.model.layout import CASES, case_position
from byestand.model.seen import claims_seen, ring_tables
from byestand.model.session import Section
from byestand.sheets.diagrams.rooms import Room, room_of
from byestand.sheets.diagrams.routes import Path, Router, What
from byestand.sheets.diagrams.ways import Box, Move, Point, Ways
from byestand.words.boards import board_range
from byestand.words.numbers import enumerated, numbered_runs, ranges
from byestand.words.people import NOBODY, PLAYERS, called, line_title
from byestand.words.phrases import first_up
from byestand.words.roving import parties, visits_left
from byestand.words.steps import skips, step_words, usual_step

WIDTH = 1000.0
HEIGHT = 490.0
"""So high the room may be; the legend comes below it."""
MOST_LONG_WAYS = 12
"""So many ways find lanes of their own; more are drawn as curves, or not at all."""
MOST_SHOWN = 4
"""So many boards a stand has room for; of more only the front ones and the last are told."""
STAND_DEPTH = 0.66
"""Of a stand, in sides of a table: so much that pairs pass beside it."""


@dataclass(frozen=True, slots=True)
class Node:
    """A table or a stand."""

    name: str
    box: Box
    words: tuple[str, ...]
    """Its number, and which boards are on it, the front ones first."""
    position: int = 0
    """Of the set whose boards are there; 0 where there is none."""
    badge: str = ""
    """The rounds in which the rover is here."""
    seats: tuple[str, ...] = ()
    """Who sits North, South, East and West, where players go alone."""


@dataclass(frozen=True, slots=True)
class Arrow:
    """A way from one thing to another: straight from corner to corner, or a curve."""

    what: What
    move: Move
    path: Path
    curved: bool = False
    label: str = ""


@dataclass(frozen=True, slots=True)
class Sign:
    """A line of the legend: what is drawn, and what it means."""

    kind: str
    """``pairs``, ``boards``, ``set``, ``rover``, ``share``, or nothing for mere words."""
    words: str
    name: str = ""
    position: int = 0


@dataclass(frozen=True)
class Diagram:
    """The whole picture."""

    room: Room
    nodes: tuple[Node, ...]
    arrows: tuple[Arrow, ...]
    shared: tuple[Path, ...]
    """Links between tables that share their boards."""
    legend: tuple[Sign, ...]
    round: int


def diagram(section: Section) -> Diagram:
    """Return the room of a section."""
    return _Draughtsman(section).diagram()


class _Draughtsman:
    """Puts everything in its place and draws arrows."""

    def __init__(self, section: Section) -> None:
        self._section, self._movement = section, section.movement
        self._round = min(self._movement.next_round, self._movement.rounds)
        self._ways = Ways(self._movement, section.cases)
        self._party = next((party for party in parties(self._movement) if not party.half), None)
        self._curved = self._ways.pairs and not self._ways.ns_stay
        wide = bool(self._party or self._curved or self._examples)
        self._room = room_of(self._movement, self._ways.travel, WIDTH, HEIGHT, wide=wide)
        self._nodes = {node.name: node for node in (*self._tables(), *self._stands())}
        self._router = Router(self._room, {name: node.box for name, node in self._nodes.items()})

    def diagram(self) -> Diagram:
        arrows = (*self._arrows("pairs", self._ways.pairs), *self._board_arrows(), *self._example_arrows())
        shared = tuple(self._router.way("boards", move) for move in self._shared())
        return Diagram(
            self._room, tuple(self._nodes.values()), arrows, shared, tuple(self._legend(arrows)), self._round
        )

    # What stands there

    def _tables(self) -> Iterator[Node]:
        side, movement = self._room.side, self._movement
        rounds = self._rover_rounds()
        for table in range(1, movement.tables + 1):
            name = f"table {table}"
            party = self._party is not None and self._party.table == table
            if name not in self._room.at and not party:
                continue  # nobody is the host of this party table: there is none
            cell = self._room.at.get(name)
            at = Point(self._room.x(cell.column), self._room.y(cell.row)) if cell else Point(*self._room.centre)
            boards = board_range(int(movement.groups[self._round - 1, table - 1]), self._section.boards)
            copy = self._ways.travel.on_table(table, self._round)
            case = copy.case if copy and self._ways.travel.laid_out else ""
            yield Node(
                name,
                Box(at, side / 2, side / 2),
                (str(table), boards),
                case_position(case) if case else 0,
                ", ".join(map(str, rounds.get(table, ()))),
                self._seats(table),
            )

    def _rover_rounds(self) -> dict[int, list[int]]:
        found: dict[int, list[int]] = {}
        for party in parties(self._movement):
            for visit in visits_left(self._movement, party.pair):
                if visit.table != party.table:
                    found.setdefault(visit.table, []).append(visit.round)
        return found

    def _seats(self, table: int) -> tuple[str, ...]:
        if called(self._movement) is not PLAYERS:
            return ()
        sitting = self._movement.seats[self._round - 1, table - 1].tolist()
        return tuple(str(c or NOBODY) for c in sitting)

    def _stands(self) -> Iterator[Node]:
        travel, side = self._ways.travel, self._room.side
        lying = {f"stand {number}": copies for number, copies in enumerate(travel.stands, start=1)}
        if pool := travel.pool:
            lying[f"stand {pool.stand}"] = tuple(sorted(copy for copy in travel.journeys if copy.case in pool.cases))
        for name, waiting in lying.items():
            if name in self._room.at:
                cell = self._room.at[name]
                outer = 1 if cell.row % 2 else -1
                y = self._room.y(cell.row) + outer * (1 - STAND_DEPTH) / 2 * side
                boards = tuple(board_range(copy.group, self._section.boards) for copy in waiting)
                position = case_position(waiting[0].case) if waiting else 0
                box = Box(Point(self._room.x(cell.column), y), 0.53 * side, STAND_DEPTH / 2 * side)
                shown = boards if len(boards) <= MOST_SHOWN else (f"{boards[0]} …", boards[-1])
                yield Node(name, box, (name, *shown), position)

    # What goes from one to the other

    def _arrows(self, what: What, moves: list[Move]) -> Iterator[Arrow]:
        known = [move for move in moves if {move.source, move.target} <= self._nodes.keys() and self._is_placed(move)]
        curved = what == "pairs" and sum(map(self._router.is_long, known)) > MOST_LONG_WAYS // 2
        for move in known:
            bent = curved and self._router.is_long(move)
            yield Arrow(what, move, self._router.curve(move) if bent else self._router.way(what, move), bent)

    def _is_placed(self, move: Move) -> bool:
        return move.source in self._room.at and move.target in self._room.at

    def _board_arrows(self) -> Iterator[Arrow]:
        moves = self._ways.boards
        if (
            self._ways.boards_by_rule
            and sum(map(self._router.is_long, filter(self._is_placed, moves))) <= MOST_LONG_WAYS
        ):
            yield from self._arrows("boards", moves)

    @property
    def _examples(self) -> dict[str, int]:
        """The usual step of those who go alone, by their seat; nothing where there is no such rule for all of them."""
        movement = self._movement
        claims = [claim for claim in claims_seen(movement) if isinstance(claim, Step)]
        if called(movement) is not PLAYERS or not movement.moves_left:
            return {}
        lines = {line_title(movement, movement.field.line(claim.contestants[0])).split()[0]: claim for claim in claims}
        return {seat: usual_step(claim, movement) for seat, claim in lines.items()}

    def _example_arrows(self) -> Iterator[Arrow]:
        if not (steps := self._examples):
            return
        table = self._example_table
        for seat, step in steps.items():
            move = Move(f"table {table}", f"table {(table + step - 1) % self._movement.tables + 1}")
            yield Arrow("pairs", move, self._router.curve(move), curved=True, label=seat[0])

    @property
    def _example_table(self) -> int:
        return max(1, (min(self._room.columns, self._movement.tables) + 1) // 2)

    def _shared(self) -> Iterator[Move]:
        layout = self._ways.travel.layout
        for table in range(1, ring_tables(self._movement) + 1):
            for partner in layout.sharers(table) if layout else ():
                if table < partner:
                    yield Move(f"table {table}", f"table {partner}")

    # What it means

    def _legend(self, arrows: tuple[Arrow, ...]) -> Iterator[Sign]:
        movement, section = self._movement, self._section
        drawn = {arrow.what for arrow in arrows}
        if "pairs" in drawn:
            yield Sign("pairs", self._walkers())
        if "boards" in drawn:
            yield Sign("boards", say("boards, down one table") if movement.layout else say("boards"))
        yield Sign("", say("In a table: its number, and its boards in this round."))
        if called(movement) is PLAYERS:
            yield Sign("", say("Round about: who sits North (above), South, East and West."))
        positions = sorted({node.position for node in self._nodes.values()} - {0})
        for position in positions if len(positions) > 1 else ():
            there = [n for n in self._nodes.values() if n.position == position and n.name.startswith("table")]
            numbers = ranges(int(node.words[0]) for node in there)
            name = section.set_name(CASES[position - 1])
            words = say("table {tables}" if len(there) == 1 else "tables {tables}", tables=numbers)
            yield Sign("set", words, name, position)
        if any(node.badge for node in self._nodes.values()):
            yield Sign("rover", say("in this round the rover sits here"), "5")
        if self._party:
            yield Sign("", say("Table {table} is the party table: only by invitation.", table=self._party.table))
        if next(self._shared(), None):
            yield Sign("share", say("these tables share their boards"))
        if pool := self._ways.travel.pool:
            tables = first_up(numbered_runs("table", pool.tables))
            phrase = "{tables} take their boards from stand {stand} and put them back."
            yield Sign("", say(phrase, tables=tables, stand=pool.stand))
        yield from (Sign("", words) for words in self._captions(drawn))

    def _captions(self, drawn: set[What]) -> Iterator[str]:
        movement = self._movement
        if not movement.moves_left:
            yield say("One round: nobody moves.")
        elif called(movement) is PLAYERS and "pairs" not in drawn:
            yield say("Players go by their cards and by the mats.")
        elif "pairs" in drawn and not self._examples and not self._ways.pairs_by_rule:
            yield say("Arrows show what happens after round {round}.", round=movement.moves_left[0])
        if movement.moves_left and "boards" not in drawn:
            yield say("Boards go by the caddy sheet.")

    def _walkers(self) -> str:
        movement = self._movement
        if steps := self._examples:
            ways = enumerated(f"{seat} {step_words(step)}" for seat, step in steps.items())
            return say("{ways}: drawn from table {table}, the same from all", ways=ways, table=self._example_table)
        who = say("East-West pairs") if self._ways.ns_stay else say("pairs")
        usual = {usual_step(step, movement) for step in movement.claimed(Step)} - {0}
        if len(usual) != 1 or not self._ways.ns_stay:
            return who
        words = say("{who}, {step}", who=who, step=step_words(usual.pop()))
        for round in skips(movement):
            words += say(" (after round {round}: up two)", round=round)
        return words

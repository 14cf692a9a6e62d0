"""Paper to score on, with the numbers already on it: pick-up slips, travellers, and the recap grid."""

from collections.abc import Iterator
from dataclasses import dataclass

from byestand.model import Movement, board_numbers, ring
from byestand.sheets.travel import travel

DEALERS = ("N", "E", "S", "W")
VULNERABLE = ("none", "NS", "EW", "both")


@dataclass(frozen=True, slots=True)
class Slip:
    """One table in one round: handed in when the round is over."""

    table: int
    round: int
    seats: tuple[str, ...]
    boards: tuple[int, ...]
    sides: tuple[tuple[str, str], ...] = ()
    """Who plays NS and EW on each board, where single players change seats within the round."""


@dataclass(frozen=True, slots=True)
class Traveller:
    """One board, which carries it along, and who is going to play it."""

    board: int
    dealer: str
    vulnerable: str
    case: str
    """Which copy of the board; empty where there is one only."""
    rows: tuple[tuple[str, ...], ...]
    """Who plays it, seat by seat, by numbers."""


@dataclass(frozen=True, slots=True)
class Recap:
    """The recap of one line: contestants by boards."""

    title: str
    numbers: tuple[str, ...]
    boards: tuple[int, ...]
    cells: tuple[tuple[str, ...], ...]
    """For each contestant, whom it meets on each board (a single player: with whom); empty where it does not play."""


def slips(movement: Movement, *, boards_per_round: int) -> Iterator[Slip]:
    """Yield the pick-up slips, table by table."""
    for table in range(1, movement.tables + 1):
        for round in range(1, movement.rounds + 1):
            if movement.played[round - 1, table - 1]:
                group = int(movement.groups[round - 1, table - 1])
                played = _boards(group, boards_per_round)
                here = [_numbers(movement, round, table, board) for board in range(1, len(played) + 1)]
                sides = tuple((f"{n} {s}", f"{e} {w}") for n, s, e, w in here) if movement.swivel else ()
                yield Slip(table, round, here[0], played, sides)


def travellers(movement: Movement, *, boards_per_round: int) -> Iterator[Traveller]:
    """Yield a traveller for every copy of every board, its lines in the order of the first number."""
    journeys = travel(movement)
    one_case = len({copy.case for copy in journeys.journeys}) == 1
    for copy in sorted(journeys.journeys, key=lambda copy: (len(copy.case), copy)):
        visits = [
            (round, table)
            for round, spot in enumerate(journeys.journeys[copy], start=1)
            for table in spot.tables
            if movement.played[round - 1, table - 1]
        ]
        for which, board in enumerate(_boards(copy.group, boards_per_round), start=1):
            met = {_numbers(movement, round, table, which) for round, table in visits}
            rows = tuple(sorted(met, key=lambda row: [int(number) for number in row]))
            if rows:
                yield Traveller(board, *board_conditions(board), "" if one_case else copy.case, rows)


def board_conditions(board: int) -> tuple[str, str]:
    """Return who deals a board and who is vulnerable on it.

    >>> board_conditions(1), board_conditions(8), board_conditions(13), board_conditions(16)
    (('N', 'none'), ('W', 'none'), ('N', 'both'), ('W', 'EW'))
    """
    # After every four boards the same dealer finds the next vulnerability.
    return DEALERS[ring(board, 4) - 1], VULNERABLE[ring(board + (board - 1) // 4, 4) - 1]


def recaps(movement: Movement, *, boards_per_round: int) -> Iterator[Recap]:
    """Yield the recap grid of each line."""
    field, half = movement.field, movement.seats.shape[2] // 2
    last = movement.deal_groups * boards_per_round
    met: dict[tuple[int, int], str] = {}
    for round, table in zip(*movement.played.nonzero(), strict=True):
        group = int(movement.groups[round, table])
        for which, board in enumerate(_boards(group, boards_per_round), start=1):
            here = _seats(movement, round + 1, table + 1, which)
            for seat, contestant in enumerate(here):
                # Two seats: the opponents. Four (North, South, East, West): whoever sits opposite.
                other = here[1 - seat] if half == 1 else here[seat ^ 1]
                met[contestant, board] = str(field.number(other))
    for line in range(field.winners):
        title = _line_title(movement, line)
        who = [c for c in field.present if field.line(c) == line or field.winners == 1]
        yield Recap(
            title,
            tuple(str(field.number(c)) for c in who),
            tuple(range(1, last + 1)),
            tuple(tuple(met.get((c, board), "") for board in range(1, last + 1)) for c in who),
        )


def _boards(group: int, boards_per_round: int) -> tuple[int, ...]:
    first, last = board_numbers(group, boards_per_round)
    return tuple(range(first, last + 1))


def _line_title(movement: Movement, line: int) -> str:
    if movement.field.winners == 1:
        return "everybody"
    first = movement.field.before(line) + 1
    seat = int((movement.seats[0] == first).any(axis=0).argmax())
    return f"{movement.seat_names[seat]} {'players' if movement.is_individual else 'pairs'}"


def _seats(movement: Movement, round: int, table: int, board: int) -> list[int]:
    """Return who sits where on the first, second, … board of a round."""
    grid = movement.seats_on(board) if movement.swivel else movement.seats
    seats: list[int] = grid[round - 1, table - 1].tolist()
    return seats


def _numbers(movement: Movement, round: int, table: int, board: int) -> tuple[str, ...]:
    return tuple(str(movement.field.number(c)) for c in _seats(movement, round, table, board))

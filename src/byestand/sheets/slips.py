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
                yield Slip(table, round, _numbers(movement, round, table), _boards(group, boards_per_round))


def travellers(movement: Movement, *, boards_per_round: int) -> Iterator[Traveller]:
    """Yield a traveller for every copy of every board, its lines in the order of the first number."""
    journeys = travel(movement)
    one_case = len({copy.case for copy in journeys.journeys}) == 1
    for copy in sorted(journeys.journeys, key=lambda copy: (len(copy.case), copy)):
        met = {
            _numbers(movement, round, table)
            for round, spot in enumerate(journeys.journeys[copy], start=1)
            for table in spot.tables
            if movement.played[round - 1, table - 1]
        }
        rows = tuple(sorted(met, key=lambda row: [int(number) for number in row]))
        for board in _boards(copy.group, boards_per_round) if rows else ():
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
        here = movement.seats[round, table].tolist()
        group = int(movement.groups[round, table])
        for seat, contestant in enumerate(here):
            # Two seats: the opponents. Four (North, South, East, West): whoever sits opposite.
            other = here[1 - seat] if half == 1 else here[seat ^ 1]
            for board in _boards(group, boards_per_round):
                met[contestant, board] = str(field.number(other))
    for line in range(field.winners):
        title = f"{movement.seat_names[line]} pairs" if field.winners == 2 else "everybody"
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


def _numbers(movement: Movement, round: int, table: int) -> tuple[str, ...]:
    return tuple(str(movement.field.number(int(c))) for c in movement.seats[round - 1, table - 1])

"""From the cells of a file (round and table → contestants and group) to the grids of a movement.

Shared by the readers. A number in a file is the number within the line of a contestant. The lines are given in the file
(JSON) or inferred (most other formats).
"""

from collections import Counter
from collections.abc import Mapping, Sequence

import numpy as np

from byestand.errors import CannotExpress
from byestand.language import say
from byestand.model.boards import Boards
from byestand.model.field import Field
from byestand.model.limits import MAX_BOARDS_PER_ROUND
from byestand.model.movement import LINE_OF_SEAT, MAX_GROUPS, Grid, Movement

Cells = Mapping[tuple[int, int], tuple[int, ...]]


def grids(cells: Cells, field: Field) -> tuple[Grid, Grid]:
    """Return seats and groups; a table without a cell in a round is empty."""
    rounds, tables = np.array(list(cells)).T
    values = np.array(list(cells.values()), dtype=np.int64)
    filled = np.zeros((rounds.max(), tables.max(), values.shape[1]), dtype=np.int64)
    filled[rounds - 1, tables - 1] = values
    return counted_through(filled[:, :, :-1], field), filled[:, :, -1]


def counted_through(numbers: Grid, field: Field) -> Grid:
    """Return seats with contestants counted through the lines, from their numbers within them."""
    seats = numbers.copy()
    if len(field.lines) == 2:
        ew = seats[:, :, 1]
        ew[ew > 0] += field.before(1)
    return seats


def numbers_within(movement: Movement) -> Grid:
    """Return the seats with the numbers within the lines; the inverse of `counted_through`."""
    field = movement.field
    return np.array([field.number(c) for c in range(field.size + 1)])[movement.seats]


def infer_boards(spans: Sequence[tuple[int, int]]) -> Boards | None:
    """Return how boards are numbered in a file without deal groups, from the first and last board of each place.

    The numbering of most places is taken as right, so that the error is reported where it differs. The lowest board is
    the first.

    >>> infer_boards([(29, 30), (27, 28), (31, 31)]), infer_boards([(0, 2)])
    (Boards(per_round=2, first=27), None)
    """
    sizes = Counter(last - first + 1 for first, last in spans if 1 <= first <= last < first + MAX_BOARDS_PER_ROUND)
    if not sizes:
        return None
    ((size, _),) = sizes.most_common(1)
    firsts = [first for first, last in spans if first >= 1 and last - first + 1 == size]
    ((remainder, _),) = Counter(first % size for first in firsts).most_common(1)
    return Boards(size, min(first for first in firsts if first % size == remainder))


def group_of(boards: Boards, first: int, last: int) -> int | None:
    """Return the deal group with these boards, 0 for no boards; None if they are no group.

    >>> group_of(Boards(2, first=27), 29, 30), group_of(Boards(2), 2, 3), group_of(Boards(2), 0, 0)
    (2, None, 0)
    """
    if not first and not last:
        return 0
    group = (last - boards.first + 1) // boards.per_round
    return group if 1 <= group <= MAX_GROUPS and boards.numbers(group) == (first, last) else None


def seated_numbers(numbers: Grid, *, winners: int) -> list[set[int]]:
    """Return the numbers that have a seat, line by line."""
    lines = [numbers[:, :, seat] for seat in range(2)] if winners == 2 else [numbers]
    return [set(np.unique(line).tolist()) - {0} for line in lines]


def inferred_field(cells: Cells) -> Field:
    """Return the inferred field of a schedule.

    Two winners: most numbers sit both NS and EW in the same round, so they are two different pairs (one wrong cell does
    not change this). Four lines: individuals that sit and are numbered as in a Rainbow. Numbers that never occur, below
    one that does or up to the number of tables, are missing contestants.
    """
    who: dict[int, list[set[int]]] = {}
    for (round, _), (*seats, _) in cells.items():
        there = who.setdefault(round, [set() for _ in seats])
        for seat, number in enumerate(seats):
            there[seat].add(number)
    per_round = [[seat - {0} for seat in seats] for seats in who.values()]
    if len(per_round[0]) == 2:
        twice = sum(len(ns & ew) for ns, ew in per_round)
        if 2 * twice > sum(min(len(ns), len(ew)) for ns, ew in per_round):
            # Every table has a seat in each line, so a line has at least as many contestants as there are tables.
            # Tables are counted, not numbered: one mistyped number must not make phantoms of all numbers below it.
            tables = len({table for _, table in cells})
            return field_of([set().union(*line) for line in zip(*per_round, strict=True)], at_least=tables)
    everyone = set().union(*(seat for seats in per_round for seat in seats))
    if len(per_round[0]) == 4 and everyone:
        tables = max(table for _, table in cells)
        if lines := four_lines(np.array([cell[:-1] for cell in cells.values()]), 4 * tables):
            present = Field(lines)
            return Field(lines, frozenset(range(1, present.size + 1)) - everyone)
    return field_of([everyone])


def four_lines(seats: Grid, size: int) -> tuple[int, ...]:
    """Return the four lines of a Rainbow if players sit and are numbered that way; otherwise an empty tuple.

    North players have the first quarter of the numbers, then come West, South and East.
    """
    t, rest = divmod(size, 4)
    for seat, line in enumerate(LINE_OF_SEAT):
        here = seats[..., seat]
        if rest or ((here > 0) & ((here <= line * t) | (here > (line + 1) * t))).any():
            return ()
    return (t,) * 4


def field_of(lines: Sequence[set[int]], *, at_least: int = 1) -> Field:
    """Return the field with these numbers in each line; other numbers up to *at_least* are missing."""
    sizes = tuple(max(line | {at_least}) for line in lines)
    field = Field(sizes)
    return Field(
        sizes,
        frozenset(
            field.before(i) + number
            for i, line in enumerate(lines)
            for number in range(1, sizes[i] + 1)
            if number not in line
        ),
    )


def refuse_another_field(movement: Movement, understood: Field, *, format: str) -> None:
    """Raise if a reader would infer another field (*understood*) than the movement has.

    A missing contestant after the last one present may be lost, because it has no effect.
    """
    field = movement.field
    if _present(field) != _present(understood) or len(field.lines) != len(understood.lines):
        raise CannotExpress(
            say(
                "{format} has no list of pairs: {field} would be read back as {other}; use json",
                format=format,
                field=_describe(field),
                other=_describe(understood),
            )
        )


def _present(field: Field) -> list[tuple[int, str]]:
    return [(contestant, field.label(contestant)) for contestant in field.present]


def _describe(field: Field) -> str:
    missing = ", ".join(field.label(contestant) for contestant in sorted(field.missing))
    return say("{labels} without {missing}", labels=field.describe(), missing=missing) if missing else field.describe()

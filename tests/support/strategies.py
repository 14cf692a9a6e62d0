"""Strategies of Hypothesis: shapes of Webs, valid movements, and movements with one wrong cell."""

from dataclasses import dataclass, replace

from hypothesis import strategies as st

from byestand.catalog import find
from byestand.catalog.families import OWN
from byestand.catalog.listing import members
from byestand.model.movement import Movement
from byestand.movements import Shape, shapes

ALL_SHAPES: tuple[Shape, ...] = tuple(shape for t in range(2, 61) for d in range(2, 31) for shape in shapes(t, d))
SMALL_NAMES: tuple[str, ...] = tuple(
    str(name)
    for tables in range(2, 20)
    for family in OWN
    # A file without claims cannot show that a Howell without direction changes is one field:
    # tests/formats/test_howell_files.py reads them back, format by format.
    if not family.for_players and family.word != "howell" and tables in family.tables
    for name in members(family, tables)
    if 3 <= name.deal_groups < 16
)

some_movement = st.sampled_from(SMALL_NAMES).map(find)


@dataclass(frozen=True)
class CorruptedGrid:
    """A movement with one cell changed, and the change."""

    movement: Movement
    round: int
    seat: bool
    """Whether a seat was changed, and not a group."""
    fault: str


@st.composite
def corrupted_movements(draw: st.DrawFn) -> CorruptedGrid:
    """Return a valid movement in which one cell, a seat or a group, was changed to another number."""
    sound = draw(some_movement)
    round = draw(st.integers(0, sound.rounds - 1))
    table = draw(st.integers(0, sound.tables - 1))
    column = draw(st.sampled_from(["NS", "EW", "group"]))
    seats, groups = sound.seats.copy(), sound.groups.copy()
    if column == "group":
        old = int(groups[round, table])
        new = draw(st.integers(0, sound.deal_groups + 1).filter(lambda n: n != old))
        groups[round, table] = new
    else:
        side = ("NS", "EW").index(column)
        old = int(seats[round, table, side])
        line = side if len(sound.field.lines) == 2 else 0
        low = sound.field.before(line) + 1
        others = st.one_of(st.just(0), st.integers(low, low + sound.field.lines[line] - 1))
        new = draw(others.filter(lambda n: n != old))
        seats[round, table, side] = new
    what = f"{sound.name}, round {round + 1}, table {table + 1}: {column} {old} → {new}"
    return CorruptedGrid(replace(sound, seats=seats, groups=groups), round + 1, column != "group", what)


def is_one_line(refusal: Exception) -> bool:
    """Return whether an error message fits one line."""
    return bool(str(refusal)) and "\n" not in str(refusal)

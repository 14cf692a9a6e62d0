"""Jumps in words: Rainbows in which all of a line go the same way, on tables that stand in rows.

Read off the schedule itself: tables are laid out in rows (and rows in blocks) in every way that is possible, until one
is found in which everybody of a line, and every group of boards, makes the same jump after each round.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

import numpy as np

from byestand.model import Grid, Movement

UNITS = (("along", "along"), ("row", "rows"), ("block", "blocks"), ("hall", "halls"), ("floor", "floors"))
"""What the sides of the grid are called, the last first."""


@dataclass(frozen=True, slots=True)
class Jumps:
    """How tables stand, and how far South, East, West and the boards jump after each round, along each side."""

    sides: tuple[int, ...]
    after: tuple[dict[str, tuple[int, ...]], ...]


def jumps_of(movement: Movement) -> Jumps | None:
    """Return the jumps of a movement for individuals; None where there are none that all of a line make alike."""
    t = movement.tables
    if movement.field.winners != 4 or movement.field.missing or movement.deal_groups != t or movement.rounds < 2:
        return None
    south, east, west = (movement.seats[:, :, seat] for seat in (1, 2, 3))
    places = {"South": _places(south), "East": _places(east), "West": _places(west), "boards": _places(movement.groups)}
    for sides in _layouts(t):
        found = {who: _jumps(place, sides) for who, place in places.items()}
        if all(jumps is not None for jumps in found.values()):
            rounds = range(movement.rounds - 1)
            return Jumps(sides, tuple({who: (jumps or [])[r] for who, jumps in found.items()} for r in rounds))
    return None


def jump_words(jumps: Jumps) -> Iterator[str]:
    """Yield how the tables stand, and then the jumps, rounds with the same ones together."""
    yield from _room(jumps.sides)
    together: dict[str, list[int]] = {}
    for round, made in enumerate(jumps.after, start=1):
        said = "; ".join(f"{who} {_jump(jump, jumps.sides)}" for who, jump in made.items())
        together.setdefault(said, []).append(round)
    for said, rounds in together.items():
        yield f"After round {', '.join(map(str, rounds))}: {said}."


def _room(sides: tuple[int, ...]) -> Iterator[str]:
    *more, row = sides
    if not more:
        yield f"Tables stand in a ring: after table {row} comes table 1."
        return
    words = [f"{size} {UNITS[i + 1][1]}" for i, size in enumerate(reversed(more))]
    yield f"Set the tables up as {' of '.join(reversed(words))} of {row} tables, in the order of their numbers."
    if len(more) == 1:
        rows = [f"{i * row + 1}-{(i + 1) * row}" for i in range(more[0])]
        yield f"The rows are tables {', '.join(rows)}."
    yield "Whoever goes beyond the end, of a row or of the rows, comes in again at the beginning."


def _jump(jump: tuple[int, ...], sides: tuple[int, ...]) -> str:
    parts = []
    for i, (far, size) in enumerate(zip(reversed(jump), reversed(sides), strict=True)):
        short = far - size if 2 * far > size else far
        if short and len(sides) == 1:
            parts.append(f"{'up' if short > 0 else 'down'} {abs(short)}")
        elif short:
            on = "" if 2 * far == size or (short > 0 and i == 0) else " on" if short > 0 else " back"
            parts.append(f"{abs(short)} {UNITS[i][abs(short) > 1]}{on}".replace("along back", "back"))
    return " and ".join(reversed(parts)) or "stay"


def _places(column: Grid) -> Grid:
    """Return where everybody is in each round: tables from 0, in the order of their numbers."""
    return np.argsort(column, axis=1)


def _jumps(places: Grid, sides: tuple[int, ...]) -> list[tuple[int, ...]] | None:
    """Return the jump after each round, if it is the same for all."""
    unit, digits = 1, []
    for side in reversed(sides):
        digits.append(np.diff(places // unit, axis=0) % side)
        unit *= side
    if any((digit != digit[:, :1]).any() for digit in digits):
        return None
    return [tuple(int(digit[round, 0]) for digit in reversed(digits)) for round in range(len(places) - 1)]


@cache
def _layouts(tables: int) -> tuple[tuple[int, ...], ...]:
    """Return every way to set tables up in rows, blocks of rows and so on, the plainest first."""
    found: list[tuple[int, ...]] = [(tables,)]
    for side in range(2, tables):
        if tables % side == 0:
            found += [(side, *rest) for rest in _layouts(tables // side)]
    return tuple(sorted((sides for sides in found if len(sides) <= len(UNITS)), key=len))

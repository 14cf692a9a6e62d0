"""Which movement is this? Up to the numbers of pairs, the order of tables and the numbers of groups.

The rounds stay in their order. If table x of a file is table y of a movement in the catalogue, everything else follows:
who sits there round after round, with which boards, where those pairs go, and so on through the room. So every table of
the catalogue's movement is tried for the file's first: all follows without contradiction, or it is another movement.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TypeAlias

import numpy as np

from byestand.catalog.makers import canonical
from byestand.catalog.names import MOST_GROUPS, MOST_TABLES, Name
from byestand.catalog.shelf import find
from byestand.errors import ByestandError
from byestand.model import Grid, Movement
from byestand.movements import is_segmented, shapes

MOST_CELLS_APART = 6
"""With more cells that differ nobody would call it the same movement with mistakes."""


@dataclass(frozen=True, slots=True)
class Likeness:
    """What a movement is, or is nearest to."""

    name: str
    """The name in the catalogue; empty where nothing is like it."""
    how: str
    """"" exactly the same; else in what it differs, to follow "this is W1813"."""

    @property
    def sentence(self) -> str:
        """The answer in words."""
        if not self.name:
            return "like nothing in the catalogue"
        return f"this is {self.name}{' ' if self.how else ''}{self.how}"


def identify(movement: Movement) -> Likeness:
    """Return which movement of the catalogue this is, or the nearest and where it differs."""
    gone = tuple(movement.field.label(c) for c in sorted(movement.field.missing))
    candidates = list(_candidates(movement, gone))
    for candidate in candidates:
        if movement.same_schedule(candidate):
            return Likeness(candidate.name, f"without {', '.join(gone)}" if gone else "")
    for candidate in candidates:
        if _is_renumbered(movement, candidate):
            return Likeness(candidate.name, "with other numbers")
    for candidate in candidates:
        for how, variant in _variants(candidate):
            if movement.same_schedule(variant) or _is_renumbered(movement, variant):
                return Likeness(candidate.name, how)
    return _nearest(movement, candidates)


def _candidates(movement: Movement, gone: tuple[str, ...]) -> Iterator[Movement]:
    """Yield what the catalogue has for so many tables, rounds and (at least as many) deal groups."""
    t, r = movement.tables, movement.rounds
    used = int(movement.groups.max())
    for name in _individual_names(movement, used) if movement.is_individual else _names(t, r, used):
        try:
            found = replace(find(str(name), missing=gone), name=str(name))
        except ByestandError:
            continue
        # A file need not say that the players are four lines, and a swivel is no matter of who sits down where.
        same_field = movement.is_individual or found.field.winners == movement.field.winners
        if found.seats.shape == movement.seats.shape and same_field:
            yield found


def _individual_names(movement: Movement, used: int) -> Iterator[Name]:
    """Yield the names for so many tables, rounds and players; spare players are those beyond four a table."""
    t, r, size = movement.tables, movement.rounds, movement.field.size
    spares = {0: "", 1: "S", 2: "D"}.get(max(0, size - 4 * t))
    for d in range(max(2, used), min(used + 1, MOST_TABLES) + 1):
        if spares is not None and t >= 2 and r <= d:
            yield canonical(Name("R", t, d, r, spares))
    if used == r and size // 4 == t:
        yield Name("I", t, r, r, players=size)


def _names(t: int, r: int, used: int) -> Iterator[Name]:
    for d in range(max(2, used), min(used + 1, MOST_GROUPS) + 1):
        for rover, base in (("", t), ("ER", t - 1), ("NR", t - 1), ("TR", t - 1)):
            if not 2 <= base <= MOST_TABLES or r > d:
                continue
            for _, variant in zip(shapes(base, d), ("", "A"), strict=False):
                told = None if rover else r
                yield canonical(Name("W", base, d, told, variant, rover))
            if base == d:
                yield from (Name("M", base, base, r, variant, rover) for variant in ("", "R", "X"))
            if is_segmented(base, d):
                yield canonical(Name("S", base, d, r, "", rover))


def _variants(movement: Movement) -> Iterator[tuple[str, Movement]]:
    """Yield what a movement becomes by the mistakes people make with its skip."""
    skip = movement.layout.skip_after if movement.layout else None
    if skip is None or movement.rover:
        return
    for how, first in (
        ("without its skip", movement.rounds),
        ("with its skip a round too early", skip - 1),
        ("with its skip a round too late", skip + 1),
    ):
        if 0 < first <= movement.rounds:
            yield how, replace(movement, seats=_skipping_after(movement, skip, first))


def _skipping_after(movement: Movement, skip: int, other: int) -> Grid:
    """Return the seats with the skip after another round; after the last it is none."""
    seats = movement.seats.copy()
    rows = range(skip, min(other, movement.rounds)) if other > skip else range(other, skip)
    for row in rows:
        seats[row, :, 1] = np.roll(seats[row, :, 1], -1 if other > skip else 1)
    return seats


def _is_renumbered(one: Movement, other: Movement) -> bool:
    """Tell whether tables, pairs and groups can be renumbered to make one movement the other."""
    ours, theirs = _seatings(one), _seatings(other)
    return any(_follows(ours, theirs, table) for table in range(1, other.tables + 1))


Seating: TypeAlias = tuple[int, ...]
"""Table, NS, EW (or N, S, E, W) and group: what meets in a round."""
Seatings: TypeAlias = list[dict[tuple[int, int], Seating]]
"""Round by round, the seating in which a table (kind 0), an NS pair (1), an EW pair (2), … is found."""


def _seatings(movement: Movement) -> Seatings:
    rounds = np.dstack([movement.seats, movement.groups]).tolist()
    found: Seatings = []
    for row in rounds:
        seatings = [(table, *rest) for table, rest in enumerate(row, start=1)]
        found.append({(kind, seating[kind]): seating for seating in seatings for kind in range(len(seating) - 1)})
    return found


def _follows(ours: Seatings, theirs: Seatings, table: int) -> bool:
    """Tell whether everything follows without contradiction if our table 1 is their *table*."""
    names: dict[tuple[int, int], int] = {}
    taken: set[tuple[int, int]] = set()
    todo = [(ours[0][0, 1], theirs[0][0, table])]
    last = len(todo[0][0]) - 1
    while todo:
        for kind, (a, b) in enumerate(zip(*todo.pop(), strict=True)):
            if names.setdefault((kind, a), b) != b:
                return False
            if (kind, b) in taken:
                continue
            taken.add((kind, b))
            if kind == last:
                continue  # a group may be at several tables, or at none: it leads nowhere
            for here, there in zip(ours, theirs, strict=True):
                if ((kind, a) in here) != ((kind, b) in there):
                    return False
                if (kind, a) in here:
                    todo.append((here[kind, a], there[kind, b]))
    everything = {(kind, member) for here in ours for seating in here.values() for kind, member in enumerate(seating)}
    return names.keys() == everything and len(taken) == len(names)


def _nearest(movement: Movement, candidates: list[Movement]) -> Likeness:
    """Return the movement with the fewest cells that differ, if they are few."""
    best = Likeness("", "")
    fewest = MOST_CELLS_APART + 1
    for candidate in candidates:
        seats = np.argwhere(movement.seats != candidate.seats)
        groups = np.argwhere(movement.groups != candidate.groups)
        if len(seats) + len(groups) < fewest:
            fewest = len(seats) + len(groups)
            wrong = [
                f"round {r + 1}, table {t + 1}: {movement.field.label(int(movement.seats[r, t, s]))}"
                f" instead of {candidate.field.label(int(candidate.seats[r, t, s]))}"
                for r, t, s in seats.tolist()
            ] + [
                f"round {r + 1}, table {t + 1}: group {movement.groups[r, t]} instead of {candidate.groups[r, t]}"
                for r, t in groups.tolist()
            ]
            best = Likeness(candidate.name, f"but for {'; '.join(wrong)}")
    return best

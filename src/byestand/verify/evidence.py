"""The counts the rules look at, taken once from the grids.

A sound movement is the usual case and must be cheap to judge (whole libraries are): every rule first looks at a table
of counts, and only where a count is wrong goes back to the grids to say where.

Below are small words for the findings, and places counted from 1.
"""

from collections.abc import Mapping
from itertools import combinations

import numpy as np
import numpy.typing as npt

from byestand.model.judged import Counts, Evidence
from byestand.model.layout import Layout
from byestand.model.movement import Grid, Movement

Mask = npt.NDArray[np.bool_]


def gather(
    movement: Movement, copies: Mapping[int, int] | int | None = None, forgiven: frozenset[str] = frozenset()
) -> Evidence:
    """Count everything that the rules ask about; *copies* at hand are by default those of the layout."""
    seats, groups, size = movement.seats, movement.groups, movement.field.size
    highest = max(movement.deal_groups, int(groups.max()))
    always = bool(movement.played.all())
    who = seats.reshape(-1, seats.shape[2]) if always else seats[movement.played]
    what = groups.ravel() if always else groups[movement.played]
    return Evidence(
        movement=movement,
        highest_group=highest,
        seatings=_per_round(seats.reshape(seats.shape[0], -1), size + 1),
        plays=_pairs(who, what[:, np.newaxis], size + 1, highest + 1),
        meetings=_meetings(who, size + 1, ordered=len(movement.field.lines) == seats.shape[2] == 2),
        needs=_per_round(_without_guests(groups, movement.layout), highest + 1),
        copies=_copies(movement.layout, copies, highest),
        everybody_always_plays=always,
        tables=_tables(seats, size + 1),
        forgiven=forgiven,
    )


def _tables(seats: Grid, width: int) -> Counts:
    """Return the table, from 1, of everybody in every round; of nobody, in column 0, it is 0."""
    rounds, tables, _ = seats.shape
    at = np.zeros((rounds, width), dtype=np.int64)
    at[np.arange(rounds)[:, np.newaxis, np.newaxis], seats] = np.arange(1, tables + 1)[:, np.newaxis]
    at[:, 0] = 0
    return at


def _pairs(first: Counts, second: Counts, height: int, width: int) -> Counts:
    """Count how often each pair of values occurs side by side."""
    return np.bincount((first * width + second).ravel(), minlength=height * width).reshape(height, width)


def _per_round(grid: Counts, width: int) -> Counts:
    """Count how often each value occurs in each row."""
    rounds = grid.shape[0]
    return _pairs(np.arange(rounds)[:, np.newaxis], grid, rounds, width)


def _meetings(who: Counts, width: int, *, ordered: bool) -> Counts:
    if ordered:  # NS numbers are lower than EW numbers
        return _pairs(who[:, 0], who[:, 1], width, width)
    total = np.zeros((width, width), dtype=np.int64)
    for a, b in combinations(who.T, 2):
        total += _pairs(np.minimum(a, b), np.maximum(a, b), width, width)
    return total


def _without_guests(groups: Grid, layout: Layout | None) -> Counts:
    """Return the groups without those tables that share another one's boards by intention (a relay)."""
    shared = [place for sub in layout.subsections for place in sub.places if len(place) > 1] if layout else []
    return np.delete(groups, [t - 1 for place in shared for t in place[1:]], axis=1) if shared else groups


def _copies(layout: Layout | None, given: Mapping[int, int] | int | None, highest: int) -> Counts | None:
    if isinstance(given, int):
        return np.full(highest + 1, given, dtype=np.int64)
    if given is not None:
        return np.array([given.get(group, 0) for group in range(highest + 1)], dtype=np.int64)
    if layout is None:
        return None
    laid_out = [copy.group for sub in layout.subsections for copy in sub.boarding if copy]
    return np.bincount(laid_out, minlength=highest + 1)[: highest + 1] + bool(layout.party_case)


RARELY = 3
"""What comes a third as often as others do, or less, is rare: a slip of the pen, if nothing excuses it."""


def where(mask: Mask) -> list[tuple[int, int]]:
    """Return the places of True, counted from 1."""
    return [(a + 1, b + 1) for a, b in np.argwhere(mask).tolist()]


def tables_of(mask: Mask) -> tuple[int, ...]:
    """Return the tables, counted from 1, for which a row of the mask has a True."""
    return tuple(sorted({row[0] + 1 for row in np.argwhere(mask).tolist()}))


def often(times: float) -> str:
    """Return how often: "never", "once", "18 times"."""
    words: dict[float, str] = {0: "never", 1: "once"}
    return words.get(times, f"{times:g} times")


def counted(number: int, one: str, many: str) -> str:
    """Return "1 copy", "2 copies"."""
    return f"{number} {one if number == 1 else many}"


def cut(labels: tuple[str, ...], most: int = 10) -> tuple[str, ...]:
    """Return labels that can be read in a sentence: the first of them, and how many more there are."""
    return labels if len(labels) <= most else (*labels[: most - 1], f"{len(labels) - most + 1} others")

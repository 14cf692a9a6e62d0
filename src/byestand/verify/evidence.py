"""The counts that the rules use, taken once from the grids.

Valid movements are the usual case and must be fast to judge (whole libraries are): every rule first checks a table of
counts, and only if a count is wrong it searches the grids for the place.
"""

from collections.abc import Mapping
from itertools import combinations

import numpy as np
import numpy.typing as npt

from byestand.language import say
from byestand.model.judged import Counts, Evidence
from byestand.model.layout import Layout
from byestand.model.movement import Grid, Movement

Mask = npt.NDArray[np.bool_]


def gather(
    movement: Movement, copies: Mapping[int, int] | int | None = None, forgiven: frozenset[str] = frozenset()
) -> Evidence:
    """Count everything that the rules need; the available *copies* are by default those of the layout."""
    seats, groups, size = movement.seats, movement.groups, movement.field.size
    highest = max(movement.deal_groups, int(groups.max()))
    always = bool(movement.played_mask.all())
    who = seats.reshape(-1, seats.shape[2]) if always else seats[movement.played_mask]
    what = groups.ravel() if always else groups[movement.played_mask]
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
    """Return the table, from 1, of every contestant in every round; column 0, for nobody, is 0."""
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
    """Return the groups without tables that share the boards of another table by design."""
    shared = [place for sub in layout.subsections for place in sub.places if len(place) > 1] if layout else []
    return np.delete(groups, [t - 1 for place in shared for t in place[1:]], axis=1) if shared else groups


def _copies(layout: Layout | None, given: Mapping[int, int] | int | None, highest: int) -> Counts | None:
    if isinstance(given, int):
        return np.full(highest + 1, given, dtype=np.int64)
    if given is not None:
        return np.array([given.get(group, 0) for group in range(highest + 1)], dtype=np.int64)
    if layout is None:
        return None
    laid_out = [copy.group for sub in layout.subsections for copy in sub.initial_copies if copy]
    return np.bincount(laid_out, minlength=highest + 1)[: highest + 1] + bool(layout.party_case)


RARE_PLAYS = 3
"""A value that occurs at most a third as often as others is rare, and probably a typing error."""


def true_cells(mask: Mask) -> list[tuple[int, int]]:
    """Return the places of True, counted from 1."""
    return [(a + 1, b + 1) for a, b in np.argwhere(mask).tolist()]


def tables_of(mask: Mask) -> tuple[int, ...]:
    """Return the tables, counted from 1, for which a row of the mask has a True."""
    return tuple(sorted({row[0] + 1 for row in np.argwhere(mask).tolist()}))


def shorten_list(labels: tuple[str, ...], most: int = 10) -> tuple[str, ...]:
    """Return labels for a sentence: the first of them, and the number of others."""
    if len(labels) <= most:
        return labels
    return (*labels[: most - 1], say("{number} others", number=len(labels) - most + 1))

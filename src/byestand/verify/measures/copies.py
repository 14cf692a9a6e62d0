"""Copies of boards: how many a movement needs, and with too few of them which tables must share what, and when."""

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from byestand.errors import BadRequest
from byestand.model.judged import Counts, Judged
from byestand.model.movement import Movement

MOST_CASES = 99


@dataclass(frozen=True, slots=True)
class Clash:
    """A group that more tables need in a round than there are copies of it."""

    round: int
    group: int
    tables: tuple[int, ...]


@dataclass(frozen=True, eq=False)
class Copies:
    """What a movement needs of boards, and how far the copies at hand go."""

    movement: Movement = field(repr=False)
    needs: Counts = field(repr=False)
    """Copies needed at once (rounds × groups)."""
    at_hand: Counts | None = field(repr=False)
    """Copies of each group; None where nothing is known of them."""

    @property
    def cases(self) -> int:
        """Cases in the layout: one for every subsection, and for a party table; 0 where there is no layout."""
        return len(self.movement.layout.cases) if self.movement.layout else 0

    @cached_property
    def fewest(self) -> tuple[int, ...]:
        """Fewest copies of each deal group, group 1 first, with which nobody shares, wherever they are carried."""
        return tuple(self.needs.max(axis=0).tolist())

    @property
    def total(self) -> int:
        """Fewest board groups in all."""
        return sum(self.fewest)

    @cached_property
    def short(self) -> Counts:
        """How many copies are wanting (rounds × groups); 0 or less where there are enough."""
        return self.needs - self.at_hand if self.at_hand is not None else np.zeros_like(self.needs)

    @property
    def tables_sharing(self) -> int:
        """At how many tables boards are shared, over all rounds: one more than copies are wanting, each time."""
        wanting = np.maximum(self.short, 0)
        return int(wanting.sum() + np.count_nonzero(wanting))

    @property
    def rounds_with_sharing(self) -> int:
        """In how many rounds tables must share."""
        return int((self.short > 0).any(axis=1).sum())

    @cached_property
    def clashes(self) -> tuple[Clash, ...]:
        """Where tables must share, with the copies at hand."""
        found = []
        for row, column in zip(*(self.short > 0).nonzero(), strict=True):
            tables = (self.movement.groups[row] == column + 1).nonzero()[0] + 1
            found.append(Clash(int(row) + 1, int(column) + 1, tuple(tables.tolist())))
        return tuple(found)

    @property
    def wanting(self) -> int:
        """How many groups to copy once more in all; `extra` tells which."""
        return int(np.maximum(self.short.max(axis=0), 0).sum())

    @cached_property
    def extra(self) -> tuple[tuple[int, int], ...]:
        """Groups to copy once more, each with the round before which the copy must be there; one may come twice."""
        found = [
            (group, int((self.short[:, group - 1] >= one_more).argmax()) + 1)
            for group, most in enumerate(self.short.max(axis=0).tolist(), start=1)
            for one_more in range(1, most + 1)
        ]
        return tuple(sorted(found, key=lambda item: (item[1], item[0])))


def relays(movement: Movement) -> tuple[tuple[int, ...], ...]:
    """Return the tables that share all night by intention, and really do: somebody plays at each of them."""
    places = [place for sub in movement.layout.subsections for place in sub.places] if movement.layout else []
    return tuple(p for p in places if len(p) > 1 and movement.played[:, [t - 1 for t in p]].all(axis=1).any())


def require_cases(cases: int | None) -> None:
    """Raise where nobody has so many cases of boards; None is not said."""
    if cases is not None and not 1 <= cases <= MOST_CASES:
        raise BadRequest(f"there are 1 to {MOST_CASES} sets of boards, not {cases}")


def copies(judged: Judged, *, cases: int | None = None) -> Copies:
    """Return what copies a movement needs, and what happens with so many *cases*.

    By default there are those with which it was judged, which are usually those of its layout.
    """
    require_cases(cases)
    needs, known = judged.evidence.needs[:, 1:], judged.evidence.copies
    if cases is not None:
        return Copies(judged.movement, needs, np.full(needs.shape[1], cases, dtype=np.int64))
    return Copies(judged.movement, needs, None if known is None else known[1:])

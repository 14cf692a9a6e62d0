"""Copies of boards: how many a movement needs, and which tables must share if there are too few."""

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from byestand.errors import BadRequest
from byestand.language import say
from byestand.model.judged import Counts, Judged
from byestand.model.movement import Movement

MAX_SETS = 99


@dataclass(frozen=True, slots=True)
class Clash:
    """A group that more tables need in a round than there are copies."""

    round: int
    group: int
    tables: tuple[int, ...]


@dataclass(frozen=True, eq=False)
class Copies:
    """The copies that a movement needs and the available copies."""

    movement: Movement = field(repr=False)
    needs: Counts = field(repr=False)
    """Copies needed at once (rounds × groups)."""
    at_hand: Counts | None = field(repr=False)
    """Available copies of each group; None if unknown."""

    @property
    def cases(self) -> int:
        """Sets in the layout: one for every subsection and for a party table; 0 without a layout."""
        return len(self.movement.layout.cases) if self.movement.layout else 0

    @cached_property
    def fewest(self) -> tuple[int, ...]:
        """The lowest number of copies of each deal group without sharing, group 1 first."""
        return tuple(self.needs.max(axis=0).tolist())

    @property
    def total(self) -> int:
        """The lowest number of board groups in total."""
        return sum(self.fewest)

    @cached_property
    def short(self) -> Counts:
        """The number of missing copies (rounds × groups); 0 or less if there are enough."""
        return self.needs - self.at_hand if self.at_hand is not None else np.zeros_like(self.needs)

    @property
    def tables_sharing(self) -> int:
        """The number of tables that share, over all rounds: each time one more than the missing copies."""
        wanting = np.maximum(self.short, 0)
        return int(wanting.sum() + np.count_nonzero(wanting))

    @property
    def rounds_with_sharing(self) -> int:
        """The number of rounds in which tables must share."""
        return int((self.short > 0).any(axis=1).sum())

    @cached_property
    def clashes(self) -> tuple[Clash, ...]:
        """The groups that tables must share with the available copies."""
        clashes = []
        for row, column in zip(*(self.short > 0).nonzero(), strict=True):
            tables = (self.movement.groups[row] == column + 1).nonzero()[0] + 1
            clashes.append(Clash(int(row) + 1, int(column) + 1, tuple(tables.tolist())))
        return tuple(clashes)

    @property
    def missing_copies(self) -> int:
        """The number of extra copies of groups needed; `extra` lists them."""
        return int(np.maximum(self.short.max(axis=0), 0).sum())

    @cached_property
    def extra(self) -> tuple[tuple[int, int], ...]:
        """The extra copies needed: a group and the round before which its copy is needed, perhaps several times."""
        extra = [
            (group, int((self.short[:, group - 1] >= one_more).argmax()) + 1)
            for group, most in enumerate(self.short.max(axis=0).tolist(), start=1)
            for one_more in range(1, most + 1)
        ]
        return tuple(sorted(extra, key=lambda item: (item[1], item[0])))


def relays(movement: Movement) -> tuple[tuple[int, ...], ...]:
    """Return the tables that share boards for the whole session by design, if boards are played at each of them."""
    places = [place for sub in movement.layout.subsections for place in sub.places] if movement.layout else []
    return tuple(p for p in places if len(p) > 1 and movement.played_mask[:, [t - 1 for t in p]].all(axis=1).any())


def require_cases(cases: int | None) -> None:
    """Raise for an invalid number of sets of boards; None means not given."""
    if cases is not None and not 1 <= cases <= MAX_SETS:
        raise BadRequest(say("sets of boards must be 1 to {limit}, not {sets}", limit=MAX_SETS, sets=cases))


def copies(judged: Judged, *, cases: int | None = None) -> Copies:
    """Return the copies that a movement needs, and the sharing with a number of sets (*cases*).

    The default is the number with which it was judged, usually the sets of its layout.
    """
    require_cases(cases)
    needs, known = judged.evidence.needs[:, 1:], judged.evidence.copies
    if cases is not None:
        return Copies(judged.movement, needs, np.full(needs.shape[1], cases, dtype=np.int64))
    return Copies(judged.movement, needs, None if known is None else known[1:])

"""The counts the rules look at, taken once from the grids.

A sound movement is the usual case and must be cheap to judge (whole libraries are): every rule first looks at
a table of counts, and only where a count is wrong goes back to the grids to say where.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

import numpy as np
import numpy.typing as npt

from byestand.model import Movement

Counts = npt.NDArray[np.int64]
Mask = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class Evidence:
    """A movement and what can be counted in it. All tables of counts have a row or column 0 for nobody."""

    movement: Movement
    copies_at_hand: Mapping[int, int] | int | None = None
    """Copies of each deal group, or of all; by default what the layout provides."""

    @cached_property
    def contestants(self) -> int:
        """The highest contestant."""
        return self.movement.field.size

    @cached_property
    def groups(self) -> int:
        """The highest deal group, in range or not."""
        return max(self.movement.deal_groups, int(self.movement.groups.max()))

    @cached_property
    def seatings(self) -> Counts:
        """How many seats each contestant has in each round (rounds × contestants)."""
        seats = self.movement.seats
        rounds = seats.shape[0]
        width = self.contestants + 1
        keys = seats.reshape(rounds, -1) + np.arange(rounds)[:, np.newaxis] * width
        return np.bincount(keys.ravel(), minlength=rounds * width).reshape(rounds, width)

    @cached_property
    def everybody_always_plays(self) -> bool:
        """Whether boards are played at every table in every round."""
        return bool(self.movement.played.all())

    @cached_property
    def played(self) -> tuple[Counts, Counts]:
        """The tables in play: who sits there (plays × seats), and with which group."""
        mask = self.movement.played
        if self.everybody_always_plays:
            seats = self.movement.seats
            return seats.reshape(-1, seats.shape[2]), self.movement.groups.ravel()
        return self.movement.seats[mask], self.movement.groups[mask]

    @cached_property
    def plays(self) -> Counts:
        """How often each contestant plays each group (contestants × groups)."""
        who, group = self.played
        width = self.groups + 1
        keys = who * width + group[:, np.newaxis]
        size = (self.contestants + 1) * width
        return np.bincount(keys.ravel(), minlength=size).reshape(-1, width)

    @cached_property
    def meetings(self) -> Counts:
        """How often two contestants play at the same table (contestants × contestants, lower number first)."""
        who, _ = self.played
        width = self.contestants + 1
        total = np.zeros(width * width, dtype=np.int64)
        for a, b in combinations(range(who.shape[1]), 2):
            low, high = np.minimum(who[:, a], who[:, b]), np.maximum(who[:, a], who[:, b])
            total += np.bincount(low * width + high, minlength=width * width)
        return total.reshape(width, width)

    @cached_property
    def needs(self) -> Counts:
        """How many copies of each group are needed in each round (rounds × groups).

        Tables that share by the layout's own intention (a relay) need one copy between them.
        """
        groups = self.movement.groups
        rounds = groups.shape[0]
        guests = self._guests
        counted = np.delete(groups, guests, axis=1) if guests else groups
        width = self.groups + 1
        keys = counted + np.arange(rounds)[:, np.newaxis] * width
        return np.bincount(keys.ravel(), minlength=rounds * width).reshape(rounds, width)

    @cached_property
    def copies(self) -> Counts | None:
        """How many copies there are of each group; None where nothing is known about them."""
        if self.copies_at_hand is None:
            layout = self.movement.layout
            if layout is None:
                return None
            found: Mapping[int, int] = Counter(
                copy.group for sub in layout.subsections for copy in sub.boarding if copy
            )
        elif isinstance(self.copies_at_hand, int):
            return np.full(self.groups + 1, self.copies_at_hand, dtype=np.int64)
        else:
            found = self.copies_at_hand
        return np.array([found.get(group, 0) for group in range(self.groups + 1)])

    @cached_property
    def _guests(self) -> list[int]:
        """Columns of tables that play with the boards of another table."""
        layout = self.movement.layout
        if layout is None:
            return []
        return [t - 1 for sub in layout.subsections for place in sub.places for t in place[1:]]

"""Choose one option from each row so that no item is used twice: the search behind every rover.

A row is a round, an option is a seat in that round, and its items are whom the rover displaces,
whom it meets and what it plays. The search is exhaustive, so "none" is a proof; it knows nothing
about bridge.
"""

import time
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

Option: TypeAlias = Sequence[Hashable]
Rows: TypeAlias = Sequence[Sequence[Option]]

CLOCK_EVERY = 255
"""Nodes between two looks at the clock (a mask)."""


class OutOfEffortError(Exception):
    """The search was allowed no more nodes."""


class OutOfTimeError(Exception):
    """The search was allowed no more seconds."""


@dataclass(slots=True)
class Clock:
    """Counts nodes and seconds, and stops the search that uses up either."""

    seconds: float
    nodes_left: int = 1 << 62
    end: float = field(init=False)

    def __post_init__(self) -> None:
        self.end = time.monotonic() + self.seconds

    @property
    def is_spent(self) -> bool:
        """Whether no effort is left."""
        return self.nodes_left < 0

    def tick(self) -> None:
        """Count one node, and look at the time now and then."""
        self.spend(1)
        if not self.nodes_left & CLOCK_EVERY and time.monotonic() > self.end:
            raise OutOfTimeError

    def spend(self, nodes: int) -> None:
        """Count several nodes, whatever the time: the same on every machine."""
        self.nodes_left -= nodes
        if self.nodes_left < 0:
            raise OutOfEffortError


def choose(
    rows: Rows,
    clock: Clock,
    *,
    allowed: Sequence[int] | None = None,
    dear: Sequence[int] | None = None,
    purse: int = 0,
) -> tuple[int, ...] | None:
    """Return the place of one option in each row, no item used twice; None proves there is none.

    *allowed* has a bit mask for each row: the options that may be chosen. *dear* has one too: at
    most *purse* of those options may be chosen in all.

    >>> choose([["ab", "cd"], ["ax", "dx"]], Clock(1))
    (0, 1)
    >>> choose([["ab"], ["bc"]], Clock(1)) is None
    True
    """
    clashes = _clashes(rows)
    costs = list(dear or [0] * len(rows))
    chosen = [0] * len(rows)

    def go(open_: list[int], left: list[int], purse: int) -> bool:
        clock.tick()
        if not left:
            return True
        # The row with fewest options left: a dead end shows soonest there.
        row = min(left, key=lambda i: open_[i].bit_count())
        others = [i for i in left if i != row]
        options = open_[row]
        while options:
            bit = options & -options
            options ^= bit
            price = 1 if costs[row] & bit else 0
            chosen[row] = bit.bit_length() - 1
            rest = [mask & ~gone for mask, gone in zip(open_, clashes[row][chosen[row]], strict=True)]
            if price and purse == 1:
                rest = [mask & ~cost for mask, cost in zip(rest, costs, strict=True)]
            if all(rest[i] for i in others) and go(rest, others, purse - price):
                return True
        return False

    start = list(allowed) if allowed is not None else [(1 << len(row)) - 1 for row in rows]
    if dear is not None and not purse:
        start = [mask & ~cost for mask, cost in zip(start, costs, strict=True)]
    possible = all(start) and go(start, list(range(len(rows))), purse)
    return tuple(chosen) if possible else None


def _clashes(rows: Rows) -> list[list[list[int]]]:
    """Return, for each option of each row, the options in every row that share an item with it."""
    holders: list[dict[Hashable, int]] = []
    for row in rows:
        held: dict[Hashable, int] = {}
        for place, option in enumerate(row):
            for item in option:
                held[item] = held.get(item, 0) | 1 << place
        holders.append(held)
    return [[[_shared(held, option) for held in holders] for option in row] for row in rows]


def _shared(held: dict[Hashable, int], option: Option) -> int:
    mask = 0
    for item in option:
        mask |= held.get(item, 0)
    return mask

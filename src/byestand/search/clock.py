"""How long a search may go on: counted in nodes, the same on every machine, and in seconds, for those who wait."""

import time
from dataclasses import dataclass, field

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

"""The three honest answers of a search: here it is, proved impossible, not found in the time given.

Match on them; none of them is ever falsy, None or an empty list:

>>> match Impossible("3 tables cannot seat it", "theorem"):
...     case Found(thing):
...         print("found", thing)
...     case Impossible(because):
...         print("there is none, because", because)
...     case OutOfTime(seconds):
...         print("not found in", seconds, "s")
there is none, because 3 tables cannot seat it

Answers are kept for whoever asks again, but for one: that time ran out is true of that moment only.

How long a search may go on is counted in nodes, the same on every machine, and in seconds, for those who wait.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import lru_cache, wraps
from typing import Generic, ParamSpec, TypeVar

from byestand.errors import Proof

T = TypeVar("T")
P = ParamSpec("P")
R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class Found(Generic[T]):
    """Here it is."""

    thing: T
    how: str = ""
    """How it was found, and what is known about better ones; a clause, for people."""


@dataclass(frozen=True, slots=True)
class Impossible:
    """There is none, and that is proved."""

    because: str
    """The reason, as a clause that can follow "because"."""
    proof: Proof


@dataclass(frozen=True, slots=True)
class OutOfTime:
    """Not found in the time given: it may exist."""

    seconds: float
    sentence: str = ""
    """What was not found, for people; empty where only the one who asked knows what it is called."""


_LATE: ContextVar[list[OutOfTime] | None] = ContextVar("late", default=None)


class _RanOutError(Exception):
    """What a cache of the standard library does not keep: it keeps what is returned, not what is raised."""

    def __init__(self, outcome: OutOfTime) -> None:
        self.outcome = outcome
        super().__init__(outcome)


def settled_answers_kept(most: int) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Keep the last answers of a function, as `lru_cache` does; who asks after an `OutOfTime` has it tried anew."""

    def keeping(search: Callable[P, R]) -> Callable[P, R]:
        @lru_cache(maxsize=most)
        def settled(*args: P.args, **kwargs: P.kwargs) -> R:
            outcome = search(*args, **kwargs)
            if isinstance(outcome, OutOfTime):
                raise _RanOutError(outcome)
            return outcome

        @wraps(search)
        def asked(*args: P.args, **kwargs: P.kwargs) -> R:
            try:
                return settled(*args, **kwargs)  # type: ignore[arg-type]  # mypy cannot know that they are hashable
            except _RanOutError as late:
                noted = _LATE.get()
                if noted is not None:
                    noted.append(late.outcome)
                return late.outcome  # type: ignore[return-value]  # it is what the search returned

        return asked

    return keeping


@contextmanager
def late_answers() -> Iterator[list[OutOfTime]]:
    """Give a list of the searches that run out of time meanwhile: what is made of them should not be kept either."""
    noted: list[OutOfTime] = []
    before = _LATE.set(noted)
    try:
        yield noted
    finally:
        _LATE.reset(before)
        if (whoever_watches_too := _LATE.get()) is not None:
            whoever_watches_too.extend(noted)


CLOCK_EVERY = 255
"""Nodes between two looks at the clock (a mask)."""


UNITS_A_SECOND = 250_000
"""How many units of work stand for a second where work measures time; a unit takes about 4 microseconds."""


@dataclass(slots=True)
class Work:
    """Counts what searches do, in units that are the same on every machine.

    Where it *measures_time*, clocks go by it: a search then ends at the same node on a slow laptop and on a fast one.
    """

    measures_time: bool = False
    done: int = 0

    @property
    def now(self) -> float:
        """The time in seconds, by the system or by the work done."""
        return self.done / UNITS_A_SECOND if self.measures_time else time.monotonic()


class OutOfEffortError(Exception):
    """The search was allowed no more nodes."""


class OutOfTimeError(Exception):
    """The search was allowed no more seconds."""


@dataclass(slots=True)
class Clock:
    """Counts nodes and seconds, and stops the search that uses up either."""

    seconds: float
    nodes_left: int = 1 << 62
    work: Work = field(default_factory=Work)
    """What clocks of one search have in common."""
    end: float = field(init=False)

    def __post_init__(self) -> None:
        self.end = self.work.now + self.seconds

    @property
    def seconds_left(self) -> float:
        """How many seconds are left; 0 where time is over."""
        return max(0.0, self.end - self.work.now)

    def part(self, share: float = 1.0, nodes: int = 1 << 62) -> "Clock":
        """Return a clock for a share of the seconds left, and for so many nodes."""
        return Clock(self.seconds_left * share, nodes, self.work)

    @property
    def is_spent(self) -> bool:
        """Whether no effort is left."""
        return self.nodes_left < 0

    @property
    def is_over(self) -> bool:
        """Whether no time is left."""
        return self.work.now > self.end

    def tick(self, units: int = 1) -> None:
        """Count one node of so many units of work, and look at the time: now and then where a node is little work."""
        self.nodes_left -= 1
        self.work.done += units
        if self.nodes_left < 0:
            raise OutOfEffortError
        if (units > 1 or not self.nodes_left & CLOCK_EVERY) and self.work.now > self.end:
            raise OutOfTimeError

    def spend(self, nodes: int) -> None:
        """Count several nodes, whatever the time: the same on every machine."""
        self.nodes_left -= nodes
        self.work.done += nodes
        if self.nodes_left < 0:
            raise OutOfEffortError

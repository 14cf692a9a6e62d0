"""The three outcomes of a search: found, proved impossible, or not found in time.

Match on them; none of them is ever falsy, None or an empty list:

>>> match Impossible("3 tables cannot seat it", "theorem"):
...     case Found(thing):
...         print("found", thing)
...     case Impossible(because):
...         print("there is none, because", because)
...     case OutOfTime(seconds):
...         print("not found in", seconds, "s")
there is none, because 3 tables cannot seat it

Outcomes are cached, except `OutOfTime`: another attempt may find something.

The length of a search is limited in nodes, which are the same on every machine, and in seconds, because users wait.
What people choose from is limited in units of work, so that a slow laptop gives the same answer as a fast one.
"""

import math
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import wraps
from typing import Generic, ParamSpec, TypeVar

from byestand.errors import Proof
from byestand.language import cache_by_language, say

T = TypeVar("T")
P = ParamSpec("P")
R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class Found(Generic[T]):
    """The result of a search."""

    thing: T
    method: str = ""
    """How it was found, and what is known about better ones, as a clause."""


@dataclass(frozen=True, slots=True)
class Impossible:
    """A proof that there is none."""

    reason: str
    """The reason, as a clause in lower case that can follow "because" or a colon."""
    proof: Proof


@dataclass(frozen=True, slots=True)
class OutOfTime:
    """Not found within the time limit: it may exist."""

    seconds: float
    sentence: str = ""
    """The text for users; empty if only the caller can name what was not found."""


_LATE: ContextVar[list[OutOfTime] | None] = ContextVar("late", default=None)


class _RanOutError(Exception):
    """Carries an `OutOfTime` past the cache, which stores returned values but no exceptions."""

    def __init__(self, outcome: OutOfTime) -> None:
        self.outcome = outcome
        super().__init__(outcome)


def cache_settled(most: int) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Cache the last outcomes of a function for each language, except `OutOfTime`."""

    def decorate(search: Callable[P, R]) -> Callable[P, R]:
        @cache_by_language(most)
        def cached_search(*args: P.args, **kwargs: P.kwargs) -> R:
            outcome = search(*args, **kwargs)
            if isinstance(outcome, OutOfTime):
                raise _RanOutError(outcome)
            return outcome

        @wraps(search)
        def cached(*args: P.args, **kwargs: P.kwargs) -> R:
            try:
                return cached_search(*args, **kwargs)
            except _RanOutError as late:
                noted = _LATE.get()
                if noted is not None:
                    noted.append(late.outcome)
                return late.outcome  # type: ignore[return-value]  # it is what the search returned

        return cached

    return decorate


@contextmanager
def late_answers() -> Iterator[list[OutOfTime]]:
    """Yield a list of the searches that run out of time in the ``with`` block; their results should not be cached."""
    noted: list[OutOfTime] = []
    before = _LATE.set(noted)
    try:
        yield noted
    finally:
        _LATE.reset(before)
        if (outer := _LATE.get()) is not None:
            outer.extend(noted)


CLOCK_EVERY = 255
"""Nodes between two checks of the time, as a mask."""


UNITS_A_SECOND = 250_000
"""Units of work per second if work measures time; a unit takes about 4 microseconds."""
LAST_RESORT, MAX_WAIT_SECONDS = 10, 40
"""How many times as long as intended a request may take on a slow or busy machine, and at most how long: less than the
app lets a job run. Only a longer request may take longer, twice its length."""


@dataclass(slots=True)
class Work:
    """Counts the work of searches in units that are the same on every machine.

    If it *measures_time*, clocks use it, and a search ends at the same node on every machine.
    """

    measures_time: bool = False
    done: int = 0
    last_resort: float = math.inf
    """When clocks that measure work end all the same, by the system's clock."""
    was_cut_off: bool = False
    """Whether they did: another run may then have another answer."""

    @classmethod
    def for_seconds(cls, seconds: float) -> "Work":
        """Return work that measures time, for a request that should take some seconds."""
        return cls(measures_time=True, last_resort=time.monotonic() + longest_wait(seconds))

    @property
    def elapsed_time(self) -> float:
        """The time in seconds, by the system or by the work done; infinite after the last resort."""
        if not self.measures_time:
            return time.monotonic()
        if time.monotonic() > self.last_resort:
            self.was_cut_off = True
        return math.inf if self.was_cut_off else self.done / UNITS_A_SECOND


def longest_wait(seconds: float) -> float:
    """Return after how many seconds a request is cut off that should take some.

    >>> longest_wait(2), longest_wait(20), longest_wait(600)
    (20.0, 40.0, 1200.0)
    """
    return float(max(2 * seconds, min(LAST_RESORT * max(1.0, seconds), MAX_WAIT_SECONDS)))


def note_cut_off(work: Work) -> None:
    """Report the result of work that was cut off as a late answer, so that it is not cached."""
    noted = _LATE.get()
    if work.was_cut_off and noted is not None:
        noted.append(OutOfTime(0.0))


def cut_off_text() -> str:
    """Return what to know about the result of work that was cut off."""
    return say("the search was stopped because this machine is slow or busy; another run may find something else")


class OutOfEffortError(Exception):
    """The search has used up its nodes."""


class OutOfTimeError(Exception):
    """The search has used up its seconds."""


@dataclass(slots=True)
class SearchBudget:
    """Counts nodes and seconds, and stops a search that uses up either."""

    seconds: float
    nodes_left: int = 1 << 62
    work: Work = field(default_factory=Work)
    """The work that the clocks of one search share."""
    end: float = field(init=False)

    def __post_init__(self) -> None:
        start = self.work.elapsed_time
        self.end = start + self.seconds if start < math.inf else -math.inf

    @property
    def seconds_left(self) -> float:
        """The seconds left; 0 if time is over."""
        return max(0.0, self.end - self.work.elapsed_time)

    def part(self, share: float = 1.0, nodes: int = 1 << 62) -> "SearchBudget":
        """Return a clock for a share of the seconds left and a number of nodes."""
        return SearchBudget(self.seconds_left * share, nodes, self.work)

    @property
    def is_spent(self) -> bool:
        """Whether no nodes are left."""
        return self.nodes_left < 0

    @property
    def is_over(self) -> bool:
        """Whether no time is left."""
        return self.work.elapsed_time > self.end

    def tick(self, units: int = 1) -> None:
        """Count one node of some units of work; check the time, for small nodes only now and then."""
        self.nodes_left -= 1
        self.work.done += units
        if self.nodes_left < 0:
            raise OutOfEffortError
        if (units > 1 or not self.nodes_left & CLOCK_EVERY) and self.work.elapsed_time > self.end:
            raise OutOfTimeError

    def spend(self, nodes: int) -> None:
        """Count several nodes without checking the time, so that the result is the same on every machine."""
        self.nodes_left -= nodes
        self.work.done += nodes
        if self.nodes_left < 0:
            raise OutOfEffortError

"""The seconds of work that each address has had, and what follows: what is done as anybody's, after others, or later.

One piece at a time, and for the first seconds, is worked on as anybody's is; what an address wants besides is done with
what others leave of the machine, two pieces at a time after the first seconds, and who is alone does not notice. Only
whose seconds are nearly used up gets one piece at a time, and only who owes some waits until they have come back;
with pages that somebody looks at he may owe a good deal first.
"""

import time
from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial

from byestand.server.purses import Allowance, Purses

MOST_ADDRESSES = 16384
FEW = 10.0
"""Who has fewer left gets one piece at a time."""
A_MOMENT = 1e-6
LONGEST_DEBT = 120.0
"""Nobody waits longer than so many seconds for what he owes."""
FOR_PAGES = 60.0
"""Of which so many may be owed by who wants a page: those of a club go on while somebody there overdoes it."""


@dataclass(frozen=True, slots=True)
class Seconds:
    """What every address has."""

    work: Allowance
    as_others: float
    """So many of them, of those it has at first, are done as anybody's."""


ENDLESS = Seconds(Allowance(10**9, 1.0), float(10**9))


@dataclass(eq=False)
class Turn:
    """Somebody's turn to have something worked on."""

    expected: float = 0.0
    """How long it will take, as far as can be told."""
    behind: bool = False
    """Whether others go before."""
    cost: float | None = None
    """The seconds that it took, where that is another than how long it lasted."""


@dataclass(eq=False)
class Accounts:
    """What every address has had."""

    seconds: Seconds
    clock: Callable[[], float] = time.monotonic
    _purses: Purses = field(init=False)
    _as_others: Counter[str] = field(default_factory=Counter)
    """How much is worked on as anybody's now."""
    _under_way: defaultdict[str, float] = field(default_factory=partial(defaultdict, float))
    """What is worked on now will cost so much."""

    def __post_init__(self) -> None:
        self._purses = Purses(self.seconds.work, MOST_ADDRESSES, self.clock)

    def begin(self, address: str, turn: Turn) -> None:
        """Have a turn begin, and settle whether others go before."""
        if self.seconds is not ENDLESS:
            turn.behind = self._as_others[address] > 0 or self.has_had_much(address)
        self._as_others[address] += not turn.behind
        self._under_way[address] += turn.expected

    def end(self, address: str, turn: Turn, lasted: float) -> None:
        """Have it end, and pay for it."""
        self._as_others[address] -= not turn.behind
        self._under_way[address] -= turn.expected
        if not self._as_others[address]:
            del self._as_others[address]
        if self._under_way[address] < A_MOMENT:  # sums of fractions seldom come to nothing
            del self._under_way[address]
        purse = self._purses.of(address)
        purse.wait()  # what has come back since
        deepest = purse.left + LONGEST_DEBT / self.seconds.work.seconds
        purse.owe(min(lasted if turn.cost is None else turn.cost, deepest))

    def has_had_much(self, address: str) -> bool:
        """Tell whether an address has had its first seconds."""
        return self._wait(address, self.seconds.work.at_first - self.seconds.as_others) > 0

    def has_few(self, address: str) -> bool:
        """Tell whether an address has few seconds left, after what is under way."""
        return self._wait(address, FEW + self._under_way.get(address, 0.0)) > 0

    def owed(self, address: str, *, prompt: bool) -> float:
        """Return in how many seconds an address owes nothing any more, or little enough for something *prompt*."""
        return max(0.0, self._wait(address, 0.0) - (FOR_PAGES if prompt else 0.0))

    def _wait(self, address: str, seconds: float) -> float:
        return self._purses.of(address).wait(seconds)

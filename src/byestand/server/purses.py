"""Purses: so much of something at once, and more of it as time passes; each visitor has his own, and pays from it."""

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from ipaddress import IPv6Address, ip_address


@dataclass(frozen=True, slots=True)
class Allowance:
    """How much there is at first, and after how many seconds one more."""

    at_first: int
    seconds: float


@dataclass(eq=False)
class Purse:
    """What is left; it comes back bit by bit. A debt where it is less than nothing."""

    allowance: Allowance
    clock: Callable[[], float]
    left: float = field(init=False)
    at: float = field(init=False)

    def __post_init__(self) -> None:
        self.left, self.at = self.allowance.at_first, self.clock()

    def wait(self, cost: float = 1.0) -> float:
        """Return in how many seconds there is enough: none where there is now."""
        now = self.clock()
        self.left = min(self.allowance.at_first, self.left + (now - self.at) / self.allowance.seconds)
        self.at = now
        return max(0.0, (cost - self.left) * self.allowance.seconds)

    def owe(self, cost: float) -> None:
        """Take something out, whether it is there or not."""
        self.wait()  # what came back until now is more than the purse holds, and lost
        self.left -= cost


@dataclass(eq=False)
class Purses:
    """The purses of those seen last, *most* of them; who is forgotten has a full one again."""

    allowance: Allowance
    most: int
    clock: Callable[[], float] = time.monotonic
    _known: OrderedDict[str, Purse] = field(default_factory=OrderedDict)

    def __contains__(self, word: str) -> bool:
        """Tell whether somebody is remembered."""
        return word in self._known

    def __len__(self) -> int:
        """Return how many are remembered."""
        return len(self._known)

    def of(self, word: str) -> Purse:
        """Return somebody's purse."""
        self._known[word] = self._known.get(word) or Purse(self.allowance, self.clock)
        self._known.move_to_end(word)
        while len(self._known) > self.most:
            self._known.popitem(last=False)
        return self._known[word]


def neighbourhood(address: str) -> str:
    """Return the address; of the new kind, of which a household is given 2^72 (a /56), what all of them have in common.

    An IPv4 address is the same in its IPv6 notation.

    >>> neighbourhood("203.0.113.9"), neighbourhood("2001:db8:1:2a7::9")
    ('203.0.113.9', '2001:0db8:0001:02')
    >>> neighbourhood("::ffff:203.0.113.9"), neighbourhood("::ffff:203.0.113.8")
    ('203.0.113.9', '203.0.113.8')
    """
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if not isinstance(found, IPv6Address):
        return address
    if found.ipv4_mapped:
        return str(found.ipv4_mapped)
    return found.exploded[:17]

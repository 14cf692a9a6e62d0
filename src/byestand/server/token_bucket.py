"""Token buckets, one per client address: a burst at once, and more as time passes."""

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address

from starlette.types import Scope

MAX_ADDRESSES = 65536
"""Addresses in memory, those seen last; any other has a full bucket."""


@dataclass(frozen=True, slots=True)
class Rate:
    """The size of a bucket, and how fast it refills."""

    burst: float
    per_second: float


@dataclass(eq=False, slots=True)
class TokenBucket:
    """Tokens that refill steadily up to the burst; negative if more were taken."""

    tokens: float
    at: float


class AddressBuckets:
    """One token bucket per address."""

    def __init__(self, rate: Rate, clock: Callable[[], float] = time.monotonic) -> None:
        self.rate = rate
        self._clock = clock
        self._buckets: OrderedDict[str, TokenBucket] = OrderedDict()

    def delay(self, address: str, cost: float = 1.0) -> float:
        """Return the seconds until there are enough tokens; 0 if there are now."""
        return max(0.0, (cost - self._bucket(address).tokens) / self.rate.per_second)

    def take(self, address: str, cost: float = 1.0) -> None:
        """Take tokens, even if there are too few."""
        self._bucket(address).tokens -= cost

    def _bucket(self, address: str) -> TokenBucket:
        now, key = self._clock(), network_of(address)
        bucket = self._buckets.setdefault(key, TokenBucket(self.rate.burst, now))
        self._buckets.move_to_end(key)
        if len(self._buckets) > MAX_ADDRESSES:
            self._buckets.popitem(last=False)
        bucket.tokens = min(self.rate.burst, bucket.tokens + (now - bucket.at) * self.rate.per_second)
        bucket.at = now
        return bucket


def client_address(scope: Scope) -> str:
    """Return the client address of a request; empty if it is unknown."""
    return scope["client"][0] if scope.get("client") else ""


def network_of(address: str) -> str:
    """Return an address; of an IPv6 address the part that one household shares (a /56).

    An IPv4 address is the same in its IPv6 notation.

    >>> network_of("203.0.113.9"), network_of("2001:db8:1:2a7::9")
    ('203.0.113.9', '2001:0db8:0001:02')
    >>> network_of("::ffff:203.0.113.9"), network_of("::ffff:203.0.113.8")
    ('203.0.113.9', '203.0.113.8')
    """
    try:
        ip = ip_address(address)
    except ValueError:
        return address
    if not isinstance(ip, IPv6Address):
        return address
    return str(ip.ipv4_mapped) if ip.ipv4_mapped else ip.exploded[:17]

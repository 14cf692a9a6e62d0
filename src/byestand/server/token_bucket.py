"""Token buckets: so much of something at once, and more of it as time passes; one per address of a client."""

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address

from starlette.types import Scope

MAX_ADDRESSES = 65536
"""Addresses that are remembered, those seen last; a forgotten one has a full bucket again."""


@dataclass(frozen=True, slots=True)
class Rate:
    """The size of a bucket, and how fast it fills up again."""

    burst: float
    per_second: float


@dataclass(eq=False, slots=True)
class TokenBucket:
    """Tokens that come back steadily up to a burst; a debt where more were taken than there were."""

    tokens: float
    at: float


class AddressBuckets:
    """One token bucket per address."""

    def __init__(self, rate: Rate, clock: Callable[[], float] = time.monotonic) -> None:
        self.rate = rate
        self._clock = clock
        self._buckets: OrderedDict[str, TokenBucket] = OrderedDict()

    def delay(self, address: str, cost: float = 1.0) -> float:
        """Return in how many seconds there are enough tokens; 0 where there are now."""
        return max(0.0, (cost - self._bucket(address).tokens) / self.rate.per_second)

    def take(self, address: str, cost: float = 1.0) -> None:
        """Take tokens, whether they are there or not."""
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
    """Return the address that a request comes from; empty where it is unknown."""
    return scope["client"][0] if scope.get("client") else ""


def network_of(address: str) -> str:
    """Return the address; of an IPv6 address the part that a whole household shares (a /56).

    An IPv4 address is the same in its IPv6 notation.

    >>> network_of("203.0.113.9"), network_of("2001:db8:1:2a7::9")
    ('203.0.113.9', '2001:0db8:0001:02')
    >>> network_of("::ffff:203.0.113.9"), network_of("::ffff:203.0.113.8")
    ('203.0.113.9', '203.0.113.8')
    """
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if not isinstance(found, IPv6Address):
        return address
    return str(found.ipv4_mapped) if found.ipv4_mapped else found.exploded[:17]

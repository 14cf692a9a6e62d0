"""Wrong codes: an address that sends many of them gets its answers slowly, and a right code always gets in at once.

The phones of a club mostly share one address, so nobody is refused because of others there. A code is looked up first,
and only the answer to a wrong one waits: a second, and from the 21st on one at a time, five seconds each. The answers
that wait hold connections, so few may wait at an address; a wrong code beyond these is told at once that too many were
wrong. What keeps codes from being guessed is their length; this keeps guessing from being a burden. Together with the
limit of requests an address has at most twenty attempts a second.
"""

import asyncio
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from byestand.errors import Refused
from byestand.server.token_bucket import AddressBuckets, Rate, network_of

WRONG_CODES = Rate(20, 1 / 60)
"""So many wrong codes of an address are answered quickly, and one more after a minute."""
SHORT_DELAY, LONG_DELAY = 1.0, 5.0
"""Seconds."""
MAX_WAITING = 16
"""Answers that wait at one address."""


@dataclass(eq=False)
class Attempts:
    """Wrong codes of all addresses."""

    clock: Callable[[], float] = time.monotonic
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    _wrong: AddressBuckets = field(init=False)
    _waiting: Counter[str] = field(default_factory=Counter)
    _locks: dict[str, asyncio.Lock] = field(default_factory=dict)
    """Of addresses at which answers wait."""

    def __post_init__(self) -> None:
        self._wrong = AddressBuckets(WRONG_CODES, self.clock)

    async def delay_wrong(self, address: str) -> None:
        """Wait before a wrong code is answered; raise `Refused` where too many answers of an address wait already."""
        address = network_of(address)
        if not self._wrong.delay(address):
            self._wrong.take(address)
            await self.sleep(SHORT_DELAY)
            return
        if self._waiting[address] >= MAX_WAITING:
            raise Refused(429, "this code is wrong, as too many from here were; wait a moment", after=int(LONG_DELAY))
        self._waiting[address] += 1
        try:
            async with self._locks.setdefault(address, asyncio.Lock()):
                await self.sleep(LONG_DELAY)
        finally:
            self._waiting[address] -= 1
            if not self._waiting[address]:
                del self._waiting[address], self._locks[address]

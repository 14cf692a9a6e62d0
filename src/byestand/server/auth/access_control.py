"""How other devices get access: to a laptop on its network, or to a hosted service."""

import asyncio
import time
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import ClassVar, Literal, TypeAlias

from starlette.datastructures import Headers
from starlette.requests import cookie_parser
from starlette.responses import Response
from starlette.types import Scope

from byestand.errors import RequestRefused
from byestand.language import say
from byestand.server.auth.access_codes import Codes, Credential
from byestand.server.auth.roles import Role
from byestand.server.token_bucket import AddressBuckets, Rate, network_of

WRONG_CODES = Rate(20, 1 / 60)
"""Wrong codes of an address that are answered quickly, and one more each minute."""
SHORT_DELAY, LONG_DELAY = 1.0, 5.0
"""Seconds."""
MAX_WAITING = 16
"""Delayed answers per address."""


@dataclass(eq=False)
class Attempts:
    """Delays the answers to wrong codes of an address; a correct code always works at once.

    The phones of a club usually share one address, so a device is not refused because of others. A code is looked up
    first, and only the answer to a wrong one is delayed: one second, and from the 21st on one at a time, five seconds
    each. Delayed answers hold connections, so few of them are allowed per address; further wrong codes are refused at
    once. The length of codes prevents guessing; this limits the load of guessing. With the limit of requests an address
    has at most 20 attempts per second.
    """

    clock: Callable[[], float] = time.monotonic
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    _failures: AddressBuckets = field(init=False)
    _waiters: Counter[str] = field(default_factory=Counter)
    _locks: dict[str, asyncio.Lock] = field(default_factory=dict)
    """Of addresses with delayed answers."""

    def __post_init__(self) -> None:
        self._failures = AddressBuckets(WRONG_CODES, self.clock)

    async def delay_wrong(self, address: str) -> None:
        """Delay the answer to a wrong code; raise `RequestRefused` if too many answers of an address are delayed."""
        address = network_of(address)
        if not self._failures.delay(address):
            self._failures.take(address)
            await self.sleep(SHORT_DELAY)
            return
        if self._waiters[address] >= MAX_WAITING:
            raise RequestRefused(
                429,
                say("unknown code, and too many wrong codes from your network; wait a moment"),
                after=int(LONG_DELAY),
            )
        self._waiters[address] += 1
        try:
            async with self._locks.setdefault(address, asyncio.Lock()):
                await self.sleep(LONG_DELAY)
        finally:
            self._waiters[address] -= 1
            if not self._waiters[address]:
                del self._waiters[address], self._locks[address]


COOKIE = "byestand-right"
"""The cookie with the right of a device."""
ADDRESS_COOKIE = "byestand-address"
"""The cookie of a director's browser with the address that it shows to others."""
VisitorRole: TypeAlias = Literal["director", "device", "stranger"]
"""Of a client: the director at this machine, a device with a valid cookie, or any other."""
COOKIE_MAX_AGE = 30 * 24 * 3600


@dataclass(frozen=True)
class AccessControl(ABC):
    """Codes, addresses and rights of other devices."""

    codes: Codes
    """Codes to type or scan."""
    attempts: Attempts = field(default_factory=Attempts, kw_only=True)
    has_many_desks: ClassVar[bool] = False
    """Whether each visitor has a separate workspace."""
    others: ClassVar[str] = "others"
    """Who else can open the app; pages only test whether it is empty."""

    @property
    def days(self) -> int | None:
        """Days that an unvisited workspace is kept; None for ever."""
        return None

    @abstractmethod
    def addresses(self, scope: Scope) -> tuple[str, ...]:
        """Return the addresses for other devices, such as ``http://192.168.1.5:8013/``, the best one first."""

    @abstractmethod
    def visitor_role(self, scope: Scope) -> VisitorRole:
        """Return the standing of a client, without using the database."""

    @abstractmethod
    def holder(self, scope: Scope) -> Credential | None:
        """Return the right and the device of a request; None if it has no right."""

    def response_headers(self, scope: Scope, holder: Credential | None) -> Mapping[str, str]:
        """Return the headers of every answer to a device."""
        del scope, holder
        return {}

    @abstractmethod
    def keep(self, response: Response, right: Role) -> None:
        """Set the cookie of a right."""

    @abstractmethod
    def forget(self, response: Response, *, desk: bool) -> None:
        """Delete the cookie of the *desk*, or else of the right."""


def cookies_in(scope: Scope) -> dict[str, str]:
    """Return the cookies of a request."""
    return cookie_parser(Headers(scope=scope).get("cookie", ""))

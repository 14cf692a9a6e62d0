"""How others come in, where others come: to a club's laptop on its network, or to a service that many clubs share."""

import asyncio
import time
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import ClassVar, Literal, TypeAlias

from starlette.datastructures import Headers
from starlette.requests import Request, cookie_parser
from starlette.responses import Response
from starlette.types import Scope

from byestand.errors import Refused
from byestand.server.auth.codes import Codes, Pass
from byestand.server.auth.right import Right
from byestand.server.token_bucket import AddressBuckets, Rate, network_of

WRONG_CODES = Rate(20, 1 / 60)
"""So many wrong codes of an address are answered quickly, and one more after a minute."""
SHORT_DELAY, LONG_DELAY = 1.0, 5.0
"""Seconds."""
MAX_WAITING = 16
"""Answers that wait at one address."""


@dataclass(eq=False)
class Attempts:
    """Wrong codes: an address that sends many gets its answers slowly, and a right code always gets in at once.

    The phones of a club mostly share one address, so nobody is refused because of others there. A code is looked up
    first, and only the answer to a wrong one waits: a second, and from the 21st on one at a time, five seconds
    each. The answers that wait hold connections, so few may wait at an address; a wrong code beyond these is told
    at once that too many were wrong. What keeps codes from being guessed is their length; this keeps guessing from
    being a burden. Together with the limit of requests an address has at most twenty attempts a second.
    """

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


COOKIE = "byestand-right"
"""Where a device keeps what a code has opened to it."""
ADDRESS_COOKIE = "byestand-address"
"""Where a director's browser keeps which address of several it shows to others."""
Standing: TypeAlias = Literal["director", "device", "stranger"]
"""Of a client: the director at the machine itself, a device with a valid cookie, or anybody else."""
A_MONTH = 30 * 24 * 3600


@dataclass(frozen=True)
class Entrance(ABC):
    """What pages ask: which codes open what, where, and to whom."""

    codes: Codes
    """What is typed or scanned."""
    attempts: Attempts = field(default_factory=Attempts, kw_only=True)
    has_many_desks: ClassVar[bool] = False
    """Whether each who comes has a desk of his own."""
    others: ClassVar[str] = "others"
    """Who may come, in sentences."""

    @property
    def days(self) -> int | None:
        """How long a desk stays that nobody visits, where it does not stay for ever."""
        return None

    @abstractmethod
    def addresses(self, scope: Scope) -> tuple[str, ...]:
        """Return where others come in, like ``http://192.168.1.5:8013/``, the best one for who asks first."""

    @abstractmethod
    def standing(self, scope: Scope) -> Standing:
        """Return the standing of who asks, without looking into the database."""

    @abstractmethod
    def holder(self, scope: Scope) -> Pass | None:
        """Return who asks, and with which right; nobody we know where there is none."""

    def beside(self, scope: Scope, holder: Pass | None) -> Mapping[str, str]:
        """Return the headers that every answer to him has."""
        del scope, holder
        return {}

    @abstractmethod
    def keep(self, response: Response, right: Right) -> None:
        """Have a device keep a right from now on."""

    @abstractmethod
    def forget(self, response: Response, *, desk: bool) -> None:
        """Have it keep that no more: its *desk*, or what a code has opened to it."""


def cookies_in(scope: Scope) -> dict[str, str]:
    """Return the cookies of a request."""
    return cookie_parser(Headers(scope=scope).get("cookie", ""))


def entrance(request: Request) -> Entrance | None:
    """Return how others come in; nothing where everybody who can ask sits before this machine."""
    found: Entrance | None = request.app.state.entrance
    return found

"""How much one visitor may ask of a service that many share.

A visitor is an address here, and of the new kind of addresses all that a household has: a desk is had for nothing,
so who has many would be many. The phones of a club may all share one address; the figures are far above what a large
club does (60 tables, 240 phones, all within a minute), and far below what would be felt by others.

Requests that come too fast are held back first, so that a crowd is answered one after another; only who goes on is
told to come again, and that late, as far as there is room for who waits: a no at once would have him ask again at
once. Each process counts for itself.
"""

import asyncio
import time
from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from math import ceil
from typing import Literal, TypeAlias

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from byestand.errors import Refused
from byestand.server.guard import (
    HEADERS,
    MEGABYTE,
    MOST_AT_ONCE,
    MOST_BODY,
    STATIC,
    Answering,
    bound_of,
    refused,
    with_headers,
)
from byestand.server.purses import Allowance, Purses, neighbourhood
from byestand.server.work.turns import nobody

Kind: TypeAlias = Literal["requests", "uploads", "megabytes", "desks", "at once"]

HOUR = 3600
MOST_ADDRESSES = 65536
AT_ONCE = 320
"""So many requests of an address are answered at once, without streams; but no more than could still come from others:
however few addresses ask for all they can get, something is left for the next."""
STREAMS = 600
"""So many streams an address has."""
HELD_BACK = 8.0
"""So many seconds at most a request is held back."""
CHEAP = 0.1
"""What a script or a style costs, of which each page has a dozen at first, in requests."""


@dataclass(frozen=True, slots=True)
class Limit:
    """How much there is of something, and what is said when there is no more."""

    allowance: Allowance
    sentence: str


LIMITS: dict[Kind, Limit] = {
    "requests": Limit(Allowance(600, 1 / 20), "too many requests come from your address"),
    "uploads": Limit(Allowance(60, HOUR / 120), "too many files were sent from your address"),
    "megabytes": Limit(Allowance(128, HOUR / 256), "too much was sent from your address"),
    "desks": Limit(Allowance(60, HOUR / 60), "too many desks were begun at your address"),
    "at once": Limit(Allowance(AT_ONCE, 1.0), "too much is asked at once from your address"),
}
"""At first, and then so often: twenty requests a second, 120 files and 256 megabytes an hour, a desk a minute."""


@dataclass(eq=False)
class Visits:
    """What every address has left."""

    clock: Callable[[], float] = time.monotonic
    limited: Callable[[str], None] = nobody
    """Is told that somebody was told to come again."""
    _purses: dict[Kind, Purses] = field(init=False)

    def __post_init__(self) -> None:
        self._purses = {kind: Purses(limit.allowance, MOST_ADDRESSES, self.clock) for kind, limit in LIMITS.items()}

    def pay(self, kind: Kind, address: str, cost: float = 1.0) -> None:
        """Take something out of a purse; refuse where there is not enough."""
        self.require(kind, address, cost)
        self.owe(kind, address, cost)

    def require(self, kind: Kind, address: str, cost: float = 1.0) -> None:
        """Refuse where there is not enough."""
        if wait := self._purses[kind].of(neighbourhood(address)).wait(cost):
            raise self.no(kind, wait)

    def owe(self, kind: Kind, address: str, cost: float) -> None:
        """Take something out, whether it is there or not."""
        self._purses[kind].of(neighbourhood(address)).owe(cost)

    def held_back(self, address: str, cost: float) -> float:
        """Pay for a request, and return for how many seconds it is held back."""
        purse = self._purses["requests"].of(neighbourhood(address))
        wait = purse.wait(cost)
        if wait > HELD_BACK:
            raise self.no("requests", wait - HELD_BACK)
        purse.left -= cost
        return wait

    def no(self, kind: Kind, wait: float) -> Refused:
        """Return the no to who wants more than there is."""
        self.limited(kind)
        after = max(1, ceil(wait))
        return Refused(429, f"{LIMITS[kind].sentence}; try again in about {_words(after)}", after=after)


def begins_a_desk(request: Request) -> None:
    """Refuse one desk more to who has begun too many of them."""
    visits: Visits = request.app.state.visits
    visits.pay("desks", request.client.host if request.client else "")


class Limited:
    """A layer in front of the guard."""

    def __init__(self, app: ASGIApp, visits: Visits) -> None:
        self._app = app
        self._visits = visits
        self._answering: defaultdict[str, Answering] = defaultdict(Answering)
        self._turned_away: Counter[str] = Counter()
        """Those who still wait to be told so."""
        self._everybody = Answering()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request pass, now or in a moment, or say when it may come again."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        address = scope["client"][0] if scope.get("client") else ""
        try:
            await self._hold_back(address, CHEAP if scope["path"].startswith(STATIC) else 1.0)
            if scope["method"] == "POST" and bound_of(scope["path"], Headers(scope=scope)).most == MOST_BODY:
                self._visits.require("megabytes", address)
                self._visits.pay("uploads", address)
            here = self._answering[neighbourhood(address)]
            if here.many >= min(AT_ONCE, MOST_AT_ONCE - self._everybody.many):
                raise self._visits.no("at once", 5.0)
        except Refused as no:
            await refused(scope, no.status, str(no), no.after)(scope, receive, with_headers(send, HEADERS))
            return
        try:
            with self._everybody.counted(send) as counted, here.counted(counted) as sent:
                await self._app(scope, self._weighed(address, receive), sent)
        finally:
            if not here.many:
                self._answering.pop(neighbourhood(address), None)

    async def _hold_back(self, address: str, cost: float) -> None:
        try:
            seconds = self._visits.held_back(address, cost)
        except Refused:
            here = neighbourhood(address)
            if self._turned_away[here] < AT_ONCE and self._turned_away.total() < MOST_AT_ONCE:
                self._turned_away[here] += 1
                try:
                    await asyncio.sleep(HELD_BACK)
                finally:
                    self._turned_away[here] -= 1
                    if not self._turned_away[here]:
                        del self._turned_away[here]
            raise
        await asyncio.sleep(seconds)

    def _weighed(self, address: str, receive: Receive) -> Receive:
        async def receiving() -> Message:
            message = await receive()
            if body := message.get("body"):
                self._visits.owe("megabytes", address, len(body) / MEGABYTE)
            return message

        return receiving


def _words(seconds: int) -> str:
    if seconds == 1:
        return "a second"
    return f"{seconds} seconds" if seconds < 100 else f"{ceil(seconds / 60)} minutes"

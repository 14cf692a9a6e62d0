"""What the routes share while the server runs: the workers, answers given before, nights, and open pages.

Answers are kept for who asks the same again: bounded in bytes, and each made once however many wait for it. They are
kept under the fingerprint of the question: what was asked may be a file of many megabytes. What is true of a moment
only, a refusal or an answer for which a search ran out of time, is not kept; nor is what nobody asked for in an hour,
for the night that it tells of may have been thrown away since.
"""

import asyncio
import hashlib
import time
from collections import Counter, OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import ParamSpec, TypeVar

from starlette.requests import ClientDisconnect, Request

from byestand.errors import Refused
from byestand.server.live import Hub
from byestand.server.storage.store import Store
from byestand.server.work.answers import Answer
from byestand.server.work.pool import ENDING, Lane, Pool, who_asks
from byestand.server.work.turns import Limits, Turns

MOST_BYTES = 64 * 1024 * 1024
AN_HOUR = 3600.0
OVERHEAD = 1024
"""What an answer takes besides its body, about."""


def fingerprint(question: object) -> bytes:
    """Return a short key for texts, bytes, numbers and tuples of them; others have other ones.

    >>> len(fingerprint(("check.content", b"a whole file", ())))
    32
    """
    digest = hashlib.sha256()
    if isinstance(question, tuple):
        for part in question:
            digest.update(fingerprint(part))
    else:
        digest.update(question if isinstance(question, bytes) else repr(question).encode())
    # Bytes that spell a number, or the parts of a tuple, are another question.
    digest.update(type(question).__name__.encode())
    return digest.digest()


class Cache:
    """The answers given last."""

    def __init__(self, most_bytes: int = MOST_BYTES, clock: Callable[[], float] = time.monotonic) -> None:
        self._most = most_bytes
        self._clock = clock
        self._kept: OrderedDict[bytes, tuple[Answer, float]] = OrderedDict()
        """With when each was asked for last, the earliest first."""
        self._bytes = 0
        self._making: dict[bytes, asyncio.Future[Answer]] = {}
        self._waiting: Counter[bytes] = Counter()

    async def get(self, key: bytes, make: Callable[[], Awaitable[Answer]]) -> Answer:
        """Return the answer for a key; make it where nobody has asked that before."""
        if key in self._kept:
            kept, _ = self._kept.pop(key)
            self._kept[key] = kept, self._clock()
            return kept
        making = self._making.get(key)
        if making is None:
            # A task of its own: whoever asked first may go away, and others still wait.
            making = self._making[key] = asyncio.ensure_future(make())
            making.add_done_callback(lambda done: self._keep(key, done))
        self._waiting[key] += 1
        try:
            return await asyncio.shield(making)
        finally:
            self._waiting[key] -= 1
            if not self._waiting[key]:
                del self._waiting[key]
                if making.cancel():  # where it is not made yet, nobody wants it; who asks again has it made anew
                    del self._making[key]

    def _keep(self, key: bytes, done: "asyncio.Future[Answer]") -> None:
        if self._making.get(key) is done:
            del self._making[key]
        if done.cancelled() or done.exception() or done.result().passing:
            return
        size = self._size(done.result())
        if size > self._most // 4:
            return
        self._kept[key] = done.result(), self._clock()
        self._bytes += size
        while self._bytes > self._most:
            self._drop()

    def forget_old(self) -> None:
        """Drop what nobody asked for in an hour."""
        while self._kept and next(iter(self._kept.values()))[1] < self._clock() - AN_HOUR:
            self._drop()

    def _drop(self) -> None:
        _, (dropped, _) = self._kept.popitem(last=False)
        self._bytes -= self._size(dropped)

    @staticmethod
    def _size(answer: Answer) -> int:
        return len(answer.body) + OVERHEAD


P = ParamSpec("P")
Found = TypeVar("Found")

WHOLE_DESK, PACKING = "whole desk", "packing"
WHOLE_DESKS = {
    WHOLE_DESK: Limits(2, 45.0, prompt=True, one_each=True),
    PACKING: Limits(16, 45.0, prompt=True, one_each=True),
}
"""So many are listed or added to at once, and packed, and of one address a single one."""


@dataclass(eq=False)
class Office:
    """One for the whole app."""

    store: Store
    pool: Pool = field(default_factory=Pool)
    cache: Cache = field(default_factory=Cache)
    live: Hub = field(default_factory=Hub)
    desks: Turns = field(init=False)

    def __post_init__(self) -> None:
        self.desks = Turns(WHOLE_DESKS, self.pool.shares)

    async def ask(self, page: Callable[P, Answer], *args: P.args, **kwargs: P.kwargs) -> Answer:
        """Return what a page answers, worked on in the lane for pages."""
        return await self.ask_in("quick", page, *args, **kwargs)

    async def ask_in(self, lane: Lane, page: Callable[P, Answer], *args: P.args, **kwargs: P.kwargs) -> Answer:
        """Return the same out of another lane; the same question is worked on once."""
        question = fingerprint((page.__module__, page.__qualname__, args, tuple(kwargs.items())))
        try:
            return await self.cache.get(question, lambda: self.pool.work(lane, page, *args, **kwargs))
        except asyncio.CancelledError:  # only the end of the server does that
            raise Refused(503, ENDING) from None

    async def ask_while_wanted(
        self, request: Request, lane: Lane, page: Callable[P, Answer], *args: P.args, **kwargs: P.kwargs
    ) -> Answer:
        """Return the same, for what takes its time: it is given up when the one who asked goes away, or stops it."""
        asking = asyncio.ensure_future(self.ask_in(lane, page, *args, **kwargs))
        leaving = asyncio.ensure_future(_has_left(request))
        try:
            await asyncio.wait((asking, leaving), return_when=asyncio.FIRST_COMPLETED)
            if asking.done():
                return asking.result()
            raise ClientDisconnect
        finally:
            for one in (asking, leaving):
                one.cancel()
            await asyncio.gather(asking, leaving, return_exceptions=True)

    async def ask_once(self, lane: Lane, page: Callable[P, Answer], *args: P.args, **kwargs: P.kwargs) -> Answer:
        """Return the same without keeping it: for files and long texts."""
        return await self.pool.work(lane, page, *args, **kwargs)

    async def with_whole_desk(self, function: Callable[P, Found], *args: P.args, **kwargs: P.kwargs) -> Found:
        """Return what takes longer the more nights a desk has, from a thread.

        Every request needs a thread at the door, so who asks for much takes turns and never has many of them.
        """
        async with self.desks.turn(WHOLE_DESK, who_asks()):
            return await asyncio.to_thread(function, *args, **kwargs)


async def _has_left(request: Request) -> None:
    """Return when nobody waits for the answer to a request any more."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


def office(request: Request) -> Office:
    """Return the office of the app that a request came to."""
    found = request.app.state.office
    assert isinstance(found, Office)  # noqa: S101 - put there when the app was made
    return found

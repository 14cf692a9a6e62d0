"""What happens is told to all open pages at once, as server-sent events; each then fetches what it shows of it.

A stream tells the newest only: a page that slept is right again with the first line it gets. Where there is no room for
one more stream, it ends after that line, and the browser asks again every few seconds. What is told is made once
for all streams of a night, however many there are; only the instant of sending is put in for each, from which every
screen computes its clock.
"""

import asyncio
import json
import secrets
import time
from asyncio import AbstractEventLoop, Event, Task
from collections import Counter
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator, Mapping
from contextlib import aclosing, contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from byestand.errors import ByestandError, Refused
from byestand.server.auth.entrance import entrance
from byestand.server.auth.right import NOT_YOURS, Right
from byestand.server.auth.visitor import visitor
from byestand.server.jobs.pool import ENDING
from byestand.server.storage.database import Notification
from byestand.server.token_bucket import client_address, network_of

MEDIA = "text/event-stream"
HEARTBEAT = 15.0
"""After so many seconds of silence a stream shows that it is alive, and finds out whether somebody listens."""
SOONEST, LATEST = 500, 2000
"""In so many milliseconds, each when it likes, pages come back whose stream broke: all at once would be too many."""
MOST_STREAMS = 8000
MOST_OF_A_DEVICE = 8
"""Windows that one device shows at once; by HTTP/1.1 a browser opens six streams at most, by HTTP/2 many more."""
POLL_SOONEST, POLL_LATEST = 3000, 5000
"""In so many milliseconds pages come back for which there was no room."""

Contents: TypeAlias = Callable[[], Awaitable[Mapping[str, object]]]
"""What is told of a night as it is now."""


@dataclass(eq=False)
class Channel:
    """All streams of one night."""

    position: int = 0
    """How far the night has come, as far as was told."""
    woken: Event = field(default_factory=Event)
    watching: int = 0
    made: bytes = b""
    made_at: int = -1
    """At which position it was made."""
    making: "Task[None] | None" = None
    gone: bool = False
    """Whether the night was thrown away."""
    heard_at: float | None = None
    """When it was heard that something happened that nobody was told yet."""

    def wake(self) -> None:
        """Have all streams look again."""
        self.woken, woken = Event(), self.woken
        woken.set()

    async def line(self, contents: Contents, told_after: Callable[[float], None] = lambda _: None) -> bytes:
        """Return what is told, made once for a position."""
        while self.made_at < self.position:
            # A task of its own: whoever asked first may go away, and all others wake together.
            self.making = self.making or asyncio.create_task(self._make(contents, told_after))
            await asyncio.shield(self.making)
        return self.made

    async def _make(self, contents: Contents, told_after: Callable[[float], None]) -> None:
        at, heard_at = self.position, self.heard_at
        self.heard_at = None
        try:
            self.made = json.dumps(await contents(), ensure_ascii=False, separators=(",", ":")).encode()
            self.made_at = at
            if heard_at is not None:
                told_after(time.monotonic() - heard_at)
        finally:
            self.making = None


class Hub:
    """All streams of the app."""

    def __init__(self, most: int = MOST_STREAMS) -> None:
        self.most = most
        self.most_of_an_address = most
        self.told_after: Callable[[float], None] = lambda _: None
        """Is told how many seconds it took from what happened until it was ready to be sent to all."""
        self.ended = False
        self._channels: dict[int, Channel] = {}
        self._of_devices: Counter[str] = Counter()
        self._of_addresses: Counter[str] = Counter()
        self._renewed: Counter[tuple[str, int]] = Counter()
        self._misses = 0
        self.streams = 0
        self._loop: AbstractEventLoop | None = None
        self._beating: Task[None] | None = None

    async def open(self) -> None:
        """Begin to beat."""
        self._loop = asyncio.get_running_loop()
        self._beating = asyncio.create_task(self._beat())

    def end(self) -> None:
        """End all streams; a server that ends waits for them."""
        self.ended = True
        self._wake_all()

    async def close(self) -> None:
        """Beat no more."""
        self.end()
        if self._beating:
            self._beating.cancel()
            with suppress(asyncio.CancelledError):
                await self._beating

    def told(self, news: Notification) -> None:
        """Tell what happened; from whichever thread."""
        self._soon(self._heard, news, time.monotonic())

    def missed(self) -> None:
        """Have every stream look again: something may have happened of which nobody told; from whichever thread."""
        self._soon(self._look_again)

    def _soon(self, *call: Any) -> None:  # noqa: ANN401 - a function and what it takes
        if self._loop and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(*call)

    def _heard(self, news: Notification, at: float) -> None:
        channel = self._channels.get(news.number)
        if news.kind == "moved":
            if channel:
                channel.position = max(channel.position, news.position)
                channel.heard_at = at if channel.heard_at is None else channel.heard_at
                channel.wake()
        elif news.kind == "gone":
            if channel:
                del self._channels[news.number]  # whoever comes now, comes to another night
                channel.gone = True
                channel.wake()
        else:
            self._renewed[news.kind, news.number] += 1
            self._wake_all()

    def _look_again(self) -> None:
        self._misses += 1
        for channel in self._channels.values():
            channel.made_at = -1
        self._wake_all()

    def _renewals(self, right: Right | None) -> int:
        """Return how often what a right hangs on was made anew, as far as is known."""
        if right is None:
            return self._misses
        mine = ("renewed desk", right.desk) if right.is_director else ("renewed", right.night)
        return self._misses + self._renewed[mine]

    async def watch(self, night: int) -> AsyncGenerator[Channel]:
        """Yield the streams of a night: now, whenever it has moved, and with every beat."""
        channel = self._channels.setdefault(night, Channel())
        channel.watching += 1
        try:
            while not (self.ended or channel.gone):
                woken = channel.woken  # before it is told: what happens meanwhile is not missed
                yield channel
                await woken.wait()
        finally:
            channel.watching -= 1
            if not channel.watching and self._channels.get(night) is channel:
                del self._channels[night]

    async def stream(self, request: Request, night: int, contents: Contents) -> Response:
        """Return the stream of a night; whatever *contents* refuses is refused before it begins."""
        lines = self._lines(request, night, contents)
        first = await anext(lines)

        async def all_of_it() -> AsyncGenerator[bytes]:
            async with aclosing(lines):
                yield first
                async for line in lines:
                    yield line

        return StreamingResponse(all_of_it(), media_type=MEDIA, headers={"cache-control": "no-store"})

    async def _lines(self, request: Request, night: int, contents: Contents) -> AsyncGenerator[bytes]:
        holder, door, sent = visitor(request).holder, entrance(request), b""
        right = holder.right if holder else None
        renewals = -1
        if self.ended:
            raise Refused(503, ENDING)
        with self._counted(holder.device if holder else "", client_address(request.scope)) as has_room:
            soonest, latest = (SOONEST, LATEST) if has_room else (POLL_SOONEST, POLL_LATEST)
            retry = f"retry: {soonest + secrets.randbelow(latest - soonest)}\n".encode()
            async with aclosing(self.watch(night)) as channels:
                async for channel in channels:
                    try:
                        # Also at first: what was made anew since the door looked was counted before we began to.
                        if door and self._renewals(right) != renewals:
                            renewals = self._renewals(right)
                            if await asyncio.to_thread(door.holder, request.scope) != holder:
                                raise Refused(403, NOT_YOURS)
                        told = await channel.line(contents, self.told_after)
                    except ByestandError:  # the night was thrown away, the right made anew, or the database is away
                        if sent:
                            return
                        raise
                    yield retry + _message(told, polls=not has_room) if told != sent else b":\n\n"
                    if not has_room:
                        return  # the browser asks again by itself
                    sent, retry = told, b""

    @contextmanager
    def _counted(self, device: str, address: str) -> Iterator[bool]:
        """Count a stream while it lasts, if there is room: all that this machine wants, a few of other devices."""
        address = network_of(address)
        if (
            self.streams >= self.most
            or (device and self._of_devices[device] >= MOST_OF_A_DEVICE)
            or self._of_addresses[address] >= self.most_of_an_address
        ):
            yield False
            return
        self.streams += 1
        counted = ((self._of_devices, device), (self._of_addresses, address))
        for many, who in counted:
            many[who] += 1
        try:
            yield True
        finally:
            self.streams -= 1
            for many, who in counted:
                many[who] -= 1
                if not many[who]:
                    del many[who]

    def _wake_all(self) -> None:
        for channel in self._channels.values():
            channel.wake()

    async def _beat(self) -> None:
        """Wake the streams of one night after another, so that those of many are not all busy at once."""
        while True:
            channels = tuple(self._channels.values())
            for channel in channels:
                await asyncio.sleep(HEARTBEAT / len(channels))
                channel.wake()
            if not channels:
                await asyncio.sleep(HEARTBEAT)


def _message(told: bytes, *, polls: bool) -> bytes:
    """Return one message: an object of json, with the instant at which it is sent, and whether the page polls."""
    return b'data: {"now":%.3f,%b%b\n\n' % (time.time(), b'"polls":true,' if polls else b"", told.removeprefix(b"{"))

"""Notifies all open pages of changes by server-sent events; each page then fetches what it shows.

A stream sends only the newest state: a page that slept is right again with the first message. If there is no room for
one more stream, it ends after one message, and the browser polls every few seconds. A message is made once for all
streams of a session; only the time of sending is added for each, from which every screen computes its clock. Messages
have no text to translate.
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

from byestand.errors import ByestandError, RequestRefused
from byestand.language import say
from byestand.server.auth.access_control import AccessControl
from byestand.server.auth.roles import CODE_REQUIRED_ERROR, Role
from byestand.server.auth.visitor import visitor
from byestand.server.jobs.pool import ENDING
from byestand.server.storage.database import Notification
from byestand.server.token_bucket import client_address, network_of

MEDIA = "text/event-stream"
HEARTBEAT = 15.0
"""Seconds of silence after which a stream sends a comment, which also detects a lost client."""
SOONEST, LATEST = 500, 2000
"""Milliseconds until a page reconnects, at random: all at once would be too many."""
MAX_STREAMS = 8000
MAX_STREAMS_PER_DEVICE = 8
"""Open windows per device; a browser opens at most six streams by HTTP/1.1, and many more by HTTP/2."""
POLL_SOONEST, POLL_LATEST = 3000, 5000
"""Milliseconds until a page without a stream polls again."""

Contents: TypeAlias = Callable[[], Awaitable[Mapping[str, object]]]
"""Makes the present message of a session."""


@dataclass(eq=False)
class Channel:
    """All streams of one session."""

    position: int = 0
    """The last known revision of the session."""
    woken: Event = field(default_factory=Event)
    watchers: int = 0
    message: bytes = b""
    made_at: int = -1
    """The revision of the last message."""
    rendering_task: "Task[None] | None" = None
    is_deleted: bool = False
    """Whether the session was deleted."""
    heard_at: float | None = None
    """The time of the first change that is not sent yet."""

    def wake(self) -> None:
        """Wake all streams."""
        self.woken, woken = Event(), self.woken
        woken.set()

    async def line(self, contents: Contents, told_after: Callable[[float], None] = lambda _: None) -> bytes:
        """Return the message, made once per revision."""
        while self.made_at < self.position:
            # A separate task: the first stream may end while others wait.
            self.rendering_task = self.rendering_task or asyncio.create_task(self._make(contents, told_after))
            await asyncio.shield(self.rendering_task)
        return self.message

    async def _make(self, contents: Contents, told_after: Callable[[float], None]) -> None:
        at, heard_at = self.position, self.heard_at
        self.heard_at = None
        try:
            self.message = json.dumps(await contents(), ensure_ascii=False, separators=(",", ":")).encode()
            self.made_at = at
            if heard_at is not None:
                told_after(time.monotonic() - heard_at)
        finally:
            self.rendering_task = None


class Hub:
    """All streams of the app."""

    def __init__(self, most: int = MAX_STREAMS) -> None:
        self.most = most
        self.most_of_an_address = most
        self.told_after: Callable[[float], None] = lambda _: None
        """Called with the seconds from a change until its message is ready."""
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
        """Start the heartbeat."""
        self._loop = asyncio.get_running_loop()
        self._beating = asyncio.create_task(self._beat())

    def end(self) -> None:
        """End all streams; a stopping server waits for them."""
        self.ended = True
        self._wake_all()

    async def close(self) -> None:
        """End all streams and the heartbeat."""
        self.end()
        if self._beating:
            self._beating.cancel()
            with suppress(asyncio.CancelledError):
                await self._beating

    def notify(self, news: Notification) -> None:
        """Pass a notification on to streams; from any thread."""
        self._soon(self._heard, news, time.monotonic())

    def refresh_all(self) -> None:
        """Refresh every stream, because a notification may be lost; from any thread."""
        self._soon(self._look_again)

    def _soon(self, *call: Any) -> None:  # noqa: ANN401 - a function and its arguments
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
                del self._channels[news.number]  # new streams get a new channel
                channel.is_deleted = True
                channel.wake()
        else:
            self._renewed[news.kind, news.number] += 1
            self._wake_all()

    def _look_again(self) -> None:
        self._misses += 1
        for channel in self._channels.values():
            channel.made_at = -1
        self._wake_all()

    def _renewals(self, right: Role | None) -> int:
        """Return how often the secret of a right was replaced, as far as is known."""
        if right is None:
            return self._misses
        mine = ("renewed workspace", right.desk) if right.is_director else ("renewed", right.night)
        return self._misses + self._renewed[mine]

    async def watch(self, night: int) -> AsyncGenerator[Channel]:
        """Yield the channel of a session: now, after every change, and with every heartbeat."""
        channel = self._channels.setdefault(night, Channel())
        channel.watchers += 1
        try:
            while not (self.ended or channel.is_deleted):
                woken = channel.woken  # before the message, so that no change is missed
                yield channel
                await woken.wait()
        finally:
            channel.watchers -= 1
            if not channel.watchers and self._channels.get(night) is channel:
                del self._channels[night]

    async def stream(
        self, request: Request, entrance: AccessControl | None, night: int, contents: Contents
    ) -> Response:
        """Return the stream of a session; an error of *contents* is raised before it starts."""
        lines = self._lines(request, entrance, night, contents)
        first = await anext(lines)

        async def all_of_it() -> AsyncGenerator[bytes]:
            async with aclosing(lines):
                yield first
                async for line in lines:
                    yield line

        return StreamingResponse(all_of_it(), media_type=MEDIA, headers={"cache-control": "no-store"})

    async def _lines(
        self, request: Request, entrance: AccessControl | None, night: int, contents: Contents
    ) -> AsyncGenerator[bytes]:
        holder, sent = visitor(request).holder, b""
        right = holder.right if holder else None
        renewals = -1
        if self.ended:
            raise RequestRefused(503, say(ENDING))
        with self._count(holder.device if holder else "", client_address(request.scope)) as has_room:
            soonest, latest = (SOONEST, LATEST) if has_room else (POLL_SOONEST, POLL_LATEST)
            retry = f"retry: {soonest + secrets.randbelow(latest - soonest)}\n".encode()
            async with aclosing(self.watch(night)) as channels:
                async for channel in channels:
                    try:
                        # Also at first: the code may have been replaced since authorization.
                        if entrance and self._renewals(right) != renewals:
                            renewals = self._renewals(right)
                            if await asyncio.to_thread(entrance.holder, request.scope) != holder:
                                raise RequestRefused(403, say(CODE_REQUIRED_ERROR))
                        line = await channel.line(contents, self.told_after)
                    except ByestandError:  # the session is deleted, the code is replaced, or the database is down
                        if sent:
                            return
                        raise
                    yield retry + _message(line, polls=not has_room) if line != sent else b":\n\n"
                    if not has_room:
                        return  # the browser polls
                    sent, retry = line, b""

    @contextmanager
    def _count(self, device: str, address: str) -> Iterator[bool]:
        """Count a stream while it is open; yield whether there is room for it."""
        address = network_of(address)
        if (
            self.streams >= self.most
            or (device and self._of_devices[device] >= MAX_STREAMS_PER_DEVICE)
            or self._of_addresses[address] >= self.most_of_an_address
        ):
            yield False
            return
        self.streams += 1
        counted = ((self._of_devices, device), (self._of_addresses, address))
        for counter, key in counted:
            counter[key] += 1
        try:
            yield True
        finally:
            self.streams -= 1
            for counter, key in counted:
                counter[key] -= 1
                if not counter[key]:
                    del counter[key]

    def _wake_all(self) -> None:
        for channel in self._channels.values():
            channel.wake()

    async def _beat(self) -> None:
        """Wake the streams of one session after another, so that they are not all busy at once."""
        while True:
            channels = tuple(self._channels.values())
            for channel in channels:
                await asyncio.sleep(HEARTBEAT / len(channels))
                channel.wake()
            if not channels:
                await asyncio.sleep(HEARTBEAT)


def _message(line: bytes, *, polls: bool) -> bytes:
    """Return one message: a json object, with the time of sending, and whether the page polls."""
    return b'data: {"now":%.3f,%b%b\n\n' % (time.time(), b'"polls":true,' if polls else b"", line.removeprefix(b"{"))

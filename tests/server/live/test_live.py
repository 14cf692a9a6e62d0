"""Streams: the messages to each page, how often they are made, and when streams end."""

import asyncio
import json
import socket
import threading
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.types import Message, Scope

from byestand.errors import NotFound, RequestRefused
from byestand.night.events import NotesChanged
from byestand.night.state import NightState
from byestand.server.app import make_app
from byestand.server.auth.access_codes import Codes, Credential
from byestand.server.auth.access_control import COOKIE
from byestand.server.auth.addresses import LanAddresses
from byestand.server.auth.hosted_access import DESK
from byestand.server.auth.lan_access import LanAccess
from byestand.server.auth.roles import Role
from byestand.server.config import HostingConfig
from byestand.server.live import hub as live
from byestand.server.live.hub import Hub
from byestand.server.live.message import message
from byestand.server.nights import night_snapshot
from byestand.server.storage.database import Notification
from byestand.server.storage.nights import VisibleNights
from byestand.server.storage.postgres_errors import AWAY
from byestand.server.storage.records import StoredNight
from byestand.server.storage.sqlite import SqliteDatabase
from byestand.server.storage.store import Store
from byestand.server.storage.workspaces import Workspaces
from tests.support.app import PATIENCE, serve, state_of
from tests.support.played_nights import night, section_setup

DISPLAY = Role("display", 1)


@dataclass
class Listener:
    """A page with an open stream: its messages, line by line, until it is closed."""

    app: Starlette
    right: str = ""
    address: str = "127.0.0.1"
    status: int = 0
    headers: dict[str, str] = field(default_factory=dict)
    heard: "asyncio.Queue[bytes]" = field(default_factory=asyncio.Queue)
    closed_count: asyncio.Event = field(default_factory=asyncio.Event)
    requests: "asyncio.Task[None] | None" = None
    kept_in: str = COOKIE

    async def receive(self) -> Message:
        await self.closed_count.wait()
        return {"type": "http.disconnect"}

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            self.headers = {name.decode(): text.decode() for name, text in message["headers"]}
        elif message["body"]:
            self.heard.put_nowait(message["body"])

    def listens(self, night: int = 1) -> "Listener":
        """Open the stream of a night."""
        told = {"host": "127.0.0.1:8013", "accept-encoding": "gzip"}
        told |= {"cookie": f"{self.kept_in}={self.right}"} if self.right else {}
        path = f"/nights/{night}/stream"
        scope = {
            "type": "http", "method": "GET", "path": path, "raw_path": path.encode(), "query_string": b"",
            "headers": [(name.encode(), text.encode()) for name, text in told.items()], "asgi": {"spec_version": "2.3"},
            "scheme": "http", "client": (self.address, 1), "server": ("127.0.0.1", 8013), "root_path": "",
        }  # fmt: skip
        self.requests = asyncio.create_task(self.app(scope, self.receive, self.send))
        return self

    async def hears(self) -> str:
        return (await asyncio.wait_for(self.heard.get(), PATIENCE)).decode()

    async def message(self) -> dict[str, Any]:
        """Return the next message that is none of the heartbeats."""
        while (line := await self.hears()).startswith(":"):
            pass
        found: dict[str, Any] = json.loads(line.partition("data: ")[2])
        return found

    async def ends(self) -> None:
        assert self.requests
        await asyncio.wait_for(self.requests, PATIENCE)

    async def goes_away(self) -> None:
        self.closed_count.set()
        await self.ends()


@dataclass
class Evening:
    """An app in its own loop with one night, which is changed there."""

    app: Starlette
    store: Store
    hub: Hub
    lan: LanAccess
    position: int = 1

    def changes(self) -> int:
        """Change the session as a request does, in a thread, and notify."""
        self.position += 1
        VisibleNights(self.store).append(1, NotesChanged(f"note {self.position}"))
        return self.position


@asynccontextmanager
async def evening(path: Path) -> AsyncIterator[Evening]:
    """Yield an app whose streams beat, without its workers."""
    store = Store(SqliteDatabase(path / "n.sqlite"))
    VisibleNights(store).add(night(section_setup("W0605"), title="One").log)
    lan = LanAccess(Codes(store), LanAddresses(8013))
    app = make_app(store, lan=lan)
    hub: Hub = state_of(app).services.live
    await hub.open()
    try:
        yield Evening(app, store, hub, lan)
    finally:
        await hub.close()


def play_night(path: Path, story: Callable[[Evening], Awaitable[None]]) -> None:
    async def all_of_it() -> None:
        async with evening(path) as found:
            await story(found)

    asyncio.run(all_of_it())


class TestTelling:
    def test_a_page_is_told_at_once_where_it_stands_and_then_every_change(self, tmp_path: Path) -> None:
        async def story(tonight: Evening) -> None:
            page = Listener(tonight.app).listens()
            first = await page.message()
            assert first["position"] == 1
            assert (page.status, page.headers["content-type"]) == (200, "text/event-stream; charset=utf-8")
            assert page.headers["cache-control"] == "no-store"
            for position in (2, 3):
                assert await asyncio.to_thread(tonight.changes) == position
                told = await page.message()
                assert told["position"] == position
                assert told["now"] >= first["now"]
            await page.goes_away()

        play_night(tmp_path, story)

    def test_a_stream_says_first_when_to_come_back(self, tmp_path: Path) -> None:
        async def story(tonight: Evening) -> None:
            retries = set()
            for _ in range(8):
                page = Listener(tonight.app).listens()
                retries.add(int((await page.hears()).partition("\n")[0].removeprefix("retry: ")))
                await page.goes_away()
            assert len(retries) > 1
            assert all(live.SOONEST <= retry < live.LATEST for retry in retries)

        play_night(tmp_path, story)

    def test_what_is_told_is_made_once_for_all_and_the_instant_for_each(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        instants = iter(range(1000))
        monkeypatch.setattr("time.time", lambda: next(instants))
        made = []

        def noted(now: NightState) -> dict[str, object]:
            made.append(now.revision)
            return message(now)

        async def story(tonight: Evening) -> None:
            monkeypatch.setattr(night_snapshot, "message", noted)
            pages = [Listener(tonight.app).listens() for _ in range(50)]
            first = [await page.message() for page in pages]
            assert len(made) == 1
            assert len({told["now"] for told in first}) == 50
            made.clear()
            await asyncio.to_thread(tonight.changes)
            assert {(await page.message())["position"] for page in pages} == {2}
            assert len(made) == 1
            late = Listener(tonight.app).listens()
            assert (await late.message())["now"] > max(told["now"] for told in first)
            assert len(made) == 1
            for page in (*pages, late):
                await page.goes_away()

        play_night(tmp_path, story)

    def test_a_slow_page_is_told_the_newest_only(self) -> None:
        async def story() -> list[int]:
            hub, seen = Hub(), []
            await hub.open()
            watching = hub.watch(1)
            seen.append((await anext(watching)).position)
            for position in (5, 6, 7):
                hub.notify(Notification("moved", 1, position))
            await asyncio.sleep(0)
            seen.append((await anext(watching)).position)
            hub.notify(Notification("moved", 1, 6))  # notified later than the seventh
            seen.append((await anext(watching)).position)
            await watching.aclose()
            await hub.close()
            return seen

        assert asyncio.run(story()) == [0, 7, 7]

    def test_other_nights_are_not_told(self) -> None:
        async def story() -> bool:
            hub = Hub()
            await hub.open()
            watching = hub.watch(1)
            await anext(watching)
            waiting = asyncio.create_task(anext(watching))
            hub.notify(Notification("moved", 2, 9))
            await asyncio.sleep(0.01)
            quiet = not waiting.done()
            hub.notify(Notification("moved", 1, 1))
            await waiting
            await hub.close()
            return quiet

        assert asyncio.run(story())

    def test_silence_is_broken_by_a_heartbeat(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(live, "HEARTBEAT", 0.01)

        async def story(tonight: Evening) -> None:
            page = Listener(tonight.app).listens()
            await page.message()
            assert [await page.hears() for _ in range(3)] == [":\n\n"] * 3
            await page.goes_away()

        play_night(tmp_path, story)

    def test_a_night_that_is_not_there_has_no_stream_and_one_thrown_away_ends_its_own(self, tmp_path: Path) -> None:
        async def story(tonight: Evening) -> None:
            none = Listener(tonight.app).listens(99)
            await none.ends()
            assert none.status == 404
            page = Listener(tonight.app).listens()
            await page.message()
            VisibleNights(tonight.store).throw_away(1)
            await page.ends()
            with pytest.raises(NotFound):
                VisibleNights(tonight.store).get(1)

        play_night(tmp_path, story)

    def test_a_night_thrown_away_while_it_is_told_ends_its_streams(self, tmp_path: Path) -> None:
        async def story(tonight: Evening) -> None:
            page = Listener(tonight.app).listens()
            await page.message()
            told = asyncio.Event()

            async def contents() -> dict[str, object]:
                await told.wait()
                return {"position": 2}

            channel = tonight.hub._channels[1]  # noqa: SLF001 - held while it makes what is told
            channel.position = 2
            line = asyncio.create_task(channel.line(contents))
            channel.wake()
            await asyncio.sleep(0)  # the page waits for the message that is being made
            VisibleNights(tonight.store).throw_away(1)
            told.set()
            await line
            await page.ends()

        play_night(tmp_path, story)


class TestBounds:
    def test_who_goes_away_is_counted_no_more(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(live, "MAX_STREAMS_PER_DEVICE", 2)

        async def story(tonight: Evening) -> None:
            cookie = tonight.lan.codes.cookie(DISPLAY)
            for _ in range(4):
                pages = [Listener(tonight.app, cookie, "10.0.0.9").listens() for _ in range(2)]
                for page in pages:
                    await page.message()
                for page in pages:
                    await page.goes_away()
            assert not tonight.hub._channels  # noqa: SLF001 - nothing stays of a night that nobody watches
            assert not tonight.hub._of_devices  # noqa: SLF001 - nor of a device

        play_night(tmp_path, story)

    def test_a_device_has_a_few_streams_and_then_asks_again_and_again_however_many_share_its_address(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(live, "MAX_STREAMS_PER_DEVICE", 2)

        async def story(tonight: Evening) -> None:
            greedy, other = tonight.lan.codes.cookie(DISPLAY), tonight.lan.codes.cookie(DISPLAY)
            pages = [Listener(tonight.app, cookie, "10.0.0.9") for cookie in (greedy, greedy, greedy, other)]
            pages += [Listener(tonight.app) for _ in range(3)]
            first = [await page.listens().message() for page in pages]
            assert [message.get("polls", False) for message in first] == [page is pages[2] for page in pages]
            await pages[2].ends()
            again = Listener(tonight.app, greedy, "10.0.0.9").listens()
            retry = int((await again.hears()).partition("\n")[0].removeprefix("retry: "))
            assert live.POLL_SOONEST <= retry < live.POLL_LATEST
            await again.ends()
            assert tonight.hub.streams == 6
            tonight.hub.end()
            for page in pages:
                await page.ends()

        play_night(tmp_path, story)

    def test_all_together_have_an_end(self, tmp_path: Path) -> None:
        async def story(tonight: Evening) -> None:
            tonight.hub.most = 5
            pages = []
            for _ in range(6):
                pages.append(Listener(tonight.app).listens())
                await pages[-1].hears()
            await pages[5].ends()
            assert tonight.hub.streams == 5
            tonight.hub.end()
            for page in pages:
                await page.ends()

        play_night(tmp_path, story)


class TestEnding:
    def test_new_codes_end_the_streams_that_the_old_ones_opened_and_no_others(self, tmp_path: Path) -> None:
        async def story(tonight: Evening) -> None:
            wall = Listener(tonight.app, tonight.lan.codes.cookie(DISPLAY), "10.0.0.9").listens()
            phone = Listener(tonight.app, tonight.lan.codes.cookie(Role("pair", 1)), "10.0.0.9").listens()
            for page in (wall, phone):
                await page.message()
            tonight.lan.codes.renew(Role("display", 1))
            await wall.ends()
            await asyncio.to_thread(tonight.changes)
            assert (await phone.message())["position"] == 2
            await phone.goes_away()

        play_night(tmp_path, story)

    def test_codes_made_anew_between_the_door_and_the_stream_count_too(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        async def story(tonight: Evening) -> None:
            wall = Listener(tonight.app, tonight.lan.codes.cookie(DISPLAY), "10.0.0.9")
            get = VisibleNights.get

            def slow(nights: VisibleNights, id: int) -> StoredNight:
                tonight.lan.codes.renew(DISPLAY)
                return get(nights, id)

            monkeypatch.setattr(VisibleNights, "get", slow)
            await wall.listens().ends()
            assert wall.status == 403

        play_night(tmp_path, story)

    @pytest.mark.parametrize("meanwhile", ["the database is away", "the night is thrown away"])
    def test_a_stream_ends_quietly_whatever_happens_while_its_right_is_looked_at(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, meanwhile: str
    ) -> None:
        async def story(tonight: Evening) -> None:
            wall = Listener(tonight.app, tonight.lan.codes.cookie(DISPLAY), "10.0.0.9").listens()
            await wall.message()
            holder = LanAccess.holder

            def looked_at(lan: LanAccess, scope: Scope) -> Credential | None:
                if meanwhile == "the database is away":
                    raise RequestRefused(503, AWAY)
                found = holder(lan, scope)
                VisibleNights(tonight.store).throw_away(1)
                return found

            monkeypatch.setattr(LanAccess, "holder", looked_at)
            tonight.hub.refresh_all()
            await wall.ends()

        play_night(tmp_path, story)

    def test_on_a_service_a_new_link_ends_those_of_its_desk_and_a_deleted_desk_those_of_its_walls(
        self, tmp_path: Path
    ) -> None:
        async def story() -> None:
            store = Store(SqliteDatabase(tmp_path / "n.sqlite"))
            app = make_app(store, hosting=HostingConfig.parse("http://127.0.0.1:8013/", (), 400))
            access, hub = state_of(app).entrance, state_of(app).services.live
            assert access
            codes = access.codes
            await hub.open()
            mine = Role("director", desk=Workspaces(store).new())
            VisibleNights(store, mine.reach).add(night(section_setup("W0605"), title="One").log)
            director = Listener(app, codes.cookie(mine), kept_in=DESK).listens()
            wall = Listener(app, codes.cookie(DISPLAY)).listens()
            for page in (director, wall):
                await page.message()
            await asyncio.to_thread(codes.renew, mine)
            await director.ends()
            assert wall.requests
            assert not wall.requests.done()
            await asyncio.to_thread(Workspaces(store).delete, mine.desk)
            await wall.ends()
            await hub.close()

        asyncio.run(story())

    def test_ctrl_c_ends_a_server_with_open_streams_without_a_word(self, tmp_path: Path) -> None:
        """Otherwise it would wait for them, and report that it had to close them."""
        VisibleNights(Store(SqliteDatabase(tmp_path / "n.sqlite"))).add(night(section_setup("W0605"), title="One").log)
        with serve(tmp_path / "n.sqlite", "--lan") as running:
            host, port = running.address.removeprefix("http://").split(":")
            streams = [socket.create_connection((host, int(port)), PATIENCE) for _ in range(3)]
            for stream in streams:
                stream.sendall(f"GET /nights/1/stream HTTP/1.1\r\nhost: {host}:{port}\r\n\r\n".encode())
                heard = b""
                while b"data:" not in heard:
                    heard += stream.recv(4096)
            reading = [threading.Thread(target=_until_closed, args=(stream,)) for stream in streams]
            for thread in reading:
                thread.start()
            running.process.send_signal(2)
            assert running.process.stdout
            out = running.process.stdout.read()  # communicate() would lose the rest of the first read
            _, said = running.process.communicate(timeout=PATIENCE)
            for thread in reading:
                thread.join()
            assert (running.process.returncode, said) == (0, "")
            assert "need a code" in out
            assert "join#D1-" in out
            assert "\x1b" not in out


def _until_closed(stream: socket.socket) -> None:
    with stream:
        while stream.recv(4096):
            pass

"""Slow clients over real sockets against the real program: they are disconnected, and others do not wait."""

import asyncio
import re
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from functools import partial
from pathlib import Path

import httpx2
import pytest
import uvicorn
from starlette.responses import PlainTextResponse
from starlette.types import Receive, Scope, Send

from byestand.server.guards.body_limits import Deadlines
from byestand.server.guards.connections import LimitedConnection, OpenConnections
from tests.support.app import PATIENCE, serve
from tests.support.slow_clients import HALF_A_FORM, VIA, Answer, SlowClient, ask, open_connection, until, until_closed

DIRECTOR, HOSTILE, PHONE, NEW_PHONE = "127.0.0.1", "127.0.0.5", "127.0.0.6", "127.0.0.7"
HELD = 1100
SHORT_DEADLINES = """
import sys
from byestand import __main__
from byestand.server import run
from byestand.server.guards.body_limits import Deadlines
run.DEADLINES = Deadlines(*map(float, sys.argv.pop(1).split(",")))
__main__.main()
"""


@pytest.fixture(autouse=True)
def _room_for_sockets() -> Iterator[None]:
    """Let this process hold as many sockets as the test needs, where the system allows it."""
    resource = pytest.importorskip("resource")
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 2 * HELD + 256
    if hard != resource.RLIM_INFINITY and hard < wanted:
        pytest.skip(f"this system allows a process {hard} files only")
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, wanted), hard))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


@contextmanager
def evening(folder: Path, deadlines: str = "") -> Iterator[tuple[int, str]]:
    """Yield the port of a server that is open to its network, with one night, and the code for phones."""
    program = ("-c", SHORT_DEADLINES, deadlines) if deadlines else ("-m", "byestand")
    with serve(folder / "n.sqlite", "--lan", program=program) as running:
        port = int(running.address.rpartition(":")[2])
        with httpx2.Client(base_url=f"http://{DIRECTOR}:{port}", timeout=PATIENCE) as desk:
            desk.post("/nights", data={"movement": "W0605", "boards": "2", "name": "Tuesday"})
            page = desk.get("/nights/1/codes").text
        _, code, *_ = re.findall(r'<span class="code typed">([^<]+)</span>', page)
        yield port, code.replace(" ", "")


@pytest.mark.slow
class TestOneDeviceWithoutACode:
    def test_it_holds_1100_half_sent_forms_and_the_evening_goes_on(self, tmp_path: Path) -> None:
        """The director, a phone with a valid cookie and a new phone are answered; then the forms are cut off."""

        async def story(port: int, code: str) -> tuple[list[int], list[int]]:
            cookie = (await ask(port, PHONE, "/join", form=f"code={code}")).cookie
            assert (await ask(port, PHONE, "/nights/1/pair", cookie=cookie)).status == 200
            hostile = SlowClient(port, HOSTILE)
            await hostile.hold(HELD, HALF_A_FORM.format(host=f"127.0.0.1:{port}"))
            await asyncio.sleep(1.0)
            asked: list[Answer] = [
                await ask(port, DIRECTOR, "/nights/1/play", via=""),
                await ask(port, PHONE, "/nights/1/pair", cookie=cookie),
                await ask(port, NEW_PHONE, "/join", form=f"code={code}"),
                await ask(port, DIRECTOR, "/theme", via="", form="theme=dark"),
            ]
            assert not all(one.done() for one in hostile.reader)  # they were held while the others were answered
            return [answer.status for answer in asked], await hostile.answers()

        with evening(tmp_path) as (port, code):
            others, cut_off = asyncio.run(story(port, code))
        assert others == [200, 200, 303, 303]
        assert set(cut_off) == {408, 503}  # those that had a place, and those beyond the share of one address


FORM = "Content-Type: application/x-www-form-urlencoded\r\n"
GET = "GET /join HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n" + VIA
POST = "POST /join HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n" + VIA + FORM + "Content-Length: 1000\r\n"


CASES = {
    "silence": ("", 0, []),
    "half a line": ("GET /jo", 0, [408]),
    "a line drop by drop": ("GET /jo", 1000, [408]),
    "headers drop by drop": (GET + "X-Long: ", 1000, [408]),
    "half a second request": (GET + "\r\nGET /jo", 0, [200, 408]),
    "a second request drop by drop": (GET + "\r\nGET /jo", 1000, [200, 408]),
    "half a body": (POST + "\r\ncode=", 0, [408]),
    "a body drop by drop": (POST + "\r\ncode=", 1000, [408]),
    "half a body that nobody reads": (POST.replace(FORM, "") + "\r\ncode=", 0, [403]),
    "a body drop by drop behind its answer": (POST + "Origin: http://evil.example\r\n\r\ncode=", 1000, [403]),
    "a body that arrives in time": (POST + "Connection: close\r\n\r\ncode=" + 920 * "x", 75, [403]),
}
"""The text sent at once, the number of characters sent slowly, and the answers before the connection is closed."""


@pytest.mark.slow
class TestDeadlines:
    def test_a_connection_is_closed_when_bytes_stop_or_take_too_long(self, tmp_path: Path) -> None:
        """Half a request is answered with 408, a whole one normally; slow bytes come often enough, but for too long."""

        async def answers(port: int, first: str, drops: int) -> list[int]:
            reader, writer = await open_connection(port, HOSTILE)
            writer.write(first.format(port=port).encode())

            async def drip() -> None:
                for _ in range(0, drops, 5):
                    await asyncio.sleep(0.1)
                    writer.write(b"xxxxx")

            dripping = asyncio.create_task(drip())
            async with asyncio.timeout(PATIENCE):
                answer = await until_closed(reader, writer)
            dripping.cancel()
            return [int(status) for status in re.findall(r"HTTP/1\.1 (\d{3})", answer.text)]

        async def story(port: int) -> list[list[int]]:
            return await asyncio.gather(*(answers(port, first, drops) for first, drops, _ in CASES.values()))

        with evening(tmp_path, "2,5") as (port, _):
            found = asyncio.run(story(port))
        assert dict(zip(CASES, found, strict=True)) == {case: expected for case, (*_, expected) in CASES.items()}


PATIENT = Deadlines(PATIENCE, PATIENCE)


class TestOpenConnections:
    """Connections on which no request arrives, against uvicorn with room for twelve connections."""

    held_count = 0
    """How many requests have arrived that are never answered."""

    @asynccontextmanager
    async def server(self, most: int, deadlines: Deadlines) -> AsyncIterator[tuple[int, OpenConnections]]:
        """Yield the port of a server that trusts the director's address alone; `/held` is never answered."""

        async def app(scope: Scope, receive: Receive, send: Send) -> None:
            with suppress(asyncio.CancelledError):
                if scope["path"] == "/held":
                    self.held_count += 1
                    await asyncio.Event().wait()
            await PlainTextResponse("here" if scope["path"] != "/long" else bytes(2**24))(scope, receive, send)

        connections = OpenConnections(most, deadlines, DIRECTOR.__eq__)
        config = uvicorn.Config(
            app, lifespan="off", log_config=None, log_level="error", timeout_graceful_shutdown=0,
            http=partial(LimitedConnection, connections),  # type: ignore[arg-type]
        )  # fmt: skip
        serving = uvicorn.Server(config)
        with socket.create_server((DIRECTOR, 0)) as listening:
            task = asyncio.create_task(serving.serve([listening]))
            yield listening.getsockname()[1], connections
            serving.should_exit = True
            await task

    def test_one_address_holds_a_third(self) -> None:
        async def story() -> tuple[int, list[int]]:
            async with self.server(12, PATIENT) as (port, connections):
                hostile = SlowClient(port, HOSTILE)
                await hostile.hold(10, "")
                await until(lambda: hostile.closed_count == 6)
                held = len(connections)
                answers = [await ask(port, address, "/") for address in (HOSTILE, PHONE, DIRECTOR)]
                await hostile.leave()
                return held, [answer.status for answer in answers]

        assert asyncio.run(story()) == (4, [503, 200, 200])

    def test_where_all_are_taken_the_one_that_has_waited_longest_makes_room_and_requests_go_on(self) -> None:
        async def story() -> tuple[list[int], list[int]]:
            async with self.server(12, PATIENT) as (port, connections):
                clients = [SlowClient(port, f"127.0.1.{n}") for n in range(4)]
                await clients[0].hold(3, "GET /held HTTP/1.1\r\nHost: x\r\n\r\n")
                await until(lambda: self.held_count == 3)
                for number, client in enumerate(clients[1:], 2):
                    await client.hold(3, "GET /he")
                    await until(lambda number=number: len(connections) == 3 * number)  # type: ignore[misc]
                found = [(await ask(port, address, "/")).status for address in (PHONE, NEW_PHONE, PHONE)]
                await until(lambda: any(client.closed_count for client in clients))
                closed = [client.closed_count for client in clients]
                await asyncio.gather(*(client.leave() for client in clients))
                return found, closed

        # The waiting ones remain with the answered and closed ones: one connection had to make room.
        assert asyncio.run(story()) == ([200, 200, 200], [0, 1, 0, 0])

    def test_a_client_that_does_not_read_its_answer_is_cut_off_and_one_that_reads_slowly_is_not(self) -> None:
        request = b"GET /long HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"

        async def read(port: int, wait: float) -> int:
            """Return how much is read of a long answer by a client that waits once, and then reads slowly."""
            reader, writer = await open_connection(port, PHONE)
            writer.write(request)
            await asyncio.sleep(wait)
            size = 0
            with suppress(ConnectionError):
                while piece := await reader.read(65536):
                    size += len(piece)
                    await asyncio.sleep(0.02)
            writer.close()
            return size

        async def story() -> tuple[int, int]:
            async with self.server(12, Deadlines(1.0, 2.0)) as (port, _):
                return await asyncio.gather(read(port, 8.0), read(port, 0.0))

        unread, slow = asyncio.run(story())
        assert unread < 2**24 < slow

    def test_a_full_server_still_has_room_for_its_own_machine(self) -> None:
        async def story() -> list[int]:
            async with self.server(12, PATIENT) as (port, _):
                clients = [SlowClient(port, f"127.0.1.{n}") for n in range(4)]
                for client in clients:
                    await client.hold(3, "GET /held HTTP/1.1\r\nHost: x\r\n\r\n")
                await until(lambda: self.held_count == 12)
                found = [(await ask(port, address, "/")).status for address in (PHONE, DIRECTOR)]
                await asyncio.gather(*(client.leave() for client in clients))
                return found

        assert asyncio.run(story()) == [503, 200]

"""How many requests are answered at once: a share for each address, and places for the director and for devices."""

import asyncio
from collections import Counter

import pytest
from starlette.types import Message, Receive, Scope, Send

from byestand.server.auth.access_control import VisitorRole
from byestand.server.guards.connection_limit import ConnectionLimit

MAX_CONNECTIONS = 1024
HEAD = {"type": "http.response.start", "status": 200, "headers": []}
STREAM = {"type": "http.response.start", "status": 200, "headers": [(b"content-type", b"text/event-stream")]}


async def do_nothing() -> Message:
    """Receive nothing."""
    raise AssertionError


class Crowd:
    """Clients whose requests are answered only when the test says so."""

    def __init__(self) -> None:
        self._answer = asyncio.Event()
        self._asked: list[asyncio.Task[int]] = []
        self.limit = ConnectionLimit(self._app, lambda scope: scope["standing"], MAX_CONNECTIONS)

    async def _app(self, scope: Scope, receive: Receive, send: Send) -> None:
        del receive
        if scope["path"] == "/stream":
            await send(STREAM)
        await self._answer.wait()
        if scope["path"] != "/stream":
            await send(HEAD)

    async def ask(self, address: str, standing: VisitorRole, path: str = "/") -> int:
        status = 0

        async def send(message: Message) -> None:
            nonlocal status
            status = status or message.get("status", 0)

        scope = {
            "type": "http", "method": "GET", "path": path, "headers": [], "scheme": "http",
            "client": (address, 1), "standing": standing,
        }  # fmt: skip
        await self.limit(scope, do_nothing, send)
        return status

    async def come(self, many: int, address: str, standing: VisitorRole, path: str = "/") -> int:
        """Let some clients connect at once, and return how many of them were accepted."""
        asked = [asyncio.create_task(self.ask(address, standing, path)) for _ in range(many)]
        self._asked += asked
        for _ in range(5):
            await asyncio.sleep(0)
        return sum(not task.done() for task in asked)

    async def answer_count(self) -> Counter[int]:
        """Answer all clients, and return how often each status was sent."""
        self._answer.set()
        return Counter(await asyncio.gather(*self._asked))


def test_strangers_of_one_address_leave_places_for_its_own_devices_for_others_and_for_the_director() -> None:
    async def story() -> list[int]:
        crowd = Crowd()
        found = [
            await crowd.come(1100, "10.0.0.5", "stranger"),
            await crowd.come(1100, "10.0.0.5", "device"),
            await crowd.come(1, "10.0.0.6", "stranger"),
            await crowd.come(1, "10.0.0.6", "device"),
            await crowd.come(1, "127.0.0.1", "director"),
        ]
        assert (await crowd.answer_count())[503] == 2200 - sum(found[:2])
        return found

    strangers, devices, *others = asyncio.run(story())
    assert strangers == MAX_CONNECTIONS // 4
    assert strangers + devices == MAX_CONNECTIONS // 3
    assert others == [1, 1, 1]


def test_however_many_addresses_ask_192_places_are_for_devices_and_64_for_the_director() -> None:
    async def story() -> list[int]:
        crowd = Crowd()
        strangers = sum([await crowd.come(300, f"10.0.0.{n}", "stranger") for n in range(8)])
        devices = sum([await crowd.come(100, f"10.0.1.{n}", "device") for n in range(8)])
        director = await crowd.come(100, "127.0.0.1", "director")
        again = await crowd.answer_count()
        assert again[200] == strangers + devices + director
        assert await crowd.come(1, "10.0.0.1", "stranger") == 0  # answered at once: every place was given back
        assert (await crowd.answer_count())[200] == again[200] + 1
        return [strangers, devices, director]

    assert asyncio.run(story()) == [768, 192, 64]


def test_a_stream_gives_its_place_back_when_it_begins() -> None:
    async def story() -> tuple[int, int]:
        crowd = Crowd()
        streams = sum([await crowd.come(200, "10.0.0.5", "device", "/stream") for _ in range(5)])
        found = streams, await crowd.come(MAX_CONNECTIONS, "10.0.0.5", "device")
        await crowd.answer_count()
        return found

    assert asyncio.run(story()) == (1000, MAX_CONNECTIONS // 3)


@pytest.mark.parametrize("address", ["2001:db8:1:2::7", "2001:db8:1:ff:ffff::9"])
def test_a_household_with_ipv6_is_one_address(address: str) -> None:
    async def story() -> int:
        crowd = Crowd()
        await crowd.come(MAX_CONNECTIONS, "2001:db8:1:3::1", "stranger")
        found = await crowd.come(1, address, "stranger")
        await crowd.answer_count()
        return found

    assert asyncio.run(story()) == 0

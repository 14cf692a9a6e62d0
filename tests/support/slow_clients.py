"""Clients over real sockets that choose their own address, and may stop halfway.

Every address of 127.0.0.0/8 is this machine, whose user is the director. With a `Via` header a request came through
another machine, and so from another user.
"""

import asyncio
import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field

VIA = "Via: 1.1 another-machine\r\n"
HALF_A_FORM = (
    "POST /join HTTP/1.1\r\nHost: {host}\r\n" + VIA + "Content-Type: application/x-www-form-urlencoded\r\n"
    "Content-Length: 1000\r\n\r\ncode=half"
)
PATIENCE = 120.0


@dataclass(frozen=True)
class Answer:
    """The answer of a server before it closed the connection: status 0 without an answer."""

    status: int
    text: str = ""

    @property
    def cookie(self) -> str:
        """The cookie that the answer sets."""
        found = re.search(r"set-cookie: ([^;\r]+)", self.text, re.IGNORECASE)
        return found[1] if found else ""


@dataclass(eq=False)
class SlowClient:
    """One address that holds many connections."""

    port: int
    address: str
    reader: list["asyncio.Task[Answer]"] = field(default_factory=list)

    async def hold(self, many: int, text: str) -> None:
        """Open connections, send the same text on each, and wait for the end of each of them."""
        for _ in range(many):
            reader, writer = await open_connection(self.port, self.address)
            writer.write(text.encode())
            self.reader.append(asyncio.create_task(until_closed(reader, writer)))

    async def answers(self) -> list[int]:
        """Return the status that each connection got before it was closed."""
        async with asyncio.timeout(PATIENCE):
            return [answer.status for answer in await asyncio.gather(*self.reader)]

    @property
    def closed_count(self) -> int:
        """How many connections the server has closed."""
        return sum(one.done() for one in self.reader)

    async def leave(self) -> None:
        """Close all connections that are still open."""
        for one in self.reader:
            one.cancel()
        await asyncio.gather(*self.reader, return_exceptions=True)


async def ask(port: int, address: str, path: str, *, cookie: str = "", form: str = "", via: str = VIA) -> Answer:
    """Return the answer to a request: a *form*, or else a page."""
    lines = f"{'POST' if form else 'GET'} {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n{via}"
    lines += f"Cookie: {cookie}\r\n" if cookie else ""
    lines += f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(form)}\r\n" if form else ""
    reader, writer = await open_connection(port, address)
    writer.write(f"{lines}\r\n{form}".encode())
    async with asyncio.timeout(PATIENCE):
        return await until_closed(reader, writer)


async def open_connection(port: int, address: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """Connect to a port of this machine from one of its addresses."""
    return await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0))


async def until(is_so: Callable[[], bool]) -> None:
    """Wait until something is so, which the server does in its own time."""
    async with asyncio.timeout(PATIENCE):
        while not is_so():  # noqa: ASYNC110 - nothing tells that a connection was taken
            await asyncio.sleep(0.01)


async def until_closed(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> Answer:
    """Return the data received before the connection was closed."""
    told = b""
    try:
        with suppress(ConnectionError):
            while piece := await reader.read(65536):
                told += piece
    finally:
        writer.close()
        with suppress(ConnectionError):
            await writer.wait_closed()
    found = re.match(rb"HTTP/1\.1 (\d{3})", told)
    return Answer(int(found[1]) if found else 0, told.decode(errors="replace"))

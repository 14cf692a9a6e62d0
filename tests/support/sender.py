"""A client that sends a request piece by piece."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from starlette.applications import Starlette
from starlette.types import Message

HOST = "127.0.0.1:8013"


@dataclass
class Sender:
    """Send a body piece by piece; count the pieces that the server requested and collect its answer."""

    pieces: Sequence[bytes] = (b"",)
    goes_away: bool = False
    expected_count: int = 0
    status: int = 0
    responses: bytes = b""

    async def receive(self) -> Message:
        self.expected_count += 1
        if self.expected_count > len(self.pieces):
            if not self.goes_away:
                await asyncio.Event().wait()  # until the answer comes
            return {"type": "http.disconnect"}
        more = self.goes_away or self.expected_count < len(self.pieces)
        return {"type": "http.request", "body": self.pieces[self.expected_count - 1], "more_body": more}

    async def send(self, message: Message) -> None:
        self.status = message.get("status", self.status)
        self.responses += message.get("body", b"")

    async def asks(self, app: Starlette, method: str, path: str, client: str = "127.0.0.1", **headers: str) -> int:
        """Send a request, and return the status."""
        where, _, query = path.partition("?")
        named = {"host": HOST} | {name.replace("_", "-"): text for name, text in headers.items()}
        scope = {
            "type": "http", "method": method, "path": where, "raw_path": where.encode(), "query_string": query.encode(),
            "headers": [(name.encode(), text.encode()) for name, text in named.items()],
            "scheme": "http", "client": (client, 1), "server": ("127.0.0.1", 8013), "root_path": "",
        }  # fmt: skip
        await app(scope, self.receive, self.send)
        return self.status

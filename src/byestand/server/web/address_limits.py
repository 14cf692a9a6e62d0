"""Limits the requests and the uploads of one address, with a token bucket for each.

The phones of a club may all share one address. The rates are far above what a large club needs (60 tables, 240 phones,
all within a minute). Requests that come too fast wait for their tokens, so that many clients are answered one after
another. An address that continues is refused, after a delay, because a client that is refused at once tries again at
once. Each process counts separately.
"""

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from math import ceil
from typing import Literal

from byestand.errors import RequestRefused
from byestand.language import say, say_many
from byestand.server.token_bucket import AddressBuckets, Rate

HOUR = 3600
MEGABYTE = 1024 * 1024
MAX_DELAY = 8.0
"""The most seconds that a request waits for its tokens."""
WORKSPACE_BYTES = 2 * MEGABYTE
"""A new workspace counts as an upload of this size."""
REQUESTS = Rate(600, 20)
UPLOADED_BYTES = Rate(128 * MEGABYTE, 256 * MEGABYTE / HOUR)


@dataclass(eq=False)
class RateLimits:
    """The limits of every address."""

    clock: Callable[[], float] = time.monotonic
    on_refused: Callable[[str], None] = lambda _: None
    """Called with the kind of a limit for every refusal."""
    requests: AddressBuckets = field(init=False)
    uploads: AddressBuckets = field(init=False)
    """In bytes."""

    def __post_init__(self) -> None:
        self.requests = AddressBuckets(REQUESTS, self.clock)
        self.uploads = AddressBuckets(UPLOADED_BYTES, self.clock)

    async def wait_for_request(self, address: str, cost: float) -> None:
        """Take the tokens of a request and wait for them; raise `RequestRefused` if that takes too long."""
        delay = self.requests.delay(address, cost)
        if delay > MAX_DELAY:
            await asyncio.sleep(MAX_DELAY)
            raise self._refusal("requests", delay - MAX_DELAY)
        self.requests.take(address, cost)
        await asyncio.sleep(delay)

    def require_upload(self, address: str, size: int) -> None:
        """Raise `RequestRefused` if an address has uploaded too much; bytes are counted as they arrive."""
        if delay := self.uploads.delay(address, size):
            raise self._refusal("bytes", delay)

    def _refusal(self, kind: Literal["requests", "bytes"], delay: float) -> RequestRefused:
        self.on_refused(kind)
        after = max(1, ceil(delay))
        reason = (
            say("too many requests from your network")
            if kind == "requests"
            else say("too many uploads from your network")
        )
        return RequestRefused(429, f"{reason}; {_try_again(after)}", after=after)


def _try_again(seconds: int) -> str:
    if seconds < 100:
        return say_many("try again in about 1 second", "try again in about {number} seconds", seconds)
    return say_many("try again in about 1 minute", "try again in about {number} minutes", ceil(seconds / 60))

"""What the routes share while the server runs: the workers, answers given before, nights, and files just dropped."""

import asyncio
import secrets
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import ParamSpec

from starlette.requests import Request

from byestand.errors import NotFound, Refused
from byestand.server.nights.store import Store
from byestand.server.work.answers import Answer
from byestand.server.work.cache import Cache, fingerprint
from byestand.server.work.pool import ENDING, Lane, Pool

P = ParamSpec("P")

MOST_UPLOADS = 12
MOST_UPLOADED = 32 * 1024 * 1024
"""Of all files together that were dropped last; the newest is there, whatever its size."""


@dataclass(frozen=True, slots=True)
class Upload:
    """A file that somebody dropped."""

    name: str
    data: bytes


@dataclass(eq=False)
class Desk:
    """One for the whole app."""

    store: Store
    pool: Pool = field(default_factory=Pool)
    cache: Cache = field(default_factory=Cache)
    uploads: OrderedDict[str, Upload] = field(default_factory=OrderedDict)

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

    async def ask_once(self, lane: Lane, page: Callable[P, Answer], *args: P.args, **kwargs: P.kwargs) -> Answer:
        """Return the same without keeping it: for files and long texts."""
        return await self.pool.work(lane, page, *args, **kwargs)

    def keep(self, upload: Upload) -> str:
        """Keep a file for a while, and return the word by which it is found."""
        token = secrets.token_urlsafe(12)
        self.uploads[token] = upload
        while len(self.uploads) > MOST_UPLOADS or self._uploaded() > MOST_UPLOADED:
            self.uploads.popitem(last=False)
        return token

    def _uploaded(self) -> int:
        return sum(len(upload.data) for upload in self.uploads.values())

    def kept(self, token: str) -> Upload:
        """Return a file that was dropped."""
        if token not in self.uploads:
            raise NotFound("that file is no longer at hand: drop it again")
        return self.uploads[token]


def desk(request: Request) -> Desk:
    """Return the desk of the app that a request came to."""
    found = request.app.state.desk
    assert isinstance(found, Desk)  # noqa: S101 - put there when the app was made
    return found

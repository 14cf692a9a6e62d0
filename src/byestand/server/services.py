"""What the routes share while the server runs: the workers, the cache of their results, nights, and open pages."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass, field
from typing import Any, Concatenate, ParamSpec, TypeVar

from starlette.requests import ClientDisconnect, Request

from byestand.errors import Refused
from byestand.server.jobs.cache import Cache, fingerprint
from byestand.server.jobs.job import Job, NightSnapshot, State
from byestand.server.jobs.lanes import LaneLimits, Lanes
from byestand.server.jobs.pool import ENDING, Pool
from byestand.server.jobs.results import Done
from byestand.server.live.hub import Hub
from byestand.server.storage.store import Store

P = ParamSpec("P")
T = TypeVar("T")
S = TypeVar("S", bound=State)

WHOLE_DESK, PACKING = "whole desk", "packing"
IN_THREADS = {
    WHOLE_DESK: LaneLimits(2, 45.0, of_address=1),
    PACKING: LaneLimits(16, 45.0, of_address=1),
}
"""Lanes of work about whole desks in threads of the server: lists and additions, and files with everything."""


@dataclass(eq=False)
class Services:
    """One for the whole app."""

    store: Store
    pool: Pool = field(default_factory=Pool)
    cache: Cache = field(default_factory=Cache)
    live: Hub = field(default_factory=Hub)
    lanes: Lanes = field(default_factory=lambda: Lanes(IN_THREADS))

    async def run(self, job: Job[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Return the result of a job; the same question is worked on once, and its result cached."""
        key = fingerprint((job.name, args, tuple(kwargs.items())))
        return await self._cached(key, lambda: self.pool.work(job, *args, **kwargs))

    async def run_for_night(
        self, job: Job[Concatenate[int, S, P], T], night: NightSnapshot[S], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Return the result of a job about a night, which is given the parts that it reads and no others.

        The result stays cached until one of these parts changes. Revisions tell changes apart only as long as nobody
        restores the database, so the generation of the store belongs to the key.
        """
        state = night.state
        revisions = tuple((part, state.revisions.get(part, 0)) for part in sorted(job.reads))
        key = fingerprint((job.name, self.store.generation, night.id, revisions, args, tuple(kwargs.items())))
        only = state.only(job.reads)
        return await self._cached(key, lambda: self.pool.work(job, night.id, only, *args, **kwargs))

    async def run_once(self, job: Job[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Return the result of a job without caching it: for files, and for text that somebody has just typed."""
        return (await self.pool.work(job, *args, **kwargs)).value

    async def _cached(self, key: bytes, make: Callable[[], Awaitable[Done[T]]]) -> T:
        try:
            return await self.cache.get(key, make)
        except asyncio.CancelledError:  # only the end of the server does that
            raise Refused(503, ENDING) from None

    async def with_whole_desk(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Return what takes longer the more nights a desk has, from a thread.

        Every request needs a thread at the door, so who asks for much takes turns and never has many of them.
        """
        async with self.lanes.turn(WHOLE_DESK):
            return await asyncio.to_thread(function, *args, **kwargs)


async def while_wanted(request: Request, work: Coroutine[Any, Any, T]) -> T:
    """Return what some work gives; it is given up when whoever asked goes away, or stops it."""
    working, leaving = asyncio.ensure_future(work), asyncio.ensure_future(_has_left(request))
    try:
        await asyncio.wait((working, leaving), return_when=asyncio.FIRST_COMPLETED)
        if working.done():
            return working.result()
        raise ClientDisconnect
    finally:
        for one in (working, leaving):
            one.cancel()
        await asyncio.gather(working, leaving, return_exceptions=True)


async def _has_left(request: Request) -> None:
    """Return when nobody waits for the answer to a request any more."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


def services(request: Request) -> Services:
    """Return the services of the app that a request came to."""
    found = request.app.state.services
    assert isinstance(found, Services)  # noqa: S101 - put there when the app was made
    return found

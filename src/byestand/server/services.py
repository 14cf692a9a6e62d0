"""What all routes share: workers, the cache of their results, stored sessions and open pages."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass, field
from typing import Any, Concatenate, ParamSpec, TypeVar

from starlette.requests import ClientDisconnect, Request

from byestand.errors import RequestRefused
from byestand.job import Job, JobSnapshot, State
from byestand.language import current_language, say
from byestand.server.jobs.cache import Cache, fingerprint
from byestand.server.jobs.job_results import Done
from byestand.server.jobs.lanes import LaneLimits, Lanes
from byestand.server.jobs.pool import ENDING, WorkerPool
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
"""Lanes of work about whole workspaces in threads of the server: lists and additions, and complete backups."""


@dataclass(eq=False, slots=True, weakref_slot=True)
class Services:
    """The services of one app."""

    store: Store
    pool: WorkerPool = field(default_factory=WorkerPool)
    cache: Cache = field(default_factory=Cache)
    live: Hub = field(default_factory=Hub)
    lanes: Lanes = field(default_factory=lambda: Lanes(IN_THREADS))

    async def run(self, job: Job[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Return the result of a job in the current language, computed once and cached."""
        key = fingerprint((current_language(), job.name, args, tuple(kwargs.items())))
        return await self._run_cached(key, lambda: self.pool.work(job, *args, **kwargs))

    async def run_for_night(
        self, job: Job[Concatenate[int, S, P], T], night: JobSnapshot[S], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Return the result of a job about a session; the job gets only the parts that it reads.

        The result is cached, per language, until one of these parts changes. The generation of the store is in the key
        because revisions repeat after the database is restored.
        """
        state = night.state
        revisions = tuple((part, state.revisions.get(part, 0)) for part in sorted(job.reads))
        place = self.store.generation, night.id, revisions
        key = fingerprint((current_language(), job.name, place, args, tuple(kwargs.items())))
        parts = state.only(job.reads)
        return await self._run_cached(key, lambda: self.pool.work(job, night.id, parts, *args, **kwargs))

    async def run_once(self, job: Job[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Return the result of a job without caching it: for files and typed text."""
        return (await self.pool.work(job, *args, **kwargs)).value

    async def _run_cached(self, key: bytes, make: Callable[[], Awaitable[Done[T]]]) -> T:
        try:
            return await self.cache.get(key, make)
        except asyncio.CancelledError:  # only when the server stops
            raise RequestRefused(503, say(ENDING)) from None

    async def with_whole_desk(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Return the result of a function in a thread; it takes longer the more sessions a workspace has.

        Every request needs a thread for authorization, so these functions take turns and never use many threads.
        """
        async with self.lanes.turn(WHOLE_DESK):
            return await asyncio.to_thread(function, *args, **kwargs)


async def while_wanted(request: Request, work: Coroutine[Any, Any, T]) -> T:
    """Return the result of some work, which is cancelled when the client disconnects."""
    working, leaving = asyncio.ensure_future(work), asyncio.ensure_future(_wait_for_disconnect(request))
    try:
        await asyncio.wait((working, leaving), return_when=asyncio.FIRST_COMPLETED)
        if working.done():
            return working.result()
        raise ClientDisconnect
    finally:
        for task in (working, leaving):
            task.cancel()
        await asyncio.gather(working, leaving, return_exceptions=True)


async def _wait_for_disconnect(request: Request) -> None:
    """Return when the client of a request has disconnected."""
    while (await request.receive())["type"] != "http.disconnect":
        pass

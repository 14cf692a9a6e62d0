"""The thinking is done in processes of its own, so that the server always answers and a long search can be ended.

A thread cannot be stopped; a process can. Every kind of work has a lane of workers: pages, and one each for what may
take its time. Whoever searches can print meanwhile, and no page waits for either. Work that takes longer than its lane
allows is ended, and its worker replaced.
"""

import asyncio
import os
import pickle
import sys
from asyncio.subprocess import PIPE, Process
from collections import Counter
from collections.abc import Coroutine
from contextlib import suppress
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import TypeVar
from weakref import WeakValueDictionary

from byestand.server.answers import Answer, Refusal, Refused
from byestand.server.worker import HEAD, READY

Turn = TypeVar("Turn")
_TOO_MUCH = "too much is asked at once; try again in a moment"
MOST_WAITING = 512
"""So much may one client want at once from a lane; more is told to come again."""
PATIENCE = 120.0
"""So many seconds a question waits for its turn; browsers wait longer."""
CLIENT: ContextVar[str] = ContextVar("client", default="")
"""Who asks: one client never has all workers of a lane, so that there is always one for somebody else."""
READ_AT_ONCE = 2**20


@dataclass(frozen=True, slots=True)
class Lane:
    """How many workers, and how long one may think."""

    workers: int
    seconds: float


LANES = {
    "quick": Lane(max(3, min(4, os.cpu_count() or 1)), 10.0),
    "slow": Lane(2, 45.0),
    "check": Lane(2, 45.0),
    "search": Lane(2, 45.0),
    "print": Lane(2, 45.0),
}
"""Pages; the catalogue, to filter and as zips; files that people bring; second sessions; paper."""


@dataclass(eq=False)
class Pool:
    """All workers, lane by lane; started when they are needed first, or beforehand."""

    lanes: dict[str, Lane] = field(default_factory=lambda: dict(LANES))
    _idle: dict[str, asyncio.LifoQueue[Process | None]] = field(default_factory=dict)
    """Who has nothing to do, whoever worked last on top; None is one not started yet."""
    _alive: set[Process] = field(default_factory=set)
    _starting: set[Process] = field(default_factory=set)
    """Who has not said yet that it is ready."""
    _waiting: Counter[tuple[str, str]] = field(default_factory=Counter)
    _shares: WeakValueDictionary[tuple[str, str], asyncio.Semaphore] = field(default_factory=WeakValueDictionary)
    """How many workers of a lane each client may still take."""

    async def open(self) -> None:
        """Make room for the workers, and start the first: it gets ready while people still look at the first page."""
        for name, lane in self.lanes.items():
            self._idle[name] = asyncio.LifoQueue()
            for number in range(lane.workers):
                first = name == "quick" and number == lane.workers - 1
                self._idle[name].put_nowait(await self._start() if first else None)

    async def close(self) -> None:
        """End all workers."""
        for worker in list(self._alive):
            await self._end(worker)

    async def work(self, lane: str, function: str, *args: object) -> Answer:
        """Return what a function of `pages` answers; raise `Refused` where it says no, or takes too long."""
        mine = lane, CLIENT.get()
        if self._waiting[mine] >= MOST_WAITING:
            raise Refused(503, _TOO_MUCH)
        share = self._shares.setdefault(mine, asyncio.Semaphore(max(1, self.lanes[lane].workers - 1)))
        self._waiting[mine] += 1
        try:
            await _in_time(share.acquire())
            try:
                return await self._worked(lane, function, args)
            finally:
                share.release()
        finally:
            self._waiting[mine] -= 1
            if not self._waiting[mine]:
                del self._waiting[mine]

    async def _worked(self, lane: str, function: str, args: tuple[object, ...]) -> Answer:
        worker = await _in_time(self._idle[lane].get())
        back: Process | None = None
        try:
            if worker is None or worker.returncode is not None:
                worker = await self._start()
            await _in_time(self._ready(worker))
            async with asyncio.timeout(self.lanes[lane].seconds):
                found = await _asked(worker, (function, args))
            back = worker
        except TimeoutError:
            seconds = f"{self.lanes[lane].seconds:g}"
            raise Refused(
                503, f"that takes longer than {seconds} seconds here; ask for less, or use the command line"
            ) from None
        except (asyncio.IncompleteReadError, ConnectionError):
            raise Refused(503, "that was more than this machine could do; ask for less") from None
        finally:
            if back is None and worker is not None:
                await self._end(worker)
            self._idle[lane].put_nowait(back)
        if isinstance(found, Refusal):
            raise Refused(found.status, found.sentence)
        return found

    async def _start(self) -> Process:
        # The worker must not see the Ctrl-C that ends the server: it ends when its input does.
        worker = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "byestand.server.worker", stdin=PIPE, stdout=PIPE, start_new_session=True,
            limit=READ_AT_ONCE,
        )  # fmt: skip
        self._alive.add(worker)
        self._starting.add(worker)
        return worker

    async def _ready(self, worker: Process) -> None:
        if worker in self._starting:
            assert worker.stdout is not None  # noqa: S101 - it was started with a pipe
            await worker.stdout.readexactly(len(READY))
            self._starting.discard(worker)

    async def _end(self, worker: Process) -> None:
        self._alive.discard(worker)
        self._starting.discard(worker)
        with suppress(ProcessLookupError):
            worker.kill()
        await worker.wait()


async def _in_time(turn: Coroutine[object, object, Turn]) -> Turn:
    try:
        async with asyncio.timeout(PATIENCE):
            return await turn
    except TimeoutError:
        raise Refused(503, _TOO_MUCH) from None


async def _asked(worker: Process, question: object) -> Answer | Refusal:
    assert worker.stdin is not None  # noqa: S101 - started with pipes
    assert worker.stdout is not None  # noqa: S101 - it was started with a pipe
    data = pickle.dumps(question)
    worker.stdin.write(len(data).to_bytes(HEAD, "big") + data)
    await worker.stdin.drain()
    length = int.from_bytes(await worker.stdout.readexactly(HEAD), "big")
    found = pickle.loads(await worker.stdout.readexactly(length))  # noqa: S301 - from our own process
    assert isinstance(found, (Answer, Refusal))  # noqa: S101 - our own worker
    return found

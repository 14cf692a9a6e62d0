"""The thinking is done in processes of its own, so that the server always answers and a long search can be ended.

A thread cannot be stopped; a process can. So there are two lanes of workers: a quick one for pages, and one for what
may take its time (searches, printing, many files), which can be full without any page waiting for it. Work that takes
longer than its lane allows is ended, and its worker replaced.
"""

import asyncio
import os
import pickle
import sys
from asyncio.subprocess import PIPE, Process
from contextlib import suppress
from dataclasses import dataclass, field

from byestand.server.answers import Answer, Refusal, Refused

HEAD = 4
"""Bytes that tell the length of what follows."""
MOST_WAITING = 100
"""As many may wait in a lane; more are told to come again."""
READ_AT_ONCE = 2**20


@dataclass(frozen=True, slots=True)
class Lane:
    """How many workers, and how long one may think."""

    workers: int
    seconds: float


LANES = {"quick": Lane(max(2, min(4, os.cpu_count() or 1)), 10.0), "slow": Lane(2, 45.0)}


@dataclass(eq=False)
class Pool:
    """All workers, lane by lane; started when they are needed first, or beforehand."""

    lanes: dict[str, Lane] = field(default_factory=lambda: dict(LANES))
    _idle: dict[str, asyncio.Queue[Process | None]] = field(default_factory=dict)
    _alive: set[Process] = field(default_factory=set)
    _waiting: dict[str, int] = field(default_factory=dict)

    async def open(self) -> None:
        """Make room for the workers, and start one of each lane: the first page shall not wait for it."""
        for name, lane in self.lanes.items():
            self._waiting[name] = 0
            self._idle[name] = asyncio.Queue()
            for _ in range(lane.workers):
                self._idle[name].put_nowait(None)
        await self._lend("quick", await self._start())

    async def _lend(self, lane: str, worker: Process | None) -> None:
        """Put a worker where the next one who asks takes it, in place of one not yet started."""
        places = self._idle[lane]
        others = [places.get_nowait() for _ in range(places.qsize())]
        with suppress(ValueError):
            others.remove(None)
        for one in (worker, *others):
            places.put_nowait(one)

    async def close(self) -> None:
        """End all workers."""
        for worker in list(self._alive):
            await self._end(worker)

    async def work(self, lane: str, function: str, *args: object) -> Answer:
        """Return what a function of `pages` answers; raise `Refused` where it says no, or takes too long."""
        if self._waiting[lane] >= MOST_WAITING:
            raise Refused(503, "too much is asked at once; try again in a moment")
        self._waiting[lane] += 1
        try:
            worker = await self._idle[lane].get()
        finally:
            self._waiting[lane] -= 1
        back: Process | None = None
        try:
            if worker is None or worker.returncode is not None:
                worker = await self._start()
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
        return worker

    async def _end(self, worker: Process) -> None:
        self._alive.discard(worker)
        with suppress(ProcessLookupError):
            worker.kill()
        await worker.wait()


async def _asked(worker: Process, question: object) -> Answer | Refusal:
    assert worker.stdin is not None  # noqa: S101 - started with pipes
    assert worker.stdout is not None  # noqa: S101
    data = pickle.dumps(question)
    worker.stdin.write(len(data).to_bytes(HEAD, "big") + data)
    await worker.stdin.drain()
    length = int.from_bytes(await worker.stdout.readexactly(HEAD), "big")
    found = pickle.loads(await worker.stdout.readexactly(length))  # noqa: S301 - from our own process
    assert isinstance(found, (Answer, Refusal))  # noqa: S101
    return found

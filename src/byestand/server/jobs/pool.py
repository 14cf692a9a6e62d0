"""The thinking is done in processes of its own, so that the server always answers and a long search can be ended.

A thread cannot be stopped; a process can. anyio starts the processes, hands them functions and ends them; what is added
here is whose turn it is (`lanes`). Every kind of work has a lane: pages, and one each for what may take its time.
No page waits for a search or for paper. What takes longer than its lane allows is ended.
"""

import asyncio
import logging
import os
import signal
import sys
import traceback
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from typing import Any, ParamSpec, TypeVar

from anyio import BrokenWorkerProcess, CapacityLimiter, to_process

from byestand.errors import ByestandError, Refused
from byestand.server.jobs.job import ROOT_PATH, Job, Lane
from byestand.server.jobs.lanes import PATIENCE, LaneLimits, Lanes, too_busy
from byestand.server.jobs.results import Done, Packed, Refusal, bare, refusal
from byestand.server.token_bucket import AddressBuckets

P = ParamSpec("P")
T = TypeVar("T")

ENDING = "the app is ending"
NICENESS = 5
"""Of workers, more than of the server: whoever asks is heard first."""

LANES: Mapping[Lane, LaneLimits] = {
    "quick": LaneLimits(max(3, min(4, os.cpu_count() or 1)), 30.0),
    "slow": LaneLimits(2, 45.0, is_long=True),
    "check": LaneLimits(2, 45.0, is_long=True),
    "search": LaneLimits(2, 45.0, is_long=True),
    "print": LaneLimits(2, 45.0, is_long=True),
}


@dataclass(eq=False)
class Pool:
    """Workers, lane by lane. The processes are anyio's, and shared: whichever is free takes the next job."""

    limits: Mapping[Lane, LaneLimits] = field(default_factory=lambda: LANES)
    seconds: AddressBuckets | None = None
    """The seconds of work of each address, where many share a service."""
    failed: Callable[[Refusal], None] = lambda refused: print(refused.fault, end="", file=sys.stderr)  # noqa: T201 - the terminal is told
    """Is told of every fault of ours."""
    lanes: Lanes = field(init=False)
    _processes: CapacityLimiter = field(init=False)
    """As many as all lanes together allow: a job that has its turn never waits for a process."""
    _warming: "asyncio.Task[None] | None" = None

    def __post_init__(self) -> None:
        self.lanes = Lanes(dict[str, LaneLimits](self.limits.items()), self.seconds)
        self._processes = CapacityLimiter(sum(limits.workers for limits in self.limits.values()))

    async def open(self) -> None:
        """Start the first process: it gets ready while people still look at the first page."""
        logging.getLogger("asyncio").addFilter(_is_news)
        self._warming = asyncio.create_task(self._warm())

    async def close(self) -> None:
        """Start nothing any more; anyio ends the processes with the event loop that started them."""
        if self._warming:
            self._warming.cancel()
            with suppress(asyncio.CancelledError):
                await self._warming

    async def work(self, job: Job[P, T], *args: P.args, **kwargs: P.kwargs) -> Done[T]:
        """Return the result of a job; raise `Refused` where it refuses, or takes too long."""
        async with self.lanes.turn(job.lane):
            await self._ready(job.run.__module__)
            return self._unpacked(await self._run_in_time(self.limits[job.lane].seconds, job, args, kwargs))

    async def _ready(self, module: str) -> None:
        """Wait until a process is ready: getting ready is nobody's thinking time."""
        try:
            async with asyncio.timeout(PATIENCE):
                await self._run(get_ready, module)
        except TimeoutError:
            raise too_busy() from None

    def _unpacked(self, found: Packed | Refusal) -> Done[Any]:
        if isinstance(found, Packed):
            return found.unpacked()
        if found.fault:
            self.failed(found)
        raise Refused(found.status, found.sentence)

    async def _run_in_time(
        self, seconds: float, job: Job[..., object], args: tuple[object, ...], named: Mapping[str, object]
    ) -> Packed | Refusal:
        try:
            async with asyncio.timeout(seconds):
                return await self._run(run_in_worker, ROOT_PATH.get(), job, args, named)
        except TimeoutError:
            said = f"that takes longer than {seconds:g} seconds here; ask for less, or use the command line"
            raise Refused(503, said) from None

    async def _run(self, function: Callable[..., T], *args: object) -> T:
        """Return what a function gives in another process, which is ended where nobody waits for it any more."""
        try:
            return await to_process.run_sync(function, *args, cancellable=True, limiter=self._processes)
        except BrokenWorkerProcess:
            raise Refused(503, "that was more than this machine could do; ask for less") from None
        except KeyboardInterrupt:  # the Ctrl-C that ends the server has reached a process before it was deaf to it
            raise Refused(503, ENDING) from None

    async def _warm(self) -> None:
        with suppress(Refused):
            await self._run(get_ready)


def _is_news(record: logging.LogRecord) -> bool:
    """Tell whether asyncio has something to say; that a process has ended, two of its own may see in one moment."""
    return "will report returncode 255" not in str(record.msg)


def get_ready(module: str = "byestand.server.pages.plan.view") -> None:
    """Prepare a process for its first question; run in it, before every question, because it may be a new one.

    Most pages need what the first one needs.
    """
    # All processes of a terminal get the Ctrl-C that ends the server, and it is the server that ends them.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _step_back()
    import_module(module)


@cache
def _step_back() -> bool:
    """Let the server go first, once in the life of a process; where a system knows nothing like it, all are equal."""
    if sys.platform != "win32":
        with suppress(OSError):  # a service may be forbidden to
            os.nice(NICENESS)
            return True
    return False


def run_in_worker(
    root_path: str, job: Job[..., object], args: tuple[object, ...], named: Mapping[str, Any]
) -> Packed | Refusal:
    """Run a job in a worker, which may be a new one."""
    get_ready(job.run.__module__)
    ROOT_PATH.set(root_path)
    return run_job(job, args, named)


def run_job(job: Job[..., object], args: tuple[object, ...], named: Mapping[str, Any]) -> Packed | Refusal:
    """Return the result of a job, or its refusal, with the calls that led to it where it is a fault of ours."""
    from byestand.search import late_answers  # noqa: PLC0415 - numpy comes with it: the server starts without

    try:
        with late_answers() as late:
            value = job.run(*args, **named)
        return Packed.of(value, late=bool(late))
    except ByestandError as no:
        return refusal(no)
    except (RecursionError, MemoryError):
        return Refusal(422, "that is nested too deeply, or too large, to be read")
    except Exception as fault:  # noqa: BLE001 - a fault of ours: the terminal gets its calls, whoever asked a sentence
        said = "something went wrong in here; the terminal tells more"
        return Refusal(500, said, traceback.format_exc(), bare(fault))

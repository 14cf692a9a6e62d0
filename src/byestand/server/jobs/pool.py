"""Worker processes for jobs, so that the server always answers and a long search can be stopped.

A thread cannot be stopped; a process can. anyio starts the processes, passes functions to them and stops them; `lanes`
decides which job is next. Every kind of job has a lane, so that no page waits for a search or for printing. A job that
takes longer than its lane allows is stopped.
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

from byestand.errors import ByestandError, RequestRefused
from byestand.job import Job, Lane
from byestand.language import current_language, phrase, say, use_language
from byestand.server.jobs.job_results import Done, JobError, PackedResult, refusal, stack_frames
from byestand.server.jobs.lanes import QUEUE_TIMEOUT_SECONDS, LaneLimits, Lanes, busy_error
from byestand.server.jobs.root_path import ROOT_PATH
from byestand.server.token_bucket import AddressBuckets

P = ParamSpec("P")
T = TypeVar("T")

ENDING = phrase("the app is shutting down")
INTERNAL_ERROR = phrase("internal error; see the terminal for details")
NICENESS = 5
"""Of workers, higher than of the server: requests are accepted first."""

LANES: Mapping[Lane, LaneLimits] = {
    "quick": LaneLimits(max(3, min(4, os.cpu_count() or 1)), 30.0),
    "slow": LaneLimits(2, 45.0, is_long=True),
    "check": LaneLimits(2, 45.0, is_long=True),
    "search": LaneLimits(2, 45.0, is_long=True),
    "print": LaneLimits(2, 45.0, is_long=True),
}


@dataclass(eq=False, slots=True)
class WorkerPool:
    """Workers for all lanes. The processes belong to anyio and are shared: a free one takes the next job."""

    limits: Mapping[Lane, LaneLimits] = field(default_factory=lambda: LANES)
    seconds: AddressBuckets | None = None
    """The seconds of work of each address on a hosted service."""
    on_failure: Callable[[JobError], None] = lambda refused: print(refused.fault, end="", file=sys.stderr)  # noqa: T201 - on the terminal
    """Called for every internal error."""
    lanes: Lanes = field(init=False)
    _processes: CapacityLimiter = field(init=False)
    """As many as all lanes together allow, so that a job with a turn never waits for a process."""
    _warmup: "asyncio.Task[None] | None" = None

    def __post_init__(self) -> None:
        self.lanes = Lanes(dict[str, LaneLimits](self.limits.items()), self.seconds)
        self._processes = CapacityLimiter(sum(limits.workers for limits in self.limits.values()))

    async def open(self) -> None:
        """Start the first process, which loads while the first page is shown."""
        logging.getLogger("asyncio").addFilter(_is_relevant)
        self._warmup = asyncio.create_task(self._warm())

    async def close(self) -> None:
        """Start no more processes; anyio stops them with the event loop that started them.

        The first one may be starting. It is not cancelled, because anyio would forget it.
        """
        if self._warmup:
            await self._warmup

    async def work(self, job: Job[P, T], *args: P.args, **kwargs: P.kwargs) -> Done[T]:
        """Return the result of a job in the current language; raise `RequestRefused` if it fails or takes too long."""
        async with self.lanes.turn(job.lane):
            await self._ready(job.run.__module__)
            return self._unpack(await self._run_in_time(self.limits[job.lane].seconds, job, args, kwargs))

    async def _ready(self, module: str) -> None:
        """Wait until a process is ready, which does not count as time of the job."""
        try:
            async with asyncio.timeout(QUEUE_TIMEOUT_SECONDS):
                while not await self._prepare_process(module):
                    pass
        except TimeoutError:
            raise busy_error() from None

    async def _prepare_process(self, module: str) -> bool:
        """Prepare a process; return whether it started in time, which it may not on a busy machine."""
        try:
            await self._run(get_ready, module)
        except RequestRefused as refusal:
            broken = refusal.__context__
            if isinstance(broken, BrokenWorkerProcess) and isinstance(broken.__cause__, TimeoutError):
                return False
            raise
        return True

    def _unpack(self, result: PackedResult | JobError) -> Done[Any]:
        if isinstance(result, PackedResult):
            return result.unpack()
        if result.fault:
            self.on_failure(result)
        raise RequestRefused(result.status, result.sentence)

    async def _run_in_time(
        self, seconds: float, job: Job[..., object], args: tuple[object, ...], named: Mapping[str, object]
    ) -> PackedResult | JobError:
        try:
            async with asyncio.timeout(seconds):
                return await self._run(run_in_worker, ROOT_PATH.get(), current_language(), job, args, named)
        except TimeoutError:
            sentence = say(
                "stopped after {seconds:g} seconds; reduce the request or use the command line", seconds=seconds
            )
            raise RequestRefused(503, sentence) from None

    async def _run(self, function: Callable[..., T], *args: object) -> T:
        """Return the result of a function in another process, which is stopped if the request is cancelled."""
        try:
            return await to_process.run_sync(function, *args, cancellable=True, limiter=self._processes)
        except BrokenWorkerProcess:
            raise RequestRefused(503, say("out of memory or time; reduce the request")) from None
        except KeyboardInterrupt:  # Ctrl-C reached a process before it ignored the signal
            raise RequestRefused(503, say(ENDING)) from None

    async def _warm(self) -> None:
        with suppress(RequestRefused):
            await self._run(get_ready)


def _is_relevant(record: logging.LogRecord) -> bool:
    """Return whether to log a message of asyncio, which may report the end of a process twice."""
    return "will report returncode 255" not in str(record.msg)


def get_ready(module: str = "byestand.server.pages.plan.view") -> None:
    """Prepare a process for a job; run in it before every job, because it may be a new process.

    Most pages need the same modules as the first one.
    """
    # All processes of a terminal get the Ctrl-C that stops the server; the server stops its workers itself.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _lower_priority()
    import_module(module)


@cache
def _lower_priority() -> bool:
    """Give the server priority over this process, once; return whether the system supports it."""
    if sys.platform != "win32":
        with suppress(OSError):  # a service may lack the permission
            os.nice(NICENESS)
            return True
    return False


def run_in_worker(
    root_path: str, language: str, job: Job[..., object], args: tuple[object, ...], named: Mapping[str, Any]
) -> PackedResult | JobError:
    """Run a job in a worker, which may be a new one, in the language of the request."""
    get_ready(job.run.__module__)
    ROOT_PATH.set(root_path)
    with use_language(language):
        return run_job(job, args, named)


def run_job(job: Job[..., object], args: tuple[object, ...], named: Mapping[str, Any]) -> PackedResult | JobError:
    """Return the result of a job, or its error; an internal error has its traceback."""
    from byestand.search import late_answers  # noqa: PLC0415 - numpy comes with it: the server starts without

    try:
        with late_answers() as late:
            value = job.run(*args, **named)
        return PackedResult.pack(value, late=bool(late))
    except ByestandError as error:
        return refusal(error)
    except (RecursionError, MemoryError):
        return JobError(422, say("nested too deeply or too large to read"))
    except Exception as fault:  # noqa: BLE001 - an internal error: its traceback goes to the terminal only
        return JobError(500, say(INTERNAL_ERROR), traceback.format_exc(), stack_frames(fault))

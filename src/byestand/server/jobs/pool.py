"""The thinking is done in processes of its own, so that the server always answers and a long search can be ended.

A thread cannot be stopped; a process can. anyio starts the processes, hands them functions and ends them; what is added
here is whose turn it is (`turns`). Every kind of work has a lane: pages, and one each for what may take its time.
Whoever searches can print meanwhile, and no page waits for either. What takes longer than its lane allows is ended.
"""

import asyncio
import logging
import os
import signal
import sys
import time
import traceback
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, nullcontext, suppress
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from typing import Any, ParamSpec, TypeVar

from anyio import BrokenWorkerProcess, CapacityLimiter, to_process

from byestand.errors import ByestandError, Refused
from byestand.server.jobs.faults import bare
from byestand.server.jobs.job import ROOT_PATH, Job, Lane
from byestand.server.jobs.results import Done, Packed, Refusal, refusal
from byestand.server.work.turns import ALONE, PATIENCE, Limits, Shares, Turns, Who, too_much

P = ParamSpec("P")
T = TypeVar("T")

ENDING = "the app is ending"
POLITE, LAST = 5, 19
"""So much nicer than the server are those who work for it: whoever asks is heard first; and those who can wait.
Of a processor that others want too these get one part in twenty."""
LONGER = 2
"""So many times as long as others these may take, because others go before."""
CLIENT: ContextVar[str] = ContextVar("client", default="")
"""Who asks: his device, or where it is not known, his address."""
ADDRESS: ContextVar[str] = ContextVar("address", default="")
"""From where, in a service: there one address shares its turns, however many devices it is."""


def who_asks() -> Who:
    """Return for whom something is worked on now."""
    return Who(ADDRESS.get() or CLIENT.get(), CLIENT.get())


LANES: Mapping[Lane, Limits] = {
    "quick": Limits(max(3, min(4, os.cpu_count() or 1)), 30.0, prompt=True),
    "slow": Limits(2, 45.0),
    "check": Limits(2, 45.0),
    "search": Limits(2, 45.0),
    "print": Limits(2, 45.0),
}


@dataclass(eq=False)
class Pool:
    """Who works, lane by lane. The processes are anyio's, and shared: whoever is free takes what comes next."""

    lanes: Mapping[Lane, Limits] = field(default_factory=lambda: LANES)
    shares: Shares = ALONE
    failed: Callable[[Refusal], None] = lambda refused: print(refused.fault, end="", file=sys.stderr)  # noqa: T201 - the terminal is told
    """Is told of every fault of ours."""
    turns: Turns = field(init=False)
    _processes: CapacityLimiter = field(init=False)
    """As many as all lanes together allow: who has a turn never waits for a process."""
    _warming: "asyncio.Task[None] | None" = None

    def __post_init__(self) -> None:
        self.turns = Turns(dict[str, Limits](self.lanes.items()), self.shares)
        self._processes = CapacityLimiter(sum(limits.workers for limits in self.lanes.values()))

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
        async with self.turns.turn(job.lane, who_asks()) as turn:
            await self._ready(job.run.__module__)
            seconds = self.lanes[job.lane].seconds * (LONGER if turn.behind else 1)
            found, turn.cost = await self._thought(seconds, turn.behind, job, args, kwargs)
            return self._unpacked(found)

    async def _ready(self, module: str) -> None:
        """Wait until a process is ready: getting ready is nobody's thinking time."""
        try:
            async with asyncio.timeout(PATIENCE):
                await self._run(get_ready, module)
        except TimeoutError:
            raise too_much(PATIENCE) from None

    def _unpacked(self, found: Packed | Refusal) -> Done[Any]:
        if isinstance(found, Packed):
            return found.unpacked()
        if found.fault:
            self.failed(found)
        raise Refused(found.status, found.sentence)

    async def _thought(
        self,
        seconds: float,
        behind: bool,
        job: Job[..., object],
        args: tuple[object, ...],
        named: Mapping[str, object],
    ) -> tuple[Packed | Refusal, float]:
        try:
            async with asyncio.timeout(seconds):
                return await self._run(at_work, ROOT_PATH.get(), behind, job, args, named)
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
            os.nice(POLITE)
            return True
    return False


def at_work(
    root_path: str, behind: bool, job: Job[..., object], args: tuple[object, ...], named: Mapping[str, Any]
) -> tuple[Packed | Refusal, float]:
    """Run a job in a worker, *behind* those of others; also return how many seconds of a processor it took."""
    get_ready(job.run.__module__)
    ROOT_PATH.set(root_path)
    before = time.process_time()
    with _last() if behind else nullcontext():
        found = run_job(job, args, named)
    return found, time.process_time() - before


@contextmanager
def _last() -> Iterator[None]:
    """Let all others go first for a while; only where one may come back from there (systemd: ``LimitNICE=+5``)."""
    if sys.platform == "win32":
        yield
        return
    before = os.getpriority(os.PRIO_PROCESS, 0)
    if not _may_come_back_to(before):
        yield
        return
    with suppress(OSError):
        os.setpriority(os.PRIO_PROCESS, 0, LAST)
    try:
        yield
    finally:
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, 0, before)


def _may_come_back_to(priority: int) -> bool:
    """Tell whether a process may have a priority that it gave up: the administrator's, or where a limit allows it."""
    if sys.platform != "linux":
        return False
    import resource  # noqa: PLC0415 - Windows has none

    most = resource.getrlimit(resource.RLIMIT_NICE)[0]
    return os.geteuid() == 0 or most == resource.RLIM_INFINITY or 20 - most <= priority  # as Linux counts it


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

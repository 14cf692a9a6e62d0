"""The thinking is done in processes of its own, so that the server always answers and a long search can be ended.

A thread cannot be stopped; a process can. anyio starts the processes, hands them functions and ends them; what is added
here is whose turn it is. Every kind of work has a lane: pages, and one each for what may take its time. Whoever
searches can print meanwhile, and no page waits for either. Work that takes longer than its lane allows is ended.
"""

import asyncio
import os
import signal
import sys
import traceback
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import AsyncExitStack, suppress
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from importlib import import_module
from typing import Any, Literal, ParamSpec, TypeAlias, TypeVar
from weakref import WeakValueDictionary

from anyio import BrokenWorkerProcess, CapacityLimiter, to_process

from byestand.errors import ByestandError, Refused
from byestand.server.work.answers import Answer, Refusal, refusal

P = ParamSpec("P")
Found = TypeVar("Found")
Lane: TypeAlias = Literal["quick", "slow", "check", "search", "print"]
"""Pages; the catalogue, to filter and as zips; files that people bring; second sessions; paper."""

TOO_MUCH = "too much is asked at once; try again in a moment"
ENDING = "the app is ending"
MOST_WAITING = 512
"""So much may one client want at once from a lane; more is told to come again."""
PATIENCE = 120.0
"""So many seconds a question waits for its turn; browsers wait longer."""
CLIENT: ContextVar[str] = ContextVar("client", default="")
"""Who asks: one client never has all workers of a lane, so that there is always one for somebody else."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How many may work in a lane at once, and how long each may think."""

    workers: int
    seconds: float


LANES: Mapping[Lane, Limits] = {
    "quick": Limits(max(3, min(4, os.cpu_count() or 1)), 10.0),
    "slow": Limits(2, 45.0),
    "check": Limits(2, 45.0),
    "search": Limits(2, 45.0),
    "print": Limits(2, 45.0),
}


@dataclass(eq=False)
class Pool:
    """Who works, lane by lane. The processes are anyio's, and shared: whoever is free takes what comes next."""

    lanes: Mapping[Lane, Limits] = field(default_factory=lambda: LANES)
    _turns: dict[Lane, asyncio.Semaphore] = field(init=False)
    _processes: CapacityLimiter = field(init=False)
    """As many as all lanes together allow: who has a turn never waits for a process."""
    _waiting: Counter[tuple[Lane, str]] = field(default_factory=Counter)
    _shares: WeakValueDictionary[tuple[Lane, str], asyncio.Semaphore] = field(default_factory=WeakValueDictionary)
    """How many turns of a lane each client may still take."""
    _warming: "asyncio.Task[None] | None" = None

    def __post_init__(self) -> None:
        self._turns = {name: asyncio.Semaphore(limits.workers) for name, limits in self.lanes.items()}
        self._processes = CapacityLimiter(sum(limits.workers for limits in self.lanes.values()))

    async def open(self) -> None:
        """Start the first process: it gets ready while people still look at the first page."""
        self._warming = asyncio.create_task(self._warm())

    async def close(self) -> None:
        """Start nothing any more; anyio ends the processes with the event loop that started them."""
        if self._warming:
            self._warming.cancel()
            with suppress(asyncio.CancelledError):
                await self._warming

    async def work(self, lane: Lane, page: Callable[P, Answer], *args: P.args, **kwargs: P.kwargs) -> Answer:
        """Return what a page answers; raise `Refused` where it says no, or takes too long."""
        mine = lane, CLIENT.get()
        if self._waiting[mine] >= MOST_WAITING:
            raise Refused(503, TOO_MUCH)
        share = self._shares.setdefault(mine, asyncio.Semaphore(max(1, self.lanes[lane].workers - 1)))
        self._waiting[mine] += 1
        try:
            async with AsyncExitStack() as turn:
                await self._turn(turn, share, self._turns[lane])
                return _said(await self._thought(self.lanes[lane].seconds, page, args, kwargs))
        finally:
            self._waiting[mine] -= 1
            if not self._waiting[mine]:
                del self._waiting[mine]

    async def _turn(self, turn: AsyncExitStack, *queues: asyncio.Semaphore) -> None:
        """Wait until it is one's turn and a process is ready: getting ready is nobody's thinking time."""
        try:
            async with asyncio.timeout(PATIENCE):
                for queue in queues:
                    await turn.enter_async_context(queue)
                await self._run(get_ready)
        except TimeoutError:
            raise Refused(503, TOO_MUCH) from None

    async def _thought(
        self, seconds: float, page: Callable[..., Answer], args: tuple[object, ...], named: Mapping[str, object]
    ) -> Answer | Refusal:
        try:
            async with asyncio.timeout(seconds):
                return await self._run(at_work, page, args, named)
        except TimeoutError:
            said = f"that takes longer than {seconds:g} seconds here; ask for less, or use the command line"
            raise Refused(503, said) from None

    async def _run(self, function: Callable[..., Found], *args: object) -> Found:
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


def _said(found: Answer | Refusal) -> Answer:
    if isinstance(found, Answer):
        return found
    sys.stderr.write(found.fault)
    raise Refused(found.status, found.sentence)


def get_ready() -> None:
    """Prepare a process for its first question; run in it, before every question, because it may be a new one."""
    # All processes of a terminal get the Ctrl-C that ends the server, and it is the server that ends them.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    import_module("byestand.server.pages.tonight")  # with what most pages need


def at_work(page: Callable[..., Answer], args: tuple[object, ...], named: Mapping[str, Any]) -> Answer | Refusal:
    """Answer in a process of its own."""
    get_ready()
    return answered(page, args, named)


def answered(page: Callable[..., Answer], args: tuple[object, ...], named: Mapping[str, Any]) -> Answer | Refusal:
    """Return what a page answers, or its refusal, with the calls that led to it where it is a fault of ours."""
    from byestand.search import late_answers  # noqa: PLC0415 - numpy comes with it: the server starts without

    try:
        with late_answers() as late:
            answer = page(*args, **named)
    except ByestandError as no:
        return refusal(no)
    except (RecursionError, MemoryError):
        return Refusal(422, "that is nested too deeply, or too large, to be read")
    except Exception:  # noqa: BLE001 - a fault of ours: told on the terminal, and in a sentence to who asked
        return Refusal(500, "something went wrong in here; the terminal tells more", traceback.format_exc())
    return replace(answer, passing=bool(late))

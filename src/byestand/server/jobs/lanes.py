"""Lanes: how many jobs of each kind run at once, and which one is next.

Every kind of job has a lane with a number of workers and a bounded queue. Addresses take turns: a single request waits
for at most one job of each other address. No address has all workers of a lane, or more than a third of its queue. A
full queue refuses requests with a time after which to try again. On a hosted service, an address runs one long job at a
time; after it has used its seconds of work it runs one job of any kind at a time.
"""

import asyncio
import time
from collections import Counter, OrderedDict, deque
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import TypeAlias

from byestand.errors import RequestRefused
from byestand.language import say
from byestand.server.token_bucket import AddressBuckets, Rate

MAX_WAITING = 900
"""Per lane; a third of it is more than the 240 phones of a large club."""
QUEUE_TIMEOUT_SECONDS = 120.0
"""Seconds that a request waits for its turn; browsers wait longer."""
RETRY_AFTER = 10
WORK_SECONDS = Rate(60, 0.2)
"""Seconds of work per address of a hosted service, before it runs only one job at a time."""
ADDRESS: ContextVar[str] = ContextVar("address", default="")
"""The address of the client whose request needs the job."""


@dataclass(frozen=True, slots=True)
class LaneLimits:
    """The limits of one lane."""

    workers: int
    seconds: float
    """Per job."""
    is_long: bool = False
    """Whether a job may use a processor for many seconds."""
    of_address: int = 0
    """The most workers per address; 0 for all but one."""

    @property
    def share(self) -> int:
        """The most workers per address."""
        return self.of_address or max(1, self.workers - 1)


Queue: TypeAlias = "OrderedDict[str, deque[asyncio.Future[None]]]"
"""Waiting requests by address; the next address is first."""


@dataclass(eq=False)
class Lanes:
    """All lanes of a server."""

    limits: Mapping[str, LaneLimits]
    seconds: AddressBuckets | None = None
    """The seconds of work of each address on a hosted service."""
    on_wait: Callable[[str, float], None] = lambda *_: None
    """Called with the lane and the seconds at the end of each wait."""
    on_refused: Callable[[str], None] = lambda _: None
    running_jobs: Counter[str] = field(default_factory=Counter)
    """Running jobs in each lane."""
    _queues: dict[str, Queue] = field(init=False)
    _running_by_address: Counter[tuple[str, str]] = field(default_factory=Counter)
    """The same by lane and address."""

    def __post_init__(self) -> None:
        self._queues = {lane: OrderedDict() for lane in self.limits}

    def waiting_count(self, lane: str) -> int:
        """Return the number of requests that wait in a lane."""
        return sum(map(len, self._queues[lane].values()))

    @asynccontextmanager
    async def turn(self, lane: str) -> AsyncIterator[None]:
        """Wait for a worker of a lane and use it; raise `RequestRefused` if too many wait."""
        address, arrival = ADDRESS.get(), time.monotonic()
        await self._wait(lane, address)
        start = time.monotonic()
        self.on_wait(lane, start - arrival)
        try:
            yield
        finally:
            if self.seconds:
                self.seconds.take(address, time.monotonic() - start)
            self._release(lane, address)

    async def _wait(self, lane: str, address: str) -> None:
        queue = self._queues[lane]
        if self.waiting_count(lane) >= MAX_WAITING or len(queue.get(address, ())) >= MAX_WAITING // 3:
            raise self._refusal(lane)
        place: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        queue.setdefault(address, deque()).append(place)
        self._start_next()
        try:
            async with asyncio.timeout(QUEUE_TIMEOUT_SECONDS):
                await place
        except BaseException as fault:
            if place.done() and not place.cancelled():  # the turn came at the same moment
                self._release(lane, address)
            elif place in queue.get(address, ()):
                queue[address].remove(place)
                _drop_if_empty(queue, address)
            if isinstance(fault, TimeoutError):
                raise self._refusal(lane) from None
            raise

    def _refusal(self, lane: str) -> RequestRefused:
        self.on_refused(lane)
        return busy_error()

    def _release(self, lane: str, address: str) -> None:
        self.running_jobs[lane] -= 1
        self._running_by_address[lane, address] -= 1
        if not self._running_by_address[lane, address]:
            del self._running_by_address[lane, address]
        self._start_next()

    def _start_next(self) -> None:
        """Give every free worker to the next address."""
        for lane, limits in self.limits.items():
            queue = self._queues[lane]
            while self.running_jobs[lane] < limits.workers:
                address = next((one for one in queue if self._may_start(lane, one)), None)
                if address is None:
                    break
                place = queue[address].popleft()
                queue.move_to_end(address)
                _drop_if_empty(queue, address)
                if not place.cancelled():
                    self.running_jobs[lane] += 1
                    self._running_by_address[lane, address] += 1
                    place.set_result(None)

    def _may_start(self, lane: str, address: str) -> bool:
        limits, running = self.limits[lane], {one for one in self.limits if self._running_by_address[one, address]}
        if self._running_by_address[lane, address] >= limits.share:
            return False
        if not (self.seconds and running):
            return True
        has_long = any(self.limits[one].is_long for one in running)
        return not self.seconds.delay(address, 0.0) and not (limits.is_long and has_long)


def busy_error() -> RequestRefused:
    """Return the error for a request that finds no worker."""
    sentence = say("the server is busy; try again in about {seconds} seconds", seconds=RETRY_AFTER)
    return RequestRefused(503, sentence, after=RETRY_AFTER)


def _drop_if_empty(queue: Queue, address: str) -> None:
    if not queue[address]:
        del queue[address]

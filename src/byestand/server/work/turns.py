"""Whose turn it is: bounded queues, one for each lane, and fair between those who wait.

Turns go round between addresses, and at each address between its devices: who asks for a hundred things waits behind
his own, and somebody with one question for one turn of each other at most. Who has had much worked on goes after
others, and in the end waits (`seconds`), but for pages that somebody looks at.

A full queue says when to come again: from how much is before one, and how long such work took lately.
"""

import asyncio
import time
from collections import Counter, OrderedDict, deque
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import TypeAlias

from byestand.errors import Refused
from byestand.server.purses import Allowance
from byestand.server.work.seconds import ENDLESS, Accounts, Seconds, Turn

PATIENCE = 120.0
"""So many seconds a question waits for its turn; browsers wait longer."""
ROUND_FIGURES = (5, 10, 20, 30, 60, 90, 120)
"""What a sentence says of seconds: nobody counts them more exactly."""
WEIGHT = 0.2
"""How much the newest work counts in the pace of a lane."""


@dataclass(frozen=True, slots=True)
class Who:
    """Who asks: from which address, and there with which device, where that is known."""

    address: str = ""
    device: str = ""


@dataclass(frozen=True, slots=True)
class Limits:
    """How many may work in a lane at once, and how long each may think."""

    workers: int
    seconds: float
    prompt: bool = False
    """Whether it is open to who owes seconds too: for what people look at."""
    one_each: bool = False
    """Whether an address has one turn at a time."""

    @property
    def share(self) -> int:
        """How many of them one address has at most: there is always one for somebody else."""
        return 1 if self.one_each else max(1, self.workers - 1)


def nobody(*told: object) -> None:
    """Is told, and does nothing."""


@dataclass(frozen=True, slots=True)
class Shares:
    """How much one may want, and have done."""

    device: int = 512
    """So much may one device want at once from a lane; more is told to come again."""
    address: int = 2048
    """So much all devices of an address."""
    everybody: int = 4096
    foreseen: float = float("inf")
    """Who would wait so many seconds, as far as can be told, is told to come again at once."""
    seconds: Seconds = ENDLESS
    """So much may be worked on for an address."""


ALONE = Shares()
"""Of a laptop: all who ask play in the same club."""
HOSTED = Shares(device=16, address=600, everybody=2000, foreseen=PATIENCE, seconds=Seconds(Allowance(60, 5.0), 20.0))
"""Of a service: a device asks for six things at once, and 240 phones of a club for one each."""
AT_A_TIME = 2
"""So much is done at once, in all lanes together, for who has had his first seconds."""

Queue: TypeAlias = "OrderedDict[str, OrderedDict[str, deque[asyncio.Future[Turn]]]]"
"""Who waits, by address and device, those first whose turn is next."""


@dataclass(eq=False)
class Turns:
    """The queues of all lanes."""

    lanes: Mapping[str, Limits]
    shares: Shares = ALONE
    clock: Callable[[], float] = time.monotonic
    waited: Callable[[str, float], None] = nobody
    """Is told how long somebody waited for his turn."""
    refused: Callable[[str], None] = nobody
    """Is told that somebody was told to come again."""
    working: Counter[str] = field(default_factory=Counter)
    """How many work in each lane."""
    _queues: dict[str, Queue] = field(init=False)
    _wanted: Counter[tuple[str, Who]] = field(default_factory=Counter)
    """What each device waits for or is worked on for it, in each lane."""
    _at_work: Counter[tuple[str, str]] = field(default_factory=Counter)
    """The same, but only what is worked on, of each address."""
    _accounts: Accounts = field(init=False)
    _pace: dict[str, float] = field(default_factory=dict)
    _later: asyncio.TimerHandle | None = None
    """When somebody who waits owes nothing any more."""

    def __post_init__(self) -> None:
        self._queues = {lane: OrderedDict() for lane in self.lanes}
        self._accounts = Accounts(self.shares.seconds, self.clock)

    @asynccontextmanager
    async def turn(self, lane: str, who: Who) -> AsyncIterator[Turn]:
        """Wait for a turn in a lane, and have it; raise `Refused` where too many wait."""
        self._require_room(lane, who)
        self._wanted[lane, who] += 1
        asked = self.clock()
        try:
            turn = await self._granted(lane, who)
            began = self.clock()
            self.waited(lane, began - asked)
            try:
                yield turn
            finally:
                self._done(lane, who, turn, self.clock() - began)
        finally:
            self._wanted[lane, who] -= 1
            if not self._wanted[lane, who]:
                del self._wanted[lane, who]

    def waiting(self, lane: str) -> int:
        """Return how many wait in a lane."""
        return sum(map(_length, self._queues[lane].values()))

    def wait(self, lane: str, who: Who) -> float:
        """Return how many seconds somebody would wait who asked now, as far as can be told."""
        limits, queue = self.lanes[lane], self._queues[lane]
        own = _length(queue.get(who.address, {}))
        before = sum(min(_length(devices), own + 1) for address, devices in queue.items() if address != who.address)
        mine, pace = own + self._at_work[lane, who.address], self._pace.get(lane, 0.0)
        turns = max((before + own + self.working[lane]) / limits.workers, mine / self._most(lane, who.address))
        if not self._accounts.has_few(who.address):
            return turns * pace
        # Then each of his own is paid for before the next one begins.
        owed = self._accounts.owed(who.address, prompt=limits.prompt)
        return owed + max(turns, mine * self.shares.seconds.work.seconds) * pace

    def _require_room(self, lane: str, who: Who) -> None:
        shares = self.shares
        of_address = _length(self._queues[lane].get(who.address, {}))
        full = (
            self._wanted[lane, who] >= shares.device
            or of_address >= shares.address
            or self.waiting(lane) >= shares.everybody
        )
        if full or self.wait(lane, who) > shares.foreseen:
            self._refuse(lane, who)

    def _refuse(self, lane: str, who: Who) -> None:
        self.refused(lane)
        raise too_much(self.wait(lane, who))

    async def _granted(self, lane: str, who: Who) -> Turn:
        place: asyncio.Future[Turn] = asyncio.get_running_loop().create_future()
        devices = self._queues[lane].setdefault(who.address, OrderedDict())
        devices.setdefault(who.device, deque()).append(place)
        self._hand_out()
        try:
            async with asyncio.timeout(PATIENCE):
                return await place
        except BaseException as no:
            if place.done() and not place.cancelled():
                self._done(lane, who, place.result(), 0.0)  # it came in the same moment
            else:
                self._left(lane, who, place)
            if isinstance(no, TimeoutError):
                self._refuse(lane, who)
            raise

    def _left(self, lane: str, who: Who, place: "asyncio.Future[Turn]") -> None:
        queue = self._queues[lane]
        with suppress(KeyError, ValueError):  # his turn came, and was given to somebody else
            queue[who.address][who.device].remove(place)
            _tidy(queue, who)

    def _done(self, lane: str, who: Who, turn: Turn, lasted: float) -> None:
        self.working[lane] -= 1
        self._at_work[lane, who.address] -= 1
        if not self._at_work[lane, who.address]:
            del self._at_work[lane, who.address]
        self._accounts.end(who.address, turn, lasted)
        if lasted:
            before = self._pace.get(lane, lasted)
            self._pace[lane] = before + WEIGHT * (lasted - before)
        self._hand_out()

    def _hand_out(self) -> None:
        """Give every free turn to who is next; who has none left in one lane may have kept others from another."""
        self._give()
        if self._later:
            self._later.cancel()
        if self.shares.seconds is ENDLESS:
            return
        waiting = ((address, limits.prompt) for lane, limits in self.lanes.items() for address in self._queues[lane])
        owed = (self._accounts.owed(address, prompt=prompt) for address, prompt in waiting)
        if soonest := min(filter(None, owed), default=0.0):
            self._later = asyncio.get_running_loop().call_later(soonest, self._hand_out)

    def _give(self) -> None:
        for lane, limits in self.lanes.items():
            while self.working[lane] < limits.workers and (who := self._next(lane)):
                place = self._queues[lane][who.address][who.device].popleft()
                _tidy(self._queues[lane], who)
                if not place.cancelled():  # who has just gone away is about to leave the queue
                    self.working[lane] += 1
                    self._at_work[lane, who.address] += 1
                    turn = Turn(self._pace.get(lane, 0.0))
                    self._accounts.begin(who.address, turn)
                    place.set_result(turn)

    def _next(self, lane: str) -> Who | None:
        """Return whose turn it is; he goes to the end of the line."""
        queue = self._queues[lane]
        for address, devices in queue.items():
            if self._may_have_more(lane, address):
                device = next(iter(devices))
                devices.move_to_end(device)
                queue.move_to_end(address)
                return Who(address, device)
        return None

    def _may_have_more(self, lane: str, address: str) -> bool:
        prompt = self.lanes[lane].prompt
        if self._at_work[lane, address] >= self._most(lane, address) or self._accounts.owed(address, prompt=prompt):
            return False
        if self._accounts.has_few(address):  # one piece at a time, and a page besides
            return not any(self._at_work[one, address] for one in self.lanes if self.lanes[one].prompt == prompt)
        at_work = sum(self._at_work[one, address] for one in self.lanes)
        return at_work < AT_A_TIME or not self._accounts.has_had_much(address)

    def _most(self, lane: str, address: str) -> int:
        return 1 if self._accounts.has_few(address) else self.lanes[lane].share


def too_much(seconds: float) -> Refused:
    """Return the no to who asks when too many do, with when to come again."""
    after = next((figure for figure in ROUND_FIGURES if seconds <= figure), ROUND_FIGURES[-1])
    return Refused(503, f"too much is asked at once; try again in about {after} seconds", after=after)


def _length(devices: "Mapping[str, deque[asyncio.Future[Turn]]]") -> int:
    return sum(map(len, devices.values()))


def _tidy(queue: Queue, who: Who) -> None:
    """Forget a device that waits for nothing, and an address where none does."""
    devices = queue[who.address]
    if not devices[who.device]:
        del devices[who.device]
    if not devices:
        del queue[who.address]

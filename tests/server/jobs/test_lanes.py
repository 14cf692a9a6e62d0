"""Lanes: fair between addresses, bounded, with a time where there is no room; and results that are cached."""

import asyncio
from contextlib import suppress
from dataclasses import dataclass, field

import pytest

from byestand.errors import RequestRefused
from byestand.server.jobs import lanes as of
from byestand.server.jobs.cache import Cache
from byestand.server.jobs.job_results import Done
from byestand.server.jobs.lanes import ADDRESS, WORK_SECONDS, LaneLimits, Lanes
from byestand.server.token_bucket import AddressBuckets, Rate

GREEDY, OTHER = "203.0.113.9", "203.0.113.10"
LANES = {
    "quick": LaneLimits(3, 10.0),
    "print": LaneLimits(2, 45.0, is_long=True),
    "search": LaneLimits(2, 45.0, is_long=True),
}


@dataclass
class Work:
    """Work of a moment for addresses; remembers the order in which it began, and how much was done at once."""

    lanes: Lanes
    order: list[str] = field(default_factory=list)
    max_running: int = 0
    running_count: int = 0

    async def do(self, address: str, lane: str = "print") -> None:
        ADDRESS.set(address)
        async with self.lanes.turn(lane):
            self.order.append(address)
            self.running_count += 1
            self.max_running = max(self.max_running, self.running_count)
            await asyncio.sleep(0)
            await asyncio.sleep(0)
            self.running_count -= 1

    def start(self, address: str, many: int, lane: str = "print") -> list["asyncio.Task[None]"]:
        return [asyncio.create_task(self.do(address, lane)) for _ in range(many)]


def test_addresses_take_turns_however_much_one_of_them_asks_for() -> None:
    async def story() -> list[str]:
        work = Work(Lanes(LANES))
        greedy = work.start(GREEDY, 20)
        await asyncio.sleep(0)
        await asyncio.gather(*greedy, *work.start(OTHER, 2))
        return work.order

    order = asyncio.run(story())
    assert len(order) == 22
    assert OTHER in order[:3]
    assert order[:6].count(OTHER) == 2


def test_one_address_never_has_all_workers_of_a_lane() -> None:
    async def story(lane: str) -> int:
        work = Work(Lanes(LANES))
        await asyncio.gather(*work.start(GREEDY, 9, lane))
        return work.max_running

    assert [asyncio.run(story(lane)) for lane in LANES] == [2, 1, 1]


@pytest.mark.parametrize(
    ("used", "most"),
    [
        pytest.param(None, 4, id="on a laptop a page on each of two workers, and one piece in each other lane"),
        pytest.param(59.0, 3, id="on a service one long piece, and pages"),
        pytest.param(61.0, 1, id="on a service when the seconds of work are used up"),
    ],
)
def test_how_much_is_done_at_once_for_one_address(used: float | None, most: int) -> None:
    async def story() -> tuple[int, int]:
        lanes = Lanes(LANES, AddressBuckets(WORK_SECONDS, lambda: 0.0) if used else None)
        if lanes.seconds and used:
            lanes.seconds.take(GREEDY, used)
        alone, both = Work(lanes), Work(lanes)
        await asyncio.gather(*(task for lane in LANES for task in alone.start(GREEDY, 4, lane)))
        await asyncio.gather(*both.start(GREEDY, 4, "search"), *both.start(OTHER, 4, "search"))
        return alone.max_running, both.max_running

    assert asyncio.run(story()) == (most, 2)


def test_work_is_paid_for_with_its_seconds() -> None:
    async def story() -> list[bool]:
        seconds = AddressBuckets(Rate(0.02, 0.001))
        lanes = Lanes(LANES, seconds)
        ADDRESS.set(GREEDY)
        async with lanes.turn("print"):
            await asyncio.sleep(0.05)
        return [seconds.delay(address, 0.0) > 0 for address in (GREEDY, OTHER)]

    assert asyncio.run(story()) == [True, False]


def test_an_address_has_a_third_of_a_queue_and_a_full_one_says_when_to_come_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(of, "MAX_WAITING", 12)
    refused: list[str] = []

    async def story() -> list[RequestRefused]:
        lanes = Lanes(LANES, on_refused=refused.append)
        work = Work(lanes)
        # One is worked on for each of the first two, and four of each address wait.
        tasks = [task for n in range(3) for task in work.start(f"203.0.113.{n}", 6 if n < 2 else 5)]
        await asyncio.sleep(0)
        assert lanes.waiting_count("print") == 12
        tasks += work.start("203.0.113.77", 1)
        answers = await asyncio.gather(*tasks, return_exceptions=True)
        assert lanes.waiting_count("print") == 0
        assert not +lanes.running_jobs
        return [answer for answer in answers if isinstance(answer, RequestRefused)]

    answers = asyncio.run(story())
    assert refused == ["print"] * 4
    assert {(one.status, one.after, str(one)) for one in answers} == {
        (503, 10, "the server is busy; try again in about 10 seconds")
    }


def test_240_phones_at_one_address_all_get_their_turn() -> None:
    async def story() -> int:
        work = Work(Lanes(LANES))
        await asyncio.gather(*work.start(GREEDY, 240, "quick"))
        return len(work.order)

    assert asyncio.run(story()) == 240


def test_whoever_goes_away_leaves_place_and_turn_to_others(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> tuple[int, list[str]]:
        work = Work(Lanes({"print": LaneLimits(1, 45.0)}))
        held = asyncio.Event()

        async def hold() -> None:
            async with work.lanes.turn("print"):
                await held.wait()

        holder = asyncio.create_task(hold())
        await asyncio.sleep(0)
        waiting = work.start(OTHER, 3)
        await asyncio.sleep(0)
        monkeypatch.setattr(of, "QUEUE_TIMEOUT_SECONDS", 0.01)
        waiting[0].cancel()
        with pytest.raises(RequestRefused, match="try again"):
            await work.do(GREEDY)
        held.set()
        await asyncio.sleep(0)
        waiting[1].cancel()  # at the moment when its turn comes
        for task in (holder, *waiting):
            with suppress(asyncio.CancelledError):
                await task
        return work.lanes.waiting_count("print"), work.order

    assert asyncio.run(story()) == (0, [OTHER])


def test_an_answer_that_nobody_asked_for_in_an_hour_is_forgotten() -> None:
    """Its session may have been deleted."""
    now = 0.0

    async def story() -> list[str]:
        nonlocal now
        cache, made = Cache(clock=lambda: now), list[str]()

        async def ask(what: str) -> None:
            async def make() -> Done[str]:
                made.append(what)
                return Done(what)

            await cache.get(what.encode(), make)

        for minutes, what in ((0, "old"), (1, "new"), (59, "old"), (62, "old"), (62, "new")):
            now = 60.0 * minutes
            cache.forget_old()
            await ask(what)
        return made

    assert asyncio.run(story()) == ["old", "new", "new"]


def test_who_asks_again_for_what_was_given_up_a_moment_ago_gets_it() -> None:
    async def story() -> bytes:
        cache, ending = Cache(), asyncio.Event()

        async def slow_to_end() -> Done[bytes]:
            try:
                await asyncio.sleep(60)
            finally:
                await ending.wait()
            raise AssertionError

        async def made() -> Done[bytes]:
            return Done(b"made")

        stopped = asyncio.create_task(cache.get(b"key", slow_to_end))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        stopped.cancel()
        await asyncio.sleep(0)
        again = asyncio.create_task(cache.get(b"key", made))
        await asyncio.sleep(0)
        ending.set()
        return await again

    assert asyncio.run(story()) == b"made"

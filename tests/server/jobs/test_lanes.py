"""Whose turn it is: fair between addresses and devices, bounded, with a time where there is no room; old answers."""

import asyncio
import re
from dataclasses import dataclass, field

import pytest

from byestand.errors import Refused
from byestand.server.jobs.cache import Cache
from byestand.server.jobs.results import Done
from byestand.server.purses import Allowance
from byestand.server.work import turns as of
from byestand.server.work.seconds import Seconds
from byestand.server.work.turns import Limits, Shares, Turns, Who

GREEDY, OTHER = Who("203.0.113.9", "a"), Who("203.0.113.10", "b")
SAME_HOUSE = Who(GREEDY.address, "c")


@dataclass
class Room:
    """A queue whose workers take as long as they are told; time goes on when they are done."""

    turns: Turns
    now: float = 0.0
    order: list[Who] = field(default_factory=list)
    most: int = 0
    working: int = 0

    async def asks(self, who: Who, lane: str = "print", seconds: float = 10.0) -> None:
        async with self.turns.turn(lane, who):
            self.order.append(who)
            self.working += 1
            self.most = max(self.most, self.working)
            await asyncio.sleep(0)
            self.now += seconds
            self.working -= 1


def room(shares: Shares = of.HOSTED, **lanes: Limits) -> Room:
    found = Room(Turns(lanes or {"print": Limits(2, 45.0)}, shares))
    found.turns.clock = lambda: found.now
    found.turns.__post_init__()  # with its own clock
    return found


def test_who_asks_once_waits_for_one_turn_of_who_asks_often_and_devices_take_turns_too() -> None:
    async def story() -> list[Who]:
        here = room(Shares())
        asked = [asyncio.create_task(here.asks(GREEDY)) for _ in range(20)]
        await asyncio.sleep(0)
        asked += [asyncio.create_task(here.asks(who)) for who in (OTHER, SAME_HOUSE)]
        await asyncio.gather(*asked)
        return here.order

    order = asyncio.run(story())
    assert len(order) == 22
    assert order.index(OTHER) <= 2
    assert order.index(SAME_HOUSE) <= 4


def test_one_address_never_has_all_workers_of_a_lane() -> None:
    async def story() -> int:
        here = room(Shares(), quick=Limits(3, 10.0))
        await asyncio.gather(*(here.asks(GREEDY, "quick") for _ in range(9)))
        return here.most

    assert asyncio.run(story()) == 2


LANES = {"quick": Limits(3, 10.0, prompt=True), "print": Limits(2, 45.0), "search": Limits(2, 45.0)}


def test_who_has_few_seconds_left_gets_one_thing_at_a_time_and_a_page_besides_and_others_as_many_as_before() -> None:
    async def at_once(who: Who, spent: float) -> int:
        here = room(Shares(seconds=Seconds(Allowance(100, 2.0), 100.0)), **LANES, check=Limits(1, 45.0))
        await here.asks(who, "check", spent)  # elsewhere, so that what is under way is expected to take no time
        here.most = 0
        await asyncio.gather(*(here.asks(GREEDY, lane, 0.0) for lane in LANES for _ in range(4)))
        return here.most

    assert asyncio.run(at_once(GREEDY, 95.0)) == 2
    assert asyncio.run(at_once(GREEDY, 85.0)) > 2
    assert asyncio.run(at_once(OTHER, 95.0)) > 2


def test_one_thing_at_a_time_and_the_first_seconds_are_done_as_anybodys_and_the_rest_behind_others() -> None:
    """On a service; on a laptop all who ask play in the same club."""

    async def behind(shares: Shares, spent: float) -> list[bool]:
        here = room(shares, **LANES)
        await here.asks(GREEDY, seconds=spent)
        turn = here.turns.turn
        async with turn("quick", SAME_HOUSE) as first, turn("print", GREEDY) as second, turn("quick", OTHER) as other:
            told = [first.behind, second.behind, other.behind]
        async with turn("print", GREEDY) as again:
            return [*told, again.behind]

    assert asyncio.run(behind(of.HOSTED, 19.0)) == [False, True, False, False]
    assert asyncio.run(behind(of.HOSTED, 21.0)) == [True, True, False, True]
    assert asyncio.run(behind(of.ALONE, 1000.0)) == [False] * 4


def test_who_owes_seconds_waits_until_they_have_come_back_but_for_pages_and_nobody_else_does() -> None:
    async def story() -> list[Who]:
        here = Room(Turns(LANES, Shares(seconds=Seconds(Allowance(0, 3.0), 0.0))))
        async with here.turns.turn("print", GREEDY):
            await asyncio.sleep(0.05)
        await asyncio.gather(
            here.asks(GREEDY), here.asks(GREEDY, "search"), here.asks(OTHER), here.asks(SAME_HOUSE, "quick")
        )
        return here.order

    assert asyncio.run(story()) == [OTHER, SAME_HOUSE, GREEDY, GREEDY]


def test_what_a_processor_did_is_paid_for_not_how_long_it_lasted_and_no_debt_is_endless() -> None:
    async def story() -> tuple[float, float]:
        here = room(of.HOSTED, **LANES)
        for cost in (1.0, 10_000.0):
            async with here.turns.turn("print", GREEDY) as turn:
                here.now += 60.0
                turn.cost = cost
            waits.append(here.turns.wait("print", GREEDY))
        return waits[0], waits[1]

    waits: list[float] = []
    assert asyncio.run(story()) == (0.0, 120.0)


def test_a_full_queue_says_when_to_come_again_by_how_long_such_work_takes() -> None:
    async def story(shares: Shares, seconds: float) -> Refused:
        here = room(shares)
        await here.asks(OTHER, seconds=seconds)  # so the pace is known
        asked = [asyncio.create_task(here.asks(GREEDY, seconds=seconds)) for _ in range(4)]
        await asyncio.sleep(0)
        with pytest.raises(Refused) as no:
            await here.asks(GREEDY)
        await asyncio.gather(*asked)
        assert here.turns.waiting("print") == 0
        return no.value

    for shares in (Shares(device=4), Shares(address=3), Shares(everybody=3)):
        refused = asyncio.run(story(shares, 5.0))
        assert (refused.status, refused.after) == (503, 20)
        assert str(refused) == "too much is asked at once; try again in about 20 seconds"
    assert asyncio.run(story(Shares(device=4), 1.0)).after == 5
    assert asyncio.run(story(Shares(foreseen=of.PATIENCE), 40.0)).after == 120  # which is more than anybody waits


def test_who_goes_away_leaves_his_place_and_his_turn_to_others(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> tuple[int, int]:
        here = room(print=Limits(1, 45.0))
        holding = asyncio.Event()

        async def holds() -> None:
            async with here.turns.turn("print", GREEDY):
                await holding.wait()

        first = asyncio.create_task(holds())
        await asyncio.sleep(0)
        waiting = [asyncio.create_task(here.asks(OTHER)) for _ in range(3)]
        await asyncio.sleep(0)
        monkeypatch.setattr(of, "PATIENCE", 0.01)
        impatient = asyncio.create_task(here.asks(SAME_HOUSE))
        waiting[0].cancel()
        with pytest.raises(Refused, match=r"try again in about \d+ seconds"):
            await impatient
        holding.set()
        await asyncio.gather(first, *waiting, return_exceptions=True)
        return here.turns.waiting("print"), len(here.order)

    assert asyncio.run(story()) == (0, 2)


def test_every_time_that_is_told_is_a_round_one() -> None:
    said = {str(of.too_much(seconds)) for seconds in range(300)}
    assert {int(re.findall(r"\d+", one)[0]) for one in said} == set(of.ROUND_FIGURES)


def test_an_answer_that_nobody_asked_for_in_an_hour_is_forgotten() -> None:
    """The night that it tells of may have been thrown away."""
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

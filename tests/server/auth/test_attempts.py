"""Wrong codes slow down their address, one answer at a time; a right code gets access at once."""

import asyncio
from collections import Counter
from dataclasses import dataclass, field

from byestand.errors import RequestRefused
from byestand.server.auth.access_control import Attempts

CLUB, OTHER = "203.0.113.9", "203.0.113.10"


@dataclass
class Clock:
    """Time that passes only while all wait."""

    time: float = 0.0
    waits: list[float] = field(default_factory=list)

    def __call__(self) -> float:
        return self.time

    async def sleep(self, seconds: float) -> None:
        self.waits.append(seconds)
        await asyncio.sleep(0)


def slow(clock: Clock, attempts: Attempts, *addresses: str) -> tuple[Counter[float], int]:
    """Send wrong codes from addresses, all at once; return the waits, and how many were asked to try again later."""

    async def story() -> int:
        clock.waits.clear()
        asked = await asyncio.gather(*map(attempts.delay_wrong, addresses), return_exceptions=True)
        return sum(isinstance(one, RequestRefused) and one.status == 429 for one in asked)

    refused = asyncio.run(story())
    return Counter(clock.waits), refused


def test_twenty_wrong_codes_wait_a_second_and_then_one_at_a_time_five_seconds_each() -> None:
    clock = Clock()
    attempts = Attempts(clock, clock.sleep)
    assert slow(clock, attempts, *[CLUB] * 20) == ({1.0: 20}, 0)
    assert slow(clock, attempts, CLUB) == ({5.0: 1}, 0)
    assert slow(clock, attempts, OTHER) == ({1.0: 1}, 0)
    clock.time += 3600
    assert slow(clock, attempts, CLUB) == ({1.0: 1}, 0)


def test_slow_answers_come_one_after_another_and_few_wait_at_an_address() -> None:
    clock = Clock()
    at_once = most = 0

    async def sleep(seconds: float) -> None:
        nonlocal at_once, most
        at_once += 1
        most = max(most, at_once)
        await clock.sleep(seconds)
        at_once -= 1

    attempts = Attempts(clock, sleep)
    slow(clock, attempts, *[CLUB] * 20)
    most = 0
    assert slow(clock, attempts, *[CLUB] * 100) == ({5.0: 16}, 84)
    assert most == 1
    assert not attempts._locks  # noqa: SLF001 - nothing stays in memory

"""Clocks after random calls, pauses, changes of minutes and times, and instants at which they are read."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from byestand.errors import BadRequest
from byestand.model.timing import Break, Timing
from byestand.night.clock import Clock

BEGAN = 1_800_000_000.0


@dataclass(frozen=True)
class RandomClock:
    """A clock, its times, and instants after its last change."""

    clock: Clock
    timing: Timing
    instants: tuple[float, ...]


def random_clocks(seed: int, number: int) -> Iterator[RandomClock]:
    """Yield clocks with a few instants each; all instants are quarters of a second, so that sums are exact."""
    random = Random(seed)  # noqa: S311 - not for secrets
    for _ in range(number):
        rounds = random.choice((0, 1, 2, 3, 5, 9))
        clock, timing, at = Clock(rounds=rounds), random_timing(random, rounds), BEGAN
        if rounds and random.random() < 0.95:
            clock = clock.call_round(random.randint(1, rounds + (random.random() < 0.05)), at)
            for _ in range(random.choice((0, 1, 2, 3, 6))):
                at += random.choice((0, 0.25, 30, 300, random.randrange(2000), 900.75))
                clock, timing = change(random, clock, timing, at)
        else:
            at = BEGAN - 3600
        yield RandomClock(clock, timing, instants(random, clock, timing, at))


def random_timing(random: Random, rounds: int) -> Timing:
    """Return times with breaks of both kinds."""
    seconds = random.choice((0, 60, 600, 900, 1207))
    breaks = tuple(
        Break(after, random.choice((0, 60, 600)))
        if random.random() < 0.5
        else Break(after, until=BEGAN + random.randrange(-1000, 9000))
        for after in range(1, rounds + 1)
        if random.random() < 0.5
    )
    warnings = random.choice(((), (60,), (300, 60), (60, 300, 120), (60, 60), (0, 1200), (0,)))
    return Timing(seconds, warnings, breaks, random.choice((None, BEGAN, BEGAN - 3000)))


def change(random: Random, clock: Clock, timing: Timing, at: float) -> tuple[Clock, Timing]:
    """Return a clock and its times after a valid action of the director."""
    try:
        match random.randrange(5):
            case 0 if clock.is_playing:
                return clock.call_round(clock.round + 1, at), timing
            case 1 | 2 if clock.is_playing:
                return clock.pause(at) if clock.paused_at is None else clock.resume(timing, at), timing
            case 3 if clock.is_playing:
                seconds, later = random.choice((60, -60, 300, -600, 1)), random.random() < 0.5
                return clock.lengthen(seconds, timing, at, later=later), timing
            case _:
                other = random_timing(random, clock.rounds)
                clock.require_possible(other)
                return clock, other
    except BadRequest:
        return clock, timing


def instants(random: Random, clock: Clock, timing: Timing, at: float) -> tuple[float, ...]:
    """Return instants from *at* on: random ones, and those at which a round, a break or a warning is likely to end."""
    due = clock.called_at + clock.paused_seconds + clock.length(clock.round, timing)
    ends = [
        due,
        due - 60,
        due - 300,
        timing.starts or at,
        *(rest.until or due + rest.seconds for rest in timing.breaks),
    ]
    near = [at + end - due for end in ends] + ends
    looks = [
        at,
        *(at + random.randrange(40_000) / 4 for _ in range(4)),
        *(end + 0.25 * random.randint(-1, 1) for end in near),
    ]
    return tuple(sorted({look for look in looks if look >= at}))

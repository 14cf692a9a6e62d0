"""The clock of a night, worked out by hand: a round is fifteen minutes, and play began at the instant 10,000."""

from collections import Counter
from dataclasses import astuple, replace
from typing import get_args

import pytest

from byestand.errors import BadRequest
from byestand.model.timing import MINUTE, Break, Timing
from byestand.night.clock import Clock, State, timeline
from tests.oracles.second_clock import ClockFacts, read_clock
from tests.support.random_clocks import random_clocks

BEGAN = 10_000.0
ROUND = 15 * MINUTE
THIRD = Clock("", rounds=5).call_round(1, BEGAN).call_round(2, BEGAN + ROUND).call_round(3, BEGAN + 2 * ROUND)
"""All sections are in the third of five rounds, on time."""


def test_while_a_round_is_played_the_clock_tells_when_it_ends_and_when_all_go_home() -> None:
    face = THIRD.face(Timing(ROUND), BEGAN + 2 * ROUND + 100)
    assert (face.state, face.round, face.rounds) == ("running", 3, 5)
    assert face.ends == face.next_at == BEGAN + 3 * ROUND
    assert face.finish == BEGAN + 5 * ROUND


def test_who_looks_later_sees_the_same_end() -> None:
    ends = {THIRD.face(Timing(ROUND), BEGAN + 2 * ROUND + late).ends for late in (0, 1, 899)}
    assert ends == {BEGAN + 3 * ROUND}


def test_while_the_clock_stands_still_the_end_of_the_evening_moves_on() -> None:
    stopped = THIRD.pause(BEGAN + 2 * ROUND + 300)
    early, late = (stopped.face(Timing(ROUND), BEGAN + 2 * ROUND + when) for when in (300, 420))
    assert early.state == late.state == "paused"
    assert early.ends is late.ends is None
    assert early.seconds_left == late.seconds_left == ROUND - 300
    assert late.finish == BEGAN + 5 * ROUND + 120
    again = stopped.resume(Timing(ROUND), BEGAN + 2 * ROUND + 420).face(Timing(ROUND), BEGAN + 2 * ROUND + 500)
    assert (again.state, again.ends) == ("running", BEGAN + 3 * ROUND + 120)


def test_stopping_twice_in_a_round_adds_up_and_the_next_round_begins_anew() -> None:
    timing = Timing(ROUND)
    clock = THIRD.pause(BEGAN + 2000).resume(timing, BEGAN + 2010).pause(BEGAN + 2100).resume(timing, BEGAN + 2130)
    assert clock.face(timing, BEGAN + 2130).ends == BEGAN + 3 * ROUND + 40
    fourth = clock.call_round(4, BEGAN + 2800)
    assert fourth.face(timing, BEGAN + 2800).ends == BEGAN + 2800 + ROUND


def test_when_time_is_up_and_nobody_calls_everything_later_waits() -> None:
    face = THIRD.face(Timing(ROUND), BEGAN + 3 * ROUND + 60)
    assert face.state == "over"
    assert face.next_at == BEGAN + 3 * ROUND + 60
    assert face.finish == BEGAN + 3 * ROUND + 60 + 2 * ROUND


@pytest.mark.parametrize(
    ("rest", "until"),
    [
        (Break(3, 10 * MINUTE), BEGAN + 3 * ROUND + 600),
        (Break(3, until=BEGAN + 3 * ROUND + 45), BEGAN + 3 * ROUND + 45),
    ],
    ids=["for ten minutes", "until an hour"],
)
def test_a_break_comes_by_itself_after_its_round(rest: Break, until: float) -> None:
    timing = Timing(ROUND, breaks=(rest,))
    before = THIRD.face(timing, BEGAN + 3 * ROUND - 1)
    assert (before.state, before.next_at, before.finish) == ("last", until, until + 2 * ROUND)
    there = THIRD.face(timing, BEGAN + 3 * ROUND + 10)
    assert (there.state, there.ends) == ("break", until)
    assert THIRD.face(timing, until + 1).state == "break-over"


HALF_TIME = BEGAN + 3 * ROUND
"""When the third round ends, and a break begins."""
BREAKS = {"for ten minutes": Break(3, 600), "until an hour": Break(3, until=HALF_TIME + 600)}


@pytest.mark.parametrize("rest", BREAKS.values(), ids=BREAKS)
class TestDuringABreak:
    """The director's changes of the clock apply to the break, not to the round before it."""

    def test_a_pause_holds_the_break(self, rest: Break) -> None:
        timing = Timing(ROUND, breaks=(rest,))
        paused = THIRD.pause(HALF_TIME + 100)
        for later in (100, 160):
            face = paused.face(timing, HALF_TIME + later)
            assert (face.state, face.seconds_left, face.ends, face.length) == ("break-paused", 500, None, 600)
            assert face.next_at == HALF_TIME + 500 + later
        going = paused.resume(timing, HALF_TIME + 160)
        face = going.face(timing, HALF_TIME + 170)
        assert (face.state, face.ends, face.next_at) == ("break", HALF_TIME + 660, HALF_TIME + 660)
        assert going.call_round(4, HALF_TIME + 700).face(timing, HALF_TIME + 701).state == "running"

    @pytest.mark.parametrize("pressed", [10, 59, 300, 599])
    def test_a_minute_more_or_less_is_the_breaks(self, rest: Break, pressed: int) -> None:
        timing, now = Timing(ROUND, breaks=(rest,)), HALF_TIME + pressed
        for seconds in (60, -60):
            clock = THIRD.lengthen(seconds, timing, now, later=False)
            face = clock.face(timing, HALF_TIME + 1)
            assert (face.state, face.ends, face.length) == ("break", HALF_TIME + 600 + seconds, 600 + seconds)
            assert clock.call_round(4, now).length(4, timing) == ROUND

    def test_a_minute_more_for_later_rounds_leaves_the_round_before_the_break(self, rest: Break) -> None:
        timing, now = Timing(ROUND, breaks=(rest,)), HALF_TIME + 10
        clock = THIRD.lengthen(60, timing, now, later=True)
        assert [clock.length(round, timing) for round in (3, 4, 5)] == [ROUND, ROUND + 60, ROUND + 60]
        assert clock.face(timing, now).finish == HALF_TIME + 660 + 2 * (ROUND + 60)

    def test_taking_off_more_than_is_left_ends_the_break(self, rest: Break) -> None:
        timing, clock = Timing(ROUND, breaks=(rest,)), THIRD
        for _ in range(12):
            clock = clock.lengthen(-60, timing, HALF_TIME + 20, later=False)
        assert clock.face(timing, HALF_TIME + 21).state in ("over", "break-over")
        assert clock.face(timing, HALF_TIME + 21).next_at == HALF_TIME + 21


@pytest.mark.parametrize("until", [BEGAN, HALF_TIME - 1, HALF_TIME])
def test_a_break_until_an_hour_that_is_past_is_no_break(until: float) -> None:
    timing = Timing(ROUND, breaks=(Break(3, until=until),))
    assert timing.breaks[0].ends(HALF_TIME) == HALF_TIME
    for now, state in ((HALF_TIME - 30, "last"), (HALF_TIME + 1, "over")):
        face = THIRD.face(timing, now)
        assert (face.state, face.next_at, face.ends) == (state, max(now, HALF_TIME), HALF_TIME)


def test_minutes_more_are_for_this_round_or_for_all_that_come() -> None:
    timing, now = Timing(ROUND), BEGAN + 2 * ROUND
    once = THIRD.lengthen(60, timing, now, later=False)
    assert once.face(timing, now).ends == BEGAN + 3 * ROUND + 60
    assert once.face(timing, now).finish == BEGAN + 5 * ROUND + 60
    always = THIRD.lengthen(60, timing, now, later=True)
    assert always.face(timing, now).finish == BEGAN + 5 * ROUND + 180


def test_a_round_is_never_shorter_than_nothing() -> None:
    with pytest.raises(BadRequest, match="must last 0 to 240 minutes"):
        THIRD.lengthen(-ROUND - 1, Timing(ROUND), BEGAN + 2 * ROUND, later=False)


def test_before_play_it_counts_down_to_the_hour_that_was_told() -> None:
    clock, timing = Clock("", rounds=2), Timing(ROUND, starts=BEGAN)
    face = clock.face(timing, BEGAN - 400)
    assert (face.state, face.ends, face.finish) == ("before", BEGAN, BEGAN + 2 * ROUND)
    assert clock.face(timing, BEGAN + 50).next_at == BEGAN + 50
    assert clock.face(replace(timing, starts=None), BEGAN).ends is None


def test_after_the_last_round_nothing_is_counted() -> None:
    face = THIRD.call_round(6, BEGAN + 9000).face(Timing(ROUND), BEGAN + 9001)
    assert (face.state, face.ends, face.next_at, face.finish) == ("ended", None, None, None)


@pytest.mark.slow
def test_the_timeline_gives_at_every_instant_what_follows_from_what_was_said() -> None:
    """A second implementation without a timeline computes each figure, for thousands of random clocks."""
    states: Counter[str] = Counter()
    for case in random_clocks(seed=29, number=3000):
        facts = ClockFacts(*astuple(case.clock)[1:])
        for now in case.instants:
            face, expected = case.clock.face(case.timing, now), read_clock(facts, case.timing, now)
            shown = (face.state, face.seconds_left, face.ends, face.length, face.next_at, face.finish)
            assert shown == astuple(expected), (case, now)
            states[face.state] += 1
    assert min(states[state] for state in get_args(State)) > 100, states


def test_a_phase_starts_where_a_break_until_an_hour_no_longer_takes_up_the_delay() -> None:
    """The next break lasts until 3000 s after half-time: until then a late call of round 4 delays nothing."""
    timing = Timing(ROUND, (), (Break(4, until=HALF_TIME + 3000),))
    phases = timeline(THIRD, timing)
    assert [(phase.state, phase.starts - HALF_TIME) for phase in phases] == [
        ("running", -ROUND),
        ("over", 0),
        ("over", 2100),
    ]
    assert [(phase.next_drifts, phase.finish_drifts) for phase in phases] == [
        (False, False),
        (True, False),
        (True, True),
    ]
    assert {phase.finish for phase in phases} == {HALF_TIME + 3000 + ROUND}

"""The search for three sessions: its answers, and a bound that none can beat."""

import random

import pytest

from byestand.search.outcome import Found, Impossible
from byestand.second_sessions.multi_session import SessionSeating, judge_seating
from byestand.second_sessions.search.goals import GOALS
from byestand.second_sessions.search.seating_bounds import repeats_bound
from byestand.second_sessions.search.seating_search import find_seatings
from byestand.second_sessions.search.starting_seats import opening, possible_changes, spread_opening
from byestand.second_sessions.seating_planner import make_event
from tests.support.session_rooms import judged, room_of, some_seating

pytestmark = pytest.mark.usefixtures("own_time")


EIGHT_REPEATS = (
    (1, 3, 4, 16, 10, 15, 2, 9, 6, 13, 11, 14, 7, 12, 8, 5),
    (10, 5, 6, 1, 2, 14, 12, 16, 8, 4, 3, 11, 13, 9, 15, 7),
)
"""Three sessions of 8 × 5 with people in all eight classes of directions."""


def test_three_sessions_are_found_with_few_repeats() -> None:
    """8 × 5: four classes of directions cannot do with fewer than 3·8·5 - 1.5·64 = 24, eight can."""
    room = room_of("W0805")
    event = make_event((room, room, room))
    found = find_seatings(event, seconds=0.3)
    assert isinstance(found, Found)
    second, third = found.thing.seatings
    assert 8 <= judged(event, second, third).total < 24
    for seats in found.thing.seatings:
        assert judge_seating(SessionSeating.first(room), SessionSeating(room, seats)) == ()


def test_the_bound_for_three_sessions_holds_for_every_seating_that_the_judge_accepts() -> None:
    """8 × 5: 120 meetings, 112 pairs that do not always sit in the same direction; and 8 repeats exist."""
    room = room_of("W0805")
    event = make_event((room, room, room))
    for seats in EIGHT_REPEATS:
        assert judge_seating(SessionSeating.first(room), SessionSeating(room, seats)) == ()
    assert judged(event, *EIGHT_REPEATS).total == repeats_bound(event) == 8


@pytest.mark.parametrize("names", [("M0404",), ("M0505",), ("W0805",), ("M0303", "M0404")])
def test_no_three_sessions_by_lot_have_fewer_repeats_than_the_bound(names: tuple[str, ...]) -> None:
    """Even and odd lines, four and eight classes."""
    room = room_of(*names)
    event = make_event((room, room, room))
    for seed in range(30):
        chance = random.Random(seed)  # noqa: S311 - no secret
        second = tuple(seat + 1 for seat in some_seating(event.problem((event.opening, None, None), 1), seed))
        problem = event.problem((event.opening, second, None), 2)
        possible = possible_changes(problem)
        assert not isinstance(possible, Impossible)
        change = chance.choice(possible)
        for way in (opening, spread_opening):
            third = tuple(seat + 1 for seat in way(problem, change, chance))
            assert judge_seating(SessionSeating.first(room), SessionSeating(room, third)) == ()
            assert judged(event, second, third).total >= repeats_bound(event)


def test_three_sessions_serve_their_goal_no_worse_than_what_they_start_from() -> None:
    room = room_of("W0805")
    event = make_event((room, room, room))
    for goal in GOALS:
        found = find_seatings(event, (goal,), seconds=0.0, starts=[EIGHT_REPEATS])
        assert isinstance(found, Found)
        given, ours = judged(event, *EIGHT_REPEATS), judged(event, *found.thing.seatings)
        figures = {"total": "total", "max": "max_repeats"}
        if goal == "contact":
            assert len(ours.never) <= len(given.never)
        elif goal == "balance":
            assert ours.balance >= given.balance - 1e-9
        else:
            assert getattr(ours, figures[goal]) <= getattr(given, figures[goal])

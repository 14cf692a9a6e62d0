"""The stored seatings: judged, with the stated figures, and listed in the documentation."""

import pytest

from byestand.second_sessions.multi_session import SessionSeating, account, judge_seating
from byestand.second_sessions.search.goals import GOALS
from byestand.second_sessions.search.known_seatings import known_seatings, known_three, meetings_print
from byestand.second_sessions.search.seating_bounds import counting_bound, least_competition
from byestand.second_sessions.seating_planner import make_event
from seatings import cases, event_of, table
from tests.support.paths import ROOT
from tests.support.session_rooms import first_problem, judged, lines_of, room_of, shipped_rooms

pytestmark = pytest.mark.usefixtures("own_time")


@pytest.mark.parametrize(("name", "repeats"), [("W1608", 16), ("W2013", 84)])
def test_three_sessions_that_ship_have_few_repeats(name: str, repeats: int) -> None:
    room = room_of(name)
    event = make_event((room, room, room))
    (pair,) = known_three(event)
    assert judged(event, *pair).total <= repeats
    for seats in pair:
        assert judge_seating(SessionSeating.first(room), SessionSeating(room, seats)) == ()


def test_everything_shipped_is_in_order_and_as_good_as_it_says() -> None:
    """Every seating is judged and every bound holds; seatings that claim the counting bound have it."""
    events = {known.name: event_of(known.name) for known in known_seatings()}
    for known in known_seatings():
        event = events[known.name]
        problem = first_problem(event)
        assert known.meetings == meetings_print(problem)
        first, second = (
            SessionSeating(room, s) for room, s in zip(event.sessions, (event.opening, known.seats), strict=True)
        )
        assert judge_seating(first, second) == (), known.name
        result = account([first, second])
        assert result.total >= known.total.minimum, known.name
        figures = {"total": result.total, "max": result.max_repeats, "contact": len(result.never)}
        if known.goal == "balance":
            assert known.main_bound.minimum == pytest.approx(least_competition(problem), rel=1e-5), known.name
        else:
            assert figures[known.goal] >= known.main_bound.minimum, known.name


def test_counting_bounds_shipped_are_those_computed() -> None:
    for known in known_seatings():
        if known.total.argument == "counting bound" and known.goal == "total":
            lines = lines_of(known.name)
            bounds = [counting_bound(lines, lines, size) for size in range(lines.tables + 1)]
            assert min(bounds) == known.total.minimum, known.name


def test_the_table_in_the_docs_is_what_is_shipped() -> None:
    """``python tools/seatings.py table`` writes it."""
    page = (ROOT / "docs" / "crossovers.md").read_text("utf-8")
    assert "\n".join(["", *table(), ""]) in page


def test_all_sizes_from_8_to_30_tables_are_shipped() -> None:
    assert {(name, goal) for _, _, name in cases() for goal in GOALS} <= set(shipped_rooms())


@pytest.mark.parametrize(
    ("name", "total", "proved", "most", "with_most", "contact"),
    [
        ("W1813", 12, True, 1, 14, 16),
        ("W1613", 40, True, 3, 40, 40),
        ("W2013", 0, True, 0, 0, 8),
        ("W1412", 44, True, 4, 44, 44),
        ("W1008", 12, True, 2, 12, 12),
        ("W1612", 16, True, 2, 16, 16),
        ("W1209", 8, True, 1, 8, 8),
    ],
)
def test_single_sections_reach_the_known_optima(
    name: str, total: int, proved: bool, most: int, with_most: int, contact: int
) -> None:
    """Fewest playbacks, smallest maximum (and its playbacks), playbacks with all pairs compared."""
    known, event = shipped_rooms(), event_of(name)
    by_total, by_most, by_contact = (judged(event, known[name, goal].seats) for goal in GOALS[:3])
    assert by_total.total == total
    assert (known[name, "total"].total.minimum == total) == proved
    assert (by_most.max_repeats, by_most.total) == (most, with_most)
    assert known[name, "max"].main_bound.minimum == most
    assert (by_contact.never, by_contact.total) == ((), contact)


def test_full_contact_of_18_by_13_is_proved_to_need_16() -> None:
    assert shipped_rooms()["W1813", "contact"].total.minimum == 16

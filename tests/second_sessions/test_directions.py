"""Any number of pairs may change direction in a second session, and proofs cover every number."""

import json

import pytest

from byestand import cli
from byestand.search.outcome import Found, Impossible
from byestand.second_sessions.multi_session import SessionSeating, account
from byestand.second_sessions.search.seating_problem import SeatingRequests
from byestand.second_sessions.search.seating_search import find_seatings
from byestand.second_sessions.seating_planner import make_event
from tests.oracles.seating_counter import two_halves
from tests.support.session_rooms import lines_of, room_of

pytestmark = pytest.mark.usefixtures("own_time")


def test_requests_that_need_more_pairs_than_may_change_are_impossible() -> None:
    """7 of 12 NS pairs stay: at most 5 of each line change direction."""
    room = room_of("W1209")
    seven = frozenset(range(7))
    outcome = find_seatings(make_event((room, room), SeatingRequests(stay=seven)), seconds=0.1)
    assert isinstance(outcome, Found)
    assert sum(room.directions[seat - 1] for seat in outcome.thing.seatings[0][:12]) <= 5
    six = frozenset(range(12, 18))
    outcome = find_seatings(make_event((room, room), SeatingRequests(stay=seven, change=six)), seconds=0.1)
    assert isinstance(outcome, Impossible)
    assert outcome.reason == "the requests make at least 6 of the NS pairs change direction, but at most 5 may"


def test_fewest_repeats_may_need_another_number_than_half() -> None:
    """W0604: 2 repeats if 3 of 6 change direction, 0 if 4 (or 2) do; then four combinations are never compared.

    The seating was found by others: NS 1-6 next at E2 N3 E6 E5 N6 E3, EW 1-6 at N4 N5 E1 N1 N2 E4.
    """
    room = room_of("W0604")
    meets = lines_of("W0604").meets
    assert [two_halves(meets, meets, number) for number in (2, 3, 4)] == [0, 2, 0]
    given = tuple(map(room.seat, ["E2", "N3", "E6", "E5", "N6", "E3", "N4", "N5", "E1", "N1", "N2", "E4"]))
    counted = account([SessionSeating.first(room), SessionSeating(room, given)])
    assert (counted.total, len(counted.never)) == (0, 4)
    found = find_seatings(make_event((room, room)), seconds=20.0)
    assert isinstance(found, Found)
    assert (found.thing.score.total, found.thing.total.minimum) == (0, 0)
    # All pairs compared: two repeats, refuted with any number that changes.
    found = find_seatings(make_event((room, room)), ("contact",), seconds=20.0)
    assert isinstance(found, Found)
    assert (found.thing.score.never, found.thing.score.total, found.thing.total.minimum) == (0, 2, 2)


@pytest.mark.parametrize("number", [1, 3, 4, 7])
def test_pairs_that_must_change_are_no_reason_to_refuse(number: int) -> None:
    """In M0707 all pairs of the two lines meet: those that change meet again, and so do those that stay."""
    room = room_of("M0707")
    event = make_event((room, room), SeatingRequests(change=frozenset(range(number)), stay=frozenset(range(number, 7))))
    found = find_seatings(event, seconds=0.05)
    assert isinstance(found, Found)
    assert [room.directions[seat - 1] for seat in found.thing.seatings[0][:7]] == [1] * number + [0] * (7 - number)
    assert found.thing.score.total == found.thing.total.minimum == number**2 + (7 - number) ** 2


@pytest.mark.parametrize("wish", ["--change N1,N3,N4,N6", "--stay N1,N2,N3,N4"])
def test_the_command_seats_more_or_fewer_than_half(capsys: pytest.CaptureFixture[str], wish: str) -> None:
    assert cli.run(["crossover", "W0604", *wish.split(), "--format", "json", "--time", "1"]) == 0
    seats = json.loads(capsys.readouterr().out)["seats"]
    changing = [label for label, seat in seats.items() if label[0] == "N" and seat[0] == "E"]
    assert changing == ["N1", "N3", "N4", "N6"] if "change" in wish else len(changing) <= 2

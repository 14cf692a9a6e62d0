"""Several sessions: counts against print and against plain loops, and a planted fault for every rule of the judge."""

import random
from collections import Counter
from itertools import combinations

import pytest

from byestand.catalog import find
from byestand.catalog.section_syntax import session_of
from byestand.errors import BadRequest
from byestand.model.session import Session
from byestand.second_sessions.multi_session import Requests, SessionSeating, account, judge_seating
from byestand.second_sessions.seating_planner import make_event
from byestand.verify.measures import balance, competition
from tests.support.published_tables import published_table
from tests.support.session_rooms import printed_seats, room_of


def test_playbacks_of_the_18_table_example_are_those_printed_row_by_row() -> None:
    """Average 1.78, printed as 1.8; the columns are the pairs that sit there in the second session."""
    room = room_of("W1813")
    seats = printed_seats(room, "crossover_18_2019", "step3")
    counted = account([SessionSeating.first(room), SessionSeating(room, seats)])
    for row in published_table("crossover_18_2019"):
        for column in ("ns", "ew"):
            person = room.seat(row[f"step3_{column}"])
            assert counted.per_person[person - 1] == int(row[f"playbacks_{column}"]), row
    assert counted.total == 32
    assert round(2 * counted.total / 36, 2) == 1.78


@pytest.mark.parametrize(("step", "total"), [("step2", 15), ("step3", 5), ("step4", 0)])
def test_playbacks_of_the_unequal_sections_after_each_step(step: str, total: int) -> None:
    room = room_of("M1313", "W1813")
    seats = printed_seats(room, "crossover_13_18_2019", step)
    assert account([SessionSeating.first(room), SessionSeating(room, seats)]).total == total


def test_balance_of_the_printed_unequal_crossover_is_41_75() -> None:
    """Scored over the whole field."""
    room = room_of("M1313", "W1813")
    seats = printed_seats(room, "crossover_13_18_2019", "step4")
    assert round(account([SessionSeating.first(room), SessionSeating(room, seats)]).balance, 2) == 41.75


def test_sitting_still_plays_everything_again_and_compares_no_new_pair() -> None:
    """18 NS pairs meet 13 of 18 EW pairs: twice in two sessions, three times in three; 5 each are never compared."""
    room = room_of("W1813")
    twice = account([SessionSeating.first(room)] * 2)
    assert (twice.total, twice.max_repeats, len(twice.never)) == (18 * 13, 13, 18 * 5)
    assert account([SessionSeating.first(room)] * 3).total == 2 * 18 * 13
    assert twice.balance == pytest.approx(balance(competition(find("W1813"))))


def test_phantoms_count_for_nothing() -> None:
    """Opponents of N18 sit out, which is no meeting; a phantom is compared with no pair."""
    room = session_of(["W1813"], missing=["N18"])
    still = account([SessionSeating.first(room)] * 2)
    assert still.total == 17 * 13
    assert len(still.never) == 17 * 5
    assert still.per_person[17] == 0


@pytest.mark.parametrize("names", [("W1309",), ("W0806", "M0606"), ("W1208ER",)])
def test_counts_agree_with_plain_loops(names: tuple[str, ...]) -> None:
    """Rovers, party tables, two sections; seats by lot, three sessions."""
    room = room_of(*names)
    chance = random.Random(1)  # noqa: S311 - no secret
    seatings = [list(range(1, room.size + 1)), *(chance.sample(range(1, room.size + 1), room.size) for _ in "12")]
    meetings: Counter[frozenset[int]] = Counter()
    same_way = set()
    for seats in seatings:
        person = {seat: p for p, seat in enumerate(seats, start=1)}
        tonight = set()
        for movement, offset in zip(room.movements, room.offsets, strict=True):
            for meeting in movement.meetings():
                if "-" not in meeting.contestants and meeting.group:
                    here = [offset + movement.field.contestant(label) for label in meeting.contestants]
                    tonight.add(frozenset(person[seat] for seat in here))
        meetings.update(tonight)
        ways = {p: room.label(seat).lstrip("AB")[0] for seat, p in person.items()}
        same_way |= {frozenset(two) for two in combinations(ways, 2) if ways[two[0]] == ways[two[1]]}
    counted = account([SessionSeating(room, tuple(seats)) for seats in seatings])
    assert counted.total == sum(times - 1 for times in meetings.values())
    everybody = (frozenset(two) for two in combinations(range(1, room.size + 1), 2))
    never = sum(two not in meetings and two not in same_way for two in everybody)
    assert len(counted.never) == never
    of_person = [sum(times - 1 for two, times in meetings.items() if p in two) for p in range(1, room.size + 1)]
    assert list(counted.per_person) == of_person


def seat_session(room: Session, **places: str) -> SessionSeating:
    """Return a session in which the given pairs have new seats, and all others their own."""
    seats = list(range(1, room.size + 1))
    for pair, place in places.items():
        seats[room.seat(pair) - 1] = room.seat(place)
    return SessionSeating(room, tuple(seats))


HALF = {"N1": "E1", "E1": "N1", "N2": "E2", "E2": "N2"}
"""Half of the pairs of four tables change directions."""


def test_a_seating_in_order_has_no_findings() -> None:
    room = room_of("M0403")
    asked = Requests(stay=frozenset({3}), change=frozenset({1}))
    assert judge_seating(SessionSeating.first(room), seat_session(room, **HALF), asked) == ()


@pytest.mark.parametrize(
    ("places", "asked", "rules"),
    [
        (HALF | {"N3": "N4"}, Requests(), {"seated-twice"}),
        (HALF, Requests(stay=frozenset({1})), {"direction"}),
        (HALF, Requests(change=frozenset({3})), {"direction"}),
        (HALF, Requests(apart=frozenset({1, 5})), {"not-apart"}),
    ],
)
def test_the_judge_sees_planted_faults(places: dict[str, str], asked: Requests, rules: set[str]) -> None:
    """A pair seated twice, a wish ignored, a meeting that should not be."""
    room = room_of("M0403")
    found = judge_seating(SessionSeating.first(room), seat_session(room, **places), asked)
    assert {finding.rule for finding in found} == rules


def test_the_judge_sees_somebody_without_a_seat_and_somebody_on_a_phantoms() -> None:
    room = room_of("M0403")
    beyond = SessionSeating(room, (99, *range(2, 9)))
    rules = {finding.rule for finding in judge_seating(SessionSeating.first(room), beyond)}
    assert rules == {"seated-nowhere", "seated-twice"}
    half = session_of(["M0403"], missing=["N4"])
    moved = judge_seating(SessionSeating.first(half), seat_session(half, N3="N4", N4="N3"))
    assert {finding.rule for finding in moved} >= {"seated-nowhere"}


def test_any_number_of_pairs_may_change_direction() -> None:
    room = room_of("M0403")
    all_change = seat_session(
        room, **{f"N{k}": f"E{k}" for k in range(1, 5)}, **{f"E{k}": f"N{k}" for k in range(1, 5)}
    )
    first = SessionSeating.first(room)
    assert judge_seating(first, all_change) == ()
    assert judge_seating(first, seat_session(room, N1="E1", E1="N1")) == ()


def test_an_account_needs_everybody_seated_once() -> None:
    room = room_of("M0403")
    with pytest.raises(BadRequest, match="session 2 does not seat each of 8 pairs once"):
        account([SessionSeating.first(room), SessionSeating(room, (1,) * 8)])


def test_seats_of_several_sections_have_letters() -> None:
    room = room_of("M0403", "M0605")
    assert room.label(9) == "BN1"
    assert room.seat(" be6 ") == 20
    with pytest.raises(BadRequest, match="unknown seat; seats are AN1-AN4, AE1-AE4, BN1-BN6, BE1-BE6: 'N1'"):
        room.seat("N1")


def test_a_room_is_for_pairs_in_two_lines_with_different_letters() -> None:
    with pytest.raises(BadRequest, match="different letters"):
        session_of(["A=M0403", "A=M0403"])
    with pytest.raises(BadRequest, match=r"second sessions need NS and EW pairs \(two winners\)"):
        make_event((session_of(["W0909TR"]),) * 2)

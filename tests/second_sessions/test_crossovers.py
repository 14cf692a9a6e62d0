"""Crossovers by rule: equal to the published ones, and without playbacks where theory says so."""

import random

import numpy as np
import pytest

from byestand.catalog.section_syntax import session_of
from byestand.errors import BadRequest
from byestand.model.session import Session
from byestand.second_sessions.multi_session import (
    EventFigures,
    SessionSeating,
    account,
    judge_seating,
    meetings,
    session_competition,
)
from byestand.second_sessions.rules.crossovers import Crossover, several_sections, single_section, three_sessions
from byestand.second_sessions.rules.group_crossovers import exchanged_groups, groups, thirds
from tests.support.session_rooms import printed_seats, room_of


def count_repeats(room: Session, *seatings: tuple[int, ...]) -> EventFigures:
    return account([SessionSeating.first(room), *(SessionSeating(room, seats) for seats in seatings)])


@pytest.mark.parametrize("step", [1, 2, 3])
def test_the_recipe_for_one_section_is_the_printed_table_step_by_step(step: int) -> None:
    room = room_of("W1813")
    assert single_section(18).steps[step - 1].seats == printed_seats(room, "crossover_18_2019", f"step{step}")


@pytest.mark.parametrize("step", [2, 3, 4])
def test_the_recipe_for_unequal_sections_is_the_printed_table(step: int) -> None:
    """Step 1 of the print seats more pairs in A than it has tables; steps 1 and 2 are one here."""
    room = room_of("M1313", "W1813")
    ours = several_sections((13, 18), ("A", "B")).steps[step - 2].seats
    assert ours == printed_seats(room, "crossover_13_18_2019", f"step{step}")


@pytest.mark.parametrize(
    ("name", "total", "most"),
    [
        ("W1813", 32, 4),
        ("W1613", 50, 5),
        ("W2013", 18, 3),
        ("W1412", 70, 5),
        ("W1612", 44, 4),
        ("W1209", 18, 3),
    ],
)
def test_playbacks_of_the_recipe_whichever_way_it_is_read(name: str, total: int, most: int) -> None:
    """The text shifts the later EW pairs, the printed table the former ones: the counts are the same."""
    room = room_of(name)
    t = room.size // 2
    recipe = single_section(t)
    as_text = tuple(seat if seat <= t else t + (seat - t) % t + 1 for seat in recipe.steps[1].seats)
    for seats in (recipe.seats, as_text):
        result = count_repeats(room, seats)
        assert (result.total, result.max_repeats) == (total, most)
        assert judge_seating(SessionSeating.first(room), SessionSeating(room, seats)) == ()


def rule_of_runs(room: Session) -> Crossover:
    t = room.size // 2
    matrix = meetings(room)[:t, t:]
    return thirds(matrix)


@pytest.mark.parametrize("name", ["W1509", "W1609", "W1709", "W1809", "W1909", "W2009", "W2113", "W2713"])
def test_runs_cut_in_thirds_are_playback_free_from_three_halves_of_the_rounds(name: str) -> None:
    """From ⌈3r/2⌉ + 1 to 2r + 2 tables."""
    room = room_of(name)
    seats = rule_of_runs(room).seats
    assert count_repeats(room, seats).total == 0
    assert judge_seating(SessionSeating.first(room), SessionSeating(room, seats)) == ()


def test_twice_as_many_tables_as_rounds_need_no_cuts_and_compare_everybody() -> None:
    """Half lines keep their order; six groups to announce, two of them where the ring of tables closes."""
    room = room_of("W1809")
    seats = rule_of_runs(room).seats
    result = count_repeats(room, seats)
    assert (result.total, len(result.never), len(groups(room, room, seats))) == (0, 0, 6)


def exchange(*names: str) -> tuple[Session, Crossover]:
    room = room_of(*names)
    met, way = meetings(room), np.array(room.directions)
    apart = (way[:, np.newaxis] != way) & (met == 0)
    figures = tuple(matrix.astype(np.float64) for matrix in (met, apart, session_competition(room)))
    found = exchanged_groups(room, figures)
    assert found is not None
    return room, found


def test_two_equal_mitchells_exchange_whole_lines_without_playbacks() -> None:
    room, rule = exchange("M0909", "M0909")
    result = count_repeats(room, rule.seats)
    assert (result.total, len(result.never), len(groups(room, room, rule.seats))) == (0, 0, 4)
    assert judge_seating(SessionSeating.first(room), SessionSeating(room, rule.seats)) == ()


def test_two_equal_webs_exchange_half_lines_without_playbacks() -> None:
    """Better balanced than the recipe in which all change direction, which reaches 35.3."""
    room, rule = exchange("W1813", "W1813")
    result = count_repeats(room, rule.seats)
    recipe = count_repeats(room, several_sections((18, 18), room.letters).seats)
    assert result.total == recipe.total == 0
    assert round(recipe.balance, 1) == 35.3
    assert result.balance > recipe.balance
    assert judge_seating(SessionSeating.first(room), SessionSeating(room, rule.seats)) == ()


def test_groups_with_a_phantom_among_them_are_not_exchanged() -> None:
    room = session_of(["M0505"], missing=["N5"])
    figure = (meetings(room).astype(np.float64),)
    assert exchanged_groups(room, figure) is None


@pytest.mark.parametrize(
    ("name", "rounds", "skip"),
    [("W2613", 13, False), ("W1809", 9, False), ("W2009", 9, False), ("W2612", 12, True), ("W1808", 8, True)],
)
def test_three_sessions_without_repeats(name: str, rounds: int, skip: bool) -> None:
    """And half of each line changes direction each time."""
    room = room_of(name)
    second, third = three_sessions(room.size // 2, rounds, skip=skip)
    assert count_repeats(room, second.seats, third.seats).total == 0
    sessions = [SessionSeating.first(room), SessionSeating(room, second.seats), SessionSeating(room, third.seats)]
    for one, other in ((0, 1), (0, 2)):
        assert judge_seating(sessions[one], sessions[other]) == ()


def test_three_sessions_at_twice_the_rounds_have_everybody_meet_or_sit_alike() -> None:
    room = room_of("W2613")
    second, third = three_sessions(26, 13, skip=False)
    result = count_repeats(room, second.seats, third.seats)
    assert result.never == ()
    assert round(result.balance) == 75


@pytest.mark.parametrize(
    ("tables", "rounds", "skip"), [(17, 8, False), (24, 13, False), (16, 8, False), (24, 12, True), (26, 13, True)]
)
def test_three_sessions_by_half_lines_are_refused_where_they_would_repeat(tables: int, rounds: int, skip: bool) -> None:
    """Odd tables, too few, and (with an even half, or with a skip) exactly twice as many as rounds."""
    with pytest.raises(BadRequest, match="3 sessions need more than twice as many tables as rounds"):
        three_sessions(tables, rounds, skip=skip)


def test_sections_of_any_sizes_cross_and_the_surplus_stays() -> None:
    """Three sections: every pair seated once; the smallest one crosses as a whole."""
    room = room_of("M0606", "W0806", "W1006")
    seats = several_sections((6, 8, 10), room.letters).seats
    assert judge_seating(SessionSeating.first(room), SessionSeating(room, seats)) == ()
    assert room.label(seats[room.seat("AE1") - 1]) == "BN1"
    assert room.label(seats[room.seat("BN8") - 1]) == "BN7"


@pytest.mark.parametrize("bad", [lambda: single_section(1), lambda: several_sections((9,), ("A",))])
def test_too_little_to_cross_is_refused(bad: object) -> None:
    assert callable(bad)
    with pytest.raises(BadRequest, match="crossover needs at least"):
        bad()


def test_groups_tell_a_seating_completely() -> None:
    """For any seating, its groups give the seat of every pair."""
    room = room_of("M0606", "W0806")
    seats = tuple(random.Random(3).sample(range(1, room.size + 1), room.size))  # noqa: S311 - no secret
    rebuilt = {}
    for group in groups(room, room, seats):
        step = 1 if group.seats[1] >= group.seats[0] else -1
        for i, person in enumerate(range(group.people[0], group.people[1] + 1)):
            rebuilt[person] = group.seats[0] + step * i
    assert rebuilt == dict(enumerate(seats, start=1))

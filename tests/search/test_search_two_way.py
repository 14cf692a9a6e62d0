"""Two-way rovers: if a rover cannot keep to one direction, one seat in the other direction is enough."""

import pytest

from byestand.search import Found, Impossible, TwoWayRoute, find_two_way_rover
from tests.oracles.rover_checker import PUBLISHED, mitchell, two_way_faults
from tests.oracles.second_maker import Shape, library, web
from tests.support.rover_searches import rover_of


@pytest.mark.parametrize("tables", [9, 15])
def test_published_two_way_routes_pass_the_check(tables: int) -> None:
    movement = mitchell(tables)
    visits = [(int(v[:-1]), v[-1]) for v in PUBLISHED["mitchell_two_way"][str(tables)]]
    route = TwoWayRoute(
        tables=tuple(table for table, _ in visits),
        seats=tuple("NS" if side == "N" else "EW" for _, side in visits),
        rounds=tuple(range(2, tables + 1)),
        step=2,
        irregular=(),
    )
    assert two_way_faults(movement, route) == []


@pytest.mark.parametrize("tables", [9, 10, 15, 21, 27])
def test_one_ew_seat_is_enough_where_a_rover_cannot_keep_to_one_direction(tables: int) -> None:
    movement = mitchell(tables)
    outcome = find_two_way_rover(movement)
    assert isinstance(outcome, Found)
    assert outcome.thing.ew_seats == 1
    assert two_way_faults(movement, outcome.thing) == []


def test_all_twenty_short_bases_of_the_library_have_a_full_length_two_way_rover() -> None:
    short = [s for s in library() if isinstance(rover_of(s, s.longest), Impossible)]
    assert len(short) == 20
    for shape in short:
        movement = web(shape, shape.longest)
        outcome = find_two_way_rover(movement)
        assert isinstance(outcome, Found), shape
        assert outcome.thing.ew_seats == 1
        assert two_way_faults(movement, outcome.thing) == []


def test_where_one_way_will_do_a_two_way_rover_has_no_ew_seat() -> None:
    outcome = find_two_way_rover(mitchell(7))
    assert isinstance(outcome, Found)
    assert outcome.thing.ew_seats == 0


def test_a_two_way_search_that_gives_up_regularity_still_finds_a_sound_route() -> None:
    movement = mitchell(15)
    outcome = find_two_way_rover(movement, effort=0)
    assert isinstance(outcome, Found)
    assert two_way_faults(movement, outcome.thing) == []


def test_six_tables_have_no_two_way_rover_for_more_rounds_than_it_has_opponents() -> None:
    outcome = find_two_way_rover(web(Shape(6, 15, 0, 3), 15))
    assert isinstance(outcome, Impossible)
    assert outcome.proof == "theorem"


def test_three_tables_have_a_two_way_rover_but_two_with_four_groups_have_not() -> None:
    movement = mitchell(3)
    outcome = find_two_way_rover(movement)
    assert isinstance(outcome, Found)
    assert two_way_faults(movement, outcome.thing) == []
    nothing = find_two_way_rover(web(Shape(2, 4, 0, 1), 4))
    assert nothing == Impossible(
        "every choice in 3 rounds was tried, and each repeats an opponent, a displaced pair or a deal group",
        "exhausted search",
    )

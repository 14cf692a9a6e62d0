"""Rovers: the routes found, the Webs that have one, and the options."""

from collections import Counter
from dataclasses import replace
from itertools import pairwise, product

import numpy as np
import pytest

from byestand.errors import BadRequest
from byestand.model.field import Field
from byestand.model.movement import Movement
from byestand.search import (
    Found,
    Impossible,
    OutOfTime,
    RoverRoute,
    alternatives,
    find_rover,
)
from byestand.search.outcome import OutOfEffortError, SearchBudget
from byestand.search.rovers.one_way import EFFORT, find_route, fingerprint, known_routes
from byestand.search.rovers.rover_cells import read_cells
from byestand.search.rovers.row_selection import one_of_each
from rover_routes import FILE, cases, line
from tests.oracles.rover_checker import PUBLISHED, all_faults, mitchell
from tests.oracles.second_maker import Shape, library, relay, shapes, web
from tests.properties.rover_classification import Case, every_shape, exceptions, surprises
from tests.support.rover_searches import rover_of, search_route, through

# --- published routes ---


@pytest.mark.parametrize("name", PUBLISHED["web_ns_rover"])
def test_published_web_routes_pass_the_check_and_ours_are_more_regular(name: str) -> None:
    t, d = map(int, name.split("/"))
    movement = web(Shape(t, d, 0, t // 2), d)
    tables = PUBLISHED["web_ns_rover"][name]["tables"]
    published = through(movement, tables)
    assert all_faults(movement, published) == []
    assert search_route(find_rover(movement)).irregular_moves < published.irregular_moves


@pytest.mark.parametrize("name", PUBLISHED["web_ns_rover"])
def test_a_published_route_with_one_table_changed_fails_the_check_somewhere(name: str) -> None:
    t, d = map(int, name.split("/"))
    movement = web(Shape(t, d, 0, t // 2), d)
    tables = PUBLISHED["web_ns_rover"][name]["tables"]
    broken = [*tables[:-1], tables[0]]
    assert all_faults(movement, through(movement, broken)) != []
    cells = read_cells(movement, rounds=None, sit_out_round=1)
    assert cells.is_sound(tuple(tables))
    assert not cells.is_sound(tuple(broken))


@pytest.mark.parametrize("tables", [7, 11])
def test_the_route_of_a_prime_mitchell_is_the_published_one(tables: int) -> None:
    assert list(search_route(find_rover(mitchell(tables))).tables) == PUBLISHED["mitchell"][str(tables)]


@pytest.mark.parametrize("tables", [8, 10])
def test_relay_mitchells_have_rovers_the_published_ones_among_them(tables: int) -> None:
    movement = relay(tables)
    published = through(movement, PUBLISHED["mitchell_relay"][str(tables)])
    assert all_faults(movement, published) == []
    assert all_faults(movement, search_route(find_rover(movement))) == []


# --- existence ---


@pytest.mark.slow
def test_the_classification_holds_for_every_web_up_to_60_tables_and_20_groups() -> None:
    """Pigeonhole, Euler, toroidal queens and seven sporadic cases."""
    of = list(every_shape(60, 20))
    assert len(of) == 1050
    assert surprises(of, [case for shape in of for case in exceptions(shape)]) == []


def test_the_classification_would_notice_a_case_that_is_missing_or_too_many() -> None:
    shape = Shape(9, 9, 1, 0)
    assert surprises([shape], []) != []
    assert surprises([shape], [Case(shape, 9, "toroidal queens"), Case(shape, 8, "x")]) != []


@pytest.mark.slow
def test_every_base_of_the_library_has_a_sound_rover_or_one_a_round_shorter() -> None:
    short = []
    for shape in library():
        movement = web(shape, shape.longest)
        outcome, rounds = rover_of(shape, shape.longest), movement.rounds
        if isinstance(outcome, Impossible):
            short.append((shape.tables, shape.groups, shape.whole))
            rounds -= 1
            outcome = find_rover(movement, rounds=rounds)
        assert all_faults(movement, search_route(outcome), rounds) == [], shape
    assert len(short) == 20
    assert {case for case in short if case[0] >= case[1]} == {(9, 9, 1), (15, 15, 1), (10, 10, 1)}


# --- the most regular route ---


def in_order_of_merit(movement: Movement, rounds: int) -> tuple[int, ...]:
    """Return the best of all sound routes from round 2 on, by the order that is promised, from every one of them."""
    t, layout = movement.tables, movement.layout
    assert layout
    waiting = [
        {copy.group for stand in layout.stands for copy in layout.on_stand(stand, round)}
        for round in range(1, rounds + 1)
    ]
    preferred = [2, -2, 1, -1, *(step for far in range(3, t) for step in (far, -far)), 0]

    def merit(route: tuple[int, ...]) -> tuple[object, ...]:
        moves = [(b - a) % t for a, b in pairwise(route)]
        step = min(preferred, key=lambda step: -moves.count(step % t))
        groups = [int(movement.groups[row, table - 1]) for row, table in enumerate(route, start=1)]
        copies = sum(group not in there for group, there in zip(groups, waiting[1:], strict=True))
        copies += waiting[0] <= set(groups)
        return len(moves) - moves.count(step % t), copies, preferred.index(step), route

    def is_sound(route: tuple[int, ...]) -> bool:
        met = [(*movement.seats[row, k - 1], movement.groups[row, k - 1]) for row, k in enumerate(route, start=1)]
        return all(len(set(line)) == len(route) for line in zip(*met, strict=True))

    return min(filter(is_sound, product(range(1, t + 1), repeat=rounds - 1)), key=merit)


@pytest.mark.parametrize(
    ("shape", "rounds"),
    [
        (Shape(4, 5, 0, 2), 3),
        (Shape(6, 5, 0, 3), 3),
        (Shape(6, 5, 0, 3), 4),
        (Shape(4, 6, 0, 2), 3),
        (Shape(6, 4, 1, 1), 4),
        (Shape(6, 4, 0, 3), 4),
        (Shape(8, 6, 0, 4), 4),
        (Shape(8, 6, 1, 1), 4),
        (Shape(7, 5, 1, 1), 5),
    ],
)
def test_the_route_is_the_best_of_all_that_are_sound(shape: Shape, rounds: int) -> None:
    movement = web(shape, rounds)
    match find_rover(movement):
        case Found(route):
            assert route.tables == in_order_of_merit(movement, rounds)
        case other:
            pytest.fail(f"{other}")


def test_where_copies_wait_for_one_table_only_a_route_turned_round_the_room_is_not_as_good() -> None:
    """In a Mitchell all routes from table 1 are good from any table, except for boards borrowed by a party table."""
    cells = read_cells(mitchell(5), rounds=None, sit_out_round=1)
    for row, table in product(range(len(cells.rounds)), range(5)):
        idle = np.zeros((len(cells.rounds), 5), dtype=int)
        idle[row, table] = 1
        lent = find_route(replace(cells, idle=tuple(map(tuple, idle.tolist()))), seconds=10, effort=EFFORT)
        assert isinstance(lent, Found)
        assert lent.thing.borrowing_rounds == (cells.rounds[row],)
    for group in range(1, 6):
        lent = find_route(replace(cells, idle_at_home=frozenset({group})), seconds=10, effort=EFFORT)
        assert isinstance(lent, Found)
        assert lent.thing.borrowing_rounds == (1,)


def test_two_moves_are_no_rule_of_two_steps_in_turn_but_three_are() -> None:
    assert RoverRoute.through((1, 3, 2), rounds=(2, 3, 4), of=9).in_turn is None
    assert RoverRoute.through((1, 3, 2, 4), rounds=(2, 3, 4, 5), of=9).in_turn == (2, -1)


def test_regularity_of_the_433_full_length_webs() -> None:
    regular: Counter[int] = Counter()
    for groups in range(4, 16):
        for tables in range(groups, 46):
            for shape in shapes(tables, groups):
                match rover_of(shape, groups):
                    case Found(route):
                        regular[route.irregular_moves] += 1
    assert regular.total() == 433
    assert regular[0] == 349
    assert regular[0] + regular[1] == 414


def test_w1812_needs_one_irregular_move() -> None:
    movement = web(Shape(18, 12, 0, 9), 12)
    route = search_route(find_rover(movement))
    assert (route.step, route.irregular) == (-2, (6,))
    assert route.tables == (8, 6, 4, 2, 15, 13, 11, 9, 7, 5, 3)
    assert all_faults(movement, route) == []


@pytest.mark.parametrize("shape", [s for d in (5, 6, 9, 12) for t in (31, 40) for s in shapes(t, d)])
def test_minus_two_from_the_last_up_table_works_from_3d_minus_4_tables_on(shape: Shape) -> None:
    t, d, n, s = shape
    assert t >= 3 * d - 4
    movement = web(shape, d)
    start = n * d + s
    assert all_faults(movement, through(movement, [start - 2 * i for i in range(d - 1)])) == []


def test_plus_two_from_table_1_works_for_d_prime_to_6_and_2d_minus_3_up_tables() -> None:
    tried = 0
    for d in (5, 7, 11, 13):
        for t in range(d, 41):
            for shape in shapes(t, d):
                if shape.whole * d + shape.half >= 2 * d - 3:
                    movement = web(shape, d)
                    plus_two = through(movement, [1 + 2 * i for i in range(d - 1)])
                    assert all_faults(movement, plus_two) == []
                    tried += 1
    assert tried > 50


def test_the_step_and_the_irregular_rounds_say_what_the_tables_do() -> None:
    route = search_route(find_rover(web(Shape(14, 13, 0, 7), 13)))
    moves = [(b - a) % 14 for a, b in pairwise(route.tables)]
    irregular = [r for r, move in zip(route.rounds[1:], moves, strict=True) if move != route.step]
    assert list(route.irregular) == irregular
    assert route.table(1) == 0
    assert route.table(2) == route.tables[0]


def test_a_party_table_borrows_only_what_lies_idle_on_a_stand() -> None:
    movement = web(Shape(18, 12, 0, 9), 12)
    layout = movement.layout
    assert layout is not None
    route = search_route(find_rover(movement))
    for round in route.rounds:
        group = movement.at(round, route.table(round)).group
        idle = {copy.group for stand in layout.stands for copy in layout.on_stand(stand, round)}
        assert (group in idle) == (round in route.borrowing_rounds)


def test_without_a_layout_there_is_a_route_and_nothing_to_borrow() -> None:
    base = web(Shape(18, 12, 0, 9), 12)
    bare = Movement("", base.seats, base.groups, base.field, 12)
    assert search_route(find_rover(bare)).borrowing_rounds == ()


def test_every_shipped_route_belongs_to_a_web_of_the_library_and_is_used() -> None:
    used = set()
    for t, d, whole, half, rounds in cases():
        movement = web(Shape(t, d, whole, half), rounds)
        key = fingerprint(read_cells(movement, rounds=None, sit_out_round=1))
        if key in known_routes():
            used.add(key)
            route = search_route(rover_of(Shape(t, d, whole, half), rounds))
            assert route.tables == known_routes()[key]
            assert route.irregular_moves > 1
            assert all_faults(movement, route) == []
    assert used == set(known_routes())


@pytest.mark.parametrize(
    ("shape", "rounds"), [(Shape(8, 8, 0, 4), 8), (Shape(9, 9, 1, 0), 8), (Shape(14, 13, 0, 7), 13)]
)
def test_shipped_routes_are_what_the_unlimited_search_finds(shape: Shape, rounds: int) -> None:
    """All of them: `python tools/rover_routes.py find`."""
    assert line((*shape, rounds)) in FILE.rows


def test_a_curtailed_movement_is_asked_for_by_rounds_or_made_shorter_alike() -> None:
    shape = Shape(19, 13, 1, 3)
    assert find_rover(web(shape, 13), rounds=12) == find_rover(web(shape, 12))


def test_alternatives_begin_with_the_best_and_are_sound_and_different() -> None:
    movement = web(Shape(18, 12, 0, 9), 12)
    outcome = alternatives(movement, 20)
    assert isinstance(outcome, Found)
    assert outcome.thing[0] == search_route(find_rover(movement))
    assert len({route.tables for route in outcome.thing}) == 20
    irregular = [route.irregular_moves for route in outcome.thing]
    assert irregular == sorted(irregular)
    assert [fault for route in outcome.thing for fault in all_faults(movement, route)] == []


def test_where_there_is_no_route_there_are_no_alternatives_but_the_proof() -> None:
    assert isinstance(alternatives(mitchell(9), 5), Impossible)


# --- sitting out in another round ---


def test_a_rover_may_sit_out_in_any_round_of_w1812() -> None:
    movement = web(Shape(18, 12, 0, 9), 12)
    for sits_out in range(1, 13):
        route = search_route(find_rover(movement, sit_out_round=sits_out))
        assert route.table(sits_out) == 0
        assert all_faults(movement, route) == []


def test_the_ten_table_mitchell_has_a_rover_that_sits_out_in_any_round_from_2_to_9() -> None:
    movement = mitchell(10)
    for sits_out in range(1, 11):
        outcome = find_rover(movement, sit_out_round=sits_out)
        if sits_out in (1, 10):
            assert isinstance(outcome, Impossible)
        else:
            assert all_faults(movement, search_route(outcome)) == []


# --- requests and limits ---


@pytest.mark.parametrize(
    "options",
    [{"rounds": 10}, {"rounds": 1}, {"sit_out_round": 0}, {"sit_out_round": 9, "rounds": 8}],
)
def test_rounds_that_do_not_exist_are_refused(options: dict[str, int]) -> None:
    with pytest.raises(BadRequest, match="rover"):
        find_rover(mitchell(9), **options)


def test_individuals_have_no_rover() -> None:
    seats = np.arange(1, 9).reshape(1, 2, 4)
    movement = Movement("", seats, np.ones((1, 2), dtype=np.int64), Field((8,)), 1)
    with pytest.raises(BadRequest, match="pairs"):
        find_rover(movement)


def test_no_alternatives_cannot_be_asked_for() -> None:
    with pytest.raises(BadRequest, match="at least 1"):
        alternatives(mitchell(7), 0)


def test_a_rover_avoids_tables_where_nothing_is_played() -> None:
    base = mitchell(11)
    seats = np.array(base.seats)
    seats[:, 0, 0] = 0  # NS pair 1 is missing
    movement = Movement("", seats, base.groups, Field((11, 11), frozenset({1})), 11)
    outcome = find_rover(movement, rounds=9)
    assert 1 not in search_route(outcome).tables


def test_out_of_time_is_neither_found_nor_impossible() -> None:
    assert find_rover(relay(16), seconds=-1, effort=0) == OutOfTime(-1)


def test_effort_is_counted_in_nodes_so_that_it_means_the_same_everywhere() -> None:
    with pytest.raises(OutOfEffortError):
        one_of_each([["a"], ["b"], ["c"]], SearchBudget(60, 2))

"""The movement: its validation and its properties."""

from dataclasses import FrozenInstanceError, replace

import numpy as np
import pytest

from byestand.catalog import find
from byestand.errors import BadRequest
from byestand.model.claims import Revenge
from byestand.model.field import Field
from byestand.model.layout import BoardSpot, Copy, Subsection
from byestand.model.movement import GuideLine, Meeting, Movement
from byestand.model.walks import ring
from byestand.movements import with_missing


def test_the_grids_are_read_only() -> None:
    movement = find("W1813")
    for grid in (movement.seats, movement.groups):
        with pytest.raises(ValueError, match="read-only"):
            grid[0] = 0
    with pytest.raises(FrozenInstanceError):
        movement.title = "another"  # type: ignore[misc]


def test_a_movement_does_not_share_memory_with_the_grids_it_was_made_of() -> None:
    seats, groups = np.ones((1, 1, 2), dtype=np.int64), np.ones((1, 1), dtype=np.int64)
    seats[0, 0, 1] = 2
    movement = Movement("one table", seats, groups, Field((2,)), 1)
    seats[0, 0, 0] = 2
    assert movement.at(1, 1) == Meeting(1, 1, ("1", "2"), 1)


def test_contestants_have_names_that_can_be_read_back() -> None:
    for field in (Field((18, 18)), Field((19, 18)), Field((36,)), Field((1,))):
        for contestant in range(1, field.size + 1):
            assert field.contestant(field.label(contestant)) == contestant
        assert field.label(0) == "-"


@pytest.mark.parametrize("label", ["N0", "N19", "S3", "3", "", "N", "N-1", "N1.5", "N１", "E99999"])
def test_labels_of_nobody_are_refused(label: str) -> None:
    with pytest.raises(BadRequest, match="unknown pair or player; numbers are N1-N18, E1-E18: "):
        Field((18, 18)).contestant(label)


def test_questions_a_reader_would_ask_have_answers() -> None:
    movement = find("W1813")
    assert (movement.rounds, movement.tables, movement.deal_groups) == (13, 18, 13)
    assert movement.at(2, 10) == Meeting(2, 10, ("N10", "E9"), 7)
    assert movement.itinerary("E18")[1] == GuideLine(2, 1, "EW", ("N1",), 2, plays=True)
    assert movement.opponents("N1") == ("E1", *(f"E{k}" for k in range(18, 6, -1)))
    assert movement.sit_outs("N1") == ()
    assert movement.plays_per_group() == (18,) * 13
    assert len(list(movement.meetings())) == 18 * 13


@pytest.mark.parametrize(("round", "table"), [(0, 1), (14, 1), (1, 0), (1, 19)])
def test_there_is_no_table_outside_the_grid(round: int, table: int) -> None:
    with pytest.raises(BadRequest, match=r"the (round must be 1 to 13|table must be 1 to 18), not \d+"):
        find("W1813").at(round, table)


def test_the_layout_of_w1813_knows_who_passes_what_to_whom() -> None:
    layout = find("W1813").layout
    assert layout
    assert layout.cases == ("A", "B")
    assert layout.passes_to(1, 5) == BoardSpot(stand=1)
    assert layout.passes_to(10, 5) == BoardSpot(stand=2)
    assert layout.passes_to(9, 5) == BoardSpot(tables=(8,))
    assert layout.on_table(10, 1) == Copy("B", 8)
    assert [stand.next_to_table for stand in layout.stands] == [9, 18]
    assert layout.on_stand(layout.stands[1], 1) == tuple(Copy("B", g) for g in (12, 11, 10, 9))


def test_in_a_weave_boards_go_where_their_half_goes() -> None:
    layout = find("M0808X").layout
    assert layout
    # odd groups move down, even ones up; after half-time all change sides and reverse
    assert (layout.passes_to(3, 1), layout.passes_to(2, 1)) == (BoardSpot(tables=(2,)), BoardSpot(tables=(3,)))
    for table in range(1, 9):
        across = ring(table + 4, 8)
        assert layout.passes_to(table, 4) == BoardSpot(tables=(across,))
    movement = find("M0808X")
    for round in range(1, 8):
        for table in range(1, 9):
            (there,) = layout.passes_to(table, round).tables
            assert movement.at(round + 1, there).group == movement.at(round, table).group


def test_a_ring_may_begin_with_its_stand() -> None:
    usual = find("W1813").layout
    assert usual
    first, *rest = usual.subsections
    turned = replace(
        first,
        places=first.places[-2:] + first.places[:-2],
        initial_copies=first.initial_copies[-2:] + first.initial_copies[:-2],
    )
    layout = replace(usual, subsections=(turned, *rest))
    for round in range(1, 14):
        pairs = zip(layout.stands, usual.stands, strict=True)
        assert all(layout.on_stand(a, round) == usual.on_stand(b, round) for a, b in pairs)


def test_unplayed_tables_are_neither_opponents_nor_plays() -> None:
    movement = with_missing(find("W0605"), "N6")
    assert movement.opponents("E6") == ("N1", "N2", "N3", "N4")
    assert movement.sit_outs("E6") == (1,)
    assert sum(movement.plays_per_group()) == 25


def test_tables_that_relay_know_each_other() -> None:
    layout = find("M0808R").layout
    assert layout
    assert layout.sharers(1) == (8,)
    assert layout.sharers(8) == (1,)
    assert layout.sharers(4) == ()
    assert layout.passes_to(2, 1) == BoardSpot(tables=(1, 8))
    assert layout.passes_to(5, 1) == BoardSpot(stand=1)


def test_a_table_outside_all_subsections_has_no_boards_of_its_own() -> None:
    layout = find("W1813").layout
    assert layout
    assert layout.on_table(19, 1) is None
    assert layout.passes_to(19, 1) == BoardSpot()


def test_equal_movements_are_equal_and_hash_alike() -> None:
    assert find("W1813") == find("w1813")
    assert hash(find("W1813")) == hash(find("w1813"))
    assert find("W1813") != find("W1913")
    assert find("W1813") != find("W1813").with_claim(Revenge((13,)))
    assert find("W1813") != replace(find("W1813"), deal_groups=14)
    assert find("W1813") != replace(find("W1813"), layout=None)
    assert find("W1812ER") != replace(find("W1812ER"), claims=())
    assert find("W1813") != "W1813"


@pytest.mark.parametrize(
    ("seats", "groups", "field"),
    [
        ([[[1, 2]]], [[1, 1]], Field((2,))),
        ([[[1, 2, 3]]], [[1]], Field((3,))),
        ([[[1, 3]]], [[1]], Field((2,))),
        ([[[-1, 2]]], [[1]], Field((2,))),
        ([[[1, 2]]], [[-1]], Field((2,))),
        ([[[2, 1]]], [[1]], Field((1, 1))),
        ([[[1, 1]]], [[1]], Field((1, 1))),
        ([[]], [[]], Field((1, 1))),
        ([[[1.5, 2]]], [[1]], Field((2,))),
    ],
)
def test_grids_that_do_not_fit_are_refused(seats: object, groups: object, field: Field) -> None:
    with pytest.raises(BadRequest):
        Movement("wrong", np.array(seats), np.array(groups), field, 1)


@pytest.mark.parametrize("lines", [(), (0,), (3, 3, 3), (-1, 5)])
def test_fields_that_make_no_sense_are_refused(lines: tuple[int, ...]) -> None:
    with pytest.raises(BadRequest):
        Field(lines)


def test_nobody_can_be_missing_who_is_not_in_the_field() -> None:
    with pytest.raises(BadRequest, match="a missing contestant is not in the field; the field has 1-4"):
        Field((4,), frozenset({5}))


@pytest.mark.parametrize(
    ("places", "boarding"),
    [(((),), (Copy("A", 1),)), (((0,),), (Copy("A", 1),)), (((1,),), ()), (((1,),), (Copy("A", 0),))],
)
def test_subsections_that_make_no_sense_are_refused(
    places: tuple[tuple[int, ...], ...], boarding: tuple[Copy, ...]
) -> None:
    with pytest.raises(BadRequest):
        Subsection(places, boarding, (0,))

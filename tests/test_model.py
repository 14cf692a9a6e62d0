"""The value itself: what it refuses, and what it answers."""

from dataclasses import FrozenInstanceError, replace

import numpy as np
import pytest

from byestand.catalog import find
from byestand.errors import BadRequest
from byestand.model import Copy, Field, Meeting, Movement, Spot, Visit


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
    with pytest.raises(BadRequest, match="N1 to N18 and E1 to E18"):
        Field((18, 18)).contestant(label)


def test_questions_a_reader_would_ask_have_answers() -> None:
    movement = find("W1813")
    assert (movement.rounds, movement.tables, movement.deal_groups) == (13, 18, 13)
    assert movement.at(2, 10) == Meeting(2, 10, ("N10", "E9"), 7)
    assert movement.itinerary("E18")[1] == Visit(2, 1, "EW", ("N1",), 2, plays=True)
    assert movement.opponents("N1") == ("E1", *(f"E{k}" for k in range(18, 6, -1)))
    assert movement.sit_outs("N1") == ()
    assert movement.plays_per_group() == (18,) * 13
    assert len(list(movement.meetings())) == 18 * 13


@pytest.mark.parametrize(("round", "table"), [(0, 1), (14, 1), (1, 0), (1, 19)])
def test_there_is_no_table_outside_the_grid(round: int, table: int) -> None:
    with pytest.raises(BadRequest, match="13 rounds and 18 tables"):
        find("W1813").at(round, table)


def test_the_layout_of_w1813_knows_who_passes_what_to_whom() -> None:
    layout = find("W1813").layout
    assert layout
    assert layout.cases == ("A", "B")
    assert layout.passes_to(1, 5) == layout.takes_from(9, 5) == Spot(stand=1)
    assert layout.passes_to(10, 5) == layout.takes_from(18, 5) == Spot(stand=2)
    assert layout.passes_to(9, 5) == Spot(tables=(8,))
    assert layout.takes_from(8, 5) == Spot(tables=(9,))
    assert layout.on_table(10, 1) == Copy("B", 8)
    assert [stand.beside for stand in layout.stands] == [9, 18]
    assert layout.on_stand(layout.stands[1], 1) == tuple(Copy("B", g) for g in (12, 11, 10, 9))


def test_tables_that_relay_know_each_other() -> None:
    layout = find("M0808R").layout
    assert layout
    assert layout.sharers(1) == (8,)
    assert layout.sharers(8) == (1,)
    assert layout.sharers(4) == ()
    assert layout.passes_to(2, 1) == Spot(tables=(1, 8))
    assert layout.passes_to(5, 1) == Spot(stand=1)


def test_a_table_outside_all_subsections_has_no_boards_of_its_own() -> None:
    layout = find("W1813").layout
    assert layout
    assert layout.on_table(19, 1) is None
    assert layout.passes_to(19, 1) == layout.takes_from(19, 1) == Spot()


def test_equal_movements_are_equal_and_hash_alike() -> None:
    assert find("W1813") == find("w1813")
    assert hash(find("W1813")) == hash(find("w1813"))
    assert find("W1813") != find("W1913")
    assert find("W1813") != replace(find("W1813"), revenge_rounds=(13,))
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
    ],
)
def test_grids_that_do_not_fit_are_refused(seats: object, groups: object, field: Field) -> None:
    with pytest.raises(BadRequest):
        Movement("wrong", np.array(seats), np.array(groups), field, 1)


@pytest.mark.parametrize("lines", [(), (0,), (3, 3, 3), (-1, 5)])
def test_fields_that_make_no_sense_are_refused(lines: tuple[int, ...]) -> None:
    with pytest.raises(BadRequest):
        Field(lines)

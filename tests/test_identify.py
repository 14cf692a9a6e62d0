"""Which movement is this? Whatever the numbers of pairs, tables and groups."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from byestand.catalog import find
from byestand.catalog.identify import identify
from byestand.formats import csv
from byestand.model import Movement, ring

NAMES = (
    *("W1813", "W1812", "W1812A", "W191312", "W1713", "W2612", "W1313", "W0605"),
    *("W1812ER", "W1812NR", "W1313ER", "M0808R", "M0808X", "S0906"),
)


def from_a_file(movement: Movement) -> Movement:
    """Return what a list of rows tells of a movement: no layout, no rover, no name."""
    return csv.loads(csv.dumps(movement))


def renumbered(movement: Movement, seed: int) -> Movement:
    """Return the movement with other numbers for pairs and groups, and the tables in another order."""
    dice = np.random.default_rng(seed)
    ns, ew = movement.field.lines
    pairs = np.concatenate([[0], dice.permutation(ns) + 1, ns + 1 + dice.permutation(ew)])
    groups = np.concatenate([[0], dice.permutation(movement.deal_groups) + 1])
    order = dice.permutation(movement.tables)
    return from_a_file(
        replace(
            movement,
            seats=pairs[movement.seats][:, order],
            groups=groups[movement.groups][:, order],
            layout=None,
            rover=None,
        )
    )


@pytest.mark.parametrize("name", NAMES)
def test_a_movement_is_known_by_its_schedule(name: str) -> None:
    assert identify(from_a_file(find(name))).sentence == f"this is {name}"


@given(st.sampled_from(NAMES), st.integers(0, 2**32))
def test_a_movement_is_known_whatever_the_numbers(name: str, seed: int) -> None:
    found = identify(renumbered(find(name), seed))
    assert found.name == name
    assert found.how in ("", "with other numbers")


def without_skip(movement: Movement) -> Movement:
    """Return the movement in which EW simply go on up one table, written from the rule."""
    j, k = np.arange(1, movement.rounds + 1)[:, np.newaxis], np.arange(1, movement.tables + 1)
    seats = movement.seats.copy()
    seats[:, :, 1] = movement.tables + ring(k - j + 1, movement.tables)
    return from_a_file(replace(movement, seats=seats, layout=None))


@pytest.mark.parametrize("name", ["W2612", "W1812", "W0604", "W1212A"])
def test_a_forgotten_skip_is_named(name: str) -> None:
    assert identify(without_skip(find(name))).sentence == f"this is {name} without its skip"


def test_a_skip_in_the_wrong_round_is_named() -> None:
    movement = find("W1812")
    j, k = np.arange(1, 13)[:, np.newaxis], np.arange(1, 19)
    for after, how in ((5, "early"), (7, "late")):
        seats = movement.seats.copy()
        seats[:, :, 1] = 18 + ring(k - j + 1 - (j > after), 18)
        found = identify(from_a_file(replace(movement, seats=seats, layout=None)))
        assert found.sentence == f"this is W1812 with its skip a round too {how}"


def test_the_nearest_movement_is_named_with_the_cells_that_differ() -> None:
    movement = find("W1813")
    groups = movement.groups.copy()
    groups[4, 3] = 5
    found = identify(from_a_file(replace(movement, groups=groups)))
    assert found.sentence == "this is W1813 but for round 5, table 4: group 5 instead of 8"
    seats = movement.seats.copy()
    seats[4, 3, 1] = 18 + 9
    found = identify(from_a_file(replace(movement, seats=seats)))
    assert found.sentence == "this is W1813 but for round 5, table 4: E9 instead of E18"


def test_what_is_like_nothing_is_called_so() -> None:
    chaos = "round,table,ns,ew,group\n1,1,1,2,1\n1,2,3,4,2\n2,1,1,3,2\n2,2,2,4,1\n"
    assert identify(csv.loads(chaos)).sentence == "like nothing in the catalogue"
    individual = "round,table,north,south,east,west,group\n1,1,1,2,3,4,1\n2,1,1,2,4,3,2\n"
    assert identify(csv.loads(individual)).name == ""


def test_ns_and_ew_rovers_are_told_apart() -> None:
    """Round by round they are the same meetings; but the tables at which they take place differ."""
    er, nr = find("W1812ER"), find("W1812NR")
    assert identify(renumbered(er, 1)).name == "W1812ER"
    assert identify(renumbered(nr, 1)).name == "W1812NR"


def test_half_tables_are_known() -> None:
    half = find("W1812ER", missing=["N19"])
    assert identify(from_a_file(half)).sentence == "this is W1812ER without N19"
    assert identify(from_a_file(find("W1813", missing=["N18", "E3"]))).sentence == "this is W1813 without N18, E3"

"""Howells are identified in files with any numbers of pairs, rounds and groups, and the differences are reported."""

from dataclasses import replace

import numpy as np
import pytest

from byestand.catalog import find
from byestand.catalog.identify import identify
from byestand.formats import csv
from byestand.model.movement import Movement

NAMES = ("H0813", "H0813S", "H0508G", "H0713", "H0405", "H0203", "H0305", "H0606")


def from_a_file(movement: Movement) -> Movement:
    return csv.loads(csv.dumps(movement))


def renumber(movement: Movement, seed: int = 1) -> Movement:
    """Return the movement with other numbers for pairs and groups, and the tables in another order."""
    dice = np.random.default_rng(seed)
    pairs = np.concatenate([[0], dice.permutation(movement.field.size) + 1])
    groups = np.concatenate([[0], dice.permutation(movement.deal_groups) + 1])
    order = dice.permutation(movement.tables)
    seats, played = pairs[movement.seats][:, order], groups[movement.groups][:, order]
    field = replace(movement.field, missing=frozenset(int(pairs[gone]) for gone in movement.field.missing))
    return from_a_file(replace(movement, seats=seats, groups=played, field=field, layout=None, claims=()))


@pytest.mark.parametrize("name", [*NAMES, "H0813T", "H081312"])
def test_a_howell_is_known_by_its_schedule_and_whatever_the_numbers(name: str) -> None:
    assert identify(from_a_file(find(name))).sentence == f"this is {name}"
    assert identify(renumber(find(name))).sentence == f"this is {name}, with other numbers"


@pytest.mark.parametrize("name", NAMES)
def test_so_it_is_with_its_rounds_in_another_order(name: str) -> None:
    other = renumber(find(name))
    order = np.random.default_rng(2).permutation(other.rounds)
    found = identify(replace(other, seats=other.seats[order], groups=other.groups[order])).sentence
    assert found in (
        f"this is {name}, with other numbers, with its rounds in another order",
        f"this is {name}, with other numbers",  # three rounds of two tables are the same in any order
    )


def test_other_directions_are_counted() -> None:
    other = renumber(find("H0713"))
    seats = other.seats.copy()
    seats[3, 2], seats[7, 5] = seats[3, 2, ::-1], seats[7, 5, ::-1]
    found = identify(replace(other, seats=seats)).sentence
    assert found == "this is H0713, with other numbers, with NS and EW exchanged in 2 of 91 places"


def test_a_half_table_is_known() -> None:
    assert identify(from_a_file(find("H0813", missing=("4",)))).sentence == "this is H0813, without 4"


@pytest.mark.parametrize(("name", "pair"), [("H0713", "14"), ("H0609", "10"), ("H0405", "8")])
def test_so_it_is_whatever_the_numbers_and_the_order_of_rounds(name: str, pair: str) -> None:
    """H0609 has its directions chosen for pair 10 to be missing."""
    other = renumber(find(name, missing=(pair,)))
    order = np.random.default_rng(2).permutation(other.rounds)
    found = identify(replace(other, seats=other.seats[order], groups=other.groups[order]))
    assert found.sentence == f"this is {name}, with other numbers, with its rounds in another order, without {pair}"
    assert found.missing == (pair,)


def test_movers_are_all_alike_where_directions_never_change() -> None:
    other = renumber(find("H0713", missing=("5",)))
    order = np.random.default_rng(2).permutation(other.rounds)
    found = identify(replace(other, seats=other.seats[order], groups=other.groups[order]))
    assert found.difference.startswith("with other numbers, with its rounds in another order, without ")
    assert int(found.missing[0]) <= 13


def test_another_design_of_the_same_size_is_not_taken_for_it() -> None:
    assert identify(find("W0807")).name == "W0807"
    other = find("H0813")
    groups = other.groups.copy()
    groups[:, [0, 1]] = groups[:, [1, 0]]
    assert identify(from_a_file(replace(other, groups=groups, layout=None, claims=()))).name == ""

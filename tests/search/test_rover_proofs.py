"""Proofs that there is no rover: theorems, counting and exhaustive search, and their conditions."""

from itertools import product

import numpy as np
import pytest

from byestand.model.field import Field
from byestand.model.movement import Movement
from byestand.search import Found, Impossible, find_rover
from byestand.search.outcome import SearchBudget
from byestand.search.rovers.rover_cells import read_cells
from byestand.search.rovers.row_selection import one_of_each
from tests.oracles.rover_checker import all_faults, mitchell
from tests.oracles.second_maker import Shape, web
from tests.support.rover_searches import search_route


@pytest.mark.parametrize("tables", [3, 9, 15, 21, 27, 33])
def test_an_odd_mitchell_divisible_by_three_has_none_by_toroidal_queens(tables: int) -> None:
    outcome = find_rover(mitchell(tables))
    assert isinstance(outcome, Impossible)
    assert outcome.proof == "theorem"
    assert "toroidal queens" in outcome.reason


@pytest.mark.parametrize("tables", [9, 15])
def test_the_search_confirms_toroidal_queens_without_the_theorem(tables: int) -> None:
    cells = read_cells(mitchell(tables), rounds=None, sit_out_round=1)
    rows = [
        [(("N", a), ("E", b), ("g", g)) for a, b, g in zip(*row, strict=True)]
        for row in zip(cells.ns, cells.ew, cells.groups, strict=True)
    ]
    assert one_of_each(rows, SearchBudget(60), allowed=cells.allowed_masks) is None


def test_the_ten_table_mitchell_has_none_by_exhausted_search_but_5_up_5_down_has_one() -> None:
    outcome = find_rover(mitchell(10))
    assert isinstance(outcome, Impossible)
    assert outcome.proof == "exhausted search"
    five_up_five_down = web(Shape(10, 10, 0, 5), 10)
    assert all_faults(five_up_five_down, search_route(find_rover(five_up_five_down))) == []


def test_as_many_rounds_as_tables_and_one_is_refused_by_eulers_sum() -> None:
    outcome = find_rover(web(Shape(8, 9, 0, 4), 9))
    assert isinstance(outcome, Impossible)
    assert (outcome.proof, "Euler" in outcome.reason) == ("theorem", True)


def test_more_rounds_than_tables_and_one_are_refused_by_counting() -> None:
    outcome = find_rover(web(Shape(4, 9, 0, 2), 9))
    assert isinstance(outcome, Impossible)
    assert "there are only 4" in outcome.reason


def test_a_theorem_needs_its_hypotheses_on_the_grid_not_a_name() -> None:
    """Nine tables, nine groups and nine rounds, but boards that do not travel like a Mitchell's."""
    base = mitchell(9)
    groups = np.array(base.groups)
    groups[[3, 4]] = groups[[4, 3]]
    outcome = find_rover(Movement("", base.seats, groups, base.field, 9))
    assert not isinstance(outcome, Impossible) or outcome.proof == "exhausted search"


def shift_tables(tables: int, ew: int, groups: int) -> Movement:
    """Return grids in which EW pairs and groups move this many tables per round, round the room."""
    rounds, here = np.arange(tables)[:, np.newaxis], np.arange(tables)
    east = (here + ew * rounds) % tables + 1
    seats = np.stack(np.broadcast_arrays(here + 1, tables + east), axis=2)
    return Movement("", seats, (here + groups * rounds) % tables + 1, Field((tables, tables)), tables)


@pytest.mark.parametrize("tables", [3, 4, 5, 6, 7])
def test_no_theorem_refuses_a_rover_that_exists(tables: int) -> None:
    """All steps of groups relative to pairs, including stationary groups and groups that move with EW."""
    for ew, groups in product(range(tables), repeat=2):
        movement = shift_tables(tables, ew, groups)
        cells = read_cells(movement, rounds=None, sit_out_round=1)
        rows = [list(zip(*row, strict=True)) for row in zip(cells.ns, cells.ew, cells.groups, strict=True)]
        kinds = [[[("NS", a), ("EW", b), ("group", g)] for a, b, g in row] for row in rows]
        exists = one_of_each(kinds, SearchBudget(20)) is not None
        assert isinstance(find_rover(movement), Found) == exists, (ew, groups)

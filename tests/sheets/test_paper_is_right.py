"""The strongest test of paper: carry out its instructions, and compare the result with the schedule."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from byestand.catalog import find
from byestand.catalog.families.web_family import full_length
from byestand.flow.board_travel import travel
from byestand.formats import csv
from byestand.model.movement import Movement
from byestand.movements import shapes, switch_arrow, web
from byestand.sheets.mats import mats
from byestand.words.titles import title_of
from tests.support.handmade_rainbow import rainbow
from tests.support.paper_walker import carry_out, walk
from tests.support.sections import section

TABLES, GROUPS = range(2, 26), range(2, 14)

ROVERS = ("W1812ER", "W1812NR", "W0909TR", "W1105ER", "W1008AER", "W2713NR", "M1313ER", "W1515TR", "W0808NR")
OTHERS = (
    "M0808R",
    "M1212R",
    "M2424R",
    "M0808X",
    "M1212X",
    "M1413",
    "M1212",
    "S0906",
    "S1510",
    "S2114",
    "W4515",
    "W191312",
)


def bases(tables: int) -> Iterator[Movement]:
    for groups in GROUPS:
        for shape in shapes(tables, groups):
            yield web(tables=tables, deal_groups=groups, shape=shape, rounds=full_length(tables, groups))


def special() -> Iterator[Movement]:
    yield from map(find, (*ROVERS, *OTHERS))
    yield find("W1812ER", missing=("N19",))
    yield find("W1812NR", missing=("E19",))
    yield find("W1813", missing=("E18",))
    yield find("W0605", missing=("N6",))
    yield find("W1105", chained=True)
    yield switch_arrow(find("M1313"), rounds=(12, 13))
    for name in ("W1813", "M0808R", "W1812ER", "M0808X", "W0909TR"):
        yield replace(csv.loads(csv.dumps(find(name))), title=f"{name} read from csv")
    yield rainbow(7)
    yield csv.loads(csv.dumps(rainbow(11)))


@pytest.mark.parametrize("tables", TABLES)
def test_the_caddy_sheet_done_literally_from_the_boarding_sheet_gives_the_schedule(tables: int) -> None:
    """Every base movement with up to 25 tables and 13 deal groups."""
    for movement in bases(tables):
        carry_out(movement)


@pytest.mark.parametrize("tables", TABLES)
def test_who_follows_the_mats_walks_the_schedule(tables: int) -> None:
    """Every base movement with up to 25 tables and 13 deal groups."""
    for movement in bases(tables):
        walk(movement)


@pytest.mark.parametrize("movement", list(special()), ids=title_of)
def test_paper_is_right_for_rovers_relays_skips_and_files_too(movement: Movement) -> None:
    carry_out(movement)
    walk(movement)


def test_a_table_that_gets_boards_from_a_stand_is_told_so() -> None:
    """Tables 9 and 18 of W1813 take from the bye stands; no other table does."""
    told = {mat.table: [note for note in mat.notes if "stand" in note] for mat in mats(section(find("W1813")))}
    assert {table: notes for table, notes in told.items() if notes} == {
        9: ["Next boards: front of bye stand 1."],
        18: ["Next boards: front of bye stand 2."],
    }


def test_without_a_layout_every_group_has_as_many_copies_as_play_it_at_once() -> None:
    """W1813 needs 25 or 26 tables' worth of boards: a group is on two tables at once, or on one."""
    movement = csv.loads(csv.dumps(find("W1813")))
    assert movement.layout is None
    journeys = travel(movement)
    assert not journeys.laid_out
    at_once = {g: max((row == g).sum() for row in movement.groups) for g in range(1, 14)}
    assert {g: sum(copy.group == g for copy in journeys.journeys) for g in range(1, 14)} == at_once

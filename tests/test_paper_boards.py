"""Boards on paper with the sets at hand: where every copy lies, who shares, and sheets done literally."""

from collections import Counter
from itertools import combinations

import pytest

from byestand.catalog import find
from byestand.catalog.families.web import full_length
from byestand.formats import csv
from byestand.model import Copy, Movement, Spot
from byestand.movements import shapes, web
from byestand.verify import judge
from byestand.verify.measures import copies
from byestand.words.journeys import ASIDE
from byestand.words.travel import Travel, travel
from individuals import rainbow

WEBS = ("W1713", "W1813", "W2713", "W191312", "W1008A", "W1412A", "W4513", "W0605", "S1510")
ROVERS = ("W1812ER", "W0909TR", "W1008AER", "W2713NR")
OTHERS = ("M0808R", "M0808X", "M1313", "H0813", "H0713", "H0305", "R1111", "R1212", "I1313")


def strangers() -> list[Movement]:
    return [csv.loads(csv.dumps(find(name))) for name in ("W1813", "W1713", "W1812ER")]


def at_hand(cases: int | None) -> list[Travel]:
    movements = [*map(find, (*WEBS, *ROVERS, *OTHERS)), *strangers(), find("W1105", chained=True), rainbow(7)]
    movements += [find("W1812ER", missing=("N19",)), find("W0705", missing=("N7",)), find("H0713", missing=("14",))]
    return [travel(movement, cases) for movement in movements]


def check(journeys: Travel, cases: int | None) -> None:
    """Every table that plays has its boards; who plays from one copy is told; there are no more copies than said."""
    movement = journeys.movement
    for round in range(1, movement.rounds + 1):
        playing: dict[Copy, list[int]] = {}
        for table in range(1, movement.tables + 1):
            copy = journeys.plays_from(table, round)
            group = int(movement.groups[round - 1, table - 1])
            if movement.played[round - 1, table - 1]:
                assert copy is not None, (round, table)
                assert copy.group == group
                playing.setdefault(copy, []).append(table)
        told = {one.copy: list(one.tables) for one in journeys.shared(round)}
        relays = [tables for tables in playing.values() if tuple(tables) in journeys.relays]
        assert {copy: t for copy, t in playing.items() if len(t) > 1 and t not in relays} == told
        on_tables = Counter(t for copy in journeys.journeys for t in journeys.lies(copy, round).tables)
        assert max(on_tables.values()) == 1, f"two groups lie on a table in round {round}"
    if cases is not None:
        assert max(Counter(copy.group for copy in journeys.journeys).values()) <= cases


@pytest.mark.parametrize("cases", [None, 1, 2, 3, 4])
def test_with_the_sets_at_hand_every_table_has_its_boards_and_who_shares_is_told(cases: int | None) -> None:
    for journeys in at_hand(cases):
        check(journeys, cases)


@pytest.mark.parametrize("cases", [1, 2, 3, 4])
def test_the_pool_gives_what_its_tables_take_and_all_of_it_comes_back(cases: int) -> None:
    """Done literally: before a round each table takes from the stand what its column says, and puts it back."""
    for journeys in at_hand(cases):
        pool, movement = journeys.pool, journeys.movement
        if pool is None:
            continue
        stand = {copy for copy in journeys.journeys if copy.case in pool.cases}
        for round in range(1, movement.rounds + 1):
            taken: dict[Copy, list[int]] = {}
            for table in pool.tables:
                if copy := journeys.plays_from(table, round):
                    assert copy in stand
                    assert round == movement.rounds or journeys.goes(table, round) == Spot(stand=pool.stand)
                    assert round == 1 or journeys.comes(table, round - 1) == Spot(stand=pool.stand)
                    taken.setdefault(copy, []).append(table)
            assert {copy: tuple(t) for copy, t in taken.items()} == {
                copy: journeys.lies(copy, round).tables for copy in stand if journeys.lies(copy, round).tables
            }
            assert all(journeys.lies(copy, round).stand == pool.stand for copy in stand - taken.keys())


def test_with_sets_enough_boards_travel_as_the_layout_says() -> None:
    for movement in map(find, ("W1713", "W1812ER", "M0808R", "R1111")):
        layout = movement.layout
        assert layout
        for cases in (None, len(layout.cases), 9):
            journeys = travel(movement, cases)
            assert (journeys.layout, journeys.pool) == (layout, None)
            assert journeys.journeys == travel(movement).journeys


def test_17_tables_with_two_sets_share_in_rounds_1_7_and_13() -> None:
    """13-up-2-up-2-down of the 2019 document: 1-13 keep a set, 14-17 play from the other, and 1-2, 13-16 are copied."""
    journeys = travel(find("W1713"), 2)
    assert journeys.layout
    assert journeys.layout.pattern == "13-up"
    assert journeys.pool
    assert (journeys.pool.tables, journeys.pool.cases) == ((14, 15, 16, 17), ("B",))
    assert {round: [one.tables for one in journeys.shared(round)] for round in journeys.rounds_shared} == {
        1: [(14, 16)],
        7: [(14, 17), (15, 16)],
        13: [(15, 17)],
    }
    assert (journeys.sharers(14, 1), journeys.sharers(14, 2)) == ((16,), ())
    assert journeys.to_copy == ((1, 1), (7, 7), (8, 7))


def test_a_party_table_without_a_set_borrows_what_lies_idle_or_shares() -> None:
    """Both rings of W1812ER go on as always."""
    journeys = travel(find("W1812ER"), 2)
    assert (journeys.pool, journeys.party_case, ASIDE in sum(journeys.journeys.values(), ())) == (None, None, False)
    assert {table for _, table in journeys.visits} == {19}
    for (round, _), copy in journeys.visits.items():
        assert bool(journeys.lies(copy, round).stand) is not bool(journeys.sharers(19, round))


@pytest.mark.parametrize("tables", [7, 11, 14, 17, 19, 23, 31])
def test_no_other_choice_of_who_keeps_a_set_would_make_fewer_tables_share(tables: int) -> None:
    for groups in (5, 8, 13):
        for shape in shapes(tables, groups):
            movement = web(tables=tables, deal_groups=groups, shape=shape, rounds=full_length(tables, groups))
            assert movement.layout
            rings = [sub.tables for sub in movement.layout.subsections]
            for cases in range(1, len(rings)):
                pool = travel(movement, cases).pool
                assert pool
                chosen = _sharing(movement, pool.tables)
                for left in combinations(rings, len(rings) - cases + 1):
                    assert chosen <= _sharing(movement, tuple(t for ring in left for t in ring))


def _sharing(movement: Movement, tables: tuple[int, ...]) -> int:
    rows = (Counter(int(row[table - 1]) for table in tables) for row in movement.groups)
    return sum(many for row in rows for many in row.values() if many > 1)


@pytest.mark.parametrize("cases", [1, 2, 3])
def test_with_what_is_offered_to_be_copied_nobody_would_share_and_with_less_somebody_would(cases: int) -> None:
    for name in (*WEBS, *ROVERS, "R1212", "I1313"):
        movement = find(name)
        assert travel(movement, cases).to_copy == copies(judge(movement), cases=cases).extra, name

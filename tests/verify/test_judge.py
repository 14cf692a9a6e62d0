"""The judge can see: a planted fault for every rule, and every single wrong cell."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from byestand.catalog import find
from byestand.formats import csv
from byestand.model.claims import Claim, Follow, Jump, Revenge, Route, Stay, Step, Swivel, Turn
from byestand.model.field import Field
from byestand.model.judged import Finding, errors_in
from byestand.model.layout import Copy, Layout
from byestand.model.movement import Movement
from byestand.movements import arrow_switched, mitchell, plain_rainbow, with_missing
from byestand.verify import RULES, gather, judge
from byestand.verify.judge import MOST_FINDINGS
from tests.support.planted_histories import PLANTED as PLANTED_HISTORIES
from tests.support.planted_rovers import PLANTED as PLANTED_ROVERS
from tests.support.strategies import Corrupted, corrupted_movements


def changed(
    movement: Movement, *, seat: tuple[int, int, int, int] | None = None, group: tuple[int, int, int] | None = None
) -> Movement:
    """Return the movement with a contestant at (round, table, seat), or a group at (round, table)."""
    seats, groups = movement.seats.copy(), movement.groups.copy()
    if seat:
        seats[seat[0] - 1, seat[1] - 1, seat[2]] = seat[3]
    if group:
        groups[group[0] - 1, group[1] - 1] = group[2]
    return replace(movement, seats=seats, groups=groups)


def without_layout(movement: Movement) -> Movement:
    return replace(movement, layout=None)


def moved_to_another_table(movement: Movement, *, round: int, table: int) -> Movement:
    """Return the movement with what happens at a table in one round at a table of its own, after the last."""
    seats = np.pad(movement.seats, ((0, 0), (0, 1), (0, 0)))
    groups = np.pad(movement.groups, ((0, 0), (0, 1)))
    for grid in (seats, groups):
        grid[round - 1, -1], grid[round - 1, table - 1] = grid[round - 1, table - 1].copy(), 0
    return replace(movement, seats=seats, groups=groups, layout=None)


def w1813_with_layout(change: Callable[[Layout], Layout]) -> Movement:
    movement = find("W1813")
    assert movement.layout
    return replace(movement, layout=change(movement.layout))


def twice_the_same_round(movement: Movement) -> Movement:
    """Return the movement with its last round played once more."""
    again = [*range(movement.rounds), movement.rounds - 1]
    return replace(movement, seats=movement.seats[again], groups=movement.groups[again], claims=())


def individual(*rounds: list[tuple[int, int, int, int, int]]) -> Movement:
    cells = np.array(rounds)
    return Movement("individual", cells[:, :, :4], cells[:, :, 4], Field((int(cells[:, :, :4].max()),)), 4)


def layout_of(name: str) -> Layout:
    layout = find(name).layout
    assert layout
    return layout


def twice_the_same_copy(layout: Layout) -> Layout:
    first, *rest = layout.subsections
    boarding = (Copy("B", 8), *first.boarding[1:])
    return replace(layout, subsections=(replace(first, boarding=boarding), *rest))


def too_short(layout: Layout) -> Layout:
    first, *rest = layout.subsections
    return replace(layout, subsections=(replace(first, descents=(0, 1)), *rest))


PLANTED: dict[str, tuple[Callable[[], Movement], Finding]] = {
    "seated-twice": (
        lambda: changed(find("W1813"), seat=(3, 7, 0, 8)),
        Finding(
            "seated-twice",
            "round 3: N8 is seated more than once, at tables 7 and 8",
            round=3, tables=(7, 8), contestants=("N8",),
        ),
    ),
    "seated-nowhere": (
        lambda: changed(find("W1813"), seat=(3, 7, 0, 0)),
        Finding("seated-nowhere", "round 3: N7 is not seated anywhere", round=3, contestants=("N7",)),
    ),
    "seated though missing": (
        lambda: changed(with_missing(find("W1813"), "N7"), seat=(3, 7, 0, 7)),
        Finding("seated-nowhere", "round 3: N7 is seated though missing", round=3, contestants=("N7",)),
    ),
    "board-twice": (
        lambda: changed(without_layout(find("W1813")), group=(5, 4, 7)),
        Finding(
            "board-twice",
            "round 5, table 4: N4 plays group 7 again, after round 4 at table 4",
            round=5, tables=(4,), contestants=("N4",), group=7,
        ),
    ),
    "met-twice": (
        lambda: replace(find("M0808"), claims=()),
        Finding(
            "met-twice",
            "round 8, table 1: N1 and E1 meet again, after round 1 at table 1",
            round=8, tables=(1,), contestants=("N1", "E1"), group=8,
        ),
    ),
    "met-twice in a revenge round": (
        lambda: find("M0808"),
        Finding(
            "met-twice",
            "round 8: at every table two meet again (for revenge)",
            severity="warning", round=8, tables=tuple(range(1, 9)),
        ),
    ),
    "too-few-copies": (
        lambda: changed(find("W1813"), group=(1, 2, 1)),
        Finding(
            "too-few-copies",
            "round 1: group 1 is needed at tables 1, 2 and 17, with 2 copies at hand",
            round=1, tables=(1, 2, 17), group=1,
        ),
    ),
    "off-layout": (
        lambda: changed(find("W191312"), group=(12, 4, 3)),
        Finding(
            "off-layout",
            "round 12, table 4: group 3 is played, but the boards as laid out bring group 2",
            round=12, tables=(4,), group=3,
        ),
    ),
    "a layout that does not fit": (
        lambda: w1813_with_layout(too_short),
        Finding("off-layout", "the layout does not fit the tables and rounds"),
    ),
    "copy-twice": (
        lambda: w1813_with_layout(twice_the_same_copy),
        Finding("copy-twice", "the layout starts case B, group 8 in more than one place", group=8),
    ),
    "group-range": (
        lambda: changed(find("W1813"), group=(2, 2, 14)),
        Finding(
            "group-range",
            "round 2, table 2: there is no group 14, 13 deal groups are in play",
            round=2, tables=(2,), group=14,
        ),
    ),
    "ragged-round": (
        lambda: changed(changed(find("W1813"), seat=(2, 18, 0, 0)), seat=(2, 18, 1, 0)),
        Finding(
            "ragged-round", "round 2: nobody sits at table 18, which is used in other rounds", round=2, tables=(18,),
        ),
    ),
    "no-boards": (
        lambda: changed(find("W1813"), group=(2, 2, 0)),
        Finding(
            "no-boards",
            "round 2, table 2: N2 and E1 have no boards to play",
            round=2, tables=(2,), contestants=("N2", "E1"),
        ),
    ),
    "too-few-boards": (
        lambda: mitchell(tables=3, rounds=2),
        Finding(
            "too-few-boards",
            "everybody plays 2 of 3 groups in use, under 70 %",
            severity="warning", contestants=("N1", "N2", "N3", "E1", "E2", "E3"),
        ),
    ),
    "a skip declared where there is none": (
        lambda: find("W0605").claiming(Step((7, 8, 9, 10, 11, 12), 6, (1, 1, 2, 1))),
        Finding(
            "off-claim",
            "after round 3: E1, E2, E3, E4, E5 and E6 do not go on as is claimed",
            round=4, tables=(1, 2, 3, 4, 5, 6), contestants=("E1", "E2", "E3", "E4", "E5", "E6"),
        ),
    ),
    "a skip not declared": (
        lambda: find("W0604").claiming(Step((7, 8, 9, 10, 11, 12), 6, (1, 1, 1))),
        Finding(
            "off-claim",
            "after round 2: E1, E2, E3, E4, E5 and E6 do not go on as is claimed",
            round=3, tables=(1, 2, 3, 4, 5, 6), contestants=("E1", "E2", "E3", "E4", "E5", "E6"),
        ),
    ),
    "an arrow turned unsaid": (
        lambda: arrow_switched(find("M0303"), rounds=(3,)).claiming(Turn(frozenset(), (1,))),
        Finding(
            "off-claim",
            "after round 2: 1 does not keep the direction, with no arrow switch claimed",
            round=3, tables=(1,), contestants=("1",),
        ),
    ),
    "a jump not made": (
        lambda: replace(find("R0808"), claims=(Jump((17,), (8,), ((0,),) * 7),)),
        Finding(
            "off-claim",
            "after round 1: 17 does not make the jump that is claimed",
            round=2, tables=(2,), contestants=("17",),
        ),
    ),
    "somebody who does not follow": (
        lambda: replace(find("M0303"), claims=(Follow((4, 5, 6)),)),
        Finding(
            "off-claim",
            "round 2: E2 does not sit where E1 sat before",
            round=2, tables=(3,), contestants=("E2",),
        ),
    ),
    "somebody of whom nothing is claimed": (
        lambda: replace(find("M0303"), claims=(Stay((1, 2)),)),
        Finding("moves-unclear", "N3 moves in no way that is claimed", contestants=("N3",)),
    ),
    "an order that is not the boarding's": (
        lambda: w1813_with_layout(
            lambda layout: replace(layout, subsections=(replace(layout.subsections[0], order="down"),))
        ),
        Finding("off-layout", "the layout does not fit the tables and rounds"),
    ),
    "revenge declared early": (
        lambda: find("W1813").claiming(Revenge((3,))),
        Finding("revenge-early", "round 3 cannot be for revenge: only the last rounds of 13 can", round=3),
    ),
    "revenge declared throughout": (
        lambda: find("W0402").claiming(Revenge((1, 2))),
        Finding("revenge-early", "the first round cannot be for revenge", round=1),
    ),
    "group-left-out": (
        lambda: changed(without_layout(replace(find("W1813"), deal_groups=50)), group=(2, 2, 50)),
        Finding("group-left-out", "groups 14-49 are played never, others 18 times", severity="warning", group=14),
    ),
    "groups left out where the others are played once": (
        lambda: replace(without_layout(mitchell(tables=6, rounds=1)), deal_groups=17),
        Finding("group-left-out", "groups 7-17 are played never, others once", severity="warning", group=7),
    ),
    "a group hardly played": (
        lambda: changed(without_layout(replace(find("W1813"), deal_groups=14)), group=(2, 2, 14)),
        Finding("group-left-out", "group 14 is played once, others 18 times", severity="warning", group=14),
    ),
    "group-stray": (
        lambda: changed(without_layout(replace(find("W1813"), deal_groups=14)), group=(2, 2, 14)),
        Finding(
            "group-stray",
            "round 2, table 2: group 14 is played only here, others 18 times",
            round=2, tables=(2,), group=14,
        ),
    ),
    "a group far from all others": (
        lambda: changed(without_layout(replace(find("W1813"), deal_groups=52)), group=(7, 9, 52)),
        Finding(
            "group-stray",
            "round 7, table 9: group 52 is played only here, others 18 times",
            round=7, tables=(9,), group=52,
        ),
    ),
    "a table used once": (
        lambda: moved_to_another_table(find("W1813"), round=5, table=2),
        Finding(
            "ragged-round", "table 19 is used in round 5 only, others in 13 rounds", round=5, tables=(19,),
        ),
    ),
    "a table never used": (
        lambda: csv.loads(csv.dumps(mitchell(tables=7, rounds=1)).replace("\n1,3,", "\n1,9,")),
        Finding("ragged-round", "nobody ever sits at tables 3 and 8, of 9", tables=(3, 8)),
    ),
    "a third meeting in a revenge round": (
        lambda: replace(without_layout(twice_the_same_round(find("M0404"))), claims=(Revenge((4, 5)),)),
        Finding(
            "met-twice",
            "round 5, table 1: N1 and E1 meet again, after round 1 at table 1",
            round=5, tables=(1,), contestants=("N1", "E1"), group=4,
        ),
    ),
    "tables without boards": (
        lambda: w1813_with_layout(lambda layout: replace(layout, subsections=layout.subsections[:1])),
        Finding(
            "off-layout",
            "the layout brings no boards to table 10, 11, 12, 13, 14, 15, 16, 17 and 18",
            tables=tuple(range(10, 19)),
        ),
    ),
    "two rings at one table": (
        lambda: w1813_with_layout(lambda layout: replace(layout, subsections=layout.subsections[:1] * 2)),
        Finding("off-layout", "two rings of the layout bring boards to one table at the same time"),
    ),
    "more groups than laid out": (
        lambda: replace(find("W0604"), deal_groups=40),
        Finding("group-range", "the layout has groups up to 4, but 40 are said to be in play", group=4),
    ),
    "a swivel that leaves partners together": (
        lambda: find("R1111").claiming(Swivel(("NSEW", "NSEW", "NEWS"))),
        Finding("swivel-uneven", "of 3 boards of a round North plays 2 with South, 0 with West"),
    ),
    "partners again": (
        lambda: individual([(1, 2, 3, 4, 1)], [(3, 4, 1, 2, 2)]),
        Finding("met-twice", "round 2: 1 and 2 are partners again", round=2, contestants=("1", "2")),
    ),
    "opponents a third time": (
        lambda: individual([(1, 2, 3, 4, 1)], [(1, 4, 3, 2, 2)], [(1, 5, 6, 3, 3)]),
        Finding("met-twice", "round 3: 1 and 3 are opponents a third time", round=3, contestants=("1", "3")),
    ),
    "two of different lines who meet twice": (
        lambda: plain_rainbow(9, 4),
        Finding(
            "met-twice",
            "round 4, table 1: 16 and 25 meet again, after round 1 at table 7",
            round=4, tables=(1,), contestants=("16", "25"), group=4,
        ),
    ),
    "a player forgotten though a table waits": (
        lambda: changed(find("I1313"), seat=(1, 1, 0, 0)),
        Finding("seated-nowhere", "round 1: 2 is not seated anywhere", round=1, contestants=("2",)),
    ),
    "a player who sits out again and again": (
        lambda: individual([(1, 2, 3, 4, 1)], [(1, 3, 2, 4, 2)], [(1, 4, 2, 5, 3)]),
        Finding("sits-out-twice", "5 sits out in rounds 1 and 2", severity="warning", round=2, contestants=("5",)),
    ),
    "nothing-played": (
        lambda: changed(individual([(1, 2, 3, 4, 1)]), group=(1, 1, 0)),
        Finding("nothing-played", "no boards are played at any table"),
    ),
    "never-seated": (
        lambda: without_layout(with_missing(find("W1813"), "E3")),
        Finding("never-seated", "E3 is never seated: taken as missing", severity="warning", contestants=("E3",)),
    ),
    "sits-out-twice": (
        lambda: with_missing(find("W1813"), "N1", "N2"),
        Finding("sits-out-twice", "E1 sits out in rounds 1 and 2", severity="warning", round=2, contestants=("E1",)),
    ),
}  # fmt: skip


@pytest.mark.parametrize("planted", PLANTED)
def test_a_planted_fault_is_caught_and_named(planted: str) -> None:
    make, expected = PLANTED[planted]
    assert expected in judge(make()).findings


def test_a_fault_is_planted_for_every_rule() -> None:
    """A rule that no planted fault sets off would not be known to work."""
    silent = set(RULES)
    for make, _ in (PLANTED | PLANTED_ROVERS | PLANTED_HISTORIES).values():
        evidence = gather(make())
        silent -= {rule for rule in silent if list(rule(evidence))}
    assert silent == set()


@settings(max_examples=100)
@given(corrupted_movements())
def test_every_single_wrong_cell_is_caught_and_its_round_named(corrupted: Corrupted) -> None:
    errors = [finding for finding in judge(corrupted.movement).findings if finding.severity == "error"]
    assert errors, corrupted.what
    assert corrupted.round in {finding.round for finding in errors}, corrupted.what


@settings(max_examples=50)
@given(corrupted_movements())
def test_a_single_wrong_cell_shows_in_a_list_of_rows_too(corrupted: Corrupted) -> None:
    """Without a layout a wrong seat is an error; a wrong group at least a warning, if everybody plays all groups."""
    small = corrupted.movement.tables < 4  # too few plays to call any of them rare
    assume(corrupted.seat or (corrupted.movement.rounds == corrupted.movement.deal_groups and not small))
    findings = judge(csv.loads(csv.dumps(corrupted.movement))).findings
    assert findings, corrupted.what
    assert not (corrupted.seat and not errors_in(findings)), corrupted.what


def any_claim(size: int, rounds: int, tables: int) -> st.SearchStrategy[Claim]:
    """Return claims of all kinds about anybody, true or not."""
    people = st.lists(st.integers(1, size), min_size=1, max_size=3).map(tuple)
    far, changes = st.integers(-3, 3), rounds - 1
    cell = st.tuples(st.integers(1, rounds), st.integers(1, tables))
    sides = (2, 2) if tables == 4 else (tables,)
    jump = st.tuples(*(far for _ in sides))
    return st.one_of(
        st.builds(Stay, people),
        st.builds(Step, people, st.integers(1, tables), st.lists(far, min_size=changes, max_size=changes).map(tuple)),
        st.builds(Jump, people, st.just(sides), st.lists(jump, min_size=changes, max_size=changes).map(tuple)),
        st.builds(Follow, people, st.booleans()),
        st.builds(Route, st.integers(1, size), st.integers(0, size), st.integers(0, tables)),
        st.builds(Turn, st.frozensets(cell, max_size=3), people),
        st.builds(Revenge, st.sets(st.integers(1, rounds)).map(lambda found: tuple(sorted(found)))),
    )


@st.composite
def any_movement(draw: st.DrawFn) -> Movement:
    """Return a movement of random numbers: two winners, one winner or individual, with missing contestants."""
    tables, rounds = draw(st.integers(1, 4)), draw(st.integers(1, 4))
    seats = draw(st.sampled_from([2, 2, 4]))
    two_lines = seats == 2 and draw(st.booleans())
    line = draw(st.integers(1, 6))
    size = 2 * line if two_lines else line
    field = Field((line, line) if two_lines else (line,), frozenset(draw(st.sets(st.integers(1, size), max_size=2))))
    number = st.integers(0, line)
    grid = np.array(draw(st.lists(number, min_size=rounds * tables * seats, max_size=rounds * tables * seats)))
    grid = grid.reshape(rounds, tables, seats)
    if two_lines:
        grid[:, :, 1] += line * (grid[:, :, 1] > 0)
    groups = draw(st.lists(st.integers(0, 5), min_size=rounds * tables, max_size=rounds * tables))
    swivel = draw(st.sampled_from([(), ("NSEW", "NESW"), ("NSEW", "NSEW")])) if seats == 4 else ()
    claims = draw(st.lists(any_claim(size, rounds, tables), max_size=4))
    if swivel:
        claims.append(Swivel(swivel))
    return Movement(
        "random",
        grid,
        np.array(groups).reshape(rounds, tables),
        field,
        deal_groups=draw(st.integers(1, 5)),
        layout=draw(st.sampled_from([None, layout_of("W0204"), layout_of("M0404X"), layout_of("W1812ER")])),
        claims=tuple(claims),
    )


@settings(max_examples=60)
@given(any_movement(), st.none() | st.integers(0, 3) | st.dictionaries(st.integers(1, 5), st.integers(0, 3)))
def test_the_judge_never_raises(movement: Movement, copies: int | dict[int, int] | None) -> None:
    for finding in judge(movement, copies=copies).findings:
        assert finding.rule
        assert finding.sentence


def test_a_movement_full_of_faults_is_judged_in_bounded_length() -> None:
    crowd = np.ones((60, 60, 2), dtype=np.int64)
    crowd[:, :, 1] = 2
    findings = judge(Movement("crowd", crowd, crowd[:, :, 0], Field((2,)), 1)).findings
    assert len(findings) < 20 * MOST_FINDINGS
    assert any(finding.sentence.startswith("only the first 200") for finding in findings)


def test_meetings_count_whichever_way_the_pairs_sit() -> None:
    seats = np.array([[[1, 2], [3, 4]], [[2, 1], [4, 3]]])
    found = judge(Movement("one winner", seats, np.array([[1, 2], [3, 4]]), Field((4,)), 4)).findings
    assert {f.contestants for f in found if f.rule == "met-twice"} == {("1", "2"), ("3", "4")}


def test_seven_tenths_of_the_boards_are_enough() -> None:
    for tables, rounds, enough in ((10, 7, True), (10, 6, False), (13, 10, True), (13, 9, False)):
        rules = {finding.rule for finding in judge(mitchell(tables=tables, rounds=rounds)).findings}
        assert ("too-few-boards" not in rules) is enough, (tables, rounds)


def test_the_share_is_of_groups_in_use_not_of_plays_or_of_groups_that_lie_idle() -> None:
    # every pair plays 2 of the 3 groups that are in use: under 70 %, though it plays 4 times and 9 groups exist
    seats = np.array([[[1, 3], [2, 4]]] * 4)
    groups = np.array([[1, 2], [2, 3], [1, 2], [2, 3]])
    found = judge(Movement("short", seats, groups, Field((4,)), 9)).findings
    assert "everybody plays 2 of 3 groups in use, under 70 %" in {f.sentence for f in found}


@pytest.mark.parametrize(("last", "shown"), [(13, "11 and 12 are never"), (14, "10, 11 and 2 others are never")])
def test_up_to_ten_who_never_come_are_named_and_of_more_the_first_nine(last: int, shown: str) -> None:
    movement = csv.loads(f"round,table,ns,ew,group\n1,1,1,2,1\n2,1,1,{last},2\n")
    (told,) = [finding.sentence for finding in judge(movement).findings if finding.rule == "never-seated"]
    assert told.startswith("3, 4, ")
    assert shown in told


def with_group_rarely_played(rarely: int, usually: int) -> Movement:
    """Return a movement without a layout in which group 3 is played *rarely*, groups 1 and 2 *usually*."""
    played = [1] * usually + [2] * usually + [3] * rarely
    seats = np.array([[[2 * i + 1, 2 * i + 2] for i in range(len(played))]])
    return Movement("", seats, np.array([played]), Field((2 * len(played),)), 3)


@pytest.mark.parametrize(
    ("rarely", "usually", "told"), [(1, 3, True), (2, 6, True), (2, 5, False), (1, 2, False), (3, 8, False)]
)
def test_a_group_played_a_third_as_often_as_others_is_pointed_out(rarely: int, usually: int, *, told: bool) -> None:
    findings = judge(with_group_rarely_played(rarely, usually)).findings
    assert [finding.group for finding in findings if finding.rule == "group-left-out"] == ([3] if told else [])


@pytest.mark.parametrize("name", ["M0202", "M0404", "W0404", "W0604", "W0606", "W0806"])
def test_with_one_winner_nobody_who_stays_is_taken_for_one_who_skips(name: str) -> None:
    """Whoever is missing: where the moving pair of table 1 is, nobody shows whether there is a skip."""
    movement = find(name)
    for gone in range(movement.tables + 1, movement.field.size + 1):
        without = with_missing(movement, movement.field.label(gone))
        findings = judge(arrow_switched(without, rounds=(movement.rounds,))).findings
        assert "skip-elsewhere" not in {finding.rule for finding in findings}, movement.field.label(gone)


def test_two_phantoms_may_meet_but_excuse_no_other_empty_table() -> None:
    half = with_missing(find("W0605"), "N6", "E6")
    assert "ragged-round" not in {f.rule for f in judge(half).findings}
    seats, groups = np.zeros((5, 7, 2), dtype=np.int64), np.zeros((5, 7), dtype=np.int64)
    one_missing = without_layout(with_missing(find("W0605"), "N6"))
    seats[:, :6], groups[:, :6] = one_missing.seats, one_missing.groups
    seats[2, 6], groups[2, 6] = seats[2, 0], groups[2, 0]
    seats[2, 0], groups[2, 0] = 0, 0
    moved = replace(one_missing, seats=seats, groups=groups)
    assert "ragged-round" in {f.rule for f in judge(moved).findings}


def test_up_to_three_single_players_may_be_left_over_and_four_make_a_table() -> None:
    """Of eight players four play in round 2: the other four are forgotten. Of seven three cannot play."""
    seats, groups = np.array([[[1, 2, 3, 4], [5, 6, 7, 8]], [[1, 5, 2, 6], [0] * 4]]), np.array([[1, 1], [2, 0]])
    four = {finding.rule for finding in judge(Movement("four out", seats, groups, Field((8,)), 2)).findings}
    assert {"seated-nowhere", "ragged-round"} <= four
    seats = np.array([[[1, 2, 3, 4], [0] * 4], [[0] * 4, [1, 5, 2, 6]]])
    three = judge(Movement("three out", seats, np.array([[1, 0], [0, 2]]), Field((7,)), 2)).findings
    assert not {finding.rule for finding in three} & {"seated-nowhere", "ragged-round"}


def test_clashes_of_17_tables_with_two_cases_are_those_of_the_theory() -> None:
    """13-up-2-up-2-down with two cases: rounds 1, 7 and 13, boards 1-2 and 13-16."""
    found = judge(find("W1713"), copies=2).findings
    assert {f.rule for f in found} == {"too-few-copies"}
    assert {(f.round, f.group) for f in found} == {(1, 1), (7, 7), (7, 8), (13, 1)}


def test_12_up_1_1_never_clashes_and_13_up_1_1_does_once() -> None:
    assert judge(find("W1412A"), copies=2).findings == judge(find("W1412A")).findings
    assert {(f.round, f.group) for f in judge(find("W1513"), copies=2).findings} == {(7, 7)}


def test_copies_may_be_given_for_each_group() -> None:
    plenty = dict.fromkeys(range(1, 14), 2)
    assert judge(find("W1513"), copies=plenty | {7: 3}).findings == ()
    assert not judge(find("W1513"), copies=plenty).is_sound


def test_without_a_layout_and_without_a_count_nothing_is_said_about_copies() -> None:
    assert judge(without_layout(find("W1713"))).findings == ()


def test_relay_tables_share_one_copy_by_intention() -> None:
    assert judge(find("M0808R"), copies=1).findings == ()
    assert not judge(without_layout(find("M0808R")), copies=1).is_sound


def test_findings_come_in_the_order_of_the_rounds() -> None:
    movement = changed(changed(find("W1813"), group=(9, 3, 1)), group=(2, 5, 1))
    rounds = [finding.round for finding in judge(movement).findings]
    assert rounds == sorted(rounds)


def test_individuals_are_judged_by_the_same_laws() -> None:
    sound = individual([(1, 2, 3, 4, 1), (5, 6, 7, 8, 2)], [(1, 6, 11, 12, 3), (5, 2, 9, 10, 4)])
    met = judge(individual([(1, 2, 3, 4, 1), (5, 6, 7, 8, 2)], [(1, 2, 6, 8, 3), (5, 3, 4, 7, 4)])).findings
    assert {f.contestants for f in met if f.rule == "met-twice"} == {("1", "2")}
    assert not [f for f in judge(sound).findings if f.rule == "met-twice"]
    twice = judge(individual([(1, 2, 3, 4, 1), (5, 6, 7, 8, 2)], [(1, 6, 7, 4, 1), (5, 2, 3, 8, 2)])).findings
    assert ("board-twice", ("1",)) in {(f.rule, f.contestants) for f in twice}


@pytest.mark.parametrize("name", ["W1813", "W1812", "W0605", "W1913", "M0808R", "M0808X", "S0906"])
def test_sound_movements_have_no_findings(name: str) -> None:
    assert judge(find(name)).findings == ()

"""The judge can see: a planted fault for every rule, and every single wrong cell."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from byestand.catalog import find
from byestand.formats import csv
from byestand.model.claims import ArrowTurn, Claim, Follow, Jump, Revenge, Route, Stay, Step, Swivel
from byestand.model.field import Field
from byestand.model.judged import errors_in
from byestand.model.layout import Layout
from byestand.model.movement import Movement
from byestand.movements import mitchell, switch_arrow, with_missing
from byestand.verify import judge
from byestand.verify.evidence import gather
from byestand.verify.judge import MAX_FINDINGS, RULES
from tests.support.planted_faults import PLANTED, individual, with_change, without_layout
from tests.support.planted_histories import PLANTED as PLANTED_HISTORIES
from tests.support.planted_rovers import PLANTED as PLANTED_ROVERS
from tests.support.strategies import CorruptedGrid, corrupted_movements


def layout_of(name: str) -> Layout:
    layout = find(name).layout
    assert layout
    return layout


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
def test_every_single_wrong_cell_is_caught_and_its_round_named(corrupted: CorruptedGrid) -> None:
    errors = [finding for finding in judge(corrupted.movement).findings if finding.severity == "error"]
    assert errors, corrupted.fault
    assert corrupted.round in {finding.round for finding in errors}, corrupted.fault


@pytest.mark.slow
@settings(max_examples=50)
@given(corrupted_movements())
def test_a_single_wrong_cell_shows_in_a_list_of_rows_too(corrupted: CorruptedGrid) -> None:
    """Without a layout a wrong seat is an error; a wrong group at least a warning, if all play all groups."""
    small = corrupted.movement.tables < 4  # too few plays to call any of them rare
    assume(corrupted.seat or (corrupted.movement.rounds == corrupted.movement.deal_groups and not small))
    findings = judge(csv.loads(csv.dumps(corrupted.movement))).findings
    assert findings, corrupted.fault
    assert not (corrupted.seat and not errors_in(findings)), corrupted.fault


def any_claim(size: int, rounds: int, tables: int) -> st.SearchStrategy[Claim]:
    """Return claims of all kinds about any contestants, true or not."""
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
        st.builds(ArrowTurn, st.frozensets(cell, max_size=3), people),
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


@pytest.mark.slow
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
    assert len(findings) < 20 * MAX_FINDINGS
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
    assert "all play only 2 of 3 groups, less than 70%" in {f.sentence for f in found}


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
    """For any missing pair: if it is the moving pair of table 1, no pair shows whether there is a skip."""
    movement = find(name)
    for gone in range(movement.tables + 1, movement.field.size + 1):
        without = with_missing(movement, movement.field.label(gone))
        findings = judge(switch_arrow(without, rounds=(movement.rounds,))).findings
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
    movement = with_change(with_change(find("W1813"), group=(9, 3, 1)), group=(2, 5, 1))
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

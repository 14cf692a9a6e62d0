"""Every shape, enumerated: the domain is small."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from byestand.catalog import find
from byestand.errors import BadRequest, NoSuchMovement
from byestand.model.judged import Finding
from byestand.model.movement import Movement
from byestand.model.walks import ring
from byestand.movements import (
    Shape,
    crisscross_mitchell,
    curtail,
    is_segmented,
    mitchell,
    opponents_limit,
    relay_mitchell,
    segmented_mitchell,
    shapes,
    web,
    with_chained_boards,
    with_missing,
)
from byestand.verify import judge
from byestand.words.titles import title_of
from tests.oracles import second_maker
from tests.support.strategies import ALL_SHAPES, some_movement


def faults(movement: Movement) -> list[Finding]:
    """Return the findings that are not about how many boards are played."""
    return [finding for finding in judge(movement).findings if finding.rule != "too-few-boards"]


@cache
def make(shape: Shape, rounds: int | None = None) -> Movement:
    return web(tables=shape.tables, deal_groups=shape.deal_groups, rounds=rounds, shape=shape)


def test_there_are_1530_shapes_with_up_to_60_tables_and_30_deal_groups() -> None:
    assert len(ALL_SHAPES) == 1530


@pytest.mark.slow
def test_every_shape_is_sound_for_its_legal_number_of_rounds() -> None:
    for shape in ALL_SHAPES:
        movement = make(shape)
        assert movement.rounds == opponents_limit(shape.tables, shape.deal_groups)
        assert faults(movement) == [], shape


@pytest.mark.slow
def test_a_second_maker_written_from_the_published_formulas_makes_the_same_movements() -> None:
    for shape in ALL_SHAPES:
        t, d = shape.tables, shape.deal_groups
        rounds = opponents_limit(t, d)
        (other,) = [s for s in second_maker.shapes(t, d) if (s.whole, s.half) == (shape.full, shape.half)]
        assert second_maker.web(other, rounds).same_schedule(make(shape)), shape
    for t in range(2, 61, 2):
        assert second_maker.relay(t).same_schedule(relay_mitchell(tables=t))


def test_one_round_beyond_the_opponents_limit_yields_revenge_findings_and_nothing_else() -> None:
    seen = 0
    for shape in ALL_SHAPES:
        limit = opponents_limit(shape.tables, shape.deal_groups)
        if limit == shape.deal_groups:
            continue  # the boards run out before the opponents do
        movement = make(shape, limit + 1)
        found = faults(movement)
        assert {(f.rule, f.severity, f.round) for f in found} == {("met-twice", "warning", limit + 1)}, shape
        assert judge(movement).is_sound
        undeclared = replace(movement, claims=())
        assert not judge(undeclared).is_sound, shape
        seen += 1
    assert seen > 100


def test_an_even_number_of_deal_groups_without_its_skip_repeats_a_board_in_the_round_after() -> None:
    seen = 0
    for shape in ALL_SHAPES[::3]:
        t, d = shape.tables, shape.deal_groups
        if d % 2 or d // 2 + 1 > 2 * opponents_limit(t, d):
            continue  # an odd number of groups has no skip; and three meetings are not allowed
        skipping = make(shape, d // 2 + 1)
        j, k = np.arange(1, d // 2 + 2)[:, np.newaxis], np.arange(1, t + 1)
        seats = skipping.seats.copy()
        seats[:, :, 1] = t + ring(k - j + 1, t)
        found = [f for f in judge(replace(skipping, seats=seats)).findings if f.rule == "board-twice"]
        assert found, shape
        assert {f.round for f in found} == {d // 2 + 1}, shape
        seen += 1
    assert seen > 150


@pytest.mark.parametrize(("tables", "deal_groups"), [(9, 6), (15, 10), (21, 14), (25, 10), (45, 30)])
def test_odd_tables_play_an_even_number_of_rounds_in_segments(tables: int, deal_groups: int) -> None:
    movement = segmented_mitchell(tables=tables, deal_groups=deal_groups)
    assert movement.rounds == deal_groups
    assert judge(movement).findings == ()
    assert set(movement.plays_per_group()) == {tables}


def test_segmented_mitchells_are_sound_wherever_they_are_offered() -> None:
    sizes = [(t, d) for t in range(2, 61) for d in range(2, 31) if is_segmented(t, d)]
    assert len(sizes) > 50
    for t, d in sizes:
        assert judge(segmented_mitchell(tables=t, deal_groups=d)).findings == (), (t, d)


def test_relay_mitchells_are_sound_for_all_rounds_with_one_shared_and_one_waiting_group() -> None:
    for t in range(2, 61, 2):
        movement = relay_mitchell(tables=t)
        assert movement.rounds == t
        assert judge(movement).findings == (), t
        assert (movement.groups[:, 0] == movement.groups[:, -1]).all()
        assert set(movement.plays_per_group()) == {t}


def test_crisscross_mitchells_are_sound_for_all_rounds_with_one_case_and_no_sharing() -> None:
    for t in range(4, 61, 4):
        movement = crisscross_mitchell(tables=t)
        assert judge(movement, copies=1).findings == (), t
        assert movement.rounds == t


def test_a_crisscross_needs_4_to_divide_the_tables() -> None:
    with pytest.raises(
        NoSuchMovement,
        match="unless the number of tables is a multiple of 4, pairs meet one group in every later round",
    ):
        crisscross_mitchell(tables=6)


def test_mitchells_last_as_many_rounds_as_tables_or_one_less_with_a_skip() -> None:
    for t in range(2, 61):
        movement = mitchell(tables=t)
        assert movement.rounds == (t if t % 2 else t - 1)
        assert faults(movement) == []


def test_curtailing_keeps_the_skip_where_it_belongs() -> None:
    full = web(tables=18, deal_groups=12)
    for rounds in range(1, 13):
        short = curtail(full, rounds=rounds)
        made = web(tables=18, deal_groups=12, rounds=rounds)
        assert short == made
        assert short.skip_after == (6 if rounds > 6 else None)
        assert faults(short) == []


@given(some_movement, st.data())
def test_curtailing_a_sound_movement_leaves_it_sound(movement: Movement, data: st.DataObject) -> None:
    rounds = data.draw(st.integers(1, movement.rounds))
    assert judge(curtail(movement, rounds=rounds)).is_sound


@given(some_movement, st.data())
def test_whoever_meets_a_missing_pair_sits_out_and_nobody_else(movement: Movement, data: st.DataObject) -> None:
    labels = [movement.field.label(c) for c in movement.field.present]
    gone = data.draw(st.sampled_from(labels))
    met = movement.opponents(gone)
    half_table = with_missing(movement, gone)
    assert judge(half_table).is_sound
    assert half_table.itinerary(gone) == ()
    for label in labels:
        if label != gone:
            assert len(half_table.sit_outs(label)) == met.count(label)


def test_pairs_can_be_missed_one_after_another() -> None:
    movement = with_missing(with_missing(find("W1813"), "N3"), "E5")
    assert movement == with_missing(find("W1813"), "N3", "E5")
    assert movement.name == ""
    assert "without" in title_of(movement)


def test_a_curtailed_movement_says_so_in_its_title_and_has_no_name() -> None:
    short = curtail(find("W1812"), rounds=8)
    assert title_of(short) == "18-table Web, 8 rounds, 12 deal groups"
    assert short.name == ""


def test_a_half_table_at_a_full_skip_mitchell_makes_somebody_sit_out_twice() -> None:
    """Never run it: the first pair to sit out sits out again in the revenge round."""
    found = judge(with_missing(mitchell(tables=8, rounds=8), "N3")).findings
    assert [(f.contestants, f.severity) for f in found if f.rule == "sits-out-twice"] == [(("E3",), "warning")]


def test_the_one_and_a_half_table_appendix_is_a_bowman_ewing_without_its_last_ns_pair() -> None:
    movement = with_missing(web(tables=11, deal_groups=9), "N11")
    assert movement.layout
    assert movement.layout.pattern == "9-up-1-up-1-down"
    assert {len(movement.sit_outs(f"E{k}")) for k in range(1, 12)} == {0, 1}
    assert judge(movement).is_sound


@pytest.mark.parametrize(
    ("tables", "deal_groups", "kind"),
    [
        (13, 13, "Mitchell"),
        (26, 13, "continuous Mitchell"),
        (15, 13, "Bowman-Ewing"),
        (18, 13, "Web"),
        (19, 13, "Mitchell/Web"),
    ],
)
def test_special_cases_of_the_web_carry_their_own_names(tables: int, deal_groups: int, kind: str) -> None:
    assert f"-table {kind}" in title_of(web(tables=tables, deal_groups=deal_groups))


def test_there_is_one_shape_for_odd_groups_two_for_even_and_none_for_odd_tables_with_even_groups() -> None:
    for t in range(2, 61):
        for d in range(2, 31):
            if d % 2:
                expected = 1 if t >= d or t % 2 == 0 else 0
            elif t % 2:
                expected = 0
            else:
                expected = 2 if t >= d else 1
            found = shapes(t, d)
            assert len(found) == expected, (t, d)
            assert all(shape.tables == t and 0 <= shape.half < d for shape in found)


def test_segments_with_bye_stands_of_their_own_are_not_chained() -> None:
    """Two neighbours boarded upwards, but neither has all groups on its tables."""
    with pytest.raises(BadRequest, match="full subsection"):
        with_chained_boards(segmented_mitchell(tables=9, deal_groups=6))


def test_segments_have_three_tables_or_more() -> None:
    assert [d for d in range(2, 13) if is_segmented(12, d)] == [6]
    with pytest.raises(
        NoSuchMovement,
        match=(
            "no segmented Mitchell has 12 tables and 2 deal groups: it"
            " needs 2 or more segments of half as many tables as deal groups, an odd number from 3"
        ),
    ):
        segmented_mitchell(tables=12, deal_groups=2)


def test_chaining_needs_a_full_subsection_that_another_one_follows() -> None:
    for tables, deal_groups in ((18, 13), (13, 13)):
        with pytest.raises(BadRequest, match="boards can be chained only from a full subsection to a following one"):
            with_chained_boards(web(tables=tables, deal_groups=deal_groups))


def test_chained_boards_follow_their_layout_in_every_shape_that_has_a_chain() -> None:
    seen = 0
    for shape in ALL_SHAPES:
        if shape.full + bool(shape.half) >= 2 and shape.full:
            assert faults(with_chained_boards(make(shape))) == [], shape
            seen += 1
    assert seen > 500


@pytest.mark.parametrize(
    "refused",
    [
        lambda: web(tables=1, deal_groups=5),
        lambda: web(tables=300, deal_groups=5),
        lambda: web(tables=18, deal_groups=1),
        lambda: web(tables=18, deal_groups=13, rounds=14),
        lambda: web(tables=18, deal_groups=13, rounds=0),
        lambda: web(tables=6, deal_groups=13, rounds=13),
        lambda: web(tables=18, deal_groups=13, shape=Shape(1, 2, 13)),
        lambda: mitchell(tables=0),
        lambda: mitchell(tables=9, rounds=10),
        lambda: relay_mitchell(tables=8, rounds=9),
        lambda: crisscross_mitchell(tables=8, rounds=-1),
        lambda: curtail(mitchell(tables=9), rounds=10),
        lambda: curtail(mitchell(tables=9), rounds=0),
        lambda: with_missing(mitchell(tables=9), "N10"),
        lambda: with_missing(mitchell(tables=3), "N1", "N2", "N3", "E1", "E2", "E3"),
        lambda: with_missing(mitchell(tables=3), "N1", "N2", "N3"),
        lambda: with_chained_boards(crisscross_mitchell(tables=8)),
    ],
)
def test_numbers_that_make_no_sense_are_refused(refused: Callable[[], object]) -> None:
    with pytest.raises(BadRequest):
        refused()


@pytest.mark.parametrize(
    "impossible",
    [
        lambda: web(tables=19, deal_groups=12),
        lambda: web(tables=7, deal_groups=13),
        lambda: relay_mitchell(tables=9),
        lambda: segmented_mitchell(tables=9, deal_groups=8),
        lambda: segmented_mitchell(tables=10, deal_groups=6),
    ],
)
def test_what_provably_does_not_exist_is_refused_with_the_reason(impossible: Callable[[], object]) -> None:
    with pytest.raises(NoSuchMovement) as refusal:
        impossible()
    assert refusal.value.because

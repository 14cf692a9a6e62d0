"""The measures have the published values, and values counted by hand."""

import numpy as np
import pytest
from hypothesis import given

from byestand.catalog import find, find_judged
from byestand.errors import BadRequest
from byestand.formats import csv
from byestand.model.field import Field
from byestand.model.movement import Movement
from byestand.movements import mitchell, opponents_limit, relay_mitchell, switch_arrow, web, with_missing
from byestand.verify import judge
from byestand.verify.measures import Clash, apples_and_oranges, balance, competition, copies, factored_top, measure
from byestand.words.titles import title_of
from tests.support.handmade_rainbow import rainbow
from tests.support.published_tables import published_table
from tests.support.strategies import ALL_SHAPES, some_movement


def test_the_31_rows_of_the_2011_table_come_out_of_the_measures() -> None:
    rows = published_table("mitchell_percent_2011")
    assert len(rows) == 31
    for row in rows:
        tables, rounds, deals = (int(row[key]) for key in ("tables", "rounds", "deals_played"))
        boards = deals // rounds
        measures = measure(judge(mitchell(tables=tables, rounds=rounds)))
        assert set(measures.groups_played) == {rounds}
        assert (measures.groups_in_play - rounds) * boards == int(row["extra_deals"])
        percent = 100 * measures.apples_and_oranges
        assert abs(percent - float(row["percent"].rstrip(" %"))) <= 0.5, row


@pytest.mark.parametrize(
    ("movement", "expected"),
    [
        (mitchell(tables=7), [46.15, 90.46, 48.81]),
        (mitchell(tables=9), [47.06, 92.97, 69.30]),
        (mitchell(tables=11), [47.62, 88.64, 84.49]),
        (mitchell(tables=13), [48.00, 83.63, 92.53, 67.79]),
        (relay_mitchell(tables=8), [46.67, 90.11, 60.08]),
        (relay_mitchell(tables=12), [47.83, 85.06, 88.50]),
    ],
    ids=lambda value: title_of(value) if isinstance(value, Movement) else "",
)
def test_switching_the_last_rounds_of_a_mitchell_gives_the_known_balance(
    movement: Movement, expected: list[float]
) -> None:
    """Figures computed from the sources, for 0, 1, 2, … rounds switched."""
    for switched, figure in enumerate(expected):
        last = range(movement.rounds - switched + 1, movement.rounds + 1)
        assert round(measure(judge(switch_arrow(movement, rounds=last))).balance, 2) == figure, switched


def test_a_web_stays_unbalanced_however_it_is_switched() -> None:
    """Keep two winners: at best 51.7 for 18 × 13 by switching last rounds."""
    figures = [measure(judge(switch_arrow(find("W1813"), rounds=range(14 - k, 14)))).balance for k in range(14)]
    assert round(max(figures), 1) == 51.7


def test_within_a_line_that_plays_everything_balance_is_perfect() -> None:
    measures = measure(find_judged("W1813"))
    assert measures.line_balance == (100.0, 100.0)
    assert measures.apples_and_oranges == 0
    assert measures.groups_in_play == 13


@given(some_movement)
def test_competition_adds_up_to_k_times_k_minus_1_for_every_deal(movement: Movement) -> None:
    matrix = competition(movement)
    assert (matrix == matrix.T).all()
    assert matrix[np.triu_indices(len(matrix), 1)].sum() == sum(k * (k - 1) for k in movement.plays_per_group())


def test_competition_of_three_tables_counted_by_hand() -> None:
    """One round, one deal at three tables: NS compete with NS once, help EW elsewhere, meet their own twice over."""
    one_deal = csv.loads("round,table,ns,ew,group\n1,1,1,1,1\n1,2,2,2,1\n1,3,3,3,1\n")
    assert competition(one_deal).tolist() == [
        [0, 1, 1, 2, -1, -1],
        [1, 0, 1, -1, 2, -1],
        [1, 1, 0, -1, -1, 2],
        [2, -1, -1, 0, 1, 1],
        [-1, 2, -1, 1, 0, 1],
        [-1, -1, 2, 1, 1, 0],
    ]


def test_people_and_walking_are_counted() -> None:
    measures = measure(find_judged("W1812"))
    assert measures.stationary == tuple(f"N{k}" for k in range(1, 19))
    # EW go up one table eleven times, and one more at the skip
    assert set(measures.tables_walked[18:]) == {12}
    assert set(measures.opponents_met) == {12}
    assert (measures.repeat_opponents, set(measures.sit_outs)) == (0, {0})
    assert measure(find_judged("W1212")).repeat_opponents == 12


def test_missing_pairs_are_left_out_and_their_opponents_sit_out() -> None:
    half = with_missing(find("W1813"), "N18")
    measures = measure(judge(half))
    assert "N18" not in measures.contestants
    assert sum(measures.sit_outs) == 13
    assert sorted(set(measures.groups_played)) == [12, 13]
    assert 0 < apples_and_oranges(judge(half)) < 0.1


def test_boards_played_fewer_times_are_brought_to_one_top() -> None:
    """18 scores expected, 17 there: 33.94 by Neuberg, 34 by the ratio of tops."""
    board = factored_top(17, 18)
    assert round(board.neuberg_top, 2) == 33.94
    assert round(board.ratio_top, 2) == 34
    # an average stays an average: half-way between top and bottom is half of the full top
    assert round((board.neuberg_top + board.neuberg_bottom) / 2, 10) == 17
    assert factored_top(18, 18).neuberg_top == 34


def test_an_arrow_switch_leaves_a_movement_sound_and_one_winner() -> None:
    switched = switch_arrow(find("M1313"), rounds=[12, 13])
    assert judge(switched).is_sound
    assert switched.field.lines == (26,)
    assert switched.at(13, 1).contestants == ("15", "1")
    assert switched.at(1, 1).contestants == ("1", "14")


@pytest.mark.parametrize(("name", "rounds"), [("W1813", [14]), ("W1813", [0]), ("W1812ER", [1])])
def test_switches_that_make_no_sense_are_refused(name: str, rounds: list[int]) -> None:
    with pytest.raises(BadRequest):
        switch_arrow(find(name), rounds=rounds)


def test_nobody_competes_where_nothing_varies() -> None:
    assert balance(np.zeros((3, 3), dtype=np.int64)) == 0


def test_the_fewest_copies_are_those_of_the_theory() -> None:
    """n·d, and d + x for the two small subsections: x = min(d, 2s - 1) for d odd, min(d, 2s - 2) for d even."""
    seen = 0
    for shape in ALL_SHAPES:
        n, s, d = shape.full, shape.half, shape.deal_groups
        if not (4 <= d <= 15 and s and opponents_limit(shape.tables, d) == d):
            continue
        x = min(d, 2 * s - 1) if d % 2 else min(d, 2 * s - 2)
        assert copies(judge(web(tables=shape.tables, deal_groups=d, shape=shape))).total == n * d + d + x, shape
        seen += 1
    assert seen > 300


def test_what_the_seeds_say_about_sharing_comes_out_corrected() -> None:
    """12-up-1-1 never clashes; 13-up-1-1 on boards 13-14 in round 7; 13-up-2-2 on boards 1-2 and 13-16."""
    assert copies(find_judged("W1412A"), cases=2).clashes == ()
    assert copies(find_judged("W1513"), cases=2).extra == ((7, 7),)
    assert copies(find_judged("W1513"), cases=2).clashes == (Clash(7, 7, (1, 14, 15)),)
    two = copies(find_judged("W1713"), cases=2)
    assert {clash.round for clash in two.clashes} == {1, 7, 13}
    assert two.extra == ((1, 1), (7, 7), (8, 7))
    assert two.cases == 3


def test_with_the_cases_of_its_own_layout_nobody_shares() -> None:
    for name in ("W1813", "W1812ER", "M0808R", "S0906", "W1808"):
        assert copies(find_judged(name)).clashes == ()
    assert copies(find_judged("W1808")).cases == 3


def test_one_case_for_a_web_tells_what_sharing_costs() -> None:
    one = copies(find_judged("W1813"), cases=1)
    assert len(one.clashes) == 81
    assert one.total == 26
    with pytest.raises(BadRequest, match="sets of boards must be 1 to 99, not 0"):
        copies(find_judged("W1813"), cases=0)


def test_individuals_compete_as_pairs_do_and_partners_share() -> None:
    """A deal played at two tables by eight people: on each, k - 1 = 1."""
    one_round = csv.loads("round,table,north,south,east,west,group\n1,1,1,2,3,4,1\n1,2,5,6,7,8,1\n")
    matrix = competition(one_round)
    assert matrix[0].tolist() == [0, -1, 1, 1, 1, 1, -1, -1]
    assert matrix[6].tolist() == [-1, -1, 1, 1, 1, 1, 0, -1]


def test_what_one_player_gains_the_others_lose_in_all() -> None:
    """Doing better by a point against every other score gains k - 1: the others, partner included, lose that much."""
    for movement in (rainbow(7), find("W1813"), find("M0808R")):
        gains = competition(movement).sum(axis=1)
        most = max(movement.plays_per_group())
        assert set(gains.tolist()) == {movement.rounds * (most - 1)}, title_of(movement)


def test_a_group_that_is_short_of_two_copies_is_told_twice() -> None:
    extra = copies(find_judged("W2713"), cases=1).extra
    assert extra.count((1, 1)) == 2


def schedule(*rounds: tuple[int, ...], deal_groups: int = 3) -> Movement:
    """Return a movement of one field in which only the groups on the tables matter."""
    tables = len(rounds[0])
    seats = np.arange(1, 2 * tables * len(rounds) + 1).reshape(len(rounds), tables, 2)
    return Movement("", seats, np.array(rounds), Field((int(seats.max()),)), deal_groups)


@pytest.mark.parametrize(("cases", "sharing"), [(1, 3), (2, 2), (3, 0)])
def test_three_tables_with_one_group_share_as_the_copies_tell(cases: int, sharing: int) -> None:
    assert copies(judge(schedule((1, 1, 1))), cases=cases).tables_sharing == sharing


def test_a_second_extra_copy_is_wanted_only_before_the_round_that_needs_it() -> None:
    assert copies(judge(schedule((1, 1, 2), (1, 1, 1))), cases=1).extra == ((1, 1), (1, 2))


def test_a_group_nobody_plays_is_not_factored() -> None:
    assert measure(judge(schedule((1, 2), (2, 1)))).factored_groups == {}
    assert measure(judge(schedule((1, 2), (2, 3)))).factored_groups == {1: 1, 3: 1}


def test_whoever_had_no_table_has_walked_nowhere_to_the_next() -> None:
    """Of ten pairs two come to tables 3 and 4 in round 2: they have not walked there from another table."""
    seats = np.array([[[1, 2], [3, 4], [0, 0], [0, 0], [0, 0]], [[1, 3], [0, 0], [5, 6], [2, 4], [0, 0]]])
    movement = Movement("", seats, np.array([[1, 2, 0, 0, 0], [3, 0, 1, 2, 0]]), Field((6,)), 3)
    assert dict(zip("123456", measure(judge(movement)).tables_walked, strict=True)) == {
        "1": 0, "2": 2, "3": 1, "4": 2, "5": 0, "6": 0,
    }  # fmt: skip


def test_a_score_alone_on_its_board_is_an_average_where_others_have_company() -> None:
    assert factored_top(1, 18).ratio_top == 17

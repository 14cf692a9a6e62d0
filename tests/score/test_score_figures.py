"""Worked figures of scoring, each with its source; computed by hand or published, never by this program."""

from fractions import Fraction

import pytest

from byestand.formats.results import csv
from byestand.model.line import TableScore
from byestand.model.scoring import Scoring
from byestand.score.comparison import butler, cross_imps, datum, imps, matchpoints
from byestand.score.contracts import contract, is_possible, score
from byestand.score.factoring import Points, factor_points
from byestand.score.score_sessions import score_night


def reals(*points: int) -> list[TableScore]:
    return [TableScore.certain(one) for one in points]


# Law 77 of the Laws of Duplicate Bridge 2017, board 1 (none vulnerable) and board 4 (all vulnerable).
@pytest.mark.parametrize(
    ("what", "declarer", "tricks", "board", "ns"),
    [
        ("1C", "N", 7, 1, 70),
        ("1NT", "N", 7, 1, 90),
        ("2S", "S", 9, 4, 140),
        ("3NT", "N", 9, 1, 400),
        ("3NT", "N", 9, 4, 600),
        ("4S", "E", 10, 1, -420),
        ("5D", "W", 12, 4, -620),
        ("6H", "N", 12, 1, 980),
        ("6NT", "N", 12, 4, 1440),
        ("7NT", "N", 13, 4, 2220),
        ("1NTX", "N", 7, 1, 180),
        ("2HX", "N", 8, 1, 470),
        ("2HX", "N", 9, 4, 870),
        ("2CX", "N", 8, 4, 180),
        ("1CXX", "N", 7, 1, 230),
        ("1NTXX", "N", 7, 4, 760),
        ("1SXX", "N", 9, 4, 1520),
        ("7NTXX", "N", 13, 4, 2980),
        ("3NT", "N", 8, 1, -50),
        ("3NT", "N", 6, 4, -300),
        ("4SX", "N", 9, 1, -100),
        ("4SX", "N", 8, 1, -300),
        ("4SX", "N", 7, 1, -500),
        ("4SX", "N", 6, 1, -800),
        ("4SX", "N", 9, 4, -200),
        ("4SX", "N", 7, 4, -800),
        ("4SXX", "E", 9, 4, 400),
        ("7NTXX", "W", 0, 4, 7600),
    ],
)
def test_contracts_score_as_law_77_has_it(what: str, declarer: str, tricks: int, board: int, ns: int) -> None:
    assert score(contract(what), declarer, tricks, board) == ns
    assert is_possible(ns, board)


def test_vulnerability_goes_round_with_sixteen_boards() -> None:
    """Law 2: none, NS, EW, both on boards 1 to 4, shifted by one for each four boards after them."""
    vulnerable = [
        {score(contract("4S"), who, 10, board) for who in ("N",)} == {620}
        for board in (1, 2, 3, 4, 5, 7, 10, 12, 15, 16, 17, 18)
    ]
    assert vulnerable == [False, True, False, True, True, True, True, True, True, False, False, True]


# Law 78B.
@pytest.mark.parametrize(
    ("difference", "won"),
    [
        *((0, 0), (10, 0), (20, 1), (40, 1), (50, 2), (90, 3), (420, 9), (430, 10), (600, 12), (1290, 15), (1490, 16)),
        *((1500, 17), (3490, 22), (3500, 23), (4000, 24), (9999, 24)),
    ],
)
def test_the_imp_scale(difference: int, won: int) -> None:
    assert (imps(difference), imps(-difference)) == (won, -won)


def test_matchpoints_of_the_worked_board() -> None:
    """scoring.md: 400, 400, 150, 120 ×3, -50 ×4."""
    points = (400, 400, 150, 120, 120, 120, -50, -50, -50, -50)
    assert matchpoints(reals(*points)) == [17, 17, 14, 10, 10, 10, 3, 3, 3, 3]


@pytest.mark.parametrize(
    ("won", "there", "expected", "factor", "points"),
    [
        # scoring.md, Neuberg: E 11, A 10: 19.9, 17.7, … 0.1
        *((18 - 2 * k, 10, 11, "neuberg", Fraction(199, 10) - Fraction(22, 10) * k) for k in range(10)),
        (4, 6, 7, "neuberg", Fraction(29, 6)),
        (9, 6, 7, "neuberg", Fraction(32, 3)),
        (32, 17, 18, "neuberg", Fraction(577, 17)),
        (32, 17, 18, "ratio", 34),
        (0, 12, 13, "neuberg", Fraction(1, 12)),
        (11, 12, 13, "neuberg", 12),
        (22, 12, 13, "neuberg", Fraction(287, 12)),
        # A = 3: 70/60/50 %, A = 2: 65/55 %, A = 1: 60 %, of a top of 2(E - 1)
        *((won, 3, 9, "neuberg", Fraction(share * 16, 100)) for won, share in ((4, 70), (2, 60), (0, 50), (3, 65))),
        *((won, 2, 6, "ratio", Fraction(share * 10, 100)) for won, share in ((2, 65), (0, 55), (1, 60))),
        (0, 1, 3, "neuberg", Fraction(60 * 4, 100)),
        # A = 1 of E = 2 is more than a third, but there is no comparison: half of the top
        (0, 1, 2, "ratio", 1),
        (0, 1, 2, "neuberg", 1),
        # A = 3 of E = 8 is more than a third: the formula
        (4, 3, 8, "neuberg", Fraction(5 * 8, 3) - 1),
    ],
)
def test_boards_played_fewer_times(won: int, there: int, expected: int, factor: str, points: Fraction) -> None:
    assert factor_points(won, there, expected, factor) == Points(points, 2 * (expected - 1))  # type: ignore[arg-type]


def test_without_factoring_a_board_counts_as_it_is() -> None:
    assert factor_points(32, 17, 18, "none") == Points(32, 32)


def test_cross_imps_are_the_mean_against_all_others() -> None:
    """By hand: 420 against 170 and -50: 6 and 10, so 8; 170: -6 and 6; -50: -10 and -6."""
    assert cross_imps(reals(420, 170, -50)) == [8, 0, -8]
    assert cross_imps(reals(420)) == [0]


def test_butler_drops_one_top_and_one_bottom_from_four_results_on() -> None:
    """By hand: of 430, 420, 420, -50 the datum is 420; of three it is their mean, 800/3, to the next ten."""
    assert datum(reals(430, 420, 420, -50)) == 420
    assert datum(reals(430, 420, -50)) == 270
    assert butler(reals(430, 420, 420, -50)) == [0, 0, 0, -10]
    # halves away from zero: 15/10 is 2, -15/10 is -2
    assert (datum(reals(10, 20)), datum(reals(-10, -20))) == (20, -20)


def test_weighted_scores_are_compared_part_by_part() -> None:
    """By hand: 650 beats both others (4), -100 beats none (0); 30% and 70% make 1.2. The others get the rest."""
    mixed = TableScore(((Fraction(30, 100), 650), (Fraction(70, 100), -100)))
    assert matchpoints([mixed, *reals(620, 100)]) == [Fraction(12, 10), 2 + Fraction(14, 10), Fraction(14, 10)]


@pytest.mark.parametrize(
    ("line", "ns", "ew"),
    [
        ("2,1,2,AVE+/AVE-", Fraction(11, 2), -3),
        ("2,2,1,AVE+/AVE-", 3, Fraction(-11, 2)),
        ("2,3,3,AVE+/AVE-", 3, -3),
        ("2,2,2,AVE-/AVE+", Fraction(-11, 2), Fraction(11, 2)),
        ("2,3,3,AVE-/AVE+", -3, 3),
        ("2,1,1,AVE", 0, 0),
    ],
)
def test_averages_in_imps_are_three_or_the_own_mean(line: str, ns: Fraction, ew: Fraction) -> None:
    """By hand: 470 points are 10 IMPs, 20 are 1; N1 and E2 make 11 on two boards, N2 and E1 lose as many."""
    played = ("1,1,1,420", "1,2,2,-50", "3,1,1,420", "3,2,2,400")
    lines = csv.loads("\n".join(("board,ns,ew,score", *played, line)))
    (session,) = score_night([lines], Scoring("cross-imps"), winners=2).sessions
    assert (session.lines[-1].points("NS"), session.lines[-1].points("EW")) == (ns, ew)

"""Nights scored, against a second scorer and by the contract that scripts rely on."""

import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from byestand import cli
from byestand.catalog import find
from byestand.formats.results import csv
from byestand.formats.results.json import book_data, round_number
from byestand.model.boards import Boards
from byestand.model.line import Line
from byestand.model.scoring import Scoring
from byestand.score.book import Book
from byestand.score.contestants import ContestantId, contestants
from byestand.score.ranking import ranking
from byestand.score.schedule import Schedule
from byestand.score.score_lines import score_session
from byestand.score.score_sessions import ScoredNight, score_night
from tests.oracles import second_scorer
from tests.support.sections import section

PLAIN = ("140", "-100", "110", "0", "-140", "200")
"""Scores that are possible on every board with any vulnerability."""
SCORES = (*PLAIN, "AVE", "AVE+/AVE-", "AVE-/AVE+", "NP", "30*140+70*-100", "140/-100", "")


def rows(night: list[dict[str, str]]) -> str:
    heading = "board,ns,ew,score"
    return "\n".join([heading, *(",".join((n["board"], n["ns"], n["ew"], n["score"])) for n in night)])


def lines(*rows: str, heading: str = "board,ns,ew,score") -> tuple[Line, ...]:
    return csv.loads("\n".join((heading, *rows)))


@st.composite
def nights(draw: st.DrawFn, scores: tuple[str, ...] = SCORES) -> list[dict[str, str]]:
    """Mitchells of a few tables: pair n meets every pair of the other line on a board of its own."""
    tables, boards = draw(st.integers(2, 7)), draw(st.integers(1, 5))
    return [
        {"board": str(b), "ns": str(n + 1), "ew": str((n + b) % tables + 1), "score": draw(st.sampled_from(scores))}
        for b in range(1, boards + 1)
        for n in range(tables)
        if draw(st.integers(0, 5)) or n == 0
    ]


def percentages(night: ScoredNight) -> dict[str, Fraction]:
    return {one.contestant.label: Fraction(one.percentage or 0) for one in night.ranking}


@settings(max_examples=60)
@given(nights(), st.sampled_from(("neuberg", "ratio", "none")))
def test_percentages_are_those_of_a_second_scorer(night: list[dict[str, str]], factor: str) -> None:
    scored = score_night([csv.loads(rows(night))], Scoring(factor=factor), winners=2)  # type: ignore[arg-type]
    assert percentages(scored) == second_scorer.percentages(night, factor)


@settings(max_examples=30)
@given(nights(PLAIN))
def test_cross_imps_are_those_of_a_second_scorer(night: list[dict[str, str]]) -> None:
    scored = score_night([csv.loads(rows(night))], Scoring("cross-imps"), winners=2)
    assert {one.contestant.label: one.value for one in scored.ranking} == second_scorer.cross_imps(night)


@settings(max_examples=30)
@given(nights(PLAIN), st.randoms())
def test_the_order_of_lines_does_not_matter_and_points_of_a_board_sum_to_what_they_must(
    night: list[dict[str, str]], chance: object
) -> None:
    scored = score_night([csv.loads(rows(night))], winners=2)
    for line in scored.sessions[0].lines:
        both = (line.points("NS") or 0) + (line.points("EW") or 0)
        assert both == line.shares[0].points.top or _is_small(scored, line.line.board)
    shuffled = list(night)
    chance.shuffle(shuffled)  # type: ignore[attr-defined]
    assert score_night([csv.loads(rows(shuffled))], winners=2).ranking == scored.ranking


def _is_small(night: ScoredNight, board: int) -> bool:
    """Return whether a board has an artificial result, with which both sides may get more than half."""
    there = sum(one.line.board == board for one in night.sessions[0].lines)
    return there <= 3 and 3 * there <= night.sessions[0].expected_results[""]


def test_sub_fields_of_one_form_are_the_plain_board() -> None:
    plain = [f"1,{n},{n},{score}," for n, score in enumerate((420, -50, 140, 140), start=1)]
    heading = "board,ns,ew,score,form"
    with_form = [row + "x" for row in plain]
    first, second = (score_night([lines(*some, heading=heading)], winners=2) for some in (plain, with_form))
    assert first.ranking == second.ranking
    apart = score_night([lines(*plain[:2], *(row + "x" for row in plain[2:]), heading=heading)], winners=2)
    # Two and two, E 4: each sub-field has A 2, so M' = (M + 1)·4/2 - 1.
    assert [line.points("NS") for line in apart.sessions[0].lines] == [5, 1, 3, 3]


def test_average_plus_is_the_own_average_where_that_is_better() -> None:
    """By hand: N1 has 6 of 6 on board 1, so average plus on board 2 is worth 100 %; E4 has no real score: 60 %."""
    night = score_night(
        [
            lines(
                "1,1,1,420", "1,2,2,140", "1,3,3,0", "1,4,5,-50", "2,1,4,AVE+/AVE+", "2,2,1,50", "2,3,2,50", "2,4,3,50"
            )
        ],
        winners=2,
    )
    found = percentages(night)
    assert found["N1"] == 100
    assert found["E4"] == 60


def test_two_sessions_weigh_by_boards() -> None:
    """By hand: all of one board, nothing of two."""
    first = lines("1,1,1,140", "1,2,2,0")
    second = lines("1,1,2,0", "1,2,1,140", "2,1,1,0", "2,2,2,140")
    assert percentages(score_night([first, second], winners=2))["N1"] == Fraction(100, 3)


def test_seats_that_are_ranked_as_one_contestant_sum_up() -> None:
    """As two pairs of a team will be: N1 and E2 are ranked together."""
    session = lines("1,1,1,420", "1,2,2,-50", "2,1,2,110", "2,2,1,140")
    team, own = ContestantId("", "", "Aces"), contestants(session, 2)
    seats = ContestantId("", "NS", "1"), ContestantId("", "EW", "2")
    who = replace(own, ranked_as=dict.fromkeys(seats, team))
    found = {one.contestant.label: one for one in ranking([score_session(session, who, Scoring())], Scoring())}
    assert found.keys() == {"Aces", "N2", "E1"}
    assert (found["Aces"].score, found["Aces"].boards, found["Aces"].percentage) == (2 + 2 + 0 + 2, 4, 75)
    assert [total.seat for total in found["Aces"].sessions] == ["N1, E2"]


def test_sections_are_compared_together_or_apart() -> None:
    text = ("A,1,1,1,110", "A,1,2,2,100", "B,1,1,1,140", "B,1,2,2,0")
    heading = "section,board,ns,ew,score"
    together = score_night([lines(*text, heading=heading)], winners=2)
    ns = [(one.place, one.contestant.section) for one in together.ranking if one.contestant.line == "NS"]
    assert ns == [(1, "B"), (2, "A"), (3, "A"), (4, "B")]
    apart = score_night([lines(*text, heading=heading)], Scoring(sections="apart"), winners=2)
    assert [(one.place, one.contestant.section, one.contestant.label) for one in apart.ranking] == [
        *((1, "A", "N1"), (2, "A", "N2"), (1, "A", "E2"), (2, "A", "E1")),
        *((1, "B", "N1"), (2, "B", "N2"), (1, "B", "E2"), (2, "B", "E1")),
    ]


def test_players_of_an_individual_get_the_score_of_their_side() -> None:
    heading = "board,north,south,east,west,score"
    night = score_night([lines("1,1,2,3,4,420", "1,5,6,7,8,-50", heading=heading)])
    assert {one.contestant.label: one.place for one in night.ranking} == {
        n: 1 if n in "1278" else 5 for n in "12345678"
    }
    four = score_night([lines("1,1,1,1,1,420", "1,2,2,2,2,-50", heading=heading)], winners=4)
    assert [(one.contestant.line, one.contestant.label, one.place) for one in four.ranking] == [
        *(("N", "1", 1), ("N", "2", 2), ("S", "1", 1), ("S", "2", 2)),
        *(("E", "2", 1), ("E", "1", 2), ("W", "2", 1), ("W", "1", 2)),
    ]


@pytest.mark.parametrize(
    ("played", "winners"),
    [(("1,1,1,0", "1,2,2,0"), 2), (("1,1,2,0", "2,2,3,0"), 1), (("1,1,14,0", "1,2,15,0"), 2)],
)
def test_how_many_winners_there_are_is_seen(played: tuple[str, ...], winners: int) -> None:
    assert score_night([lines(*played)]).winners == winners


def test_results_are_held_against_the_movement() -> None:
    tonight = section(find("M0505"), 2)
    schedule = Schedule.from_section(tonight, Boards(2))
    rows = [f"{p.board},{p.ns[0]},{p.ew[0]},0" for p in schedule.plays]
    assert score_night([lines(*rows)], schedules=[schedule]).findings == ()
    wrong = [rows[0].replace(",0", ",50"), *rows[2:], "1,1,2,0", "99,1,1,0", "2,7,1,0"]
    found = score_night([lines(*wrong)], schedules=[schedule]).findings
    told = sorted((finding.rule, finding.sentence) for finding in found if finding.rule == "not as the movement")
    assert [sentence for _, sentence in told] == [
        "board 1, 1 against 2: these pairs meet in round 5 at table 1, on other boards",
        "board 2, 7 against 1: there is no pair N7",
        "board 99, 1 against 1: this board is not in the movement",
    ]
    assert "missing result" in {finding.rule for finding in found}


def test_what_was_expected_is_what_the_movement_has() -> None:
    """The number of expected plays of a board comes from the movement, not from the number of lines."""
    schedule = Schedule.from_section(section(find("M0505"), 1), Boards(1))
    four = [f"{p.board},{p.ns[0]},{p.ew[0]},{50 * p.table}" for p in schedule.plays if p.board == 1][:4]
    night = score_night([lines(*four)], schedules=[schedule])
    assert night.sessions[0].expected_results == {"": 5}


@pytest.mark.parametrize(
    ("heading", "row", "column"),
    [
        ("board,ns,ew,contract,declarer,result", "1,1,1,5Z,N,9", "contract"),
        ("board,ns,ew,contract,declarer,result", "1,1,1,3NT,N,14", "result"),
        ("board,ns,ew,contract,declarer,result", "1,1,1,3NT,N,+5", "result"),
        ("board,ns,ew,contract,declarer,result", "1,1,1,3NT,Q,9", "declarer"),
        ("board,ns,ew,contract,declarer,result", "1,1,1,3NT,,9", "declarer"),
        ("board,ns,ew,contract,declarer,result", "1,1,1,3NT,N,", "result"),
        ("board,ns,ew,score", "1,1,1,30*420+60*-50", "score"),
        ("board,ns,ew,score", "1,1,1,AVE+", "score"),
        ("board,ns,ew,score", "1,1,1,130%/0%", "score"),
        ("board,ns,ew,score", "0,1,1,420", "board"),
        ("ns,ew,score", "1,1,420", "board"),
    ],
)
def test_what_cannot_be_read_is_told_with_line_and_column_and_nothing_is_written(
    heading: str, row: str, column: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    played, output = tmp_path / "night.csv", tmp_path / "out.json"
    good = ",".join("1" if cell in ("board", "ns", "ew") else "" for cell in heading.split(","))
    played.write_text(f"{heading}\n{good}\n{row}\n")
    assert cli.run(["score", str(played), "--format", "json", "-o", str(output)]) == 5
    told = capsys.readouterr().err
    assert f"column {column}" in told
    assert f"line {1 if 'board' not in heading.split(',') else 3}" in told
    assert not output.exists()


def test_a_percentage_in_imps_is_refused_with_its_place(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    played = tmp_path / "night.csv"
    played.write_text("board,ns,ew,score\n1,1,1,420\n1,2,2,55%/45%\n")
    assert cli.run(["score", str(played)]) == 0
    assert cli.run(["score", str(played), "--method", "cross-imps"]) == 5
    assert "line 3: column score: a percentage is not a score in IMPs: '55%/45%'" in capsys.readouterr().err


def test_what_is_missing_is_nobodys_board_and_told_once() -> None:
    night = score_night([lines("1,1,2,", "1,1,2,140", "1,3,4,75", "1,3,4,0")], winners=2)
    assert [(finding.rule, finding.severity) for finding in night.findings] == [
        ("missing result", "warning"),
        ("impossible score", "error"),
    ]


def test_with_columns_for_pairs_and_for_players_it_is_pairs() -> None:
    (line,) = lines("1,7,8,a,b,c,d,140", heading="board,ns,ew,north,south,east,west,score")
    assert (line.ns, line.ew) == (("7",), ("8",))


def test_a_section_that_was_not_there_expects_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """E of each session is its own: three plays a board in the first, six in the second; all are equal."""
    first, second = tmp_path / "first.csv", tmp_path / "second.csv"
    plays = Schedule.from_section(section(find("M0303"), 1), Boards(1)).plays
    for path, sections in ((first, "A"), (second, "AB")):
        rows = [f"{letter},{p.board},{p.ns[0]},{p.ew[0]},0" for letter in sections for p in plays]
        path.write_text("\n".join(["section,board,ns,ew,score", *rows]))
    code = cli.run(["score", str(first), str(second), "--movement", "M0303", "--format", "json"])
    data = json.loads(capsys.readouterr().out)
    assert (code, data["findings"]) == (0, [])
    points = {board["session"]: board["lines"][0]["ns_points"] for board in data["boards"]}
    assert points == {1: 2, 2: 5}


@pytest.mark.parametrize(
    ("row", "says"),
    [("1,1,1,420\n", "boards 1 to 1 do not make 3 equal groups"), ("", "no result has a board number")],
)
def test_boards_that_make_no_equal_groups_are_asked_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], row: str, says: str
) -> None:
    (played := tmp_path / "night.csv").write_text(f"board,ns,ew,score\n{row}")
    assert cli.run(["score", str(played), "--movement", "M0303"]) == 2
    assert capsys.readouterr().err == f"byestand: {says}; enter the number of boards per round\n"


def test_the_command_writes_json_to_the_letter(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    played = tmp_path / "night.csv"
    played.write_bytes(
        "\ufeffNS,Board,EW,Contract,Declarer,Result,Score\r\n1,1,1,3 n,n,=,\r\n2,1,2,,,,A6040\r\n".encode()
    )
    assert cli.run(["score", str(played), "--format", "json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["ranking"][0] == {
        "place": 1,
        "section": "",
        "line": "NS",
        "contestant": "N2",
        "score": 1.2,
        "percentage": 60,
        "boards": 1,
    }
    (board,) = data["boards"]
    assert board["lines"][0] | {"score": 400, "ns_points": 1, "ns": "1", "ew": "1"} == board["lines"][0]
    assert board["lines"][1]["score"] == "A6040"
    mixed = json.loads(json.dumps(book_data(Book(score_night([lines("1,1,1,100*140")])))))
    assert mixed["boards"][0]["lines"][0]["score"] == "100*140"


def test_an_error_finding_is_exit_code_1_and_the_output_complete(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    played = tmp_path / "night.csv"
    played.write_text("board,ns,ew,score\n1,1,1,75\n1,2,2,420\n")
    assert cli.run(["score", str(played), "--format", "json"]) == 1
    data = json.loads(capsys.readouterr().out)
    assert [finding["severity"] for finding in data["findings"]] == ["error"]
    assert data["boards"][0]["lines"][0]["score"] is None
    assert [one["contestant"] for one in data["ranking"]] == ["N2", "E2"]


def test_figures_are_rounded_to_four_decimals_halves_away_from_zero() -> None:
    assert [round_number(Fraction(n, 20000)) for n in (1, -1, 2, 20000)] == [0.0001, -0.0001, 0.0001, 1]
    assert type(round_number(Fraction(50))) is int
    assert book_data(Book(score_night([lines("1,1,1,420", "1,2,2,420")])))["ranking"][0]["percentage"] == 50  # type: ignore[index]

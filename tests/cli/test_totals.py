"""Totals over several sessions: results are added for each pair, in any seat."""

import json
import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from byestand import cli
from tests.support.two_sessions import SEATS, SESSION_1, SESSION_2, TOTALS, results_csv, seating_csv

Row: TypeAlias = dict[str, Any]
Score: TypeAlias = Callable[..., dict[str, Row]]


@pytest.fixture
def event(tmp_path: Path) -> list[str]:
    """Return the files of the worked example: two sessions and a seating."""
    files = {"s1.csv": results_csv(SESSION_1), "s2.csv": results_csv(SESSION_2), "map.csv": seating_csv()}
    return [write(tmp_path / name, text) for name, text in files.items()]


@pytest.fixture
def score(capsys: pytest.CaptureFixture[str]) -> Score:
    """Return a function that scores files and returns the rows of the ranking by section and label."""

    def ranked(*arguments: str) -> dict[str, Row]:
        assert cli.run(["score", *arguments, "--format", "json"]) == 0
        rows = json.loads(capsys.readouterr().out)["ranking"]
        return {row["section"] + row["contestant"]: row for row in rows}

    return ranked


def write(path: Path, text: str) -> str:
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_totals_of_the_worked_example_are_those_of_the_reference(event: list[str], score: Score) -> None:
    first, second, seats = event
    rows = score(first, second, "--seating", seats)
    new = dict(line.split(",") for line in SEATS)
    assert {pair: (row["place"], row["percentage"], row["line"]) for pair, row in rows.items()} == {
        pair: (place, total, "") for pair, (_, _, total, place) in TOTALS.items()
    }
    for pair, (one, two, *_) in TOTALS.items():
        assert rows[pair]["sessions"] == [
            {"session": 1, "seat": pair, "percentage": one, "score": one / 2, "boards": 5},
            {"session": 2, "seat": new[pair], "percentage": two, "score": two / 2, "boards": 5},
        ]


@pytest.mark.slow
def test_the_csv_of_crossover_is_a_seating(event: list[str], score: Score, tmp_path: Path) -> None:
    first, second, _ = event
    made = str(tmp_path / "crossover.csv")
    assert cli.run(["crossover", "W0605", "--boards-per-round", "1", "--format", "csv", "-o", made]) == 0
    rows = score(first, second, "--seating", made)
    assert {pair: row["percentage"] for pair, row in rows.items()} == {pair: t[2] for pair, t in TOTALS.items()}


@pytest.mark.slow
def test_three_sessions_are_followed_from_the_first(event: list[str], score: Score, tmp_path: Path) -> None:
    first, second, _ = event
    third = write(tmp_path / "s3.csv", results_csv(SESSION_1))
    made = str(tmp_path / "crossover.csv")
    assert cli.run(["crossover", "W0605", "--sessions", "3", "--format", "csv", "-o", made]) == 0
    seats = {"1": {pair: pair for pair in TOTALS}, "2": {}, "3": {}}
    for line in Path(made).read_text(encoding="utf-8").splitlines()[1:]:
        session, old, new, *_ = line.split(",")
        seats[session][old] = new
    alone = [score(path) for path in (first, second, third)]
    rows = score(first, second, third, "--seating", made)
    for pair in TOTALS:
        figures = [alone[k][seats[str(k + 1)][pair]]["percentage"] for k in range(3)]
        assert rows[pair]["percentage"] == pytest.approx(sum(figures) / 3, abs=1e-4)
    after_two = score(first, second, "--seating", made)
    assert [len(row["sessions"]) for row in after_two.values()] == [2] * 12


def two_sections(tmp_path: Path) -> tuple[str, str]:
    """Return two sessions of sections A and B."""
    paths = []
    for name, first, second in (("s1.csv", SESSION_1, SESSION_2), ("s2.csv", SESSION_2, SESSION_1)):
        both = results_csv(first, "A") + results_csv(second, "B").partition("\n")[2]
        paths.append(write(tmp_path / name, both))
    return paths[0], paths[1]


def test_pairs_are_followed_from_section_to_section(score: Score, tmp_path: Path) -> None:
    first, second = two_sections(tmp_path)
    olds = [section + pair for section in "AB" for pair in TOTALS]
    news = random.Random(1).sample(olds, len(olds))  # noqa: S311 - any order will do
    seats = write(tmp_path / "map.csv", seating_csv([f"{old},{new}" for old, new in zip(olds, news, strict=True)]))
    before, after = score(first), score(second)
    rows = score(first, second, "--seating", seats)
    for old, new in zip(olds, news, strict=True):
        mean = (before[old]["percentage"] + after[new]["percentage"]) / 2
        assert rows[old]["percentage"] == pytest.approx(mean, abs=1e-4)
        assert [one["seat"] for one in rows[old]["sessions"]] == [old, new]
    apart = score(first, second, "--seating", seats, "--sections", "apart")
    assert max(row["place"] for row in apart.values()) > 12, "pairs change section: one ranking"


def test_sections_stay_apart_where_no_pair_changes_section(score: Score, tmp_path: Path) -> None:
    first, second = two_sections(tmp_path)
    moves = [f"{section}{old},{section}{new}" for section in "AB" for old, new in (line.split(",") for line in SEATS)]
    seats = write(tmp_path / "map.csv", seating_csv(moves))
    apart = score(first, second, "--seating", seats, "--sections", "apart")
    totals = {pair: (row["percentage"], row["place"]) for pair, row in apart.items() if row["section"] == "A"}
    assert totals == {f"A{pair}": (total, place) for pair, (_, _, total, place) in TOTALS.items()}


def test_sections_that_merge_or_split_are_followed(score: Score, tmp_path: Path) -> None:
    parted, _ = two_sections(tmp_path)
    rows = [line.split(",") for line in Path(parted).read_text(encoding="utf-8").splitlines()[1:]]
    raised = [(board, int(ns), int(ew), points, 6 * (letter == "B")) for board, ns, ew, points, letter in rows]
    merged = [f"{board},{ns + more},{ew + more},{points}" for board, ns, ew, points, more in raised]
    joined = write(tmp_path / "joined.csv", "\n".join(["board,ns,ew,score", *merged]))
    pairs = {
        f"{letter}{pair}": f"{pair[0]}{int(pair[1]) + more}" for letter, more in (("A", 0), ("B", 6)) for pair in TOTALS
    }
    merging = write(tmp_path / "merging.csv", seating_csv([f"{old},{new}" for old, new in pairs.items()]))
    splitting = write(tmp_path / "splitting.csv", seating_csv([f"{new},{old}" for old, new in pairs.items()]))
    in_sections, in_one = score(parted), score(joined)
    for rows_by_pair, named in (
        (score(parted, joined, "--seating", merging), {old: old for old in pairs}),
        (score(joined, parted, "--seating", splitting), pairs),
    ):
        assert {old: rows_by_pair[label]["percentage"] for old, label in named.items()} == {
            old: in_sections[old]["percentage"] for old in pairs
        }
        assert {one["seat"] for row in rows_by_pair.values() for one in row["sessions"]} == {*in_sections, *in_one}


def test_lines_are_ranked_apart_where_no_pair_changes_line(event: list[str], score: Score, tmp_path: Path) -> None:
    first, second, _ = event
    moves = [f"{side}{n},{side}{n % 6 + 1}" for side in "NE" for n in range(1, 7)]
    rows = score(first, second, "--seating", write(tmp_path / "map.csv", seating_csv(moves)))
    assert {pair: row["line"] for pair, row in rows.items()} == {p: f"{p[0]}{'SW'[p[0] == 'E']}" for p in TOTALS}
    assert max(row["place"] for row in rows.values()) <= 6


def test_a_pair_that_left_and_one_that_came_are_listed_once_each(
    event: list[str], score: Score, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first, second, _ = event
    moves = [line for line in SEATS if not line.startswith("N5")]
    for came in ([",N5"], []):
        seats = write(tmp_path / "map.csv", seating_csv([*moves, "N5,", *came]))
        rows = score(first, second, "--seating", seats)
        assert len(rows) == 13
        assert (rows["N5"]["percentage"], rows["N5"]["boards"]) == (32, 5)
        assert (rows["N5 (session 2)"]["percentage"], rows["N3"]["percentage"]) == (64, 67)
    by_seat = sorted(TOTALS, key=lambda pair: (pair[0] == "E", pair[1]))
    names = write(tmp_path / "names.txt", "\n".join(f"Pair of {pair}" for pair in by_seat))
    named = score(first, second, "--seating", seats, "--names", names)
    assert {pair: row["name"] for pair, row in named.items() if "name" in row} == {p: f"Pair of {p}" for p in by_seat}
    assert cli.run(["score", first, second, "--seating", seats]) == 0
    told = capsys.readouterr()
    assert "byestand: N5 has results in session 1 only" in told.err
    assert "byestand: N5 (session 2) has results in session 2 only" in told.err
    assert re.search(r"N5 +32\.00 N5 +- +32\.00%", told.out)


REFUSED = [
    ("old,new\n" + "\n".join(SEATS[:-1]), "no seat in session 2 for E6 (line 4 of session 1); leave column new empty"),
    (seating_csv([*SEATS[:-1], "E6,N5"]), "line 13: this seat of session 2 is used twice: 'N5'"),
    (seating_csv([*SEATS, "E6,E5"]), "line 14: this seat of session 1 is used twice: 'E6'"),
    (seating_csv([*SEATS[:-1], "E7,E5"]), "line 13: no result for this seat in session 1: 'E7'"),
    (seating_csv([*SEATS[:-1], "E6,E9"]), "line 13: no result for this seat in session 2: 'E9'"),
    (seating_csv([*SEATS, "N1,E2,x"]), "line 14: expected 2 columns, not 3"),
    ("old,name\nN1,x\n", "column new is missing"),
    ("new,seat\nN1,x\n", "column old is missing"),
    (
        "old,new,sesion\nN1,E2,2\n",
        "table, direction, name, boards: 'sesion'",
    ),
    ("session,old,new\n1,N1,E2\n", "session: expected a whole number from 2 to 99: '1'"),
    ("session,old,new\n2,,\n", "columns old and new are empty"),
    ("\n \n", "the file is empty"),
]


@pytest.mark.parametrize(("text", "says"), REFUSED)
def test_a_seating_that_does_not_fit_is_refused_with_its_line(
    event: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, says: str
) -> None:
    first, second, _ = event
    page = tmp_path / "page.html"
    seats = write(tmp_path / "map.csv", text)
    assert cli.run(["score", first, second, "--seating", seats, "-o", str(page)]) == 5
    told = capsys.readouterr()
    assert says in told.err
    assert not told.out
    assert not page.exists()


def test_a_map_for_three_sessions_needs_to_say_which(event: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    first, second, seats = event
    assert cli.run(["score", first, second, first, "--seating", seats]) == 5
    assert "column session is missing" in capsys.readouterr().err
    assert cli.run(["score", first, "--seating", seats]) == 2
    assert "--seating needs the results of several sessions" in capsys.readouterr().err


def test_without_a_seating_it_is_said_that_labels_are_taken_for_pairs(
    event: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    first, second, seats = event
    said = "byestand: no --seating: pair N1 is assumed to be the same pair in every session"
    for arguments, lines in (((first, second), [said]), ((first,), []), ((first, second, "--seating", seats), [])):
        assert cli.run(["score", *arguments]) == 0
        assert capsys.readouterr().err.splitlines() == lines


def test_single_players_are_not_called_pairs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    session = write(tmp_path / "s.csv", "board,north,south,east,west,score\n1,1,2,3,4,420\n1,5,6,7,8,-50\n")
    assert cli.run(["score", session, session]) == 0
    assert (
        capsys.readouterr().err
        == "byestand: no --seating: player 1 is assumed to be the same player in every session\n"
    )


def test_names_are_by_the_seat_in_session_1(event: list[str], score: Score, tmp_path: Path) -> None:
    first, second, seats = event
    listed = [f"{side}{number}" for side in "NE" for number in range(1, 7)]
    names = write(tmp_path / "names.txt", "\n".join(f"Pair of {pair}" for pair in listed))
    for sessions in ((first, second), (first, first, "--movement", "W0605")):
        rows = score(*sessions, "--seating", seats, "--names", names)
        assert {pair: row["name"] for pair, row in rows.items()} == {pair: f"Pair of {pair}" for pair in listed}


def test_labels_typed_by_hand_are_understood(event: list[str], score: Score, tmp_path: Path) -> None:
    first, second, _ = event
    typed = [line.replace("N", "ns 0").replace("E", "EW ") for line in SEATS]
    rows = score(
        first, second, "--seating", write(tmp_path / "map.csv", "OLD;New\n" + "\n".join(typed).replace(",", ";"))
    )
    assert {pair: row["percentage"] for pair, row in rows.items()} == {pair: t[2] for pair, t in TOTALS.items()}


def test_text_and_page_have_a_column_for_every_session(event: list[str], tmp_path: Path) -> None:
    first, second, seats = event
    for name in ("total.txt", "total.html"):
        assert cli.run(["score", first, second, "--seating", seats, "-o", str(tmp_path / name)]) == 0
    text, page = ((tmp_path / name).read_text() for name in ("total.txt", "total.html"))
    head, row = text.splitlines()[:2]
    assert " ".join(head.split()) == "session 1 session 2 total"
    assert " ".join(row.split()) == "1 N3 60.00 N3 74.00 E4 67.00% 10 boards"
    assert re.findall(r'<th scope="col">([^<]*)</th>', page)[:6] == [
        "place", "pair", "session 1", "session 2", "total %", "boards",
    ]  # fmt: skip
    assert "<td>60.00 <small>N3</small></td><td>74.00 <small>E4</small></td><td>67.00</td>" in page


def test_usebio_is_refused_where_pairs_change_seats(
    event: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first, second, seats = event
    assert cli.run(["score", first, second, "--seating", seats, "-o", str(tmp_path / "out.xml")]) == 5
    assert (
        "byestand: USEBIO has 1 number per pair; if pairs change numbers between sessions, write 1 file per session"
    ) in capsys.readouterr().err

"""`byestand crossover`: its output, its files, and a sentence for everything that makes no sense."""

import csv
import io
import json
import re
from pathlib import Path

import pytest
from pypdf import PdfReader

from byestand import cli
from byestand.catalog import find
from byestand.catalog.section_syntax import session_of
from byestand.formats.csv import dumps as csv_of
from byestand.second_sessions.multi_session import SessionSeating, account
from byestand.second_sessions.seating_lists import again_text, moves, scorer_csv, slips, table_guide
from byestand.second_sessions.seating_planner import make_event, plan_sessions
from tests.support.pdf_reader import as_typed

pytestmark = pytest.mark.usefixtures("short_time")


def run(capsys: pytest.CaptureFixture[str], command: str) -> str:
    assert cli.run(["crossover", *command.split()]) == 0
    return capsys.readouterr().out


def refusal_of(capsys: pytest.CaptureFixture[str], command: str, code: int = 2) -> str:
    assert cli.run(["crossover", *command.split()]) == code
    printed = capsys.readouterr()
    assert not printed.out
    assert printed.err.count("\n") == 1
    return printed.err


def test_a_pdf_has_everybody_on_the_wall_and_on_a_slip(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Read back by pypdf: the pairs of the json report, old seat and new."""
    seats = json.loads(run(capsys, "W1209 --format json"))["seats"]
    told = run(capsys, f"W1209 -o {tmp_path}/seats.pdf --club Harbour --paper letter")
    texts = [as_typed(page.extract_text()) for page in PdfReader(tmp_path / "seats.pdf").pages]
    assert told.endswith(f": {len(texts)} pages\n")
    assert all("Harbour" in text for text in texts)
    titles = (
        "Session 2: new seats",
        "Session 2: by new seat",
        "Session 2: pairs by table",
        "Repeat opponents",
    )
    wall, new, tables, again = (next(text for text in texts if title in text) for title in titles)
    slips_pages = "\n".join(text for text in texts if not any(title in text for title in titles))
    assert "opponents in both sessions" in again
    for old, new_seat in seats.items():
        way = "NS" if new_seat[0] == "N" else "EW"
        assert re.search(rf"\b{old}\s+{new_seat}\b", wall), old
        assert re.search(rf"\b{new_seat}\s+{old}\b", new), old
        assert re.search(rf"\b{old}\s+{new_seat}\s+table {new_seat[1:]}, {way}", slips_pages), old
        assert re.search(rf"\b{old}\b", tables)


@pytest.mark.slow
def test_names_on_paper_are_whole_and_in_the_order_of_surnames(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The longest name is set smaller, not cut; a change of direction is marked."""
    long = "Maximiliane-Alexandra Müller-Lüdenscheidt-Schwarzenberg"
    surnames = [f"{letter}berg" for letter in "ZYXWVUTSRQPO"]
    names = [f"Anna {surname} & {long if i == 0 else 'Bo ' + surname}" for i, surname in enumerate(surnames)]
    others = ["Anna Berg&Boris Dahl", "Carla Zorn/Dirk Adler", *(f"Carl Abel {i}" for i in range(2, 12))]
    rows = [f"{way}{i},{name}" for way, own in zip("NE", (names, others), strict=True) for i, name in enumerate(own, 1)]
    (tmp_path / "names.csv").write_text("pair,name\n" + "\n".join(rows) + "\n", encoding="utf-8")
    run(capsys, f"W1209 --names {tmp_path}/names.csv -o {tmp_path}/seats.pdf")
    texts = [as_typed(page.extract_text()) for page in PdfReader(tmp_path / "seats.pdf").pages]
    listed = next(text for text in texts if "by name" in text)
    found = re.findall(r"(\w+berg), Anna", listed)
    assert found == sorted(surnames)
    slips_page = next(
        text for text in texts if "you now sit East" in text and "Harbour" not in text and "table" in text
    )
    assert long in "\n".join(texts)
    assert "…" not in slips_page
    text = run(capsys, f"W1209 --names {tmp_path}/names.csv --sheet names").splitlines()
    assert max(map(len, text)) <= 100
    assert "Müller-Lüdenscheidt-Schwarzenberg, Maximiliane-Alexandra" in "\n".join(text)
    assert all(name in "\n".join(text) for name in ("Berg, Anna ", "Dahl, Boris ", "Zorn, Carla ", "Adler, Dirk "))


def test_json_has_the_figures_the_proof_and_the_seats(capsys: pytest.CaptureFixture[str]) -> None:
    """The seats, counted independently, have those figures."""
    report = json.loads(run(capsys, "W1813 --format json"))
    assert (report["total"], report["bound"], report["proved"]) == (12, 12, True)
    room = session_of(["W1813"])
    seats = tuple(room.seat(report["seats"][label]) for label in room.labels)
    counted = account([SessionSeating.first(room), SessionSeating(room, seats)])
    assert (counted.total, counted.max_repeats, len(counted.never)) == (report["total"], report["max"], report["never"])
    assert counted.balance == pytest.approx(report["balance"], abs=1e-3)
    assert len(report["again"]) == 12
    assert [other["goal"] for other in report["alternatives"]] == ["max", "contact", "balance"]
    assert {rule["total"] for rule in report["rules"]} >= {32}


@pytest.mark.parametrize(
    ("goal", "figures"),
    [("max", {"max": 1, "total": 14, "bound": 1, "proved": True}), ("contact", {"never": 0, "total": 16})],
)
def test_the_goal_decides_what_comes_first(
    capsys: pytest.CaptureFixture[str], goal: str, figures: dict[str, object]
) -> None:
    report = json.loads(run(capsys, f"W1813 --goal {goal} --format json"))
    assert {key: report[key] for key in figures} == figures


def test_text_shows_the_goals_side_by_side_and_where_to_sit(capsys: pytest.CaptureFixture[str]) -> None:
    text = run(capsys, "W1813")
    assert "fewest repeats *                  12" in text
    assert "proved best: exhaustive search" in text
    assert "Rule: Hill (2019)                 32" in text
    assert "  3. Each pair that was EW takes the place of the pair one number lower. E1 takes the place of E18." in text
    assert text.count(" → ") == 36


def test_two_equal_mitchells_are_told_in_four_lines(capsys: pytest.CaptureFixture[str]) -> None:
    """A rule that is as good as anything found is preferred."""
    text = run(capsys, "A=M0909 B=M0909 --time 1")
    announced = text.partition("to announce:\n")[2].partition("\n\n")[0].splitlines()
    assert len(announced) == 4
    steps = run(capsys, "A=M0909 B=M0909 --time 1 --sheet steps").splitlines()
    assert steps == [
        "Session 2, group by group:",
        *(f"  {i}. {line.strip()}" for i, line in enumerate(announced, start=1)),
    ]
    assert "no repeat opponents" in text


def test_three_sessions_by_half_lines(capsys: pytest.CaptureFixture[str]) -> None:
    report = json.loads(run(capsys, "W1809 --sessions 3 --format json"))
    assert (report["goal"], report["total"], report["proved"]) == ("total", 0, True)
    assert set(report["seats"]) == set(report["third"])
    rows = list(csv.DictReader(io.StringIO(run(capsys, "W1809 --sessions 3 --format csv"))))
    assert {row["session"] for row in rows} == {"2", "3"}
    assert len(rows) == 72
    assert "Session 3, to announce:" in run(capsys, "W1809 --sessions 3")


def test_another_movement_in_the_second_session(capsys: pytest.CaptureFixture[str]) -> None:
    report = json.loads(run(capsys, "W1209 --then M1211 --time 1 --format json"))
    assert report["movements"] == [["W1209"], ["M1211"]]
    assert sorted(report["seats"]) == sorted(report["seats"].values())


def test_another_movement_for_one_section_leaves_the_others(capsys: pytest.CaptureFixture[str]) -> None:
    report = json.loads(run(capsys, "A=M0605 B=M0605 --then B=M0606R --time 1 --format json"))
    assert report["movements"] == [["M0605", "M0605"], ["M0605", "M0606R"]]


def test_wishes_are_heeded_and_what_cannot_be_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    seats = json.loads(run(capsys, "W1209 --stay N1,E2 --change N3 --time 1 --format json"))["seats"]
    assert (seats["N1"][0], seats["E2"][0], seats["N3"][0]) == ("N", "E", "E")
    everybody = ",".join(f"{way}{k}" for way in "NE" for k in range(1, 13))
    assert "request not met: N1 and" in run(capsys, f"W1209 --apart {everybody} --time 1")


def test_a_missing_pair_stays_missing(capsys: pytest.CaptureFixture[str]) -> None:
    seats = json.loads(run(capsys, "W1209 --missing N12 --time 1 --format json"))["seats"]
    assert "N12" not in seats
    assert "N12" not in seats.values()
    sections = json.loads(run(capsys, "A=M0605 B=M0605 --missing BE6 --time 1 --format json"))["seats"]
    assert "BE6" not in sections.values()
    assert len(sections) == 23


def test_csv_for_the_scorer_has_a_row_for_every_pair(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    names = "\n".join(f'{way}{k},"Pair, {way} {k}"' for way in "NE" for k in range(1, 10))
    Path("pairs.csv").write_text(f"pair,name\n{names}\n", "utf-8")
    assert run(capsys, "M0909 --names pairs.csv --format csv -o out.csv") == ""
    rows = list(csv.DictReader(Path("out.csv").read_text("utf-8").splitlines()))
    assert len({row["new"] for row in rows}) == 18
    assert rows[0]["name"] == "Pair, N 1"
    assert {row["direction"] for row in rows} == {"NS", "EW"}
    assert all(row["new"] == f"{row['direction'][0]}{row['table']}" for row in rows)


@pytest.mark.parametrize(
    ("sheet", "words"),
    [
        ("wall", "Session 2: where to sit"),
        ("new", "N1 ← "),
        ("guide", "table  NS"),
        ("slips", "session 2: "),
        ("again", "pair  repeats  opponents in both sessions"),
        ("steps", "Session 2: this seating cannot be announced in groups"),
        ("names", "no names given"),
    ],
)
def test_every_sheet_alone(capsys: pytest.CaptureFixture[str], sheet: str, words: str) -> None:
    assert words in run(capsys, f"W1813 --sheet {sheet}")


def test_the_guide_has_every_pair_where_it_starts() -> None:
    """Each pair comes to one table, which may be the party table."""
    room = session_of(["W1208ER"])
    rows = moves(room, room, tuple(range(1, room.size + 1)), {"N1": "Ann and Bob"})
    guide = table_guide(rows)
    assert [row.table for row in guide] == list(range(1, 14))
    assert guide[0].ns == "N1 Ann and Bob"
    assert (guide[12].ns, guide[12].ew) == ("N13", "E13")
    alone = table_guide([row for row in rows if row.new != "E13"])
    assert (alone[12].ns, alone[12].ew) == ("N13", "–")
    assert slips(rows)[0] == ("N1  Ann and Bob", "session 2: N1", "table 1, NS")


def test_names_in_a_plain_list(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """NS before EW, one per line."""
    file = tmp_path / "names.txt"
    file.write_text("\n".join(f"Pair {k}" for k in range(1, 37)), "utf-8")
    assert "Pair 19" in run(capsys, f"W1813 --sheet wall --names {file}")


def test_names_are_spelt_as_they_are_in_every_script(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Persian, Hindi and many pictures need joiners, which are not seen themselves."""
    spelt = "چهار\N{ZERO WIDTH NON-JOINER}شنبه क्\N{ZERO WIDTH JOINER}ष"
    file = tmp_path / "names.txt"
    file.write_text("\n".join(f"{spelt} {k}" for k in range(1, 19)), "utf-8")
    assert f"{spelt} 9" in run(capsys, f"M0909 --sheet wall --names {file}")


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ("pair,name\nN1,Ann\nN2,Bob\n", "expected names for 36 pairs, not 2; N3 has none (the last line is 3)"),
        ("pair,name\nN1,Ann\nN2,Ann\n", "duplicate name: 'Ann'"),
        ("pair,name\nN1,Ann\nN2,ANN\n", "duplicate name: 'ANN'"),
        ("pair,name\nN1,Ann\nN1,Bob\n", "N1 appears twice (again on line 3): 'N1,Bob'"),
        ("pair,name\nN19,Ann\n", "unknown pair N19 on line 2; pairs are N1 to E18: 'N19,Ann'"),
        ("pair,name\nN1\n", "expected the columns pair,name on line 2, not 1: 'N1'"),
        ("pair,name\nN1,\n", "expected names for 36 pairs, not 0; N1 has none (the last line is 2)"),
        (
            "pair,name\nN1,Ann\N{RIGHT-TO-LEFT OVERRIDE}\n",
            r"the name on line 2 must be one line of at most 80 characters: 'Ann\u202e'",
        ),
        ("a,b,c\n", "expected names for 36 pairs, not 1; N2 has none (the last line is 1)"),
        ("name\nAnn\n", "expected names for 36 pairs, not 1; N2 has none (the last line is 2)"),
        (
            "\n".join(f"Pair {k}" for k in range(37)),
            ("more names than the 36 pairs of this session, from line 37: 'Pair 36'"),
        ),
        ("", "the file is empty"),
    ],
)
def test_bad_lists_of_names_get_one_sentence(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, content: str, sentence: str
) -> None:
    file = tmp_path / "names.csv"
    file.write_text(content, "utf-8")
    assert sentence in refusal_of(capsys, f"W1813 --names {file}", code=5)


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        ("W1813 --then W1209", "all sessions need the same number of pairs, not 36, 24"),
        ("W1813 --then A=W1813", "--then names a section, but the sections have no letters: 'A=W1813'"),
        ("A=M0605 B=M0605 --then C=M0605", "unknown section (sections are A, B): 'C=M0605'"),
        ("W1813 --first-board 40", "--first-board needs --boards-per-round"),
        ("W1813 --boards-per-round 2 --first-board 0", "byestand: the first board must be 1 to 500, not 0"),
        ("W1813 --boards-per-round 2,3", "byestand: give boards per round once, or once for each of 1 sections: '2,3'"),
        ("W1813 --goal speed", "unknown goal; goals are total, max, contact, balance: 'speed'"),
        ("W1813 --sessions 4", "--sessions must be 2 or 3, not 4"),
        ("W1813 --time 0", "--time must be 1 to 3600 seconds, not 0"),
        ("A=M1313 A=W1813", "sections need different letters"),
        ("A1=M1313 B=W1813", "byestand: a section has 1 to 3 letters: 'A1=M1313'"),
        ("W1813 --stay N99", "byestand: unknown seat; seats are N1-N18, E1-E18: 'N99'"),
        ("W1813 --stay N1 --change N1", "a pair cannot both keep and change its direction: 'N1'"),
        ("W1813 --missing X1", "unknown pair or player; numbers are N1-N18, E1-E18: 'X1'"),
        ("A=M0909 B=M0909 --missing N1", "byestand: give the section of the missing pair, such as AN18: 'N1'"),
        ("W1813 --missing N18 --stay N18", "this pair is missing: 'N18'"),
        ("W1813 --sheet wall --format json", "--sheet works with --format text only"),
        ("W0909TR", "byestand: second sessions need NS and EW pairs (two winners)"),
        ("W1813 --then W1813 --missing N18 --goal", "this option needs a value: --goal"),
    ],
)
def test_bad_requests_get_one_sentence(capsys: pytest.CaptureFixture[str], command: str, sentence: str) -> None:
    assert sentence in refusal_of(capsys, command)


def test_a_file_stands_wherever_a_name_may(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """The seating is that of the same movement by its name; a broken one, one for players and none are refused."""
    file = tmp_path / "friday.csv"
    file.write_text(csv_of(find("W1209")), "utf-8")
    by_name, by_file = (json.loads(run(capsys, f"{named} --format json")) for named in ("W1209", file))
    assert by_file["seats"] == by_name["seats"]
    assert by_file["movements"] == [[by_file["movements"][0][0]]] * 2 != [[""]] * 2
    both = json.loads(run(capsys, f"A={file} B=W1209 --then A=W1209 --format json --time 1"))
    assert set(both["seats"]) == {f"{a}{w}{n}" for a in "AB" for w in "NE" for n in range(1, 13)}
    broken = tmp_path / "broken.csv"
    broken.write_text(file.read_text("utf-8").replace("1,1,1,1,1", "1,1,1,1,2", 1), "utf-8")
    assert (
        "has errors: round 2, table 1: N1 plays group 2 again, after round 1 at table 1 (1 more error)"
    ) in refusal_of(capsys, str(broken), code=1)
    assert "hall/movement.json" in refusal_of(capsys, "hall/movement.json", code=5)
    assert "--missing works with movement names only" in refusal_of(capsys, f"{file} --missing N1")


@pytest.mark.slow
def test_boards_go_on_counting_in_every_sheet_and_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """27 after 26, 53 after 52; the boards on the tables are those of the movement in its first round."""
    report = json.loads(run(capsys, "W1813 --boards-per-round 2 --format json"))
    assert report["boards"] == [[[1, 26]], [[27, 52]]]
    assert "Session 2, boards 27-52: where to sit" in run(capsys, "W1813 --boards-per-round 2 --sheet wall")
    group = {str(table): find("W1813").at(1, table).group for table in range(1, 19)}
    rows = list(csv.DictReader(io.StringIO(run(capsys, "W1813 --boards-per-round 2 --format csv"))))
    assert [row["boards"] for row in rows] == [
        f"{25 + 2 * group[row['table']]}-{26 + 2 * group[row['table']]}" for row in rows
    ]
    guide = run(capsys, "W1813 --boards-per-round 2 --sheet guide").splitlines()
    assert guide[0].split() == ["table", "NS", "EW", "boards"]
    assert guide[1].split()[3] == "27-28"
    assert "table 1, NS, boards 27-28" in run(capsys, "W1813 --boards-per-round 2 --sheet slips")
    run(capsys, f"W1813 --boards-per-round 2 -o {tmp_path}/seats.pdf")
    pages = "\n".join(as_typed(page.extract_text()) for page in PdfReader(tmp_path / "seats.pdf").pages)
    assert "deal groups" not in pages
    assert re.search(r"N1\s+table 1, NS\s+boards 27-28", pages)
    third = json.loads(run(capsys, "W0909 --sessions 3 --boards-per-round 3 --format json --time 1"))
    assert third["boards"] == [[[1, 27]], [[28, 54]], [[55, 81]]]


def test_the_second_session_may_begin_with_any_board(capsys: pytest.CaptureFixture[str]) -> None:
    report = json.loads(run(capsys, "A=M0909 B=W1209 --boards-per-round 3 --first-board 40 --format json --time 1"))
    assert report["boards"] == [[[1, 27], [1, 27]], [[40, 66], [40, 66]]]
    assert "boards" not in json.loads(run(capsys, "W1209 --format json"))


def test_wishes_that_cannot_be_are_proved_impossible(capsys: pytest.CaptureFixture[str]) -> None:
    sentence = refusal_of(capsys, "W1209 --stay N1,N2,N3,N4,N5,N6,N7 --change E1,E2,E3,E4,E5,E6", code=3)
    assert "the requests make at least 6 of the NS pairs change direction, but at most 5 may" in sentence


def test_a_name_is_no_formula_in_the_file_for_the_scorer() -> None:
    room = session_of(["M0303"])
    rows = moves(room, room, tuple(range(1, 7)), {"N1": "=1+1", "N2": "@home", "N3": "Ann, Bob", "E1": "Eve"})
    names = [row["name"] for row in csv.DictReader(io.StringIO(scorer_csv(rows)))]
    assert names == ["'=1+1", "'@home", "Ann, Bob", "Eve", "", ""]


def test_who_meets_in_all_three_sessions_is_named_once_with_a_mark() -> None:
    room = session_of(["M0303"])
    text = again_text(room, ((1, 4), (1, 4), (2, 4)), sessions=3)
    assert text.splitlines()[0] == "pair  repeats  opponents in two sessions, * in three"
    assert text.splitlines()[1] == "N1    2        E1*"
    assert text.splitlines()[3] == "E1    3        N1* N2"


def test_small_and_odd_rooms_get_an_answer() -> None:
    """Two tables, three, a relay, a rover: every pair has a seat."""
    for name in ("M0202", "M0303", "M0404R", "W0605ER"):
        room = session_of([name])
        plan = plan_sessions((room, room), seconds=0.3)
        assert sorted(plan.selection.seatings[0]) == list(range(1, room.size + 1))
        assert make_event((room, room)).size == room.size


def test_a_file_brings_its_names_and_its_boards(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    players, night = tmp_path / "players.csv", tmp_path / "night.bws"
    players.write_text("table,direction,name\n1,N,Anna\n1,S,Boris\n", encoding="utf-8")
    export = ["export", "W1209", "--boards-per-round", "2", "--names", str(players), "-o", str(night)]
    assert cli.run(export) == 0
    capsys.readouterr()
    assert cli.run(["crossover", str(night), "--first-board", "40", "--sheet", "wall"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("Session 2, boards 40-57: where to sit")
    assert "Anna & Boris" in out


def test_of_a_file_with_many_one_can_be_named_as_the_refusal_says(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    library = tmp_path / "library.txt"
    text = "".join(capture_export(name, capsys) + "\n" for name in ("W1209", "M0909"))
    library.write_text(text, encoding="utf-8")
    assert cli.run(["crossover", f"{library}#table"]) == 2
    advice = capsys.readouterr().err.rstrip().rpartition("for example ")[2]
    assert advice == f"{library}#1"
    assert cli.run(["crossover", advice, "--sheet", "wall"]) == 0


def capture_export(name: str, capsys: pytest.CaptureFixture[str]) -> str:
    assert cli.run(["export", name, "--boards-per-round", "2", "--to", "ebuscore"]) == 0
    return capsys.readouterr().out


@pytest.mark.slow
def test_the_ending_of_the_file_says_the_format(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["crossover", "W0605", "--format", "csv"]) == 0
    printed = capsys.readouterr().out
    assert cli.run(["crossover", "W0605", "-o", str(tmp_path / "seats.csv")]) == 0
    assert (tmp_path / "seats.csv").read_text(encoding="utf-8") == printed

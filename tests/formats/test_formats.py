"""Files in and out: round trips, and strict readers that name the place of an error."""

import io
import json as stdlib_json
import zipfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from byestand import cli
from byestand.catalog import find
from byestand.errors import FormatError
from byestand.formats import csv, formats, json
from byestand.formats.file_io import MAX_BYTES, write_text
from byestand.model.boards import Boards
from byestand.model.movement import Movement
from byestand.model.people import Contestant, Person
from byestand.movements import with_missing
from byestand.verify import judge
from byestand.words.titles import title_of
from tests.support.json_schema import SCHEMA
from tests.support.strategies import is_one_line, some_movement

HEADER = "round,table,ns,ew,group\n"


@given(some_movement)
def test_json_gives_back_the_whole_movement(movement: Movement) -> None:
    again = json.loads(json.dumps(movement))
    assert again == movement
    assert (again.name, title_of(again)) == (movement.name, title_of(movement))


@given(some_movement)
def test_csv_gives_back_the_schedule_and_the_field(movement: Movement) -> None:
    again = csv.loads(csv.dumps(movement))
    assert again.same_schedule(movement)
    assert again.field == movement.field


def test_the_published_schema_is_one() -> None:
    SCHEMA.check_schema(SCHEMA.schema)


@settings(max_examples=15)
@given(some_movement)
def test_what_we_write_fits_the_published_schema(movement: Movement) -> None:
    SCHEMA.validate(stdlib_json.loads(json.dumps(movement)))


@pytest.mark.parametrize(
    "movement", [*map(find, ("W1812ER", "W0909TR", "M0808X", "M0808R")), find("W1812ER", missing=["N19"])], ids=title_of
)
def test_rovers_relays_and_weaves_fit_the_schema_too(movement: Movement) -> None:
    SCHEMA.validate(stdlib_json.loads(json.dumps(movement)))


def test_missing_pairs_survive_both_formats() -> None:
    movement = with_missing(find("W1813"), "N18", "E3")
    assert json.loads(json.dumps(movement)) == movement
    again = csv.loads(csv.dumps(movement))
    assert again.field == movement.field
    assert {f.rule for f in judge(again).findings} == {f.rule for f in judge(movement).findings} | {"never-seated"}


def test_csv_has_the_columns_scripts_depend_on() -> None:
    lines = csv.dumps(find("W1813")).splitlines()
    assert lines[:2] == ["round,table,ns,ew,group", "1,1,1,1,1"]
    assert len(lines) == 1 + 18 * 13
    with_boards = csv.dumps(find("W1813"), boards=Boards(2)).splitlines()
    assert with_boards[0] == "round,table,ns,ew,group,first_board,last_board"
    assert with_boards[10] == "1,10,10,10,8,15,16"
    assert csv.loads("\n".join(with_boards)).same_schedule(find("W1813"))


def test_one_winner_and_individual_files_are_recognised() -> None:
    one_winner = "round,table,ns,ew,group\n1,1,1,4,1\n1,2,2,3,2\n2,1,2,4,3\n2,2,3,1,4\n"
    assert csv.loads(one_winner).field.lines == (4,)
    individual = "round,table,north,south,east,west,group\n1,1,1,2,3,4,1\n"
    assert csv.loads(individual).is_individual
    assert csv.dumps(csv.loads(individual)) == individual
    assert json.loads(json.dumps(csv.loads(individual))) == csv.loads(individual)


def test_a_few_numbers_on_both_sides_do_not_make_two_winners() -> None:
    """In a Howell a pair seated twice by mistake sits NS and EW in one round: still one winner."""
    howell = HEADER + "1,1,1,2,1\n1,2,3,4,2\n1,3,5,5,3\n2,1,6,3,4\n2,2,5,2,5\n2,3,4,1,6\n"
    assert csv.loads(howell).field.winners == 1


def test_half_a_line_missing_still_makes_two_winners() -> None:
    movement = with_missing(find("W1813"), *(f"E{k}" for k in range(1, 11)))
    assert csv.loads(csv.dumps(movement)).field == movement.field


def test_a_file_written_is_for_everybody_as_the_umask_allows(tmp_path: Path) -> None:
    (tmp_path / "plain").write_text("")
    write_text(tmp_path / "ours.csv", csv.dumps(find("W0605")))
    assert (tmp_path / "ours.csv").stat().st_mode == (tmp_path / "plain").stat().st_mode


def test_a_row_that_is_missing_is_a_ragged_round_for_the_judge() -> None:
    rows = csv.dumps(find("W1813")).splitlines()
    movement = csv.loads("\n".join(rows[:30] + rows[31:]))
    assert "ragged-round" in {finding.rule for finding in judge(movement).findings}


BROKEN_CSV = {
    "other columns": ("table,round,ns,ew,group\n1,1,1,1,1\n", 1, "expected the columns"),
    "no rows": (HEADER, 1, "no boards"),
    "all zero": (HEADER + "1,1,0,0,0\n", 2, "no boards"),
    "too few cells": (HEADER + "1,1,1,1\n", 2, "expected 5 columns, not 4"),
    "a word": (HEADER + "1,1,one,1,1\n", 2, "ns: expected a whole number from 0 to 1020: 'one'"),
    "a fraction": (HEADER + "1,1,1.5,1,1\n", 2, "whole number"),
    "a negative": (HEADER + "1,1,-1,1,1\n", 2, "whole number"),
    "an empty cell": (HEADER + "1,1,,1,1\n", 2, "whole number"),
    "other digits": (HEADER + "1,1,１,1,1\n", 2, "whole number"),
    "round 0": (HEADER + "1,1,1,1,1\n0,1,1,1,1\n", 3, "round: expected a whole number from 1 to 255: '0'"),
    "a huge round": (
        HEADER + "99999999999999999999,1,1,1,1\n",
        2,
        ("round: expected a whole number from 1 to 255: '99999999999999999999'"),
    ),
    "a huge table": (HEADER + "1,256,1,1,1\n", 2, "table: expected a whole number from 1 to 255: '256'"),
    "the same place twice": (HEADER + "1,1,1,1,1\n1,1,2,2,2\n", 3, "round 1, table 1 appears twice"),
    "an open quote": (HEADER + '1,1,"1,1,1\n', 2, "misplaced quotation mark, or a cell that is too long"),
    "nothing": ("", 1, "expected the columns"),
    "too many cells": (HEADER + "1,1,1,1,1,1\n", 2, "expected 5 columns, not 6"),
    "strange boards": (
        HEADER.strip() + ",first_board,last_board\n1,1,1,1,1,abc,-9\n",
        2,
        ("first_board: expected a whole number from 0 to 12488: 'abc'"),
    ),
    "other boards": (
        HEADER.strip() + ",first_board,last_board\n1,1,1,1,1,1,2\n1,2,2,2,2,5,6\n",
        3,
        "boards 5-6 are not those of group 2",
    ),
    "semicolons, then commas": ("round;table;ns;ew;group\n1;1;1;1;1\n1,2,2,2,2\n", 3, "expected 5 columns, not 1"),
    "both in one line": ("round;table,ns;ew;group\n1;1;1;1;1\n", 1, "expected the columns"),
}


@pytest.mark.parametrize("fault", BROKEN_CSV)
def test_broken_csv_is_refused_with_its_line(fault: str) -> None:
    text, line, reason = BROKEN_CSV[fault]
    with pytest.raises(FormatError) as refusal:
        csv.loads(text, source="club.csv")
    assert (refusal.value.source, refusal.value.line) == ("club.csv", line)
    assert reason in refusal.value.reason


def _w0605(**changes: object) -> str:
    parts = stdlib_json.loads(json.dumps(find("W0605")))
    for path, value in changes.items():
        *way, last = [int(key) if key.isdigit() else key for key in path.split("__")]
        target = parts
        for key in way:
            target = target[key]
        if value is ...:
            del target[last]
        else:
            target[last] = value
    return stdlib_json.dumps(parts)


def _with_claim(**claim: object) -> str:
    return _w0605(claims=[claim])


BROKEN_JSON = {
    ("invalid JSON: a key is repeated, or it is too deep or too"
" large"): ("{", "invalid JSON: expecting property name enclosed in double quotes"),
    "a number": ("12", "expected the format 'byestand movement', version 3"),
    "deeply nested": ("[" * 100_000, "invalid JSON: a key is repeated, or it is too deep or too large"),
    "a huge number": ('{"format": ' + "9" * 5000 + "}",
        "invalid JSON: a key is repeated, or it is too deep or too large"),
    "a key twice": ('{"format": "a", "format": "b"}',
        "invalid JSON: a key is repeated, or it is too deep or too large"),
    "an empty object": ("{}", "expected the format 'byestand movement', version 3"),
    "another format": (_w0605(format="other"), "expected the format 'byestand movement', version 3"),
    "a later version": (_w0605(version=4), "written by a newer Byestand"),
    "an unknown key": (_w0605(colour="red"), "unknown key 'colour' @ $"),
    "a missing key": (_w0605(title=...), "key 'title' is missing @ $"),
    "true for a number": (_w0605(tables=True), "whole number from 1 to 255 @ $.tables"),
    "too few rows": (_w0605(schedule=[]), "expected 5 × 6 rows, not 0 @ $.schedule"),
    "a row twice": (_w0605(schedule__1__table=1), "round 1, table 1 appears twice @ $.schedule[1]"),
    "a text in a row": (_w0605(schedule__3__ns="1"), "@ $.schedule[3].ns"),
    "a row with another key": (_w0605(schedule__3__x=1), "unknown key 'x' @ $.schedule[3]"),
    "a stranger": (_w0605(schedule__3__ns=7), "with two winners NS pairs must always sit NS and EW pairs EW"),
    "nobody like that missing": (_w0605(missing=["N7"]), "unknown pair or player; numbers are N1-N6, E1-E6: 'N7'"),
    "three lines": (_w0605(lines=[1, 2, 3]), "a field has 1, 2 or 4 lines of contestants, not [1, 2, 3]"),
    "a strange order": (_w0605(layout__subsections__0__order="left"),
        "expected one of these values: 'up', 'down' @ $.layout.subsections[0].order"),
    "a strange copy": (_w0605(layout__subsections__0__boarding__0="1A"),
        "expected a set of boards and a group, such as A13 @ $.layout.subsections[0].boarding[0]"),
    "unequal boarding": (_w0605(layout__subsections__0__boarding=[]), "for each of its places"),
    "too many descents": (_w0605(layout__subsections__0__descents=[0] * 9),
        "expected 5 numbers, 1 per round, not 9 @ $.layout.subsections[0].descents"),
    "a huge descent": (_w0605(layout__subsections__0__descents__1=9999), "from -255 to 255"),
    "a copy of group 0": (_w0605(layout__subsections__0__boarding__0="A0"),
        "expected a set of boards and a group, such as A13 @ $.layout.subsections[0].boarding[0]"),
    "no tables": (_w0605(layout__subsections__0__places=[[]] * 5), "a subsection needs at least 1 table"),
    "too many steps": (_with_claim(kind="step", contestants=["E1-E6"], tables=6, steps=[1] * 5), "expected 4 steps"),
    "steps round too many tables": (_with_claim(kind="step", contestants=["E1-E6"], tables=7, steps=[1] * 4),
        "from 1 to 6"),
    "revenge twice": (_with_claim(kind="revenge", rounds=[5, 5]),
        "expected numbers in rising order @ $.claims[0].rounds"),
    "a claim of no kind": (_with_claim(kind="fly"),
        ("expected one of these values: 'stay', 'step', 'jump', 'follow', 'route',"
        " 'card', 'turn', 'swivel', 'revenge' @ $.claims[0].kind")),
    "somebody twice": (_with_claim(kind="stay", contestants=["N1-N3", "N2"]),
        "expected labels such as N19 or E1-E18, without repeats @ $.claims[0].contestants"),
    "a jump along half a grid": (_with_claim(kind="jump", contestants=["E1"], sides=[2, 3], jumps=[[1]] * 4),
        "expected the sides of a grid of tables and a jump after each round except the last @ $.claims[0]"),
    "a turn of a table alone": (_with_claim(kind="turn", contestants=["E1"], cells=[[3]]),
        "expected lists of round and table @ $.claims[0].cells"),
    "a seat that is no flag": (_with_claim(kind="follow", contestants=["E1-E6"], same_seat=1),
        "expected true or false"),
    "a swivel of three": (_with_claim(kind="swivel", turns=["NSE"]),
        "a swivel needs the letters N, S, E and W for each board, such as NESW"),
    "missing in small letters": (_w0605(missing=["n1"]),
        "expected labels such as N19, in order and without repeats @ $.missing"),
    "a strange party set": (_w0605(layout__party_set="the red one"),
        "expected a set of boards such as C @ $.layout.party_set"),
    "a rover nobody knows": (_with_claim(kind="route", contestant="E9", host="N6", party_table=6), (
        "unknown pair or player; numbers are N1-N6, E1-E6:"
" 'E9'")),
    "a party table nobody has": (_with_claim(kind="route", contestant="E6", host="N6", party_table=7), "from 0 to 6"),
    "a table that is not there": (_w0605(layout__subsections__0__places__0=[7]), "from 1 to 6"),
}  # fmt: skip


@pytest.mark.parametrize("fault", BROKEN_JSON)
def test_broken_json_is_refused_with_its_path(fault: str) -> None:
    text, reason = BROKEN_JSON[fault]
    with pytest.raises(FormatError) as refusal:
        json.loads(text, source="club.json")
    assert reason in refusal.value.reason
    assert refusal.value.source == "club.json"


def test_a_format_is_told_by_content_not_by_extension(tmp_path: Path) -> None:
    movement = find("W0605")
    (tmp_path / "a.csv").write_text(json.dumps(movement), "utf-8")
    (tmp_path / "b.json").write_text(csv.dumps(movement), "utf-8")
    assert formats.load(tmp_path / "a.csv")[0].movement == movement
    assert formats.load(tmp_path / "b.json")[0].movement.same_schedule(movement)


def test_line_ends_of_any_system_are_read() -> None:
    text = csv.dumps(find("W0605"))
    for ending in ("\r\n", "\r"):
        assert csv.loads(text.replace("\n", ending)).same_schedule(find("W0605"))


@pytest.mark.parametrize("separator", [";", "\t"])
@pytest.mark.parametrize("quote", ["", '"'])
@pytest.mark.parametrize("ending", ["\n", "\r\n"])
@pytest.mark.parametrize("name", ["W0605", "R0505"])
def test_csv_as_spreadsheets_of_many_countries_write_it_is_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], separator: str, quote: str, ending: str, name: str
) -> None:
    """Semicolons where the comma is a decimal sign, tabs where cells were copied; quoted or not."""
    movement = find(name)
    rows = [line.split(",") for line in csv.dumps(movement, boards=Boards(3)).splitlines()]
    text = ending.join(separator.join(f"{quote}{cell}{quote}" for cell in row) for row in rows)
    path = tmp_path / "européen.csv"
    path.write_bytes(f"{text}{ending}".encode("utf-8-sig"))
    assert formats.load(path)[0].movement.same_schedule(movement)
    assert cli.run(["verify", str(path)]) == 0
    assert capsys.readouterr().out.startswith(f"{path}: no errors")


def test_two_missing_pairs_of_the_last_table_are_understood_in_csv() -> None:
    movement = with_missing(find("W0605"), "N6", "E6")
    again = csv.loads(csv.dumps(movement))
    assert again.field == movement.field
    assert set(judge(again).findings) - set(judge(movement).findings) == {
        f for f in judge(again).findings if f.rule == "never-seated"
    }


def test_a_byte_order_mark_as_excel_writes_it_is_no_fault(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text(csv.dumps(find("W0605")), encoding="utf-8-sig")
    assert formats.load(tmp_path / "a.csv")[0].movement.same_schedule(find("W0605"))


def zip_of_a_text() -> bytes:
    with zipfile.ZipFile(whole := io.BytesIO(), "w") as archive:
        archive.writestr("workspace.json", "{}")
    return whole.getvalue()


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "the file is empty"),
        (b" \n \n", "the file is empty"),
        (b"\x89PNG\r\n\x1a\n\xff", "not a text file"),
        (b"round,table\x00", "not a text file"),
        (b"%PDF-1.7\n", "a PDF, not a movement file"),
        ("round,table,ns,ew,group\n1,1,1,1,é".encode("latin-1"), "not a text file in UTF-8"),
        (b"1" * (MAX_BYTES + 1), "the file is larger than 8 MB"),
        (b"hello\nworld\n", "unknown format; formats are json, csv, mov, bws, xlsx, magic, asc, ebuscore"),
        (
            zip_of_a_text(),
            ("a zip file, not a movement; unpack it, or import a backup on the page Saved sessions"),
        ),
        (json.dumps(find("W1813")).rpartition('"')[0].encode(), "invalid JSON: unterminated string starting at"),
        (b"[" * 200_000, "invalid JSON: a key is repeated, or it is too deep or too large"),
        ("round,table,ns,ew,group\n".encode("utf-16"), "not a text file in UTF-8"),
        (b"\x5d\x8d\x00\x12", r"truncated: a \.MOV file has more than 707 bytes, not 4"),
    ],
)
def test_files_that_hold_no_movement_are_refused(tmp_path: Path, data: bytes, reason: str) -> None:
    path = tmp_path / "strange"
    path.write_bytes(data)
    with pytest.raises(FormatError, match=reason.replace("(", r"\(").replace(")", r"\)")):
        formats.load(path)


@settings(max_examples=300)
@given(st.binary(max_size=400) | st.text(alphabet='0123456789,\n"{}[]:rontablesgup', max_size=400).map(str.encode))
def test_random_files_are_refused_or_read_never_worse(tmp_path_factory: pytest.TempPathFactory, data: bytes) -> None:
    path = tmp_path_factory.getbasetemp() / "random"
    path.write_bytes(data)
    try:
        movement = formats.load(path)[0].movement
    except FormatError as refusal:
        assert is_one_line(refusal)
    else:
        judge(movement)


@pytest.mark.parametrize("line", [b"1\t1\t1\t1\t1\t1\n", b"t\r\n", b"\r", b"1 2 3\n"])
@pytest.mark.parametrize("start", [HEADER.encode(), b"title\n1,2,2,1,1,0\n", b"4 2 3 3 0\n1 2 1 3 4 2\n", b""])
def test_millions_of_lines_are_refused_unread(start: bytes, line: bytes) -> None:
    """A reader that reads all lines before it refuses them takes seconds and gigabytes."""
    first = start or b"1\t1\t1\t1\t1\t1\n"
    with pytest.raises(FormatError, match="the file has more than 66,000 lines"):
        formats.loads(first + line * 101_000)


@given(st.data())
def test_a_json_file_with_one_character_changed_is_refused_or_read_never_worse(data: st.DataObject) -> None:
    text = json.dumps(find("W0605"))
    place = data.draw(st.integers(0, len(text) - 1))
    changed = text[:place] + data.draw(st.characters(codec="utf-8")) + text[place + 1 :]
    try:
        movement = json.loads(changed)
    except FormatError as refusal:
        assert is_one_line(refusal)
    else:
        judge(movement)


def test_a_file_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    target = tmp_path / "movement.csv"
    write_text(target, "old")
    with pytest.raises(FormatError, match="cannot write the file: surrogates not allowed"):
        write_text(target, "new \udcff")  # cannot be encoded: fails in the middle of writing
    assert target.read_text() == "old"
    assert list(tmp_path.iterdir()) == [target]
    with pytest.raises(FormatError, match="cannot write the file: no such file or directory"):
        write_text(tmp_path / "no" / "such" / "folder.csv", "text")


def test_csv_with_board_numbers_gives_the_boards_back() -> None:
    for boards in (Boards(2), Boards(3, first=27)):
        (document,) = formats.loads(csv.dumps(find("W1813"), boards=boards).encode())
        assert document.section.boards == boards
    (document,) = formats.loads(csv.dumps(find("W1813")).encode())
    assert document.section.boards is None


def test_players_and_names_with_semicolons_are_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """And a plain list of names may have semicolons in the names."""
    players, names, plain = tmp_path / "players.csv", tmp_path / "names.csv", tmp_path / "plain.txt"
    players.write_text("section;table;direction;name\nA;1;N;Zoë\n", "utf-8")
    event = tmp_path / "event.bws"
    wanted = ["--boards-per-round", "2", "--names", str(players), "-o", str(event)]
    assert cli.run(["export", "M0303", *wanted]) == 0
    assert formats.load(event)[0].section.contestants == {"N1": Contestant((Person("Zoë"), Person("")))}
    pairs = [f"{way}{k}" for way in "NE" for k in range(1, 10)]
    names.write_text("pair;name\n" + "".join(f"{pair};Mr, {pair}\n" for pair in pairs), "utf-8")
    plain.write_text("".join(f"Mr; {pair}\n" for pair in pairs), "utf-8")
    for file, name in ((names, "Mr, N1"), (plain, "Mr; N1")):
        capsys.readouterr()
        assert cli.run(["crossover", "M0909", "--names", str(file), "--format", "csv"]) == 0
        assert name in capsys.readouterr().out

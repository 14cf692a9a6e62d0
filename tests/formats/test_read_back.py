"""Output of any command is read back and judged the same by `verify`: every format, movement kind and title."""

import json as stdlib_json
from dataclasses import replace
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from byestand import cli
from byestand.catalog import find
from byestand.errors import CannotExpress, FormatError
from byestand.formats import json
from byestand.formats.formats import FORMATS, dump_checked, loads
from byestand.model.field import Field
from byestand.model.movement import Movement
from byestand.sanitize import MAX_TITLE_CHARS, is_one_line, title_line
from tests.support.documents import document_of

Capture = pytest.CaptureFixture[str]

EVERY_KIND = {
    "a Web": ["W0605"],
    "a Web with a skip": ["W1412"],
    "the alternative shape": ["W1008A"],
    "a curtailed Web": ["W191312"],
    "a revenge round": ["W1212"],
    "hardly any tables": ["W0203"],
    "the smallest Mitchell": ["M0202"],
    "a relay": ["M0808R"],
    "a crisscross": ["M0404X"],
    "a segmented Mitchell": ["S0906"],
    "an EW rover": ["W0806ER"],
    "an NS rover": ["W0806NR"],
    "a two-way rover": ["W0909TR"],
    "a two-way rover who outlasts the opponents": ["W0212TR"],
    "a rover without a party table": ["W0806ER", "--missing", "N9"],
    "a half table": ["W0605", "--missing", "N6"],
    "the first pair missing": ["W0605", "--missing", "E1"],
    "a whole table missing": ["W0605", "--missing", "N6", "--missing", "E6"],
    "many missing": ["W0806", "--missing", "N1", "--missing", "N8", "--missing", "E3"],
    "one winner": ["M0909", "--one-winner"],
    "one winner, not switched": ["W0605", "--switch", "none"],
    "one winner, half a table": ["M0707", "--missing", "E7", "--switch", "7"],
    "a Rainbow": ["R0505"],
    "a Rainbow without its last player": ["R0707", "--missing", "28"],
    "a Rainbow without a North": ["R0707", "--missing", "1"],
    "a Rainbow without two Norths": ["R0707", "--missing", "1", "--missing", "2"],
    "a Rainbow without players of three lines": ["R0707", "--missing", "8", "--missing", "19", "--missing", "28"],
    "a Rainbow with a spare player": ["R0707S"],
    "a Rainbow with two": ["R0808D"],
    "a Rainbow Web": ["R1813"],
    "a Howell": ["H0813"],
    "a static Howell": ["H0813S"],
    "a Howell in which pairs that stay turn": ["H0813T"],
    "a Howell by guide card": ["H0508G"],
    "a Howell without its last round": ["H081312"],
    "a Howell without the pair that stays": ["H0713", "--missing", "14"],
    "a Howell without a mover": ["H0813T", "--missing", "4"],
    "a Howell in which two tables share": ["H0405"],
    "a Howell in which both tables share": ["H0203"],
    "a Howell with boards by list": ["H0305"],
    "whist": ["I0807"],
    "whist with somebody sitting out": ["I1313"],
}
"""As users request them; every maker, and every change of a movement."""

UNSPEAKABLE = st.sampled_from(
    "\0\x1b\x7f\x85\ud800\udfff\ufeff\ufffe\u2028\u202e\u2066\n\r\t\v;,[]{}#\"'<&=_\U0010ffff"
)
ANY_LETTER = st.characters(exclude_categories=()) | UNSPEAKABLE
ANY_TITLE = st.text(ANY_LETTER, max_size=40) | st.text(ANY_LETTER, min_size=1, max_size=8).map(lambda part: part * 90)


def judged(capsys: Capture, path: Path) -> tuple[int, list[str]]:
    """Return the exit code of `verify` for a file or a folder, and the rules broken in it."""
    code = cli.run(["verify", "--format", "json", str(path)])
    said = stdlib_json.loads(capsys.readouterr().out)
    errors = [
        f"{one['source']}: {finding['rule']}"
        for one in said["movements"]
        for finding in one["findings"]
        if finding["severity"] == "error"
    ]
    assert not said["not_judged"], said["not_judged"]
    return code, errors


@pytest.mark.parametrize("kind", EVERY_KIND)
def test_every_kind_of_movement_is_read_back_from_every_format_and_sound(
    kind: str, tmp_path: Path, capsys: Capture
) -> None:
    """`export` writes it or gives a reason; the file is valid, and `convert` turns it into our own json."""
    kept, exported, converted = set(), tmp_path / "exported", tmp_path / "converted"
    exported.mkdir()
    # Single players change seats within a round, or do not where it has one board.
    lengths = ("1", "3") if kind in ("a Rainbow", "a Rainbow with a spare player", "whist") else ("3",)
    for to, boards in product(FORMATS, lengths):
        path = exported / f"{to[:7]}{boards}{FORMATS[to].suffix}"
        code = cli.run(["export", *EVERY_KIND[kind], "--boards-per-round", boards, "--to", to, "-o", str(path)])
        told = capsys.readouterr().err
        if code:
            assert code == CannotExpress.exit_code, told
            assert not path.exists()
        else:
            kept.add(to)
    assert judged(capsys, exported) == (0, [])
    assert cli.run(["convert", str(exported), "--to", "json", "--out", str(converted)]) == 0
    capsys.readouterr()
    assert judged(capsys, converted) == (0, [])
    assert len(list(converted.iterdir())) == len(list(exported.iterdir())) >= len(kept)
    assert kept >= {"json", "xlsx", "csv", "bws"}


@pytest.mark.parametrize("kind", EVERY_KIND)
def test_what_show_writes_is_read_back_and_sound(kind: str, tmp_path: Path, capsys: Capture) -> None:
    for to, more in (("csv", []), ("csv", ["--boards-per-round", "3"]), ("json", [])):
        code = cli.run(["show", *EVERY_KIND[kind], "--format", to, *more])
        shown = capsys.readouterr().out
        assert code == 0
        path = tmp_path / f"shown.{to}"
        path.write_text(shown, encoding="utf-8")
        assert judged(capsys, path) == (0, []), (to, more)


@pytest.mark.parametrize("to", FORMATS)
def test_what_catalog_writes_is_read_back_and_sound(to: str, tmp_path: Path, capsys: Capture) -> None:
    asked = ["--tables", "8-9", "--groups", "8-9", "--to", to, "--boards-per-round", "2"]
    assert cli.run(["catalog", "--out", str(tmp_path), *asked]) == 0
    capsys.readouterr()
    assert cli.run(["verify", str(tmp_path)]) == 0
    assert ", 0 with errors, 0 not checked" in capsys.readouterr().out


@pytest.mark.slow
@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(ANY_TITLE, st.sampled_from(["M0303", "R0505"]))
@example("a\0b", "M0303")
@example("\ud800", "M0303")
@example("round,table", "M0303")
@example("[M6] Rover Mitchell", "M0303")
@example("{", "M0303")
@example("x" * 5000, "M0303")
@example("é" * 999, "R0505")
def test_whatever_the_title_a_file_is_read_back_or_not_written(title: str, name: str) -> None:
    movement = replace(find(name), title=title, kind="")
    for to in FORMATS.values():
        try:
            data = dump_checked([document_of(movement, per_round=3)], to)
        except CannotExpress as no:
            assert is_one_line(str(no))
            continue
        (again,) = loads(data, source="x")
        assert again.movement.same_schedule(movement), to.name
        if to.name in ("json", "xlsx"):
            assert again.movement.title == title_line(title)


@given(ANY_TITLE)
def test_a_title_is_one_line_that_can_be_written(title: str) -> None:
    line = title_line(title)
    line.encode()
    assert len(line) <= MAX_TITLE_CHARS
    assert len(line.splitlines()) <= 1
    assert line.replace("\N{ZERO WIDTH JOINER}", "").replace("\N{ZERO WIDTH NON-JOINER}", "").isprintable()
    assert is_one_line(line)


@pytest.mark.parametrize("to", FORMATS)
@pytest.mark.parametrize("title", ["Wednesday, 6½ tables", "שלום", "چهار‌شنبه", "橋牌", "<b>&amp;", "W1813 – 2 cases"])
def test_plain_titles_are_refused_by_no_format(to: str, title: str) -> None:
    (again,) = loads(
        dump_checked([document_of(replace(find("W0605"), title=title), per_round=2)], FORMATS[to]), source="x"
    )
    if to in ("json", "xlsx", "ebuscore"):
        assert again.movement.title == title


def test_a_file_whose_name_is_no_text_is_converted(tmp_path: Path, capsys: Capture) -> None:
    """Its name becomes the title of its movement; Linux allows any bytes there."""
    path = tmp_path / "club\udcff\x1b[31m.csv"
    path.write_text("round,table,ns,ew,group\n1,1,1,1,1\n1,2,2,2,2\n", encoding="utf-8")
    for to in FORMATS:
        name = "CLUB" if to == "mov" else "club"
        target = tmp_path / f"{name}{FORMATS[to].suffix}"
        assert cli.run(["export", str(path), "--to", to, "--boards-per-round", "2", "-o", str(target)]) == 0
        capsys.readouterr()
        assert judged(capsys, target) == (0, [])


def high_numbers(tables: int, lines: tuple[int, ...]) -> Movement:
    """Return a round in which the last of every line sit, as if all the others were missing."""
    seats = np.zeros((1, tables, 2), dtype=np.int64)
    size = sum(lines)
    for table in range(tables):
        seats[0, table] = (
            (lines[0] - table, size - table) if len(lines) == 2 else (size - 2 * table, size - 2 * table - 1)
        )
    there = set(seats.ravel().tolist())
    field = Field(lines, frozenset(range(1, size + 1)) - there)
    return Movement("high numbers", seats, np.arange(1, tables + 1)[np.newaxis], field, tables)


@pytest.mark.parametrize("to", FORMATS)
@pytest.mark.parametrize("lines", [(7,), (300,), (1020,), (3, 3), (256, 255), (600, 600), (1020, 1020)])
def test_high_numbers_are_read_back_or_not_written(to: str, lines: tuple[int, ...]) -> None:
    movement = high_numbers(2, lines)
    try:
        data = dump_checked([document_of(movement, per_round=2)], FORMATS[to])
    except CannotExpress as no:
        assert to not in ("json", "xlsx"), no
        return
    (again,) = loads(data, source="x")
    assert again.movement.field.present == movement.field.present or to not in ("json", "xlsx")


def test_numbers_beyond_all_rooms_are_refused_by_the_reader() -> None:
    text = json.dumps(high_numbers(2, (1020,))).replace("1020", "1021")
    with pytest.raises(FormatError, match="from 1 to 1020"):
        loads(text.encode(), source="x.json")

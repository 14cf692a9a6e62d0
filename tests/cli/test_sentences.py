"""Error messages: one printable line of bounded length for any input."""

import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from byestand import cli
from byestand.catalog import find
from byestand.errors import BadRequest, BrokenMovement, CannotExpress, FormatError, NoSuchMovement, NotFound
from byestand.formats import csv
from byestand.formats import json as own_json
from byestand.model.judged import Finding
from byestand.sanitize import MAX_PATH_CHARS, MAX_SENTENCE_CHARS, is_one_line, printable

Capture = pytest.CaptureFixture[str]
LONG = 70_000
CONTROLS = "\x00\x07\x1b[2J\x7f\x85\u202e\u2028\ufeff\ud800"
COMMANDS = (
    *("{}", "show {}", "verify {}", "identify {}", "list --family {}", "measure {}", "rover {}", "plan --pairs {}"),
    *("plan --pairs 20 --weight {}", "plan --pairs 36 --now {}", "export {} --to json", "export W0605 --to {}"),
    *("export {}=W0605 --to csv", "convert {} --to json --out {}", "show W0605 --missing {}", "show W0605 --switch {}"),
    *("repair {} --after 2", "repair W0605 --after 2 --boards {}", "repair W0605 --after 2 --seats 2:1={}"),
    *("repair W0605 --after 2 --moved {}", "repair W0605 --after 2 --left {}", "repair W0605 --after 2 --seen {}"),
    *("print {} --sheets mats", "print W0605 --sheets {}", "crossover {}", "individual --search {}"),
)
TYPED = st.text(st.characters() | st.sampled_from(CONTROLS), min_size=1, max_size=12)


def is_well_said(err: str) -> bool:
    """Return whether the output has only readable lines."""
    return all(is_one_line(line) and len(line) <= len("byestand: ") + MAX_SENTENCE_CHARS for line in err.split("\n"))


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.sampled_from(COMMANDS), TYPED, st.sampled_from([1, 1, 6000]))
@example("export {}=W0605 --to csv", "\x1b", 6000)
@example("list --family {}", "x\x9b", 6000)
def test_whatever_is_typed_the_answer_is_a_readable_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture, command: str, typed: str, times: int
) -> None:
    monkeypatch.chdir(tmp_path)
    typed = typed.replace("\0", "") or "x"  # no system passes it on
    if typed.startswith("-") or set(typed) & set("*?"):
        typed = f"x{typed}".replace("*", "").replace("?", "")
    capsys.readouterr()
    code = cli.run([word.replace("{}", typed * times) for word in command.split()])
    captured = capsys.readouterr()
    assert is_well_said(captured.err), captured.err
    assert code in (0, 1, 2, 3, 4, 5)
    if code:
        assert captured.err


def broken_files() -> dict[str, bytes]:
    """Return files that quote something endless, or something that no terminal should see."""
    good = json.loads(own_json.dumps(find("W0605")))
    rows = csv.dumps(find("W0605"))
    endless = {
        "key.json": json.dumps(good | {"k" * LONG: 1}).encode(),
        "label.json": json.dumps(good | {"missing": ["N" * 900]}).encode(),
        "cell.csv": rows.replace("2,2,2,1,3", f"2,2,2,{'1' * LONG},3").encode(),
        "heading.csv": f"round,table,{'x' * LONG}\n1,1,1\n".encode(),
        "blocks.txt": f"{'t' * LONG}\n1,2,2,1,1,0\n1,1,{'9' * LONG}\n".encode(),
        "header.asc": f"4 2 3 3 0\n{'7' * LONG}\n".encode(),
        "rows.tsv": f"1\t1\t1\t1\t1\t{'2' * LONG}\n".encode(),
    }
    words = CONTROLS.encode("utf-8", "surrogatepass").replace(b"\0", b"").decode("utf-8", "ignore")
    strange = {
        "key2.json": json.dumps(good | {CONTROLS: 1}).encode(),
        "heading2.csv": f"round,table,{words}\n1,1,1\n".encode(),
        "blocks2.txt": f"{words}\n1,2,2,1,1,0\n1,1,1\n".encode(),
        "blocks3.txt": f"title\n1,2,2,1,1,0\n1,1,{words}\n2,2,2\n".encode(),
    }
    return endless | strange


@pytest.mark.parametrize("name", broken_files())
@pytest.mark.parametrize("command", ["verify", "identify", "show", "measure"])
def test_whatever_a_file_holds_the_answer_is_a_readable_line(
    name: str, command: str, tmp_path: Path, capsys: Capture
) -> None:
    path = tmp_path / name
    path.write_bytes(broken_files()[name])
    assert cli.run([command, str(path)]) == FormatError.exit_code
    captured = capsys.readouterr()
    assert is_well_said(captured.err)
    assert captured.err.startswith(f"byestand: {path}")


@pytest.mark.parametrize("to", ["text", "json"])
def test_no_control_character_reaches_the_terminal(to: str, tmp_path: Path, capsys: Capture) -> None:
    """Out of titles, out of names of files, in words or as json."""
    title = f"club{CONTROLS}"
    path = tmp_path / "night\x1b[31m\x9b\udcff.json"
    path.write_text(json.dumps(json.loads(own_json.dumps(find("W0605"))) | {"title": title}), "ascii")
    for command in ("verify", "identify"):
        assert cli.run([command, "--format", to, str(path)]) == 0
        said = capsys.readouterr().out
        assert all(map(is_one_line, said.splitlines())), said


def test_what_joins_letters_and_pictures_is_shown_as_it_is() -> None:
    """Persian and Hindi need joiners; characters that reverse the line are still escaped."""
    spelt = "چهار\N{ZERO WIDTH NON-JOINER}شنبه क्\N{ZERO WIDTH JOINER}ष"
    assert printable(f"{spelt}\N{RIGHT-TO-LEFT OVERRIDE}") == rf"{spelt}\u202e"


@given(st.text(max_size=40), st.integers(1, 3000))
@example("چهار\N{ZERO WIDTH NON-JOINER}شنبه", 1)
def test_every_error_is_one_bounded_printable_line(words: str, times: int) -> None:
    finding = Finding("rule", words * times)
    for error in (
        BadRequest(words * times),
        NotFound(words * times),
        CannotExpress(words * times),
        NoSuchMovement(words * times, because=words, instead=words, asked=words * times),
        BrokenMovement(words * times, [finding, finding]),
        FormatError(words * times, words * times, line=3, offset=7),
    ):
        assert is_one_line(str(error))
        assert len(str(error)) <= MAX_SENTENCE_CHARS


def test_the_end_of_a_long_path_and_the_reason_are_both_told() -> None:
    told = str(FormatError("/deep" * 1000 + "/club.csv", "expected the columns", line=1))
    assert told.endswith("/deep/club.csv, line 1: expected the columns")
    assert len(told) < MAX_PATH_CHARS + 50

"""The command line as a user sees it: data on stdout, or one sentence on stderr and the documented exit code."""

import csv as stdlib_csv
import io
import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from byestand import cli
from byestand.catalog import find
from byestand.cli.chart_text import chart_text
from byestand.formats import csv
from byestand.formats import json as json_format
from byestand.model.boards import Boards
from byestand.sentences.charts import chart
from tests.support.golden_commands import COMMANDS, golden_file
from tests.support.published_tables import published_table

COMMAND = Path(sys.executable).with_name("byestand")


class Outcome:
    """The result of running the command line."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code, self.out, self.err = code, out, err


Byestand = Callable[..., Outcome]


@pytest.fixture
def byestand(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Byestand:
    monkeypatch.delenv("COLUMNS", raising=False)

    def run(*args: str) -> Outcome:
        code = cli.run(args)
        captured = capsys.readouterr()
        return Outcome(code, captured.out, captured.err)

    return run


@pytest.mark.parametrize("command", COMMANDS)
def test_what_leaves_the_program_is_frozen(byestand: Byestand, command: str) -> None:
    outcome = byestand(*command.split())
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.out == golden_file(command).read_text(encoding="utf-8")


def test_csv_of_w1813_is_the_published_table(byestand: Byestand) -> None:
    rows = {
        (r["round"], r["table"]): r
        for r in stdlib_csv.DictReader(io.StringIO(byestand("show", "W1813", "--format", "csv").out))
    }
    assert len(rows) == 234
    for printed in published_table("w1813_2019"):
        row = rows[printed["round"], printed["table"]]
        assert printed["ns"] in ("", row["ns"])
        assert printed["ew"] in ("", row["ew"])
        assert printed["first_board"] in ("", str(2 * int(row["group"]) - 1))


def test_a_narrow_terminal_gets_the_rounds_in_blocks() -> None:
    text = chart_text(chart(find("W1812"), Boards(2)), width=80)
    *blocks, _notes = text.split("\n\n")[1:]
    assert len(blocks) > 1
    assert max(len(line) for block in blocks for line in block.splitlines()) <= 80
    whole = chart_text(chart(find("W1812"), Boards(2)), width=None)
    assert len(whole.split("\n\n")) == 3
    for round in range(1, 13):
        assert sum(bool(re.search(rf"round {round}\b", block)) for block in blocks) == 1


def test_the_skip_is_marked_in_the_chart_whatever_the_width() -> None:
    for width in range(60, 131):
        *blocks, _notes = chart_text(chart(find("W1812")), width=width).split("\n\n")[1:]
        marked = [line for block in blocks for line in block.splitlines() if "skip" in line]
        assert len(marked) == 18, width


@pytest.mark.parametrize("command", ["show W1812", "show W1812ER --layout", "crossover W1813 --sheet wall"])
def test_a_file_or_pipe_gets_lines_of_100_characters_whatever_the_terminal(
    byestand: Byestand, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    widest = max(map(len, byestand(*command.split()).out.splitlines()))
    assert 60 < widest <= 100


def test_closed_output_is_one_sentence() -> None:
    for command in ("show W1813", "--help", "list"):
        run = subprocess.run(f"{COMMAND} {command} >&-", shell=True, stderr=subprocess.PIPE, text=True, check=False)  # noqa: S602 - the shell closes it
        assert (run.returncode, run.stderr) == (5, "byestand: cannot write output: standard output is closed\n")


def test_what_could_upset_a_terminal_is_shown_escaped(byestand: Byestand) -> None:
    outcome = byestand("verify", "no\nsuch\x1b[31m.csv")
    assert outcome.code == 5
    assert outcome.err == "byestand: no\\nsuch\\x1b[31m.csv: cannot read the file: no such file or directory\n"
    assert len(byestand("show", "W" * 3000).err) < 200


@pytest.mark.parametrize(
    ("command", "code", "says"),
    [
        ("show W1912", 3, "an odd number of tables needs an odd number of deal groups; use W191312"),
        ("show W9999", 2, "2 to 60 tables, not 99: 'W9999'"),
        ("show W18", 2, "unknown movement; similar: W1812, W1813, W1814, W1815: 'W18'"),
        ("show hello", 2, "codes look like W1813, W191312, M1313, H0813 or R1111: 'hello'"),
        ("show", 2, "missing argument: NAME|FILE"),
        ("show W1813 W1812", 2, "unexpected argument: 'W1812'"),
        ("show W1813 --format xml", 2, "--format: must be one of text, csv, json, markdown, html: 'xml'"),
        ("show W1813 --boards-per-round 0", 2, "boards per round must be 1 to 12, not 0"),
        ("show W1813 --boards-per-round 0 --format csv", 2, "boards per round must be 1 to 12, not 0"),
        ("show W1813 --boards-per-round -2", 2, "boards per round must be 1 to 12, not -2"),
        ("show W1813 --boards-per-round 99999999999999999999", 2, "expected a number of at most 9 digits"),
        ("show W1813 --boards-per-round two", 2, "expected a whole number: 'two'"),
        ("show W1813 --boards-per-round 2 --format json", 2, "json stores deal groups only"),
        ("show W1813 --layout --format csv", 2, "--layout works with --format text only"),
        ("show W1813 --missing N19", 2, "unknown pair or player; numbers are N1-N18, E1-E18: 'N19'"),
        ("show W1813 --chain", 2, "boards can be chained only from a full subsection to a following one"),
        ("show W1813 --colour", 2, "unknown option; similar: --layout: --colour"),
        ("dance", 2, "unknown command; commands are serve, plan, show"),
        ("--colour", 2, "unknown option; see --help: --colour"),
        ("list --tables many", 2, "expected a number or a range such as 14-20: 'many'"),
        ("list --tables 20-14", 2, "the range must start with the smaller number, such as 24-28: '20-14'"),
        ("list --tables 99", 4, "no movements match; remove an option"),
        ("list --family spider", 2, "unknown family; families are crisscross, howell,"),
        ("verify", 2, "missing argument"),
        ("verify W1912", 3, "an odd number of tables"),
        ("verify hello", 2, ("byestand: unknown movement; codes look like W1813, W191312,"
" M1313, H0813 or R1111: 'hello'")),
        ("verify nowhere.csv", 5, "nowhere.csv: cannot read the file: no such file"),
        ("verify /proc/self/net/nowhere/*.csv", 5, "no files match this pattern"),
        ("verify src/byestand/model", 5, "no movement files in this folder"),
        ("export W1813", 2, "give a format with --to"),
        ("export W1813 --to pdf", 2, "unknown format; formats are json, csv, mov"),
        ("export W1813 -o /tmp/x.bws", 5, "byestand: .bws needs board numbers; add --boards-per-round, for example 2"),
        ("howell --tables 1 --rounds 3", 2, "a Howell has 2 to 20 tables, not 1\n"),
        ("howell --tables 21 --rounds 3", 2, "not 21; use a Mitchell"),
        ("export W1813 --to mov", 2, "give an output file with -o"),
        ("export W1813 W1812 --to csv", 5, "byestand: a csv file has 1 movement, not 2; write each to its own file"),
        ("export W1912 --to csv", 3, "an odd number of tables"),
        ("export W1813 --to csv --missing N19", 2, ("byestand: unknown pair or player; numbers are N1-N18,"
" E1-E18: 'N19'")),
        ("export W1813 -o /nowhere/W1813.MOV", 5, "cannot write the file: no such file or directory"),
        ("export W1813 -o /tmp/W1813-long.MOV", 5, "at most 8 letters"),
        ("export M3737 -o /tmp/M3737.MOV", 5, "36 deal groups, not 37"),
        ("export W1813 --missing N1 -o /tmp/W1813.MOV", 5, "empty seat"),
        ("export W1813 -o /tmp/a?b.MOV", 5, "at most 8 letters"),
        ("export W1813 --to mov -o /tmp/X.TXT", 5, "at most 8 letters"),
        ("export W1813 -o /tmp/x.csv/", 2, "give a file, not a folder"),
        ("export A=W1813 A=W1713 -o /tmp/x.xlsx", 2, "sections need different letters, not A, A"),
        ("identify nowhere.mov", 5, "cannot read the file: no such file or directory"),
        ("verify W1813 --cases 0", 2, "byestand: sets of boards must be 1 to 99, not 0"),
        ("rover W1812ER", 2, "the movement already has a rover; give the name without it: 'W1812ER'"),
        ("rover W1812 --rounds 13", 2, "a rover needs 2 to 12 rounds here, not 13"),
        ("rover W1812 --rounds 1", 2, "a rover needs 2 to 12 rounds here, not 1"),
        ("rover W1812 --sit-out 13", 2, "sit out in a round from 1 to 12, not 13"),
        ("rover W1812 --all 0", 2, "--all must be 1 to 50, not 0"),
        ("rover W1812 --all 2 --side two-way", 2, "--all does not work with --side two-way"),
        ("rover W1812 --side up", 2, "--side: must be one of ew, ns, two-way: 'up'"),
        ("rover W1912", 3, "an odd number of tables"),
        ("rover W0909", 3, "(toroidal queens); proof: theorem; use --rounds 8 or --side two-way"),
        ("rover W1010A", 3, "proof: exhaustive search; use --rounds 9, --sit-out 2 or --side two-way"),
        ("rover W061109", 3, "8 different NS pairs, but there are only 6; proof: theorem"),
        ("show W0909TR --missing N1", 2, "byestand: unknown pair or player; numbers are 1-20: 'N1'"),
        ("rover W0909 --sit-out 9", 3, "proof: theorem; use --side two-way"),
        ("show W1812ER --missing E19", 2, ("byestand: the rover cannot be missing; leave out ER, NR or"
" TR in the movement code")),
        ("show M0909ER", 3, "M0909 has no EW rover for 9 rounds: "),
    ],
)  # fmt: skip
def test_a_request_that_cannot_be_met_gets_one_sentence_and_its_exit_code(
    byestand: Byestand, command: str, code: int, says: str
) -> None:
    outcome = byestand(*command.split())
    assert (outcome.code, outcome.out) == (code, "")
    assert says in outcome.err
    assert outcome.err.startswith("byestand: ")
    assert outcome.err.count("\n") == 1


def test_a_two_way_rover_that_can_keep_to_one_side_has_the_route_of_a_one_sided_one(byestand: Byestand) -> None:
    outcome = byestand("rover", "W1812", "--side", "two-way", "--format", "json")
    one_sided = byestand("rover", "W1812", "--side", "ns", "--format", "json")
    assert outcome.code == 0
    assert json.loads(outcome.out)["routes"][0]["stops"] == json.loads(one_sided.out)["routes"][0]["stops"]
    text = byestand("rover", "W1812", "--side", "two-way")
    assert (text.code, text.err) == (0, "")
    assert "this rover sits NS in every round" in text.out
    assert "this rover sits NS in every round" not in byestand("rover", "W0909", "--side", "two-way").out


def test_without_a_command_the_help_is_shown(byestand: Byestand) -> None:
    outcome = byestand()
    assert outcome.code == 2
    assert "Commands:" in outcome.err
    for command in ("show", "verify", "list"):
        assert f"  {command} " in outcome.err
        assert byestand(command, "--help").code == 0


def test_verify_judges_files_and_names_the_fault(byestand: Byestand, tmp_path: Path) -> None:
    good, bad, odd = tmp_path / "good.json", tmp_path / "bad.csv", tmp_path / "odd.csv"
    good.write_text(json_format.dumps(find("W1813")), "utf-8")
    lines = csv.dumps(find("W1813")).splitlines()
    assert lines[30] == "2,12,12,11,5"
    lines[30] = "2,12,12,10,5"
    bad.write_text("\n".join(lines) + "\n")
    odd.write_text("tables\n18\n")
    assert byestand("verify", str(good)).out == f"{good}: no errors\n"
    broken = byestand("verify", str(bad))
    assert broken.code == 1
    assert "error: round 2: E10 has more than one seat, at tables 11 and 12 [seated-twice]" in broken.out
    assert "error: round 2: E11 has no seat [seated-nowhere]" in broken.out
    everything = byestand("verify", str(good), str(bad), str(odd))
    assert everything.code == 5
    assert everything.out.endswith("3 movements: 1 valid, 1 with errors, 1 not checked\n")
    assert f"byestand: {odd}, line 1: expected the columns" in everything.err


def test_verify_reports_as_json(byestand: Byestand) -> None:
    outcome = byestand("verify", "W1713", "nowhere.csv", "--cases", "2", "--format", "json")
    report = json.loads(outcome.out)
    assert outcome.code == 5
    assert report["sound"] is False
    assert report["not_judged"][0]["source"] == "nowhere.csv"
    finding = report["movements"][0]["findings"][0]
    assert (finding["rule"], finding["round"], finding["tables"], finding["group"]) == (
        "too-few-copies",
        1,
        [1, 14, 16],
        1,
    )


def test_list_speaks_csv_and_json(byestand: Byestand) -> None:
    rows = list(stdlib_csv.DictReader(io.StringIO(byestand("list", "--tables", "18", "--format", "csv").out)))
    entries = json.loads(byestand("list", "--tables", "18", "--format", "json").out)
    assert [row["name"] for row in rows] == [entry["name"] for entry in entries]
    assert "W1813" in [row["name"] for row in rows]


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "the file is empty"),
        (b"\x89PNG\r\n\x1a\n\xff" * 300, "not a text file in UTF-8"),
        (b'{"format": "byestand movement", "version": 1, "na', "invalid JSON: unterminated string starting at"),
        (b"round,table,ns,ew,group\n" + b"1,1,1,1,1\n" * 1_000_000, "the file is larger than 8 MB"),
        (b"round,table,ns,ew,group\n1,1,1,1,x\n", "group: expected a whole number from 0 to 999: 'x'"),
    ],
    ids=["empty", "binary", "truncated", "huge", "a word"],
)
def test_verify_of_a_file_without_a_movement_is_one_sentence(
    byestand: Byestand, tmp_path: Path, data: bytes, says: str
) -> None:
    (tmp_path / "file.csv").write_bytes(data)
    outcome = byestand("verify", str(tmp_path / "file.csv"))
    assert (outcome.code, outcome.out) == (5, "")
    assert says in outcome.err
    assert outcome.err.count("\n") == 1


def test_the_highest_exit_code_wins_and_json_says_so(byestand: Byestand) -> None:
    assert byestand("verify", "nowhere.csv", "W1513", "--cases", "2").code == 5
    assert byestand("verify", "W1513", "W1813", "--cases", "2").code == 1
    report = json.loads(byestand("verify", "W1813", "W1912", "--format", "json").out)
    assert report["sound"] is False
    assert [entry["source"] for entry in report["not_judged"]] == ["W1912"]


def test_names_no_file_can_have_are_no_names_either(byestand: Byestand) -> None:
    for nonsense in ("W" * 5000, "a\0b"):
        outcome = byestand("verify", nonsense)
        assert outcome.code == 2
        assert outcome.err.count("\n") == 1
    assert byestand("show", "W1813", "--missing", "N" + "9" * 5000).code == 2


def test_the_installed_command_runs_and_knows_its_version() -> None:
    run = subprocess.run([COMMAND, "--version"], capture_output=True, text=True, check=True)
    assert run.stdout.startswith("byestand 0.")


def test_a_full_disk_is_one_sentence() -> None:
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        run = subprocess.run([COMMAND, "show", "W1813"], stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert (run.returncode, run.stderr) == (5, "byestand: cannot write output: no space left on device\n")


@pytest.mark.slow
def test_a_reader_that_has_had_enough_is_no_error() -> None:
    for command, first in (("list --tables 2-16 --format json", "["), (f"verify {'W1212 ' * 12}", "W1212:")):
        piped = ["bash", "-c", f"set -o pipefail; {COMMAND} {command} | head -1"]
        run = subprocess.run(piped, capture_output=True, text=True, check=False)
        assert (run.returncode, run.stdout.split()[0], run.stderr) == (0, first, "")


def test_ctrl_c_is_one_word() -> None:
    process = subprocess.Popen(
        [COMMAND, "verify", "/dev/stdin"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    with process:
        assert process.stdin
        # The first line has been read when the pipe takes the second: the command is up and waiting for more.
        process.stdin.write("x" * 200_000)
        process.stdin.flush()
        os.kill(process.pid, signal.SIGINT)
        process.stdin.close()
        assert process.stderr
        assert process.stderr.read().strip() == "byestand: interrupted"
        assert process.wait() == 130


def test_a_terminal_that_knows_only_ascii_is_no_error() -> None:
    run = subprocess.run(
        [COMMAND, "show", "W\N{SNOWMAN}"],
        capture_output=True,
        env=os.environ | {"PYTHONIOENCODING": "ascii"},
        check=False,
    )
    assert run.returncode == 2
    assert run.stderr.count(b"\n") == 1


def test_in_windows_what_is_led_into_a_file_is_utf_8_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """Windows would use the encoding of its region, in which names could not be read back."""
    led_away = io.TextIOWrapper(io.BytesIO(), encoding="cp1252")
    monkeypatch.setattr(sys, "stdout", led_away)
    monkeypatch.setattr(sys, "platform", "win32")
    assert cli.run(["show", "M0707", "--format", "text"]) == 0
    assert led_away.encoding == "utf-8"
    led_away.seek(0)
    assert "Mitchell" in led_away.read()


@pytest.mark.usefixtures("own_time")  # or a search that is not finished would print less the second time
@pytest.mark.parametrize(
    "command",
    [
        "repair W0605 --after 2 --boards 2:2=5",
        "measure W1813ER --cases 1",
        "crossover W1813 --sheet steps",
    ],
)
def test_in_a_terminal_no_line_is_wider_than_it_is(
    byestand: Byestand, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    """And the same words stand there as in a pipe, where lines stay whole."""
    whole = byestand(*command.split()).out
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    monkeypatch.setenv("COLUMNS", "72")
    fitted = byestand(*command.split()).out
    assert max(map(len, whole.splitlines())) > 72 >= max(map(len, fitted.splitlines()))
    assert fitted.split() == whole.split()

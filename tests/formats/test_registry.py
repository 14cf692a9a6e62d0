"""All formats: recognised by content, converted into each other, refused if they cannot express something."""

import os
import random
import subprocess
import sys
from functools import cache
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings

from byestand import cli
from byestand.catalog import find
from byestand.errors import ByestandError, CannotExpress, FormatError
from byestand.formats import csv
from byestand.formats.formats import FORMATS, load, loads, with_revenge
from byestand.model.boards import Boards
from byestand.model.field import Field
from byestand.model.movement import Movement
from byestand.model.people import Contestant, Person
from byestand.verify import judge
from tests.support.documents import document_of
from tests.support.handmade_rainbow import rainbow
from tests.support.strategies import is_one_line, some_movement

SOME = {name: find(name) for name in ("W1813", "W1812ER", "W0909TR", "M0808R", "W191312")} | {
    "half table": find("W1812ER", missing=["N19"]),
    "two missing": find("W1813", missing=["N3", "E5"]),
    "individual": rainbow(5),
}


def refusal_text(movement: Movement, name: str) -> bytes | None:
    """Return a movement in a format; None where the format refuses it."""
    try:
        return FORMATS[name].dumps([document_of(movement, per_round=2, letter="A")])
    except CannotExpress:
        return None


@cache
def through(movement: Movement, name: str) -> Movement | None:
    """Return a document after writing and reading it in a format; equal results are written only once."""
    data = refusal_text(movement, name)
    return None if data is None else loads(data, source=name)[0].movement


def is_same(one: Movement, other: Movement) -> bool:
    """Return whether the same contestants play the same groups at the same tables."""
    return (
        one.same_schedule(other)
        and one.field.present == other.field.present
        and one.field.winners == other.field.winners
    )


@pytest.mark.parametrize(("movement", "name"), list(product(SOME, FORMATS)))
def test_every_format_is_told_by_its_content(movement: str, name: str, tmp_path: Path) -> None:
    data = refusal_text(SOME[movement], name)
    if data is None:
        assert name in ("mov", "magic", "asc", "ebuscore"), "only these cannot say everything"
        return
    assert [known.name for known in FORMATS.values() if known.looks_like(data)] == [name]
    misnamed = tmp_path / "movement.dat"
    misnamed.write_bytes(data)
    (document,) = load(misnamed)
    assert is_same(document.movement, SOME[movement])


@settings(max_examples=6)
@given(some_movement)
def test_converting_between_any_two_formats_preserves_the_movement(movement: Movement) -> None:
    for first, second in product(FORMATS, FORMATS):
        between = through(movement, first)
        assert between is not None, f"{first} can say every full movement of pairs"
        last = through(between, second)
        assert last is not None
        assert is_same(last, movement), (first, second)


@pytest.mark.parametrize("name", SOME)
def test_rovers_half_tables_and_individuals_survive_every_conversion(name: str) -> None:
    movement = SOME[name]
    for first, second in product(FORMATS, FORMATS):
        between = through(movement, first)
        last = None if between is None else through(between, second)
        assert last is None or is_same(last, movement), (first, second)


@pytest.mark.parametrize("name", FORMATS)
def test_random_changes_to_any_file_end_in_a_sentence_or_a_movement(name: str) -> None:
    dice = random.Random(5)  # noqa: S311 - no secrets here
    good = refusal_text(find("W0605"), name)
    assert good
    for _ in range(60):
        at = dice.randrange(len(good))
        changed = good[:at] + dice.randbytes(dice.randint(0, 4)) + good[at + dice.choice((0, 1, 50, 5000)) :]
        try:
            for document in loads(changed, source=f"x.{FORMATS[name].extension}"):
                judge(document.movement)
        except ByestandError as refusal:
            assert is_one_line(refusal)


@pytest.mark.parametrize("name", FORMATS)
def test_a_file_of_a_hundred_megabytes_is_refused(name: str, tmp_path: Path) -> None:
    path = tmp_path / f"huge.{FORMATS[name].extension}"
    good = refusal_text(find("W0605"), name)
    assert good
    with path.open("wb") as file:
        file.write(good)
        file.truncate(100 * 2**20)
    with pytest.raises(FormatError, match="the file is larger than 32 MB"):
        load(path)


def test_revenge_rounds_are_seen_where_a_format_cannot_tell_of_them() -> None:
    document = with_revenge(document_of(csv.loads(csv.dumps(find("W1212")))))
    assert document.movement.revenge_rounds == (12,)
    assert document.notes == ("round 12 read as a revenge round: most pairs have repeat opponents",)
    assert with_revenge(document_of(find("W1813"))).notes == ()


def test_several_revenge_rounds_are_told_as_several() -> None:
    ring = np.array([[[k, 4 + (k + r) % 3] for k in range(1, 4)] for r in (0, 1, 2, 0, 1)])
    groups = np.array([[1 + 3 * r + t for t in range(3)] for r in range(5)])
    document = with_revenge(document_of(Movement("", ring, groups, Field((3, 3)), 15)))
    assert document.notes == ("rounds 4 and 5 read as revenge rounds: most pairs have repeat opponents",)


@pytest.mark.parametrize(("again", "taken"), [(1, ()), (2, ()), (3, (2,)), (4, (2,))])
def test_more_than_half_must_meet_again_to_make_a_round_revenge(again: int, taken: tuple[int, ...]) -> None:
    """Of four tables: two that meet again are a mistake somewhere, three are meant so."""
    order = [*range(1, again + 1), *[9, 10, 11][: 4 - again]]
    seats = np.array([[[k, 4 + k] for k in range(1, 5)], [[k, 4 + other] for k, other in enumerate(order, start=1)]])
    groups = np.array([[1, 2, 3, 4], [5, 6, 7, 8]])
    movement = Movement("", seats, groups, Field((4, 11)), 8)
    assert with_revenge(document_of(movement)).movement.revenge_rounds == taken


def test_several_sections_go_into_one_file_and_come_out_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    players = tmp_path / "players.csv"
    players.write_text("section,table,direction,name,number\nA,1,N,Zoë,17\nB,18,W,Oskar,\n", encoding="utf-8")
    path = tmp_path / "tonight.bws"
    arguments = ["A=M1313", "B=W1813", "--boards-per-round", "2", "--names", str(players), "-o", str(path)]
    assert cli.run(["export", *arguments]) == 0
    assert (
        "byestand: Files for Bridgemate (.bws) have not been tested in the Windows programs"
    ) in capsys.readouterr().err
    first, second = load(path)
    assert (first.section.letter, second.section.letter, second.section.boards) == ("A", "B", Boards(2))
    assert first.section.contestants == {"N1": Contestant((Person("Zoë", "17"), Person("")))}
    assert is_same(second.movement, find("W1813"))
    assert cli.run(["verify", str(path)]) == 0
    assert capsys.readouterr().out.endswith("2 movements: 2 valid, 0 with errors, 0 not checked\n")


def test_folders_are_converted_file_by_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source, target = tmp_path / "in", tmp_path / "out"
    assert cli.run(["catalog", "--out", str(source), "--tables", "8-9", "--groups", "8-9", "--folder", "WEBS"]) == 0
    (source / "broken.csv").write_text("round,table,ns,ew,group\n1,1,1,1,1\n1,2,1,2,1\n")
    capsys.readouterr()
    assert cli.run(["convert", str(source), "--to", "json", "--out", str(target)]) == 1
    captured = capsys.readouterr()
    assert captured.out == f"6 files written to {target}\n"
    assert captured.err.startswith(f"byestand: {source / 'broken.csv'} has errors: round 1: N1 has more than one seat")
    assert is_same(load(target / "WEBS" / "W0909.json")[0].movement, find("W0909"))
    assert cli.run(["convert", str(source / "broken.csv"), "--to", "json", "--out", str(target), "--as-it-is"]) == 0
    assert "written with errors: " in capsys.readouterr().err


def test_what_cannot_be_read_is_named_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (empty := tmp_path / "empty").mkdir()
    (odd := tmp_path / "odd.csv").write_text("tables\n18\n")
    assert cli.run(["convert", str(empty), str(odd), "W0605", "--to", "bws", "--out", str(tmp_path / "out")]) == 5
    first, second, third = capsys.readouterr().err.splitlines()
    assert first.startswith(f"byestand: {empty}: no movement files in this folder")
    assert second.startswith(f"byestand: {odd}, line 1: expected the columns")
    assert third.startswith("byestand: W0605: ")
    assert third.endswith(".bws needs board numbers; add --boards-per-round, for example 2")


def test_a_block_without_its_skip_is_reported_with_title_line_board_and_pair(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A file of many movements, one of them a Web whose skip was forgotten."""
    blocks = FORMATS["ebuscore"].dumps([document_of(find(f"W{t:02}13"), per_round=2) for t in range(14, 24)]).decode()
    good = FORMATS["ebuscore"].dumps([document_of(find("W2612"), per_round=2)]).decode().splitlines()
    tables = [[int(cell) for cell in line.split(",")] for line in good[2:28]]
    # from round 7 on every table has the EW pair that should be one table further up
    forgotten = [list(table) for table in tables]
    for k, j in product(range(26), range(6, 12)):
        forgotten[k][3 * j + 1] = tables[(k + 1) % 26][3 * j + 1]
    lines = [",".join(map(str, table)) for table in forgotten]
    text = blocks + "\n" + "\n".join(["Web 26 x 12 of somebody", good[1], *lines]) + "\n"
    path = tmp_path / "PSMovements.txt"
    path.write_text(text, encoding="utf-8")
    line = text.splitlines().index("Web 26 x 12 of somebody") + 1
    assert cli.run(["verify", str(path), "--quiet"]) == 1
    told = capsys.readouterr().out
    assert f"{path}, line {line}, Web 26 x 12 of somebody: 156 errors" in told
    assert "round 7, table 1: E21 plays group 7 again, after round 6 at table 26 [board-twice]" in told
    assert told.endswith("11 movements: 10 valid, 1 with errors, 0 not checked\n")
    assert cli.run(["identify", str(path)]) == 0
    assert f"{path}, Web 26 x 12 of somebody: this is W2612, without its skip" in capsys.readouterr().out


def test_a_bad_block_does_not_keep_the_others_from_being_judged(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good = FORMATS["ebuscore"].dumps([document_of(find("W0605"), per_round=4), document_of(find("W0604"), per_round=4)])
    lines = good.decode().splitlines()
    lines[3] = lines[3].replace(",", ";", 1)
    path = tmp_path / "PSMovements.txt"
    path.write_bytes("\n".join(["6½ tables", *lines[1:]]).encode("cp1252"))
    assert cli.run(["verify", str(path)]) == 5
    captured = capsys.readouterr()
    assert "6-table Web, 4 rounds, 4 deal groups: no errors" in captured.out
    assert captured.out.endswith("2 movements: 1 valid, 0 with errors, 1 not checked\n")
    assert f"{path}, line 4: " in captured.err


def files_in(folder: Path) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}


def test_no_file_is_lost_in_a_conversion(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Files of one name and different formats, files in folders, and files that are themselves to be read."""
    source = tmp_path / "in"
    (source / "deep").mkdir(parents=True)
    for path, name in (("w.csv", "W0605"), ("w.json", "W0604"), ("deep/w.csv", "W0606")):
        format_name = path.rpartition(".")[2]
        (source / path).write_bytes(FORMATS[format_name].dumps([document_of(find(name))]))
    target = tmp_path / "out"
    assert cli.run(["convert", str(source), "--to", "asc", "--out", str(target)]) == 2
    captured = capsys.readouterr()
    assert captured.out == f"2 files written to {target}\n"
    assert "w.asc was already read or written in this run" in captured.err
    assert files_in(target) == {"w.asc", "deep/w.asc"}
    before = (source / "w.json").read_bytes()
    assert (
        cli.run(["convert", str(source / "w.csv"), str(source / "w.json"), "--to", "json", "--out", str(source)]) == 2
    )
    assert (source / "w.json").read_bytes() == before


def test_one_bad_argument_does_not_hide_the_others(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "empty").mkdir()
    assert cli.run(["verify", str(tmp_path / "empty"), "W1813", str(tmp_path / "no*.MOV"), ""]) == 5
    captured = capsys.readouterr()
    assert captured.out == "W1813: no errors\n4 movements: 1 valid, 0 with errors, 3 not checked\n"
    assert captured.err.count("\n") == 3


def test_a_bracket_in_a_folder_s_name_is_no_pattern(tmp_path: Path) -> None:
    folder = tmp_path / "club [1]"
    folder.mkdir()
    (folder / "a.csv").write_text(csv.dumps(find("W0605")))
    assert cli.run(["verify", f"{folder}/*.csv"]) == 0


def test_a_link_is_followed_a_mode_kept_and_a_pipe_written_to(tmp_path: Path) -> None:
    target, link, pipe = tmp_path / "target.csv", tmp_path / "link.csv", tmp_path / "pipe.csv"
    target.write_text("old")
    target.chmod(0o600)
    link.symlink_to(target)
    assert cli.run(["export", "W0605", "-o", str(link), "--force"]) == 0
    assert link.is_symlink()
    assert target.read_text() == csv.dumps(find("W0605"))
    assert target.stat().st_mode & 0o777 == 0o600
    os.mkfifo(pipe)
    with subprocess.Popen(
        [sys.executable, "-c", f"print(open({str(pipe)!r}).read(), end='')"], stdout=subprocess.PIPE, text=True
    ) as reader:
        assert cli.run(["export", "W0605", "-o", str(pipe)]) == 0
        assert reader.communicate()[0] == csv.dumps(find("W0605"))
    assert pipe.is_fifo()


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("table,direction,name\n1,N," + "x" * 200_000 + "\n", "misplaced quotation mark, or a cell that is too long"),
        ("table,direction,name\n1,N,Ann,17\n", "line 2: expected 3 columns, not 4"),
        ("table,direction,name\n1,S\n", "line 2: expected 3 columns, not 2"),
        ("table,direction,name\n0,N,Ann\n", "table: expected a whole number from 1 to 255: '0'"),
        ("table,direction,name\n7,N,Ann\n", "section A has no player for N at table 7 in round 1"),
        ("table,direction,name\n1,X,Ann\n", "expected N, S, E or W: 'X'"),
        ("section,table,direction,name\nB,1,N,Ann\n", "unknown section: 'B'"),
        ("table,direction,name\n1,N,Ann\n1,N,Bob\n", "2 players for N at table 1"),
        ("table,name\nAnn,1\n", "expected the columns section,table,direction,name,number"),
    ],
)
def test_lists_of_players_are_read_strictly(
    text: str, says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    players = tmp_path / "players.csv"
    players.write_text(text)
    arguments = ["export", "W0605", "--boards-per-round", "4", "--names", str(players)]
    assert cli.run([*arguments, "-o", str(tmp_path / "x.bws")]) in (2, 5)
    told = capsys.readouterr().err
    assert says in told
    assert told.count("\n") == 1
    assert not (tmp_path / "x.bws").exists()
    assert cli.run([*arguments, "-o", str(tmp_path / "x.csv")]) == 5
    assert "cannot hold player names" in capsys.readouterr().err


def test_windows_programs_get_windows_line_ends(tmp_path: Path) -> None:
    for extension in ("asc", "txt"):
        path = tmp_path / f"x.{extension}"
        assert cli.run(["export", "W0605", "--boards-per-round", "4", "-o", str(path)]) == 0
        assert path.read_bytes().count(b"\r\n") == path.read_bytes().count(b"\n") > 5

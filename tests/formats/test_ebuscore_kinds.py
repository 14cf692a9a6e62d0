"""Every kind of block that EBUScore libraries have: read by every command, no false alarm, and no miss."""

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

from byestand import cli
from byestand.catalog import find
from byestand.errors import CannotExpress, FormatError
from byestand.formats import ebuscore
from byestand.formats.document import Document
from byestand.formats.ebuscore import block as ebuscore_block
from byestand.formats.formats import FORMATS, blocks
from byestand.model.judged import Finding
from byestand.model.movement import Movement
from byestand.movements import with_missing
from byestand.server.api.api_data import verdicts
from byestand.server.pages.check import view as check
from byestand.verify import judge
from tests.support.documents import document_of
from tests.support.ebuscore_kinds import (
    KINDS,
    LIBRARY,
    UNREADABLE,
    double_howell,
    half_mitchell,
    individual,
    odd_howell,
)
from tests.support.paths import SEEDS

SEED = SEEDS / "ebuscore_kinds.txt"
RAGGED = "[Q1] A ragged line\n1,3,6,2,3\n1,1,1,1,3,2,1,2,3\n2,2,2,2,1,3,2,3\n3,3,3,3,2,1,3,1,2\n"


def read(text: str | bytes) -> list[Document]:
    data = text.encode() if isinstance(text, str) else text
    found = blocks(data, source="PSMovements.txt")
    assert all(isinstance(block, Document) for block in found), [str(block) for block in found]
    return [block for block in found if isinstance(block, Document)]


def findings(document: Document, severity: str) -> list[Finding]:
    found = judge(document.movement, forgiven=document.forgiven).findings
    return [finding for finding in found if finding.severity == severity]


@pytest.mark.parametrize("kind", KINDS)
def test_a_legal_block_is_read_and_raises_no_false_alarm(kind: str) -> None:
    (document,) = read(KINDS[kind]())
    assert findings(document, "error") == []
    again = [finding for finding in findings(document, "warning") if finding.rule == "met-twice"]
    assert len(again) <= 5, "a pattern is told in a line"


@pytest.mark.parametrize("label", ["X1", "X2", "X3", "X4", "X5"])
def test_published_samples_are_legal(label: str) -> None:
    document = next(d for d in read(SEED.read_bytes()) if f"[{label}]" in d.movement.title)
    assert findings(document, "error") == []
    assert len(findings(document, "warning")) <= 1


def cells_of(text: str) -> tuple[list[str], np.ndarray[tuple[int, ...], np.dtype[np.int64]]]:
    title, header, *rows = text.splitlines()
    type, tables, _, _, rounds, *_ = map(int, header.split(","))
    grid = np.array([[int(cell) for cell in row.split(",")] for row in rows])
    return [title, header], grid.reshape(tables, rounds, 5 if type in (3, 4) else 3)


def plant_fault(text: str) -> Iterator[tuple[str, str]]:
    """Yield the block with a fault: a contestant in another one's seat, and a group that is played elsewhere."""
    head, grid = cells_of(text)
    tables, rounds, _ = grid.shape
    x = int(head[1].split(",")[5])
    gone = {x} if head[1].startswith("0") else set()
    for t, r in [(t, r) for t in range(tables) for r in range(rounds)][:: max(1, tables * rounds // 12)]:
        *who, group = grid[t, r].tolist()
        other = next((s for s in range(tables) if s != t and grid[s, r, -1] and grid[s, r, 0] not in gone), None)
        if not group or other is None or gone & set(who) or (head[1].startswith("1") and x):
            continue
        twice, again = grid.copy(), grid.copy()
        twice[t, r, 0] = grid[other, r, 0]
        yield "seat", "\n".join([*head, *(",".join(map(str, row.ravel())) for row in twice)])
        elsewhere = [
            (s, q) for s in range(tables) for q in range(rounds)
            if q != r and grid[s, q, -1] not in (0, group) and grid[s, q, 0] == who[0] and not gone & set(grid[s, q])
        ]  # fmt: skip
        if elsewhere:
            again[t, r, -1] = grid[(*elsewhere[0], -1)]
            yield "board", "\n".join([*head, *(",".join(map(str, row.ravel())) for row in again)])


@pytest.mark.parametrize("kind", KINDS)
def test_a_seat_or_board_that_clashes_is_never_missed(kind: str) -> None:
    faults = list(plant_fault(KINDS[kind]()))
    for what, text in faults:
        (document,) = read(text)
        rules = {finding.rule for finding in findings(document, "error")}
        assert {"seat": "seated-twice", "board": "board-twice"}[what] in rules, text
    halves = kind in ("an NS rover", "an EW rover", "an NS pair missing", "an EW pair missing", "a 1½-table appendix")
    assert faults or halves


@pytest.mark.parametrize("x", [3, 11])
def test_a_clash_is_not_missed_where_a_pair_is_missing(x: int) -> None:
    """At table 1 in round 2 is NS pair 2, which is also at table 2, with a group that it had in round 1."""
    text = half_mitchell(x).replace("\n1,1,1,1,7,2,", "\n1,1,1,2,7,2,")
    (document,) = read(text)
    assert ("seated-twice", ("N2",)) in {(f.rule, f.contestants) for f in findings(document, "error")}
    (document,) = read(half_mitchell(x).replace("\n2,2,2,2,1,3,", "\n2,2,2,2,1,2,"))
    assert ("board-twice", ("N2",)) in {(f.rule, f.contestants) for f in findings(document, "error")}


@pytest.mark.parametrize(
    ("x", "missing"), [(0, set()), (3, {3}), (7, {7}), (8, {8}), (11, {11}), (14, {14}), (40, set())]
)
def test_with_two_winners_x_is_ns_up_to_the_tables_and_ew_beyond(x: int, missing: set[int]) -> None:
    (document,) = read(half_mitchell(x))
    assert document.movement.field.missing == missing
    assert not np.isin(document.movement.seats, sorted(missing)).any()
    assert bool(document.notes) == (x == 40), "a pair that cannot be is pointed out"


def test_whoever_is_named_with_group_0_and_plays_elsewhere_has_no_seat_there() -> None:
    document = next(d for d in read(SEED.read_bytes()) if "[X1]" in d.movement.title)
    assert document.movement.seats[:, 6].tolist() == [[7, 0], [1, 0], [3, 0], [5, 0], [2, 0], [4, 0]]
    (whole,) = read(half_mitchell(0).replace("7,7,7,7,6,1,", "7,7,7,6,6,0,"))
    assert whole.movement.seats[1, 6].tolist() == [0, 13], "NS 6 plays at table 6; EW 6 sits out"


def test_who_sits_out_and_is_not_listed_gets_a_place_without_boards() -> None:
    (document,) = read(odd_howell(9, listed=False))
    movement = document.movement
    assert sorted(movement.seats[:, 4, 0].tolist()) == list(range(1, 10))
    assert not movement.groups[:, 4].any()


def with_number(text: str, old: int, new: int) -> str:
    """Return a block with another number for one contestant, in round 1 only."""
    head, grid = cells_of(text)
    grid[:, 0, :-1][grid[:, 0, :-1] == old] = new
    return "\n".join([*head, *(",".join(map(str, row.ravel())) for row in grid)])


@pytest.mark.parametrize("text", [odd_howell(9, listed=False), double_howell(8)])
def test_a_number_that_comes_only_once_is_no_sit_out(text: str) -> None:
    """13 for 3 in round 1: a pair that sits once, and one that is forgotten."""
    (document,) = read(with_number(text, 3, 13))
    assert "seated-nowhere" in {finding.rule for finding in findings(document, "error")}


def test_a_player_who_comes_only_once_is_an_error() -> None:
    """Single players may be left over; but typing 14 for 4 makes a player who sits once."""
    (document,) = read(with_number(individual(13, 8, counted=13), 4, 14))
    told = {finding.sentence for finding in findings(document, "error")}
    assert "14 is seated in round 1 only; others in 7 rounds" in told


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (double_howell(8), "each pair meets every possible opponent 2 times"),
        (KINDS["opponents met again at the end"](), "round 8: repeat opponents at every table (revenge)"),
    ],
)
def test_a_regular_pattern_is_one_line(text: str, sentence: str) -> None:
    (document,) = read(text)
    assert [finding.sentence for finding in findings(document, "warning")] == [sentence]


def test_what_is_irregular_is_counted_with_the_first_named() -> None:
    (document,) = read(KINDS["fewer players counted than appear"]())
    again = [finding.sentence for finding in findings(document, "warning") if finding.rule == "met-twice"]
    assert len(again) == 2
    assert all("first in round" in sentence for sentence in again)


@pytest.mark.parametrize(
    ("change", "what"),
    [
        (lambda text: text.replace("\n", "\r\n"), "windows line ends"),
        (lambda text: text.replace("\n", ",\n"), "commas at the ends, and in titles"),
        (lambda text: text.replace(",", " ,\t"), "blanks and tabs"),
        (lambda text: text.replace("\n\n", "\n\n\n \n\t\n"), "several blank lines"),
        (lambda text: text + "\x1a", "the end of a file of DOS"),
        (lambda text: text.replace("]", "] 1½ tables,"), "windows letters"),
        (lambda text: "; our movements\n\n# of 1998\n" + text.replace("\n1,", "\n; who sits where\n1,"), "comments"),
        (lambda text: text.replace("0\n", "0 ; by hand\n"), "comments after numbers"),
        (lambda text: text.replace("]", "]").replace("\n0,", "\n\n0,"), "a blank line after the title"),
    ],
)
def test_how_a_file_is_written_does_not_matter(change: Callable[[str], str], what: str) -> None:
    plain = "\n".join([double_howell(6), half_mitchell(0), double_howell(8)])
    found = read(change(plain).encode("cp1252"))
    assert [d.movement.same_schedule(p.movement) for d, p in zip(found, read(plain), strict=True)] == [True] * 3, what


# ---- the commands -------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return a file with all kinds, one block for teams and one ragged among them, and a broken one."""
    path = tmp_path_factory.mktemp("library") / "PSMovements.txt"
    broken = half_mitchell(0).replace("\n1,1,1,1,7,2,", "\n1,1,1,2,7,2,").replace("[M0]", "[B1]")
    path.write_text("\n".join([UNREADABLE, LIBRARY, RAGGED, broken, SEED.read_text(encoding="utf-8")]))
    return str(path)


LEGAL = len(KINDS) + 5


def test_verify_judges_all_blocks(library: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["verify", library]) == 5
    told = capsys.readouterr()
    assert told.out.endswith(f"{LEGAL + 3} movements: {LEGAL} valid, 1 with errors, 2 not checked\n")
    assert "line 2: type 5 is for teams" in told.err
    assert "not 8: '2,2,2,2,1,3,2,3'" in told.err


def test_identify_names_all_blocks(library: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["identify", library]) == 5
    told = capsys.readouterr()
    assert told.out.count("\n") == LEGAL + 1
    assert "[X5] Rainbow, five tables, players turn on each board: this is R0505, with other numbers" in told.out
    assert told.err.count("\n") == 2


def test_measure_measures_all_that_are_sound(library: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["measure", library]) == 5
    told = capsys.readouterr()
    assert told.out.count("boards in play") == LEGAL
    assert (
        "byestand: left out: [B1] Half table, pair 0 missing has errors: round 2: N1 has no seat (2 more errors)"
    ) in told.err
    assert cli.run(["measure", f"{library}#X4"]) == 0
    assert "opponents met       5, 15 repeat opponents" in capsys.readouterr().out


def test_show_shows_all_and_one_that_is_named(library: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["show", library]) == 5
    heads = re.findall(r"^ +\| +round 1\b", capsys.readouterr().out, re.MULTILINE)
    assert len(heads) == LEGAL + 1, "wide charts go on below, and begin once"
    for one in ("#X4", f"#{LEGAL + 2}", "#everybody meets twice"):
        assert cli.run(["show", f"{library}{one}", "--format", "csv"]) == 0
        assert capsys.readouterr().out.splitlines()[1] == "1,1,4,3,3"
    assert cli.run(["show", library, "--format", "csv"]) == 2
    assert cli.run(["show", f"{library}#nothing"]) == 2
    assert "none with this number or title" in capsys.readouterr().err


@pytest.mark.parametrize("format", ["json", "ebuscore", "bws"])
def test_convert_converts_all_that_are_sound(
    library: str, format: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.run(["convert", library, "--to", format, "--out", str(tmp_path)]) == 5
    assert ("1 file written" if format == "ebuscore" else f"{LEGAL} files written") in capsys.readouterr().out
    assert cli.run(["verify", str(tmp_path)]) == 0
    assert f"{LEGAL} movements: {LEGAL} valid" in capsys.readouterr().out


@pytest.mark.slow
def test_print_prints_all_that_are_sound(library: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["print", library, "--sheets", "boarding"]) == 5
    assert f"(boarding sheet {LEGAL})" in capsys.readouterr().out
    assert cli.run(["print", f"{library}#M7", "--sheets", "mats"]) == 2, "there is none of that label"


def test_the_app_checks_all_blocks(library: str) -> None:
    data = Path(library).read_bytes()
    text = check.content.run("PSMovements.txt", data, "token", ()).body.decode()
    assert f"{LEGAL + 1} movements" in text
    assert len(re.findall(r":\s+<b>valid</b>", text)) == LEGAL
    assert "type 5 is for teams" in text
    archive = check.convert_file.run("PSMovements.txt", data, "json", (("as_it_is", "1"),))
    assert (archive.media, archive.filename) == ("application/zip", "PSMovements-json.zip")
    answer = json.loads(verdicts.run("PSMovements.txt", data, ()).body)
    assert (len(answer["movements"]), len(answer["not_judged"]), answer["sound"]) == (LEGAL + 1, 2, False)


# ---- half tables out and in ---------------------------------------------------------------------------------------


def again(movement: Movement) -> Movement:
    (document,) = read(FORMATS["ebuscore"].dumps([document_of(movement, per_round=2)]))
    return document.movement


@pytest.mark.parametrize("name", ["W0605", "M0707", "W0806ER", "W0909TR", "M0606R"])
def test_a_missing_pair_is_named_by_x_and_no_pair_0_is_written(name: str) -> None:
    whole = find(name)
    for label in [whole.field.label(contestant) for contestant in whole.field.present]:
        if whole.rover and label == whole.field.label(whole.rover.contestant):
            continue
        half = with_missing(whole, label)
        text = ebuscore.dumps([document_of(half, per_round=2)])
        _, grid = cells_of(text)
        assert (grid[:, :, :2] > 0).all()
        number = int(label.strip("NE"))
        assert text.splitlines()[1].endswith(f",{number + whole.tables if label[0] == 'E' else number}")
        assert again(half).same_schedule(half)
        assert again(half).field == half.field


def test_two_lines_without_a_pair_each_cannot_be_said() -> None:
    with pytest.raises(CannotExpress, match="EBUScore text can have 1 missing pair only; export the full movement"):
        again(with_missing(find("W0605"), "N6", "E6"))


def test_a_missing_player_is_a_sit_out_and_judged_the_same() -> None:
    half = find("R0505", missing=["7"], boards_per_round=2)
    data = FORMATS["ebuscore"].dumps([document_of(half, per_round=2)])
    assert (cells_of(data.decode())[1][:, :, :4] > 0).all()
    back = again(half)
    assert np.array_equal(back.seats, half.seats)
    assert np.array_equal(back.played_mask, half.played_mask)


def test_one_unreadable_block_is_refused_by_itself() -> None:
    found = blocks(f"{UNREADABLE}\n{RAGGED}\n{double_howell(6)}".encode(), source="a.txt")
    assert [isinstance(block, FormatError) for block in found] == [True, True, False]


def test_thousands_of_words_above_a_title_are_looked_at_once_each(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[str] = []
    real = ebuscore_block.looks_like_header

    def looking(line: str) -> bool:
        looked.append(line)
        return real(line)

    monkeypatch.setattr(ebuscore_block, "looks_like_header", looking)
    lines = "words\n" * 3000 + "the title\n1,2,4,2,2,0\n1,1,1,1,2,2\n2,2,2,2,1,1\n"
    (document,) = ebuscore.loads(lines)
    assert document.movement.title == "the title"
    assert len(looked) < 2 * 3004


def test_a_title_with_an_endless_gap_in_it_is_a_title() -> None:
    """Searching for a comment from every blank of it would take minutes."""
    (document,) = ebuscore.loads(f"a{' ' * 300_000}gap\n1,2,4,2,2,0\n1,1,1,1,2,2\n2,2,2,2,1,1\n")
    assert document.movement.title.startswith("a ")

"""One mistyped number in a list of rows is an error; legal irregularities are not."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from byestand import cli
from byestand.catalog import find
from byestand.catalog.listing import listing
from byestand.errors import FormatError
from byestand.formats import csv, mov
from byestand.formats.document import MAY_BE_MEANT
from byestand.formats.formats import loads
from byestand.model.field import Field
from byestand.model.judged import Finding
from byestand.model.movement import Movement
from byestand.movements import curtail, with_missing
from byestand.verify import judge
from tests.support.documents import document_of

TYPED: dict[str, Movement] = {
    name: find(name)
    for name in ("W1813", "M0504", "W0402", "W0605", "S0906", "M0808", "W1212", "W0806ER", "W0909TR", "M0808R", "R0505")
} | {
    "a half table": with_missing(find("W0605"), "N6"),
    "two pairs missing": with_missing(find("W0707"), "N3", "E5"),
    "one round": curtail(find("M0707"), rounds=1),
    "two rounds": curtail(find("W0806"), rounds=2),
    "a spare player": find("I1313"),
}


def errors(rows: list[list[int]], header: str) -> list[Finding] | None:
    """Return the errors of the judge; None if the rows are refused because a table appears twice in a round."""
    text = "\n".join([header, *(",".join(map(str, row)) for row in rows)])
    try:
        (document,) = loads(text.encode(), source="typed.csv")
    except FormatError:
        return None
    found = judge(document.movement, forgiven=document.forgiven).findings
    return [finding for finding in found if finding.severity == "error"]


def table_of_rows(movement: Movement) -> tuple[str, list[list[int]]]:
    header, *lines = csv.dumps(movement).splitlines()
    return header, [[int(cell) for cell in line.split(",")] for line in lines]


def mistype(rows: list[list[int]], column: int, others: tuple[int, ...]) -> Iterator[tuple[int, list[list[int]]]]:
    """Yield the rows with one cell of a column changed to each other number: in every row, or in some of many.

    Every fifth and eleventh row covers all tables in turn, because no movement here has five or eleven tables and as
    many rows.
    """
    step = 1 if len(rows) < 30 else 5 if len(rows) < 100 else 11
    for i, row in list(enumerate(rows))[::step]:
        for other in others:
            if row[column] and other != row[column]:
                yield i, [*rows[:i], [*row[:column], other, *row[column + 1 :]], *rows[i + 1 :]]


@pytest.mark.parametrize("name", TYPED)
def test_a_mistyped_table_is_an_error_wherever_it_stands(name: str) -> None:
    header, rows = table_of_rows(TYPED[name])
    assert errors(rows, header) == []
    tables = TYPED[name].tables
    for i, typed in mistype(rows, 1, (1, tables + 1, 11 * (tables // 4 + 1))):
        assert errors(typed, header) != [], (name, rows[i], typed[i])


@pytest.mark.parametrize("name", [name for name in TYPED if name not in ("one round", "two rounds", "W0402")])
def test_a_mistyped_group_is_an_error_wherever_it_stands(name: str) -> None:
    """To a number next to the others and to one far from them, where boards are played three times or more."""
    movement = TYPED[name]
    header, rows = table_of_rows(movement)
    for i, typed in mistype(rows, len(rows[0]) - 1, (movement.deal_groups + 1, movement.deal_groups + 39)):
        found = errors(typed, header)
        assert found, (name, rows[i], typed[i])
        assert rows[i][0] in {finding.round for finding in found}


def irregular() -> Iterator[tuple[str, Movement]]:
    """Yield legal movements: every seventh of the catalogue, some curtailed, some with missing pairs."""
    dice = np.random.default_rng(7)
    for i, entry in enumerate(listing(tables=range(2, 26), deal_groups=range(2, 16))):
        if i % 7:
            continue
        whole = find(entry.name)
        yield entry.name, whole
        short = curtail(whole, rounds=int(dice.integers(1, whole.rounds + 1)))
        yield f"{entry.name}, {short.rounds} rounds", short
        gone = dice.permutation(whole.field.size)[: int(dice.integers(1, 4))] + 1
        left = np.where(np.isin(short.seats, gone), 0, short.seats)
        if (left > 0).all(axis=2).any():
            yield (
                f"{entry.name}, without {gone}",
                replace(short, seats=left, field=Field(whole.field.lines, frozenset(gone.tolist()))),
            )


def test_what_is_legal_is_no_error_however_irregular() -> None:
    seen = 0
    for what, movement in irregular():
        bare = replace(movement, layout=None, claims=())
        found = [f for f in judge(bare, forgiven=MAY_BE_MEANT).findings if f.severity == "error"]
        assert found == [], what
        seen += 1
    assert seen > 100


def test_groups_at_both_ends_may_be_played_once() -> None:
    """Boards that are not played again: five tables, groups 1 to 9, the first and the last played once."""
    r, t = np.mgrid[0:5, 1:6]
    seats = np.stack([t, 5 + (t - r - 1) % 5 + 1], axis=2)
    movement = Movement("straight", seats, r + t, Field((5, 5)), 9)
    assert [f.rule for f in judge(movement, forgiven=MAY_BE_MEANT).findings if f.severity == "error"] == []


def test_boards_numbered_from_27_are_told_in_one_line() -> None:
    movement = replace(find("W1813"), layout=None, groups=find("W1813").groups + 13, deal_groups=26)
    assert [f.sentence for f in judge(movement).findings] == ["groups 1-13 are never played"]


def test_a_hole_may_not_be_excused_by_phantoms_nobody_knows_of(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "typed.csv"
    path.write_text(csv.dumps(find("W1813")).replace("\n5,2,", "\n5,22,"))
    assert cli.run(["verify", str(path)]) == 1
    told = capsys.readouterr().out
    assert "  error: table 22 is used in round 5 only; others in 13 rounds [ragged-round]" in told
    assert "error: round 5: table 2 is empty, but used in other rounds [ragged-round]" in told
    assert cli.run(["print", str(path), "--boards-per-round", "2"]) == 1


# ---- a club's own .MOV --------------------------------------------------------------------------------------------


def two_round_howell() -> bytes:
    """Return a .MOV file for three tables, byte by byte: every two of six pairs meet twice, in neighbouring rounds."""
    first = [((6, 1), (2, 5), (3, 4)), ((6, 2), (3, 1), (4, 5)), ((6, 3), (4, 2), (5, 1)), ((6, 4), (5, 3), (1, 2))]
    rounds = [row for row in (*first, ((6, 5), (1, 4), (2, 3))) for _ in range(2)]
    head = bytes([0x5D, 0x8D, 1, 3, 10, 10]) + b"Two-round Howell of a club".ljust(600)
    records = [(*rounds[r][t], r + 1) for t in range(3) for r in range(10)]
    return head + bytes(65) + bytes(range(1, 37)) + bytes(number for record in records for number in record)


def test_a_mov_file_in_which_everybody_meets_twice_is_sound(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "CLUB.MOV"
    path.write_bytes(two_round_howell())
    assert cli.run(["verify", str(path)]) == 0
    assert capsys.readouterr().out == (
        f"{path}: no errors, 1 note\n  note: each pair meets every possible opponent 2 times [met-twice]\n"
    )
    assert cli.run(["measure", str(path)]) == 0
    assert "15 repeat opponents" in capsys.readouterr().out
    assert cli.run(["print", str(path), "--boards-per-round", "3", "--sheets", "mats,guides"]) == 0
    assert "table mats 3" in capsys.readouterr().out
    assert cli.run(["convert", str(path), "--to", "mov", "--out", str(tmp_path / "out")]) == 0
    assert mov.loads((tmp_path / "out" / "CLUB.MOV").read_bytes()).movement == mov.loads(path.read_bytes()).movement


def test_of_our_own_movements_meeting_again_stays_an_error() -> None:
    """The judge forgives only what it is allowed to, and only for files."""
    movement = mov.loads(two_round_howell()).movement
    assert {f.severity for f in judge(movement).findings if f.rule == "met-twice"} == {"error"}
    assert document_of(movement).forgiven == frozenset()
    (read,) = loads(two_round_howell())
    assert read.forgiven == {"met-twice"}

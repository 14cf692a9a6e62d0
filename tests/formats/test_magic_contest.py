"""Rows for Magic Contest: board numbers instead of groups, and all kinds of broken rows."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from byestand.catalog import find
from byestand.errors import BadRequest, CannotExpress, FormatError
from byestand.formats import asc, csv, ebuscore, json, magic_contest
from byestand.model.boards import Boards
from byestand.model.field import Field
from byestand.model.movement import Movement
from byestand.movements import with_missing
from byestand.verify import judge
from byestand.words.titles import title_of
from tests.support.documents import document_of
from tests.support.handmade_rainbow import rainbow
from tests.support.strategies import is_one_line, some_movement

NAMES = "Table\tRound\tN-S\tE-W\tFrom\tTo\n"
ROWS = "1\t1\t1\t4\t1\t2\n1\t2\t2\t4\t3\t4\n2\t1\t2\t3\t1\t2\n2\t2\t3\t1\t3\t4\n"


@given(some_movement, st.integers(1, 12))
def test_rows_give_back_schedule_field_and_boards(movement: Movement, boards: int) -> None:
    again = magic_contest.loads(magic_contest.dumps(movement, boards=Boards(boards)))
    assert again.movement.same_schedule(movement)
    assert again.movement.field == movement.field
    assert (again.section.boards, again.line) == (Boards(boards), 1)


@pytest.mark.parametrize(
    "movement",
    [
        find("W1812ER"),
        find("W0909TR"),
        with_missing(find("W1812ER"), "N19"),
        with_missing(find("W0909TR"), "3"),
        with_missing(find("W1813"), "N18", "E3"),
        with_missing(find("W0605"), "N6", "E6"),
    ],
    ids=title_of,
)
def test_rovers_and_half_tables_come_back_whole(movement: Movement) -> None:
    again = magic_contest.loads(magic_contest.dumps(movement, boards=Boards(2))).movement
    assert again.same_schedule(movement)
    assert again.field == movement.field


def test_a_half_table_of_one_winner_loses_only_the_phantom() -> None:
    movement = with_missing(find("W0909TR"), "20")
    again = magic_contest.loads(magic_contest.dumps(movement, boards=Boards(3))).movement
    assert again.same_schedule(movement)
    assert again.field == Field((19,))


def test_the_rows_are_what_magic_contest_takes() -> None:
    """Without column names: its makers warn not to copy any; no cell is empty."""
    rows = magic_contest.dumps(find("W0605"), boards=Boards(4)).splitlines()
    assert rows[:2] == ["1\t1\t1\t1\t1\t4", "1\t2\t1\t6\t5\t8"]
    assert len(rows) == 30
    half = magic_contest.dumps(with_missing(find("W0605"), "E1"), boards=Boards(4)).splitlines()
    assert half[0] == "1\t1\t1\t0\t1\t4"


def test_column_names_are_read_and_places_not_listed_are_empty() -> None:
    document = magic_contest.loads("\n" + NAMES.upper() + ROWS + "\n3\t2\t0\t0\t0\t0\n", source="paste.txt")
    assert (document.line, document.section.boards, document.movement.title) == (3, Boards(2), "paste.txt")
    assert document.movement.field == Field((4,))
    assert document.movement.groups.tolist() == [[1, 1, 0], [2, 2, 0]]
    assert document.movement.seats[:, 1].tolist() == [[2, 3], [3, 1]]


def test_rows_may_come_in_any_order_and_with_any_line_ends() -> None:
    turned = "\r\n".join(reversed(ROWS.splitlines()))
    assert magic_contest.loads(turned).movement == magic_contest.loads(ROWS).movement
    pasted = magic_contest.dumps(find("W0605"), boards=Boards(2))
    assert magic_contest.loads(pasted).movement.same_schedule(find("W0605"))


@pytest.mark.parametrize("name", ["W0605", "M1313"])
def test_rows_of_a_second_session_count_on_from_its_first_board(name: str) -> None:
    text = magic_contest.dumps(find(name), boards=Boards(2, first=27))
    assert text.startswith("1\t1\t1\t1\t27\t28\n")
    again = magic_contest.loads(text)
    assert again.section.boards == Boards(2, first=27)
    assert again.movement.same_schedule(find(name))


BROKEN = {
    "nothing": ("", 1, "the movement has no boards"),
    "only names": (NAMES, 1, "the movement has no boards"),
    "no boards": (NAMES + "1\t1\t1\t2\t0\t0\n", 2, "the movement has no boards"),
    "names in the middle": (ROWS + NAMES, 5, "Table: expected a whole number from 1 to 255: 'Table'"),
    "other names": (
        "Tisch\tRunde\tN-S\tE-W\tVon\tBis\n" + ROWS,
        1,
        ("Table: expected a whole number from 1 to 255: 'Tisch'"),
    ),
    "blanks for tabs": (
        ROWS.replace("\t", " "),
        1,
        ("expected 6 columns separated by tabs (Table, Round, N-S, E-W, From, To), not 1"),
    ),
    "a ragged row": (ROWS.replace("3\t1\t3\t4", "3\t1\t3"), 4, "not 5"),
    "too many cells": (ROWS.replace("3\t1\t3\t4", "3\t1\t3\t4\t"), 4, "not 7"),
    "an empty cell": (ROWS.replace("2\t1\t2\t3", "2\t1\t\t3"), 3, "N-S: expected a whole number from 0 to 1020: ''"),
    "a word": (ROWS.replace("2\t1\t2\t3", "2\t1\t2\tx"), 3, "E-W: expected a whole number from 0 to 1020: 'x'"),
    "a billion tables": (
        "1000000000\t1\t1\t1\t1\t2\n",
        1,
        ("Table: expected a whole number from 1 to 255: '1000000000'"),
    ),
    "round 0": (ROWS.replace("2\t2\t3", "2\t0\t3"), 4, "Round: expected a whole number from 1 to 255: '0'"),
    "a huge pair": (ROWS.replace("2\t2\t3", "2\t2\t1021"), 4, "N-S: expected a whole number from 0 to 1020: '1021'"),
    "a huge number": (
        ROWS.replace("2\t2\t3", "2\t2\t" + "9" * 5000),
        4,
        ("N-S: expected a whole number from 0 to 1020: '9999999999999999999999999999999999999999'"),
    ),
    "a huge board": (ROWS.replace("3\t4\n", "3\t12489\n"), 2, "To: expected a whole number from 0 to 12488: '12489'"),
    "group 1000": ("1\t1\t1\t2\t1000\t1000\n", 1, "the first board must be 1 to 500, not 1000"),
    "the same place twice": (ROWS + "1\t2\t5\t6\t5\t6\n", 5, "round 2, table 1 appears twice"),
    "boards backwards": (
        ROWS.replace("1\t2\n", "2\t1\n"),
        1,
        ("boards 2-1 do not match other rows, which have 2 boards per round from board 3"),
    ),
    "no first board": (
        ROWS.replace("4\t1\t2\n", "4\t0\t2\n"),
        1,
        ("boards 0-2 do not match other rows, which have 2 boards per round from board 1"),
    ),
    "no last board": (
        ROWS.replace("1\t3\t4\n", "1\t3\t0\n"),
        4,
        ("boards 3-0 do not match other rows, which have 2 boards per round from board 1"),
    ),
    "thirteen boards": (
        ROWS.replace("4\t1\t2\n", "4\t1\t13\n"),
        1,
        ("boards 1-13 do not match other rows, which have 2 boards per round from board 1"),
    ),
    "thirteen boards everywhere": ("1\t1\t1\t2\t1\t13\n", 1, "expected 1 to 12 boards per round, not boards 1-13"),
    "a longer group": (
        ROWS.replace("4\t3\t4\n", "4\t3\t5\n"),
        2,
        ("boards 3-5 do not match other rows, which have 2 boards per round from board 1"),
    ),
    "a shifted group": (
        ROWS.replace("4\t3\t4\n", "4\t2\t3\n"),
        2,
        ("boards 2-3 do not match other rows, which have 2 boards per round from board 1"),
    ),
    "binary": ("]\x8d\x01\x02\x7f\n\x01\x02", 1, "expected 6 columns"),
    "csv": (csv.dumps(find("W0605")), 1, "expected 6 columns"),
}


@pytest.mark.parametrize("fault", BROKEN)
def test_broken_rows_are_refused_with_their_line(fault: str) -> None:
    text, line, reason = BROKEN[fault]
    with pytest.raises(FormatError) as refusal:
        magic_contest.loads(text, source="paste.txt")
    assert reason in refusal.value.reason
    assert (refusal.value.source, refusal.value.line) == ("paste.txt", line)
    assert is_one_line(refusal.value)


def test_what_rows_cannot_say_is_refused() -> None:
    with pytest.raises(CannotExpress, match="Magic Contest rows are for pairs only, not for individuals"):
        magic_contest.dumps(rainbow(5), boards=Boards(2))
    with pytest.raises(BadRequest, match="boards per round must be 1 to 12, not 0"):
        magic_contest.dumps(find("W0605"), boards=Boards(0))
    stranger = replace(find("W0605"), field=Field((6, 7)))
    with pytest.raises(CannotExpress, match="N1-N6, E1-E7 would be read back as N1-N6, E1-E6; use json"):
        magic_contest.dumps(stranger, boards=Boards(2))


def test_the_format_is_told_by_its_content() -> None:
    texts = [ROWS, NAMES + ROWS, "\n" + NAMES.lower(), magic_contest.dumps(find("W1813"), boards=Boards(2))]
    assert all(magic_contest.looks_like(text) for text in texts)
    others = [csv.dumps(find("W0605")), csv.dumps(find("W0605"), boards=Boards(2)), json.dumps(find("W0605"))]
    others += [
        asc.dumps(find("W0605")),
        asc.dumps(rainbow(5)),
        "12\t6\t5\t5\t0\n1\t7\t1\n",
        "",
        NAMES.replace("\t", ","),
    ]
    others += [ebuscore.dumps([document_of(m, per_round=2)]) for m in (find("W0605"), rainbow(5))]
    assert not any(magic_contest.looks_like(text) for text in others)


@given(st.text(max_size=300) | st.text(alphabet="0123\t\n", max_size=300))
def test_random_text_is_refused_or_read_never_worse(text: str) -> None:
    magic_contest.looks_like(text)
    try:
        document = magic_contest.loads(text)
    except FormatError as refusal:
        assert is_one_line(refusal)
    else:
        judge(document.movement)


ORIGINALS = (NAMES + ROWS, magic_contest.dumps(with_missing(find("W0605"), "E3"), boards=Boards(2)))


@given(st.sampled_from(ORIGINALS), st.data())
def test_text_with_one_character_changed_is_refused_or_read_never_worse(text: str, data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(text) - 1))
    character = data.draw(st.characters(codec="utf-8") | st.sampled_from("0123456789\t\n"))
    changed = text[:place] + character + text[place + 1 :]
    try:
        document = magic_contest.loads(changed)
    except FormatError as refusal:
        assert is_one_line(refusal)
        assert refusal.line is not None
    else:
        assert isinstance(judge(document.movement).findings, tuple)

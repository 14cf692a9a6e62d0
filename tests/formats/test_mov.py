"""ACBLscore .MOV files: the layout of real files, round trips, and headers with one byte changed."""

import struct
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from byestand.catalog import find
from byestand.errors import CannotExpress, FormatError
from byestand.formats import csv, mov
from byestand.model.field import Field
from byestand.model.movement import Movement
from byestand.movements import mitchell, with_missing
from byestand.verify import judge
from tests.support.byte_dump import written_out
from tests.support.documents import document_of
from tests.support.published_tables import published_table
from tests.support.strategies import is_one_line, some_movement


def write_mov(name: str) -> bytes:
    return mov.dumps(document_of(find(name)))


def test_w1713_has_the_size_the_header_and_the_records_of_a_real_file() -> None:
    data = write_mov("W1713")
    assert len(data) == 707 + 3 * 17 * 13
    assert data[:6] == bytes((0x5D, 0x8D, 0, 17, 13, 13))
    assert data[6:606].decode("ascii").startswith("W1713: 17-table Mitchell/Web, 13 rounds, 13 deal groups.")
    assert data[606:671] == bytes(65)
    assert data[671:707] == bytes(range(1, 37))
    records = iter(struct.iter_unpack("3B", data[707:]))
    by_place = {(int(row["table"]), int(row["round"])): row for row in published_table("w1713_acblscore")}
    for table in range(1, 18):
        for round in range(1, 14):
            row = by_place[table, round]
            assert next(records) == (int(row["ns"]), int(row["ew"]), int(row["group"]))


def test_a_file_with_fewer_rounds_than_groups_is_written_byte_for_byte_as_the_layout_says() -> None:
    """The dump can be compared with the layout: rounds come before groups, tables before rounds."""
    told = written_out("W060504.MOV.txt", over=b"")
    assert write_mov("W060504") == told
    assert mov.loads(told).movement.same_schedule(find("W060504"))


def test_the_description_is_ten_lines_of_sixty_characters_that_help_to_choose() -> None:
    for name in ("W1812ER", "W0909TR", "W191312", "W4515NR"):
        data = write_mov(name)
        lines = [data[6 + 60 * i : 66 + 60 * i].decode("ascii") for i in range(10)]
        assert all(len(line) == 60 for line in lines)
        assert lines[0].startswith(f"{name}: ")
    text = " ".join(mov.loads(write_mov("W1812ER")).description.split())
    for words in ("9-up-9-down, 3 cases", "EW skip after round 6", "Rover E19, party table 19", "8 6 4 2 15"):
        assert words in text


@given(some_movement)
def test_every_written_file_reads_back_equal(movement: Movement) -> None:
    document = mov.loads(mov.dumps(document_of(movement)))
    assert document.movement.same_schedule(movement)
    assert document.movement.field == movement.field
    assert document.movement.deal_groups == movement.deal_groups


@pytest.mark.parametrize("name", ["W1812ER", "W1812NR", "W0909TR"])
def test_rovers_read_back_equal(name: str) -> None:
    document = mov.loads(write_mov(name))
    assert document.movement.same_schedule(find(name))
    assert document.movement.field == find(name).field
    assert judge(document.movement).is_sound


def test_unknown_bytes_and_the_description_survive_a_rewrite() -> None:
    data = bytearray(write_mov("W1713"))
    data[606:707] = bytes(range(100, 201))
    data[6:606] = b"A description of somebody else \xe9".ljust(600)
    document = mov.loads(bytes(data))
    assert "bytes 606 to 706 differ from other files; their meaning is unknown" in document.notes[0]
    assert mov.dumps(document) == bytes(data)


@pytest.mark.parametrize("name", ["W1713", "W191312", "W1313", "W261312", "W0909TR", "W2412"])
def test_no_change_of_a_header_byte_makes_it_another_movement(name: str) -> None:
    """All 6 bytes before the description, with all 255 other values each."""
    data, movement = write_mov(name), find(name)
    for place in range(6):
        for value in range(256):
            changed = data[:place] + bytes((value,)) + data[place + 1 :]
            try:
                document = mov.loads(changed)
            except FormatError as refusal:
                assert is_one_line(refusal)
                continue
            # read: the same schedule, and if the header claims something else, a note about it
            assert document.movement.same_schedule(movement), (place, value)
            if changed != data:
                assert document.movement.field == movement.field, (place, value)
                assert document.notes, (place, value)


def test_a_groups_byte_that_is_too_large_is_read_with_a_note() -> None:
    """Older packages wrote two more on purpose."""
    data = bytearray(write_mov("W1713"))
    data[5] = 15
    document = mov.loads(bytes(data))
    assert document.movement.deal_groups == 15
    assert document.notes == ("the header has 15 deal groups, but the highest played is 13",)


BROKEN = {
    "empty": (b"", 0, "5D 8D"),
    "another file": (b"PK\x03\x04" + bytes(2000), 0, "5D 8D"),
    "cut in the description": (write_mov("W1713")[:400], None, "more than 707 bytes, not 400"),
    "no records": (write_mov("W1713")[:707], None, "more than 707 bytes, not 707"),
    "cut in the records": (write_mov("W1713")[:-1], 3,
        "the size of 1369 bytes does not match 17 tables and 13 or 13 rounds"),
    "too long": (write_mov("W1713") + b"\0", 3, "the size of 1371 bytes does not match 17 tables and 13 or 13 rounds"),
    "no tables": (write_mov("W1713")[:3] + b"\0" + write_mov("W1713")[4:], 3,
        "the size of 1370 bytes does not match 0 tables and 13 or 13 rounds"),
    "three winners": (write_mov("W1713")[:2] + b"\2" + write_mov("W1713")[3:], 2, "expected 0 (two winners) or 1"),
    "a pair 0": (write_mov("W1713")[:707] + b"\0" + write_mov("W1713")[708:], 707,
        "round 1, table 1: the NS pair must be 1 to 17, not 0"),
    "a pair 18": (write_mov("W1713")[:708] + b"\x12" + write_mov("W1713")[709:], 708,
        "round 1, table 1: the EW pair must be 1 to 17, not 18"),
    "a group 14": (write_mov("W1713")[:-1] + b"\x0e", 1369, "round 13, table 17: the group must be 1 to 13, not 14"),
    "all 255": (b"\x5d\x8d\x00\xff\xff\xff" + bytes(701) + bytes(3 * 255 * 255), 707, "not 0"),
}  # fmt: skip


@pytest.mark.parametrize("fault", BROKEN)
def test_broken_files_are_refused_with_their_offset(fault: str) -> None:
    data, offset, reason = BROKEN[fault]
    with pytest.raises(FormatError) as refusal:
        mov.loads(data, source="X.MOV")
    assert refusal.value.offset == offset
    assert reason in refusal.value.reason


@settings(max_examples=300)
@given(st.data())
def test_random_changes_are_refused_or_read_never_worse(data: st.DataObject) -> None:
    good = write_mov("W0605")
    at = data.draw(st.integers(0, len(good)))
    changed = good[:at] + data.draw(st.binary(max_size=5)) + good[at + data.draw(st.integers(0, 5)) :]
    try:
        judge(mov.loads(changed).movement)
    except FormatError as refusal:
        assert is_one_line(refusal)


def one_round(*, tables: int) -> Movement:
    """Return a round of one field, numbered through."""
    seats = np.arange(1, 2 * tables + 1).reshape(1, tables, 2)
    return Movement("one round", seats, np.ones((1, tables), dtype=np.int64), Field((2 * tables,)), 1)


def test_the_highest_number_that_a_byte_holds_is_written() -> None:
    assert mov.loads(mov.dumps(document_of(one_round(tables=127)))).movement.same_schedule(one_round(tables=127))


@pytest.mark.parametrize(
    ("movement", "reason"),
    [
        (csv.loads("round,table,north,south,east,west,group\n1,1,1,2,3,4,1\n"), ".IND files"),
        (with_missing(mitchell(tables=9), "N3"), "empty seat"),
        (mitchell(tables=37), "36 deal groups, not 37"),
        (one_round(tables=128), "pair numbers up to 255, not 256"),
    ],
)
def test_what_a_mov_file_cannot_say_is_refused(movement: Movement, reason: str) -> None:
    with pytest.raises(CannotExpress, match=reason):
        mov.dumps(document_of(movement))


def test_doubts_are_told() -> None:
    assert len(mov.warnings(document_of(find("W1713")))) == 1
    assert (
        "12 rounds and 13 deal groups: their order in a .MOV file is uncertain; check it with ACBLscore's EDMOV"
    ) in mov.warnings(document_of(find("W191312")))[1]
    assert ("ACBLscore may be limited to 40 tables per section; this movement has 45") in mov.warnings(
        document_of(find("W4513"))
    )[1]


def test_a_description_that_is_given_is_kept() -> None:
    document = replace(document_of(find("W0605")), description="Tuesday night\nsecond line")
    assert mov.loads(mov.dumps(document)).description == "Tuesday night\nsecond line"

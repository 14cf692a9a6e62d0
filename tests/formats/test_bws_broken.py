"""Bridgemate files that are broken: refused with the place and the reason, in bounded time."""

import random
import struct
from pathlib import Path

import pytest

from byestand.errors import FormatError
from byestand.formats import bws, formats
from tests.support.bws_events import EVENTS, section, web, written_with


def test_boards_that_do_not_fit_are_refused_with_their_row() -> None:
    data = bytearray(bws.dumps([section("A", web(13, 13, whole=1, ends=0), 2)]))
    row = struct.pack("<7h", 1, 3, 4, 3, 13, 11, 12)
    place = data.index(row)
    data[place : place + 14] = struct.pack("<7h", 1, 3, 4, 3, 13, 11, 13)
    with pytest.raises(
        FormatError,
        match=("RoundData, section 1, table 3, round 4: expected 2 consecutive boards of a group, not 11-13"),
    ):
        bws.loads(bytes(data), source="event.bws")
    # Two boards, but half of one group and half of the next.
    data[place : place + 14] = struct.pack("<7h", 1, 3, 4, 3, 13, 12, 13)
    with pytest.raises(
        FormatError,
        match=("RoundData, section 1, table 3, round 4: expected 2 consecutive boards of a group, not 12-13"),
    ):
        bws.loads(bytes(data), source="event.bws")
    data[place : place + 14] = struct.pack("<7h", 1, 3, 5, 3, 13, 11, 12)
    with pytest.raises(FormatError, match="RoundData, section 1, table 3, round 5: the row appears twice"):
        bws.loads(bytes(data), source="event.bws")


def test_boards_that_are_listed_one_by_one_are_refused_with_their_row() -> None:
    """A round of boards 1 and 9 is no deal group: read as 1 to 2 it would be another movement."""
    event = [section("A", web(7, 7, whole=1, ends=0), 2)]
    data = written_with(event, "RoundData", 8, CustomBoards="1,9")
    with pytest.raises(
        FormatError, match=("RoundData, section 1, table 2, round 2: only consecutive boards are supported: '1,9'")
    ):
        bws.loads(data, source="event.bws")


def test_three_winners_are_refused() -> None:
    data = written_with([section("A", web(7, 7, whole=1, ends=0), 2)], "Section", 0, Winners=3)
    with pytest.raises(FormatError, match="Section, row 1: expected 1 or 2 winners, not 3"):
        bws.loads(data, source="event.bws")


def test_every_truncation_is_refused() -> None:
    data = bws.dumps(EVENTS["a 7-table individual"])
    for size in [*range(0, 4096, 97), *range(4096, len(data), 4096), len(data) - 1]:
        with pytest.raises(FormatError):
            bws.loads(data[:size], source="cut.bws")


def test_random_bytes_behind_a_good_header_are_refused() -> None:
    data, dice = bws.dumps(EVENTS["a 7-table individual"]), random.Random(7)  # noqa: S311
    for page in (0, 1, 2, 20):
        noise = data[: max(page * 4096, 0x80)] + dice.randbytes(30 * 4096)
        noise = noise[: len(noise) // 4096 * 4096]
        with pytest.raises(FormatError) as refused:
            bws.loads(noise, source="noise.bws")
        assert str(refused.value).startswith("noise.bws")


@pytest.mark.slow
def test_garbled_bytes_end_in_a_format_error_or_a_movement() -> None:
    """A changed pair number is still a movement, for the judge to judge; nothing else gets out."""
    good, dice, refused = bws.dumps(EVENTS["a 7-table individual"]), random.Random(2026), 0  # noqa: S311
    for _ in range(400):
        data = bytearray(good)
        for _ in range(dice.choice((1, 3, 30))):
            # Half of the hits go where the definitions, maps and heads of pages are.
            page = dice.randrange(len(data) // 4096) * 4096
            data[page + dice.choice((dice.randrange(96), dice.randrange(4096)))] = dice.choice(
                (0, 1, 0x7F, 0xFF, dice.randrange(256))
            )
        try:
            assert bws.loads(bytes(data), source="garbled.bws")
        except FormatError:
            refused += 1
    assert refused > 20


def test_files_that_are_missing_or_too_large_are_refused(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="cannot read the file: no such file or directory"):
        formats.load(tmp_path / "nowhere.bws")
    with (tmp_path / "huge.bws").open("wb") as file:
        file.truncate(100 << 20)
    with pytest.raises(FormatError, match="the file is larger than 32 MB"):
        formats.load(tmp_path / "huge.bws")

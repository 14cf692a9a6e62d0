"""Jet 4 databases: features that the Bridgemate templates do not use but other files do."""

import csv
import dataclasses
import io
import lzma
import shutil
import struct
import subprocess
from datetime import datetime
from importlib import resources
from pathlib import Path

import pytest

from byestand.errors import BadRequest, CannotExpress, FormatError
from byestand.formats.bws import jet4_write
from byestand.formats.bws.jet4 import PAGE, JetTable, definition, open_database
from byestand.formats.bws.jet4_rows import Value, catalogue, rows
from byestand.formats.bws.jet4_write import append

needs_mdbtools = pytest.mark.skipif(shutil.which("mdb-export") is None, reason="needs Debian's mdbtools")
NOON = datetime(2026, 2, 28, 12, 30)  # noqa: DTZ001  (Access dates know no time zone)


@pytest.fixture(scope="module")
def empty() -> bytes:
    shipped = resources.files("byestand.formats.bws") / "data" / "pairs-template.bws.xz"
    return lzma.decompress(shipped.read_bytes())


def table(data: bytes, name: str) -> JetTable:
    image = open_database(data, "test")
    return definition(image, catalogue(image)[name], name)


def read(data: bytes, name: str, *columns: str) -> list[tuple[Value, ...]]:
    return list(rows(open_database(data, "test"), table(data, name), columns))


def export_table(data: bytes, name: str, folder: Path) -> list[dict[str, str]]:
    (folder / "test.mdb").write_bytes(data)
    command = ["mdb-export", str(folder / "test.mdb"), name]
    done = subprocess.run(command, check=True, capture_output=True)
    return list(csv.DictReader(io.StringIO(done.stdout.decode())))


def test_the_templates_are_empty_and_have_no_index_to_maintain(empty: bytes) -> None:
    found = [table(empty, name) for name in catalogue(open_database(empty, "test"))]
    assert len(found) == 11
    assert not any(each.rows or each.indexes for each in found)


@needs_mdbtools
def test_every_type_of_value_survives(empty: bytes, tmp_path: Path) -> None:
    session: dict[str, Value] = {
        "ID": -7,
        "Name": "Club ♠",
        "Date": NOON,
        "ShowInApp": True,
        "EWReturnHome": False,
    }
    data = append(empty, {"Session": [session]})
    assert read(data, "Session", *session, "Time") == [(*session.values(), None)]
    (seen,) = export_table(data, "Session", tmp_path)
    assert (seen["ID"], seen["Name"], seen["ShowInApp"], seen["Time"]) == ("-7", "Club ♠", "1", "")
    assert "02/28/26 12:30:00" in seen["Date"]


@needs_mdbtools
def test_rows_added_later_fill_the_page_and_go_on_counting(empty: bytes, tmp_path: Path) -> None:
    data = empty
    for start in range(0, 400, 80):
        more = [{"Board": board} for board in range(start, start + 80)]
        data = append(data, {"ReceivedData": more})
    wanted = [(i + 1, i) for i in range(400)]
    assert read(data, "ReceivedData", "ID", "Board") == wanted
    seen = export_table(data, "ReceivedData", tmp_path)
    assert [(int(row["ID"]), int(row["Board"])) for row in seen] == wanted
    assert len(append(empty, {"ReceivedData": [{"Board": 1}] * 400})) == len(data)


@needs_mdbtools
def test_text_is_compressed_where_the_column_says_so(empty: bytes, tmp_path: Path) -> None:
    plain = table(empty, "Clients")
    marked = bytearray(empty)
    marked[plain.page * PAGE + 63 + 25 + 16] |= 1
    names: list[dict[str, Value]] = [{"Computer": name} for name in ("Zoë", "Ольга", "it", "")]
    data = append(bytes(marked), {"Clients": names})
    assert b"\xff\xfeZo\xeb" in data
    assert [name for (name,) in read(data, "Clients", "Computer")] == ["Zoë", "Ольга", "it", ""]
    assert [row["Computer"] for row in export_table(data, "Clients", tmp_path)][:3] == [
        "Zoë",
        "Ольга",
        "it",
    ]


@needs_mdbtools
def test_a_row_that_outgrew_its_place_is_found_once(empty: bytes, tmp_path: Path) -> None:
    """Access leaves a pointer behind (0x4000) and hides the row from scans (0x8000)."""
    names: list[dict[str, Value]] = [{"Computer": name} for name in ("one", "was two", "two")]
    data = bytearray(append(empty, {"Clients": names}))
    clients = table(bytes(data), "Clients")
    (page,) = open_database(bytes(data), "test").usage_map_pages(clients.usage_map, seen_at=0)
    old, new = struct.unpack_from("<HH", data, page * PAGE + 16)
    struct.pack_into("<HH", data, page * PAGE + 16, old | 0x4000, new | 0x8000)
    struct.pack_into("<I", data, page * PAGE + old, page << 8 | 2)
    struct.pack_into("<I", data, clients.page * PAGE + 16, 2)
    assert read(bytes(data), "Clients", "Computer") == [("one",), ("two",)]
    assert [row["Computer"] for row in export_table(bytes(data), "Clients", tmp_path)] == ["one", "two"]
    struct.pack_into("<I", data, page * PAGE + old, page << 8 | 1)
    with pytest.raises(FormatError, match="cannot be found"):
        read(bytes(data), "Clients", "ID")


def test_a_definition_may_go_on_over_several_pages(empty: bytes) -> None:
    """A column has a very long name here, so that the next ones are on a second page."""
    data = bytearray(append(empty, {"Settings": [{"Section": 3, "BM2PINcode": "1234"}]}))
    base, last = table(bytes(data), "Settings").page * PAGE, len(data) // PAGE
    (size,) = struct.unpack_from("<I", data, base + 8)
    long = ("ShowResults" + "x" * 1500).encode("utf-16-le")
    short = struct.pack("<H", 22) + "ShowResults".encode("utf-16-le")
    whole = data[base : base + 8 + size].replace(short, struct.pack("<H", len(long)) + long)
    assert whole.index("BM2PINcode".encode("utf-16-le")) > PAGE
    struct.pack_into("<II", whole, 4, last, len(whole) - 8)
    data[base : base + PAGE] = whole[:PAGE]
    data += (bytes((2, 1)).ljust(8, b"\0") + whole[PAGE:]).ljust(PAGE, b"\0")
    assert read(bytes(data), "Settings", "Section", "BM2PINcode") == [(3, "1234")]
    struct.pack_into("<I", data, base + 4, base // PAGE)
    with pytest.raises(FormatError, match="has no end"):
        read(bytes(data), "Settings", "Section")


def test_what_a_column_cannot_hold_is_refused(empty: bytes) -> None:
    refusals: list[tuple[dict[str, Value], str]] = [
        ({"Section": 40_000}, "invalid value for column Section of table PlayerNumbers: 40000"),
        ({"Section": "A"}, "invalid value for column Section of table PlayerNumbers: 'A'"),
        ({"Direction": "north"}, "longer than the 2 characters of column Direction"),
        ({"Direction": 5}, "invalid value for column Direction of table PlayerNumbers: 5"),
        ({"Name": "\ud800"}, "invalid value for column Name of table PlayerNumbers"),
    ]
    for row, reason in refusals:
        with pytest.raises(CannotExpress, match=reason):
            append(empty, {"PlayerNumbers": [row]})
    with pytest.raises(BadRequest, match="no table"):
        append(empty, {"Player": []})
    with pytest.raises(BadRequest, match="no column Nmae"):
        append(empty, {"PlayerNumbers": [{"Nmae": "X"}]})


def test_a_table_with_an_index_is_refused(empty: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    indexed = dataclasses.replace(table(empty, "Clients"), indexes=1)
    monkeypatch.setattr(jet4_write, "definition", lambda *_: indexed)
    with pytest.raises(CannotExpress, match="index"):
        append(empty, {"Clients": [{"Computer": "X"}]})


def test_other_databases_are_refused_with_the_reason(empty: bytes) -> None:
    for place, byte, reason in (
        (0x14, 0, "Jet version"),
        (0x14, 2, "Jet version"),
        (0x3E, empty[0x3E] ^ 1, "encoded"),
        (4, 0, "not an Access 2000"),
    ):
        data = bytearray(empty)
        data[place] = byte
        with pytest.raises(FormatError, match=reason):
            open_database(bytes(data), "test")


def test_a_row_that_fits_but_for_its_offset_goes_to_the_next_page(empty: bytes) -> None:
    """A row of n letters has 13 + 2n bytes here, and two at the head of its page, which begins with 14 others."""
    for short in range(210, 240):
        left = 4096 - 14 - short * (13 + 2 + 2)
        names = ["x"] * short + ["y" * ((left - 13) // 2)]
        data = append(empty, {"Clients": [{"Computer": name} for name in names]})
        assert [name for (name,) in read(data, "Clients", "Computer")] == names, short


def test_no_page_has_more_rows_than_a_pointer_can_tell_apart(empty: bytes) -> None:
    """Rows without a name are so short that 272 would fit; a pointer has one byte for the row."""
    data = append(empty, {"Clients": [{}] * 300})
    pages = list(open_database(data, "test").usage_map_pages(table(data, "Clients").usage_map, seen_at=0))
    assert [struct.unpack_from("<H", data, page * PAGE + 12)[0] for page in pages] == [255, 45]

"""Appending rows to a Jet 4 database, in memory.

Rows go on pages of the table that have room, then on new pages at the end of the file. Every change updates the data
that Access relies on: free bytes of a page, row counts, autonumbers and three usage maps.
"""

import struct
from collections.abc import Iterable, Mapping

from byestand.errors import BadRequest, CannotExpress
from byestand.formats.bws.jet4 import (
    DATA_PAGE,
    MAP_PAGE,
    MAX_ROWS_PER_PAGE,
    OFFSET_MASK,
    PAGE,
    PAGES_A_MAP,
    SLOTS,
    JetImage,
    JetTable,
    definition,
    open_database,
)
from byestand.formats.bws.jet4_rows import Value, catalogue, packer
from byestand.language import say

_UNUSED_PAGES = 1 << 8
"""Pointer to the map of unused pages: row 0 of page 1."""


def append(data: bytes, rows: Mapping[str, Iterable[Mapping[str, Value]]]) -> bytes:
    """Return the database *data* with *rows* added, by table name."""
    image = open_database(bytearray(data), "template")
    tables = catalogue(image)
    for name, more in rows.items():
        if name not in tables:
            raise BadRequest(say("the database has no table {name!r}", name=name))
        _append(image, definition(image, tables[name], name), more)
    return bytes(image.data)


def _append(image: JetImage, table: JetTable, rows: Iterable[Mapping[str, Value]]) -> None:
    if table.indexes:
        # An index that does not list a row hides that row from Access.
        raise CannotExpress(say("table {table} has an index, which Byestand cannot update", table=table.name))
    pack, names = packer(table), {column.name for column in table.columns}
    auto = next((column.name for column in table.columns if column.auto), None)
    roomy = list(image.usage_map_pages(table.spacious, seen_at=table.page * PAGE))
    page, count, last = (roomy.pop() if roomy else 0), table.rows, table.last_auto
    for row in rows:
        if unknown := row.keys() - names:
            raise BadRequest(say("table {table} has no column {column}", table=table.name, column=min(unknown)))
        last += auto is not None
        packed = pack({**row, auto: last} if auto else row)
        while not (page and _fits(image, page, packed)):
            if page:
                _mark(image, table.spacious, page, on=False)
            page = roomy.pop() if roomy else _new_data_page(image, table)
        _add(image, page, packed)
        count += 1
    _put(image, table.page * PAGE + 16, struct.pack("<II", count, last))


def _room(image: JetImage, page: int) -> tuple[int, int]:
    """Return the number of rows on a data page, and where the lowest of them starts."""
    base = page * PAGE
    count = image.u16(base + 12)
    lowest = image.u16(base + SLOTS + 2 * count - 2) & OFFSET_MASK if count else PAGE
    return count, lowest


def _fits(image: JetImage, page: int, packed: bytes) -> bool:
    count, lowest = _room(image, page)
    return SLOTS + 2 * count + 2 + len(packed) <= lowest and count < MAX_ROWS_PER_PAGE


def _add(image: JetImage, page: int, packed: bytes) -> None:
    """Add a row to a page: rows grow down from the end, their offsets up from the head."""
    base, (count, lowest) = page * PAGE, _room(image, page)
    start = lowest - len(packed)
    _put(image, base + 2, struct.pack("<H", start - SLOTS - 2 * count - 2))
    _put(image, base + 12, struct.pack("<H", count + 1))
    _put(image, base + SLOTS + 2 * count, struct.pack("<H", start))
    _put(image, base + start, packed)


def _new_data_page(image: JetImage, table: JetTable) -> int:
    head = struct.pack("<BBHIIH", DATA_PAGE, 1, PAGE - SLOTS, table.page, 0, 0)
    page = _new_page(image, head)
    _mark(image, table.usage_map, page, on=True)
    _mark(image, table.spacious, page, on=True)
    return page


def _new_page(image: JetImage, head: bytes) -> int:
    page = image.pages
    assert isinstance(image.data, bytearray)  # noqa: S101  (append made it so)
    image.data.extend(head.ljust(PAGE, b"\0"))
    _mark(image, _UNUSED_PAGES, page, on=False)
    return page


def _mark(image: JetImage, pointer: int, page: int, *, on: bool) -> None:
    """Set or clear the bit of *page* in a usage map of either type."""
    _, first, end = image.slot(pointer, seen_at=0)
    if image.data[first] == 1:
        place, bit = _reference_page(image, first, end, page)
    else:
        bit = page - image.u32(first + 1)
        place = first + 5
        if not 0 <= bit < 8 * (end - place):
            # Access would change the type of the map here; no bridge event needs 2 MB.
            raise CannotExpress(say("too many rows: the database would exceed {pages} pages", pages=page))
    byte = image.data[place + bit // 8]
    byte = byte | 1 << bit % 8 if on else byte & ~(1 << bit % 8)
    _put(image, place + bit // 8, bytes((byte,)))


def _reference_page(image: JetImage, first: int, end: int, page: int) -> tuple[int, int]:
    """Return the bitmap and the bit of *page* in a reference map; add a map page if needed."""
    number, bit = divmod(page, PAGES_A_MAP)
    place = first + 1 + 4 * number
    if place + 4 > end:
        raise CannotExpress(say("too many rows: the database would exceed {pages} pages", pages=page))
    if not image.u32(place):
        _put(image, place, struct.pack("<I", _new_page(image, bytes((MAP_PAGE, 1)))))
    return image.start(image.u32(place), MAP_PAGE, seen_at=place) + 4, bit


def _put(image: JetImage, place: int, new: bytes) -> None:
    assert isinstance(image.data, bytearray)  # noqa: S101  (append made it so)
    image.data[place : place + len(new)] = new

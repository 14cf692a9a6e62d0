"""The structure of a Jet 4 (Access 2000) database: pages, table definitions and usage maps.

Everything is read through :class:`JetImage`, which checks every position before reading, so that corrupt bytes raise a
FormatError with the offset and no other exception. ``jet4_rows`` reads and packs rows, ``jet4_write`` appends them.
"""

import struct
from collections.abc import Iterator
from dataclasses import dataclass

from byestand.errors import FormatError
from byestand.language import say

PAGE = 4096
MAX_BYTES = 32 << 20
"""The largest file that is read; a club session has 0.2 MB, a congress 2 or 3."""

DATA_PAGE, DEFINITION_PAGE, MAP_PAGE = 1, 2, 5
SLOTS = 14
"""Where the row offsets of a data page start."""
MAX_ROWS_PER_PAGE = 255
"""A pointer to a row has one byte for its number."""
PAGES_A_MAP = (PAGE - 4) * 8
"""The number of pages that one map page of a reference map covers."""
OFFSET_MASK, DELETED, ELSEWHERE = 0x1FFF, 0x8000, 0x4000
"""A row offset holds two flags: the row is deleted; the row has moved to another page."""

BOOL, BYTE, INT, LONG, FLOAT, DOUBLE, DATE, TEXT = 1, 2, 3, 4, 6, 7, 8, 10
"""The column types Byestand reads and writes."""

_MAGIC = b"\x00\x01\x00\x00Standard Jet DB\x00"
_JET4 = 1
_HEADER_KEY = b"\xc7\xda\x39\x6b"
_MAX_DEFINITION_PAGES = 64
_COLUMN = struct.Struct("<BIHHHHHBBIHH")
_COUNTS = struct.Struct("<HHHIIII")
_U16 = struct.Struct("<H")
_U32 = struct.Struct("<I")


@dataclass(frozen=True, slots=True)
class JetColumn:
    """One column of a table."""

    name: str
    kind: int
    number: int
    """Its bit in the null mask; deleted columns still count."""
    var_index: int
    """Its place among the columns of variable length."""
    offset: int
    """Its place among the fixed bytes of a row."""
    size: int
    """Its size in bytes, or the maximum."""
    fixed: bool
    auto: bool
    """Whether it is an autonumber."""
    compressed: bool
    """Whether Access stores Latin text in it with one byte per character."""


@dataclass(frozen=True, slots=True)
class JetTable:
    """A table as its definition describes it."""

    name: str
    page: int
    rows: int
    last_auto: int
    columns: tuple[JetColumn, ...]
    row_columns: int
    """The number of columns of a new row, deleted ones included."""
    var_columns: int
    indexes: int
    usage_map: int
    """Pointer to the usage map of its data pages."""
    spacious: int
    """Pointer to the usage map of its data pages with room for more rows."""

    def column(self, name: str) -> JetColumn | None:
        """Return the column with a name; None if there is none."""
        return next((column for column in self.columns if column.name == name), None)


@dataclass(frozen=True, slots=True)
class JetImage:
    """The bytes of a database, with checked access."""

    data: bytes | bytearray
    source: str

    @property
    def pages(self) -> int:
        """The number of pages."""
        return len(self.data) // PAGE

    def fault(self, reason: str, offset: int) -> FormatError:
        """Return the error for a problem at *offset*."""
        return FormatError(self.source, reason, offset=offset)

    def u16(self, offset: int) -> int:
        """Return the 16 bits at *offset*."""
        value: int = _U16.unpack_from(self.data, offset)[0]
        return value

    def u32(self, offset: int) -> int:
        """Return the 32 bits at *offset*."""
        value: int = _U32.unpack_from(self.data, offset)[0]
        return value

    def start(self, page: int, kind: int, *, seen_at: int) -> int:
        """Return where *page* starts; raise if it does not exist or is of another kind."""
        if not 0 < page < self.pages:
            raise self.fault(
                say("reference to page {page}, but the file has {pages} pages", page=page, pages=self.pages), seen_at
            )
        if (actual := self.data[page * PAGE]) != kind:
            raise self.fault(
                say("expected a page of type {expected}, not {actual}", expected=kind, actual=actual), page * PAGE
            )
        return page * PAGE

    def slots(self, page: int) -> list[tuple[int, int, int]]:
        """Return (flags, first byte, end) of every row slot of a data page, in the whole file."""
        base, count = page * PAGE, self._rows_on(page)
        found, end = [], PAGE
        for entry in struct.unpack_from(f"<{count}H", self.data, base + SLOTS):
            place = entry & OFFSET_MASK
            if not SLOTS + 2 * count <= place <= end:
                raise self.fault(say("invalid row offset {offset}", offset=place), base + SLOTS)
            found.append((entry & ~OFFSET_MASK, base + place, base + end))
            end = place
        return found

    def _rows_on(self, page: int) -> int:
        count = self.u16(page * PAGE + 12)
        if count > MAX_ROWS_PER_PAGE:
            raise self.fault(say("{rows} rows do not fit on a page", rows=count), page * PAGE + 12)
        return count

    def slot(self, pointer: int, *, seen_at: int) -> tuple[int, int, int]:
        """Return (flags, first byte, end) of the row a pointer means; its low byte is the row."""
        page, row = pointer >> 8, pointer & 0xFF
        base, count = self.start(page, DATA_PAGE, seen_at=seen_at), self._rows_on(page)
        if row >= count:
            raise self.fault(
                say("reference to row {row} of page {page}, which has {rows} rows", row=row, page=page, rows=count),
                seen_at,
            )
        place = base + SLOTS + 2 * row
        entry, end = self.u16(place), self.u16(place - 2) & OFFSET_MASK if row else PAGE
        if not SLOTS + 2 * count <= entry & OFFSET_MASK <= end <= PAGE:
            raise self.fault(say("invalid row offset {offset}", offset=entry & OFFSET_MASK), place)
        return entry & ~OFFSET_MASK, base + (entry & OFFSET_MASK), base + end

    def usage_map_pages(self, pointer: int, *, seen_at: int) -> Iterator[int]:
        """Yield the pages of a usage map, inline (type 0) or by reference (type 1)."""
        _, first, end = self.slot(pointer, seen_at=seen_at)
        kind = self.data[first] if first < end else -1
        if kind == 0 and end - first >= 5:
            yield from self._bits(self.u32(first + 1), first + 5, end)
        elif kind == 1:
            for number, place in enumerate(range(first + 1, end - 3, 4)):
                if page := self.u32(place):
                    base = self.start(page, MAP_PAGE, seen_at=place)
                    yield from self._bits(number * PAGES_A_MAP, base + 4, base + PAGE)
        else:
            raise self.fault(say("expected a usage map of type 0 or 1, not {type}", type=kind), first)

    def _bits(self, base: int, first: int, end: int) -> Iterator[int]:
        for index, byte in enumerate(self.data[first:end].rstrip(b"\0")):
            for bit in range(8) if byte else ():
                if byte >> bit & 1:
                    page = base + index * 8 + bit
                    if not 0 < page < self.pages:
                        raise self.fault(
                            say(
                                "reference to page {page}, but the file has {pages} pages", page=page, pages=self.pages
                            ),
                            first + index,
                        )
                    yield page


def open_database(data: bytes | bytearray, source: str) -> JetImage:
    """Return the image of a Jet 4 database; raise for any other file."""
    image = JetImage(data, source)
    if len(data) > MAX_BYTES:
        raise FormatError(source, say("the file is larger than {limit} MB", limit=MAX_BYTES // 2**20))
    if bytes(data[: len(_MAGIC)]) != _MAGIC:
        raise image.fault(say("not an Access 2000 database (no Jet header)"), 0)
    if len(data) < 3 * PAGE or len(data) % PAGE:
        raise image.fault(say("truncated: expected a whole number of {size}-byte pages", size=PAGE), len(data))
    if data[0x14] != _JET4:
        reason = say("expected Jet version {expected} (Access 2000), not {actual}", expected=_JET4, actual=data[0x14])
        raise image.fault(reason, 0x14)
    if any(_unmask(bytes(data[0x18:0x42]))[0x3E - 0x18 :]):
        raise image.fault(say("the database is encoded; save it without encoding in Access"), 0x3E)
    return image


def definition(image: JetImage, page: int, name: str) -> JetTable:
    """Read the definition of a table."""
    whole, base = _join_pages(image, page), page * PAGE
    most, var_count, count, _, indexes, owned, spacious = _COUNTS.unpack_from(whole, 41)
    first = 63 + 12 * indexes
    if not (0 < count <= most <= 255 and var_count <= most and first + 25 * count <= len(whole)):
        raise image.fault(say("the definition of table {table} is inconsistent", table=name), base)
    columns, place = [], first + 25 * count
    for at in range(first, place, 25):
        kind, _, number, var_index, _, _, _, flags, more, _, offset, size = _COLUMN.unpack_from(whole, at)
        label, place = _name(image, whole, place, base)
        if number >= most or (not flags & 1 and var_index >= var_count):
            raise image.fault(say("invalid number of column {column} of table {table}", column=label, table=name), base)
        bits = bool(flags & 1), bool(flags & 4), bool(more & 1)
        columns.append(JetColumn(label, kind, number, var_index, offset, size, *bits))
    rows, last_auto = struct.unpack_from("<II", whole, 16)
    return JetTable(
        name=name,
        page=page,
        rows=rows,
        last_auto=last_auto,
        columns=tuple(columns),
        row_columns=most,
        var_columns=var_count,
        indexes=indexes,
        usage_map=owned,
        spacious=spacious,
    )


def _join_pages(image: JetImage, page: int) -> bytes:
    """Return a table definition in one piece; a long one has several pages."""
    base = image.start(page, DEFINITION_PAGE, seen_at=0)
    whole = bytearray(image.data[base : base + PAGE])
    for _ in range(_MAX_DEFINITION_PAGES):
        following = image.u32(base + 4)
        if not following:
            break
        base = image.start(following, DEFINITION_PAGE, seen_at=base + 4)
        whole += image.data[base + 8 : base + PAGE]
    else:
        raise image.fault(say("a table definition has no end"), page * PAGE)
    if image.u32(page * PAGE + 8) + 8 > len(whole):
        raise image.fault(say("a table definition is longer than its pages"), page * PAGE + 8)
    return bytes(whole)


def _name(image: JetImage, whole: bytes, place: int, base: int) -> tuple[str, int]:
    if place + 2 > len(whole):
        raise image.fault(say("the column names are truncated"), base)
    end = place + 2 + _U16.unpack_from(whole, place)[0]
    try:
        if end > len(whole):
            raise image.fault(say("the column names are truncated"), base)
        return whole[place + 2 : end].decode("utf-16-le"), end
    except UnicodeDecodeError:
        raise image.fault(say("a column name is not text"), base) from None


def _unmask(data: bytes) -> bytes:
    """Remove the fixed RC4 mask from a part of the first page."""
    state, j, out = list(range(256)), 0, bytearray()
    for i in range(256):
        j = (j + state[i] + _HEADER_KEY[i % 4]) & 255
        state[i], state[j] = state[j], state[i]
    j = 0
    for i, byte in enumerate(data, start=1):
        j = (j + state[i]) & 255
        state[i], state[j] = state[j], state[i]
        out.append(byte ^ state[(state[i] + state[j]) & 255])
    return bytes(out)

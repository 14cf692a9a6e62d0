"""The shape of a Jet 4 (Access 2000) database: pages, table definitions and usage maps.

Everything is read through :class:`Image`, which checks every place before it looks there, so
garbled bytes end in a FormatError with the offset, never in a traceback. ``jet4_rows`` reads and
packs rows, ``jet4_write`` appends them.
"""

import struct
from collections.abc import Iterator
from dataclasses import dataclass

from byestand.errors import FormatError

PAGE = 4096
MOST_BYTES = 32 << 20
"""What is read at most; a club night is a fifth of a megabyte, a congress two or three."""

DATA_PAGE, DEFINITION_PAGE, MAP_PAGE = 1, 2, 5
SLOTS = 14
"""Where the row offsets of a data page begin."""
MOST_ROWS_A_PAGE = 255
"""A pointer to a row has one byte for its number."""
PAGES_A_MAP = (PAGE - 4) * 8
"""How many pages one map page of a reference map covers."""
OFFSET_MASK, DELETED, ELSEWHERE = 0x1FFF, 0x8000, 0x4000
"""A row offset holds two flags: the row is deleted; the row has moved to another page."""

BOOL, BYTE, INT, LONG, FLOAT, DOUBLE, DATE, TEXT = 1, 2, 3, 4, 6, 7, 8, 10
"""The column types Byestand reads and writes."""

_MAGIC = b"\x00\x01\x00\x00Standard Jet DB\x00"
_JET4 = 1
_HEADER_KEY = b"\xc7\xda\x39\x6b"
_MOST_DEFINITION_PAGES = 64
_COLUMN = struct.Struct("<BIHHHHHBBIHH")
_COUNTS = struct.Struct("<HHHIIII")
_U16 = struct.Struct("<H")
_U32 = struct.Struct("<I")


@dataclass(frozen=True, slots=True)
class Column:
    """One column of a table."""

    name: str
    kind: int
    number: int
    """Its bit in the null mask; columns deleted long ago still count."""
    var_index: int
    """Its place among the columns of variable length."""
    offset: int
    """Its place among the fixed bytes of a row."""
    size: int
    """How many bytes it takes, or may take."""
    fixed: bool
    auto: bool
    """Whether it counts its rows by itself (autonumber)."""
    compressed: bool
    """Whether Access stores Latin text in it with one byte a character."""


@dataclass(frozen=True, slots=True)
class Table:
    """A table as its definition describes it."""

    name: str
    page: int
    rows: int
    last_auto: int
    columns: tuple[Column, ...]
    row_columns: int
    """How many columns a new row has, deleted ones included."""
    var_columns: int
    indexes: int
    owned: int
    """Pointer to the usage map of its data pages."""
    spacious: int
    """Pointer to the usage map of its data pages with room for more rows."""

    def column(self, name: str) -> Column | None:
        """Return the column called *name*, or None where the table has no such column."""
        return next((column for column in self.columns if column.name == name), None)


@dataclass(frozen=True, slots=True)
class Image:
    """The bytes of a database, looked at with care."""

    data: bytes | bytearray
    source: str

    @property
    def pages(self) -> int:
        """How many pages there are."""
        return len(self.data) // PAGE

    def fault(self, reason: str, offset: int) -> FormatError:
        """Return the error that says what is wrong at *offset*."""
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
        """Return where *page* begins, sure that it exists and is of that kind."""
        if not 0 < page < self.pages:
            raise self.fault(f"points to page {page}; the file has {self.pages} pages", seen_at)
        if self.data[page * PAGE] != kind:
            raise self.fault(f"expected a page of type {kind}, not {self.data[page * PAGE]}", page * PAGE)
        return page * PAGE

    def slots(self, page: int) -> list[tuple[int, int, int]]:
        """Return (flags, first byte, end) of every row slot of a data page, in the whole file."""
        base, count = page * PAGE, self._rows_on(page)
        found, end = [], PAGE
        for entry in struct.unpack_from(f"<{count}H", self.data, base + SLOTS):
            place = entry & OFFSET_MASK
            if not SLOTS + 2 * count <= place <= end:
                raise self.fault(f"a row cannot begin at {place} of its page", base + SLOTS)
            found.append((entry & ~OFFSET_MASK, base + place, base + end))
            end = place
        return found

    def _rows_on(self, page: int) -> int:
        count = self.u16(page * PAGE + 12)
        if count > MOST_ROWS_A_PAGE:
            raise self.fault(f"{count} rows do not fit on a page", page * PAGE + 12)
        return count

    def slot(self, pointer: int, *, seen_at: int) -> tuple[int, int, int]:
        """Return (flags, first byte, end) of the row a pointer means; its low byte is the row."""
        page, row = pointer >> 8, pointer & 0xFF
        base, count = self.start(page, DATA_PAGE, seen_at=seen_at), self._rows_on(page)
        if row >= count:
            raise self.fault(f"points to row {row} of page {page}, which has {count}", seen_at)
        place = base + SLOTS + 2 * row
        entry, end = self.u16(place), self.u16(place - 2) & OFFSET_MASK if row else PAGE
        if not SLOTS + 2 * count <= entry & OFFSET_MASK <= end <= PAGE:
            raise self.fault(f"a row cannot begin at {entry & OFFSET_MASK} of its page", place)
        return entry & ~OFFSET_MASK, base + (entry & OFFSET_MASK), base + end

    def mapped(self, pointer: int, *, seen_at: int) -> Iterator[int]:
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
            raise self.fault(f"expected a usage map of type 0 or 1, not {kind}", first)

    def _bits(self, base: int, first: int, end: int) -> Iterator[int]:
        for index, byte in enumerate(self.data[first:end].rstrip(b"\0")):
            for bit in range(8) if byte else ():
                if byte >> bit & 1:
                    page = base + index * 8 + bit
                    if not 0 < page < self.pages:
                        raise self.fault(f"a map lists page {page}; there are {self.pages}", first + index)
                    yield page


def opened(data: bytes | bytearray, source: str) -> Image:
    """Return the image of a Jet 4 database; refuse anything else with the reason."""
    image = Image(data, source)
    if len(data) > MOST_BYTES:
        raise FormatError(source, f"expected at most {MOST_BYTES} bytes, not {len(data)}")
    if bytes(data[: len(_MAGIC)]) != _MAGIC:
        raise image.fault("not an Access 2000 database (no Jet header)", 0)
    if len(data) < 3 * PAGE or len(data) % PAGE:
        raise image.fault(f"cut short: a whole number of {PAGE}-byte pages was expected", len(data))
    if data[0x14] != _JET4:
        raise image.fault(f"expected Jet version {_JET4} (Access 2000), not {data[0x14]}", 0x14)
    if any(_unmasked(bytes(data[0x18:0x42]))[0x3E - 0x18 :]):
        raise image.fault("the database is encoded; save it without encoding in Access", 0x3E)
    return image


def definition(image: Image, page: int, name: str) -> Table:
    """Read the definition of a table."""
    whole, base = _joined(image, page), page * PAGE
    most, var_count, count, _, indexes, owned, spacious = _COUNTS.unpack_from(whole, 41)
    first = 63 + 12 * indexes
    if not (0 < count <= most <= 255 and var_count <= most and first + 25 * count <= len(whole)):
        raise image.fault(f"the definition of table {name} does not hold together", base)
    columns, place = [], first + 25 * count
    for at in range(first, place, 25):
        kind, _, number, var_index, _, _, _, flags, more, _, offset, size = _COLUMN.unpack_from(whole, at)
        label, place = _name(image, whole, place, base)
        if number >= most or (not flags & 1 and var_index >= var_count):
            raise image.fault(f"column {label} of table {name} is numbered past the last", base)
        bits = bool(flags & 1), bool(flags & 4), bool(more & 1)
        columns.append(Column(label, kind, number, var_index, offset, size, *bits))
    rows, last_auto = struct.unpack_from("<II", whole, 16)
    return Table(
        name=name,
        page=page,
        rows=rows,
        last_auto=last_auto,
        columns=tuple(columns),
        row_columns=most,
        var_columns=var_count,
        indexes=indexes,
        owned=owned,
        spacious=spacious,
    )


def _joined(image: Image, page: int) -> bytes:
    """Return a table definition in one piece; a long one goes on over several pages."""
    base = image.start(page, DEFINITION_PAGE, seen_at=0)
    whole = bytearray(image.data[base : base + PAGE])
    for _ in range(_MOST_DEFINITION_PAGES):
        following = image.u32(base + 4)
        if not following:
            break
        base = image.start(following, DEFINITION_PAGE, seen_at=base + 4)
        whole += image.data[base + 8 : base + PAGE]
    else:
        raise image.fault("the definition of a table has no end", page * PAGE)
    if image.u32(page * PAGE + 8) + 8 > len(whole):
        raise image.fault("the definition of a table is longer than its pages", page * PAGE + 8)
    return bytes(whole)


def _name(image: Image, whole: bytes, place: int, base: int) -> tuple[str, int]:
    if place + 2 > len(whole):
        raise image.fault("the names of the columns are cut short", base)
    end = place + 2 + _U16.unpack_from(whole, place)[0]
    try:
        if end > len(whole):
            raise image.fault("the names of the columns are cut short", base)
        return whole[place + 2 : end].decode("utf-16-le"), end
    except UnicodeDecodeError:
        raise image.fault("the name of a column is not text", base) from None


def _unmasked(data: bytes) -> bytes:
    """Undo the fixed RC4 mask that lies over part of the first page."""
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

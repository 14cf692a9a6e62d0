"""Rows of a Jet 4 database: packed, unpacked, and read table by table.

A row is: how many columns; the fixed columns; the variable ones; where those end and begin, last
first; how many they are; a mask with one bit a column, 0 for NULL (for yes/no the value itself).
"""

import struct
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from typing import TypeAlias

from byestand.errors import CannotExpress
from byestand.formats.bws.jet4 import (
    BOOL,
    BYTE,
    DATA_PAGE,
    DATE,
    DELETED,
    DOUBLE,
    ELSEWHERE,
    FLOAT,
    INT,
    LONG,
    PAGE,
    SLOTS,
    TEXT,
    Column,
    Image,
    Table,
    definition,
)

Value: TypeAlias = bool | int | float | str | datetime | None

MOST_ROWS = 300_000
"""Rows read from one table at most: no event comes near, and garbled bytes must end."""

_CATALOGUE_PAGE = 2
_USER_TABLE, _SYSTEM = 1, 0x80000002
_MOST_MOVES = 8
_MOST_TABLES = 500
_DAY_ZERO = datetime(1899, 12, 30)  # noqa: DTZ001  (Access dates know no time zone)
_FIXED = {
    kind: struct.Struct(code)
    for kind, code in {
        BYTE: "<B",
        INT: "<h",
        LONG: "<i",
        FLOAT: "<f",
        DOUBLE: "<d",
        DATE: "<d",
    }.items()
}


def catalogue(image: Image) -> dict[str, int]:
    """Return where the definition of every user table lies: a page for each name."""
    system = definition(image, _CATALOGUE_PAGE, "MSysObjects")
    found: dict[str, int] = {}
    for ident, name, kind, flags in rows(image, system, ("Id", "Name", "Type", "Flags")):
        if kind == _USER_TABLE and isinstance(flags, int) and not flags & _SYSTEM:
            if len(found) == _MOST_TABLES:
                raise image.fault(f"more than {_MOST_TABLES} tables", system.page * PAGE)
            if not isinstance(name, str) or not isinstance(ident, int) or name in found:
                raise image.fault(f"the catalogue lists table {name!r} wrongly", system.page * PAGE)
            found[name] = ident & 0xFFFFFF
    return found


def rows(image: Image, table: Table, columns: Sequence[str]) -> Iterator[tuple[Value, ...]]:
    """Yield the rows of *table* in the order in which they lie; only the columns asked for."""
    wanted = [table.column(name) for name in columns]
    if None in wanted:
        missing = columns[wanted.index(None)]
        raise image.fault(f"table {table.name} has no column {missing}", table.page * PAGE)
    unpack = _unpacker(image, table, [column for column in wanted if column])
    count = 0
    for first, end in _extents(image, table):
        count += 1
        if count > MOST_ROWS:
            raise image.fault(f"more than {MOST_ROWS} rows in table {table.name}", first)
        yield unpack(first, end)
    if count != table.rows:
        reason = f"table {table.name} should have {table.rows} rows, not the {count} found"
        raise image.fault(reason, table.page * PAGE + 16)


def _extents(image: Image, table: Table) -> Iterator[tuple[int, int]]:
    """Yield where each row of a table that is not deleted begins and ends."""
    for page in image.mapped(table.owned, seen_at=table.page * PAGE + 55):
        base = page * PAGE
        # A map may list pages of long values too; should a page of rows get lost, the count tells.
        if image.data[base] == DATA_PAGE and image.u32(base + 4) == table.page:
            for flags, first, end in image.slots(page):
                if not flags & DELETED:
                    yield _moved(image, first, end) if flags & ELSEWHERE else (first, end)


def _moved(image: Image, first: int, end: int) -> tuple[int, int]:
    """Follow a row that outgrew its page to where it lies now."""
    for _ in range(_MOST_MOVES):
        if end - first < 4:
            break
        # Where it lies now it is flagged deleted, so that no scan sees it twice.
        flags, first, end = image.slot(image.u32(first), seen_at=first)
        if not flags & ELSEWHERE:
            return first, end
    raise image.fault("a row that was moved cannot be found", first)


def _unpacker(image: Image, table: Table, wanted: Sequence[Column]) -> Callable[[int, int], tuple[Value, ...]]:
    data, has_var = image.data, table.var_columns > 0

    def unpack(first: int, end: int) -> tuple[Value, ...]:
        width = image.u16(first) if end - first >= 2 else 0
        mask = end - (width + 7) // 8
        fixed_end, var_count = mask, 0
        if has_var:
            var_count = image.u16(mask - 2) if mask - 2 >= first + 2 else PAGE
            fixed_end = mask - 4 - 2 * var_count
        if not 0 < width <= table.row_columns or fixed_end < first + 2:
            raise image.fault(f"a row of table {table.name} does not hold together", first)
        values: list[Value] = []
        for column in wanted:
            number = column.number
            present = number < width and bool(data[mask + number // 8] >> number % 8 & 1)
            if column.kind == BOOL:
                values.append(present)
            elif not present:
                values.append(None)
            elif column.fixed:
                values.append(_fixed(image, column, first + 2 + column.offset, fixed_end))
            elif column.var_index < var_count:
                place = mask - 4 - 2 * column.var_index
                start, stop = first + image.u16(place), first + image.u16(place - 2)
                if not first + 2 <= start <= stop <= fixed_end:
                    raise image.fault(f"{table.name}.{column.name} lies outside its row", first)
                values.append(_text(image, column, start, stop))
            else:
                values.append(None)
        return tuple(values)

    return unpack


def _fixed(image: Image, column: Column, place: int, end: int) -> Value:
    code = _FIXED.get(column.kind)
    if code is None:
        raise image.fault(f"column {column.name} has a type ({column.kind}) not read here", place)
    if place + code.size > end:
        raise image.fault(f"column {column.name} lies outside its row", place)
    value: float = code.unpack_from(image.data, place)[0]
    if column.kind != DATE:
        return value
    try:
        return _DAY_ZERO + timedelta(days=value)
    except (OverflowError, ValueError):
        raise image.fault(f"column {column.name} holds no date", place) from None


def _text(image: Image, column: Column, first: int, end: int) -> str:
    if column.kind != TEXT:
        raise image.fault(f"column {column.name} has a type ({column.kind}) not read here", first)
    raw = bytes(image.data[first:end])
    try:
        return _expanded(raw) if raw[:2] == b"\xff\xfe" else raw.decode("utf-16-le")
    except UnicodeDecodeError:
        raise image.fault(f"column {column.name} holds no text", first) from None


def _expanded(raw: bytes) -> str:
    r"""Expand compressed text: a zero byte switches between one and two bytes a character.

    >>> _expanded(b"\xff\xfeab\x00\x69\x26\x00c")
    'ab♩c'
    """
    text, place, wide = "", 2, False
    while place < len(raw):
        if raw[place] == 0:
            wide, place = not wide, place + 1
            continue
        step = 2 if wide else 1
        text += raw[place : place + step].decode("utf-16-le" if wide else "latin-1")
        place += step
    return text


def packer(table: Table) -> Callable[[Mapping[str, Value]], bytes]:
    """Return the function that packs rows of *table*; columns not given are NULL."""
    width = table.row_columns
    fixed = [column for column in table.columns if column.fixed and column.kind != BOOL]
    size = 2 + max((column.offset + _FIXED[column.kind].size for column in fixed), default=0)
    texts = sorted((c for c in table.columns if not c.fixed), key=lambda c: c.var_index)
    flags = [column for column in table.columns if column.kind == BOOL]

    def pack(row: Mapping[str, Value]) -> bytes:
        packed, mask = bytearray(size), 0
        struct.pack_into("<H", packed, 0, width)
        for column in fixed:
            if (value := row.get(column.name)) is not None:
                _place(packed, table, column, value)
                mask |= 1 << column.number
        ends = [0] * (table.var_columns + 1)
        for column in texts:
            ends[column.var_index] = len(packed)
            if (value := row.get(column.name)) is not None:
                packed += _packed_text(table, column, value)
                mask |= 1 << column.number
        for column in flags:
            mask |= bool(row.get(column.name)) << column.number
        if table.var_columns:
            ends[-1] = len(packed)
            packed += struct.pack(f"<{len(ends)}H", *reversed(ends))
            packed += struct.pack("<H", table.var_columns)
        packed += mask.to_bytes((width + 7) // 8, "little")
        if len(packed) > PAGE - SLOTS - 2:
            raise CannotExpress(f"a row of table {table.name} does not fit on a page")
        return bytes(packed)

    return pack


def _place(packed: bytearray, table: Table, column: Column, value: Value) -> None:
    if isinstance(value, datetime):
        value = (value - _DAY_ZERO) / timedelta(days=1)
    try:
        _FIXED[column.kind].pack_into(packed, 2 + column.offset, value)
    except (struct.error, OverflowError):
        raise CannotExpress(f"column {column.name} of table {table.name} cannot hold {value!r}") from None


def _packed_text(table: Table, column: Column, value: Value) -> bytes:
    place = f"column {column.name} of table {table.name}"
    if not isinstance(value, str):
        raise CannotExpress(f"{place} holds text, not {value!r}")
    try:
        wide = value.encode("utf-16-le")
    except UnicodeEncodeError:
        raise CannotExpress(f"{place} cannot hold {value!r}") from None
    if len(wide) > column.size:
        raise CannotExpress(f"{place} holds {column.size // 2} characters, not {value!r}")
    if column.compressed and len(value) > 2 and all(0 < ord(c) < 256 for c in value):
        return b"\xff\xfe" + value.encode("latin-1")
    return wide

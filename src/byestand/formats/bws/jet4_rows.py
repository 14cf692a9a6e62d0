"""Rows of a Jet 4 database: packing, unpacking, and reading table by table.

A row has: the number of columns; the fixed columns; the variable columns; the offsets of those, last first; their
number; a mask with one bit per column, 0 for NULL (for yes/no the value itself).
"""

import struct
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from typing import TypeAlias

from byestand.errors import CannotExpress, FormatError
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
    JetColumn,
    JetImage,
    JetTable,
    definition,
)
from byestand.language import say

Value: TypeAlias = bool | int | float | str | datetime | None

MAX_ROWS = 300_000
"""Rows read from one table; no event has nearly as many, and reading of corrupt bytes must end."""

_CATALOGUE_PAGE = 2
_USER_TABLE, _SYSTEM = 1, 0x80000002
_MAX_MOVES = 8
_MAX_TABLES = 500
_DAY_ZERO = datetime(1899, 12, 30)  # noqa: DTZ001  (Access dates have no time zone)
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


def catalogue(image: JetImage) -> dict[str, int]:
    """Return the page of the definition of every user table, by name."""
    system = definition(image, _CATALOGUE_PAGE, "MSysObjects")
    pages: dict[str, int] = {}
    for ident, name, kind, flags in rows(image, system, ("Id", "Name", "Type", "Flags")):
        if kind == _USER_TABLE and isinstance(flags, int) and not flags & _SYSTEM:
            if len(pages) == _MAX_TABLES:
                raise image.fault(say("more than {limit} tables", limit=_MAX_TABLES), system.page * PAGE)
            if not isinstance(name, str) or not isinstance(ident, int) or name in pages:
                raise image.fault(say("invalid catalogue entry for table {name!r}", name=name), system.page * PAGE)
            pages[name] = ident & 0xFFFFFF
    return pages


def rows(image: JetImage, table: JetTable, columns: Sequence[str]) -> Iterator[tuple[Value, ...]]:
    """Yield the rows of *table* in their stored order, with the given columns only."""
    wanted = [table.column(name) for name in columns]
    if None in wanted:
        missing = columns[wanted.index(None)]
        raise image.fault(
            say("table {table} has no column {column}", table=table.name, column=missing), table.page * PAGE
        )
    unpack = _unpacker(image, table, [column for column in wanted if column])
    count = 0
    for first, end in _extents(image, table):
        count += 1
        if count > MAX_ROWS:
            raise image.fault(say("table {table} has more than {limit} rows", table=table.name, limit=MAX_ROWS), first)
        yield unpack(first, end)
    if count != table.rows:
        reason = say(
            "table {table} should have {expected} rows, not {count}",
            table=table.name,
            expected=table.rows,
            count=count,
        )
        raise image.fault(reason, table.page * PAGE + 16)


def _extents(image: JetImage, table: JetTable) -> Iterator[tuple[int, int]]:
    """Yield the start and end of each row of a table that is not deleted."""
    for page in image.usage_map_pages(table.usage_map, seen_at=table.page * PAGE + 55):
        base = page * PAGE
        # A map may list pages of long values too; the count shows whether a page of rows is missing.
        if image.data[base] == DATA_PAGE and image.u32(base + 4) == table.page:
            for flags, first, end in image.slots(page):
                if not flags & DELETED:
                    yield _follow_row(image, first, end) if flags & ELSEWHERE else (first, end)


def _follow_row(image: JetImage, first: int, end: int) -> tuple[int, int]:
    """Return the position of a row that was moved to another page."""
    for _ in range(_MAX_MOVES):
        if end - first < 4:
            break
        # At its new position it is flagged as deleted, so that no scan reads it twice.
        flags, first, end = image.slot(image.u32(first), seen_at=first)
        if not flags & ELSEWHERE:
            return first, end
    raise image.fault(say("a moved row cannot be found"), first)


def _unpacker(image: JetImage, table: JetTable, wanted: Sequence[JetColumn]) -> Callable[[int, int], tuple[Value, ...]]:
    data, has_var = image.data, table.var_columns > 0

    def unpack(first: int, end: int) -> tuple[Value, ...]:
        width = image.u16(first) if end - first >= 2 else 0
        mask = end - (width + 7) // 8
        fixed_end, var_count = mask, 0
        if has_var:
            var_count = image.u16(mask - 2) if mask - 2 >= first + 2 else PAGE
            fixed_end = mask - 4 - 2 * var_count
        if not 0 < width <= table.row_columns or fixed_end < first + 2:
            raise image.fault(say("a row of table {table} is inconsistent", table=table.name), first)
        values: list[Value] = []
        for column in wanted:
            number = column.number
            present = number < width and bool(data[mask + number // 8] >> number % 8 & 1)
            if column.kind == BOOL:
                values.append(present)
            elif not present:
                values.append(None)
            elif column.fixed:
                values.append(_fixed_column(image, column, first + 2 + column.offset, fixed_end))
            elif column.var_index < var_count:
                place = mask - 4 - 2 * column.var_index
                start, stop = first + image.u16(place), first + image.u16(place - 2)
                if not first + 2 <= start <= stop <= fixed_end:
                    raise image.fault(say("column {column} is outside its row", column=column.name), first)
                values.append(_text(image, column, start, stop))
            else:
                values.append(None)
        return tuple(values)

    return unpack


def _fixed_column(image: JetImage, column: JetColumn, place: int, end: int) -> Value:
    code = _FIXED.get(column.kind)
    if code is None:
        raise _unknown_type(image, column, place)
    if place + code.size > end:
        raise image.fault(say("column {column} is outside its row", column=column.name), place)
    value: float = code.unpack_from(image.data, place)[0]
    if column.kind != DATE:
        return value
    try:
        return _DAY_ZERO + timedelta(days=value)
    except (OverflowError, ValueError):
        raise image.fault(say("column {column} has an invalid date", column=column.name), place) from None


def _unknown_type(image: JetImage, column: JetColumn, place: int) -> FormatError:
    return image.fault(say("column {column} has unknown type {type}", column=column.name, type=column.kind), place)


def _text(image: JetImage, column: JetColumn, first: int, end: int) -> str:
    if column.kind != TEXT:
        raise _unknown_type(image, column, first)
    raw = bytes(image.data[first:end])
    try:
        return _expand(raw) if raw[:2] == b"\xff\xfe" else raw.decode("utf-16-le")
    except UnicodeDecodeError:
        raise image.fault(say("column {column} has invalid text", column=column.name), first) from None


def _expand(raw: bytes) -> str:
    r"""Expand compressed text: a zero byte switches between one and two bytes per character.

    >>> _expand(b"\xff\xfeab\x00\x69\x26\x00c")
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


def packer(table: JetTable) -> Callable[[Mapping[str, Value]], bytes]:
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
            raise CannotExpress(say("a row of table {table} does not fit on a page", table=table.name))
        return bytes(packed)

    return pack


def _place(packed: bytearray, table: JetTable, column: JetColumn, value: Value) -> None:
    if isinstance(value, datetime):
        value = (value - _DAY_ZERO) / timedelta(days=1)
    try:
        _FIXED[column.kind].pack_into(packed, 2 + column.offset, value)
    except (struct.error, OverflowError):
        raise _invalid_value(table, column, value) from None


def _invalid_value(table: JetTable, column: JetColumn, value: Value) -> CannotExpress:
    return CannotExpress(
        say(
            "invalid value for column {column} of table {table}: {value!r}",
            column=column.name,
            table=table.name,
            value=value,
        )
    )


def _packed_text(table: JetTable, column: JetColumn, value: Value) -> bytes:
    if not isinstance(value, str):
        raise _invalid_value(table, column, value)
    try:
        wide = value.encode("utf-16-le")
    except UnicodeEncodeError:
        raise _invalid_value(table, column, value) from None
    if len(wide) > column.size:
        raise CannotExpress(
            say(
                "text is longer than the {limit} characters of column {column} of table {table}: {value!r}",
                limit=column.size // 2,
                column=column.name,
                table=table.name,
                value=value,
            )
        )
    if column.compressed and len(value) > 2 and all(0 < ord(c) < 256 for c in value):
        return b"\xff\xfe" + value.encode("latin-1")
    return wide

"""Columns of csv files that people or scripts bring."""

from collections.abc import Iterable, Iterator, Sequence

from byestand.errors import FormatError


def check_columns(columns: Sequence[str], known: Iterable[str], source: str, line: int) -> None:
    """Refuse a heading with a column twice, or with one that is not known; columns without a name do not matter."""
    expected = tuple(known)
    for column in columns:
        if column and columns.count(column) > 1:
            raise FormatError(source, f"the column {column} is there twice", line=line)
        if column and column not in expected:
            reason = f"this column is not known; there can be {', '.join(expected)}: {column[:40]!r}"
            raise FormatError(source, reason, line=line)


def rows_by_column(
    rows: Iterable[tuple[int, list[str]]], columns: Sequence[str], source: str
) -> Iterator[tuple[int, dict[str, str]]]:
    """Yield the number and the cells of every row that is not blank; cells at the end may be left out."""
    for number, cells in rows:
        if not any(cell.strip() for cell in cells):
            continue
        if len(cells) > len(columns):
            raise FormatError(source, f"expected {len(columns)} columns, not {len(cells)}", line=number)
        yield number, dict.fromkeys(columns, "") | dict(zip(columns, map(str.strip, cells), strict=False))

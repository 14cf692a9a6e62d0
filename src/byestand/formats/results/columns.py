"""The heading of a csv file that people or scripts bring."""

from collections.abc import Iterable, Sequence

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

"""The files that results are written to: by their names, and by how a file's name ends."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TypeAlias

from byestand.cli.words import json_text
from byestand.errors import BadRequest
from byestand.formats.results.json import book_data
from byestand.formats.results.text import book_text, ranking_csv
from byestand.score.book import Book
from byestand.sheets.pages import Paper

Written: TypeAlias = tuple[bytes, tuple[str, ...]]
"""What goes into a file, and what whoever asked for it should know."""


def _plain(text: Callable[[Book], str]) -> Callable[[Book, Paper], Written]:
    return lambda book, _: (text(book).encode(), ())


WRITERS: Mapping[str, Callable[[Book, Paper], Written]] = {
    "text": _plain(book_text),
    "json": _plain(lambda book: json_text(book_data(book)) + "\n"),
    "csv": _plain(ranking_csv),
}
ENDINGS = {".txt": "text", ".json": "json", ".csv": "csv"}
SAYS_FINDINGS = ("text", "json")
"""Formats in which findings stand themselves."""


def wanted_format(to: str | None, output: str | None) -> str:
    """Return the format that is meant: as it was said, or as the file's name ends."""
    if to is None and output is None:
        return "text"
    found = to or ENDINGS.get(Path(output or "").suffix.lower())
    if found is None:
        raise BadRequest(f"tell the format with --format, or by how the file's name ends: {output!r}")
    return found

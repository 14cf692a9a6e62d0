"""The files that results are written to: by their names, and by how a file's name ends."""

import datetime as dt
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TypeAlias

from byestand.cli.words import json_text
from byestand.errors import BadRequest
from byestand.formats.results.html import results_html
from byestand.formats.results.json import book_data
from byestand.formats.results.text import book_text, ranking_csv
from byestand.formats.results.usebio import usebio
from byestand.score.book import Book
from byestand.sheets.ink import printed
from byestand.sheets.pages import Paper
from byestand.sheets.results import results_booklet

Written: TypeAlias = tuple[bytes, tuple[str, ...]]
"""What goes into a file, and what whoever asked for it should know."""


def _plain(text: Callable[[Book], str]) -> Callable[[Book, Paper], Written]:
    return lambda book, _: (text(book).encode(), ())


def _usebio(book: Book, _: Paper) -> Written:
    """Return USEBIO, which needs a day: today, where nobody says another."""
    if book.event.date is not None:
        return usebio(book, book.event.date), ()
    today = dt.date.today()  # noqa: DTZ011 - the day of the people who play
    return usebio(book, today), (f"the file needs a day, and has today's, {today}; say another with --date",)


def _pdf(book: Book, paper: Paper) -> Written:
    pages = printed(results_booklet(book, paper))
    return pages.files[0], pages.warnings


WRITERS: Mapping[str, Callable[[Book, Paper], Written]] = {
    "text": _plain(book_text),
    "json": _plain(lambda book: json_text(book_data(book)) + "\n"),
    "csv": _plain(ranking_csv),
    "html": _plain(results_html),
    "usebio": _usebio,
    "pdf": _pdf,
}
PAGES = {"html", "usebio", "pdf"}
"""What people or federations publish, which is not written without a scored result."""
ENDINGS = {".txt": "text", ".json": "json", ".csv": "csv", ".html": "html", ".xml": "usebio", ".pdf": "pdf"}


def wanted_format(to: str | None, output: str | None) -> str:
    """Return the format that is meant: as it was said, or as the file's name ends."""
    if to is None and output is None:
        return "text"
    if to == "pdf" and output is None:
        raise BadRequest("a pdf is no text: name a file with -o")
    found = to or ENDINGS.get(Path(output or "").suffix.lower())
    if found is None:
        raise BadRequest(f"tell the format with --format, or by how the file's name ends: {output!r}")
    return found

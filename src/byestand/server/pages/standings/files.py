"""The results of a night as files and on paper."""

import datetime as dt
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from byestand.errors import NotFound
from byestand.formats.results import csv
from byestand.formats.results.html import results_html
from byestand.formats.results.json import book_data
from byestand.formats.results.text import ranking_csv
from byestand.formats.results.usebio import PAIRS_ONLY, usebio
from byestand.night.state import NightState
from byestand.score.book import Book
from byestand.server.jobs.job import job
from byestand.server.jobs.results import HTML, JSON, File
from byestand.server.nights.session_results import SessionResults
from byestand.sheets.ink import printed
from byestand.sheets.pages import Paper
from byestand.sheets.results import ranking_booklet, results_booklet

CSV = "text/csv; charset=utf-8"


@dataclass(frozen=True, slots=True)
class ResultFile:
    """A file of results."""

    words: str
    media: str
    write: Callable[[SessionResults, Book, Paper], bytes]
    why_not_players: str = ""
    """Why it cannot be written for single players; empty where it can."""


def _usebio(book: Book) -> bytes:
    """Return USEBIO, which needs a date: today, where the night has none."""
    return usebio(book, book.event.date or dt.date.today())  # noqa: DTZ011 - the day of the people who play


FILES: Mapping[str, ResultFile] = {
    "ranking.pdf": ResultFile(
        "the ranking, to hang up",
        "application/pdf",
        lambda _, book, paper: printed(ranking_booklet(book, paper)).files[0],
    ),
    "results.pdf": ResultFile(
        "to print: ranking, boards, a page for everybody",
        "application/pdf",
        lambda _, book, paper: printed(results_booklet(book, paper)).files[0],
    ),
    "results.html": ResultFile("for the club's site", HTML, lambda _, book, __: results_html(book).encode()),
    "results.xml": ResultFile(
        "USEBIO, for federations", "application/xml", lambda _, book, __: _usebio(book), why_not_players=PAIRS_ONLY
    ),
    "ranking.csv": ResultFile("the ranking, for a spreadsheet", CSV, lambda _, book, __: ranking_csv(book).encode()),
    "results.csv": ResultFile("every line as it was typed", CSV, lambda session, *_: csv.dumps(session.lines).encode()),
    "results.json": ResultFile(
        "everything, for programs",
        JSON,
        lambda _, book, __: f"{json.dumps(book_data(book), ensure_ascii=False, indent=1)}\n".encode(),
    ),
}
"""Every file of results, by its name: a new format is a line here."""


@job("quick", reads={"setup", "people", "results"})
def result_file(id: int, state: NightState, name: str) -> File:
    """Return the results of a night as a file."""
    del id
    return _write(state, name, "a4")


@job("print", reads={"setup", "people", "results"})
def result_paper(id: int, state: NightState, name: str, paper: Paper) -> File:
    """Return the results of a night on paper."""
    del id
    return _write(state, name, paper)


def _write(state: NightState, name: str, paper: Paper) -> File:
    wanted = FILES.get(name)
    if wanted is None:
        raise NotFound(f"there is no such file of results, there are {', '.join(FILES)}: {name[:40]!r}")
    session = SessionResults.of(state)
    return File(wanted.write(session, session.book(), paper), wanted.media, name)

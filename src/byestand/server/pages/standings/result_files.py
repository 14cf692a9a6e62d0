"""Files and paper with the results of a night."""

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
from byestand.job import job
from byestand.language import phrase, say
from byestand.night.state import NightState
from byestand.score.book import Book
from byestand.server.jobs.job_results import HTML, JSON, JobFile
from byestand.session.session_results import SessionResults
from byestand.sheets.print_order import Paper
from byestand.sheets.result_sheets import ranking_booklet, results_booklet
from byestand.sheets.typst_renderer import render_booklet

CSV = "text/csv; charset=utf-8"


@dataclass(frozen=True, slots=True)
class ResultFile:
    """A file of results."""

    words: str
    media: str
    write: Callable[[SessionResults, Book, Paper], bytes]
    why_not_players: str = ""
    """Why it cannot be written for an individual event; empty if it can."""


def _usebio(book: Book) -> bytes:
    """Return USEBIO, which needs a date: today if the event has none."""
    return usebio(book, book.event.date or dt.date.today())  # noqa: DTZ011 - the local date of the players


FILES: Mapping[str, ResultFile] = {
    "ranking.pdf": ResultFile(
        phrase("the ranking, for the notice board"),
        "application/pdf",
        lambda _, book, paper: render_booklet(ranking_booklet(book, paper)).files[0],
    ),
    "results.pdf": ResultFile(
        phrase("printable: ranking, boards, each pair’s results"),
        "application/pdf",
        lambda _, book, paper: render_booklet(results_booklet(book, paper)).files[0],
    ),
    "results.html": ResultFile(phrase("for the club’s website"), HTML, lambda _, book, __: results_html(book).encode()),
    "results.xml": ResultFile(
        phrase("USEBIO, for federations"),
        "application/xml",
        lambda _, book, __: _usebio(book),
        why_not_players=PAIRS_ONLY,
    ),
    "ranking.csv": ResultFile(
        phrase("the ranking, for a spreadsheet"), CSV, lambda _, book, __: ranking_csv(book).encode()
    ),
    "results.csv": ResultFile(
        phrase("all results as entered"), CSV, lambda session, *_: csv.dumps(session.lines).encode()
    ),
    "results.json": ResultFile(
        phrase("all data, for programs"),
        JSON,
        lambda _, book, __: f"{json.dumps(book_data(book), ensure_ascii=False, indent=1)}\n".encode(),
    ),
}
"""All files of results by name."""


@job("quick", reads={"setup", "people", "results"})
def result_file(id: int, state: NightState, name: str) -> JobFile:
    """Return a file with the results of a night."""
    del id
    return _write(state, name, "a4")


@job("print", reads={"setup", "people", "results"})
def result_paper(id: int, state: NightState, name: str, paper: Paper) -> JobFile:
    """Return a PDF with the results of a night."""
    del id
    return _write(state, name, paper)


def _write(state: NightState, name: str, paper: Paper) -> JobFile:
    file = FILES.get(name)
    if file is None:
        raise NotFound(say("unknown results file; files are {files}: {name!r}", files=", ".join(FILES), name=name[:40]))
    session = SessionResults.from_night(state)
    return JobFile(file.write(session, session.book(), paper), file.media, name)

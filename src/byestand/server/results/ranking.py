"""The ranking as it stands: who leads, what is missing, what is odd; and all of it as files."""

import datetime as dt
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from byestand.errors import BadRequest, NotFound
from byestand.formats.results import csv
from byestand.formats.results.html import results_html
from byestand.formats.results.json import book_data
from byestand.formats.results.text import ranking_csv
from byestand.formats.results.usebio import PAIRS_ONLY, usebio
from byestand.model.scoring import FACTORS, METHOD_NAMES, Factor, Method, Scoring
from byestand.night.night import loads
from byestand.score.against import MISSING, TO_CONFIRM
from byestand.score.book import Book
from byestand.score.explained import explained
from byestand.score.findings import ResultFinding
from byestand.score.shown import two_decimals
from byestand.server.asking import Asked, Pairs
from byestand.server.jobs.job import job
from byestand.server.jobs.results import HTML, JSON, File, Page
from byestand.server.pages import house
from byestand.server.rendering import rendered
from byestand.server.results.confirming import lines_to_confirm
from byestand.server.results.evening import Evening
from byestand.sheets.ink import printed
from byestand.sheets.pages import Paper
from byestand.sheets.results import ranking_booklet, results_booklet
from byestand.words.phrases import first_up

CSV = "text/csv; charset=utf-8"
SECTIONS = {"field": "all sections together", "apart": "each section apart"}
FACTORED = {"neuberg": "by Neuberg's formula", "ratio": "in proportion", "none": "not factored"}
MOST_SHOWN = 60
"""Findings that a page lists; the json has all."""


@dataclass(frozen=True, slots=True)
class ResultFile:
    """A file of results."""

    words: str
    media: str
    write: Callable[[Evening, Book, Paper], bytes]
    why_not_players: str = ""
    """Why it cannot be written for single players; nothing where it can."""


def _json(book: Book) -> bytes:
    return f"{json.dumps(book_data(book), ensure_ascii=False, indent=1)}\n".encode()


def _usebio(book: Book) -> bytes:
    """Return USEBIO, which needs a day: today, where the club does not say another."""
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
    "results.csv": ResultFile("every line as it was typed", CSV, lambda evening, *_: csv.dumps(evening.lines).encode()),
    "results.json": ResultFile("everything, for programs", JSON, lambda _, book, __: _json(book)),
}
"""Every file of results, by its name: a new format is a line here."""


def rules_asked(asked: Asked) -> Scoring:
    """Return how it is scored; how sections compare is part of the night."""
    return Scoring(
        cast("Method", asked.choice("method", tuple(METHOD_NAMES))),
        cast("Factor", asked.choice("factor", FACTORS)),
    )


@job("quick")
def result_file(contents: str, name: str, pairs: Pairs) -> File:
    """Return the results of a night as a file."""
    return _file(contents, name, pairs)


@job("print")
def result_paper(contents: str, name: str, pairs: Pairs) -> File:
    """Return them on paper."""
    return _file(contents, name, pairs)


def _file(contents: str, name: str, pairs: Pairs) -> File:
    wanted = FILES.get(name)
    if wanted is None:
        raise NotFound(f"there is no such file of results, there are {', '.join(FILES)}: {name[:40]!r}")
    evening, asked = Evening.of(loads(contents)), Asked(pairs)
    event = house.event(asked, title=evening.night.name)
    book = evening.book(rules_asked(asked), event)
    return File(wanted.write(evening, book, house.paper(asked)), wanted.media, name)


@job("quick")
def content(id: int, contents: str, pairs: Pairs) -> Page:
    """Return the page of the ranking; what cannot be scored so is refused, and the choice stays."""
    evening, asked = Evening.of(loads(contents)), Asked(pairs)
    refused, book = "", None
    try:
        book = evening.book(rules_asked(asked))
    except BadRequest as no:
        refused = str(no)
    findings = book.night.findings if book else ()
    odd = [finding for finding in findings if finding.rule not in (MISSING, TO_CONFIRM)]
    missing = [finding for finding in findings if finding.rule == MISSING]
    withheld = [file for file in FILES.values() if evening.is_individual and file.why_not_players]
    return rendered(
        "ranking.html",
        f"Ranking of {evening.night.name}",
        status=400 if refused else 200,
        id=id,
        name=evening.night.name,
        asked=asked,
        refused=refused,
        book=book,
        figure=two_decimals,
        boards=sorted({traveller.board for traveller in book.travellers}) if book else (),
        explained=explained(book) if book and evening.lines else (),
        methods=METHOD_NAMES,
        factors=FACTORED,
        sections=SECTIONS if len(evening.schedules) > 1 else {},
        compared=evening.sections_compared,
        missing=_where_missing(missing),
        lines_missing=len(missing),
        to_confirm=lines_to_confirm(evening),
        lines_to_confirm=sum(finding.rule == TO_CONFIRM for finding in findings),
        errors=sum(finding.severity == "error" for finding in odd),
        odd=odd[:MOST_SHOWN],
        more=max(0, len(odd) - MOST_SHOWN),
        files={name: file for name, file in FILES.items() if book and file not in withheld},
        why_not=[first_up(file.why_not_players) for file in withheld],
    )


def _where_missing(findings: Sequence[ResultFinding]) -> dict[tuple[str, int], list[int]]:
    """Return the tables of which results are missing, by section and round."""
    found: dict[tuple[str, int], set[int]] = {}
    for finding in findings:
        if finding.round and finding.table:
            found.setdefault((finding.section or "", finding.round), set()).add(finding.table)
    return {where: sorted(tables) for where, tables in sorted(found.items())}

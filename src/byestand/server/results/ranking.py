"""The ranking as it stands: who leads, what is missing, what is odd; and all of it as files."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from byestand.errors import BadRequest, NotFound
from byestand.formats.results import csv
from byestand.formats.results.json import book_data
from byestand.formats.results.text import ranking_csv
from byestand.score.book import Book
from byestand.score.explained import METHODS, explained
from byestand.score.factoring import FACTORS, Factor
from byestand.score.findings import ResultFinding
from byestand.score.scoring import Method, Rules, Sections
from byestand.score.shown import two_decimals
from byestand.server.asking import Asked, Pairs
from byestand.server.nights.night import loads
from byestand.server.rendering import rendered
from byestand.server.results.evening import Evening
from byestand.server.work.answers import JSON, Answer

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
    write: Callable[[Evening, Book], bytes]


FILES: Mapping[str, ResultFile] = {
    "results.csv": ResultFile("every line as it was typed", CSV, lambda evening, _: csv.dumps(evening.lines).encode()),
    "ranking.csv": ResultFile("the ranking, for a spreadsheet", CSV, lambda _, book: ranking_csv(book).encode()),
    "results.json": ResultFile("everything, for programs", JSON, lambda _, book: _json(book)),
}
"""Every file of results, by its name: a new format is a line here."""


def _json(book: Book) -> bytes:
    return f"{json.dumps(book_data(book), ensure_ascii=False, indent=1)}\n".encode()


def rules_asked(asked: Asked) -> Rules:
    """Return how it is scored."""
    return Rules(
        cast("Method", asked.choice("method", tuple(METHODS))),
        cast("Factor", asked.choice("factor", FACTORS)),
        cast("Sections", asked.choice("sections", tuple(SECTIONS))),
    )


def result_file(contents: str, name: str, pairs: Pairs) -> Answer:
    """Return the results of a night as a file."""
    wanted = FILES.get(name)
    if wanted is None:
        raise NotFound(f"there is no such file of results, there are {', '.join(FILES)}: {name[:40]!r}")
    evening = Evening.of(loads(contents))
    return Answer(wanted.write(evening, evening.book(rules_asked(Asked(pairs)))), wanted.media, filename=name)


def content(id: int, contents: str, pairs: Pairs) -> Answer:
    """Return the page of the ranking; what cannot be scored so is refused, and the choice stays."""
    evening, asked = Evening.of(loads(contents)), Asked(pairs)
    refused, book = "", None
    try:
        book = evening.book(rules_asked(asked))
    except BadRequest as no:
        refused = str(no)
    findings = book.night.findings if book else ()
    odd = [finding for finding in findings if finding.rule != "missing result"]
    missing = [finding for finding in findings if finding.rule == "missing result"]
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
        explained=explained(book) if book and evening.lines else (),
        methods=METHODS,
        factors=FACTORED,
        sections=SECTIONS if len(evening.schedules) > 1 else {},
        missing=_where_missing(missing),
        lines_missing=len(missing),
        errors=sum(finding.severity == "error" for finding in odd),
        odd=odd[:MOST_SHOWN],
        more=max(0, len(odd) - MOST_SHOWN),
        files=FILES if book else {},
    )


def _where_missing(findings: Sequence[ResultFinding]) -> dict[tuple[str, int], list[int]]:
    """Return the tables of which results are missing, by section and round."""
    found: dict[tuple[str, int], set[int]] = {}
    for finding in findings:
        if finding.round and finding.table:
            found.setdefault((finding.section or "", finding.round), set()).add(finding.table)
    return {where: sorted(tables) for where, tables in sorted(found.items())}

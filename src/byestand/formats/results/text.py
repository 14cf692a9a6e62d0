"""Results as text for a terminal, and the ranking as CSV rows."""

import csv
import io
from collections.abc import Iterator

from byestand.formats.results.json import column_data
from byestand.language import phrase, say, say_many
from byestand.sanitize import guard_cell, printable
from byestand.score.book import Book, Column, RankedList, SessionCell
from byestand.score.ranking import RankedContestant
from byestand.sentences.scoring_explanation import scoring_explanation

IDENTITY = ("place", "section", "line", "contestant")
"""The columns before those of the book."""
_SESSION = 14
"""The width of a session column: figure and seat."""
_SEVERITIES = {"error": phrase("error"), "warning": phrase("warning")}


def ranking_csv(book: Book) -> str:
    """Return the ranking as CSV rows, with a column for names if some are known."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    names = ("name",) if book.contestants else ()
    writer.writerow((*IDENTITY, *(column.key for column in book.columns), *names))
    for ranked in book.night.ranking:
        who = ranked.contestant
        section, label, name = map(guard_cell, (who.section, who.label, book.name(who)))
        own = (ranked.place, section, who.line, label, *(_csv_cell(column, ranked) for column in book.columns))
        writer.writerow((*own, name) if names else own)
    return text.getvalue()


def _csv_cell(column: Column, ranked: RankedContestant) -> int | float | str | None:
    data = column_data(column, ranked)
    return guard_cell(data) if isinstance(data, str) else data


def book_text(book: Book) -> str:
    """Return the rankings in columns, then the scoring method and the findings."""
    parts = [*(_ranking(book, ranked_list) for ranked_list in book.lists), scoring_explanation(book), _findings(book)]
    return "\n".join("".join(f"{printable(line)}\n" for line in part) for part in map(tuple, parts) if part)


def _findings(book: Book) -> Iterator[str]:
    for finding in book.night.findings:
        yield f"{say(_SEVERITIES[finding.severity])}: {finding.sentence}"


def _title(ranked_list: RankedList) -> str:
    """Return the title of a ranking; empty if it is the only one."""
    if ranked_list.section and not ranked_list.line:
        return say("Section {section}", section=ranked_list.section)
    return ranked_list.title


def _ranking(book: Book, ranked_list: RankedList) -> Iterator[str]:
    if title := _title(ranked_list):
        yield title
    labels = {ranked.contestant: book.label_of(ranked.contestant) for ranked in ranked_list.contestants}
    label_width = max((6, *map(len, labels.values())))
    name_width = max((len(book.name(contestant)) for contestant in labels), default=0)
    if heads := _session_heads(book):
        yield f"{'':5}  {'':<{label_width}} {'':<{name_width + 2 if name_width else 0}}{heads}"
    for ranked in ranked_list.contestants:
        place = f"{ranked.place}{'=' if ranked_list.is_tied(ranked) else ''}"
        name = f"{book.name(ranked.contestant):<{name_width}}  " if name_width else ""
        sessions = "".join(map(_session_cell, book.session_cells(ranked)))
        cells = "  ".join(_cells(book, ranked))
        yield f"{place:>5}  {labels[ranked.contestant]:<{label_width}} {name}{sessions}{cells}"


def _cells(book: Book, ranked: RankedContestant) -> Iterator[str]:
    """Yield the figures of a contestant with their units: ``55.21%``, ``26 boards``."""
    for column in book.columns:
        figure = column.text(ranked)
        if column is book.main_column:
            yield _with_unit(f"{figure:>{_main_width(book)}}", column.heading())
        elif column.key == "boards":
            yield say_many("1 board", "{number} boards", ranked.boards)
        elif figure and not column.is_detail:
            yield _with_unit(figure, column.heading())


def _with_unit(figure: str, unit: str) -> str:
    """Return a figure and its unit; there is no space before a percent sign."""
    return f"{figure}%" if unit == "%" else f"{figure} {unit}"


def _main_width(book: Book) -> int:
    return 8 if book.in_imps else 6


def _session_heads(book: Book) -> str:
    """Return the headings of the session columns; empty if there is only one session."""
    sessions = len(book.night.sessions)
    if sessions == 1:
        return ""
    heads = (say("session {number}", number=number) for number in range(1, sessions + 1))
    return "".join(f"{head:<{_SESSION}}" for head in heads) + f"{say('total'):>{_main_width(book)}}"


def _session_cell(cell: SessionCell) -> str:
    figure = cell.figure or "-"
    return f"{figure:>6} {cell.seat}".ljust(_SESSION)

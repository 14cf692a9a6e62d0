"""Results as text for a terminal, and the ranking as rows for a spreadsheet."""

import csv
import io
from collections.abc import Iterator

from byestand.formats.results.json import column_data
from byestand.language import say
from byestand.score.book import Book, Column, RankedList, SessionCell
from byestand.score.explained import explained
from byestand.score.ranking import Ranked
from byestand.texts import guard_cell, printable
from byestand.words.numbers import in_words
from byestand.words.phrases import first_up

IDENTITY = ("place", "section", "line", "contestant")
"""What stands before the columns of the book."""
_SESSION = 14
"""The width of a column for a session: figure and seat."""


def ranking_csv(book: Book) -> str:
    """Return the ranking as rows; names stand there where some are known."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    names = ("name",) if book.contestants else ()
    writer.writerow((*IDENTITY, *(column.key for column in book.columns), *names))
    for one in book.night.ranking:
        who = one.contestant
        section, label, name = map(guard_cell, (who.section, who.label, book.name(who)))
        own = (one.place, section, who.line, label, *(_csv_cell(column, one) for column in book.columns))
        writer.writerow((*own, name) if names else own)
    return text.getvalue()


def _csv_cell(column: Column, ranked: Ranked) -> int | float | str | None:
    data = column_data(column, ranked)
    return guard_cell(data) if isinstance(data, str) else data


def book_text(book: Book) -> str:
    """Return the ranking in columns, a part for each line; then how it was scored, and what was found."""
    parts = [*(_ranking(book, one) for one in book.lists), explained(book), _findings(book)]
    return "\n".join("".join(f"{printable(line)}\n" for line in part) for part in map(tuple, parts) if part)


def _findings(book: Book) -> Iterator[str]:
    for finding in book.night.findings:
        yield f"{finding.severity}: {finding.sentence}"


def _ranking(book: Book, ranked_list: RankedList) -> Iterator[str]:
    if ranked_list.title:
        yield first_up(ranked_list.title)
    called = {one.contestant: book.called(one.contestant) for one in ranked_list.ranked}
    label = max((6, *map(len, called.values())))
    name = max((len(book.name(one)) for one in called), default=0)
    if heads := _session_heads(book):
        yield f"{'':5}  {'':<{label}} {'':<{name + 2 if name else 0}}{heads}"
    for one in ranked_list.ranked:
        place = f"{one.place}{'=' if ranked_list.is_tied(one) else ''}"
        named = f"{book.name(one.contestant):<{name}}  " if name else ""
        sessions = "".join(map(_session_cell, book.session_cells(one)))
        cells = "  ".join(_cells(book, one))
        yield f"{place:>5}  {called[one.contestant]:<{label}} {named}{sessions}{cells}"


def _cells(book: Book, ranked: Ranked) -> Iterator[str]:
    """Yield the figures of somebody with their units: ``55.21 %``, ``26 boards``."""
    for column in book.columns:
        figure = column.text(ranked)
        if column is book.main_column:
            yield f"{figure:>{_main_width(book)}} {column.heading()}"
        elif column.key == "boards":
            yield in_words(ranked.boards, "board")
        elif figure and not column.is_detail:
            yield f"{figure} {column.heading()}"


def _main_width(book: Book) -> int:
    return 8 if book.in_imps else 6


def _session_heads(book: Book) -> str:
    """Return the words above the columns of sessions; nothing if there is only one session."""
    sessions = len(book.night.sessions)
    if sessions == 1:
        return ""
    heads = (say("session {number}", number=number) for number in range(1, sessions + 1))
    return "".join(f"{head:<{_SESSION}}" for head in heads) + f"{say('total'):>{_main_width(book)}}"


def _session_cell(cell: SessionCell) -> str:
    figure = cell.figure or "-"
    return f"{figure:>6} {cell.seat}".ljust(_SESSION)

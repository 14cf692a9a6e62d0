"""Results on paper: the ranking for the wall, travellers with frequencies, a page for each contestant."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from math import ceil

from byestand.language import say, say_many
from byestand.score.book import Book, Column
from byestand.sentences.result_pages import (
    BoardPage,
    OpponentBoards,
    PersonalPage,
    Ranking,
    RankingPlace,
    ResultView,
    board_pages,
    personal_pages,
    rankings,
)
from byestand.sentences.scoring_explanation import not_final_text, scoring_explanation
from byestand.sheets.forms.cut_layout import MILLIMETRES
from byestand.sheets.print_order import Booklet, Paper, Part, chunks, equal_blocks, event_words, shorten_to_width
from byestand.sheets.sheet_labels import section_text, template_labels
from byestand.words.dates import full_date
from byestand.words.names import split_name, with_initials
from byestand.words.numbers import join_items

_BESIDE, _AROUND = 22.0, 24.0
"""Millimetres of the margins of a page, at the sides and above and below."""
_PLACES, _LINES, _BOARDS = (9.2, 36.0), (3.9, 5.6), (4.2, 12.0)
"""The least and greatest height of a row in millimetres: a place with two names, a line of a traveller, a board."""
_ONE_LINE = 4.75
"""The least height of a place with both names on a line, in millimetres."""
_AROUND_PLACES, _AROUND_LINES, _AROUND_BOARDS = 34.0, 14.8, 46.0
"""Millimetres of a page, or of a traveller, without its rows."""
_SENTENCE, _SENTENCE_LETTERS = 5.0, 105
"""The height of a line of text below a ranking, and its number of letters."""
_HEADING = 17.0
"""Millimetres of the title and the headings of a second list below the first."""
_ALONE = 12
"""Rankings with at most this number of places have one column, longer ones two."""


def results_booklet(book: Book, paper: Paper = "a4") -> Booklet:
    """Return all pages of results: the ranking, all boards, a page for each contestant."""
    wide, high = _room(paper)
    boards = {"pages": _board_pages(book, high), "width": wide, "named": bool(book.contestants)}
    parts = (_ranking_part(book, high), _part(book, "boards", say("Boards"), boards))
    return _booklet(book, paper, (*parts, *_personal_parts(book, wide, high)))


def ranking_booklet(book: Book, paper: Paper = "a4") -> Booklet:
    """Return the ranking alone, for the wall."""
    return _booklet(book, paper, (_ranking_part(book, _room(paper)[1]),))


def _room(paper: Paper) -> tuple[float, float]:
    return MILLIMETRES[paper][0] - _BESIDE, MILLIMETRES[paper][1] - _AROUND


def _booklet(book: Book, paper: Paper, parts: tuple[Part, ...]) -> Booklet:
    return Booklet(shorten_to_width(book.event.title or say("Results")), paper, event_words(book.event), parts)


def _ranking_part(book: Book, high: float) -> Part:
    sentences = tuple(filter(None, (not_final_text(book), *scoring_explanation(book))))
    # The number of boards is on the personal page: there is no room for it on the wall.
    columns = [column for column in book.filled_columns if column.key != "boards"]
    letters = [letter for letter in book.sections if letter]
    own = {
        "pages": _ranking_pages(book, columns, sentences, high),
        "columns": [{"heading": one.heading(), "main": one is book.main_column} for one in columns],
        "explained": sentences,
        "date": full_date(book.event.date) if book.event.date else "",
        "sections": _sections_text(letters),
    }
    title = say("Ranking: {event}", event=book.event.title) if book.event.title else say("Ranking")
    return _part(book, "ranking", say("Results"), own | {"event": shorten_to_width(title)})


def _sections_text(letters: Sequence[str]) -> str:
    if not letters:
        return ""
    return say_many("Section {letters}", "Sections {letters}", len(letters), letters=join_items(letters))


def _part(book: Book, kind: str, heading: str, own: Part) -> Part:
    letter = book.sections[0] if len(book.sections) == 1 else ""
    return {
        "letter": letter,
        "section": section_text(letter),
        "labels": template_labels("results.typ"),
        "title": shorten_to_width(book.movement_title),
        "heading": heading,
        "landscape": False,
        "wall": False,
        "form": False,
        "kind": kind,
        "template": "results.typ",
        "first": kind == "ranking",
        "imps": book.in_imps,
        "alone": book.is_individual,
        "event": shorten_to_width(book.event.title or say("Results")),
        **own,
    }


def _ranking_pages(book: Book, columns: Sequence[Column], sentences: Sequence[str], high: float) -> list[Part]:
    """Return the rankings in two columns per page. A list of more than a column begins a page.

    Names of partners are below each other, or on one line if that saves pages.
    """
    lines = ceil(sum(map(len, sentences)) / _SENTENCE_LETTERS)
    room = high - _AROUND_PLACES - _SENTENCE * lines
    ways = [_two_columns(rankings(book, columns), max(int(room / least), 1)) for least in (_PLACES[0], _ONE_LINE)]
    pages = min(ways, key=len)
    lengths = [[len(block.places) for block in page] for page in pages]
    below = len(pages) == 1 and sum(lengths[0]) <= _ALONE
    if below:
        row = (room - _HEADING * (len(lengths[0]) - 1)) / max(sum(lengths[0]), 1)
    else:
        row = room / max((longest for page in lengths for longest in page), default=1)
    lists = [[{"title": one.title, "places": list(map(_place, one.places))} for one in page] for page in pages]
    return [{"lists": page, "row": min(_PLACES[1], row), "columns": 1 if below else len(page)} for page in lists]


def _two_columns(lists: Sequence[Ranking], most: int) -> list[list[Ranking]]:
    """Return rankings in pages of two columns of at most *most* places."""
    pages: list[list[Ranking]] = []
    for one in lists:
        column = ceil(len(one.places) / 2) if len(lists) == 1 and _ALONE < len(one.places) <= 2 * most else most
        blocks = list(_blocks(one, column))
        if pages and len(pages[-1]) == len(blocks) == 1:
            pages[-1] += blocks
        else:
            pages += [blocks[i : i + 2] for i in range(0, len(blocks), 2)]
    return pages


def _place(one: RankingPlace) -> Part:
    return one._asdict() | {"brief": list(map(with_initials, one.names))}


def _blocks(ranking: Ranking, most: int) -> Iterator[Ranking]:
    for numbers in equal_blocks(range(len(ranking.places)), most):
        places: tuple[RankingPlace, ...] = ranking.places[numbers[0] : numbers[-1] + 1]
        yield Ranking(ranking.title, places)


def _board_pages(book: Book, high: float) -> list[Part]:
    """Return the travellers, as many per page as fit. Very long ones continue on the next page."""
    boards = [part for page in board_pages(book) for part in _pieces(page, int((high - _AROUND_LINES) / _LINES[0]))]
    longest = max((len(board.results) for board in boards), default=1)
    together = max(int(high / (_AROUND_LINES + _LINES[0] * longest)), 1)
    row = min(_LINES[1], (high / together - _AROUND_LINES) / longest)
    pages = chunks(list(map(_board, boards)), together)
    return [{"boards": page, "row": row, "each": high / together} for page in pages]


def _board(page: BoardPage) -> Part:
    return {
        "title": page.title,
        "dealer_and_vulnerability": page.dealer_and_vulnerability,
        "results": list(_lines(page.results)),
    }


def _lines(results: Sequence[ResultView]) -> Iterator[str]:
    """Yield the lines of a board. The first line of a score has its frequency."""
    for scored, some in groupby(results, key=lambda one: (one.ns_score, one.ew_score, one.ns_points, one.ew_points)):
        same = list(some)
        for at, one in enumerate(same):
            times = str(len(same)) if at == 0 and any(scored[2:]) else ""
            played = (one.contract, one.declarer, one.result, one.lead, one.ns_score, one.ew_score)
            who = (one.ns, _surnames(one.ns_names), one.ew, _surnames(one.ew_names))
            yield _row((*who, *played, times, one.ns_points, one.ew_points))


def _surnames(names: Sequence[str]) -> str:
    return " & ".join(split_name(name).surname for name in names)


def _row(cells: Iterable[str]) -> str:
    """Return a row as one text, because there are thousands."""
    return "\t".join(cells)


def _pieces(board: BoardPage, most: int) -> Iterator[BoardPage]:
    for numbers in equal_blocks(range(len(board.results)), most):
        yield board._replace(results=board.results[numbers[0] : numbers[-1] + 1])


def _personal_parts(book: Book, wide: float, high: float) -> Iterator[Part]:
    """Yield the page of each contestant as a part of its own, which saves memory."""
    for page in personal_pages(book):
        own = [
            _personal_page(page, met, high)
            for met in _fit_names(page.opponents, int((high - _AROUND_BOARDS) / _BOARDS[0]))
        ]
        yield _part(
            book, "personal", say("Your result"), {"pages": own, "width": wide, "explanation": page.explanation}
        )


def _personal_page(page: PersonalPage, met: Sequence[OpponentBoards], high: float) -> Part:
    boards = sum(len(one.boards) for one in met)
    row = min(_BOARDS[1], (high - _AROUND_BOARDS) / max(boards, 1))
    shared = {"title": page.title, "name": page.name, "figures": page.figures, "row": row}
    return shared | {"opponents": [one._asdict() | {"boards": [_row(board) for board in one.boards]} for one in met]}


def _fit_names(met: Sequence[OpponentBoards], most: int) -> Iterator[list[OpponentBoards]]:
    """Yield meetings in pages of at most *most* boards."""
    page: list[OpponentBoards] = []
    for one in met:
        if page and sum(len(other.boards) for other in page) + len(one.boards) > most:
            yield page
            page = []
        page.append(one)
    yield page

"""Results on paper: the ranking for the wall, travellers with their frequencies, a page for everybody who played."""

from collections.abc import Iterable, Iterator, Sequence
from math import ceil

from byestand.score.book import Book
from byestand.score.explained import explained
from byestand.score.pages import BoardPage, Met, Personal, Place, Ranking, board_pages, personal_pages, rankings
from byestand.sheets.forms.cutting import MILLIMETRES
from byestand.sheets.pages import Booklet, Paper, Part, equal_blocks, event_words, shortened
from byestand.words.phrases import say

_BESIDE, _AROUND = 22.0, 24.0
"""Millimetres of a page that its margins take, at the sides and above and below."""
_PLACES, _LINES, _BOARDS = (9.2, 13.0), (3.9, 5.6), (4.2, 8.2)
"""Millimetres that a row takes at least and at most: a place with two names, a line of a traveller, a pair's board."""
_AROUND_PLACES, _AROUND_LINES, _AROUND_BOARDS = 34.0, 15.0, 46.0
"""Millimetres of a page, or of a traveller, that are no rows."""
_SENTENCE, _SENTENCE_LETTERS = 5.0, 105
"""The height of a line of a sentence below a ranking, and how many letters it has."""
_ALONE = 12
"""A single ranking of so many places is one column; a longer one is two."""


def results_booklet(book: Book, paper: Paper = "a4") -> Booklet:
    """Return all pages of results."""
    wide, high = MILLIMETRES[paper][0] - _BESIDE, MILLIMETRES[paper][1] - _AROUND
    told = explained(book)
    parts = [
        _part(book, "ranking", say("Result"), {"pages": _ranking_pages(book, told, high), "explained": told}),
        _part(book, "boards", say("Boards"), {"pages": _board_pages(book, high)}),
        *_personal_parts(book, wide, high),
    ]
    return Booklet(shortened(book.event.title or say("Result")), paper, event_words(book.event), tuple(parts))


def _part(book: Book, kind: str, heading: str, own: Part) -> Part:
    letter = book.sections[0] if len(book.sections) == 1 else ""
    return {
        "letter": letter,
        "title": shortened(book.played),
        "heading": heading,
        "landscape": False,
        "wall": False,
        "form": False,
        "kind": kind,
        "template": "results.typ",
        "first": kind == "ranking",
        "imps": book.in_imps,
        "alone": book.is_individual,
        "event": shortened(book.event.title or say("Result")),
        **own,
    }


def _ranking_pages(book: Book, told: Sequence[str], high: float) -> list[Part]:
    """Return the rankings two columns a page; every list that takes more than a column begins a page."""
    lines = ceil(sum(map(len, told)) / _SENTENCE_LETTERS)
    room = high - _AROUND_PLACES - _SENTENCE * lines
    most = max(int(room / _PLACES[0]), 1)
    pages: list[list[Ranking]] = []
    lists = rankings(book)
    for one in lists:
        many = ceil(len(one.places) / 2) if len(lists) == 1 and _ALONE < len(one.places) <= 2 * most else most
        blocks = list(_blocks(one, many))
        if pages and len(pages[-1]) == len(blocks) == 1:
            pages[-1] += blocks
        else:
            pages += [blocks[i : i + 2] for i in range(0, len(blocks), 2)]
    longest = max((len(block.places) for page in pages for block in page), default=1)
    row = min(_PLACES[1], room / longest)
    return [{"lists": page, "row": row} for page in pages]


def _blocks(ranking: Ranking, most: int) -> Iterator[Ranking]:
    for numbers in equal_blocks(range(len(ranking.places)), most):
        places: tuple[Place, ...] = ranking.places[numbers[0] : numbers[-1] + 1]
        yield Ranking(ranking.title, places)


def _board_pages(book: Book, high: float) -> list[Part]:
    """Return the travellers, as many a page as there is room for; very long ones go on."""
    boards = [part for page in board_pages(book) for part in _pieces(page, int((high - _AROUND_LINES) / _LINES[0]))]
    longest = max((len(board.results) for board in boards), default=1)
    together = max(int(high / (_AROUND_LINES + _LINES[0] * longest)), 1)
    row = min(_LINES[1], (high / together - _AROUND_LINES) / longest)
    pages = [boards[i : i + together] for i in range(0, len(boards), together)]
    return [{"boards": list(map(_board, page)), "row": row, "each": high / together} for page in pages]


def _board(page: BoardPage) -> Part:
    results, counts = ([_row(line) for line in lines] for lines in (page.results, page.counts))
    return {"title": page.title, "about": page.about, "results": results, "counts": counts}


def _row(cells: Iterable[str]) -> str:
    """Return a row as one text: there are thousands."""
    return "\t".join(cells)


def _pieces(board: BoardPage, most: int) -> Iterator[BoardPage]:
    for numbers in equal_blocks(range(max(len(board.results), len(board.counts))), most):
        own = slice(numbers[0], numbers[-1] + 1)
        yield board._replace(results=board.results[own], counts=board.counts[own])


def _personal_parts(book: Book, wide: float, high: float) -> Iterator[Part]:
    """Yield the page of everybody: a part each, so that memory does not grow with them."""
    for page in personal_pages(book):
        own = [_personal_page(page, met, high) for met in _fitting(page.met, int((high - _AROUND_BOARDS) / _BOARDS[0]))]
        yield _part(book, "personal", say("Your result"), {"pages": own, "width": wide, "told": page.told})


def _personal_page(page: Personal, met: Sequence[Met], high: float) -> Part:
    boards = sum(len(one.boards) for one in met)
    row = min(_BOARDS[1], (high - _AROUND_BOARDS) / max(boards, 1))
    about = {"title": page.title, "name": page.name, "figures": page.figures, "row": row}
    return about | {"met": [one._asdict() | {"boards": [_row(board) for board in one.boards]} for one in met]}


def _fitting(met: Sequence[Met], most: int) -> Iterator[list[Met]]:
    """Yield meetings in pages of at most so many boards."""
    page: list[Met] = []
    for one in met:
        if page and sum(len(other.boards) for other in page) + len(one.boards) > most:
            yield page
            page = []
        page.append(one)
    yield page

"""One board with everything that happened to it, and the evening of one pair or player: pages behind the ranking."""

from byestand.errors import NotFound
from byestand.night.night import loads
from byestand.score.book import Book
from byestand.score.pages import board_pages, personal_pages
from byestand.server.asking import Asked, Pairs
from byestand.server.jobs.job import job
from byestand.server.jobs.results import Page
from byestand.server.rendering import rendered
from byestand.server.results.evening import Evening
from byestand.server.results.ranking import rules_asked


@job("quick")
def board(id: int, contents: str, number: int, pairs: Pairs) -> Page:
    """Return the traveller of a board, of each section that has one of its own."""
    evening, book = _book(contents, pairs)
    boards = sorted({traveller.board for traveller in book.travellers})
    if number not in boards:
        raise NotFound(f"there is no result of that board yet: {str(number)[:40]}")
    at = boards.index(number)
    pages = zip(book.travellers, board_pages(book), strict=True)
    return rendered(
        "board.html",
        f"Board {number}",
        id=id,
        name=evening.night.name,
        asked=Asked(pairs),
        number=number,
        before=boards[at - 1] if at else None,
        after=boards[at + 1] if at + 1 < len(boards) else None,
        many=len(boards),
        pages=[page for traveller, page in pages if traveller.board == number],
        book=book,
    )


@job("quick")
def personal(id: int, contents: str, who: str, pairs: Pairs) -> Page:
    """Return what somebody had all evening."""
    evening, book = _book(contents, pairs)
    ranked = [(one, ranking) for ranking in book.lists for one in ranking.ranked]
    called = [book.called(one.contestant) for one, _ in ranked]
    if who.upper() not in called:
        raise NotFound(f"there is nobody of that number in the ranking: {who[:40]!r}")
    at = called.index(who.upper())
    one, among = ranked[at]
    return rendered(
        "personal.html",
        f"{called[at]}, {evening.night.name}",
        id=id,
        name=evening.night.name,
        asked=Asked(pairs),
        label=called[at],
        page=personal_pages(book)[at],
        place=f"{one.place}{'=' if among.is_tied(one) else ''}",
        among=among,
        boards=one.boards,
        book=book,
    )


def _book(contents: str, pairs: Pairs) -> tuple[Evening, Book]:
    evening = Evening.of(loads(contents))
    return evening, evening.book(rules_asked(Asked(pairs)))

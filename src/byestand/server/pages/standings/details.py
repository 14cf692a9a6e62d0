"""The pages behind the ranking: everything that happened on one board, and the evening of one pair or player."""

from dataclasses import dataclass
from typing import ClassVar

from byestand.errors import NotFound
from byestand.night.state import NightState
from byestand.score.book import RankedList
from byestand.score.pages import BoardPage, Personal, board_pages, personal_pages
from byestand.server.jobs.job import job
from byestand.server.jobs.results import Page
from byestand.server.nights.session_results import SessionResults
from byestand.server.web.render import render_page


@dataclass(frozen=True, slots=True)
class BoardView:
    """The traveller of a board, for each section that has its own."""

    template: ClassVar = "board.html"
    id: int
    name: str
    number: int
    before: int | None
    after: int | None
    boards: int
    """How many there are."""
    pages: tuple[BoardPage, ...]
    unit: str

    @property
    def ranking(self) -> str:
        """The address of the ranking."""
        return f"/nights/{self.id}/ranking"


@dataclass(frozen=True, slots=True)
class PersonalView:
    """The evening of one pair or player."""

    template: ClassVar = "personal.html"
    id: int
    name: str
    label: str
    page: Personal
    place: str
    among: RankedList
    boards: int
    in_imps: bool
    is_individual: bool

    @property
    def ranking(self) -> str:
        """The address of the ranking."""
        return f"/nights/{self.id}/ranking"


@job("quick", reads={"setup", "people", "results"})
def board_page(id: int, state: NightState, number: int) -> Page:
    """Return the page of a board."""
    session = SessionResults.of(state)
    book = session.book()
    boards = sorted({traveller.board for traveller in book.travellers})
    if number not in boards:
        raise NotFound(f"there is no result of that board yet: {str(number)[:40]}")
    at = boards.index(number)
    pages = zip(book.travellers, board_pages(book), strict=True)
    view = BoardView(
        id=id,
        name=session.title,
        number=number,
        before=boards[at - 1] if at else None,
        after=boards[at + 1] if at + 1 < len(boards) else None,
        boards=len(boards),
        pages=tuple(page for traveller, page in pages if traveller.board == number),
        unit="IMPs" if book.in_imps else "points",
    )
    return render_page(view, f"Board {number}")


@job("quick", reads={"setup", "people", "results"})
def personal_page(id: int, state: NightState, label: str) -> Page:
    """Return the page of a pair or player."""
    session = SessionResults.of(state)
    book = session.book()
    ranked = [(one, ranking) for ranking in book.lists for one in ranking.ranked]
    labels = [book.called(one.contestant) for one, _ in ranked]
    if label.upper() not in labels:
        raise NotFound(f"there is nobody of that number in the ranking: {label[:40]!r}")
    at = labels.index(label.upper())
    one, among = ranked[at]
    view = PersonalView(
        id=id,
        name=session.title,
        label=labels[at],
        page=personal_pages(book)[at],
        place=f"{one.place}{'=' if among.is_tied(one) else ''}",
        among=among,
        boards=one.boards,
        in_imps=book.in_imps,
        is_individual=book.is_individual,
    )
    return render_page(view, f"{labels[at]}, {session.title}")

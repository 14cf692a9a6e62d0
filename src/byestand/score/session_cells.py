"""The columns of a ranking over several sessions: what each contestant made in each session, and where it sat."""

from typing import NamedTuple

from byestand.score.book import Book
from byestand.score.ranking import Ranked
from byestand.score.shown import two_decimals


class SessionCell(NamedTuple):
    """What a contestant made in one session; empty if it did not play."""

    figure: str
    """Percentage, or IMPs."""
    seat: str


def session_cells(book: Book, ranked: Ranked) -> tuple[SessionCell, ...]:
    """Return a cell for every session; none if there is only one session."""
    many = len(book.night.sessions)
    if many == 1:
        return ()
    cells = {
        total.session: SessionCell(
            two_decimals(total.score if total.percentage is None else total.percentage), total.seat
        )
        for total in ranked.sessions
    }
    return tuple(cells.get(session, SessionCell("", "")) for session in range(1, many + 1))

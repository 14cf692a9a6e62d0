"""What people say of an event with several sessions: what is played later, and which pairs they mean."""

from collections.abc import Sequence

from byestand.catalog.sections import lettered
from byestand.errors import BadRequest
from byestand.model import Session
from byestand.search.second_sessions.problem import Wishes


def later_sections(named: Sequence[str], later: Sequence[str]) -> Sequence[str]:
    """Return the movements of later sessions: sections named again have another one, the others keep theirs.

    >>> later_sections(["A=M1313", "B=W1813"], ["B=M1818R"])
    ['A=M1313', 'B=M1818R']
    """
    letters = [lettered(argument)[0] for argument in named]
    others = {lettered(argument)[0]: argument for argument in later}
    if strange := next((letter for letter in others if letter and letter not in letters), None):
        known = ", ".join(letter for letter in letters if letter) or "no letters"
        raise BadRequest(f"--then names a section that is not there (there are {known}): {others[strange][:40]!r}")
    if "" in letters or not set(others) <= set(letters):
        return later
    return [others.get(letter, argument) for letter, argument in zip(letters, named, strict=True)]


def named_wishes(first: Session, *, stay: str = "", change: str = "", apart: str = "") -> Wishes:
    """Return who must keep and who must change direction, and who should not meet: lists like ``N1,N5``."""
    wishes = Wishes(*(_pairs(first, text) for text in (stay, change, apart)))
    if both := wishes.stay & wishes.change:
        raise BadRequest(f"a pair cannot both keep and change its direction: {first.label(min(both) + 1)!r}")
    return wishes


def _pairs(session: Session, text: str) -> frozenset[int]:
    """Return the pairs in a list, counted from 0 as the search does."""
    pairs = frozenset(session.seat(part) - 1 for part in text.split(",") if part.strip())
    for pair in pairs:
        if pair + 1 in session.missing:
            raise BadRequest(f"that pair is missing: {session.label(pair + 1)!r}")
    return pairs


def numbered_on(first: Session, later: Session, many: int, first_board: int | None = None) -> tuple[Session, ...]:
    """Return an event of so many sessions: boards go on counting, 27 after 26, or begin with another in the second."""
    sessions = [first]
    board = first_board or first.next_board
    while len(sessions) < many:
        sessions.append(later if board is None else later.numbered_from(board))
        board = sessions[-1].next_board
    return tuple(sessions)

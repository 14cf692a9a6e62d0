"""Requests for second sessions: movements of later sessions, and wishes of pairs."""

from collections.abc import Sequence

from byestand.catalog.section_syntax import split_section_letter
from byestand.errors import BadRequest
from byestand.language import say
from byestand.model.session import Session
from byestand.second_sessions.search.seating_problem import SeatingRequests


def later_sections(named: Sequence[str], later: Sequence[str]) -> Sequence[str]:
    """Return the movements of later sessions: sections in *later* get another one, the others keep theirs.

    >>> later_sections(["A=M1313", "B=W1813"], ["B=M1818R"])
    ['A=M1313', 'B=M1818R']
    """
    letters = [split_section_letter(argument)[0] for argument in named]
    others = {split_section_letter(argument)[0]: argument for argument in later}
    if unknown := next((letter for letter in others if letter and letter not in letters), None):
        quoted = others[unknown][:40]
        if known := ", ".join(letter for letter in letters if letter):
            raise BadRequest(
                say("--then names an unknown section (sections are {known}): {text!r}", known=known, text=quoted)
            )
        raise BadRequest(say("--then names a section, but the sections have no letters: {text!r}", text=quoted))
    if "" in letters or not set(others) <= set(letters):
        return later
    return [others.get(letter, argument) for letter, argument in zip(letters, named, strict=True)]


def named_wishes(first: Session, *, stay: str = "", change: str = "", apart: str = "") -> SeatingRequests:
    """Return the pairs that must keep or change direction, and those that should not meet: lists such as ``N1,N5``."""
    wishes = SeatingRequests(*(_pairs(first, text) for text in (stay, change, apart)))
    if both := wishes.stay & wishes.change:
        raise BadRequest(
            say("a pair cannot both keep and change its direction: {pair!r}", pair=first.label(min(both) + 1))
        )
    return wishes


def _pairs(session: Session, text: str) -> frozenset[int]:
    """Return the pairs in a list, counted from 0 for the search."""
    pairs = frozenset(session.seat(part) - 1 for part in text.split(",") if part.strip())
    for pair in pairs:
        if pair + 1 in session.missing:
            raise BadRequest(say("this pair is missing: {pair!r}", pair=session.label(pair + 1)))
    return pairs


def numbered_on(first: Session, later: Session, number: int, first_board: int | None = None) -> tuple[Session, ...]:
    """Return the sessions of an event; board numbers continue, or start with *first_board* in the second."""
    sessions = [first]
    board = first_board or first.next_board
    while len(sessions) < number:
        sessions.append(later if board is None else later.numbered_from(board))
        board = sessions[-1].next_board
    return tuple(sessions)

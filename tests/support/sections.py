"""Sections for tests: a judged movement with a number of boards per round."""

from dataclasses import replace

from byestand.model.boards import Boards
from byestand.model.movement import Movement
from byestand.model.session import Section, Session
from byestand.verify import judge


def section(movement: Movement, boards_per_round: int | None = None, letter: str = "", *, first: int = 1) -> Section:
    """Return a section; without boards its texts name deal groups."""
    return Section(judge(movement), Boards(boards_per_round, first) if boards_per_round else None, letter)


def session(movement: Movement, boards_per_round: int = 2, letter: str = "A", cases: int | None = None) -> Session:
    """Return a session of one section."""
    return Session((replace(section(movement, boards_per_round, letter), cases=cases),))

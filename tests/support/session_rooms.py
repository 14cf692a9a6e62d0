"""Sessions of several sections, and the seats after a published crossover."""

import random
from functools import cache

from byestand.catalog.section_syntax import session_of
from byestand.model.session import Session
from byestand.search.outcome import Impossible
from byestand.second_sessions.multi_session import EventFigures, SessionSeating, account
from byestand.second_sessions.search.known_seatings import KnownSeating, known_seatings
from byestand.second_sessions.search.seating_bounds import Lines
from byestand.second_sessions.search.seating_problem import SeatingProblem, SessionSeries
from byestand.second_sessions.search.starting_seats import opening, possible_changes
from seatings import event_of
from tests.support.published_tables import published_table


def room_of(*names: str) -> Session:
    return session_of(names)


def printed_seats(room: Session, table: str, step: str) -> tuple[int, ...]:
    """Return all seats after a step of a published crossover."""
    single = len(room.movements) == 1
    places = {}
    for row in published_table(table):
        for column, letter in (("ns", "N"), ("ew", "E")):
            where = row["table"]
            places[row[f"{step}_{column}"]] = f"{letter}{where}" if single else f"{where[0]}{letter}{where[1:]}"
    return tuple(room.seat(places[label]) for label in room.labels)


def first_problem(event: SessionSeries) -> SeatingProblem:
    return event.problem((event.opening, None), 1)


def lines_of(name: str) -> Lines:
    event = event_of(name)
    lines = Lines.of_session(event, 0)
    assert lines is not None
    return lines


def some_seating(problem: SeatingProblem, seed: int) -> list[int]:
    possible = possible_changes(problem)
    assert not isinstance(possible, Impossible)
    return opening(problem, possible[0], random.Random(seed))  # noqa: S311 - no secret


def judged(event: SessionSeries, *seatings: tuple[int, ...]) -> EventFigures:
    sessions = zip(event.sessions, (event.opening, *seatings), strict=True)
    return account([SessionSeating(room, seats) for room, seats in sessions])


@cache
def shipped_rooms() -> dict[tuple[str, str], KnownSeating]:
    return {(known.name, known.goal): known for known in known_seatings()}

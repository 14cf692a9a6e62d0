"""Rooms of several sections, and who sits where after a printed crossover."""

from byestand.catalog.sections import session_of
from byestand.model.session import Session
from byestand.search.second_sessions.event import Event
from byestand.search.second_sessions.problem import Problem
from tests.support.published_tables import published


def room_of(*names: str) -> Session:
    return session_of(names)


def printed_seats(room: Session, table: str, step: str) -> tuple[int, ...]:
    """Return where everybody sits after a step of a printed crossover."""
    single = len(room.movements) == 1
    places = {}
    for row in published(table):
        for column, letter in (("ns", "N"), ("ew", "E")):
            where = row["table"]
            places[row[f"{step}_{column}"]] = f"{letter}{where}" if single else f"{where[0]}{letter}{where[1:]}"
    return tuple(room.seat(places[label]) for label in room.labels)


def first_problem(event: Event) -> Problem:
    return event.problem((event.opening, None), 1)

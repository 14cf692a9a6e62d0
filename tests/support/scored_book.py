"""A scored session in which all contestants have long names."""

import datetime as dt
from dataclasses import replace
from functools import cache

from byestand.catalog import find
from byestand.formats.results import loads
from byestand.model.event import Event
from byestand.model.people import Contestant, Person
from byestand.score.book import Book, everybody
from byestand.score.score_sessions import score_night
from tests.support.documents import document_of
from tests.support.result_sets import as_csv, received_rows

EVENT = Event("Riverside Bridge Club", "Tuesday Pairs", date=dt.date(2026, 11, 17))
LONG = ("Maria-Magdalena Hohenstein-Zollernburg", "Bartholomew García Fernández de la Vega")


@cache
def book(name: str, boards: int = 2) -> Book:
    """Return a session with invented results; each person has one of two long names."""
    document = document_of(find(name), boards, letter="B")
    lines = loads(as_csv(list(received_rows(document))).encode()).lines
    scored = score_night([[replace(line, section="B") for line in lines]], winners=2)
    people = {one: Contestant(tuple(map(Person, LONG))) for one in everybody(scored)}
    return Book(scored, EVENT, people)

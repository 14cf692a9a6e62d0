"""Stored best seatings: of single Webs with 8 to 30 tables and 8, 9, 12 and 13 rounds; and of 13 + 18 tables.

Found by :func:`byestand.second_sessions.search.seating_search.find_seatings` with more time than a request has, and
proved, if the line says so, by :func:`byestand.second_sessions.search.proof.exists_better`. ``python tools/seatings.py
search 300`` continues the search and stores better ones, and ``make data`` counts every line again. A line has the code
of a movement, a fingerprint of the meetings and one of the competition, the goal, the bounds of its figure and
of the total, each with its argument, the seats, and after # where it comes from.
"""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from byestand.second_sessions.search.seating_bounds import (
    COUNTING_BOUND,
    EXHAUSTED,
    NO_FEWER_THAN_NONE,
    REARRANGEMENT_BOUND,
    LowerBound,
)
from byestand.second_sessions.search.seating_problem import SeatingProblem, Seats, SessionSeries

ARGUMENTS = {"c": COUNTING_BOUND, "e": EXHAUSTED, "0": NO_FEWER_THAN_NONE.argument, "r": REARRANGEMENT_BOUND}


@dataclass(frozen=True, slots=True)
class KnownSeating:
    """A stored seating."""

    name: str
    meetings: str
    """The fingerprint of the meetings."""
    competition: str
    """The fingerprint of the competition."""
    goal: str
    main_bound: LowerBound
    total: LowerBound
    seats: tuple[int, ...]
    """From 1."""
    origin: str = ""
    """The command that finds it, or its source."""

    @classmethod
    def parse(cls, row: str) -> "KnownSeating":
        """Return the seating in a line of the data file."""
        text, _, origin = row.partition(" # ")
        name, met, competing, goal, lead, lead_by, total, total_by, *seats = text.split()
        leading, in_all = LowerBound(float(lead), ARGUMENTS[lead_by]), LowerBound(int(total), ARGUMENTS[total_by])
        return cls(name, met, competing, goal, leading, in_all, tuple(map(int, seats)), origin)


def meetings_print(problem: SeatingProblem) -> str:
    """Return a short name for past meetings and meetings of seats."""
    return _digest(repr((problem.past_meetings, problem.graph, problem.direction)).encode())


def competition_print(problem: SeatingProblem) -> str:
    """Return a short name for past competition and competition of seats: movements may share all meetings."""
    both = (problem.past_competition, problem.competition)
    return _digest(b"".join(b"-" if matrix is None else matrix.round(6).tobytes() for matrix in both))


def event_print(event: SessionSeries) -> str:
    """Return a short name for the meetings of seats in all sessions of an event."""
    return _digest(
        repr([(graph, room.directions) for graph, room in zip(event.graphs, event.sessions, strict=True)]).encode()
    )


def _digest(text: bytes) -> str:
    return hashlib.blake2b(text, digest_size=6).hexdigest()


def _rows(file: str) -> list[str]:
    text = (files("byestand.second_sessions.search") / "data" / file).read_text("utf-8")
    return [row for row in text.splitlines() if not row.startswith("#")]


def known_seatings() -> Iterator[KnownSeating]:
    """Yield every stored seating."""
    yield from map(KnownSeating.parse, _rows("seatings.txt"))


@cache
def _by_meetings() -> dict[tuple[str, str], KnownSeating]:
    return {(known.meetings, known.goal): known for known in known_seatings()}


def look_up(problem: SeatingProblem, goal: str) -> KnownSeating | None:
    """Return the stored seating of a problem without requests and phantoms; for balance only with equal competition.

    The other goals depend on meetings only, but figures that break ties may be better in another competition.
    """
    if problem.phantoms or problem.wishes.apart or problem.fixed_direction:
        return None
    known = _by_meetings().get((meetings_print(problem), goal))
    return None if known and goal == "balance" and known.competition != competition_print(problem) else known


def known_floor(problem: SeatingProblem) -> LowerBound | None:
    """Return the stored bound of repeats for these meetings; it also holds with requests, which exclude seatings."""
    known = None if problem.phantoms else _by_meetings().get((meetings_print(problem), "total"))
    return known.total if known else None


def known_starts(problem: SeatingProblem) -> list[tuple[int, ...]]:
    """Return the stored seatings for these meetings, for any goal."""
    if problem.phantoms or problem.fixed_direction:
        return []
    met = meetings_print(problem)
    return [known.seats for (meetings, _), known in _by_meetings().items() if meetings == met]


def known_three(event: SessionSeries) -> list[tuple[Seats, Seats]]:
    """Return the stored seatings of three sessions for these meetings, to start from; none with a missing pair.

    A line of the file has the code of a movement, the fingerprint, the seats of the second and the third session, and
    after # the command that finds them.
    """
    if event.sessions[0].missing or event.wishes.stay or event.wishes.change:
        return []
    met, pairs = event_print(event), []
    for row in _rows("three_sessions.txt"):
        _, meetings, *seats = row.partition(" # ")[0].split()
        if meetings == met:
            numbers = tuple(map(int, seats))
            pairs.append((numbers[: event.size], numbers[event.size :]))
    return pairs

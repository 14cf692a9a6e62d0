"""Best seatings that are known already: of single Webs, 8 to 30 tables, 8, 9, 12 and 13 rounds; and of 13 + 18 tables.

Found by :func:`byestand.search.seatings.find_seating` with more time than somebody waits, and proved, where it says
so, by :func:`byestand.search.refute.exists_better`; ``python tests/known_seatings.py search 300`` does it again and
keeps what is better. tests/test_search_seatings.py judges every line: seats once, figures within the bounds, counting
bounds computed anew. A line has the name of a movement, a fingerprint of who meets whom and one of who competes with
whom, the goal, the bounds of its figure and of the total, each with its argument, for how many seconds it was searched
(- where that was not written down), and the seats.
"""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from byestand.search.event import Event, Seats
from byestand.search.seating_problem import Problem
from byestand.search.seatings import Proof

ARGUMENTS = {
    "c": "counting bound",
    "e": "exhausted search",
    "0": "there are no fewer than none",
    "r": "rearrangement bound",
}


@dataclass(frozen=True, slots=True)
class Known:
    """A seating that ships with the program."""

    name: str
    print: str
    """Who meets whom."""
    scores: str
    """Who competes with whom."""
    goal: str
    leading: Proof
    total: Proof
    seats: tuple[int, ...]
    """From 1."""
    seconds: str = "-"


def fingerprint(problem: Problem) -> str:
    """Return a short name for who met whom and which seats meet."""
    return _digest(repr((problem.past_meetings, problem.graph, problem.direction)).encode())


def score_print(problem: Problem) -> str:
    """Return a short name for who competed with whom and which seats compete: movements may share all meetings."""
    both = (problem.past_competition, problem.competition)
    return _digest(b"".join(b"-" if matrix is None else matrix.round(6).tobytes() for matrix in both))


def _digest(text: bytes) -> str:
    return hashlib.blake2b(text, digest_size=6).hexdigest()


def every_known() -> Iterator[Known]:
    """Yield everything that is known."""
    for row in (files("byestand.search") / "data" / "seatings.txt").read_text("utf-8").splitlines():
        if not row.startswith("#"):
            name, met, scores, goal, lead, lead_by, total, total_by, seconds, *seats = row.split()
            leading, in_all = Proof(float(lead), ARGUMENTS[lead_by]), Proof(int(total), ARGUMENTS[total_by])
            yield Known(name, met, scores, goal, leading, in_all, tuple(map(int, seats)), seconds)


@cache
def _table() -> dict[tuple[str, str], Known]:
    return {(known.print, known.goal): known for known in every_known()}


def look_up(problem: Problem, goal: str) -> Known | None:
    """Return the seating known for a problem without wishes and phantoms; for balance only if competition is the same.

    What else is known depends on meetings alone; but figures that break ties may be better in another competition.
    """
    if problem.phantoms or problem.wishes.apart or problem.fixed_direction:
        return None
    known = _table().get((fingerprint(problem), goal))
    return None if known and goal == "balance" and known.scores != score_print(problem) else known


def known_floor(problem: Problem) -> Proof | None:
    """Return the bound of playbacks known for these meetings: wishes only leave fewer seatings."""
    known = None if problem.phantoms else _table().get((fingerprint(problem), "total"))
    return known.total if known else None


def known_starts(problem: Problem) -> list[tuple[int, ...]]:
    """Return the seatings known for these meetings, whatever they are best at."""
    if problem.phantoms or problem.fixed_direction:
        return []
    met = fingerprint(problem)
    return [known.seats for (print_, _), known in _table().items() if print_ == met]


def meetings_print(event: Event) -> str:
    """Return a short name for which seats meet in all sessions of an event."""
    return _digest(
        repr([(graph, room.directions) for graph, room in zip(event.graphs, event.rooms, strict=True)]).encode()
    )


def known_pairs(event: Event) -> list[tuple[Seats, Seats]]:
    """Return the seatings of three sessions that ship for these meetings, to start from; none if somebody is missing.

    A line of the file has the name of a movement, the fingerprint, the effort and seed with which
    ``python tests/known_seatings.py three`` finds it, and the seats of the second and the third session.
    """
    if event.rooms[0].missing or event.wishes.stay or event.wishes.change:
        return []
    rows = (files("byestand.search") / "data" / "three_sessions.txt").read_text("utf-8").splitlines()
    met, found = meetings_print(event), []
    for row in rows:
        _, print_, _, *seats = row.split()
        if print_ == met:
            numbers = tuple(map(int, seats))
            found.append((numbers[: event.size], numbers[event.size :]))
    return found


def line(known: Known) -> str:
    """Return a seating as a line of the data file."""
    letters = {argument: letter for letter, argument in ARGUMENTS.items()}
    bounds = (f"{proof.bound:g} {letters[proof.argument]}" for proof in (known.leading, known.total))
    return " ".join([known.name, known.print, known.scores, known.goal, *bounds, known.seconds, *map(str, known.seats)])

"""Best seatings that are known already: of single Webs, 8 to 30 tables, 8, 9, 12 and 13 rounds; and of 13 + 18 tables.

Found by :func:`byestand.search.seatings.find_seating` with more time than somebody waits, and proved, where it says
so, by :func:`byestand.search.refute.exists_better`; ``python tests/known_seatings.py search 300`` does it again and
keeps what is better. tests/test_search_seatings.py judges every line: seats once, figures within the bounds, counting
bounds computed anew. A line has the name of a movement, a fingerprint of who meets whom, the goal, the bounds of its
figure and of the total, each with its argument, and the seats.
"""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

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
    goal: str
    leading: Proof
    total: Proof
    seats: tuple[int, ...]
    """From 1."""


def fingerprint(problem: Problem) -> str:
    """Return a short name for who met whom and which seats meet."""
    text = repr((problem.past_meetings, problem.graph, problem.direction))
    return hashlib.blake2b(text.encode(), digest_size=6).hexdigest()


def every_known() -> Iterator[Known]:
    """Yield everything that is known."""
    for line in (files("byestand.search") / "data" / "seatings.txt").read_text("utf-8").splitlines():
        if not line.startswith("#"):
            name, mark, goal, lead, lead_by, total, total_by, *seats = line.split()
            leading, in_all = Proof(float(lead), ARGUMENTS[lead_by]), Proof(int(total), ARGUMENTS[total_by])
            yield Known(name, mark, goal, leading, in_all, tuple(map(int, seats)))


@cache
def _table() -> dict[tuple[str, str], Known]:
    return {(known.print, known.goal): known for known in every_known()}


def look_up(problem: Problem, goal: str) -> Known | None:
    """Return the seating known for a problem without wishes and phantoms."""
    if problem.phantoms or problem.wishes.apart or problem.fixed_direction:
        return None
    return _table().get((fingerprint(problem), goal))


def line(known: Known) -> str:
    """Return a seating as a line of the data file."""
    letters = {argument: letter for letter, argument in ARGUMENTS.items()}
    bounds = (f"{proof.bound:g} {letters[proof.argument]}" for proof in (known.leading, known.total))
    return " ".join([known.name, known.print, known.goal, *bounds, *map(str, known.seats)])

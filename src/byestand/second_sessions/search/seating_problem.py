"""The search problem of second sessions: masks of past meetings and of meetings of seats.

Sessions that are seated already are the past. One more session is to be seated: a permutation of people over its
seats. Every figure is a sum over two people of "something in the past" times "something between their new seats":
meetings twice (repeats), strangers twice (never compared), competition times competition (balance). Bit i is person i,
or seat i, counted from 0.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
import numpy.typing as npt

from byestand.errors import BadRequest
from byestand.language import say
from byestand.model.session import Session

Masks = tuple[int, ...]
Seats = tuple[int, ...]
"""The seat of each person, both counted from 1."""
Floats = npt.NDArray[np.float64]


def seat_graph(room: Session) -> Masks:
    """Return for each seat of a room the mask of its opponents' seats."""
    masks = [0] * room.size
    for movement, offset in zip(room.movements, room.offsets, strict=True):
        for ns, ew in movement.seats[movement.played_mask].tolist():
            masks[offset + ns - 1] |= 1 << (offset + ew - 1)
            masks[offset + ew - 1] |= 1 << (offset + ns - 1)
    return tuple(masks)


@dataclass(frozen=True, slots=True)
class SeatingRequests:
    """The requests of people, counted from 0."""

    stay: frozenset[int] = frozenset()
    change: frozenset[int] = frozenset()
    apart: frozenset[int] = frozenset()


@dataclass(frozen=True)
class SeatingProblem:
    """The session to seat, and the past of its people."""

    graph: Masks
    """The seats that each seat meets."""
    direction: tuple[int, ...]
    """NS (0) or EW (1) for each seat."""
    past_meetings: Masks
    """The people that each person has met."""
    past_strangers: Masks
    """The people that each person has neither met nor sat in the same direction with."""
    past_class: tuple[int, ...]
    """The directions of each person so far, as one number: people of one class may exchange directions."""
    direction_before: tuple[int, ...]
    """The direction of each person in the first session."""
    past_again: tuple[int, ...]
    """The repeats of each person so far."""
    phantoms: tuple[tuple[int, int], ...] = ()
    """Missing persons, each with the seat that stays empty."""
    wishes: SeatingRequests = field(default_factory=SeatingRequests)
    past_competition: Floats | None = None
    competition: Floats | None = None
    """The competition of people so far and of seats now; balance is not counted without them."""

    @property
    def size(self) -> int:
        """The number of people."""
        return len(self.graph)

    @cached_property
    def people(self) -> tuple[int, ...]:
        """All people that are present."""
        absent = {person for person, _ in self.phantoms}
        return tuple(person for person in range(self.size) if person not in absent)

    @cached_property
    def fixed_direction(self) -> frozenset[int]:
        """People with a fixed direction."""
        return self.wishes.stay | self.wishes.change

    @cached_property
    def apart(self) -> Masks:
        """The people that each person should not meet now."""
        seeds = sum(1 << person for person in self.wishes.apart)
        return tuple(seeds & ~(1 << p) if p in self.wishes.apart else 0 for p in range(self.size))


@dataclass(frozen=True, slots=True)
class SeatingScore:
    """The figures of a seating, as the search counts them."""

    total: int
    max_repeats: int
    never: int
    competition: float
    """The sum of past times new competition; less is better balance."""
    clashes: int = 0
    """Meetings of people that should be kept apart."""


def score(problem: SeatingProblem, seats: Sequence[int]) -> SeatingScore:
    """Count all figures of a seating from scratch."""
    opponents = opponents_of(problem.graph, seats)
    lines = [mask_of(p for p in problem.people if problem.direction[seats[p]] == way) for way in (0, 1)]
    again = [
        had + (met & now).bit_count()
        for had, met, now in zip(problem.past_again, problem.past_meetings, opponents, strict=True)
    ]
    never = sum(
        (problem.past_strangers[p] & lines[1 - problem.direction[seats[p]]] & ~opponents[p]).bit_count()
        for p in problem.people
    )
    clashes = sum((problem.apart[p] & opponents[p]).bit_count() for p in problem.people)
    worth = 0.0
    if problem.past_competition is not None and problem.competition is not None:
        worth = float((problem.past_competition * problem.competition[np.ix_(seats, seats)]).sum() / 2)
    return SeatingScore(sum(again) // 2, max(again), never // 2, worth, clashes // 2)


def opponents_of(graph: Masks, seats: Sequence[int]) -> list[int]:
    """Return the mask of opponents of each person in these seats (from 0)."""
    holder = {seat: person for person, seat in enumerate(seats)}
    return [mask_of(holder[s] for s in bits(graph[seat])) for seat in seats]


def bits(mask: int) -> list[int]:
    """Return the places of the ones in a mask.

    >>> bits(0b10110)
    [1, 2, 4]
    """
    places = []
    while mask:
        low = mask & -mask
        places.append(low.bit_length() - 1)
        mask ^= low
    return places


def mask_of(places: Iterable[int]) -> int:
    """Return the mask with ones in these places."""
    mask = 0
    for place in places:
        mask |= 1 << place
    return mask


@dataclass(frozen=True)
class SessionSeries:
    """Two or three sessions; in the first one each person has the seat of the same number."""

    sessions: tuple[Session, ...]
    competitions: tuple[Floats, ...] = ()
    """The competition of seats in each session; without it balance is not counted."""
    wishes: SeatingRequests = field(default_factory=SeatingRequests)

    def __post_init__(self) -> None:
        counts = [len(session.present) for session in self.sessions]
        if len(set(counts)) > 1 or len({session.size for session in self.sessions}) > 1:
            raise BadRequest(
                say("all sessions need the same number of pairs, not {counts}", counts=", ".join(map(str, counts)))
            )

    @property
    def size(self) -> int:
        """The number of people, including phantoms."""
        return self.sessions[0].size

    @cached_property
    def graphs(self) -> tuple[Masks, ...]:
        """The meetings of seats in each session."""
        return tuple(map(seat_graph, self.sessions))

    @property
    def meetings(self) -> int:
        """The number of meetings in all sessions."""
        return sum(sum(mask.bit_count() for mask in graph) // 2 for graph in self.graphs)

    @property
    def opening(self) -> Seats:
        """The seating of the first session."""
        return tuple(range(1, self.size + 1))

    def problem(self, seatings: Sequence[Seats | None], session: int) -> SeatingProblem:
        """Return the problem of seating one session, with the others seated in this way (None: not yet)."""
        size, room = self.size, self.sessions[session]
        met, strangers, again = [0] * size, [(1 << size) - 1] * size, [0] * size
        classes = [0] * size
        past: Floats | None = np.zeros((size, size)) if self.competitions else None
        for other, seats in enumerate(seatings):
            if other == session or seats is None:
                continue
            places = [seat - 1 for seat in seats]
            opponents = opponents_of(self.graphs[other], places)
            ways = [self.sessions[other].directions[place] for place in places]
            lines = [mask_of(p for p in range(size) if ways[p] == way) for way in (0, 1)]
            for p in range(size):
                again[p] += (met[p] & opponents[p]).bit_count()
                met[p] |= opponents[p]
                strangers[p] &= lines[1 - ways[p]] & ~opponents[p]
                classes[p] = 2 * classes[p] + ways[p]
            if past is not None:
                past += self.competitions[other][np.ix_(places, places)]
        absent = mask_of(seat - 1 for seat in self.sessions[0].missing)
        return SeatingProblem(
            graph=self.graphs[session],
            direction=room.directions,
            past_meetings=tuple(met),
            past_strangers=tuple(0 if absent >> p & 1 else mask & ~absent for p, mask in enumerate(strangers)),
            past_class=tuple(classes),
            direction_before=self.sessions[0].directions,
            past_again=tuple(again),
            phantoms=tuple((a - 1, b - 1) for a, b in zip(self.sessions[0].missing, room.missing, strict=True)),
            wishes=self.wishes,
            past_competition=past,
            competition=self.competitions[session] if self.competitions else None,
        )

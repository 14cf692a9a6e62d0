"""A second session as the search sees it: masks of who has met whom, and of which seats meet.

Sessions already seated are the past. One more session is to be seated: a permutation of people over its seats. All
that is counted is a sum over two people of "something in the past" times "something between their new seats": meetings
twice (playbacks), strangers twice (never compared), competition times competition (balance). Bit i is person i, or seat
i, counted from 0.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
import numpy.typing as npt

from byestand.model.session import Session

Masks = tuple[int, ...]
Floats = npt.NDArray[np.float64]


def seat_graph(room: Session) -> Masks:
    """Return for each seat of a room the mask of the seats that it plays boards against."""
    masks = [0] * room.size
    for movement, offset in zip(room.movements, room.offsets, strict=True):
        for ns, ew in movement.seats[movement.played].tolist():
            masks[offset + ns - 1] |= 1 << (offset + ew - 1)
            masks[offset + ew - 1] |= 1 << (offset + ns - 1)
    return tuple(masks)


@dataclass(frozen=True, slots=True)
class Wishes:
    """What people ask for, by person, counted from 0."""

    stay: frozenset[int] = frozenset()
    change: frozenset[int] = frozenset()
    apart: frozenset[int] = frozenset()


@dataclass(frozen=True)
class Problem:
    """The session to seat, and what the past says of its people."""

    graph: Masks
    """For each seat the seats it meets."""
    direction: tuple[int, ...]
    """For each seat whether it is NS (0) or EW (1)."""
    past_meetings: Masks
    """For each person whom it has met."""
    past_strangers: Masks
    """For each person with whom it has neither met nor sat in the same direction."""
    past_class: tuple[int, ...]
    """For each person its directions so far, as one number: people of one class may exchange directions."""
    direction_before: tuple[int, ...]
    """For each person its direction in the first session."""
    past_again: tuple[int, ...] = ()
    """For each person its playbacks so far; nothing stands for none."""
    phantoms: tuple[tuple[int, int], ...] = ()
    """Persons who are not there, each with the seat that stays empty."""
    wishes: Wishes = field(default_factory=Wishes)
    past_competition: Floats | None = None
    competition: Floats | None = None
    """How people competed so far, and how seats will; what is not given is not counted."""

    @property
    def size(self) -> int:
        """How many people there are."""
        return len(self.graph)

    @cached_property
    def people(self) -> tuple[int, ...]:
        """Everybody who is there."""
        absent = {person for person, _ in self.phantoms}
        return tuple(person for person in range(self.size) if person not in absent)

    @cached_property
    def fixed_direction(self) -> frozenset[int]:
        """Those who may not exchange directions with anybody."""
        return self.wishes.stay | self.wishes.change

    @cached_property
    def so_far(self) -> tuple[int, ...]:
        """For each person its playbacks so far."""
        return self.past_again or (0,) * self.size

    @cached_property
    def apart(self) -> Masks:
        """For each person whom it should not meet now."""
        seeds = sum(1 << person for person in self.wishes.apart)
        return tuple(seeds & ~(1 << p) if p in self.wishes.apart else 0 for p in range(self.size))


@dataclass(frozen=True, slots=True)
class Score:
    """What a seating is worth; the search's own count."""

    total: int
    most: int
    never: int
    competition: float
    """The sum of past times new competition: the less, the better the balance."""
    clashes: int = 0
    """How many meet who should be kept apart."""


def score(problem: Problem, seats: Sequence[int]) -> Score:
    """Count everything about a seating from scratch."""
    holder = {seat: person for person, seat in enumerate(seats)}
    opponents = [mask_of(holder[s] for s in bits(problem.graph[seat])) for seat in seats]
    lines = [mask_of(p for p in problem.people if problem.direction[seats[p]] == way) for way in (0, 1)]
    again = [
        had + (met & now).bit_count()
        for had, met, now in zip(problem.so_far, problem.past_meetings, opponents, strict=True)
    ]
    never = sum(
        (problem.past_strangers[p] & lines[1 - problem.direction[seats[p]]] & ~opponents[p]).bit_count()
        for p in problem.people
    )
    clashes = sum((problem.apart[p] & opponents[p]).bit_count() for p in problem.people)
    worth = 0.0
    if problem.past_competition is not None and problem.competition is not None:
        worth = float((problem.past_competition * problem.competition[np.ix_(seats, seats)]).sum() / 2)
    return Score(sum(again) // 2, max(again), never // 2, worth, clashes // 2)


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

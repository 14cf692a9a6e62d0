"""All sessions of an event as the search sees them: and the problem of seating one of them."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from byestand.errors import BadRequest
from byestand.model.session import Session
from byestand.search.second_sessions.halves import Lines
from byestand.search.second_sessions.problem import Floats, Masks, Problem, Wishes, bits, mask_of, seat_graph

Seats = tuple[int, ...]


@dataclass(frozen=True)
class Event:
    """Two or three sessions, the first of which is seated by definition: everybody in the seat of their number."""

    sessions: tuple[Session, ...]
    competitions: tuple[Floats, ...] = ()
    """How seats compete in each session; without it balance counts for nothing."""
    wishes: Wishes = field(default_factory=Wishes)

    def __post_init__(self) -> None:
        counts = [len(session.present) for session in self.sessions]
        if len(set(counts)) > 1 or len({session.size for session in self.sessions}) > 1:
            raise BadRequest(f"all sessions need as many pairs, not {', '.join(map(str, counts))}")

    @property
    def size(self) -> int:
        """How many people there are, phantoms included."""
        return self.sessions[0].size

    @cached_property
    def graphs(self) -> tuple[Masks, ...]:
        """Which seats meet, session by session."""
        return tuple(map(seat_graph, self.sessions))

    @property
    def meetings(self) -> int:
        """All meetings of all sessions."""
        return sum(sum(mask.bit_count() for mask in graph) // 2 for graph in self.graphs)

    @property
    def opening(self) -> Seats:
        """The seating of the first session."""
        return tuple(range(1, self.size + 1))

    def lines(self, session: int) -> Lines | None:
        """Return a session of one section as two lines; None where it is not one."""
        room = self.sessions[session]
        return Lines.of(self.graphs[session], room.directions) if len(room.movements) == 1 else None

    def problem(self, seatings: Sequence[Seats | None], session: int) -> Problem:
        """Return the problem of seating one session, the others being seated as told (None: not yet)."""
        size, room = self.size, self.sessions[session]
        met, strangers, again = [0] * size, [(1 << size) - 1] * size, [0] * size
        classes = [0] * size
        past: Floats | None = np.zeros((size, size)) if self.competitions else None
        for other, seats in enumerate(seatings):
            if other == session or seats is None:
                continue
            places = [seat - 1 for seat in seats]
            opponents = self.opponents(other, places)
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
        return Problem(
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

    def opponents(self, session: int, places: Sequence[int]) -> list[int]:
        """Return for each person, seated in these places (from 0), whom it meets in a session."""
        holder = {place: person for person, place in enumerate(places)}
        return [mask_of(holder[s] for s in bits(self.graphs[session][place])) for place in places]

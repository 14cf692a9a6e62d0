"""Several sessions of one event: repeat opponents, pairs never compared, balance, and validity of the seating.

Everything is counted from the movements and the seats, independent of how a seating was found.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from byestand.errors import BadRequest
from byestand.language import say
from byestand.model.field import Field
from byestand.model.judged import Finding
from byestand.model.movement import Movement
from byestand.model.session import Session
from byestand.verify.measures.balance import Matrix, balance, competition
from byestand.words.numbers import join_items


@dataclass(frozen=True, slots=True)
class SessionSeating:
    """The seat of each pair in one session; pair 1 has seat 1 in the first session."""

    session: Session
    seats: tuple[int, ...]

    @classmethod
    def first(cls, session: Session) -> "SessionSeating":
        """Return the first session, with each pair in the seat of its number."""
        return cls(session, tuple(range(1, session.size + 1)))


@dataclass(frozen=True, slots=True)
class EventFigures:
    """The figures of several sessions together."""

    per_person: tuple[int, ...]
    """Repeat opponents of each pair."""
    repeats: tuple[tuple[int, int], ...]
    """Repeat opponents: two pairs, the lower number first, once for every repeat meeting."""
    never: tuple[tuple[int, int], ...]
    """Pairs that are never compared: never opponents and never in the same direction."""
    balance: float
    """Qf over all sessions together, scored over the whole field."""

    @property
    def total(self) -> int:
        """The number of repeat meetings of all pairs."""
        return len(self.repeats)

    @property
    def max_repeats(self) -> int:
        """The highest number of repeat opponents of one pair."""
        return max(self.per_person)


def account(sittings: Sequence[SessionSeating]) -> EventFigures:
    """Return the figures of several sessions; missing pairs do not count."""
    _require_whole(sittings)
    size = sittings[0].session.size
    met = np.zeros((size, size), dtype=np.int64)
    together = np.zeros((size, size), dtype=np.bool_)
    total: Matrix = np.zeros((size, size), dtype=np.int64)
    for sitting in sittings:
        seat = np.array(sitting.seats) - 1
        here = np.ix_(seat, seat)
        met += meetings(sitting.session)[here]
        direction = np.array(sitting.session.directions)[seat]
        together |= direction[:, np.newaxis] == direction
        total += session_competition(sitting.session)[here]
    there = np.array([s - 1 for s in sittings[0].session.present])
    extra = np.maximum(met - 1, 0)
    upper = np.triu(np.ones((size, size), dtype=np.bool_), 1)
    known = np.zeros(size, dtype=np.bool_)
    known[there] = True
    strangers = upper & (met == 0) & ~together & known & known[:, np.newaxis]
    return EventFigures(
        per_person=tuple(extra.sum(axis=1).tolist()),
        repeats=tuple((a + 1, b + 1) for a, b in np.argwhere(upper & (extra > 0)).tolist() for _ in range(extra[a, b])),
        never=tuple((a + 1, b + 1) for a, b in np.argwhere(strangers).tolist()),
        balance=balance(total[np.ix_(there, there)]),
    )


def _require_whole(sittings: Sequence[SessionSeating]) -> None:
    size = sittings[0].session.size
    for number, sitting in enumerate(sittings, start=1):
        if sorted(sitting.seats) != list(range(1, size + 1)) or sitting.session.size != size:
            raise BadRequest(
                say("session {session} does not seat each of {pairs} pairs once", session=number, pairs=size)
            )


def _field(session: Session) -> Movement:
    """Return all sections as one movement with one field, so that boards are compared over all of them."""
    rounds = max(movement.rounds for movement in session.movements)
    tables = sum(movement.tables for movement in session.movements)
    seats = np.zeros((rounds, tables, 2), dtype=np.int64)
    groups = np.zeros((rounds, tables), dtype=np.int64)
    left = 0
    for movement, offset in zip(session.movements, session.offsets, strict=True):
        block = np.s_[: movement.rounds, left : left + movement.tables]
        seats[block] = np.where(movement.seats > 0, movement.seats + offset, 0)
        groups[block] = movement.groups
        left += movement.tables
    return Movement("", seats, groups, Field((session.size,)), max(m.deal_groups for m in session.movements))


def session_competition(session: Session) -> Matrix:
    """Return the competition matrix of seats over the whole field; missing pairs compete with nobody."""
    return competition(_field(session))


def meetings(session: Session) -> Matrix:
    """Return which seats meet, as 0 and 1; a revenge round does not count as a second meeting."""
    field, size = _field(session), session.size
    met = np.zeros((size, size), dtype=np.int64)
    who = field.seats[field.played_mask] - 1
    met[who[:, 0], who[:, 1]] = 1
    met[who[:, 1], who[:, 0]] = 1
    return met


@dataclass(frozen=True, slots=True)
class Requests:
    """Requests for a seating: pairs that must keep or change direction, and pairs that should not meet."""

    stay: frozenset[int] = frozenset()
    change: frozenset[int] = frozenset()
    apart: frozenset[int] = frozenset()


def judge_seating(
    first: SessionSeating, second: SessionSeating, requests: Requests | None = None
) -> tuple[Finding, ...]:
    """Return the findings about the seating of a second session."""
    requests = requests or Requests()
    faults = list(_seated_once(first, second))
    if not faults:
        faults += _directions_as_asked(first, second, requests)
        faults += _kept_apart(first, second, requests.apart)
    return tuple(faults)


def _seated_once(first: SessionSeating, second: SessionSeating) -> Iterator[Finding]:
    """Every pair present has one seat, and seats of missing pairs stay empty."""
    label = first.session.label
    for number in range(1, second.session.size + 1):
        holders = tuple(label(p) for p, s in enumerate(second.seats, start=1) if s == number)
        if not holders:
            sentence = say("seat {seat} has no pair", seat=second.session.label(number))
            yield Finding("seated-twice", sentence, contestants=holders)
        elif len(holders) > 1:
            sentence = say(
                "seat {seat} has more than one pair: {pairs}",
                seat=second.session.label(number),
                pairs=join_items(holders),
            )
            yield Finding("seated-twice", sentence, contestants=holders)
    missing = set(second.session.missing)
    for person, seat in enumerate(second.seats, start=1):
        if not 1 <= seat <= second.session.size:
            sentence = say("{pair} has no seat", pair=label(person))
            yield Finding("seated-nowhere", sentence, contestants=(label(person),))
        elif (person in first.session.missing) != (seat in missing):
            sentence = say(
                "{pair} cannot have seat {seat}: only one of them is missing",
                pair=label(person),
                seat=second.session.label(seat),
            )
            yield Finding("seated-nowhere", sentence, contestants=(label(person),))


def _directions_as_asked(first: SessionSeating, second: SessionSeating, requests: Requests) -> Iterator[Finding]:
    """Pairs that must keep their direction keep it, pairs that must change it change it."""
    for people, must_change in ((requests.stay, False), (requests.change, True)):
        for person in sorted(people):
            if _changes(first, second, person) != must_change:
                label = first.session.label(person)
                if must_change:
                    sentence = say("{pair} keeps its direction, but should change it", pair=label)
                else:
                    sentence = say("{pair} changes direction, but should keep it", pair=label)
                yield Finding("direction", sentence, contestants=(label,))


def _changes(first: SessionSeating, second: SessionSeating, person: int) -> bool:
    before, after = (s.session.directions[s.seats[person - 1] - 1] for s in (first, second))
    return before != after


def _kept_apart(first: SessionSeating, second: SessionSeating, apart: Collection[int]) -> Iterator[Finding]:
    """Pairs that should not meet do not (a warning: it may be impossible)."""
    met = meetings(second.session)
    for a in sorted(apart):
        for b in sorted(apart):
            if a < b and met[second.seats[a - 1] - 1, second.seats[b - 1] - 1]:
                who = first.session.label(a), first.session.label(b)
                sentence = say("{first} and {second} meet, but should not", first=who[0], second=who[1])
                yield Finding("not-apart", sentence, severity="warning", contestants=who)

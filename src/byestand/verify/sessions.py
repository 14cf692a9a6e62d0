"""Several sessions of one event: who meets again, who is never compared, how even it is, whether it is in order.

Everything is counted anew from the movements and from where people sit; nothing here knows how a seating was found.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from byestand.errors import BadRequest
from byestand.model.field import Field
from byestand.model.judged import Finding
from byestand.model.movement import Movement
from byestand.model.session import EW, NS, Session
from byestand.verify.measures.balance import Matrix, balance, competition
from byestand.words.numbers import enumerated


@dataclass(frozen=True, slots=True)
class Sitting:
    """Who sits where in one session: the seat of each person; person 1 is who has seat 1 in the first session."""

    session: Session
    seats: tuple[int, ...]

    @classmethod
    def first(cls, session: Session) -> "Sitting":
        """Return the first session: everybody in the seat of their number."""
        return cls(session, tuple(range(1, session.size + 1)))


@dataclass(frozen=True, slots=True)
class Account:
    """What several sessions amount to."""

    per_person: tuple[int, ...]
    """How many meetings too many each person has, with whomever."""
    again: tuple[tuple[int, int], ...]
    """Who meets again: two persons, the lower number first, once for every meeting too many."""
    never: tuple[tuple[int, int], ...]
    """Who is never compared: never opponents, never in the same direction."""
    balance: float
    """Qf over all sessions together, scored over the whole field."""

    @property
    def total(self) -> int:
        """All playbacks: for every two pairs, the sessions in which they meet but for the first."""
        return len(self.again)

    @property
    def most(self) -> int:
        """The most playbacks that one pair has."""
        return max(self.per_person)


def account(sittings: Sequence[Sitting]) -> Account:
    """Return what several sessions amount to; phantoms count for nothing."""
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
    return Account(
        per_person=tuple(extra.sum(axis=1).tolist()),
        again=tuple((a + 1, b + 1) for a, b in np.argwhere(upper & (extra > 0)).tolist() for _ in range(extra[a, b])),
        never=tuple((a + 1, b + 1) for a, b in np.argwhere(strangers).tolist()),
        balance=balance(total[np.ix_(there, there)]),
    )


def _require_whole(sittings: Sequence[Sitting]) -> None:
    size = sittings[0].session.size
    for number, sitting in enumerate(sittings, start=1):
        if sorted(sitting.seats) != list(range(1, size + 1)) or sitting.session.size != size:
            raise BadRequest(f"session {number} does not seat each of {size} pairs once")


def _field(session: Session) -> Movement:
    """Return all sections as one movement of one field, so that deals are compared over all of them."""
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
    """Return how seats compete over the whole field; a phantom competes with nobody."""
    return competition(_field(session))


def meetings(session: Session) -> Matrix:
    """Return which seats meet, as 0 and 1; a revenge round is no second meeting: it is meant."""
    field, size = _field(session), session.size
    met = np.zeros((size, size), dtype=np.int64)
    who = field.seats[field.played] - 1
    met[who[:, 0], who[:, 1]] = 1
    met[who[:, 1], who[:, 0]] = 1
    return met


@dataclass(frozen=True, slots=True)
class Requests:
    """What was asked of a seating: who must keep or change direction, and who should not meet in the second session."""

    stay: frozenset[int] = frozenset()
    change: frozenset[int] = frozenset()
    apart: frozenset[int] = frozenset()
    half: bool = True
    """Whether half of each line must change direction; some recipes do otherwise."""


def judge_seating(first: Sitting, second: Sitting, requests: Requests | None = None) -> tuple[Finding, ...]:
    """Return everything that is wrong with the seating of a second session."""
    requests = requests or Requests()
    faults = list(_seated_once(first, second))
    if not faults:
        faults += _half_of_each_line_changes(first, second) if requests.half else ()
        faults += _directions_as_asked(first, second, requests)
        faults += _kept_apart(first, second, requests.apart)
    return tuple(faults)


def _seated_once(first: Sitting, second: Sitting) -> Iterator[Finding]:
    """Everybody who is there has one seat, and nobody sits where nobody should."""
    label = first.session.label
    for number in range(1, second.session.size + 1):
        holders = tuple(label(p) for p, s in enumerate(second.seats, start=1) if s == number)
        if len(holders) != 1:
            who = enumerated(holders) if holders else "nobody"
            yield Finding("seated-twice", f"seat {second.session.label(number)} has {who}", contestants=holders)
    missing = set(second.session.missing)
    for person, seat in enumerate(second.seats, start=1):
        if not 1 <= seat <= second.session.size:
            yield Finding("seated-nowhere", f"{label(person)} has no seat", contestants=(label(person),))
        elif (person in first.session.missing) != (seat in missing):
            what = f"{label(person)} and seat {second.session.label(seat)} do not fit: one of them is a phantom"
            yield Finding("seated-nowhere", what, contestants=(label(person),))


def _half_of_each_line_changes(first: Sitting, second: Sitting) -> Iterator[Finding]:
    """In each line as many change direction as stay, but for one in an odd line."""
    for line, name in ((NS, "NS"), (EW, "EW")):
        members = [p for p in first.session.present if first.session.directions[first.seats[p - 1] - 1] == line]
        changed = sum(_changes(first, second, p) for p in members)
        if abs(2 * changed - len(members)) > 1:
            yield Finding("not-half", f"of {len(members)} {name} pairs {changed} change direction, not half")


def _directions_as_asked(first: Sitting, second: Sitting, requests: Requests) -> Iterator[Finding]:
    """Those who must stay in their direction stay, those who must change change."""
    for people, wanted in ((requests.stay, False), (requests.change, True)):
        for person in sorted(people):
            if _changes(first, second, person) != wanted:
                what = f"{first.session.label(person)} {'keeps' if wanted else 'changes'} direction, against the wish"
                yield Finding("direction", what, contestants=(first.session.label(person),))


def _changes(first: Sitting, second: Sitting, person: int) -> bool:
    before, after = (s.session.directions[s.seats[person - 1] - 1] for s in (first, second))
    return before != after


def _kept_apart(first: Sitting, second: Sitting, apart: Collection[int]) -> Iterator[Finding]:
    """Those who should not meet do not: a warning, for it may be impossible."""
    met = meetings(second.session)
    for a in sorted(apart):
        for b in sorted(apart):
            if a < b and met[second.seats[a - 1] - 1, second.seats[b - 1] - 1]:
                who = first.session.label(a), first.session.label(b)
                yield Finding("not-apart", f"{who[0]} and {who[1]} meet", severity="warning", contestants=who)

"""Pairs that came late: they sit down where somebody is missing or has left, or rove over the rounds that are left."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import product

import numpy as np

from byestand.model.claims import Route
from byestand.model.history import Continuation
from byestand.model.played import Played
from byestand.search.outcome import Clock, Found, Impossible, OutOfTime, OutOfTimeError
from byestand.search.repairs import continuations
from byestand.search.repairs.alike import alike
from byestand.search.repairs.enlarged import (
    taking_the_place_of,
    with_missing_pair_in,
    with_pair_in,
    with_pair_in_place_of,
)
from byestand.search.repairs.losses import loss_of, played_out, sharing_fits
from byestand.search.repairs.problem import Allowance
from byestand.search.repairs.roving import Roving
from byestand.search.repairs.stops import Option, Stop, Stops, fewest_sit_outs, judged
from byestand.search.repairs.whole_room import MOST_CELLS


def late(played: Played, allowed: Allowance) -> Found[tuple[Option, ...]] | Impossible | OutOfTime:
    """Return what can be done for those who came, the simplest first; or why nothing can.

    A pair sits down where somebody is missing; else it roves, and of two pairs the other one is its host.
    """
    if not played.came or played.plan.is_individual or played.after == played.plan.rounds:
        return Found(())
    planned = played.planned
    base = replace(planned, groups=played_out(played, planned.seats, planned.groups))
    outcome = _from(played, base, allowed.part(1 / 2))
    if not isinstance(outcome, Found) or not (better := _mended(played, allowed.part(1 / 2))):
        return outcome
    mended = played if better.claims is None else replace(played, plan=replace(played.plan, claims=better.claims))
    besides = _from(mended, better, allowed.part(1))
    return Found((*outcome.thing, *(besides.thing if isinstance(besides, Found) else ())), outcome.how)


def _mended(played: Played, allowed: Allowance) -> Continuation | None:
    """Return how all others go on best if they lose something by the plan; None where the plan is best."""
    by_plan = loss_of(played, played.planned)
    if by_plan == (0, 0) or played.planned.groups.size > MOST_CELLS:
        return None
    found = [*alike(played, allowed.part(1 / 2)), *continuations(played, allowed.part(1))]
    best = min(found, key=lambda how: loss_of(played, how))
    return best if loss_of(played, best) < by_plan else None


def _from(played: Played, base: Continuation, allowed: Allowance) -> Found[tuple[Option, ...]] | Impossible | OutOfTime:
    """Return what can be done for those who are still to be seated, if all others go on like *base*."""
    places = {how.key: (night, how) for night, how in (*_in_empty_places(played, base), *_in_places_left(played, base))}
    seated = [
        (night, how)
        for night, how in places.values()
        if sharing_fits(night, how, copies=allowed.copies, extra=allowed.extra)
    ]
    if seated and played.came > 1:
        both = {how.key: (night, how) for night, how in _and_the_next(seated, allowed)}
        return Found(tuple(both.values()))
    if seated:
        return Found(tuple(seated))
    if played.plan.claimed(Route):
        return Impossible("there is a rover already, and one is enough", "theorem")
    outcome = Roving(played, base, allowed).options()
    if isinstance(outcome, Found):
        fits = [option for option in outcome.thing if sharing_fits(*option, copies=allowed.copies, extra=allowed.extra)]
        return replace(outcome, thing=tuple(fits))
    return outcome


def _and_the_next(first: list[Option], allowed: Allowance) -> Iterator[Option]:
    """Yield what the next pair can do after the first has sat down; where it can do nothing, the first alone."""
    for played, how in first:
        outcome = _from(played, how, allowed.part(1 / len(first)))
        yield from outcome.thing if isinstance(outcome, Found) and outcome.thing else ((played, how),)


def _in_empty_places(played: Played, base: Continuation) -> Iterator[Option]:
    """Yield the night with the pair that came in the place of each that is missing, or has left."""
    field = played.plan.field
    for missing in sorted(field.missing):
        line = field.line(missing)
        if stops := _empty_places(played, base, line):
            night = with_missing_pair_in(played, missing, [stop.table if stop else None for stop in stops])
            yield night, _seated(night, base, stops, missing)
    for line in sorted({field.line(contestant) for contestant in played.left}):
        if stops := _empty_places(played, base, line):
            night, pair, number = with_pair_in(played, line, [stop.table if stop else None for stop in stops])
            kind = "half"
            if (leaver := _only_leaver(played, line)) and all(stops):
                night, kind = taking_the_place_of(night, pair, number.of(leaver)), "place"
            yield night, _seated(night, replace(base, seats=number(base.seats)), stops, pair, kind)


def _only_leaver(played: Played, line: int) -> int:
    """Return the one pair of a line that left, if all its empty seats are that pair's; else 0."""
    field, history = played.plan.field, played.plan.history
    replaced = history.replaced if history else frozenset()
    empty = [one for one in (played.left - replaced) | field.missing if field.line(one) == line]
    return empty[0] if len(empty) == 1 and empty[0] in played.left else 0


def _in_places_left(played: Played, base: Continuation) -> Iterator[Option]:
    """Yield the night with the pair that came in the place of each that has left, if all others sit as planned."""
    if not np.array_equal(base.seats, played.planned.seats):
        return
    for leaver in sorted(played.left & set(played.plan.seats[played.after :].ravel().tolist())):
        night, pair, number = with_pair_in_place_of(played, leaver)
        seats = np.where(night.plan.seats[played.after :] == pair, pair, number(base.seats))
        groups = played_out(night, seats, base.groups)
        yield night, judged(night, Continuation(seats, groups, "place", scope="any seating", calls=base.calls))


def _empty_places(played: Played, base: Continuation, line: int) -> Stops | None:
    """Return an empty seat for every round in which one of a line finds a game."""
    sides = (line,) if played.plan.field.winners == 2 else (0, 1)
    rows = [list(_empty_seats(played, base, row, sides)) for row in range(len(base.groups))]
    with suppress(OutOfTimeError):
        stops = fewest_sit_outs(rows, Clock(1.0)) if any(rows) else None
        return stops and [stop or _idle_seat(base, row, sides) for row, stop in enumerate(stops)]
    return None


def _idle_seat(base: Continuation, row: int, sides: tuple[int, ...]) -> Stop | None:
    """Return an empty seat at which nothing can be played."""
    free = ((table, side) for table, side in np.argwhere(base.seats[row] == 0).tolist() if side in sides)
    return next((Stop(table, side, 0, 0, 0) for table, side in free), None)


def _seated(played: Played, base: Continuation, stops: Stops, pair: int, kind: str = "half") -> Continuation:
    """Return how it goes on with a pair in these empty seats."""
    seats, groups = base.seats.copy(), base.groups.copy()
    for row, stop in enumerate(stops):
        if stop:
            seats[row, stop.table, stop.seat], groups[row, stop.table] = pair, stop.group
    return judged(played, Continuation(seats, groups, kind, scope="any seating", calls=base.calls))


def _empty_seats(played: Played, base: Continuation, row: int, sides: tuple[int, ...]) -> Iterator[Stop]:
    """Yield the empty seats of a round opposite somebody who has not seen, and will not see, what lies there.

    The seat of an empty table is one too: whoever comes next may sit down opposite.
    """
    groups = base.groups[row].tolist()
    for route in played.plan.claimed(Route):
        # The party table of a half table has no boards yet: it plays what the rover plays.
        at = np.flatnonzero((base.seats[row] == route.contestant).any(axis=1))
        groups[route.party_table - 1] = groups[at[0]] if len(at) else 0
    for table, seat in product(range(played.plan.tables), sides):
        opponent, group = int(base.seats[row, table, 1 - seat]), groups[table]
        if group and not base.seats[row, table, seat]:
            to_come = base.groups[(base.seats == opponent).any(axis=2) & (base.seats > 0).all(axis=2)]
            if group not in played.seen[opponent] and group not in to_come:
                yield Stop(table, seat, 0, opponent, group)

"""Laws about claims: each kind of claim is replayed against the grids, and everybody has one way to move.

A rover's claim has several laws. That nobody is met and no board played twice are laws for everybody already.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import accumulate

import numpy as np

from byestand.model.claims import Card, Follow, Jump, Route, Stay, Step, Turn
from byestand.model.judged import Counts, Evidence, Finding
from byestand.verify.evidence import cut
from byestand.words.numbers import enumerated

WAYS = (Stay, Step, Jump, Follow, Card)


def everybody_has_one_way_to_move(evidence: Evidence) -> Iterator[Finding]:
    """Where it is claimed how people move, that is said of everybody who is there, and once; who left need not move."""
    movement = evidence.movement
    people = [c for claim in movement.claims if isinstance(claim, WAYS) for c in claim.contestants]
    if not people:
        return
    routes = movement.claimed(Route)
    if not routes and len(people) == len(set(people)) == movement.field.size:
        return  # the usual case: everybody once
    told = Counter(people)
    for route in routes:
        told.update({route.contestant, route.host} - {0})
    gone = {who for who, _ in movement.history.left} if movement.history else set()
    for contestant in movement.field.present:
        if told[contestant] != 1 and not (contestant in gone and not told[contestant]):
            who = movement.field.label(contestant)
            fault = "in two ways" if told[contestant] else "in no way that is claimed"
            yield Finding("moves-unclear", f"{who} moves {fault}", contestants=(who,))


def those_who_stay_stay(evidence: Evidence) -> Iterator[Finding]:
    """Whoever is said to stay keeps the table all night."""
    for stay in evidence.movement.claimed(Stay):
        at = _where(evidence, stay.contestants)
        yield from _strayed(evidence, stay.contestants, at, at, "stay, as is claimed")


def those_who_step_step(evidence: Evidence) -> Iterator[Finding]:
    """Whoever is said to go up so many tables after each round does, the skip included."""
    for step in evidence.movement.claimed(Step):
        at = _where(evidence, step.contestants)
        gone_up = np.array([*accumulate(step.by, initial=1)])[:, np.newaxis]
        started = (at - gone_up) % step.tables
        yield from _strayed(evidence, step.contestants, started, at, "go on as is claimed")


def those_who_jump_jump(evidence: Evidence) -> Iterator[Finding]:
    """Whoever is said to make a jump along the sides of a grid of tables makes it."""
    for jump in evidence.movement.claimed(Jump):
        at = _where(evidence, jump.contestants)
        started = np.zeros_like(at)
        far = np.array(jump.by, dtype=np.int64).reshape(-1, len(jump.sides))
        gone_on = np.concatenate([np.zeros_like(far[:1], shape=(1, far.shape[1])), np.cumsum(far, axis=0)])
        for along, side, gone in zip(
            np.unravel_index(np.maximum(at - 1, 0), jump.sides), jump.sides, gone_on.T[:, :, np.newaxis], strict=True
        ):
            started = started * side + (along - gone) % side
        yield from _strayed(evidence, jump.contestants, started, at, "make the jump that is claimed")


def those_who_follow_follow(evidence: Evidence) -> Iterator[Finding]:
    """Whoever is said to follow somebody goes where that one has just sat, to the same seat if that is claimed."""
    movement = evidence.movement
    for follow in movement.claimed(Follow):
        who = np.array(follow.contestants)
        before = np.roll(who, 1)
        left, taken = evidence.tables[:-1, before], evidence.tables[1:, who]
        strayed = (left != taken) & (left > 0) & (taken > 0)
        if follow.same_seat:
            sides = _unturned_sides(evidence)
            strayed |= (sides[:-1, before] != sides[1:, who]) & (left > 0) & (taken > 0)
        for row, column in np.argwhere(strayed).tolist():
            pair, leader = (movement.field.label(int(c)) for c in (who[column], before[column]))
            sentence = f"round {row + 2}: {pair} does not sit where {leader} sat before"
            yield Finding("off-claim", sentence, round=row + 2, tables=(int(taken[row, column]),), contestants=(pair,))


def the_arrow_turns_where_it_is_said(evidence: Evidence) -> Iterator[Finding]:
    """But for the cells in which the arrow is turned, those of whom it is said keep their direction all night."""
    for turn in evidence.movement.claimed(Turn):
        who = np.array(turn.contestants)
        at = evidence.tables[:, who]
        sides = _unturned_sides(evidence)[:, who]
        yield from _strayed(evidence, turn.contestants, sides, at, "keep the direction, with no arrow switch claimed")


def _where(evidence: Evidence, contestants: Sequence[int]) -> Counts:
    """Return the table of each of these in each round; 0 is none.

    Whom a rover has sent to the party table counts as where the rover sits: it goes on from there.
    """
    at = evidence.tables[:, _columns(contestants)]
    for route in evidence.movement.claimed(Route):
        if route.party_table:
            rover_at = evidence.tables[:, route.contestant, np.newaxis]
            at = np.where(at == route.party_table, rover_at, at)
    return at


def _columns(contestants: Sequence[int]) -> slice | Counts:
    """Return an index for these contestants: a slice where they follow each other, which is quicker."""
    first, last = contestants[0], contestants[-1]
    return slice(first, last + 1) if contestants == tuple(range(first, last + 1)) else np.array(contestants)


def _unturned_sides(evidence: Evidence) -> Counts:
    """Return the seat, from 0, of everybody (rounds × contestants) as it would be without arrow switches."""
    seats = evidence.movement.seats
    sides = np.zeros_like(evidence.tables)
    sides[np.arange(len(seats))[:, np.newaxis, np.newaxis], seats] = np.arange(seats.shape[2])
    for turn in evidence.movement.claimed(Turn):
        turned = np.zeros((len(seats), seats.shape[1] + 1), dtype=np.bool_)  # no table is table 0
        for round, table in turn.at:
            turned[round - 1, table] = True
        sides = np.where(np.take_along_axis(turned, evidence.tables, axis=1), 1 - sides, sides)
    return sides


def _strayed(
    evidence: Evidence, contestants: Sequence[int], value: Counts, at: Counts, fault: str
) -> Iterator[Finding]:
    """Yield the rounds after which a value changes that should be the same all night, and whose it is.

    *at* tells who has a table in which round.
    """
    if (value == value[0]).all() and at.all():
        return
    seated = at > 0
    # In a round without a seat nothing is seen: the value of the last round with one is compared.
    shown = np.maximum.accumulate(np.where(seated, np.arange(len(value))[:, np.newaxis], 0), axis=0)
    last = np.take_along_axis(value, shown, axis=0)
    ever = np.logical_or.accumulate(seated, axis=0)
    wrong = (last[1:] != last[:-1]) & seated[1:] & ever[:-1]
    if not wrong.any():
        return
    field = evidence.movement.field
    for row in np.flatnonzero(wrong.any(axis=1)).tolist():
        people = [contestants[column] for column in np.flatnonzero(wrong[row]).tolist()]
        who = tuple(map(field.label, people))
        yield Finding(
            "off-claim",
            f"after round {row + 1}: {enumerated(cut(who))} {'do' if len(who) > 1 else 'does'} not {fault}",
            round=row + 2,
            tables=tuple(sorted({int(evidence.tables[row + 1, c]) for c in people})),
            contestants=who,
        )


def the_rover_roves(evidence: Evidence) -> Iterator[Finding]:
    """The rover is at the party table in one round, and the host in every round."""
    movement, rover = evidence.movement, evidence.movement.rover
    if rover is None:
        return
    party = rover.party_table
    who, host = movement.field.label(rover.contestant), movement.field.label(rover.host)
    at_home = tuple(r for r, here in _party(evidence) if rover.contestant in here)
    if len(at_home) != 1:
        when = f"in rounds {enumerated(at_home)}" if at_home else "in no round"
        sentence = f"the rover {who} is at the party table {when}, not in one"
        yield Finding("rover-stays", sentence, round=at_home[1] if at_home else 0, tables=(party,), contestants=(who,))
    for r, here in _party(evidence):
        if rover.host not in here and rover.host not in movement.field.missing:
            sentence = f"round {r}: {host} is not at the party table {party}, where it should stay"
            yield Finding("host-away", sentence, round=r, tables=(party,), contestants=(host,))


def the_party_plays_what_the_rover_plays(evidence: Evidence) -> Iterator[Finding]:
    """The displaced pair finds at the party table the group it would have played anyway."""
    movement, rover = evidence.movement, evidence.movement.rover
    if rover is None or rover.host in movement.field.missing:
        return
    party = rover.party_table
    groups = movement.groups.tolist()
    for row, column, _ in np.argwhere(movement.seats == rover.contestant).tolist():
        there, here = groups[row][party - 1], groups[row][column]
        if column != party - 1 and here != there:
            yield Finding(
                "party-out-of-step",
                f"round {row + 1}: the party table {party} has group {there},"
                f" the rover at table {column + 1} group {here}",
                round=row + 1,
                tables=(column + 1, party),
                group=there,
            )


def nobody_is_displaced_twice(evidence: Evidence) -> Iterator[Finding]:
    """No pair has to make room for the rover more than once."""
    movement, rover = evidence.movement, evidence.movement.rover
    if rover is None:
        return
    guests = [(r, c) for r, here in _party(evidence) for c in here if c not in (0, rover.contestant, rover.host)]
    times = Counter(contestant for _, contestant in guests)
    for contestant in sorted(c for c, count in times.items() if count > 1):
        rounds = tuple(r for r, guest in guests if guest == contestant)
        who = movement.field.label(contestant)
        sentence = f"{who} is displaced by the rover in rounds {enumerated(rounds)}"
        yield Finding("displaced-twice", sentence, round=rounds[1], tables=(rover.party_table,), contestants=(who,))


def the_first_party_group_is_met_once(evidence: Evidence) -> Iterator[Finding]:
    """What rover and host play against each other comes to neither in another round."""
    movement, rover = evidence.movement, evidence.movement.rover
    if rover is None or rover.host in movement.field.missing:
        return
    groups = dict(enumerate(movement.groups[:, rover.party_table - 1].tolist(), start=1))
    for r, here in _party(evidence):
        again = tuple(other for other, group in groups.items() if other != r and group == groups[r])
        if rover.contestant in here and again:
            yield Finding(
                "party-group-again",
                f"round {r}: rover and host have group {groups[r]} at the party table,"
                f" which comes there again in round {enumerated(again)}",
                round=r,
                tables=(rover.party_table,),
                group=groups[r],
            )


def _party(evidence: Evidence) -> list[tuple[int, list[int]]]:
    """Return who sits at the party table, round by round."""
    movement, rover = evidence.movement, evidence.movement.rover
    if rover is None:
        return []
    return list(enumerate(movement.seats[:, rover.party_table - 1].tolist(), start=1))

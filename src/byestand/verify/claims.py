"""Laws about claims: each kind of claim is checked against the grids, and every contestant has one way to move.

A rover's claim has several laws. The laws against repeat opponents and repeated boards apply to all movements.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import accumulate

import numpy as np

from byestand.language import phrase, say, say_many
from byestand.model.claims import ArrowTurn, ByCard, Follow, Jump, Route, Stay, Step
from byestand.model.judged import Counts, Evidence, Finding
from byestand.verify.evidence import shorten_list
from byestand.words.numbers import join_items

MOVE_CLAIMS = (Stay, Step, Jump, Follow, ByCard)
_LEAVES_TABLE = (
    phrase("after round {round}: {who} does not stay at the table"),
    phrase("after round {round}: {who} do not stay at their tables"),
)
_WRONG_STEP = (
    phrase("after round {round}: {who} does not make the stated move"),
    phrase("after round {round}: {who} do not make the stated move"),
)
_WRONG_JUMP = (
    phrase("after round {round}: {who} does not make the stated jump"),
    phrase("after round {round}: {who} do not make the stated jump"),
)
_WRONG_DIRECTION = (
    phrase("after round {round}: {who} changes direction without an arrow switch"),
    phrase("after round {round}: {who} change direction without an arrow switch"),
)


def everybody_has_one_way_to_move(evidence: Evidence) -> Iterator[Finding]:
    """If there are claims about moves, every contestant present is in exactly one; those that left need none."""
    movement = evidence.movement
    people = [c for claim in movement.claims if isinstance(claim, MOVE_CLAIMS) for c in claim.contestants]
    if not people:
        return
    routes = movement.claims_of(Route)
    if not routes and len(people) == len(set(people)) == movement.field.size:
        return  # the usual case: everyone once
    claimed = Counter(people)
    for route in routes:
        claimed.update({route.contestant, route.host} - {0})
    gone = {who for who, _ in movement.history.departures} if movement.history else set()
    for contestant in movement.field.present:
        if claimed[contestant] != 1 and not (contestant in gone and not claimed[contestant]):
            who = movement.field.label(contestant)
            if claimed[contestant]:
                sentence = say("{who} has more than one rule for its moves", who=who)
            else:
                sentence = say("{who} has no rule for its moves", who=who)
            yield Finding("moves-unclear", sentence, contestants=(who,))


def those_who_stay_stay(evidence: Evidence) -> Iterator[Finding]:
    """Contestants claimed to stay are at the same table in every round."""
    for stay in evidence.movement.claims_of(Stay):
        at = _cell_text(evidence, stay.contestants)
        yield from _stray_cells(evidence, stay.contestants, at, at, _LEAVES_TABLE)


def those_who_step_step(evidence: Evidence) -> Iterator[Finding]:
    """Contestants claimed to step make that step after each round, the skip included."""
    for step in evidence.movement.claims_of(Step):
        at = _cell_text(evidence, step.contestants)
        gone_up = np.array([*accumulate(step.by, initial=1)])[:, np.newaxis]
        started = (at - gone_up) % step.tables
        yield from _stray_cells(evidence, step.contestants, started, at, _WRONG_STEP)


def those_who_jump_jump(evidence: Evidence) -> Iterator[Finding]:
    """Contestants claimed to jump on a grid of tables make that jump."""
    for jump in evidence.movement.claims_of(Jump):
        at = _cell_text(evidence, jump.contestants)
        started = np.zeros_like(at)
        far = np.array(jump.by, dtype=np.int64).reshape(-1, len(jump.sides))
        gone_on = np.concatenate([np.zeros_like(far[:1], shape=(1, far.shape[1])), np.cumsum(far, axis=0)])
        for along, side, gone in zip(
            np.unravel_index(np.maximum(at - 1, 0), jump.sides), jump.sides, gone_on.T[:, :, np.newaxis], strict=True
        ):
            started = started * side + (along - gone) % side
        yield from _stray_cells(evidence, jump.contestants, started, at, _WRONG_JUMP)


def those_who_follow_follow(evidence: Evidence) -> Iterator[Finding]:
    """Contestants claimed to follow another go to where it just sat, to the same seat if that is claimed."""
    movement = evidence.movement
    for follow in movement.claims_of(Follow):
        who = np.array(follow.contestants)
        before = np.roll(who, 1)
        left, taken = evidence.tables[:-1, before], evidence.tables[1:, who]
        strayed = (left != taken) & (left > 0) & (taken > 0)
        if follow.same_seat:
            sides = _unturned_sides(evidence)
            strayed |= (sides[:-1, before] != sides[1:, who]) & (left > 0) & (taken > 0)
        for row, column in np.argwhere(strayed).tolist():
            pair, leader = (movement.field.label(int(c)) for c in (who[column], before[column]))
            sentence = say(
                "round {round}: {pair} does not sit where {leader} sat before", round=row + 2, pair=pair, leader=leader
            )
            yield Finding("off-claim", sentence, round=row + 2, tables=(int(taken[row, column]),), contestants=(pair,))


def the_arrow_turns_where_it_is_said(evidence: Evidence) -> Iterator[Finding]:
    """Contestants keep their direction except in the claimed arrow-switched cells."""
    for turn in evidence.movement.claims_of(ArrowTurn):
        who = np.array(turn.contestants)
        at = evidence.tables[:, who]
        sides = _unturned_sides(evidence)[:, who]
        yield from _stray_cells(evidence, turn.contestants, sides, at, _WRONG_DIRECTION)


def _cell_text(evidence: Evidence, contestants: Sequence[int]) -> Counts:
    """Return the table of each of these contestants in each round; 0 is none.

    A displaced pair at the party table counts as at the table of the rover, because it continues from there.
    """
    at = evidence.tables[:, _columns(contestants)]
    for route in evidence.movement.claims_of(Route):
        if route.party_table:
            rover_at = evidence.tables[:, route.contestant, np.newaxis]
            at = np.where(at == route.party_table, rover_at, at)
    return at


def _columns(contestants: Sequence[int]) -> slice | Counts:
    """Return an index for these contestants: a slice if they are consecutive, which is faster."""
    first, last = contestants[0], contestants[-1]
    return slice(first, last + 1) if contestants == tuple(range(first, last + 1)) else np.array(contestants)


def _unturned_sides(evidence: Evidence) -> Counts:
    """Return the seat, from 0, of every contestant (rounds × contestants) without arrow switches."""
    seats = evidence.movement.seats
    sides = np.zeros_like(evidence.tables)
    sides[np.arange(len(seats))[:, np.newaxis, np.newaxis], seats] = np.arange(seats.shape[2])
    for turn in evidence.movement.claims_of(ArrowTurn):
        turned = np.zeros((len(seats), seats.shape[1] + 1), dtype=np.bool_)  # no table is table 0
        for round, table in turn.at:
            turned[round - 1, table] = True
        sides = np.where(np.take_along_axis(turned, evidence.tables, axis=1), 1 - sides, sides)
    return sides


def _stray_cells(
    evidence: Evidence, contestants: Sequence[int], value: Counts, at: Counts, phrases: tuple[str, str]
) -> Iterator[Finding]:
    """Yield a finding for each round after which a value changes that should be constant.

    *at* are the tables of the contestants, *phrases* the findings for one and for several contestants.
    """
    if (value == value[0]).all() and at.all():
        return
    seated = at > 0
    # For a round without a seat the value of the last round with a seat is compared.
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
            say_many(*phrases, len(who), round=row + 1, who=join_items(shorten_list(who))),
            round=row + 2,
            tables=tuple(sorted({int(evidence.tables[row + 1, c]) for c in people})),
            contestants=who,
        )


def the_rover_roves(evidence: Evidence) -> Iterator[Finding]:
    """The rover is at the party table in exactly one round, and the host in every round."""
    movement, rover = evidence.movement, evidence.movement.rover
    if rover is None:
        return
    party = rover.party_table
    who, host = movement.field.label(rover.contestant), movement.field.label(rover.host)
    visits = tuple(r for r, here in _party(evidence) if rover.contestant in here)
    if len(visits) > 1:
        sentence = say(
            "the rover {who} is at the party table in rounds {rounds}, not in 1", who=who, rounds=join_items(visits)
        )
        yield Finding("rover-stays", sentence, round=visits[1], tables=(party,), contestants=(who,))
    if not visits:
        sentence = say("the rover {who} is never at the party table", who=who)
        yield Finding("rover-stays", sentence, tables=(party,), contestants=(who,))
    for r, here in _party(evidence):
        if r not in movement.remaining_rounds:
            continue  # before a repair there may have been no party table
        if rover.host not in here and rover.host not in movement.field.missing:
            sentence = say("round {round}: {host} is not at party table {table}", round=r, host=host, table=party)
            yield Finding("host-away", sentence, round=r, tables=(party,), contestants=(host,))


def the_party_plays_what_the_rover_plays(evidence: Evidence) -> Iterator[Finding]:
    """The displaced pair plays at the party table the group it would have played anyway."""
    movement, rover = evidence.movement, evidence.movement.rover
    if rover is None or rover.host in movement.field.missing:
        return
    party = rover.party_table
    groups = movement.groups.tolist()
    for row, column, _ in np.argwhere(movement.seats == rover.contestant).tolist():
        there, here = groups[row][party - 1], groups[row][column]
        is_open = row + 1 in movement.remaining_rounds and here and there
        if is_open and column != party - 1 and here != there:
            yield Finding(
                "party-out-of-step",
                say(
                    "round {round}: party table {party} has group {party_group},"
                    " but the rover at table {table} has group {group}",
                    round=row + 1,
                    party=party,
                    party_group=there,
                    table=column + 1,
                    group=here,
                ),
                round=row + 1,
                tables=(column + 1, party),
                group=there,
            )


def nobody_is_displaced_twice(evidence: Evidence) -> Iterator[Finding]:
    """No pair is displaced by the rover more than once."""
    movement, rover = evidence.movement, evidence.movement.rover
    if rover is None:
        return
    guests = [(r, c) for r, here in _party(evidence) for c in here if c not in (0, rover.contestant, rover.host)]
    times = Counter(contestant for _, contestant in guests)
    for contestant in sorted(c for c, count in times.items() if count > 1):
        rounds = tuple(r for r, guest in guests if guest == contestant)
        who = movement.field.label(contestant)
        sentence = say("{who} is displaced by the rover in rounds {rounds}", who=who, rounds=join_items(rounds))
        yield Finding("displaced-twice", sentence, round=rounds[1], tables=(rover.party_table,), contestants=(who,))


def the_first_party_group_is_met_once(evidence: Evidence) -> Iterator[Finding]:
    """The group that rover and host play against each other comes to the party table only once."""
    movement, rover = evidence.movement, evidence.movement.rover
    if rover is None or rover.host in movement.field.missing:
        return
    groups = dict(enumerate(movement.groups[:, rover.party_table - 1].tolist(), start=1))
    for r, here in _party(evidence):
        again = tuple(other for other, group in groups.items() if other != r and group == groups[r])
        if rover.contestant in here and again:
            yield Finding(
                "party-group-again",
                say_many(
                    "round {round}: rover and host play group {group}, which comes there again in round {again}",
                    "round {round}: rover and host play group {group}, which comes there again in rounds {again}",
                    len(again),
                    round=r,
                    group=groups[r],
                    again=join_items(again),
                ),
                round=r,
                tables=(rover.party_table,),
                group=groups[r],
            )


def _party(evidence: Evidence) -> list[tuple[int, list[int]]]:
    """Return the contestants at the party table, round by round."""
    movement, rover = evidence.movement, evidence.movement.rover
    if rover is None:
        return []
    return list(enumerate(movement.seats[:, rover.party_table - 1].tolist(), start=1))

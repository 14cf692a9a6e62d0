"""The law about repeat opponents of pairs, repeat meetings in a Rainbow, and repeat partners and opponents in whist.

For movements of the catalogue a breach is an error. Clubs have files with repeat opponents by design, on new boards:
there it is a warning, and a regular pattern is one finding.

Individuals have additional rules: who may meet, who may be left over, how partners change within a round.
"""

from collections import Counter
from collections.abc import Collection, Iterator
from itertools import combinations, islice
from typing import Literal, NamedTuple

import numpy as np

from byestand.language import phrase, say, say_many
from byestand.model.claims import Route
from byestand.model.field import Field
from byestand.model.judged import Counts, Evidence, Finding
from byestand.model.movement import Movement
from byestand.verify.evidence import Mask
from byestand.words.numbers import join_items

PARTNERS = ((0, 1), (2, 3))
OPPONENTS = ((0, 2), (0, 3), (1, 2), (1, 3))
"""Seats, in the order N, S, E, W."""


def may_be_left_over(movement: Movement) -> bool:
    """Return whether up to three players may sit out without a table: all are one line, or some are missing."""
    return is_one_line(movement) or (movement.is_individual and bool(movement.field.missing))


def is_one_line(movement: Movement) -> bool:
    """Return whether individual players are numbered and ranked in one line."""
    return movement.is_individual and len(movement.field.lines) == 1


def is_whist(movement: Movement) -> bool:
    """Return whether all players may meet: players in one line who keep their seats for a round."""
    return is_one_line(movement) and not movement.swivel


def the_swivel_changes_partners(evidence: Evidence) -> Iterator[Finding]:
    """Within a round each player partners the three others equally often, or once more or less."""
    swivel = evidence.movement.swivel
    if not swivel:
        return
    # North's partner determines the other partnership too.
    partner = {turn: (turn[:2] if "N" in turn[:2] else turn[2:]).replace("N", "") for turn in swivel}
    times = Counter({"S": 0, "E": 0, "W": 0})
    times.update(partner[turn] for turn in swivel)
    if max(times.values()) - min(times.values()) > 1:
        often, rarely = times.most_common()[0][0], times.most_common()[-1][0]
        yield Finding(
            "swivel-uneven",
            say(
                "of {boards} boards in a round N plays {most} with {often} and {fewest} with {rarely}",
                boards=len(swivel),
                most=times[often],
                often=often,
                fewest=times[rarely],
                rarely=rarely,
            ),
        )


RULE = "met-twice"
MAX_LISTED_WARNINGS = 5
"""Warnings about repeat meetings that are listed singly; more are counted."""


class Relation(NamedTuple):
    """A relation of two contestants at a table, how often it may occur, and the phrases of its findings."""

    seats: tuple[tuple[int, int], ...]
    max_times: int
    repeat_phrase: str
    """One repeat meeting."""
    total: str
    """The number of repeat meetings."""
    everyone: str
    """All who can meet do so equally often."""
    same: str
    """All who meet do so equally often, but not all meet."""
    of_pairs: bool = False
    """Whether it is about pairs, which may have a revenge round."""


_MEET_AGAIN = phrase(
    "round {round}, table {table}: {first} and {second} already met in round {earlier_round} at table {earlier_table}"
)
_BONDS = {
    2: (
        Relation(
            ((0, 1),),
            1,
            _MEET_AGAIN,
            phrase("repeat opponents: {count} (the same pairs at most {times} times), first in round {round}"),
            phrase("each pair meets every possible opponent {times} times"),
            phrase("each pair meets the same opponents {times} times"),
            of_pairs=True,
        ),
    ),
    4: (
        Relation(
            tuple(combinations(range(4), 2)),
            1,
            _MEET_AGAIN,
            phrase("repeat meetings: {count} (the same players at most {times} times), first in round {round}"),
            phrase("each player meets every possible player {times} times"),
            phrase("each player meets the same players {times} times"),
        ),
    ),
}
"""By the number of seats at a table."""
_WHIST = (
    Relation(
        PARTNERS,
        1,
        phrase("round {round}: {first} and {second} are partners again"),
        phrase("repeat partners: {count} (the same players at most {times} times), first in round {round}"),
        phrase("each player partners every other player {times} times"),
        phrase("each player partners the same players {times} times"),
    ),
    Relation(
        OPPONENTS,
        2,
        phrase("round {round}: {first} and {second} are opponents a third time"),
        phrase("extra meetings of opponents: {count} (the same players at most {times} times), first in round {round}"),
        phrase("each player opposes every other player {times} times"),
        phrase("each player opposes the same players {times} times"),
    ),
)


class Meetings(NamedTuple):
    """Every meeting of one bond: a row for each table with play, in the order of rounds."""

    bond: Relation
    places: Counts
    """Round and table, counted from 1."""
    contestant_pairs: Counts
    """The two contestants, as lower number · width + higher number; -1 if there are no two."""
    times: Counts
    """The number of meetings of these two so far, this one included."""
    width: int

    @property
    def too_often(self) -> Mask:
        """The meetings beyond the number that the bond allows."""
        over: Mask = self.times > self.bond.max_times
        return over


def nobody_meets_too_often(evidence: Evidence) -> Iterator[Finding]:
    """No two contestants play at the same table twice, except in a revenge round (a warning).

    Players in one line may all meet (whist): nobody has the same partner twice or the same opponent three times.
    """
    movement = evidence.movement
    if evidence.meetings.max() <= 1:
        return
    for bond in _WHIST if is_whist(movement) else _BONDS[len(movement.seat_names)]:
        met = _meetings(movement, bond)
        if not met.too_often.any():
            continue
        if RULE in evidence.forgiven:
            yield from _regular(evidence, met) or _gather(movement, met, met.too_often)
        else:
            revenge = met.too_often & _is_revenge(movement, met)
            yield from _gather(movement, met, revenge)
            yield from _one_by_one(movement, met, met.too_often & ~revenge, "error")


def _meetings(movement: Movement, bond: Relation) -> Meetings:
    width = movement.field.size + 1
    seats = movement.seats[movement.is_played]
    two = np.stack([seats[:, list(pair)] for pair in bond.seats], axis=1)
    low, high = two.min(axis=2), two.max(axis=2)
    # A contestant with two seats at one table is reported by another law.
    who = np.sort(np.where(low == high, -1, low * width + high), axis=1)
    who[:, 1:][who[:, 1:] == who[:, :-1]] = -1
    return Meetings(bond, np.argwhere(movement.is_played) + 1, who, _how_many_th(who), width)


def _how_many_th(who: Counts) -> Counts:
    """Return for each entry the number of equal ones up to it; 0 for -1."""
    flat = who.ravel()
    order = np.argsort(flat, kind="stable")
    place = np.arange(flat.size)
    starts = np.flatnonzero(np.diff(flat[order], prepend=-2))
    since = np.repeat(starts, np.diff(starts, append=flat.size))
    times = np.empty_like(flat)
    times[order] = place - since + 1
    return np.where(flat < 0, 0, times).reshape(who.shape)


def _is_revenge(movement: Movement, met: Meetings) -> Mask:
    """Return the second meetings that a revenge round allows; a rover or its host meets nobody twice, even there."""
    roving = [c for route in movement.claims_of(Route) for c in (route.contestant, route.host)]
    theirs = np.isin(met.contestant_pairs // met.width, roving) | np.isin(met.contestant_pairs % met.width, roving)
    in_time = np.isin(met.places[:, 0], movement.revenge_rounds)[:, np.newaxis]
    meant: Mask = in_time & (met.times == 2) & ~theirs & met.bond.of_pairs
    return meant


def _regular(evidence: Evidence, met: Meetings) -> list[Finding]:
    """Return one finding if all who meet do so equally often; otherwise none."""
    _, often = np.unique(met.contestant_pairs[met.contestant_pairs >= 0], return_counts=True)
    if often.size < 2 or often.min() < often.max():
        return []
    field = evidence.movement.field
    is_complete = often.size == possible_meetings(field, field.present)
    phrase = met.bond.everyone if is_complete else met.bond.same
    sentence = say(phrase, times=often[0])
    return [Finding(RULE, sentence, severity="warning")]


def possible_meetings(field: Field, who: Collection[int]) -> int:
    """Return the number of possible meetings: of all with other lines, or with all others in one line."""
    if len(field.lines) == 1:
        return len(who) * (len(who) - 1) // 2
    lines = Counter(map(field.line, who)).values()
    return (len(who) ** 2 - sum(members**2 for members in lines)) // 2


def _gather(movement: Movement, met: Meetings, which: Mask) -> Iterator[Finding]:
    """Yield warnings: one for all rounds with repeat opponents at every table; the others singly or counted."""
    here: Mask = np.asarray(which.any(axis=1))
    rounds = met.places[:, 0]
    full: list[int] = []
    if met.bond.of_pairs:
        full = [r for r in np.unique(rounds[here]).tolist() if here[rounds == r].all() and (rounds == r).sum() > 1]
    if full:
        yield Finding(
            RULE,
            _full_rounds(full, is_revenge=set(full) <= set(movement.revenge_rounds)),
            severity="warning",
            round=full[0],
            tables=tuple(met.places[rounds == full[0], 1].tolist()),
        )
    rest = which & ~np.isin(rounds, full)[:, np.newaxis]
    first = list(islice(_one_by_one(movement, met, rest, "warning"), MAX_LISTED_WARNINGS + 1))
    if len(first) <= MAX_LISTED_WARNINGS:
        yield from first
    elif first:
        yield Finding(
            RULE,
            say(met.bond.total, count=rest.sum(), times=met.times[rest].max(), round=first[0].round),
            severity="warning",
            round=first[0].round,
            tables=first[0].tables,
        )


def _full_rounds(rounds: list[int], *, is_revenge: bool) -> str:
    sentence = say_many(
        "round {rounds}: repeat opponents at every table",
        "rounds {rounds}: repeat opponents at every table",
        len(rounds),
        rounds=join_items(rounds),
    )
    return f"{sentence} ({say('revenge')})" if is_revenge else sentence


def _one_by_one(
    movement: Movement, met: Meetings, which: Mask, severity: Literal["error", "warning"]
) -> Iterator[Finding]:
    """Yield a finding for each two who meet too often."""
    for row, column in np.argwhere(which).tolist():
        two, (round, table) = int(met.contestant_pairs[row, column]), met.places[row].tolist()
        who = tuple(movement.field.label(contestant) for contestant in divmod(two, met.width))
        if is_whist(movement):
            if met.times[row, column] == met.bond.max_times + 1:
                sentence = say(met.bond.repeat_phrase, round=round, first=who[0], second=who[1])
                yield Finding(RULE, sentence, severity, round=round, contestants=who)
            continue
        before, there = met.places[np.flatnonzero((met.contestant_pairs == two).any(axis=1))[0]].tolist()
        sentence = say(
            met.bond.repeat_phrase,
            round=round,
            table=table,
            first=who[0],
            second=who[1],
            earlier_round=before,
            earlier_table=there,
        )
        is_revenge = severity == "warning" and round in movement.revenge_rounds
        yield Finding(
            RULE,
            f"{sentence} ({say('revenge')})" if is_revenge else sentence,
            severity,
            round=round,
            tables=(table,),
            contestants=who,
            group=int(movement.groups[round - 1, table - 1]),
        )

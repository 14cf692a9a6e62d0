"""The law about meeting again: opponents of pairs, everybody at a table of a Rainbow, partners and opponents of whist.

Of our own movements it is a promise, and a breach an error. Clubs have files in which people meet again by design, on
fresh boards: there it is forgiven, told as a warning, and a regular pattern in one line.

Individuals have rules of their own: who may meet, who may be left over, how partners change within a round.
"""

from collections import Counter
from collections.abc import Collection, Iterator
from itertools import combinations, islice
from typing import Literal, NamedTuple

import numpy as np

from byestand.model.claims import Route
from byestand.model.field import Field
from byestand.model.judged import Counts, Evidence, Finding
from byestand.model.movement import Movement
from byestand.verify.evidence import Mask
from byestand.words.numbers import numbered

PARTNERS = ((0, 1), (2, 3))
OPPONENTS = ((0, 2), (0, 3), (1, 2), (1, 3))
"""Seats, in the order N, S, E, W."""


def may_be_left_over(movement: Movement) -> bool:
    """Tell whether up to three players may sit out for want of a fourth: all are one line, or some are missing."""
    return is_one_line(movement) or (movement.is_individual and bool(movement.field.missing))


def is_one_line(movement: Movement) -> bool:
    """Tell whether single players are numbered and ranked in one line."""
    return movement.is_individual and len(movement.field.lines) == 1


def is_whist(movement: Movement) -> bool:
    """Tell whether everybody may meet everybody: players in one line who keep their seats for a round.

    Then partners meet again as opponents, by intention. With a swivel they are both within one round.
    """
    return is_one_line(movement) and not movement.swivel


def the_swivel_changes_partners(evidence: Evidence) -> Iterator[Finding]:
    """Within a round everybody partners each of the three others equally often, or once more or less."""
    swivel = evidence.movement.swivel
    if not swivel:
        return
    # Whoever is North's partner settles the other partnership too.
    partner = {turn: (turn[:2] if "N" in turn[:2] else turn[2:]).replace("N", "") for turn in swivel}
    times = Counter({"S": 0, "E": 0, "W": 0})
    times.update(partner[turn] for turn in swivel)
    if max(times.values()) - min(times.values()) > 1:
        often, rarely = times.most_common()[0][0], times.most_common()[-1][0]
        yield Finding(
            "swivel-uneven",
            f"of {len(swivel)} boards of a round North plays {times[often]} with {_SEAT[often]},"
            f" {times[rarely]} with {_SEAT[rarely]}",
        )


_SEAT = {"S": "South", "E": "East", "W": "West"}


RULE = "met-twice"
MOST_SINGLE = 5
"""As many warnings about two who meet again are told one by one; more are counted."""


class Bond(NamedTuple):
    """What two people at a table can be to each other, and how often they may."""

    seats: tuple[tuple[int, int], ...]
    most: int
    again: str
    """What they do too often, to follow two names."""
    all_do: str
    """What everybody does with everybody, to follow "everybody"."""
    of_pairs: bool = False
    """Whether pairs are spoken of, who may be given a revenge round."""


_BONDS = {
    2: (Bond(((0, 1),), 1, "meet again", "meets", of_pairs=True),),
    4: (Bond(tuple(combinations(range(4), 2)), 1, "meet again", "meets"),),
}
"""By the seats of a table."""
_WHIST = (
    Bond(PARTNERS, 1, "are partners again", "partners"),
    Bond(OPPONENTS, 2, "are opponents a third time", "opposes"),
)


class Meetings(NamedTuple):
    """Every meeting of one bond: a row for each table at which boards are played, in the order of the rounds."""

    bond: Bond
    places: Counts
    """Round and table, counted from 1."""
    who: Counts
    """The two, as lower number · width + higher number; -1 where there are no two."""
    times: Counts
    """The how many-th meeting of these two it is."""
    width: int

    @property
    def too_often(self) -> Mask:
        """Which are meetings more than the bond allows."""
        over: Mask = self.times > self.bond.most
        return over


def nobody_meets_too_often(evidence: Evidence) -> Iterator[Finding]:
    """No two contestants play at the same table twice; in a declared revenge round they may, with a warning.

    Of players in one line, who may all meet (whist), nobody has the same partner twice or an opponent three times.
    """
    movement = evidence.movement
    if evidence.meetings.max() <= 1:
        return
    for bond in _WHIST if is_whist(movement) else _BONDS[len(movement.seat_names)]:
        met = _meetings(movement, bond)
        if not met.too_often.any():
            continue
        if RULE in evidence.forgiven:
            yield from _regular(evidence, met) or _gathered(movement, met, met.too_often)
        else:
            revenge = met.too_often & _is_revenge(movement, met)
            yield from _gathered(movement, met, revenge)
            yield from _one_by_one(movement, met, met.too_often & ~revenge, "error")


def _meetings(movement: Movement, bond: Bond) -> Meetings:
    width = movement.field.size + 1
    seats = movement.seats[movement.played]
    two = np.stack([seats[:, list(pair)] for pair in bond.seats], axis=1)
    low, high = two.min(axis=2), two.max(axis=2)
    # Somebody with two seats at one table meets nobody by that: another law's business.
    who = np.sort(np.where(low == high, -1, low * width + high), axis=1)
    who[:, 1:][who[:, 1:] == who[:, :-1]] = -1
    return Meetings(bond, np.argwhere(movement.played) + 1, who, _how_many_th(who), width)


def _how_many_th(who: Counts) -> Counts:
    """Return for each entry how many equal ones there are up to it; 0 for -1."""
    flat = who.ravel()
    order = np.argsort(flat, kind="stable")
    place = np.arange(flat.size)
    starts = np.flatnonzero(np.diff(flat[order], prepend=-2))
    since = np.repeat(starts, np.diff(starts, append=flat.size))
    times = np.empty_like(flat)
    times[order] = place - since + 1
    return np.where(flat < 0, 0, times).reshape(who.shape)


def _is_revenge(movement: Movement, met: Meetings) -> Mask:
    """Return which second meetings a revenge round is meant for; a rover or its host meets nobody twice, even there."""
    roving = [c for route in movement.claimed(Route) for c in (route.contestant, route.host)]
    theirs = np.isin(met.who // met.width, roving) | np.isin(met.who % met.width, roving)
    in_time = np.isin(met.places[:, 0], movement.revenge_rounds)[:, np.newaxis]
    meant: Mask = in_time & (met.times == 2) & ~theirs & met.bond.of_pairs
    return meant


def _regular(evidence: Evidence, met: Meetings) -> list[Finding]:
    """Return one line where all who meet do so equally often; else nothing."""
    _, often = np.unique(met.who[met.who >= 0], return_counts=True)
    if often.size < 2 or often.min() < often.max():
        return []
    field = evidence.movement.field
    everybody = {1: "everybody", 2: "everybody of the other line"}.get(len(field.lines), "everybody of the other lines")
    whom = everybody if often.size == possible_meetings(field, field.present) else "the same ones"
    times = "twice" if often[0] == 2 else f"{often[0]} times"
    return [Finding(RULE, f"everybody {met.bond.all_do} {whom} {times}", severity="warning")]


def possible_meetings(field: Field, who: Collection[int]) -> int:
    """Return how many meetings there can be among some: everybody meets the other lines, in one line everybody."""
    if len(field.lines) == 1:
        return len(who) * (len(who) - 1) // 2
    lines = Counter(map(field.line, who)).values()
    return (len(who) ** 2 - sum(members**2 for members in lines)) // 2


def _gathered(movement: Movement, met: Meetings, which: Mask) -> Iterator[Finding]:
    """Yield warnings: for pairs rounds in which it is so at every table in one line; others one by one or counted."""
    here: Mask = np.asarray(which.any(axis=1))
    rounds = met.places[:, 0]
    full: list[int] = []
    if met.bond.of_pairs:
        full = [r for r in np.unique(rounds[here]).tolist() if here[rounds == r].all() and (rounds == r).sum() > 1]
    if full:
        revenge = " (for revenge)" if set(full) <= set(movement.revenge_rounds) else ""
        yield Finding(
            RULE,
            f"{numbered('round', full)}: at every table two {met.bond.again}{revenge}",
            severity="warning",
            round=full[0],
            tables=tuple(met.places[rounds == full[0], 1].tolist()),
        )
    rest = which & ~np.isin(rounds, full)[:, np.newaxis]
    first = list(islice(_one_by_one(movement, met, rest, "warning"), MOST_SINGLE + 1))
    if len(first) <= MOST_SINGLE:
        yield from first
    elif first:
        yield Finding(
            RULE,
            f"{rest.sum()} times two {met.bond.again}, the same two at most {met.times[rest].max()} times in all;"
            f" first {first[0].sentence}",
            severity="warning",
            round=first[0].round,
            tables=first[0].tables,
        )


def _one_by_one(
    movement: Movement, met: Meetings, which: Mask, severity: Literal["error", "warning"]
) -> Iterator[Finding]:
    """Yield a line for each two who meet too often."""
    for row, column in np.argwhere(which).tolist():
        two, (round, table) = int(met.who[row, column]), met.places[row].tolist()
        who = tuple(movement.field.label(contestant) for contestant in divmod(two, met.width))
        if is_whist(movement):
            if met.times[row, column] == met.bond.most + 1:
                sentence = f"round {round}: {who[0]} and {who[1]} {met.bond.again}"
                yield Finding(RULE, sentence, severity, round=round, contestants=who)
            continue
        before, there = met.places[np.flatnonzero((met.who == two).any(axis=1))[0]].tolist()
        revenge = " (a revenge round)" if severity == "warning" and round in movement.revenge_rounds else ""
        yield Finding(
            RULE,
            f"round {round}, table {table}: {who[0]} and {who[1]} {met.bond.again},"
            f" after round {before} at table {there}{revenge}",
            severity,
            round=round,
            tables=(table,),
            contestants=who,
            group=int(movement.groups[round - 1, table - 1]),
        )

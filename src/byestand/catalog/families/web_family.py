"""Webs: any number of tables playing the same deal groups.

    W tt dd [rr] [A] [rover]   tables, deal groups, rounds when curtailed, A = the alternative shape

These names are those of Tim Hill's library, which ACBLscore and thousands of directors use.
"""

from collections.abc import Iterator
from dataclasses import replace

from byestand.catalog.family import ALL_ROVERS, MAX_GROUPS, Family, Name
from byestand.errors import NoSuchMovement
from byestand.language import say
from byestand.model.movement import Movement
from byestand.movements import Shape, is_segmented, missing_shape_reason, opponents_limit, shapes, web
from byestand.verify import is_fair_share
from byestand.words.numbers import alternatives

VARIANTS = ("", "A")
MAX_EXTRA_GROUPS = 2
"""Maximum number of deal groups that a pair does not play. With two there is always a Web; more have no advantage."""


def full_length(tables: int, deal_groups: int) -> int:
    """Return the rounds of a Web whose name does not give them: up to the opponents' limit, and one revenge round.

    This is the rule of the known library (24 March 2014).
    """
    return min(deal_groups, opponents_limit(tables, deal_groups) + 1)


def of_size(tables: int, deal_groups: int, rounds: int | None = None) -> Iterator[Name]:
    """Yield the Webs of a size, one for each shape."""
    for _, variant in zip(shapes(tables, deal_groups), VARIANTS, strict=False):
        yield WEB.name(tables, deal_groups, rounds, variant)


def _make(name: Name) -> Movement:
    rounds = name.rounds or full_length(name.tables, name.deal_groups)
    return web(tables=name.tables, deal_groups=name.deal_groups, rounds=rounds, shape=_shape(name))


def _shape(name: Name) -> Shape:
    """Return the shape that a Web's name stands for: without A the one with the fewest full subsections.

    Which of the two the library calls "A" when d divides t is not known; W1008 and W1008A are as published.
    """
    known = shapes(name.tables, name.deal_groups)
    if not known:
        raise NoSuchMovement(
            say("no Web has {tables} tables and {groups} deal groups", tables=name.tables, groups=name.deal_groups),
            because=missing_shape_reason(name.deal_groups),
            instead=_instead(name.tables, name.deal_groups),
        )
    if name.variant == "A" and len(known) == 1:
        plain = str(replace(name, variant=""))
        raise NoSuchMovement(
            say("{movement} has no alternative", movement=plain),
            because=say("an alternative needs an even number of deal groups and at least as many tables"),
            instead=plain,
        )
    return known[name.variant == "A"]


def _instead(t: int, d: int) -> str:
    """Return the movements that can replace a Web that does not exist."""
    movements = []
    if is_segmented(t, d):
        note = say("segments of {size} tables, {sets} sets", size=d // 2, sets=t // (d // 2))
        movements.append(f"S{t:02}{d:02} ({note})")
    if d % 2 == 0 and d + 1 <= min(t, MAX_GROUPS):
        note = say("{groups} deal groups, the last round not played", groups=d + 1)
        movements.append(f"{WEB.name(t, d + 1, d)} ({note})")
    if d % 2 == 0 and t > 2 and shapes(t - 1, d):
        movements.append(f"{WEB.name(t - 1, d).with_rover('ER')} ({say('a rover and a party table')})")
    if t < d:
        movements.append(f"{WEB.name(t, t)} ({say('{groups} deal groups', groups=t)})")
    return alternatives(movements) if movements else ""


def _members(tables: int) -> Iterator[Name]:
    for deal_groups in WEB.deal_groups:
        yield from of_size(tables, deal_groups)


def _offers(tables: int, rounds: int) -> Iterator[Name]:
    for groups in range(rounds, rounds + MAX_EXTRA_GROUPS + 1):
        if is_fair_share(rounds, groups):
            yield from _webs_for(tables, groups, rounds)
    # A rover is added to the best movement without one: all play the same boards, in segments if there is no Web, or
    # with one extra group if there are no segments either.
    under = tables - 1
    groups = rounds if any(_webs_for(under, rounds, rounds)) or is_segmented(under, rounds) else rounds + 1
    if rounds > 1:
        yield from (name.with_rover("ER") for name in _webs_for(under, groups, rounds))


def _webs_for(tables: int, groups: int, rounds: int) -> Iterator[Name]:
    """Yield the Webs in which this many tables play these deal groups, all of them or all but a few."""
    if tables in WEB.tables and groups in WEB.deal_groups and is_long_enough(tables, groups, rounds):
        yield from of_size(tables, groups, None if rounds == groups else rounds)


def is_long_enough(tables: int, groups: int, rounds: int) -> bool:
    """Return whether there are enough opponents for this many rounds or all but one: at most one revenge round."""
    return rounds <= opponents_limit(tables, groups) + 1


def _usual() -> Iterator[Name]:
    for t in range(6, 46):
        for d in range(6, 16):
            if t % 2 == 0 or (d % 2 and t >= d):
                yield WEB.name(t, d)


def is_built_into_acblscore(name: Name) -> bool:
    """Return whether ACBLscore has this Web: an even number of tables and an odd number of rounds (Hill 2019).

    >>> [is_built_into_acblscore(WEB.name(*size)) for size in ((18, 13), (18, 12), (19, 13), (18, 13, 12))]
    [True, False, False, False]
    """
    plain_web = name.family is WEB and not name.rover_kind and not name.variant
    whole = name.rounds in (None, name.deal_groups) and name.deal_groups < name.tables
    return plain_web and whole and name.tables % 2 == 0 and name.deal_groups % 2 == 1


WEB = Family(
    word="web",
    letter="W",
    make=_make,
    longest=lambda name: full_length(name.tables, name.deal_groups),
    members=_members,
    variants=VARIANTS,
    rovers=ALL_ROVERS,
    lists_rovers=True,
    quick_rovers=45,
    offers=_offers,
    usual=_usual,
)

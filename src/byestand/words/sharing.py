"""Who shares boards, and when, in words: all evening, or in single rounds, because there are not enough sets.

Tables that share by the movement itself, a relay, are told with how its boards move.
"""

from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

from byestand.model import Section
from byestand.words.boards import board_words, how_to_share
from byestand.words.numbers import numbered
from byestand.words.phrases import first_up, say
from byestand.words.travel import travel

MOST_CALLS = 4
"""In so many rounds it is called out who shares; where there are more, all look at their mats."""


class Shared(NamedTuple):
    """Tables that play from one copy in a round."""

    round: int
    tables: tuple[int, ...]
    group: int


def shared(section: Section) -> tuple[Shared, ...]:
    """Return who shares in the rounds that are left; but for relays, which do so by the movement."""
    journeys = travel(section.movement, section.cases)
    left = section.movement.rounds_left
    return tuple(Shared(round, tables, copy.group) for round in left for tables, copy in journeys.shared(round))


def _all_evening(found: tuple[Shared, ...], rounds: range) -> set[tuple[int, ...]]:
    """Return the tables that share with each other in every round that is left."""
    when: defaultdict[tuple[int, ...], set[int]] = defaultdict(set)
    for one in found:
        when[one.tables].add(one.round)
    return {tables for tables, shared_in in when.items() if shared_in == set(rounds)}


def shared_all_evening(section: Section) -> Iterator[str]:
    """Yield who shares in every round; or that many do, now and then, and how one knows."""
    found, left = shared(section), section.movement.rounds_left
    always = _all_evening(found, left)
    for tables in sorted(always):
        yield say("{tables} share their boards all evening.", tables=first_up(numbered("table", tables)))
        if how := how_to_share(len(tables), section.boards):
            yield first_up(say("{how}.", how=how))
    if len({one.round for one in found if one.tables not in always}) > MOST_CALLS:
        yield say("In some rounds tables share boards: your mat tells with whom.")
        if how := how_to_share(2, section.boards):
            yield first_up(say("{how}.", how=how))


def shared_in_rounds(section: Section) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Yield in which round who shares what, where that is called out."""
    found = shared(section)
    always = _all_evening(found, section.movement.rounds_left)
    single = [one for one in found if one.tables not in always]
    if len({one.round for one in single}) > MOST_CALLS:
        return
    for one in single:
        told, boards = numbered("table", one.tables), board_words((one.group,), section.boards)
        lines = [first_up(say("{tables} share {boards} in this round.", tables=told, boards=boards))]
        if how := how_to_share(len(one.tables), section.boards):
            lines.append(first_up(say("{how}.", how=how)))
        yield one.round, tuple(lines)

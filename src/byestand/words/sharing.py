"""Who shares boards, and when, in words: all evening, or in single rounds, because there are not enough sets.

Tables that share by the movement itself, a relay, are told with how its boards move.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from byestand.language import say
from byestand.model.boards import Boards
from byestand.words.boards import board_words, how_to_share
from byestand.words.numbers import listed
from byestand.words.phrases import first_up
from byestand.words.travel import Travel

MOST_CALLS = 4
"""In so many rounds it is called out who shares; where there are more, all look at their mats."""


def shared_all_evening(journeys: Travel, boards: Boards | None) -> Iterator[str]:
    """Yield who shares in every round; or that many do, now and then, and how one knows."""
    always = _always(journeys)
    for tables in always:
        yield say("{tables} share their boards all evening.", tables=first_up(listed("table", tables)))
        yield from how_they_share([tables], boards)
    if len(rounds := _now_and_then(journeys)) > MOST_CALLS:
        yield say("In some rounds tables share boards: your mat tells with whom.")
        others = (one.tables for round in rounds for one in journeys.shared(round) if one.tables not in always)
        yield from how_they_share(others, boards)


def shared_in_rounds(journeys: Travel, boards: Boards | None) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Yield in which round who shares what, where that is called out."""
    rounds, always = _now_and_then(journeys), _always(journeys)
    if len(rounds) > MOST_CALLS:
        return
    for round in rounds:
        sharing = [one for one in journeys.shared(round) if one.tables not in always]
        phrase = "{tables} share {boards} in this round."
        lines = [
            first_up(say(phrase, tables=listed("table", one.tables), boards=board_words((one.copy.group,), boards)))
            for one in sharing
        ]
        yield round, (*lines, *how_they_share((one.tables for one in sharing), boards))


def _always(journeys: Travel) -> tuple[tuple[int, ...], ...]:
    """Return the tables that share with each other in every round that is left, and do not by the movement."""
    left = journeys.movement.rounds_left
    times = Counter(one.tables for round in left for one in journeys.shared(round))
    return tuple(sorted(tables for tables, often in times.items() if often == len(left)))


def _now_and_then(journeys: Travel) -> tuple[int, ...]:
    """Return the rounds in which others share."""
    always = _always(journeys)
    return tuple(
        round for round in journeys.rounds_shared if any(one.tables not in always for one in journeys.shared(round))
    )


def how_they_share(parties: Iterable[Sequence[int]], boards: Boards | None) -> Iterator[str]:
    """Yield how tables share boards: as most of them at once have to, which suits fewer, too."""
    if how := how_to_share(max(map(len, parties)), boards):
        yield first_up(say("{how}.", how=how))

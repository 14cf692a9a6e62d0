"""Everybody does alike what mends it: "after this round EW up two, boards as always".

First without anything lost and anybody met again (`transversals`), said as simply as can be; where there is no such
way, what loses least (`least`); and where all boards moving alike would lose something, as in Webs, people move alike
and each table is told its boards.
"""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import islice, pairwise
from operator import itemgetter
from typing import TypeAlias

import numpy as np

from byestand.model.history import Call, Continuation
from byestand.model.played import Played
from byestand.search.outcome import Clock, OutOfTimeError
from byestand.search.repairs.calls import Ways, unturned, ways_of
from byestand.search.repairs.claims import claims_called
from byestand.search.repairs.least import BALANCED, LOST_FIRST, LeastLost, Night
from byestand.search.repairs.losses import Loss, loss_of, played_out, sharing_fits
from byestand.search.repairs.problem import Allowance
from byestand.search.repairs.transversals import Transversals, new_meetings
from byestand.search.repairs.unavoidable import Unavoidable
from byestand.search.repairs.underneath import overlaid, overlaid_seats, underneath
from byestand.search.repairs.whole_room import boards_for

Line: TypeAlias = tuple[tuple[int, int], ...]
"""Of each round that is left, which seating and which boards."""

MOST_SEATINGS = 3
"""For so many ways of moving people, the simplest, boards are looked for table by table."""
LEAST_SECONDS = 0.05
"""What the last search has in any case."""
FEW = 4
"""For as few tables lost and meetings again a whole room is told nothing by which it would still lose some."""


def alike(played: Played, allowed: Allowance) -> tuple[Continuation, ...]:
    """Return how everybody can go on alike and better than by the plan, the best first; nothing where that is best."""
    copies, extra, _ = allowed
    by_plan, bounds = loss_of(played, played.planned), Unavoidable(played, copies=copies, extra=extra)
    if is_as_planned(played) or bounds.proves(by_plan):
        return ()
    found = [
        (loss_of(played, how), how)
        for how in _searched(played, by_plan, allowed)
        if sharing_fits(played, how, copies=copies, extra=extra)
    ]
    better = sorted([option for option in found if _gains(option[0], by_plan)], key=itemgetter(0))
    return tuple(replace(how, proved=bounds.proves(loss)) for loss, how in _best_of_each(played, better, copies))


def _searched(played: Played, by_plan: Loss, allowed: Allowance) -> Iterator[Continuation]:
    """Yield what the searches find, one after the other, until nothing is lost; a rover roves on as planned."""
    route = played.plan.rover
    night = underneath(played, route) if route else played
    ways = ways_of(night)
    if ways is None:
        return
    searches = [_without_loss(night, ways, allowed.clock)]
    if sum(by_plan) > FEW:
        searches.append(_with_boards_by_table(played, night, ways, allowed))
        searches.append(_with_least_loss(night, ways, allowed.clock))
    for search in searches:
        found = [
            overlaid(played, how, route) if route and len(how.groups[0]) < played.plan.tables else how for how in search
        ]
        yield from found
        if any(loss_of(played, how) == (0, 0) for how in found):
            return


def _best_of_each(
    played: Played, found: list[tuple[Loss, Continuation]], copies: int
) -> list[tuple[Loss, Continuation]]:
    """Return the best of what shares more than the plan and of what does not, and of boards moved alike or told."""
    best: dict[tuple[bool, bool], tuple[Loss, Continuation]] = {}
    for loss, how in found:
        is_told = not how.calls or how.calls[0].boards is None
        best.setdefault((sharing_fits(played, how, copies=copies, extra=0), is_told), (loss, how))
    return sorted(best.values(), key=itemgetter(0))


def is_as_planned(played: Played) -> bool:
    """Tell whether all rounds so far went as planned."""
    plan, after = played.plan, played.after
    return np.array_equal(plan.seats[:after], played.seats) and np.array_equal(plan.groups[:after], played.groups)


def _gains(loss: Loss, by_plan: Loss) -> bool:
    """Tell whether it is worth telling a whole room: a lost table weighs two meetings again."""
    return 2 * loss.lost + loss.again < 2 * by_plan.lost + by_plan.again


def _without_loss(played: Played, ways: Ways, clock: Clock) -> Iterator[Continuation]:
    """Yield the simplest way for all to move alike, if nobody then meets boards or opponents of before."""
    transversals, clock = Transversals(played, ways), clock.part(1 / 2)
    with suppress(OutOfTimeError):
        if numbers := transversals.any(clock.part(1 / 2)):
            simple = transversals.said_simply(numbers, clock)
            yield _continued(played, ways, tuple(map(transversals.way, simple)))


def _with_least_loss(played: Played, ways: Ways, clock: Clock) -> Iterator[Continuation]:
    """Yield how all move alike and lose least, and how they lose little with fewer meetings again."""
    for a_table in (LOST_FIRST, BALANCED):
        within = Clock(max(LEAST_SECONDS, clock.seconds_left / 2), work=clock.work)
        search = LeastLost(ways, played.after + 1, within, a_table)
        with suppress(OutOfTimeError):
            search.go(Night.after(played), played.plan.rounds - played.after)
        if search.best:
            yield _continued(played, ways, search.best)


def _continued(played: Played, ways: Ways, line: Line) -> Continuation:
    """Return what comes of moving alike: every table plays that can."""
    seats = np.stack([ways.seatings[people] for people, _ in line])
    groups = played_out(played, seats, np.stack([ways.boards[lie] for _, lie in line]))
    steps = enumerate(pairwise([ways.now, *line]), start=played.after + 1)
    calls = tuple(ways.call(round, before, now) for round, (before, now) in steps)
    return Continuation(
        unturned(played.plan, seats, played.after + 1),
        groups,
        "alike",
        scope="any seating",
        calls=calls,
        claims=claims_called(played.plan, calls),
    )


def _with_boards_by_table(played: Played, beneath: Played, ways: Ways, allowed: Allowance) -> Iterator[Continuation]:
    """Yield what is found where people move alike and meet nobody again, and each table is told its boards."""
    plan, copies, allowed = played.plan, allowed.copies, allowed.part(3 / 4)
    for line in islice(new_meetings(beneath, ways), MOST_SEATINGS):
        seats = unturned(plan, np.stack([ways.seatings[people] for people in line]), played.after + 1)
        if plan.rover:
            seats = overlaid_seats(played, seats, plan.rover)
        night = replace(played, plan=replace(plan, seats=np.concatenate([plan.seats[: played.after], seats])))
        calls = tuple(_people_called(played, ways, line))
        for sharing in sorted({allowed.extra, 0}, reverse=True):
            # Half of the time is for what is simplest, half of the rest for the next, and so on.
            how = boards_for(night, allowed.part(1 / 2)._replace(extra=sharing))
            if how is None:
                break
            yield how if np.array_equal(how.seats, played.planned.seats) else _called(played, how, calls)
            if sharing_fits(played, how, copies=copies, extra=0):
                break
        if how and loss_of(played, how) == (0, 0):
            return


def _called(played: Played, how: Continuation, calls: tuple[Call, ...]) -> Continuation:
    return replace(how, kind="alike", scope="any seating", calls=calls, claims=claims_called(played.plan, calls))


def _people_called(played: Played, ways: Ways, line: tuple[int, ...]) -> Iterator[Call]:
    """Yield what people are called to do, with boards that each table is told."""
    for round, (before, now) in enumerate(pairwise([ways.now[0], *line]), start=played.after + 1):
        call = ways.call(round, (before, 0), (now, ways.usual_step[1]))
        yield replace(call, boards=None)

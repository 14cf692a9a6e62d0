"""Everybody does alike what mends it: "after this round EW up two, boards as always".

First without anything lost and anybody met again (`transversals`), said as simply as can be; where there is no such
way, what loses least (`least`); and where all boards moving alike would lose something, as in Webs, people move alike
and each table is told its boards.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import islice, pairwise
from typing import TypeAlias

import numpy as np

from byestand.model import Call, Continuation, Played
from byestand.search.outcome import Clock, OutOfTimeError
from byestand.search.repairs.calls import Ways, unturned, ways_of
from byestand.search.repairs.claims import claims_called
from byestand.search.repairs.least import BALANCED, LOST_FIRST, LeastLost, Night
from byestand.search.repairs.losses import Loss, loss_of, played_out, sharing_fits
from byestand.search.repairs.transversals import Transversals, new_meetings
from byestand.search.repairs.unavoidable import Unavoidable

Line: TypeAlias = tuple[tuple[int, int], ...]
"""Of each round that is left, which seating and which boards."""

BoardSearch: TypeAlias = Callable[[Played], tuple[Continuation, ...]]
"""What finds boards for a plan whose seats are settled."""

MOST_SEATINGS = 3
"""For so many ways of moving people, the simplest, boards are looked for table by table."""
MOST_BOARDS = 2
"""Of what is found for each of them."""


def alike(
    played: Played, *, copies: int, extra: int, seconds: float, boards: BoardSearch | None = None
) -> tuple[Continuation, ...]:
    """Return how everybody can go on alike and lose less than the plan, the best first; nothing where the plan is best.

    *boards* looks for boards table by table where moving them alike would lose some.
    """
    ways = ways_of(played)
    if ways is None or is_as_planned(played):
        return ()
    by_plan, bounds = loss_of(played, played.planned), Unavoidable(played, copies)
    if bounds.proves(by_plan):
        return ()
    found: dict[tuple[bytes, bytes], Continuation] = {}
    for how in _found(played, ways, boards, seconds):
        loss = loss_of(played, how)
        if _gains(loss, by_plan) and sharing_fits(played, how, copies=copies, extra=extra):
            found[how.key] = replace(how, proved=bounds.proves(loss))
            if loss == (0, 0) and sharing_fits(played, how, copies=copies, extra=0):
                break
    return tuple(sorted(found.values(), key=lambda how: loss_of(played, how)))


def is_as_planned(played: Played) -> bool:
    """Tell whether all rounds so far went as planned."""
    plan, after = played.plan, played.after
    return np.array_equal(plan.seats[:after], played.seats) and np.array_equal(plan.groups[:after], played.groups)


def _gains(loss: Loss, by_plan: Loss) -> bool:
    """Tell whether it is better than the plan: nobody tells a whole room for as much, or buys tables with a crowd."""
    return loss < by_plan and 2 * (by_plan.lost - loss.lost) >= loss.again - by_plan.again


def _found(played: Played, ways: Ways, boards: BoardSearch | None, seconds: float) -> Iterator[Continuation]:
    """Yield what is found, what is likely to be best first."""
    start = time.monotonic()
    yield from _without_loss(played, ways, seconds / 2)
    if boards:
        yield from _with_boards_by_table(played, ways, boards, start + seconds / 2)
    yield from _with_least_loss(played, ways, max(seconds / 4, start + seconds - time.monotonic()))


def _without_loss(played: Played, ways: Ways, seconds: float) -> Iterator[Continuation]:
    """Yield the simplest way for all to move alike, if nobody then meets boards or opponents of before."""
    transversals = Transversals(played, ways)
    with suppress(OutOfTimeError):
        if numbers := transversals.any(Clock(seconds)):
            simple = transversals.said_simply(numbers, seconds)
            yield _continued(played, ways, tuple(map(transversals.way, simple)))


def _with_least_loss(played: Played, ways: Ways, seconds: float) -> Iterator[Continuation]:
    """Yield how all move alike and lose least, and how they lose little with fewer meetings again."""
    for a_table in (LOST_FIRST, BALANCED):
        search = LeastLost(ways, played.after + 1, time.monotonic() + seconds / 2, a_table)
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


def _with_boards_by_table(played: Played, ways: Ways, boards: BoardSearch, end: float) -> Iterator[Continuation]:
    """Yield what is found where people move alike and meet nobody again, and each table is told its boards."""
    for line in islice(new_meetings(played, ways), MOST_SEATINGS):
        seats = unturned(played.plan, np.stack([ways.seatings[people] for people in line]), played.after + 1)
        plan = replace(played.plan, seats=np.concatenate([played.plan.seats[: played.after], seats]))
        calls = tuple(_people_called(played, ways, line))
        claims = claims_called(played.plan, calls)
        found = sorted(boards(replace(played, plan=plan)), key=lambda how: loss_of(played, how))
        # What loses more may share less; but of what the whole room is told a few are enough.
        for how in found[:MOST_BOARDS]:
            yield replace(how, kind="alike", scope="any seating", calls=calls, claims=claims)
        if time.monotonic() > end:
            return


def _people_called(played: Played, ways: Ways, line: tuple[int, ...]) -> Iterator[Call]:
    """Yield what people are called to do, with boards that each table is told."""
    for round, (before, now) in enumerate(pairwise([ways.now[0], *line]), start=played.after + 1):
        call = ways.call(round, (before, 0), (now, ways.usual_step[1]))
        yield replace(call, boards=None)

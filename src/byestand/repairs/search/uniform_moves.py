"""Repairs in which all pairs move alike: "after this round EW up two tables, boards as usual".

First without any loss or repeat opponents (`transversals`), with the simplest calls. If that is impossible, pairs move
alike without repeat opponents, and each table gets its own boards. Last comes the least loss, by branch and bound.
"""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import islice, pairwise
from operator import itemgetter
from typing import TypeAlias

import numpy as np

from byestand.model.history import Continuation, RoomCall
from byestand.model.movement import Grid
from byestand.repairs.actual_play import ActualPlay
from byestand.repairs.search.board_assignment import find_boards
from byestand.repairs.search.lower_bounds import (
    Mask,
    PlayHistory,
    RepairLoss,
    SeatingBounds,
    loss_of,
    sharing_fits,
    without_seen_boards,
)
from byestand.repairs.search.move_rings import (
    UniformMoves,
    claims_after_calls,
    read_uniform_moves,
    seatings_without_repeats,
    without_arrow_switch,
)
from byestand.repairs.search.repair_problem import SearchLimits
from byestand.repairs.search.rover_repairs import lay_rover_over, lay_rover_over_seats, remove_rover
from byestand.repairs.search.transversals import Transversals
from byestand.search.outcome import OutOfTimeError, SearchBudget

Line: TypeAlias = tuple[tuple[int, int], ...]
"""The seating and the board position of each remaining round."""

LOST_FIRST = 1000
"""The value of a table that plays, in new meetings: no table is lost to avoid repeat meetings."""
NODE_UNITS = 25
"""Work at a node."""
BALANCED = 1
"""The same if a table that plays counts twice with a new meeting, and once with a repeat meeting."""
MAX_SEATINGS = 3
"""The number of simplest ways of moving pairs for which boards are searched table by table."""
MIN_SECONDS = 0.05
"""The least time of the last search."""
MAX_LOSS_TO_SKIP = 4
"""With so few lost tables and repeat meetings, a uniform move that still loses some is not worth announcing."""


def move_alike(played: ActualPlay, limits: SearchLimits) -> tuple[Continuation, ...]:
    """Return the uniform moves that are better than the plan, the best first; nothing if the plan is best."""
    copies, extra, _ = limits
    by_plan, bounds = loss_of(played, played.planned_rest), SeatingBounds(played, copies=copies, extra=extra)
    if _is_as_planned(played) or bounds.proves(by_plan):
        return ()
    found = [
        (loss_of(played, how), how)
        for how in _search(played, by_plan, limits)
        if sharing_fits(played, how, copies=copies, extra=extra)
    ]
    better = sorted([option for option in found if _is_worth_it(option[0], by_plan)], key=itemgetter(0))
    return tuple(replace(how, proved=bounds.proves(loss)) for loss, how in _best_of_each(played, better, copies))


def _search(played: ActualPlay, by_plan: RepairLoss, limits: SearchLimits) -> Iterator[Continuation]:
    """Yield the results of the searches, one after the other, until nothing is lost; a planned rover continues."""
    route = played.plan.rover
    night = remove_rover(played, route) if route else played
    ways = read_uniform_moves(night)
    if ways is None:
        return
    searches = [_lose_nothing(night, ways, limits.clock)]
    if sum(by_plan) > MAX_LOSS_TO_SKIP:
        searches.append(_tell_boards_by_table(played, night, ways, limits))
        searches.append(_lose_least(night, ways, limits.clock))
    for search in searches:
        found = [
            lay_rover_over(played, how, route) if route and len(how.groups[0]) < played.plan.tables else how
            for how in search
        ]
        yield from found
        if any(loss_of(played, how) == (0, 0) for how in found):
            return


def _best_of_each(
    played: ActualPlay, found: list[tuple[RepairLoss, Continuation]], copies: int
) -> list[tuple[RepairLoss, Continuation]]:
    """Return the best with and without more sharing than the plan, and with boards moved alike or by table."""
    best: dict[tuple[bool, bool], tuple[RepairLoss, Continuation]] = {}
    for loss, how in found:
        is_told = not how.calls or how.calls[0].boards is None
        best.setdefault((sharing_fits(played, how, copies=copies, extra=0), is_told), (loss, how))
    return sorted(best.values(), key=itemgetter(0))


def _is_as_planned(played: ActualPlay) -> bool:
    """Return whether all rounds so far went as planned."""
    plan, after = played.plan, played.after
    return np.array_equal(plan.seats[:after], played.seats) and np.array_equal(plan.groups[:after], played.groups)


def _is_worth_it(loss: RepairLoss, by_plan: RepairLoss) -> bool:
    """Return whether it is worth an announcement: a lost table weighs two repeat meetings."""
    return 2 * loss.lost_count + loss.repeats < 2 * by_plan.lost_count + by_plan.repeats


def _lose_nothing(played: ActualPlay, ways: UniformMoves, clock: SearchBudget) -> Iterator[Continuation]:
    """Yield the simplest uniform move without repeated boards or opponents, if there is one."""
    transversals, clock = Transversals(played, ways), clock.part(1 / 2)
    with suppress(OutOfTimeError):
        if numbers := transversals.any(clock.part(1 / 2)):
            simple = transversals.simplify(numbers, clock)
            yield _continue(played, ways, tuple(map(transversals.decode, simple)))


def _lose_least(played: ActualPlay, ways: UniformMoves, clock: SearchBudget) -> Iterator[Continuation]:
    """Yield the uniform moves with the least loss, and those with little loss and fewer repeat meetings."""
    for table_weight in (LOST_FIRST, BALANCED):
        within = SearchBudget(max(MIN_SECONDS, clock.seconds_left / 2), work=clock.work)
        search = BranchAndBound(ways, played.after + 1, within, table_weight)
        with suppress(OutOfTimeError):
            search.run(PlayHistory.after(played), played.plan.rounds - played.after)
        if search.best:
            yield _continue(played, ways, search.best)


def _continue(played: ActualPlay, ways: UniformMoves, line: Line) -> Continuation:
    """Return the continuation of uniform moves: every table plays that can."""
    seats = np.stack([ways.seatings[people] for people, _ in line])
    groups = without_seen_boards(played, seats, np.stack([ways.boards[lie] for _, lie in line]))
    steps = enumerate(pairwise([ways.last_position, *line]), start=played.after + 1)
    calls = tuple(ways.call(round, before, now) for round, (before, now) in steps)
    return Continuation(
        without_arrow_switch(played.plan, seats, played.after + 1),
        groups,
        "alike",
        scope="any seating",
        calls=calls,
        claims=claims_after_calls(played.plan, calls),
    )


def _tell_boards_by_table(
    played: ActualPlay, beneath: ActualPlay, ways: UniformMoves, limits: SearchLimits
) -> Iterator[Continuation]:
    """Yield the results in which pairs move alike without repeat opponents, and each table gets its own boards."""
    plan, copies, limits = played.plan, limits.copies, limits.part(3 / 4)
    for line in islice(seatings_without_repeats(beneath, ways), MAX_SEATINGS):
        seats = without_arrow_switch(plan, np.stack([ways.seatings[people] for people in line]), played.after + 1)
        if plan.rover:
            seats = lay_rover_over_seats(played, seats, plan.rover)
        night = replace(played, plan=replace(plan, seats=np.concatenate([plan.seats[: played.after], seats])))
        calls = tuple(_call_people(played, ways, line))
        for sharing in sorted({limits.extra, 0}, reverse=True):
            # Half of the time is for the simplest, half of the rest for the next, and so on.
            how = find_boards(night, limits.part(1 / 2)._replace(extra=sharing))
            if how is None:
                break
            yield how if np.array_equal(how.seats, played.planned_rest.seats) else _with_calls(played, how, calls)
            if sharing_fits(played, how, copies=copies, extra=0):
                break
        if how and loss_of(played, how) == (0, 0):
            return


def _with_calls(played: ActualPlay, how: Continuation, calls: tuple[RoomCall, ...]) -> Continuation:
    return replace(how, kind="alike", scope="any seating", calls=calls, claims=claims_after_calls(played.plan, calls))


def _call_people(played: ActualPlay, ways: UniformMoves, line: tuple[int, ...]) -> Iterator[RoomCall]:
    """Yield the calls of pairs, with separate boards for each table."""
    for round, (before, now) in enumerate(pairwise([ways.last_position[0], *line]), start=played.after + 1):
        call = ways.call(round, (before, 0), (now, ways.usual_step[1]))
        yield replace(call, boards=None)


@dataclass(eq=False)
class BranchAndBound:
    """Uniform moves with the least loss: the best way of each round so far, and its value.

    Rounds are filled one after the other, the best way first. The value of further rounds is bounded from above: each
    board position brings each stationary NS pair its boards once, and each seating brings each pair its opponent once.
    """

    uniform_moves: UniformMoves
    first_round: int
    clock: SearchBudget
    table_weight: int = LOST_FIRST
    """The value of a table that plays, besides its new meeting."""
    best: tuple[tuple[int, int], ...] = ()
    worth: int = -1
    _stays: bool = field(init=False)

    def __post_init__(self) -> None:
        self._stays = bool((self.uniform_moves.seatings[:, :, 0] == self.uniform_moves.seatings[:1, :, 0]).all())

    def run(self, night: PlayHistory, left: int) -> None:
        """Find the best ways for the rounds *left*; if the clock stops it, the best so far stands."""
        self._search(night, left, (), 0)

    def _search(self, night: PlayHistory, left: int, line: tuple[tuple[int, int], ...], worth: int) -> None:
        self.clock.tick(NODE_UNITS)
        if not left:
            if worth > self.worth:
                self.best, self.worth = line, worth
            return
        seatings, boards = self.uniform_moves.seatings, self.uniform_moves.boards
        plays = night.playable(seatings[:, np.newaxis], boards[np.newaxis])
        new = ~night.pairs_met[seatings[:, :, 0], seatings[:, :, 1]]
        tables, meetings = plays.sum(axis=2), (plays & new[:, np.newaxis]).sum(axis=2)
        if worth + self._upper_bound(night, tables, meetings, new, left) <= self.worth:
            return
        gains = self.table_weight * tables + meetings
        before = line[-1] if line else self.uniform_moves.last_position
        round = self.first_round + len(line)
        upper = self._upper_bound(night, tables, meetings, new, left - 1)
        for a, b in self._best_first(gains, round, before):
            gain = int(gains[a, b])
            if worth + gain + upper <= self.worth:
                break
            self._search(night.with_round(seatings[a], boards[b]), left - 1, (*line, (a, b)), worth + gain)

    def _best_first(self, gains: Grid, round: int, before: tuple[int, int]) -> list[tuple[int, int]]:
        """Return the ways to come to a round, the best first; of equally good ones the usual one."""
        is_usual, (seatings, boards) = self.uniform_moves.is_usual, gains.shape
        people_turn = [not is_usual(round, before, (a, before[1]))[0] for a in range(seatings)]
        boards_turn = [not is_usual(round, before, (before[0], b))[1] for b in range(boards)]
        unusual = np.add.outer(np.array(people_turn, dtype=np.int64), np.array(boards_turn, dtype=np.int64))
        order = np.lexsort((unusual.ravel(), -gains.ravel()))
        return [divmod(number, boards) for number in order.tolist()]

    def _upper_bound(self, night: PlayHistory, tables: Grid, meetings: Grid, new: Mask, rounds: int) -> int:
        """Return the largest possible value of a number of rounds."""
        at_once, unmet = tables.max(axis=0), new.sum(axis=1)
        stayers = self.uniform_moves.seatings[0, :, 0]
        boards = self.uniform_moves.boards
        unseen = (~night.groups_seen[stayers, boards] & (boards > 0) & (stayers > 0)).sum(axis=1)
        in_all = unseen if self._stays else at_once * rounds
        return self.table_weight * _max_in_rounds(at_once, in_all, rounds) + _max_in_rounds(
            meetings.max(axis=1), unmet, rounds
        )


def _max_in_rounds(at_once: Grid, in_all: Grid, rounds: int) -> int:
    """Return the largest total over a number of rounds, if each item has a value per round and a total limit.

    >>> _max_in_rounds(np.array([4, 3]), np.array([5, 3]), 3)
    8
    """
    portions: list[int] = []
    for most, total in zip(at_once.tolist(), in_all.tolist(), strict=True):
        rest = total
        for _ in range(rounds):
            if min(most, rest) <= 0:
                break
            portions.append(min(most, rest))
            rest -= portions[-1]
    return sum(sorted(portions, reverse=True)[:rounds])

"""The repair options that no other option beats: found, judged, counted and sorted for the director."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import sha256
from string import ascii_lowercase
from typing import NamedTuple, TypeAlias

import numpy as np

from byestand.language import say
from byestand.model.history import Continuation, LatePlay, Scope
from byestand.model.judged import Judged
from byestand.model.movement import Movement
from byestand.repairs.actual_play import ActualPlay
from byestand.repairs.cost import RepairFigures, figures
from byestand.repairs.search.repair_problem import SearchLimits
from byestand.repairs.search.seat_matching import fill_seats, seat_late_pairs
from byestand.repairs.search.strategy import change_boards
from byestand.repairs.search.uniform_moves import move_alike
from byestand.search import Found, Impossible, OutOfTime
from byestand.search.outcome import SearchBudget, Work
from byestand.verify import judge

FEW_TABLES = 4
"""Changed tables that can be instructed in time; more are a last resort, unless everyone makes the same move."""
PLAN, TABLES, ALIKE, LEAVING, TWO_WAY = "plan", "tables", "alike", "leaving", "two-way"
KINDS = (PLAN, TABLES, ALIKE, LEAVING, "place", "half", "rover", TWO_WAY, "party")
"""Kinds of options, the simplest first."""
ANY_SEATING: Scope = "any seating"
MARK = re.compile(r"[a-z][0-9a-f]{5}")
MARK_CHARS = 6
FOR_THE_REST, MIN_SECONDS = 0.55, 0.1
"""Seconds for starting, judging and printing; and the least time for the searches."""


@dataclass(frozen=True, eq=False)
class Option:
    """One repair option."""

    actual_play: ActualPlay
    """What was played, and the plan; enlarged by late pairs."""
    continuation: Continuation
    judged: Judged
    """The whole session: what was played, and what will be."""
    figures: RepairFigures

    @cached_property
    def keeps_planned_seats(self) -> bool:
        """Whether all seats are as planned, without late pairs."""
        return np.array_equal(self.continuation.seats, self.actual_play.planned_rest.seats)

    @cached_property
    def idle_rounds(self) -> int:
        """The total number of rounds in which late pairs do not play."""
        how, first = self.continuation, self.actual_play.after + 1
        history = self.judged.movement.history
        plays = how.seats[(how.seats > 0).all(axis=2) & (how.groups > 0)]
        arrived = history.arrivals_in(first) if history else []
        rounds = len(how.groups) * (self.actual_play.late_pairs + len(arrived))
        return rounds - int(np.isin(plays, arrived).sum())

    @cached_property
    def mark(self) -> str:
        """A short name of the content, the same in every run; it begins with a letter: ``k4f91c``."""
        how = self.continuation
        content = repr((how.kind, how.calls, self.actual_play.plan.field.lines)).encode()
        digest = sha256(content + how.seats.astype("<i8").tobytes() + how.groups.astype("<i8").tobytes()).digest()
        return f"{ascii_lowercase[digest[0] % len(ascii_lowercase)]}{digest[1:4].hex()[: MARK_CHARS - 1]}"

    @property
    def cost_to_players(self) -> tuple[int, int, int]:
        """Return what is compared first: rounds without play for late pairs, tables lost, repeat opponents."""
        return (self.idle_rounds, *self.figures.costs[:2])


@dataclass(frozen=True, slots=True)
class Repairs:
    """The options offered to the director."""

    options: tuple[Option, ...]
    unsound: tuple[Judged, ...]
    """Options found by a search that have errors. They are not offered; there should be none."""
    why_waiting: str = ""
    """Why late pairs cannot all play in every round, as a clause; "" if they can, or if it is not known."""
    was_cut_off: bool = False
    """Whether the search was stopped by time, so that another run may find other options."""


@dataclass(frozen=True, slots=True)
class RepairLimits:
    """The sets of boards and limits of a search."""

    copies: int
    extra: int = 1
    """Sets of boards that may be shared in a round in addition to the plan."""
    seconds: float = 2.0
    """The length of the search on a usual machine; on every machine it does the same work."""


class FinderResult(NamedTuple):
    """Options with what was played, in their own pair numbers; and why there are no better ones."""

    continuations: Sequence[tuple[ActualPlay, Continuation]]
    because: str = ""


Finder: TypeAlias = Callable[[ActualPlay, SearchLimits], FinderResult]


def options(
    played: ActualPlay,
    wanted: RepairLimits,
    *,
    forgiven: frozenset[str] = frozenset(),
    clock: SearchBudget | None = None,
) -> Repairs:
    """Return the options, the plan among them; *forgiven* are rules that the plan breaks by intention."""
    seconds = max(MIN_SECONDS, wanted.seconds - FOR_THE_REST)
    clock = clock or SearchBudget(seconds, work=Work.for_seconds(wanted.seconds))
    results = list(_search_results(played, SearchLimits(wanted.copies, wanted.extra, clock)))
    candidates = [_option(at, how, wanted, forgiven) for result in results for at, how in result.continuations]
    candidates[0].judged.require_valid(say("rest of the plan"))
    sound = [option for option in candidates if option.judged.is_sound]
    unsound = tuple(option.judged for option in candidates if not option.judged.is_sound)
    because = "; ".join(result.because for result in results if result.because)
    why_waiting = because if all(option.idle_rounds for option in sound) else ""
    return Repairs(in_order(sound), unsound, why_waiting, clock.work.was_cut_off)


def _search_results(played: ActualPlay, limits: SearchLimits) -> Iterator[FinderResult]:
    """Yield the plan, then the results of the searches, the fastest first."""
    (plan, *_) = change_boards(played, limits.part(0))
    yield FinderResult([(played, plan)])
    for finder, share in () if played.nothing_wrong else FINDERS:
        clock = SearchBudget(share * max(MIN_SECONDS, limits.clock.seconds_left), work=limits.clock.work)
        yield finder(played, limits._replace(clock=clock))


def _option(played: ActualPlay, how: Continuation, wanted: RepairLimits, forgiven: frozenset[str]) -> Option:
    night = played.with_continuation(how)
    assert night.history  # noqa: S101 - it has been continued
    costs = figures(played, how, wanted.copies)
    if how.kind in (TABLES, ALIKE) and np.array_equal(how.seats, played.planned_rest.seats):
        # Only boards differ: each table needs a slip, unless all boards make the same move.
        is_alike = bool(costs.changed_tables) and not night.history.instructed_cells
        how = replace(how, kind=ALIKE if is_alike else TABLES, calls=how.calls if is_alike else ())
    night = replace(night, history=replace(night.history, copies=wanted.copies))
    return Option(played, how, judge(night, forgiven=forgiven), costs)


def in_order(found: list[Option]) -> tuple[Option, ...]:
    """Return the plan and the options that no other one beats: the easy ones first, by cost."""
    best: dict[tuple[int, ...], Option] = {}
    for option in sorted(_with_valid_proofs(found), key=_preference):
        best.setdefault((option.idle_rounds, *option.figures.costs), option)
    front = [
        option
        for option in best.values()
        if option.continuation.kind == PLAN or not any(_beats(other, option) for other in best.values())
    ]
    return tuple(sorted(front, key=_place))


def _with_valid_proofs(found: Sequence[Option]) -> Iterator[Option]:
    """Yield the options, marked as proved best if an equally good one is proved and none is better.

    The searches are independent: a late pair may play boards that another search proved lost. With late pairs only the
    ideal is proved: nothing lost, no repeat opponents, and play for the late pairs in every round.
    """
    for option in found:
        how, loses = option.continuation, option.figures.costs[:2]
        rivals = [other for other in found if how.scope == ANY_SEATING or other.keeps_planned_seats]
        beaten = loses > min(other.figures.costs[:2] for other in rivals)
        late = any(other.actual_play.late_pairs for other in found)
        alike_proved = any(
            other.continuation.proved
            and other.continuation.scope in (ANY_SEATING, how.scope)
            and other.figures.costs[:2] == loses
            for other in rivals
        )
        is_ideal = loses == (0, 0) and not option.idle_rounds
        proved = alike_proved and not beaten and (is_ideal or not late)
        yield replace(option, continuation=replace(how, proved=proved))


def _preference(option: Option) -> tuple[bool, bool, int]:
    """Return the preference among options of equal cost: the plan, then common moves, then the simplest kind."""
    how = option.continuation
    return how.kind != PLAN, not how.calls, KINDS.index(how.kind)


def _beats(one: Option, other: Option) -> bool:
    """Return whether one option is better than another in some figure and worse in none."""
    mine, theirs = (one.idle_rounds, *one.figures.costs), (other.idle_rounds, *other.figures.costs)
    return mine != theirs and all(a <= b for a, b in zip(mine, theirs, strict=True))


def _place(option: Option) -> tuple[int | bool, ...]:
    lost, again, shared, told, changed = option.figures.costs
    is_easy = told <= FEW_TABLES or option.continuation.kind == ALIKE
    return option.idle_rounds, not is_easy, lost, again, told, shared, changed


def _find_board_changes(played: ActualPlay, limits: SearchLimits) -> FinderResult:
    return FinderResult([(played, how) for how in change_boards(played, limits)])


def _find_common_moves(played: ActualPlay, limits: SearchLimits) -> FinderResult:
    return FinderResult([(played, how) for how in move_alike(played, limits)])


def _find_late_seats(played: ActualPlay, limits: SearchLimits) -> FinderResult:
    match seat_late_pairs(played, limits):
        case Found(found):
            return FinderResult(found)
        case Impossible(because):
            return FinderResult((), because)
        case OutOfTime(seconds):
            return FinderResult((), say("no seating found in {seconds:.1f} seconds; allow more time", seconds=seconds))


def _find_fillers(played: ActualPlay, limits: SearchLimits) -> FinderResult:
    return FinderResult([(played, how) for how in fill_seats(played, limits)])


FINDERS: tuple[tuple[Finder, float], ...] = (
    (_find_late_seats, 0.5),
    (_find_fillers, 0.3),
    (_find_common_moves, 0.5),
    (_find_board_changes, 1),
)
"""The searches, each with its share of the remaining time."""


def late_plays(night: Movement, plan: Movement) -> tuple[LatePlay, ...]:
    """Return possible late plays (Law 15B): boards that two pairs have both missed.

    One wrong set makes four pairs miss two sets; two late plays then avoid all adjusted scores. A late play is in a
    later round in which both pairs sit out and a copy is free, or after the last round.
    """
    if night.is_individual:
        return ()
    plays: list[LatePlay] = []
    for group, deprived in sorted(_missed_groups(night, plan).items()):
        for two in _together(night, plan, deprived, group):
            plays.append(LatePlay(two, group, _free_round(night, two, group, plays)))
    return tuple(plays)


def _missed_groups(night: Movement, plan: Movement) -> dict[int, list[int]]:
    """Return for each deal group the contestants present who miss it."""
    gone = {who for who, _ in night.history.departures} if night.history else set()
    plays, planned = _plays(night), _plays(plan)
    missed: dict[int, list[int]] = {}
    for who, group in sorted(planned - plays):
        if who not in gone:
            missed.setdefault(group, []).append(who)
    return missed


def _plays(movement: Movement) -> set[tuple[int, int]]:
    full = movement.played_mask
    cells = zip(movement.seats[full].tolist(), movement.groups[full].tolist(), strict=True)
    return {(who, group) for people, group in cells for who in people}


def _together(night: Movement, plan: Movement, deprived: list[int], group: int) -> Iterator[tuple[int, int]]:
    """Yield pairs of contestants who could play a group: first planned opponents, then any who can meet."""
    left = list(deprived)
    tables = plan.seats[plan.played_mask & (plan.groups == group)].tolist()
    for a, b in (*tables, *((a, b) for i, a in enumerate(deprived) for b in deprived[i + 1 :])):
        if a in left and b in left and _can_meet(night, a, b):
            left = [who for who in left if who not in (a, b)]
            yield a, b


def _can_meet(night: Movement, a: int, b: int) -> bool:
    return night.field.winners == 1 or night.field.line(a) != night.field.line(b)


def _free_round(night: Movement, two: tuple[int, int], group: int, busy: list[LatePlay]) -> int:
    """Return a round in which both sit out and a copy of the group is free; 0 if there is none."""
    copies = (night.history.copies if night.history else None) or 1
    for round in range(night.next_round, night.rounds + 1):
        full = night.played_mask[round - 1]
        at_play = set(night.seats[round - 1][full].ravel().tolist())
        at_play |= {who for play in busy if play.round == round for who in play.contestants}
        uses = int((night.groups[round - 1][full] == group).sum())
        uses += sum(play.group == group and play.round == round for play in busy)
        if not at_play.intersection(two) and uses < copies:
            return round
    return 0

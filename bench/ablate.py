"""The contribution of each engine of the repairs: all engines, all but one, and one alone, on the same problems.

    .venv/bin/python -m bench.ablate [--work 15000] [--seed 2029] [--jobs 1] [--every 1] [--engine NAME …]

Searches end after an amount of work, not after seconds, so that a busy machine changes nothing. The problems are the
given cases (tests/seeds/repair_cases.json) and one of each kind in each size of each family.
"""

import argparse
import multiprocessing
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from statistics import median
from typing import NamedTuple, TypeAlias
from unittest import mock

from byestand.catalog import find
from byestand.formats import csv
from byestand.model.history import Continuation, SeenCell
from byestand.model.movement import Movement
from byestand.movements import with_missing
from byestand.repairs import repair_options as planning
from byestand.repairs.actual_play import ActualPlay
from byestand.repairs.cost import usual_copies
from byestand.repairs.mishap_syntax import Mishaps
from byestand.repairs.reconstruction import reconstruct_play
from byestand.repairs.search import lower_bounds, rover_repairs, seat_matching, strategy, uniform_moves
from byestand.repairs.search.repair_problem import ContinuationCost, ParetoFront
from byestand.repairs.wrong_moves import PairLeft
from byestand.search import Impossible
from byestand.search.outcome import UNITS_A_SECOND, SearchBudget, Work
from tests.support.irregular_nights import Cells, read
from tests.support.random_mishaps import Mishap, mishaps_of_every_kind
from tests.support.repair_seed_cases import GIVEN, seed_case

Costs: TypeAlias = tuple[int, ...]
"""Rounds without play for late pairs, rounds lost, repeats, shares, tables, changes."""
Search: TypeAlias = Callable[..., Iterable[Continuation]]
Replacement: TypeAlias = tuple[object, str, Callable[..., object]]
"""The module, the name, and the replacement when the engine is left out."""


def empty_result(*_: object, **__: object) -> tuple[()]:
    """Return nothing, in place of an engine that is left out."""
    return ()


def zero_bound(*_: object, **__: object) -> int:
    """Return no lower bound."""
    return 0


def _only_offer(found: ParetoFront, _search: object, values: list[int], _clock: object) -> None:
    found.offer(values)


def _leave_to_exact_cover(
    _: object, ranked: object, _size: object, _to_beat: object, effort: int, *__: object
) -> object:
    return ranked if effort == strategy.FIRST_NODES else []


def without_rover(*_: object) -> Impossible:
    """Return that there is no rover."""
    return Impossible("it is left out", "exhausted search")


ENGINES: dict[str, list[Replacement]] = {
    "few_tables": [(strategy.FewTablesSearch, name, empty_result) for name in ("lose_less", "change_less")],
    "few_tables: fewer changes": [(strategy.FewTablesSearch, "change_less", empty_result)],
    "few_tables: enumeration": [(strategy.FewTablesSearch, "_search_sets", _leave_to_exact_cover)],
    "few_tables: exact cover": [
        (strategy.FewTablesSearch, "_decide", lambda *_: True),
        (strategy.FewTablesSearch, "_can_tie", lambda *_: True),
    ],
    "exact_cover: bound": [(strategy.RepairStrategy, "prove_bound", empty_result)],
    "tabu": [(strategy.RepairStrategy, "_search_by_tabu", empty_result)],
    "tabu: reduction": [(strategy, "reduce_changes", _only_offer)],
    "transversals": [(uniform_moves, "_lose_nothing", empty_result)],
    "board_assignment": [(uniform_moves, "_tell_boards_by_table", empty_result)],
    "branch_and_bound": [(uniform_moves, "_lose_least", empty_result)],
    "rover_repairs: rover kept": [(uniform_moves, "remove_rover", lambda played, _: played)],
    "rover_repairs: new rover": [(rover_repairs.LateRoverSearch, "options", without_rover)],
    "rover_repairs: others first": [(seat_matching, "_repair_for_others", lambda *_: None)],
    "reseating: empty seats": [(seat_matching, "_sit_in_empty_seats", empty_result)],
    "reseating: places left": [(seat_matching, "_take_places_left", empty_result)],
    "reseating: gaps filled": [(planning, "fill_seats", empty_result)],
    "lower_bounds: flow": [(lower_bounds.SeatingBounds, "_max_playable", lambda _: 10**6)],
    "lower_bounds: repeats": [(lower_bounds.SeatingBounds, "min_again", zero_bound)],
    "lower_bounds: matchings": [(strategy, "lost_with_planned_seats", lambda problem: problem.gone)],
}


@dataclass
class Result:
    """The options for one problem, and the work they took."""

    front: dict[Costs, bool]
    """The options, and whether each is proved best."""
    plan: tuple[int, int]
    """Rounds lost and repeats of the plan."""
    log: "Log"
    """The work after which each option was found, with its rounds lost and repeats."""
    work_done: Counter[str] = field(default_factory=Counter)
    """The number of calls of each engine."""

    @property
    def best(self) -> tuple[int, int]:
        """The fewest rounds lost and repeats of all options."""
        return min((loss for _, loss in self.log), default=self.plan)

    def lacks(self, other: "Result") -> int:
        """Return how many options of the other run are neither here nor beaten here."""
        return sum(
            not any(all(a <= b for a, b in zip(mine, theirs, strict=True)) for mine in self.front)
            for theirs in other.front
        )

    def is_unproved(self, other: "Result") -> bool:
        """Return whether an option is proved best there and not here, although nothing here is better."""
        mine = {costs[:3]: proved for costs, proved in self.front.items() if proved}
        return any(proved and costs[:3] not in mine for costs, proved in other.front.items())

    def work_to(self, loss: tuple[int, int]) -> int | None:
        """Return the work after which an option was found that loses no more than this."""
        return next((work for work, known in self.log if known <= loss), None)


class Case(NamedTuple):
    """A problem, and what was played."""

    name: str
    plan: Movement
    mishap: Mishap


def movement_of(name: str) -> Movement:
    """Return a movement of the catalogue, or one without a pair: "M0909 without N9"."""
    base, _, missing = name.partition(" without ")
    return with_missing(find(base), missing) if missing else find(base)


def plan_of(name: str) -> tuple[Cells, int]:
    """Return the cells of a movement, and how many copies its boards have."""
    plan = movement_of(name)
    return read(csv.dumps(plan)), usual_copies(plan)


def cases(seed: int) -> Iterator[Case]:
    """Yield the given cases and the random problems."""
    for mishap in (*map(seed_case, GIVEN), *mishaps_of_every_kind(plan_of, seed)):
        yield Case(str(mishap)[:90], movement_of(mishap.movement), mishap)


def repair(case: Case, units: int, without: tuple[str, ...]) -> Result:
    """Return the options of the engines that are not left out."""
    night, field = case.mishap.night, case.plan.field
    cells = tuple(
        SeenCell(*place, tuple(field.contestant(who) if who else 0 for who in night.seated_at(cell)), cell.group)
        for place, cell in sorted(night.differing_cells.items())
    )
    gone = tuple(PairLeft(field.contestant(who), night.after) for who in sorted(night.departures))
    mishaps = Mishaps(cells, departures=gone, late_pairs=night.late_pairs)
    played = reconstruct_play(case.plan, night.after, mishaps, copies=night.copies)
    clock = SearchBudget(units / UNITS_A_SECOND, work=Work(measures_time=True))
    wanted = planning.RepairLimits(night.copies)
    with count_calls(clock.work) as (log, used), _left_out(without):
        found = planning.options(played, wanted, clock=clock)
    assert not found.unsound, (case.name, without)
    costs: list[Costs] = [(option.idle_rounds, *option.figures.costs) for option in found.options]
    front = dict(zip(costs, (option.continuation.proved for option in found.options), strict=True))
    plan = next(option.figures.costs[:2] for option in found.options if option.continuation.kind == planning.PLAN)
    return Result(front, plan, log, used)


@contextmanager
def _left_out(engines: tuple[str, ...]) -> Iterator[None]:
    with ExitStack() as stack:
        for engine in engines:
            for owner, name, instead in ENGINES[engine]:
                stack.enter_context(mock.patch.object(owner, name, instead))
        yield


Log: TypeAlias = list[tuple[int, tuple[int, int]]]


@contextmanager
def count_calls(work: Work) -> Iterator[tuple[Log, Counter[str]]]:
    """Record when options are found, and which engines are called."""
    log: Log = []
    used: Counter[str] = Counter()
    offer = ParetoFront.offer

    def noted_offer(front: ParetoFront, values: Sequence[int]) -> ContinuationCost:
        figures = offer(front, values)
        log.append((work.done, (figures.lost_count, figures.repeats)))
        return figures

    def noted_search(search: Search) -> Search:
        def searched(played: ActualPlay, *limits: object) -> Iterator[Continuation]:
            for how in search(played, *limits):
                log.append((work.done, lower_bounds.loss_of(played, how)))
                yield how

        return searched

    def counted(engine: str, function: Callable[..., object]) -> Callable[..., object]:
        def called(*arguments: object, **options: object) -> object:
            used[engine] += 1
            return function(*arguments, **options)

        return called

    with ExitStack() as stack:
        for engine, replacements in ENGINES.items():
            for owner, name, _ in replacements:
                stack.enter_context(mock.patch.object(owner, name, counted(engine, getattr(owner, name))))
        stack.enter_context(mock.patch.object(ParetoFront, "offer", noted_offer))
        for owner, name in ((uniform_moves, "_search"), (planning, "fill_seats")):
            stack.enter_context(mock.patch.object(owner, name, noted_search(getattr(owner, name))))
        yield log, used


@dataclass
class Tally:
    """The cost of leaving out engines, over all cases."""

    cases: int = 0
    calls: int = 0
    """Cases in which the engine was called; the others cannot differ."""
    poorer: int = 0
    """Cases in which an option of the front is lost, and the number of such options."""
    options: int = 0
    richer: int = 0
    """Cases with an option that all engines together had no time for, and the number of such options."""
    gains: int = 0
    proofs: int = 0
    first: list[float] = field(default_factory=list)
    """Work to the first option better than the plan, and to the best: the ratio to that of all engines."""
    best: list[float] = field(default_factory=list)
    unanswered_cases: int = 0
    """Cases in which no option better than the plan is left."""

    def add(self, everything: Result, rest: Result) -> None:
        """Count what the other engines lack."""
        lacking = rest.lacks(everything)
        self.calls += 1
        self.poorer += bool(lacking)
        self.options += lacking
        more = everything.lacks(rest)
        self.richer += bool(more)
        self.gains += more
        self.proofs += rest.is_unproved(everything)
        if everything.best < everything.plan:
            self.unanswered_cases += rest.best >= rest.plan
            for ratios, loss in (
                (self.first, (everything.plan[0], everything.plan[1] - 1)),
                (self.best, everything.best),
            ):
                now, before = rest.work_to(loss), everything.work_to(loss)
                if now is not None and before is not None:
                    ratios.append((now + 1) / (before + 1))

    def row(self) -> str:
        """Return the figures as a row of a table."""
        share = f"{100 * self.poorer / max(1, self.cases):.1f} %"
        first, best = (f"{median(ratios):.2f}" if ratios else "–" for ratios in (self.first, self.best))
        lost, gained = f"{self.options} in {self.poorer} ({share})", f"{self.gains} in {self.richer}"
        figures = self.calls, lost, gained, self.proofs, self.unanswered_cases
        return " | ".join(map(str, (*figures, first, best)))


STRIDE = 16
"""Problems are taken in strides, so that a run stopped with Ctrl-C covers all families and prints its figures."""
HEAD = "called | options lost | options gained | proofs lost | unanswered | first | best"


def group_of(engine: str) -> str:
    """Return the module of an engine."""
    return engine.partition(":")[0]


def all_but(group: str) -> tuple[str, ...]:
    """Return the searches of all other modules; bounds are not searches."""
    return tuple(engine for engine in ENGINES if group_of(engine) not in (group, "lower_bounds"))


class Runs(NamedTuple):
    """The runs of one problem: with all engines, without each one that was called, and with one module alone."""

    name: str
    all_engines: Result
    without: dict[str, Result]
    alone: dict[str, Result]


def run_all(case: Case, *, units: int, engines: list[str], groups: list[str]) -> Runs:
    """Repair one problem in every way; an engine that was not called need not be left out."""
    everything = repair(case, units, ())
    without = {engine: repair(case, units, (engine,)) for engine in engines if everything.work_done[engine]}
    return Runs(case.name, everything, without, {group: repair(case, units, all_but(group)) for group in groups})


def main() -> int:
    """Run all engines, all but one, and the engines of one module alone; print the losses."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--work", type=int, default=15_000, help="units of work per problem")
    parser.add_argument("--seed", type=int, default=2029)
    parser.add_argument("--every", type=int, default=1, help="take every n-th problem only")
    parser.add_argument("--jobs", type=int, default=1, help="number of processes (no effect on figures)")
    parser.add_argument("--engine", nargs="*", default=list(ENGINES), help="leave out only these engines")
    arguments = parser.parse_args()
    listed = list(cases(arguments.seed))[:: arguments.every]
    every = [case for first in range(STRIDE) for case in listed[first::STRIDE]]
    groups = list(dict.fromkeys(map(group_of, arguments.engine)))
    groups = [group for group in groups if group != "lower_bounds"]
    done: list[Runs] = []
    with multiprocessing.Pool(arguments.jobs) as pool, suppress(KeyboardInterrupt):
        for runs in pool.imap(partial(run_all, units=arguments.work, engines=arguments.engine, groups=groups), every):
            done.append(runs)
            print(f"{len(done)}/{len(every)} {runs.name}", file=sys.stderr)
    print(f"{len(done)} of {len(every)} problems, seed {arguments.seed}, {arguments.work} units of work")
    for title, names in ("without", arguments.engine), ("alone", groups):
        print(f"\n{title} | {HEAD}")
        for name in names:
            tally = Tally(len(done))
            for runs in done:
                if result := (runs.without if title == "without" else runs.alone).get(name):
                    tally.add(runs.all_engines, result)
            print(f"{name} | {tally.row()}")
    return 0


if __name__ == "__main__":
    sys.exit(main())

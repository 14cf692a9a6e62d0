"""The contribution of each part of the search for second sessions: with all parts, and without each one.

``python bench/ablate_seatings.py`` prints the tables of docs/crossovers.md. Effort is counted, not timed: units of
work, for exchanges tried in annealing and nodes of a proof. Every search may spend as many as `RUNS` runs of annealing,
so the figures are the same on every machine.
"""

# ruff: noqa: ARG001, SLF001 - parts are replaced by functions with the same arguments

import itertools
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from random import Random
from unittest.mock import patch

import numpy as np

from byestand.catalog.section_syntax import session_of
from byestand.search.outcome import UNITS_A_SECOND, Found, OutOfEffortError, SearchBudget, Work
from byestand.second_sessions.search import annealing, goals, proof, seating_bounds, seating_search, starting_seats
from byestand.second_sessions.search.known_seatings import known_seatings
from byestand.second_sessions.search.seating_problem import SeatingProblem, SeatingRequests, SessionSeries, score
from byestand.second_sessions.seating_options import rules_for
from byestand.second_sessions.seating_planner import make_event

RUNS = 8
"""Runs of annealing per search."""
WISHES = "with wishes"
TWO = (("W0805",), ("W0604", WISHES), ("M0303", "M0404"))
THREE = (("W0604",),)


def always_anew(self: seating_search.SecondSessionSearch, run: int) -> tuple[list[int], float]:
    """Begin a run with a random seating or a given start, never with the best so far."""
    while (run + run // len(self._mixes)) % 2:
        run += 1
    return BEGINNING(self, run)


def always_best(self: seating_search.SecondSessionSearch, run: int) -> tuple[list[int], float]:
    """Begin every run but the first with the best so far."""
    return ([seat - 1 for seat in self.best.seatings[0]], annealing.WARM) if run else BEGINNING(self, run)


def kept_as_they_are(self: seating_search.BothSessionsSearch, pair: annealing.Pair, turn: int) -> int:
    """Return two seatings without improving them in turn."""
    self._keep(pair)
    return turn + seating_search.RESTART_AFTER


BEGINNING = seating_search.SecondSessionSearch._start
ONLY_FIRST = {goal: mixes[:1] for goal, mixes in goals.MIXES.items()}


def opened_by_lot(problem: SeatingProblem, first: object, second: object, number: int, chance: Random) -> list[int]:
    """Return a random seating instead of runs of pairs."""
    return starting_seats.opening(problem, (number, number), chance)


def only_half(problem: SeatingProblem) -> tuple[starting_seats.ChangeCounts, ...]:
    """Return the numbers nearest to half of each line as all that are possible."""
    possible = starting_seats.possible_changes(problem)
    assert isinstance(possible, tuple)
    return starting_seats.nearest_half(problem, possible)


def drop_bounds(
    _: object, __: object, changes: Sequence[starting_seats.ChangeCounts]
) -> dict[starting_seats.ChangeCounts, int]:
    """Return 0 as the bound of every number."""
    return dict.fromkeys(changes, 0)


@dataclass(frozen=True)
class Part:
    """What to replace to leave out a part of the search, and the searches that it affects."""

    replacements: tuple[tuple[object, str, object], ...]
    sessions: tuple[int, ...] = (2, 3)
    goals: tuple[str, ...] = goals.GOALS
    only_several_sections: bool = False

    def matters(self, event: SessionSeries, goal: str) -> bool:
        """Return whether a search can depend on the part."""
        fits = not self.only_several_sections or len(event.sessions[0].movements) > 1
        return fits and len(event.sessions) in self.sessions and goal in self.goals


SECOND, BOTH = seating_search.SecondSessionSearch, seating_search.BothSessionsSearch
RULES = "rules to start from"
PARTS = {
    RULES: Part(()),
    "openings in runs": Part(((seating_search, "runs_opening", opened_by_lot),), (2,), ("contact",)),
    "other numbers than half": Part(((seating_search, "possible_changes", only_half),), (2,)),
    "more than half who change": Part(
        ((seating_search, "more_changes", lambda *_: ()),), (2,), only_several_sections=True
    ),
    "runs from the best so far": Part(((SECOND, "_start", always_anew),), (2,)),
    "runs from new openings": Part(((SECOND, "_start", always_best),), (2,)),
    "all mixtures but one": Part(((seating_search, "MIXES", ONLY_FIRST),)),
    "mixtures for a settled figure": Part(((seating_search, "GOAL_WEIGHTS", {}),), (2,), ("total", "max")),
    "longer runs for contact": Part(((seating_search, "LONGER", {}),), (2,), ("contact",)),
    "longer runs in sections": Part(((seating_search, "LONGER_IN_SECTIONS", 1),), (2,), only_several_sections=True),
    "counting bound": Part(
        ((seating_search, "counting_bounds", drop_bounds), (seating_search, "repeats_bound", lambda _: 0))
    ),
    "exhausted search": Part(((proof.Prover, "is_refuted", lambda *_: False),), (2,)),
    "both sessions together": Part(
        ((seating_search, "anneal_together", lambda _, pair, **__: pair),), (3,), ("total", "max")
    ),
    "sessions in turn": Part(((BOTH, "_improve", kept_as_they_are),), (3,)),
    "four classes": Part(((seating_search, "opening", starting_seats.spread_opening),), (3,)),
    "eight classes": Part(
        ((seating_search, "spread_opening", starting_seats.opening), (BOTH, "_eight_are_better", False)), (3,)
    ),
}


@dataclass(frozen=True)
class Outcome:
    """The result of a search, whether it is proved, and its effort."""

    key: tuple[float, ...]
    seatings: tuple[tuple[int, ...], ...]
    proved: bool
    work: float


def run_search(event: SessionSeries, goal: str, part: str = "") -> Outcome:
    """Search for a goal without a part."""
    several = len(event.sessions[0].movements) > 1
    longer = seating_search.LONGER_IN_SECTIONS if several else seating_search.LONGER.get(goal, 1)
    units = RUNS * longer * seating_search.TRIALS * event.size / annealing.TRIALS_PER_UNIT
    clock = SearchBudget(units / UNITS_A_SECOND, work=Work(measures_time=True))
    starts = [] if part == RULES else [rule.seatings for rule in rules_for(event)]
    with ExitStack() as stack:
        for place, name, instead in PARTS[part].replacements if part else ():
            stack.enter_context(patch.object(place, name, instead))
        found = seating_search.find_seatings(event, (goal,), clock=clock, starts=starts)
    assert isinstance(found, Found)
    key = goals.key(goals.full_order((goal,)), found.thing.score)
    return Outcome(key, found.thing.seatings, found.thing.proved, clock.work.done)


def event_of(names: tuple[str, ...], number: int) -> SessionSeries:
    """Return an event with a number of sessions; a pair that begins with - is missing."""
    missing = [name[1:] for name in names if name.startswith("-")]
    room = session_of([name for name in names if name[0] in "WM"], missing=missing)
    wishes = SeatingRequests(stay=frozenset({0, 6}), apart=frozenset({0, 3, 7, 10})) if WISHES in names else None
    return make_event((room,) * number, wishes)


def search_table() -> None:
    """Print the loss without each part, over every case and goal."""
    cases = [
        (event_of(names, n), goal) for n, rooms in ((2, TWO), (3, THREE)) for names in rooms for goal in goals.GOALS
    ]
    whole = [run_search(event, goal) for event, goal in cases]
    print("\n| left out | searches | changed | worse in the first figure | worse | better | proofs lost | effort |")
    print("|---|---|---|---|---|---|---|---|", flush=True)
    for part, what in PARTS.items():
        both = [
            (full, run_search(event, goal, part))
            for full, (event, goal) in zip(whole, cases, strict=True)
            if what.matters(event, goal)
        ]
        changed = [(full, less) for full, less in both if full != less]
        worse_first = sum(less.key[:2] > full.key[:2] for full, less in changed)
        worse = sum(less.key > full.key for full, less in changed)
        better = sum(less.key < full.key for full, less in changed)
        lost = sum(full.proved and not less.proved for full, less in changed)
        effort = sum(less.work for _, less in changed) / max(1.0, sum(full.work for full, _ in changed))
        figures = (len(both), len(changed), worse_first, worse, better, lost)
        print(f"| {part} | {' | '.join(map(str, figures))} | {effort:.2f} × |", flush=True)


def fits_whole(
    one: proof.Half, other: proof.Half, sizes: tuple[int, int], wanted: proof.ImprovementTarget, clock: SearchBudget
) -> bool:
    """Return whether both packings are good enough, the first one with the whole allowance."""
    assert not wanted.full_contact
    spent = 0
    for people, seats in (
        (one.changing_rows, np.ascontiguousarray(other.changing_rows.T)),
        (one.staying_rows, other.staying_rows),
    ):
        spent += proof.fewest_common(
            people, seats, proof.ImprovementTarget(wanted.total - spent, wanted.max_repeats), clock
        )
        if spent > wanted.total:
            return False
    return True


PROOF_PARTS: dict[str, list[tuple[object, str, object]]] = {
    "nothing": [],
    "mirror images once": [(seating_bounds.Lines, "is_mirrored", False)],
    "turned halves once": [(seating_bounds, "_is_turned", lambda *_, **__: False)],
    "regular movements": [(seating_bounds.Lines, "is_regular", False)],
    "half of the playbacks first": [(proof, "_fits", fits_whole)],
    "columns in the bound": [(proof, "_assignment_bound", lambda cost: int(cost.min(axis=1).sum()))],
}
REFUTED = {
    "13 × 9, 2": ("W1309", proof.ImprovementTarget(2)),
    "17 × 12, 5": ("W171312", proof.ImprovementTarget(5)),
    "18 × 13, 11": ("W1813", proof.ImprovementTarget(11)),
    "18 × 12, 3": ("W1812", proof.ImprovementTarget(3)),
    "16 × 12, 16 with 1 each": ("W1612", proof.ImprovementTarget(16, max_repeats=1)),
}
MAX_NODES = 60_000


def nodes_of(name: str, wanted: proof.ImprovementTarget, part: str) -> str:
    """Return the number of nodes of a proof without a part."""
    lines = seating_bounds.Lines.of_session(event_of((name,), 2), 0)
    assert lines is not None
    clock = SearchBudget(1e9, nodes_left=MAX_NODES)
    with ExitStack() as stack:
        for place, attribute, instead in PROOF_PARTS[part]:
            stack.enter_context(patch.object(place, attribute, instead))
        try:
            assert not proof.exists_better(lines, lines, lines.tables // 2, wanted, clock)
        except OutOfEffortError:
            return f"> {MAX_NODES}"
    return str(MAX_NODES - clock.nodes_left)


def proof_table() -> None:
    """Print the number of nodes of a proof without each of its parts."""
    print(f"\n| left out | {' | '.join(REFUTED)} |\n|---|{'---|' * len(REFUTED)}")
    for part in PROOF_PARTS:
        print(f"| {part} | {' | '.join(nodes_of(*case, part) for case in REFUTED.values())} |", flush=True)


def known_table(every: int = 40) -> None:
    """Print how often the search, within its budget, is as good as the stored seatings."""
    counts = dict.fromkeys(goals.GOALS, (0, 0, 0))
    for known in itertools.islice(known_seatings(), 0, None, every):
        event = event_of(tuple(known.name.split("+")), 2)
        order = goals.full_order((known.goal,))
        problem = event.problem((event.opening,), 1)
        ours, shipped = (
            run_search(event, known.goal).key,
            goals.key(order, score(problem, [seat - 1 for seat in known.seats])),
        )
        sampled, first, worse = counts[known.goal]
        counts[known.goal] = sampled + 1, first + (ours[:2] > shipped[:2]), worse + (ours > shipped)
    print(
        "\n| goal | seatings that ship, sampled | search worse in the first figure | search worse |\n|---|---|---|---|"
    )
    for goal, row in counts.items():
        print(f"| {goal} | {' | '.join(map(str, row))} |", flush=True)


if __name__ == "__main__":
    proof_table()
    search_table()
    known_table()

"""The best known seatings of second sessions, seatings.txt, and the table of docs/crossovers.md.

``python tools/seatings.py find W2008 contact 1`` builds a line: the best of the rules that can be announced and of 1
run of annealing, whose seed is its number; the result is the same everywhere. ``… search 60 W1813 …`` spends up to 60 s
on each goal of each movement (without names: all of the table), starts from the known seatings, and writes better ones.
That depends on the seatings known before, so such a line counts as given. ``… prove 3600 W1812`` proves that no seating
has fewer repeat opponents (18 × 12 takes about four minutes). ``… table`` writes the table.
"""

import math
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import combinations

from byestand.catalog.section_syntax import session_of
from byestand.formats.file_io import write_text
from byestand.model.session import Session
from byestand.search import Found
from byestand.search.outcome import Impossible, SearchBudget
from byestand.second_sessions.multi_session import EventFigures, SessionSeating, account
from byestand.second_sessions.rules.crossovers import single_section
from byestand.second_sessions.search.goals import GOALS, Best, full_order, key
from byestand.second_sessions.search.known_seatings import ARGUMENTS, KnownSeating, competition_print, meetings_print
from byestand.second_sessions.search.proof import ImprovementTarget, exists_better
from byestand.second_sessions.search.seating_bounds import (
    COUNTING_BOUND,
    EXHAUSTED,
    Lines,
    LowerBound,
    bound_of_most,
    counting_bound,
    least_competition,
)
from byestand.second_sessions.search.seating_problem import SeatingProblem, SessionSeries, score
from byestand.second_sessions.search.seating_search import SecondSessionSearch, find_seatings
from byestand.second_sessions.search.starting_seats import possible_changes
from byestand.second_sessions.seating_options import rules_for
from byestand.second_sessions.seating_planner import make_event
from data_files import GIVEN, MARK, ROOT, DataFile, keep, origin, report_text, run_command, say, shipped_lines

DOCS = ROOT / "docs" / "crossovers.md"
TOP, BOTTOM = "<!-- table -->\n", "\n<!-- end of table -->"


def cases() -> Iterator[tuple[int, int, str]]:
    """Yield tables, rounds and the movement code: 8 to 30 tables, at least as many as rounds."""
    for rounds in (8, 9, 12, 13):
        for tables in range(max(8, rounds), 31):
            odd_groups = rounds + 1 if rounds % 2 == 0 else rounds
            name = (
                f"W{tables:02}{odd_groups:02}{rounds:02}"
                if tables % 2 and rounds % 2 == 0
                else f"W{tables:02}{rounds:02}"
            )
            if tables >= odd_groups or tables % 2 == 0:
                yield tables, rounds, name


@cache
def event_of(name: str) -> SessionSeries:
    """Return an event of two sessions of one movement, or of several sections: M1313+W1813."""
    session = session_of(name.split("+"))
    return make_event((session, session))


def problem_of(name: str) -> SeatingProblem:
    """Return the problem of the second session."""
    event = event_of(name)
    return event.problem((event.opening, None), 1)


def known_rows() -> dict[tuple[str, str], KnownSeating]:
    """Return the known seatings by movement and goal; read again, because another run may have changed them."""
    return {(known.name, known.goal): known for known in map(KnownSeating.parse, FILE.rows)}


def line(known: KnownSeating) -> str:
    """Return a seating as a line of the file."""
    letters = {argument: letter for letter, argument in ARGUMENTS.items()}
    bounds = (f"{bound.minimum:g} {letters[bound.argument]}" for bound in (known.main_bound, known.total))
    words = [known.name, known.meetings, known.competition, known.goal, *bounds, *map(str, known.seats)]
    return f"{' '.join(words)}{MARK}{known.origin}"


def best_of_runs(name: str, goal: str, runs: int) -> tuple[int, ...]:
    """Return the best of the rules and of a number of runs."""
    event, problem = event_of(name), problem_of(name)
    possible = possible_changes(problem)
    assert not isinstance(possible, Impossible)  # noqa: S101 - nobody has requests
    search = SecondSessionSearch(
        problem, Best(full_order((goal,))), Lines.of_session(event, 0), SearchBudget(math.inf), possible
    )
    search.start_from(rule.seatings for rule in rules_for(event))
    for run in range(runs):
        search.cool(run)
    return search.best.seatings[0]


def again(row: str) -> str:
    """Return a line as its command builds it; bounds are proved by other commands."""
    name, goal, runs = origin(row).split()[3:6]
    return line(replace(KnownSeating.parse(row), seats=best_of_runs(name, goal, int(runs))))


def find(name: str, goal: str, runs: str) -> None:
    """Print the seats that some runs find, and whether they are the stored ones."""
    seats = best_of_runs(name, goal, int(runs))
    known = known_rows().get((name, goal))
    say(f"{' '.join(map(str, seats))}\n{'as' if known and known.seats == seats else 'not as'} shipped")


def faults(row: str) -> Iterator[str]:
    """Yield the faults of a line: seats, figures against bounds, and bounds that are computed quickly."""
    known, event = KnownSeating.parse(row), event_of(report_text(row)[0])
    problem, lines = problem_of(known.name), Lines.of_session(event, 0)
    if sorted(known.seats) != list(range(1, event.size + 1)):
        yield "not every pair has its own seat"
        return
    if (known.meetings, known.competition) != (meetings_print(problem), competition_print(problem)):
        yield "it belongs to another movement"
    if known.goal not in GOALS:
        yield f"there is no such goal: {known.goal!r}"
    total, most, never = counted_anew(known)
    if (
        total < known.total.minimum
        or {"total": total, "max": most, "contact": never}.get(known.goal, math.inf) < known.main_bound.minimum
    ):
        yield "it is better than its bound"
    if known.goal == "balance" and not math.isclose(known.main_bound.minimum, least_competition(problem), rel_tol=1e-5):
        yield "the bound of the balance differs"
    counting = lines and known.goal == "total" and known.total.argument == COUNTING_BOUND
    if counting and lines and _least_counted(lines) != known.total.minimum:
        yield "the counting bound differs"


def _least_counted(lines: Lines) -> int:
    """Return the counting bound over all numbers of pairs that may change direction."""
    return min(counting_bound(lines, lines, size) for size in range(lines.tables + 1))


def counted_anew(known: KnownSeating) -> tuple[int, int, int]:
    """Return repeat opponents, the most for one pair, and pairs never compared; count each pair."""
    room = event_of(known.name).sessions[0]
    meet = set()
    for movement, offset in zip(room.movements, room.offsets, strict=True):
        for ns, ew in movement.seats[movement.played_mask].tolist():
            meet |= {(offset + ns, offset + ew), (offset + ew, offset + ns)}
    way = dict(enumerate(room.directions, start=1))
    people = [(person, seat) for person, seat in enumerate(known.seats, start=1)]
    again_: Counter[int] = Counter()
    never = 0
    for (a, there), (b, here) in combinations(people, 2):
        before, after = (a, b) in meet, (there, here) in meet
        if before and after:
            again_ += Counter((a, b))
        never += not (before or after or way[a] == way[b] or way[there] == way[here])
    return again_.total() // 2, max(again_.values(), default=0), never


def search(seconds: str, *names: str) -> None:
    """Search for every goal, and write seatings that are better, or better proved, than the known ones."""
    for name in names or [name for _, _, name in cases()]:
        for goal in GOALS:
            settle(name, goal, float(seconds))


def settle(name: str, goal: str, seconds: float) -> None:
    """Search for one goal."""
    event, problem, known = event_of(name), problem_of(name), known_rows()
    old = known.get((name, goal))
    starts = [(k.seats,) for k in known.values() if k.name == name]
    starts += [(rule.seatings[0],) for rule in rules_for(event)]
    outcome = find_seatings(event, (goal,), seconds=seconds, starts=starts)
    if not isinstance(outcome, Found):
        say(f"{name}: {outcome.reason}")
        return
    new, (seats,) = outcome.thing, outcome.thing.seatings
    leading, total = new.main_bound, new.total
    if old and old.seats == seats:
        leading, total = _higher(leading, old.main_bound), _higher(total, old.total)
    if floor := known.get((name, "total")):  # the bound holds for every seating
        total = _higher(total, floor.total)
    if goal == "max":
        leading = _higher(leading, bound_of_most(total, problem.size))
    where = f"{GIVEN}find_seatings, {seconds:g} s from the seatings known before"
    prints = meetings_print(problem), competition_print(problem)
    same = old and old.seats == seats
    keep_known(KnownSeating(name, *prints, goal, leading, total, seats, old.origin if old and same else where))
    say(f"{name} {goal} {key(full_order((goal,)), score(problem, [s - 1 for s in seats]))} {leading} {total}")


def prove(seconds: str, *names: str) -> None:
    """Prove that a movement has no seating with fewer repeat opponents, and raise the bounds of all goals."""
    for name in names:
        event = event_of(name)
        lines, known = Lines.of_session(event, 0), [k for k in known_rows().values() if k.name == name]
        fewest = min(counted_anew(k)[0] for k in known)
        if lines is None or _exists(event, fewest - 1, float(seconds)):
            say(f"{name}: {fewest} repeat opponents are not proved to be the fewest")
            continue
        total = LowerBound(fewest, EXHAUSTED)
        for one in known:
            raised = replace(one, total=_higher(one.total, total))
            if one.goal == "total":
                raised = replace(raised, main_bound=_higher(one.main_bound, total))
            if one.goal == "max":
                raised = replace(raised, main_bound=_higher(one.main_bound, bound_of_most(total, event.size)))
            keep_known(raised)
        say(f"{name}: at least {fewest} repeat opponents")


def _exists(event: SessionSeries, total: int, seconds: float) -> bool:
    lines, clock = Lines.of_session(event, 0), SearchBudget(seconds)
    if lines is None:
        return True
    # In a cyclic movement all directions may be reversed.
    sizes = range((lines.tables // 2 if lines.is_cyclic else lines.tables) + 1)
    return any(
        exists_better(lines, lines, size, ImprovementTarget(total), clock)
        for size in sizes
        if counting_bound(lines, lines, size) <= total
    )


def keep_known(new: KnownSeating) -> None:
    """Add a seating to the known ones."""
    known = known_rows() | {(new.name, new.goal): new}
    order = [case for _, _, case in cases()]
    ranked = sorted(
        known.values(), key=lambda k: (order.index(k.name) if k.name in order else 999, GOALS.index(k.goal))
    )
    keep(FILE, map(line, ranked))


def _higher(one: LowerBound, other: LowerBound) -> LowerBound:
    return one if one.minimum >= other.minimum else other


def table() -> Iterator[str]:
    """Yield the table, by rounds and tables, as Markdown."""
    known = known_rows()
    head = (
        "tables × rounds",
        "movement",
        "recipe of 2019",
        "fewest playbacks",
        "at least",
        "proof",
        "smallest maximum",
        "everybody compared",
        "best balance",
    )
    yield f"| {' | '.join(head)} |"
    yield f"|{'---|' * len(head)}"
    for tables, rounds, name in cases():
        room = event_of(name).sessions[0]

        def count(seats: tuple[int, ...], room: Session = room) -> EventFigures:
            return account([SessionSeating.first(room), SessionSeating(room, seats)])

        recipe = count(single_section(tables).seats)
        total, most, contact, balance = (known[name, goal] for goal in GOALS)
        a, b, c, d = (count(k.seats) for k in (total, most, contact, balance))
        proof = total.total.argument if a.total <= total.total.minimum else "open"
        star = "" if b.max_repeats <= most.main_bound.minimum else "?"
        all_met = f"{c.total}" if not c.never else f"{c.total} (never {len(c.never)})"
        yield (
            f"| {tables} × {rounds} | {name} | {recipe.total} / {recipe.max_repeats} | {a.total}"
            f" | {total.total.minimum:g}"
            f" | {proof} | {b.max_repeats}{star} ({b.total}) | {all_met} | {d.balance:.1f} ({d.total}) |"
        )


def write_table() -> None:
    """Write the table into its page."""
    before, _, rest = DOCS.read_text("utf-8").partition(TOP)
    rows = "\n".join(table())
    write_text(DOCS, f"{before}{TOP}\n{rows}\n{BOTTOM}{rest.partition(BOTTOM)[2]}")


FILE = DataFile(shipped_lines("seatings.txt"), faults, again)

if __name__ == "__main__":
    run_command(find=find, search=search, prove=prove, table=write_table)

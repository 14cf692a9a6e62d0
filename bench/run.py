"""`make bench`: speed, compared with yardsticks measured in the same run. Machines are noisy: read the ratios."""

import os
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from byestand.catalog import find, find_judged, parse
from byestand.catalog.families.howell_family import movement_of_found_howell
from byestand.catalog.families.web_family import full_length
from byestand.catalog.identify import identify
from byestand.catalog.listing import listing
from byestand.catalog.section_syntax import session_of
from byestand.formats.document import Document
from byestand.formats.formats import FORMATS, loads
from byestand.model.boards import Boards
from byestand.model.movement import Movement
from byestand.model.session import Section
from byestand.movements import RoverStop, Shape, Side, shapes, web, with_rover
from byestand.plan import Room, plan
from byestand.search import Found, find_rover
from byestand.search.howell_search import find_howell
from byestand.search.outcome import SearchBudget
from byestand.second_sessions.search.proof import ImprovementTarget, exists_better
from byestand.second_sessions.search.seating_bounds import Lines
from byestand.second_sessions.search.seating_problem import SeatingScore
from byestand.second_sessions.search.seating_search import find_seatings
from byestand.second_sessions.seating_planner import make_event
from byestand.verify import judge
from byestand.verify.measures import competition, measure
from solver import cp_sat
from yardstick import count_faults, plain_competition

COMMAND = str(Path(sys.executable).with_name("byestand"))


def main() -> None:
    """Run everything and print one line per figure: what, measured, limit."""
    shape = shapes(18, 13)[0]
    w1813 = _make(shape)
    making = median_ms(lambda: _make(shape))
    judging = median_ms(lambda: judge(w1813).findings)
    report("make W1813", f"{making:.3f} ms", "0.2 ms", ok=making <= 0.2)
    report("judge W1813", f"{judging:.3f} ms", "0.3 ms", ok=judging <= 0.3)

    every = [shape for t in range(2, 46) for d in range(2, 16) for shape in shapes(t, d)]
    seconds = median_ms(lambda: [judge(_make(shape)).findings for shape in every], repeat=5) / 1000
    report(f"make and judge all {len(every)} bases, t ≤ 45, d ≤ 15", f"{seconds:.3f} s", "0.5 s", ok=seconds < 0.5)

    movements = [_make(shape) for shape in every]
    assert all(count_faults(movement) == 0 for movement in movements if movement.rounds >= 0.7 * movement.deal_groups)
    ours, plain = side_by_side(
        lambda: [judge(movement).findings for movement in movements],
        lambda: [count_faults(movement) for movement in movements],
    )
    report("judge against a dictionary-counting judge", f"{plain / ours:.1f} ×", "5 ×", ok=plain >= 5 * ours)

    measures()
    individuals()
    howells()
    plans()
    rovers()
    crossovers()
    howell_search()
    files()
    time_identify()
    paper()

    numpy, show = side_by_side(
        command_run([sys.executable, "-c", "import numpy"]),
        command_run([COMMAND, "show", "W1813"]),
    )
    report(
        "byestand show W1813 from cold, against import numpy",
        f"{show:.0f} ms / {numpy:.0f} ms = {show / numpy:.2f} ×",
        "1.6 ×",
        ok=show <= 1.6 * numpy,
    )


def measures() -> None:
    """Measure W1813, and its competition next to plain loops."""
    w1813 = find("W1813")
    took = median_ms(lambda: measure(judge(w1813)).line_balance, repeat=101)
    report("measure W1813 completely", f"{took:.2f} ms", "2 ms", ok=took < 2)
    plain, matrix = plain_competition(w1813), competition(w1813)
    assert all(matrix[a - 1, b - 1] == value for (a, b), value in plain.items())
    ours, loops = side_by_side(
        lambda: [competition(w1813) for _ in range(20)], lambda: [plain_competition(w1813) for _ in range(20)]
    )
    report("competition against plain loops", f"{loops / ours:.0f} ×", "20 ×", ok=loops >= 20 * ours)


def individuals() -> None:
    """Build and check every listed individual movement by name."""
    entries = list(listing(individuals=True))
    names = [entry.name for entry in entries]
    names += [e.name + spares for e in entries if e.family == "rainbow" and e.tables >= 7 for spares in "SD"]
    took, name = max((median_ms(partial(_anew, name), repeat=3), name) for name in names)
    report(f"slowest of {len(names)} individuals: {name}", f"{took:.1f} ms", "20 ms", ok=took < 20)


def howells() -> None:
    """Build and check every listed Howell by name."""
    names = [entry.name for entry in listing(family="howell")]
    took, name = max((median_ms(partial(_anew, name), repeat=5), name) for name in names)
    report(f"slowest of {len(names)} Howells: {name}", f"{took:.2f} ms", "2 ms", ok=took <= 2)


def _anew(text: str) -> object:
    """Build and check a movement by name; `find` would use its cache."""
    name = parse(text)
    return judge(name.family.make(name))


def plans() -> None:
    """Plan every room from 4 to 30 pairs and from 8 to 90, with usual and with difficult options, without a cache."""
    small = {pairs: Room(pairs, range(18, 24)) for pairs in range(4, 31)}
    usual = {pairs: Room(pairs, range(24, 29)) for pairs in range(8, 91)}
    long = {pairs: Room(pairs, range(24, 29), cases=1, winners="1", sections=2) for pairs in range(8, 91)}
    for what, rooms, bar, usually in (
        ("4-30 pairs, 18-23 boards", small, 120, 45),
        ("8-90 pairs, 24-28 boards", usual, 120, 45),
        ("8-90 pairs, one set, one winner, two sections", long, 300, 100),
    ):
        took = {}
        for pairs, room in rooms.items():
            start = time.perf_counter()
            plan(room)  # without a cache
            took[pairs] = (time.perf_counter() - start) * 1000
        slowest = max(took, key=took.__getitem__)
        median = statistics.median(took.values())
        figure = f"{took[slowest]:.0f} ms ({slowest} pairs), median {median:.0f} ms"
        in_time = took[slowest] <= bar and median <= usually
        report(f"slowest plan, {what}", figure, f"{bar} ms, median {usually} ms", ok=in_time)


def rovers() -> None:
    """Find and add the rovers of all 380 bases of the library, compared with CP-SAT if it is installed."""
    bases = [
        web(tables=t, deal_groups=d, shape=shape, rounds=full_length(t, d))
        for t in range(6, 46)
        for d in range(6, 16)
        for shape in shapes(t, d)
    ]
    slowest = max(median_ms(partial(find_rover, base), repeat=3) for base in bases)
    report(f"slowest rover of {len(bases)} bases", f"{slowest:.1f} ms", "20 ms", ok=slowest <= 20)
    both = median_ms(lambda: [_both_sides(base) for base in bases], repeat=5) / 1000
    report("rovers of all bases, found and added in both directions", f"{both:.2f} s", "1 s", ok=both < 1)
    if solver := cp_sat():
        some = [base for base in bases if isinstance(find_rover(base), Found)][::19]
        ours, theirs = side_by_side(
            lambda: [find_rover(base) for base in some], lambda: [solver(base) for base in some], repeat=3
        )
        report(f"find_rover against CP-SAT, {len(some)} bases", f"{theirs / ours:.0f} ×", "1 ×", ok=theirs >= ours)
    else:
        print("CP-SAT is not installed (pip install ortools): not compared")


def crossovers() -> None:
    """Search a second session of W1813 with 12 repeat opponents, and prove that 11 are impossible."""
    room = session_of(["W1813"])
    event = make_event((room, room))
    lines = Lines.of_session(event, 0)
    assert lines is not None
    start = time.perf_counter()
    reached: list[float] = []

    def progress(worth: SeatingScore, _: float) -> None:
        if worth.total == 12 and not reached:
            reached.append(time.perf_counter() - start)

    find_seatings(event, seconds=5, progress=progress)
    took = reached[0] if reached else 99.0
    report("second session of W1813 with 12 repeat opponents", f"{took:.2f} s", "1 s", ok=took < 1)
    start = time.perf_counter()
    assert not exists_better(lines, lines, 9, ImprovementTarget(11), SearchBudget(600))
    took = time.perf_counter() - start
    report("proof that 11 are too few", f"{took:.1f} s", "60 s", ok=took < 60)


def howell_search() -> None:
    """Search for a Howell for ten seconds."""
    outcome = find_howell(7, 12, seconds=10)
    assert isinstance(outcome, Found)
    qf = measure(judge(movement_of_found_howell(12, outcome.thing))).balance
    report("7 tables, 12 rounds from scratch in 10 s", f"Qf {qf:.2f}", "92.9", ok=qf >= 92.9)


def files() -> None:
    """Write and read the files of clubs: a .bws file, a file of 400 EBUScore blocks, the whole library."""
    w1813 = [Document(Section(find_judged("W1813"), Boards(2)))]
    took = median_ms(lambda: FORMATS["bws"].dumps(w1813), repeat=21)
    report("write W1813 as .bws", f"{took:.1f} ms", "100 ms", ok=took < 100)
    many = FORMATS["ebuscore"].dumps(w1813 * 400)
    took = median_ms(lambda: loads(many, source="bench"), repeat=3) / 1000
    report("read and judge 400 EBUScore blocks", f"{took:.2f} s", "2 s", ok=took < 2)
    with TemporaryDirectory() as folder:
        start = time.perf_counter()
        subprocess.run([COMMAND, "catalog", "--out", folder], check=True, capture_output=True)
        took = time.perf_counter() - start
    report("byestand catalog, 1,235 files", f"{took:.1f} s", "2.5 s", ok=took <= 2.5)


def time_identify() -> None:
    """Identify files with errors: movements that are not in the catalogue, of the sizes with the most candidates."""
    took = {}
    for name in ("W1813", "W1812ER", "M2726", "M2626", "W3029", "W4515", "W6030"):
        movement, dice = find(name), random.Random(name)  # noqa: S311 - no secrets here
        seats = movement.seats.copy()
        for row in range(movement.rounds):
            seats[row, :, 1] = dice.sample(seats[row, :, 1].tolist(), movement.tables)
        broken = replace(movement, seats=seats, layout=None, claims=())
        assert not identify(broken).name
        took[name] = median_ms(partial(identify, broken), repeat=3)
    slowest = max(took, key=took.__getitem__)
    figure = f"{took[slowest]:.0f} ms ({slowest})"
    report(f"slowest of {len(took)} files with errors to identify", figure, "500 ms", ok=took[slowest] < 500)


def paper() -> None:
    """Print every sheet of W1813 in a new process, and a large session for its memory."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "all.pdf"
        command = [COMMAND, "print", "W1813", "--boards-per-round", "2", "--force", "-o", str(file)]
        took = median_busy(command_run(command))
        size = file.stat().st_size / 1e6
    report("byestand print W1813, all sheets, busy", f"{took:.2f} s", "1.2 s", ok=took <= 1.2)
    report("all sheets of W1813 as a file", f"{size:.2f} MB", "0.8 MB", ok=size <= 0.8)
    if sys.platform != "win32":
        import resource  # noqa: PLC0415 - there is none in Windows

        four = [f"{letter}=W4513" for letter in "ABCD"]
        command_run([COMMAND, "print", *four, "--boards-per-round", "2"])()
        most = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
        report("four sections of 45 tables printed", f"{most:.0f} MB", "500 MB", ok=most < 500)


def _both_sides(base: Movement) -> object:
    outcome = find_rover(base)
    if not isinstance(outcome, Found):
        outcome = find_rover(base, rounds=base.rounds - 1)
    assert isinstance(outcome, Found)
    way = list(zip(outcome.thing.rounds, outcome.thing.tables, strict=True))
    sides: tuple[Side, ...] = ("EW", "NS")
    return [with_rover(base, {r: RoverStop(t, side) for r, t in way}) for side in sides]


def _make(shape: Shape) -> Movement:
    return web(tables=shape.tables, deal_groups=shape.deal_groups, shape=shape)


def median_ms(job: Callable[[], object], *, repeat: int = 301) -> float:
    """Return the median time of a job in milliseconds."""
    job()
    times = []
    for _ in range(repeat):
        start = time.perf_counter()
        job()
        times.append(time.perf_counter() - start)
    return statistics.median(times) * 1000


def side_by_side(one: Callable[[], object], other: Callable[[], object], *, repeat: int = 9) -> tuple[float, float]:
    """Return the best times of two jobs that take turns, so that a noisy machine disturbs both equally."""
    times = [(median_ms(one, repeat=1), median_ms(other, repeat=1)) for _ in range(repeat)]
    ours, theirs = zip(*times, strict=True)
    return min(ours), min(theirs)


def median_busy(command: Callable[[], object], *, repeat: int = 3) -> float:
    """Return the median CPU time of a command in seconds; elapsed time if CPU time is not available."""
    times = []
    for _ in range(repeat):
        start, busy = time.perf_counter(), os.times()
        command()
        after = os.times()
        spent = after.children_user + after.children_system - busy.children_user - busy.children_system
        times.append(spent or time.perf_counter() - start)
    return statistics.median(times)


def command_run(command: Sequence[str]) -> Callable[[], object]:
    """Return a job that runs a whole command, as installed and compiled."""
    environment = {name: text for name, text in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return lambda: subprocess.run(command, check=True, capture_output=True, env=environment)


def report(what: str, measured: str, bar: str, *, ok: bool) -> None:
    """Print one figure."""
    print(f"{what:<55} {measured:>28}   bar {bar:<8} {'met' if ok else 'MISSED'}")


if __name__ == "__main__":
    main()

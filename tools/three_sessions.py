"""Seatings of three sessions, three_sessions.txt: found by annealing both later sessions together, and checked here.

``python tools/three_sessions.py find W2013 10 1`` seats the second and the third session of W2013 at random, anneals
both together with 10 million exchanges and seed 1, and writes them if they have fewer repeats than the stored ones.
"""

import random
from collections import Counter
from collections.abc import Iterator

from byestand.catalog.section_syntax import session_of
from byestand.search.outcome import Impossible, SearchBudget
from byestand.second_sessions.search.annealing import anneal_together
from byestand.second_sessions.search.known_seatings import event_print
from byestand.second_sessions.search.seating_problem import SessionSeries
from byestand.second_sessions.search.starting_seats import opening, possible_changes, spread_opening
from byestand.second_sessions.seating_planner import make_event
from data_files import MARK, DataFile, keep, origin, report_text, run_command, say, shipped_lines

QUICK_MILLIONS = 2


def event_of(name: str) -> SessionSeries:
    """Return an event of three sessions of one movement."""
    return make_event((session_of([name]),) * 3)


def line(name: str, millions: int, seed: int) -> str:
    """Return the line that a number of exchanges from a seed builds."""
    event, chance = event_of(name), random.Random(seed)  # noqa: S311 - no secret
    problem = event.problem((event.opening, None, None), 1)
    possible = possible_changes(problem)
    assert not isinstance(possible, Impossible)  # noqa: S101 - there are no requests
    change = possible[0]
    second = tuple(seat + 1 for seat in opening(problem, change, chance))
    problem = event.problem((event.opening, second, None), 2)
    third = tuple(seat + 1 for seat in spread_opening(problem, change, chance))
    pair = anneal_together(event, (second, third), seed=seed, trials=millions * 10**6, clock=SearchBudget(3600))
    seats = " ".join(str(seat) for seats in pair for seat in seats)
    return f"{name} {event_print(event)} {seats}{MARK}python tools/three_sessions.py find {name} {millions} {seed}"


def again(row: str) -> str:
    """Return a line as its command builds it."""
    name, millions, seed = origin(row).split()[3:]
    return line(name, int(millions), int(seed))


def faults(row: str) -> Iterator[str]:
    """Yield the faults of the seats of two sessions."""
    name, meetings, *numbers = report_text(row)
    event = event_of(name)
    size = event.size
    seats = tuple(map(int, numbers))
    sessions = (event.opening, seats[:size], seats[size:])
    if any(sorted(session) != list(event.opening) for session in sessions):
        yield "not every pair has its own seat in each session"
        return
    if meetings != event_print(event):
        yield "it belongs to another movement"


def repeats(row: str) -> int:
    """Return the number of repeat meetings, counted pair by pair."""
    name, _, *numbers = report_text(row)
    event = event_of(name)
    movement, size = event.sessions[0].movements[0], event.size
    seats = tuple(map(int, numbers))
    times: Counter[frozenset[int]] = Counter()
    for session in (event.opening, seats[:size], seats[size:]):
        holder = {seat: person for person, seat in enumerate(session, start=1)}
        times.update({frozenset((holder[ns], holder[ew])) for ns, ew in movement.seats[movement.played_mask].tolist()})
    return times.total() - len(times)


def find(name: str, millions: str, seed: str) -> None:
    """Build a line, and write it if it is the best."""
    new = line(name, int(millions), int(seed))
    say(f"{name}: {repeats(new)} repeats")
    if all(repeats(new) < repeats(row) for row in FILE.rows if report_text(row)[0] == name):
        keep(FILE, [*(row for row in FILE.rows if report_text(row)[0] != name), new])


FILE = DataFile(
    shipped_lines("three_sessions.txt"), faults, again, lambda row: int(origin(row).split()[4]) <= QUICK_MILLIONS
)

if __name__ == "__main__":
    run_command(find=find)

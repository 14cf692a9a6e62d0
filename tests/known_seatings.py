"""Find again the seatings that search/data/seatings.txt ships, and the table of docs/crossovers.md.

``python tests/known_seatings.py search 60 W1813 …`` spends up to 60 s on each goal of each movement named (all of the
table without names) and keeps what is better than what is shipped. ``… prove 3600 W1812`` looks for nothing new, but
refutes that there are fewer playbacks (18 × 12 takes some four minutes). ``… three 10 1 W2013`` seats three sessions,
both together, with 10 million exchanges and seed 1, and keeps them. ``… table`` writes the table.
"""

import random
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from byestand.catalog import find
from byestand.formats.files import write_text
from byestand.model import Sections
from byestand.movements.crossovers import single_section
from byestand.plan.seating_rules import rules_for
from byestand.plan.second_session import make_event
from byestand.search.choose import Clock
from byestand.search.event import Event
from byestand.search.known_seatings import (
    Known,
    every_known,
    fingerprint,
    known_pairs,
    line,
    meetings_print,
    score_print,
)
from byestand.search.openings import every_change, opening, spread_opening
from byestand.search.outcome import Found
from byestand.search.refute import Better, exists_better
from byestand.search.seating_problem import score
from byestand.search.seatings import GOALS, Proof, find_seating, full_order, key, max_proof
from byestand.search.together import Together, anneal_together
from byestand.verify.sessions import Account, Session, account

DATA = Path(__file__).parent.parent / "src" / "byestand" / "search" / "data" / "seatings.txt"
THREE = DATA.with_name("three_sessions.txt")
DOCS = Path(__file__).parent.parent / "docs" / "crossovers.md"
TOP, BOTTOM = "<!-- table -->\n", "\n<!-- end of table -->"
HEAD = "# name meetings competition goal bound argument total-bound argument seconds seats\n"


def cases() -> Iterator[tuple[int, int, str]]:
    """Yield tables, rounds and the name of the movement: 8 to 30 tables, not fewer than rounds."""
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


def event_of(name: str) -> Event:
    """Return an event of two sessions of one movement, or of several sections: M1313+W1813."""
    parts = name.split("+")
    letters = tuple("ABCDEFGH"[: len(parts)]) if len(parts) > 1 else ("",)
    room = Sections(tuple(map(find, parts)), letters)
    return make_event((room, room))


def main() -> None:
    """Search, or write the table."""
    if sys.argv[1:2] == ["table"]:
        before, _, rest = DOCS.read_text("utf-8").partition(TOP)
        rows = "\n".join(table())
        DOCS.write_text(f"{before}{TOP}\n{rows}\n{BOTTOM}{rest.partition(BOTTOM)[2]}", "utf-8")
        return
    if sys.argv[1] == "three":
        three(sys.argv[4], seed=int(sys.argv[3]), millions=int(sys.argv[2]))
        return
    seconds, names = float(sys.argv[2]), sys.argv[3:] or [name for _, _, name in cases()]
    for name in names:
        if sys.argv[1] == "prove":
            prove(name, seconds)
            continue
        for goal in GOALS:
            settle(name, goal, seconds)


def settle(name: str, goal: str, seconds: float) -> None:
    """Search for one goal, and keep what is better, or better proved, than what is known."""
    event = event_of(name)
    problem = event.problem((event.opening, None), 1)
    known = {(k.name, k.goal): k for k in every_known()}
    old = known.get((name, goal))
    starts = [k.seats for k in known.values() if k.name == name]
    starts += [rule.seatings[0] for rule in rules_for(event)]
    half = "+" not in name
    outcome = find_seating(problem, (goal,), seconds=seconds, earlier=event.lines(0), starts=starts, half=half)
    assert isinstance(outcome, Found)
    new = outcome.thing
    leading, total = new.leading, new.total
    if old and old.seats == new.seats:
        leading, total = _higher(leading, old.leading), _higher(total, old.total)
    floor = known.get((name, "total"))
    if floor:  # it holds for every seating
        total = _higher(total, floor.total)
    if goal == "max":
        leading = _higher(leading, max_proof(total, problem.size))
    took = old.seconds if old and old.seats == new.seats else f"{seconds:g}"
    prints = fingerprint(problem), score_print(problem)
    keep(Known(name, *prints, goal, leading, total, new.seats, took))
    sys.stdout.write(
        f"{name} {goal} {key(full_order((goal,)), score(problem, [s - 1 for s in new.seats]))} {leading} {total}\n"
    )
    sys.stdout.flush()


def prove(name: str, seconds: float) -> None:
    """Refute that a movement has fewer playbacks than the fewest known, and raise the bounds of all goals."""
    event = event_of(name)
    lines, known = event.lines(0), [k for k in every_known() if k.name == name]
    assert lines is not None
    fewest = min(account([Session.first(event.rooms[0]), Session(event.rooms[1], k.seats)]).total for k in known)
    clock = Clock(seconds)
    sizes = {lines.tables // 2} if lines.is_cyclic else {lines.tables // 2, (lines.tables + 1) // 2}
    assert not any(exists_better(lines, lines, size, Better(fewest - 1), clock) for size in sizes)
    total = Proof(fewest, "exhausted search")
    for one in known:
        raised = replace(one, total=_higher(one.total, total))
        if one.goal == "total":
            raised = replace(raised, leading=_higher(one.leading, total))
        if one.goal == "max":
            raised = replace(raised, leading=_higher(one.leading, max_proof(total, event.size)))
        keep(raised)
    sys.stdout.write(f"{name}: {fewest} playbacks at least\n")


def three(name: str, *, seed: int, millions: int) -> None:
    """Seat the second and third session by lot and cool both together; keep them if they have fewer repeats."""
    room = Sections((find(name),))
    event = make_event((room,) * 3)
    chance, problem = random.Random(seed), event.problem((event.opening, None, None), 1)  # noqa: S311 - no secret
    change = every_change(problem)[0]
    second = tuple(seat + 1 for seat in opening(problem, change, chance))
    problem = event.problem((event.opening, second, None), 2)
    third = tuple(seat + 1 for seat in spread_opening(problem, change, chance))
    deadline = time.monotonic() + 3600
    pair = anneal_together(event, (second, third), seed=seed, trials=millions * 10**6, deadline=deadline)
    repeats = [Together(event, one, seed).repeats for one in (pair, *known_pairs(event))]
    sys.stdout.write(f"{name}: {repeats[0]} repeats\n")
    if repeats[0] <= min(repeats):
        rows = (
            [row for row in THREE.read_text("utf-8").splitlines() if row.split()[0] != name] if THREE.exists() else []
        )
        seats = " ".join(str(seat) for seats in pair for seat in seats)
        write_text(THREE, "\n".join([*rows, f"{name} {meetings_print(event)} {millions}M/{seed} {seats}"]) + "\n")


def keep(*news: Known) -> None:
    """Write these among all that is known."""
    known = {(k.name, k.goal): k for k in every_known()}  # read now: another run may have written meanwhile
    known |= {(new.name, new.goal): new for new in news}
    order = [case for _, _, case in cases()]
    ranked = sorted(
        known.values(), key=lambda k: (order.index(k.name) if k.name in order else 999, GOALS.index(k.goal))
    )
    rows = [line(k) for k in ranked]
    write_text(DATA, HEAD + "\n".join(rows) + "\n")  # whole or not at all: another run may be reading


def _higher(one: Proof, other: Proof) -> Proof:
    return one if one.bound >= other.bound else other


def table() -> Iterator[str]:
    """Yield the table, by rounds and tables, as Markdown."""
    known = {(k.name, k.goal): k for k in every_known()}
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
        room = Sections((find(name),))

        def count(seats: tuple[int, ...], room: Sections = room) -> Account:
            return account([Session.first(room), Session(room, seats)])

        recipe = count(single_section(tables).seats)
        total, most, contact, balance = (known[name, goal] for goal in GOALS)
        a, b, c, d = (count(k.seats) for k in (total, most, contact, balance))
        proof = total.total.argument if a.total <= total.total.bound else "open"
        star = "" if b.most <= most.leading.bound else "?"
        all_met = f"{c.total}" if not c.never else f"{c.total} (never {len(c.never)})"
        yield (
            f"| {tables} × {rounds} | {name} | {recipe.total} / {recipe.most} | {a.total} | {total.total.bound:g}"
            f" | {proof} | {b.most}{star} ({b.total}) | {all_met} | {d.balance:.1f} ({d.total}) |"
        )


if __name__ == "__main__":
    main()

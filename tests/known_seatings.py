"""Find again the seatings that search/data/seatings.txt ships, and the table of docs/crossovers.md.

``python tests/known_seatings.py search 60 W1813 …`` spends up to 60 s on each goal of each movement named (all of the
table without names) and keeps what is better than what is shipped; ``python tests/known_seatings.py table`` prints
the table.
"""

import sys
from collections.abc import Iterator
from pathlib import Path

from byestand.catalog import find
from byestand.formats.files import write_text
from byestand.model import Sections
from byestand.movements.crossovers import single_section
from byestand.movements.groups import thirds
from byestand.plan.second_session import make_event
from byestand.search.event import Event
from byestand.search.known_seatings import Known, every_known, fingerprint, line
from byestand.search.outcome import Found
from byestand.search.seating_problem import score
from byestand.search.seatings import GOALS, Proof, find_seating, full_order, key
from byestand.verify.sessions import Account, Session, account, meetings

DATA = Path(__file__).parent.parent / "src" / "byestand" / "search" / "data" / "seatings.txt"
DOCS = Path(__file__).parent.parent / "docs" / "crossovers.md"
TOP, BOTTOM = "<!-- table -->\n", "\n<!-- end of table -->"
HEAD = "# name fingerprint goal bound argument total-bound argument seats\n"


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


def rules(event: Event) -> list[tuple[int, ...]]:
    """Return the rules to announce for one section, to start from."""
    t = event.size // 2
    matrix = meetings(event.rooms[0])[:t, t:]
    return [single_section(t).seats, thirds(matrix, matrix).seats]


def main() -> None:
    """Search, or write the table."""
    if sys.argv[1:2] == ["table"]:
        before, _, rest = DOCS.read_text("utf-8").partition(TOP)
        rows = "\n".join(table())
        DOCS.write_text(f"{before}{TOP}\n{rows}\n{BOTTOM}{rest.partition(BOTTOM)[2]}", "utf-8")
        return
    seconds, names = float(sys.argv[2]), sys.argv[3:] or [name for _, _, name in cases()]
    for name in names:
        for goal in GOALS:
            settle(name, goal, seconds)


def settle(name: str, goal: str, seconds: float) -> None:
    """Search for one goal, and keep what is better, or better proved, than what is known."""
    event = event_of(name)
    problem = event.problem((event.opening, None), 1)
    known = {(k.name, k.goal): k for k in every_known()}
    old = known.get((name, goal))
    starts = [k.seats for k in known.values() if k.name == name]
    if "+" not in name:
        starts += rules(event)
    outcome = find_seating(problem, (goal,), seconds=seconds, earlier=event.lines(0), starts=starts)
    assert isinstance(outcome, Found)
    new = outcome.thing
    leading, total = new.leading, new.total
    if old and old.seats == new.seats:
        leading, total = _higher(leading, old.leading), _higher(total, old.total)
    known = {(k.name, k.goal): k for k in every_known()}  # another run may have written meanwhile
    known[name, goal] = Known(name, fingerprint(problem), goal, leading, total, new.seats)
    order = [case for _, _, case in cases()]
    ranked = sorted(
        known.values(), key=lambda k: (order.index(k.name) if k.name in order else 999, GOALS.index(k.goal))
    )
    rows = [line(k) for k in ranked]
    write_text(DATA, HEAD + "\n".join(rows) + "\n")  # whole or not at all: another run may be reading
    sys.stdout.write(
        f"{name} {goal} {key(full_order((goal,)), score(problem, [s - 1 for s in new.seats]))} {leading} {total}\n"
    )
    sys.stdout.flush()


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

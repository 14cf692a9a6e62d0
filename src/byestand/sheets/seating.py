"""The second session on paper, as plain data: who goes where, who comes to which table, who meets again.

The wall sheet, the slips, the table guide and the file for the scorer are all made from these rows; ink comes later.
"""

import csv
import io
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from byestand.language import say
from byestand.model.people import split_names
from byestand.model.session import Session
from byestand.movements.group_crossovers import groups
from byestand.texts import guard_cell
from byestand.words.names import Named, alphabetical, split_name
from byestand.words.numbers import between
from byestand.words.people import NOBODY, spoken_side
from byestand.words.typesetting import in_columns

WAYS = ("NS", "EW")


@dataclass(frozen=True, slots=True)
class Move:
    """One pair: where it was, and where it sits now."""

    old: str
    new: str
    section: str
    table: int
    """Where it starts."""
    direction: str
    changes: bool
    """Whether it sits in the other direction now."""
    name: str = ""
    boards: str = ""
    """What it plays first, 27-28; empty where it is spoken of groups only."""


@dataclass(frozen=True, slots=True)
class GuideRow:
    """One table of the second session in its first round: who comes there."""

    section: str
    table: int
    ns: str
    ew: str
    boards: str = ""


def moves(
    first: Session, second: Session, seats: Sequence[int], names: Mapping[str, str] | None = None
) -> tuple[Move, ...]:
    """Return where everybody goes, in the order of old seats."""
    names = names or {}
    found = []
    for person in first.present:
        seat = seats[person - 1]
        section = second.section(seat)
        number = seat - second.offsets[section]
        old, way = first.label(person), second.directions[seat - 1]
        movement, boards = second.movements[section], second.sections[section].boards
        start = movement.itinerary(movement.field.label(number))[0]
        found.append(
            Move(
                old=old,
                new=second.label(seat),
                section=second.letters[section],
                table=start.table,
                direction=WAYS[way],
                changes=first.directions[person - 1] != way,
                name=names.get(old, ""),
                boards=between(boards.of(start.group)) if boards and start.plays else "",
            )
        )
    return tuple(found)


def table_guide(rows: Sequence[Move]) -> tuple[GuideRow, ...]:
    """Return who comes to each table, by section and table."""
    tables = sorted({(row.section, row.table) for row in rows})
    who = {(row.section, row.table, row.direction): _called(row) for row in rows}
    boards = {(row.section, row.table): row.boards for row in rows if row.boards}
    return tuple(
        GuideRow(s, t, who.get((s, t, "NS"), NOBODY), who.get((s, t, "EW"), NOBODY), boards.get((s, t), ""))
        for s, t in tables
    )


def announcement(first: Session, second: Session, seats: Sequence[int]) -> tuple[str, ...]:
    """Return what to call out: a line for each group that moves as one."""
    lines = []
    for group in groups(first, second, seats):
        people = [first.label(person) for person in group.people]
        places = [second.label(seat) for seat in group.seats]
        back = ", in reverse" if group.seats[0] > group.seats[1] else ""
        same = people == places
        lines.append(f"{_span(people)} {'stay' if same else f'to {_span(places)}'}{back}")
    return tuple(lines)


def changes_words(row: Move) -> str:
    """Return what somebody is told who sits the other way now."""
    return say("you sit {way} now", way=spoken_side(row.direction)) if row.changes else ""


def by_name(rows: Sequence[Move]) -> tuple[tuple[Named, Move], ...]:
    """Return everybody whose name is known, each player of a pair, by surname."""
    found = [(split_name(one), row) for row in rows if row.name for one in split_names(row.name)]
    return tuple(sorted(found, key=lambda one: (alphabetical(one[0].surname), alphabetical(one[0].rest), one[1].old)))


def slips(rows: Sequence[Move], *, session: int = 2) -> tuple[tuple[str, ...], ...]:
    """Return a slip for each pair, as lines."""
    return tuple(
        (
            f"{row.old}{f'  {row.name}' if row.name else ''}",
            f"session {session}: {row.new}",
            f"{_place(row)}{f' ({changes_words(row)})' if row.changes else ''}",
        )
        for row in rows
    )


def slips_text(rows: Sequence[Move], *, session: int = 2) -> str:
    """Return the slips as text, a blank line between two."""
    return "\n\n".join("\n".join(slip) for slip in slips(rows, session=session)) + "\n"


def wall_text(title: str, rows: Sequence[Move], *, width: int) -> str:
    """Return the sheet for the wall: everybody by old seat, in as many columns as there is room for."""
    cells = [f"{row.old} → {row.new}{f'  {row.name}' if row.name else ''}" for row in rows]
    return "\n".join([title, "", *in_columns(cells, width)]) + "\n"


def by_new_seat_text(rows: Sequence[Move], order: Mapping[str, int], *, width: int) -> str:
    """Return everybody by new seat, in columns."""
    ranked = sorted(rows, key=lambda row: order[row.new])
    cells = [f"{row.new} ← {row.old}{f'  {row.name}' if row.name else ''}" for row in ranked]
    return "\n".join(in_columns(cells, width)) + "\n"


def by_name_text(title: str, rows: Sequence[Move], *, width: int) -> str:
    """Return everybody by surname, in columns."""
    cells = [f"{', '.join(filter(None, named))}  {row.new}" for named, row in by_name(rows)]
    if not cells:
        return say("no names are known: give them with --names") + "\n"
    return "\n".join([title, "", *in_columns(cells, width)]) + "\n"


def guide_text(rows: Sequence[Move]) -> str:
    """Return the table guide as text."""
    guide = table_guide(rows)
    cells = [("table", "NS", "EW", "boards"), *((f"{r.section}{r.table}", r.ns, r.ew, r.boards) for r in guide)]
    return _grid(cells if any(row.boards for row in guide) else [row[:3] for row in cells])


def scorer_csv(rows: Sequence[Move]) -> str:
    """Return the seating as csv: old,new,section,table,direction,name, and boards where they have numbers."""
    numbered = any(row.boards for row in rows)
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(("old", "new", "section", "table", "direction", "name", *(("boards",) if numbered else ())))
    for row in rows:
        boards = (row.boards,) if numbered else ()
        writer.writerow((row.old, row.new, row.section, row.table, row.direction, guard_cell(row.name), *boards))
    return text.getvalue()


def again_rows(first: Session, again: Sequence[tuple[int, int]]) -> tuple[tuple[str, str, str], ...]:
    """Return who plays whom again: the pair, how often, and against whom; * where it is for the third time."""
    partners: dict[int, Counter[int]] = {}
    for a, b in again:
        partners.setdefault(a, Counter())[b] += 1
        partners.setdefault(b, Counter())[a] += 1
    return tuple(
        (
            first.label(p),
            str(met.total()),
            " ".join(f"{first.label(q)}{'*' if times > 1 else ''}" for q, times in met.items()),
        )
        for p, met in sorted(partners.items())
    )


def again_head(sessions: int) -> str:
    """Return what stands over those whom somebody plays again."""
    return "opponents of both sessions" if sessions == 2 else "opponents of two sessions, * of three"


def again_text(first: Session, again: Sequence[tuple[int, int]], *, sessions: int = 2) -> str:
    """Return the chart of who plays whom again: a line for each pair that does."""
    rows = again_rows(first, again)
    return _grid([("pair", "again", again_head(sessions)), *rows], left=2) if rows else "nobody plays anybody again\n"


def _place(row: Move) -> str:
    where = f"{f'section {row.section}, ' if row.section else ''}table {row.table}, {row.direction}"
    return f"{where}, {'boards' if '-' in row.boards else 'board'} {row.boards}" if row.boards else where


def _called(row: Move) -> str:
    return f"{row.old} {row.name}".strip()


def _span(labels: Sequence[str]) -> str:
    return labels[0] if labels[0] == labels[1] else f"{labels[0]}-{labels[1]}"


def _grid(cells: Sequence[tuple[str, ...]], *, left: int = 99) -> str:
    """Return rows in columns; the one numbered *left* flows on."""
    widths = [max(len(row[i]) for row in cells) for i in range(len(cells[0]))]
    lines = [
        "  ".join(f"{text:<{w}}" if i < left else text for i, (text, w) in enumerate(zip(row, widths, strict=True)))
        for row in cells
    ]
    return "\n".join(line.rstrip() for line in lines) + "\n"

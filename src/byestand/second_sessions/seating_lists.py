"""The second session as plain data: new seats, pairs per table, repeat opponents.

The wall sheet, the slips, the table guide and the file for the scorer are all made from these rows.
"""

import csv
import io
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from byestand.language import say
from byestand.model.people import split_names
from byestand.model.session import Session
from byestand.sanitize import guard_cell
from byestand.second_sessions.rules.group_crossovers import groups
from byestand.sentences.text_layout import in_columns
from byestand.words.names import SortedName, alphabetical, split_name
from byestand.words.numbers import between
from byestand.words.people import NOBODY
from byestand.words.seats import seat_text

DIRECTIONS = ("NS", "EW")


@dataclass(frozen=True, slots=True)
class SessionSeatChange:
    """One pair: its old and its new seat."""

    old: str
    new: str
    section: str
    table: int
    """The first table."""
    direction: str
    changes: bool
    """Whether it changes direction."""
    name: str = ""
    boards: str = ""
    """Its first boards, 27-28; empty if boards have no numbers."""


@dataclass(frozen=True, slots=True)
class TableSeating:
    """One table of the second session in its first round."""

    section: str
    table: int
    ns: str
    ew: str
    boards: str = ""


def moves(
    first: Session, second: Session, seats: Sequence[int], names: Mapping[str, str] | None = None
) -> tuple[SessionSeatChange, ...]:
    """Return the new seat of every pair, in the order of old seats."""
    names = names or {}
    rows = []
    for person in first.present:
        seat = seats[person - 1]
        section = second.section(seat)
        number = seat - second.offsets[section]
        old, way = first.label(person), second.directions[seat - 1]
        movement, boards = second.movements[section], second.sections[section].boards
        start = movement.itinerary(movement.field.label(number))[0]
        rows.append(
            SessionSeatChange(
                old=old,
                new=second.label(seat),
                section=second.letters[section],
                table=start.table,
                direction=DIRECTIONS[way],
                changes=first.directions[person - 1] != way,
                name=names.get(old, ""),
                boards=between(boards.numbers_of(start.group)) if boards and start.plays else "",
            )
        )
    return tuple(rows)


def table_guide(rows: Sequence[SessionSeatChange]) -> tuple[TableSeating, ...]:
    """Return the pairs of each table, by section and table."""
    tables = sorted({(row.section, row.table) for row in rows})
    who = {(row.section, row.table, row.direction): _label(row) for row in rows}
    boards = {(row.section, row.table): row.boards for row in rows if row.boards}
    return tuple(
        TableSeating(s, t, who.get((s, t, "NS"), NOBODY), who.get((s, t, "EW"), NOBODY), boards.get((s, t), ""))
        for s, t in tables
    )


def announcement(first: Session, second: Session, seats: Sequence[int]) -> tuple[str, ...]:
    """Return what to announce: a line for each group that moves together."""
    lines = []
    for group in groups(first, second, seats):
        people = [first.label(person) for person in group.people]
        places = [second.label(seat) for seat in group.seats]
        old, new = _span(people), _span(places)
        if people == places:
            lines.append(say("{pairs} stay", pairs=old))
        elif group.seats[0] > group.seats[1]:
            lines.append(say("{pairs} to {seats}, in reverse order", pairs=old, seats=new))
        else:
            lines.append(say("{pairs} to {seats}", pairs=old, seats=new))
    return tuple(lines)


def changes_words(row: SessionSeatChange) -> str:
    """Return the note for a pair that changes direction."""
    if not row.changes:
        return ""
    return say("you now sit North-South") if row.direction == "NS" else say("you now sit East-West")


def by_name(rows: Sequence[SessionSeatChange]) -> tuple[tuple[SortedName, SessionSeatChange], ...]:
    """Return all players with names, by surname."""
    players = [(split_name(name), row) for row in rows if row.name for name in split_names(row.name)]
    return tuple(sorted(players, key=lambda one: (alphabetical(one[0].surname), alphabetical(one[0].rest), one[1].old)))


def slips(rows: Sequence[SessionSeatChange], *, session: int = 2) -> tuple[tuple[str, ...], ...]:
    """Return a slip for each pair, as lines."""
    return tuple(
        (
            f"{row.old}{f'  {row.name}' if row.name else ''}",
            say("session {session}: {seat}", session=session, seat=row.new),
            f"{_place(row)}{f' ({changes_words(row)})' if row.changes else ''}",
        )
        for row in rows
    )


def slips_text(rows: Sequence[SessionSeatChange], *, session: int = 2) -> str:
    """Return the slips as text, with a blank line between two."""
    return "\n\n".join("\n".join(slip) for slip in slips(rows, session=session)) + "\n"


def wall_text(title: str, rows: Sequence[SessionSeatChange], *, width: int) -> str:
    """Return the sheet for the wall: all pairs by old seat, in as many columns as fit."""
    cells = [f"{row.old} → {row.new}{f'  {row.name}' if row.name else ''}" for row in rows]
    return "\n".join([title, "", *in_columns(cells, width)]) + "\n"


def by_new_seat_text(rows: Sequence[SessionSeatChange], order: Mapping[str, int], *, width: int) -> str:
    """Return all pairs by new seat, in columns."""
    ranked = sorted(rows, key=lambda row: order[row.new])
    cells = [f"{row.new} ← {row.old}{f'  {row.name}' if row.name else ''}" for row in ranked]
    return "\n".join(in_columns(cells, width)) + "\n"


def by_name_text(title: str, rows: Sequence[SessionSeatChange], *, width: int) -> str:
    """Return all players by surname, in columns."""
    cells = [f"{', '.join(filter(None, named))}  {row.new}" for named, row in by_name(rows)]
    if not cells:
        return f"{say('no names given, use --names')}\n"
    return "\n".join([title, "", *in_columns(cells, width)]) + "\n"


def guide_text(rows: Sequence[SessionSeatChange]) -> str:
    """Return the table guide as text."""
    guide = table_guide(rows)
    heads = say("table"), seat_text("NS"), seat_text("EW"), say("boards")
    cells = [heads, *((f"{r.section}{r.table}", r.ns, r.ew, r.boards) for r in guide)]
    return _grid(cells if any(row.boards for row in guide) else [row[:3] for row in cells])


def scorer_csv(rows: Sequence[SessionSeatChange]) -> str:
    """Return the seating as CSV: old,new,section,table,direction,name, and boards if they have numbers."""
    numbered = any(row.boards for row in rows)
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(("old", "new", "section", "table", "direction", "name", *(("boards",) if numbered else ())))
    for row in rows:
        boards = (row.boards,) if numbered else ()
        writer.writerow((row.old, row.new, row.section, row.table, row.direction, guard_cell(row.name), *boards))
    return text.getvalue()


def again_rows(first: Session, again: Sequence[tuple[int, int]]) -> tuple[tuple[str, str, str], ...]:
    """Return repeat opponents: the pair, the number, and the opponents; * marks a third meeting."""
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
    """Return the heading of the column of repeat opponents."""
    return say("opponents in both sessions") if sessions == 2 else say("opponents in two sessions, * in three")


def again_text(first: Session, again: Sequence[tuple[int, int]], *, sessions: int = 2) -> str:
    """Return the list of repeat opponents: a line for each pair that has some."""
    rows = again_rows(first, again)
    if not rows:
        return f"{say('no repeat opponents')}\n"
    return _grid([(say("pair"), say("repeats"), again_head(sessions)), *rows], left=2)


def _place(row: SessionSeatChange) -> str:
    parts = [
        say("section {letter}", letter=row.section) if row.section else "",
        say("table {table}", table=row.table),
        seat_text(row.direction),
        boards_text(row.boards),
    ]
    return ", ".join(filter(None, parts))


def boards_text(boards: str) -> str:
    """Return the first boards of a pair: "boards 27-28"."""
    if not boards:
        return ""
    return say("boards {boards}", boards=boards) if "-" in boards else say("board {board}", board=boards)


def _label(row: SessionSeatChange) -> str:
    return f"{row.old} {row.name}".strip()


def _span(labels: Sequence[str]) -> str:
    return labels[0] if labels[0] == labels[1] else f"{labels[0]}-{labels[1]}"


def _grid(cells: Sequence[tuple[str, ...]], *, left: int = 99) -> str:
    """Return rows in aligned columns up to the column *left*."""
    widths = [max(len(row[i]) for row in cells) for i in range(len(cells[0]))]
    lines = [
        "  ".join(f"{text:<{w}}" if i < left else text for i, (text, w) in enumerate(zip(row, widths, strict=True)))
        for row in cells
    ]
    return "\n".join(line.rstrip() for line in lines) + "\n"

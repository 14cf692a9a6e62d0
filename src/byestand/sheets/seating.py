"""The second session on paper, as plain data: who goes where, who comes to which table, who meets again.

The wall sheet, the slips, the table guide and the file for the scorer are all made from these rows; ink comes later.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass

from byestand.errors import BadRequest
from byestand.model import Event, Section, Session, Visit
from byestand.movements.group_crossovers import groups
from byestand.sheets.pages import PAPERS, Booklet, Paper, Part, event_words, section_colour, shortened
from byestand.words.numbers import between

WAYS = ("NS", "EW")
LONGEST_NAME = 34
"""So many letters of a pair's names fit beside its seats on paper."""


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
        movement = second.movements[section]
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
                boards=_first_boards(second.sections[section], start),
            )
        )
    return tuple(found)


def _first_boards(section: Section, start: Visit) -> str:
    return between(section.boards.of(start.group)) if section.boards and start.plays else ""


def table_guide(rows: Sequence[Move]) -> tuple[GuideRow, ...]:
    """Return who comes to each table, by section and table."""
    tables = sorted({(row.section, row.table) for row in rows})
    who = {(row.section, row.table, row.direction): _called(row) for row in rows}
    boards = {(row.section, row.table): row.boards for row in rows if row.boards}
    return tuple(
        GuideRow(s, t, who.get((s, t, "NS"), "-"), who.get((s, t, "EW"), "-"), boards.get((s, t), ""))
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


def slips(rows: Sequence[Move], *, session: int = 2) -> tuple[tuple[str, ...], ...]:
    """Return a slip for each pair, as lines."""
    return tuple(
        (
            f"{row.old}{f'  {row.name}' if row.name else ''}",
            f"session {session}: {row.new}",
            f"{_place(row)}{' (you change direction)' if row.changes else ''}",
        )
        for row in rows
    )


def slips_text(rows: Sequence[Move], *, session: int = 2) -> str:
    """Return the slips as text, a blank line between two."""
    return "\n\n".join("\n".join(slip) for slip in slips(rows, session=session)) + "\n"


def wall_text(title: str, rows: Sequence[Move], *, columns: int = 3) -> str:
    """Return the sheet for the wall: everybody by old seat, in columns."""
    cells = [f"{row.old} → {row.new}{f'  {row.name}' if row.name else ''}" for row in rows]
    return "\n".join([title, "", *_columns(cells, columns)]) + "\n"


def by_new_seat_text(rows: Sequence[Move], order: Mapping[str, int], *, columns: int = 3) -> str:
    """Return everybody by new seat, in columns."""
    ranked = sorted(rows, key=lambda row: order[row.new])
    cells = [f"{row.new} ← {row.old}{f'  {row.name}' if row.name else ''}" for row in ranked]
    return "\n".join(_columns(cells, columns)) + "\n"


def guide_text(rows: Sequence[Move]) -> str:
    """Return the table guide as text."""
    guide = table_guide(rows)
    cells = [("table", "NS", "EW", "boards"), *((f"{r.section}{r.table}", r.ns, r.ew, r.boards) for r in guide)]
    return _grid(cells if any(row.boards for row in guide) else [row[:3] for row in cells])


def scorer_csv(rows: Sequence[Move]) -> str:
    """Return the seating as csv: old,new,section,table,direction,name, and boards where they have numbers."""
    numbered = any(row.boards for row in rows)
    lines = ["old,new,section,table,direction,name" + (",boards" if numbered else "")]
    for row in rows:
        cells = [row.old, row.new, row.section, str(row.table), row.direction, _quoted(row.name)]
        lines.append(",".join([*cells, row.boards] if numbered else cells))
    return "\n".join(lines) + "\n"


def again_text(first: Session, again: Sequence[tuple[int, int]], *, sessions: int = 2) -> str:
    """Return the chart of who plays whom again: a line for each pair that does."""
    partners: dict[int, Counter[int]] = {}
    for a, b in again:
        partners.setdefault(a, Counter())[b] += 1
        partners.setdefault(b, Counter())[a] += 1
    if not partners:
        return "nobody plays anybody again\n"
    head = "opponents of both sessions" if sessions == 2 else "opponents of two sessions, * of three"
    cells = [("pair", "again", head)]
    for p, met in sorted(partners.items()):
        who = " ".join(f"{first.label(q)}{'*' if times > 1 else ''}" for q, times in met.items())
        cells.append((first.label(p), str(met.total()), who))
    return _grid(cells, left=2)


def seating_booklet(
    title: str, sessions: Sequence[Sequence[Move]], *, paper: Paper = "a4", event: Event | None = None
) -> Booklet:
    """Return everything that hangs on the wall or is handed out between sessions; the first rows are for session 2."""
    if paper not in PAPERS:
        raise BadRequest(f"no such paper; there are {' and '.join(PAPERS)}: {paper!r}")
    about: Part = {"letter": "", "colour": section_colour(""), "title": shortened(title), "landscape": False}
    about |= {"template": "seating.typ", "heading": "Second session", "wall": False, "first": False}
    parts: list[Part] = []
    for number, rows in enumerate(sessions, start=2):
        people = [_fitting(asdict(row), "name") for row in rows]
        guide = [_fitting(asdict(row), "ns", "ew") for row in table_guide(rows)]
        own: Part = about | {"session": number}
        parts.append(own | {"kind": "wall", "rows": people})
        parts.append(own | {"kind": "arrivals", "rows": guide})
        parts.append(own | {"kind": "seat_slips", "rows": people})
    return Booklet(shortened(title), paper, event_words(event or Event()), tuple(parts))


def _fitting(row: Part, *names: str) -> Part:
    """Return a row with names that fit beside the seats."""
    return row | {name: shortened(row[name], LONGEST_NAME) for name in names}


def _place(row: Move) -> str:
    where = f"{f'section {row.section}, ' if row.section else ''}table {row.table}, {row.direction}"
    return f"{where}, {'boards' if '-' in row.boards else 'board'} {row.boards}" if row.boards else where


def _called(row: Move) -> str:
    return f"{row.old} {row.name}".strip()


def _span(labels: Sequence[str]) -> str:
    return labels[0] if labels[0] == labels[1] else f"{labels[0]}-{labels[1]}"


def _quoted(text: str) -> str:
    if text[:1] in ("=", "+", "-", "@"):
        text = f"'{text}"  # a spreadsheet would take it for a formula
    return '"' + text.replace('"', '""') + '"' if any(mark in text for mark in ',"\n\r') else text


def _columns(cells: Sequence[str], columns: int) -> Iterator[str]:
    height = -(-len(cells) // columns)
    width = max(map(len, cells), default=0)
    for i in range(height):
        yield "   ".join(f"{cell:<{width}}" for cell in cells[i::height]).rstrip()


def _grid(cells: Sequence[tuple[str, ...]], *, left: int = 99) -> str:
    """Return rows in columns; the one numbered *left* flows on."""
    widths = [max(len(row[i]) for row in cells) for i in range(len(cells[0]))]
    lines = [
        "  ".join(f"{text:<{w}}" if i < left else text for i, (text, w) in enumerate(zip(row, widths, strict=True)))
        for row in cells
    ]
    return "\n".join(line.rstrip() for line in lines) + "\n"

"""The second session on paper: lists for the wall and for the director, and a slip per pair."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import ceil

from byestand.errors import BadRequest
from byestand.language import say
from byestand.model.event import Event
from byestand.model.people import split_names
from byestand.model.session import Session
from byestand.second_sessions.rules.group_crossovers import groups
from byestand.second_sessions.seating_lists import (
    SessionSeatChange,
    again_head,
    again_rows,
    announcement,
    boards_text,
    by_name,
    changes_words,
    moves,
    table_guide,
)
from byestand.sheets.print_order import (
    PAPERS,
    Booklet,
    Paper,
    Part,
    chunks,
    ems,
    event_words,
    page_size,
    shorten_to_width,
)
from byestand.sheets.sheet_labels import template_labels
from byestand.words.seats import seat_text

FEW_GROUPS = 12
"""At most this number of groups is announced; more are on the wall only."""
MARGIN_X, MARGIN_Y, TITLE, HEAD = 63.0, 69.0, 50.0, 16.0
GUTTER, PADDING = 18.0, 10.0
MIN_SIZE, LARGEST, HEAD_SIZE = 10.0, 24.0, 10.0
ROW, HIGHEST_ROW = 1.5, 2.2
"""The least and greatest height of a row, as a share of its type size."""
NAME = 0.92
"""The size of names, as a share of that of seats."""
SHORT = 6
"""The most letters of a seat or of boards. Longer text is a name, and takes the remaining room."""
FULL_SIZE_SHARE = 0.95
"""The share of names that have the usual type size; longer ones are smaller."""
UPRIGHT = 1.15
"""A list is landscape only if its type is larger by more than this factor."""
SLIPS_A_PAGE = 3 * 7


@dataclass(frozen=True, slots=True)
class _List:
    """A list with a heading. The column *names* takes the remaining room."""

    heading: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    names: int


def seating_booklet(
    title: str,
    sessions: Sequence[Session],
    seatings: Sequence[Sequence[int]],
    people: Mapping[str, str],
    again: Sequence[tuple[int, int]],
    *,
    paper: Paper = "a4",
    event: Event | None = None,
) -> Booklet:
    """Return everything for the wall and to hand out between sessions."""
    if paper not in PAPERS:
        raise BadRequest(say("unknown paper size, use a4 or letter: {paper!r}", paper=paper))
    shared: Part = {"letter": "", "section": "", "title": shorten_to_width(title), "landscape": False}
    shared |= {"template": "seating.typ", "wall": False, "first": False, "labels": template_labels("seating.typ")}
    parts: list[Part] = []
    for number, (later, seats) in enumerate(zip(sessions[1:], seatings, strict=True), start=2):
        rows = moves(sessions[0], later, seats, people)
        # With only one later session the session of the event is this one.
        given = event is not None and event.session and len(sessions) == 2
        own = shared | {"session": "" if given else say("session {session}", session=number)}
        parts += [own | _list_part(sheet, paper) for sheet in _lists(rows, later, number)]
        if len(groups(sessions[0], later, seats)) <= FEW_GROUPS:
            heading = say("Session {session}: groups to announce", session=number)
            lines = announcement(sessions[0], later, seats)
            parts.append(own | {"kind": "groups", "heading": heading, "lines": lines})
        heading = say("Session {session}: slips", session=number)
        parts.append(own | {"kind": "seat_slips", "heading": heading, "pages": _slip_pages(rows)})
    heads = say("pair"), say("repeats"), again_head(len(sessions))
    repeats = _List(say("Repeat opponents"), heads, again_rows(sessions[0], again), 2)
    if repeats.rows:
        parts.append(shared | _list_part(repeats, paper))
    return Booklet(shorten_to_width(title), paper, event_words(event or Event()), tuple(parts))


def _lists(rows: Sequence[SessionSeatChange], later: Session, number: int) -> list[_List]:
    """Return the lists of a session: by old seat, by name, by new seat, by table."""
    order = {label: i for i, label in enumerate(later.labels)}
    new = sorted(rows, key=lambda row: order[row.new])
    guide = table_guide(rows)
    tables = tuple((f"{one.section}{one.table}", one.ns, one.ew, one.boards) for one in guide)
    named = tuple((", ".join(filter(None, name)), row.new) for name, row in by_name(rows))
    old_head, new_head, name_head = say("Old"), say("New"), say("Name")
    third = name_head if any(row.name for row in rows) else ""
    lists = [
        _List(
            say("Session {session}: new seats", session=number),
            (old_head, new_head, third),
            tuple((row.old, row.new, row.name or changes_words(row)) for row in rows),
            2,
        ),
        _List(say("Session {session}: new seats by name", session=number), (name_head, new_head), named, 0),
        _List(
            say("Session {session}: by new seat", session=number),
            (new_head, old_head, name_head),
            tuple((row.new, row.old, row.name) for row in new),
            2,
        ),
        _List(
            say("Session {session}: pairs by table", session=number),
            (say("Table"), seat_text("NS"), seat_text("EW"), say("Boards")),
            tables,
            1,
        ),
    ]
    return [_without_empty_columns(one) for one in lists if one.rows]


def _without_empty_columns(one: _List) -> _List:
    kept = [i for i in range(len(one.head)) if any(row[i] for row in one.rows)]
    names = kept.index(one.names) if one.names in kept else len(kept) - 1
    rows = tuple(tuple(row[i] for i in kept) for row in one.rows)
    return _List(one.heading, tuple(one.head[i] for i in kept), rows, names)


def _list_part(one: _List, paper: Paper) -> Part:
    """Return a list fitted to its pages: fewest pages first, then the largest type. Long names are smaller."""
    flexible = [i for i in range(len(one.head)) if i >= one.names and max(len(row[i]) for row in one.rows) > SHORT]
    widths = [
        sorted(NAME * ems(row[i]) if i in flexible else ems(row[i], bold=True) for row in one.rows)
        for i in range(len(one.head))
    ]
    usual = [
        each[int(FULL_SIZE_SHARE * (len(each) - 1))] if i in flexible else each[-1] for i, each in enumerate(widths)
    ]
    heads = [HEAD_SIZE * ems(word, bold=True) for word in one.head]
    fits = []
    half_sizes = range(int(2 * MIN_SIZE), int(2 * LARGEST) + 1)
    for landscape, columns, half_points in product((False, True), (1, 2, 3, 4), half_sizes):
        size = half_points / 2
        width, height = _room(paper, landscape=landscape)
        need = sum(max(each * size, head) + PADDING for each, head in zip(usual, heads, strict=True))
        room = (width - GUTTER * (columns - 1)) / columns
        if need <= room or (columns, size) == (1, MIN_SIZE):
            at_once = int(height // (ROW * size))
            pages = ceil(len(one.rows) / (at_once * columns))
            worth = size if landscape else UPRIGHT * size
            fits.append((pages, -worth, landscape, size, columns, ceil(len(one.rows) / (pages * columns))))
    *_, landscape, size, columns, rows = min(fits)
    high = min(_room(paper, landscape=landscape)[1] / rows, HIGHEST_ROW * size)
    part: Part = {"kind": "seats", "heading": one.heading, "head": one.head, "flexible": flexible}
    shares = [max(each * size, head) + PADDING for each, head in zip(usual, heads, strict=True)]
    part |= {"size": size, "name_size": NAME * size, "landscape": landscape}
    return part | {"columns": columns, "shares": shares, "row": high, "pages": chunks(chunks(one.rows, rows), columns)}


def _room(paper: Paper, *, landscape: bool) -> tuple[float, float]:
    """Return the width and the height of the room for rows."""
    width, height = page_size(paper, landscape=landscape)
    return width - MARGIN_X, height - MARGIN_Y - TITLE - HEAD


def _slip_pages(rows: Sequence[SessionSeatChange]) -> list[Sequence[Part]]:
    return chunks([_slip(row) for row in rows], SLIPS_A_PAGE)


def _slip(row: SessionSeatChange) -> Part:
    table = say("table {table}, {direction}", table=f"{row.section}{row.table}", direction=seat_text(row.direction))
    lines = [line for line in (table, boards_text(row.boards)) if line]
    names = split_names(row.name) if row.name else []
    return {"old": row.old, "new": row.new, "names": names, "lines": lines, "note": changes_words(row)}

"""The second session on paper: lists for the wall and for the director, and a slip for everybody."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import product
from math import ceil

from byestand.errors import BadRequest
from byestand.model.event import Event
from byestand.model.people import split_names
from byestand.model.session import Session
from byestand.movements.group_crossovers import groups
from byestand.sheets.pages import PAPERS, Booklet, Paper, Part, chunks, ems, event_words, page_size, shortened
from byestand.sheets.seating import (
    Move,
    again_head,
    again_rows,
    announcement,
    by_name,
    changes_words,
    moves,
    table_guide,
)

FEW_GROUPS = 12
"""As many groups can be called out; more go on the wall."""
MARGIN_X, MARGIN_Y, TITLE, HEAD = 63.0, 69.0, 50.0, 16.0
GUTTER, PADDING = 18.0, 10.0
LEAST, LARGEST, HEAD_SIZE = 10.0, 24.0, 10.0
ROW, HIGHEST_ROW = 1.5, 2.2
"""The height of a row at least and at most, as a share of the size of its words."""
NAME = 0.92
"""The size of names, as a share of that of seats."""
SHORT = 6
"""Letters of a seat or of boards: what is longer is a name, and takes the room that is left."""
MOST_OF_THEM = 0.95
"""So many names are set as large as the rest; longer ones smaller."""
UPRIGHT = 1.15
"""A list lies on its side only where its words are larger by more than that."""
SLIPS_A_PAGE = 3 * 7


@dataclass(frozen=True, slots=True)
class _List:
    """A list in columns: what stands over them, and its rows; the column numbered *names* takes the room left."""

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
    """Return everything that hangs on the wall or is handed out between sessions; the first is over."""
    if paper not in PAPERS:
        raise BadRequest(f"no such paper; there are {' and '.join(PAPERS)}: {paper!r}")
    about: Part = {"letter": "", "title": shortened(title), "landscape": False}
    about |= {"template": "seating.typ", "wall": False, "first": False}
    parts: list[Part] = []
    for number, (later, seats) in enumerate(zip(sessions[1:], seatings, strict=True), start=2):
        rows = moves(sessions[0], later, seats, people)
        # With one later session only, a session that was given is this one.
        given = event is not None and event.session and len(sessions) == 2
        own = about | {"session": "" if given else f"session {number}"}
        parts += [own | _list_part(one, paper) for one in _lists(rows, later, number)]
        if len(groups(sessions[0], later, seats)) <= FEW_GROUPS:
            lines = announcement(sessions[0], later, seats)
            parts.append(own | {"kind": "groups", "heading": f"Session {number}: groups to call out", "lines": lines})
        parts.append(own | {"kind": "seat_slips", "heading": f"Session {number}: slips", "pages": _slip_pages(rows)})
    told = _List(
        "Who plays whom again", ("pair", "again", again_head(len(sessions))), again_rows(sessions[0], again), 2
    )
    if told.rows:
        parts.append(about | _list_part(told, paper))
    return Booklet(shortened(title), paper, event_words(event or Event()), tuple(parts))


def _lists(rows: Sequence[Move], later: Session, number: int) -> list[_List]:
    """Return the lists of a session: by old seat, by name, by new seat, by table."""
    order = {label: i for i, label in enumerate(later.labels)}
    new = sorted(rows, key=lambda row: order[row.new])
    guide = table_guide(rows)
    tables = tuple((f"{one.section}{one.table}", one.ns, one.ew, one.boards) for one in guide)
    named = tuple((", ".join(filter(None, name)), row.new) for name, row in by_name(rows))
    third = "Name" if any(row.name for row in rows) else ""
    lists = [
        _List(
            f"Session {number}: where to sit",
            ("You were", "Now", third),
            tuple((row.old, row.new, row.name or changes_words(row)) for row in rows),
            2,
        ),
        _List(f"Session {number}: where to sit, by name", ("Name", "Now"), named, 0),
        _List(
            f"Session {number}: by new seat",
            ("Now", "You were", "Name"),
            tuple((row.new, row.old, row.name) for row in new),
            2,
        ),
        _List(f"Session {number}: who comes to which table", ("Table", "NS", "EW", "Boards"), tables, 1),
    ]
    return [_without_empty_columns(one) for one in lists if one.rows]


def _without_empty_columns(one: _List) -> _List:
    kept = [i for i in range(len(one.head)) if any(row[i] for row in one.rows)]
    names = kept.index(one.names) if one.names in kept else len(kept) - 1
    rows = tuple(tuple(row[i] for i in kept) for row in one.rows)
    return _List(one.heading, tuple(one.head[i] for i in kept), rows, names)


def _list_part(one: _List, paper: Paper) -> Part:
    """Return a list fitted to its pages: fewest pages first, then the largest type; long names are set smaller."""
    flexible = [i for i in range(len(one.head)) if i >= one.names and max(len(row[i]) for row in one.rows) > SHORT]
    widths = [
        sorted(NAME * ems(row[i]) if i in flexible else ems(row[i], bold=True) for row in one.rows)
        for i in range(len(one.head))
    ]
    usual = [each[int(MOST_OF_THEM * (len(each) - 1))] if i in flexible else each[-1] for i, each in enumerate(widths)]
    heads = [HEAD_SIZE * ems(word, bold=True) for word in one.head]
    found = []
    half_sizes = range(int(2 * LEAST), int(2 * LARGEST) + 1)
    for landscape, columns, half_points in product((False, True), (1, 2, 3, 4), half_sizes):
        size = half_points / 2
        width, height = _room(paper, landscape=landscape)
        need = sum(max(each * size, head) + PADDING for each, head in zip(usual, heads, strict=True))
        room = (width - GUTTER * (columns - 1)) / columns
        if need <= room or (columns, size) == (1, LEAST):
            at_once = int(height // (ROW * size))
            pages = ceil(len(one.rows) / (at_once * columns))
            worth = size if landscape else UPRIGHT * size
            found.append((pages, -worth, landscape, size, columns, ceil(len(one.rows) / (pages * columns))))
    *_, landscape, size, columns, rows = min(found)
    high = min(_room(paper, landscape=landscape)[1] / rows, HIGHEST_ROW * size)
    about: Part = {"kind": "seats", "heading": one.heading, "head": one.head, "flexible": flexible}
    shares = [max(each * size, head) + PADDING for each, head in zip(usual, heads, strict=True)]
    about |= {"size": size, "name_size": NAME * size, "landscape": landscape}
    return about | {"columns": columns, "shares": shares, "row": high, "pages": chunks(chunks(one.rows, rows), columns)}


def _room(paper: Paper, *, landscape: bool) -> tuple[float, float]:
    """Return how wide and how high the rows of a list may be."""
    width, height = page_size(paper, landscape=landscape)
    return width - MARGIN_X, height - MARGIN_Y - TITLE - HEAD


def _slip_pages(rows: Sequence[Move]) -> list[Sequence[Part]]:
    slips = [
        asdict(row) | {"told": changes_words(row), "names": split_names(row.name) if row.name else []} for row in rows
    ]
    return chunks(slips, SLIPS_A_PAGE)

"""The second session as pages: the sheet for the wall, slips to cut out, and who comes to which table."""

from collections.abc import Sequence
from dataclasses import asdict

from byestand.errors import BadRequest
from byestand.sheets.booklet import Booklet
from byestand.sheets.pages import PAPERS, Part, section_colour, shortened
from byestand.sheets.seating import Move, table_guide

LONGEST_NAME = 34
"""So many letters of a pair's names fit beside its seats."""


def seating_booklet(title: str, sessions: Sequence[Sequence[Move]], *, paper: str = "a4", club: str = "") -> Booklet:
    """Return everything that hangs on the wall or is handed out between sessions; the first rows are for session 2."""
    if paper not in PAPERS:
        raise BadRequest(f"no such paper; there are {' and '.join(PAPERS)}: {paper!r}")
    about: Part = {"letter": "", "colour": section_colour(""), "title": shortened(title), "landscape": False}
    about["template"] = "seating.typ"
    parts: list[Part] = []
    for number, rows in enumerate(sessions, start=2):
        people = [_fitting(asdict(row), "name") for row in rows]
        guide = [_fitting(asdict(row), "ns", "ew") for row in table_guide(rows)]
        own: Part = about | {"session": number}
        parts.append(own | {"kind": "wall", "rows": people})
        parts.append(own | {"kind": "arrivals", "rows": guide})
        parts.append(own | {"kind": "seat_slips", "rows": people})
    return Booklet(shortened(title), paper, shortened(club), tuple(parts))


def _fitting(row: Part, *names: str) -> Part:
    """Return a row with names that fit beside the seats."""
    return row | {name: shortened(row[name], LONGEST_NAME) for name in names}

"""Print forms, read them and compare them with the schedule."""

import datetime as dt
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from itertools import pairwise
from typing import Any

from byestand.model.event import Event
from byestand.model.people import Contestant, Person
from byestand.model.session import Section, Session
from byestand.sheets.print_order import Booklet, Paper, PrintOrder
from byestand.sheets.typst_renderer import render_booklet
from tests.support.form_reader import MM, Page, cut, read

EVENT = Event("Riverside Bridge Club", "Tuesday Pairs", "session 1 of 2", dt.date(2026, 11, 17))
EDGE, ROW = 6.0, 7.0


def order(here: Section, sheet: str, paper: Paper = "a4", **wanted: Any) -> PrintOrder:  # noqa: ANN401 - fields of Order
    return PrintOrder(Session((here,), event=EVENT), (sheet,), paper, **wanted)


def paper_of(made: Booklet) -> list[Page]:
    return read(render_booklet(made).files[0])


def first_page(made: Booklet) -> Page:
    """Return the first page only, because reading all of them takes long."""
    (part, *_) = made.parts
    (page,) = paper_of(replace(made, parts=({**part, "pages": part["pages"][:1]},)))
    return page


def with_names(here: Section) -> Section:
    """Return a section in which all contestants have names, some of them long."""
    field = here.movement.field
    each = 1 if here.movement.is_individual else 2
    people = {
        field.label(c): Contestant(
            tuple(Person(f"Wilhelmina {'van den Berghe ' * (c % 3)}{c}{'ab'[k]}") for k in range(each))
        )
        for c in field.present
    }
    return replace(here, contestants=people)


def schedule(here: Section) -> dict[tuple[int, int], tuple[tuple[str, ...], list[int]]]:
    """Return the contestants and boards at every table in every round, directly from the grids."""
    movement, per_round, first = here.movement, here.boards.per_round, here.boards.first  # type: ignore[union-attr]
    return {
        (meeting.round, meeting.table): (
            tuple(label.lstrip("NE") for label in meeting.contestants),
            [first + (meeting.group - 1) * per_round + k for k in range(per_round)],
        )
        for meeting in movement.meetings()
        if meeting.group and "-" not in meeting.contestants
    }


def results(here: Section) -> Counter[tuple[int, int, tuple[str, ...]]]:
    """Return all expected results: the board, the round, the contestants."""
    return Counter((b, round, who) for (round, _), (who, boards) in schedule(here).items() for b in boards)


def numbers(words: Iterable[Any]) -> list[int]:
    return [int(word.text) for word in words]


def can_be_written_on(stack: list[Page]) -> None:
    """Check that every row is high enough for a pen, and that the unprintable edge is empty."""
    for page in stack:
        edge = EDGE * MM - 0.5  # half the thickness of a line, and rounding
        for stroke in page.strokes:
            assert edge <= min(stroke.x, stroke.to_x) <= max(stroke.x, stroke.to_x) <= page.width - edge
            assert edge <= min(stroke.y, stroke.to_y) <= max(stroke.y, stroke.to_y) <= page.height - edge
        for word in page.words:
            assert edge <= word.x <= page.width - edge
            assert edge <= word.y <= page.height - edge - 0.6 * word.size
        for piece in cut(page):
            boards = [word.y for word in piece.column("Bd")]
            assert all(above - below >= ROW * MM - 0.1 for above, below in pairwise(boards))

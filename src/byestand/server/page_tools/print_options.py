"""Print settings: what a club can choose, how a browser stores it, and its effect on paper.

The query of an address takes precedence over the stored settings.
"""

import datetime as dt
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeVar, cast
from urllib.parse import parse_qsl

from starlette.requests import Request

from byestand.catalog.section_syntax import is_letter
from byestand.errors import BadRequest
from byestand.language import phrase, say
from byestand.model.event import Event
from byestand.model.limits import MAX_MINUTES, MAX_NAME_CHARS
from byestand.model.session import Session
from byestand.model.setup import SessionSetup
from byestand.model.timing import MINUTE, Timing
from byestand.parse import day, hour
from byestand.sanitize import title_line
from byestand.server.web.query import Pairs, Query
from byestand.server.web.responses import asked_in
from byestand.sheets.booklet import wanted_sheets
from byestand.sheets.print_order import Paper, PrintOrder

if TYPE_CHECKING:
    from byestand.model.event import Switch

T = TypeVar("T")

COOKIE = "house"
COOKIE_MAX_AGE = 365 * 24 * 3600
MAX_COOKIE_CHARS = 3600
"""Three texts of 80 characters, each up to 12 bytes in a cookie, and the other choices."""
TODAY = "today"
PAPERS = ("a4", "letter")
MATS = ("1", "2")
READ_FROM = ("north", "south")
SWITCHES = ("boards", "chairs")
TENTS = ("folded", "panels")


@dataclass(frozen=True, slots=True)
class ChoiceField:
    """A setting with its label, and its values with their labels."""

    name: str
    words: str
    values: tuple[tuple[str, str], ...]


CHOICES = (
    ChoiceField("paper", phrase("Paper"), (("a4", phrase("A4")), ("letter", phrase("Letter")))),
    ChoiceField(
        "large",
        phrase("Chart and start lists"),
        (("", phrase("same paper size")), ("1", phrase("A3 or tabloid, for the wall"))),
    ),
    ChoiceField("mats", phrase("Table mats"), (("1", phrase("one per page")), ("2", phrase("two per page")))),
    ChoiceField("read_from", phrase("Mats face"), (("north", phrase("North")), ("south", phrase("South")))),
    ChoiceField(
        "switch_by",
        phrase("Arrow switch"),
        (("boards", phrase("turn the boards")), ("chairs", phrase("change seats"))),
    ),
    ChoiceField(
        "tents",
        phrase("Table numbers"),
        (("folded", phrase("folded once, on card")), ("panels", phrase("in four panels, on paper"))),
    ),
)
TEXTS = (
    ("club", phrase("Club")),
    ("title", phrase("Event title")),
    ("session", phrase("Session")),
    ("section", phrase("Section letter")),
)
HOURS = (
    ("date", phrase('Date ("today", a date such as 2026-11-17, or empty)'), TODAY),
    ("starts", phrase("Round 1 starts at"), "19:30"),
    ("minutes", phrase("Minutes per round"), "15"),
)
EVENT_FIELDS = frozenset(name for name, *_ in (*TEXTS, *HOURS))
"""For paper of a movement outside of a session; a session has its own event."""
FIELDS = EVENT_FIELDS | {choice.name for choice in CHOICES}


def event(asked: Query) -> Event:
    """Return the heading of every sheet."""
    return Event(
        club=asked.text("club"),
        title=asked.text("title"),
        session=asked.text("session"),
        date=_read(asked, "date", day),
        start_time=_read(asked, "starts", hour),
        minutes_per_round=asked.number("minutes"),
        switch=_switch(asked),
    )


def night_event(setup: SessionSetup, asked: Query) -> Event:
    """Return the heading of the sheets of a session: its event, its times, and the kind of arrow switch."""
    return replace(_with_times(setup.event, setup.timing), switch=_switch(asked))


def _with_times(event: Event, timing: Timing) -> Event:
    """Return an event with the times of the clock; without minutes if breaks would make them wrong."""
    if timing.starts is None:
        return event
    starts = dt.datetime.fromtimestamp(timing.starts).astimezone()
    minutes, seconds = divmod(timing.round_seconds, MINUTE)
    is_regular = not seconds and 1 <= minutes <= MAX_MINUTES and not timing.breaks
    return replace(
        event,
        start_time=dt.time(starts.hour, starts.minute),
        minutes_per_round=minutes if is_regular else None,
    )


def _switch(asked: Query) -> "Switch":
    return cast("Switch", asked.choice("switch_by", SWITCHES))


def order(session: Session, sheets: str, asked: Query) -> PrintOrder:
    """Return what to print, with the print settings."""
    one = {"table": asked.number("table"), "pair": asked.text("pair").upper()}
    return PrintOrder(session, wanted_sheets(sheets), **print_wishes(asked), **one)  # type: ignore[arg-type] # chosen from the same words


def print_wishes(asked: Query) -> dict[str, object]:
    """Return the print settings as arguments of an order."""
    return {
        "paper": paper(asked),
        "large": asked.flag("large"),
        "mats_per_page": int(asked.choice("mats", MATS)),
        "mats_read_from": asked.choice("read_from", READ_FROM),
        "tents": asked.choice("tents", TENTS),
    }


def letter(asked: Query) -> str:
    """Return the section letter; empty if there is none."""
    typed = asked.text("section").upper()
    if typed and not is_letter(typed):
        raise BadRequest(say("a section name must be 1 to 3 letters: {text!r}", text=typed[:40]))
    return typed


def paper(asked: Query) -> Paper:
    """Return the paper size."""
    return cast("Paper", asked.choice("paper", PAPERS))


def _read(asked: Query, name: str, reader: Callable[[str], T]) -> T | None:
    """Return a field, read by a reader; None if it is empty."""
    try:
        return reader(asked.text(name)) if asked.text(name) else None
    except BadRequest as bad:
        raise BadRequest(f"{name}: {bad}") from bad


@dataclass(frozen=True, slots=True)
class PrintPreferences:
    """Print settings as typed."""

    values: Pairs = ()

    @classmethod
    def from_values(cls, items: Iterable[tuple[str, str]]) -> "PrintPreferences":
        """Return the known settings of a form."""
        return cls(tuple((name, text) for name, text in Query.from_pairs(items).pairs if name in FIELDS))

    @classmethod
    def from_cookie(cls, request: Request) -> "PrintPreferences":
        """Return the settings in a cookie; empty if it is not valid."""
        try:
            return cls.from_values(parse_qsl(request.cookies.get(COOKIE, "")[:MAX_COOKIE_CHARS]))
        except BadRequest:
            return cls()

    def behind(self, pairs: Pairs) -> Pairs:
        """Return a query, completed by the stored settings; "today" becomes the date."""
        names = {name for name, _ in pairs}
        days = ((name, dt.date.today().isoformat() if text == TODAY else text) for name, text in self.values)  # noqa: DTZ011 - the director's day
        return (*((name, text) for name, text in days if name not in names), *pairs)


def print_query(request: Request) -> Pairs:
    """Return the query of a sheet, completed by the stored settings.

    A session has its own club, title, date and times.
    """
    pairs = PrintPreferences.from_cookie(request).behind(asked_in(request).pairs)
    own = EVENT_FIELDS if "id" in request.path_params else frozenset[str]()
    return tuple((name, text) for name, text in pairs if name not in own)


def remembered_club(request: Request) -> str:
    """Return the club in the print settings of this browser."""
    return title_line(Query(PrintPreferences.from_cookie(request).values).text("club"))[:MAX_NAME_CHARS]

"""How sheets are printed: what a club can choose, and what becomes of it on paper."""

import datetime as dt
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeVar, cast

from byestand.catalog.sections import is_letter
from byestand.errors import BadRequest
from byestand.model.event import Event
from byestand.model.limits import MAX_MINUTES
from byestand.model.session import Session
from byestand.model.setup import SessionSetup
from byestand.model.timing import MINUTE, Timing
from byestand.server.web.query import Asked
from byestand.sheets.booklet import wanted_sheets
from byestand.sheets.pages import Order, Paper
from byestand.typed import day, hour

if TYPE_CHECKING:
    from byestand.model.event import Switch

T = TypeVar("T")

MAX_COOKIE_CHARS = 3600
"""Three texts of 80 characters, each of which takes twelve in a cookie, and the other choices."""
TODAY = "today"
PAPERS = ("a4", "letter")
MATS = ("1", "2")
READ_FROM = ("north", "south")
SWITCHES = ("boards", "chairs")
TENTS = ("folded", "panels")


@dataclass(frozen=True, slots=True)
class Choice:
    """Some ways of which one is chosen: the word for it, and what it means."""

    name: str
    words: str
    ways: tuple[tuple[str, str], ...]


CHOICES = (
    Choice("paper", "Paper", (("a4", "A4"), ("letter", "Letter"))),
    Choice("large", "Chart and start lists", (("", "on the same paper"), ("1", "on A3 or tabloid, for the wall"))),
    Choice("mats", "Table mats", (("1", "one a page"), ("2", "two a page"))),
    Choice("read_from", "Mats are read by", (("north", "North"), ("south", "South"))),
    Choice("switch_by", "Arrow switch", (("boards", "turn the boards, keep your chairs"), ("chairs", "change chairs"))),
    Choice("tents", "Table numbers", (("folded", "folded once, on card"), ("panels", "in four panels, on paper"))),
)
TEXTS = (("club", "Club"), ("title", "What is played"), ("session", "Session"), ("section", "Letter of the section"))
HOURS = (
    ("date", "Date: today, a day like 2026-11-17, or nothing", TODAY),
    ("starts", "Round 1 begins at", "19:30"),
    ("minutes", "Minutes a round", "15"),
)
EVENT_FIELDS = frozenset(name for name, *_ in (*TEXTS, *HOURS))
"""For paper of a movement without a night; a night has its own event."""
FIELDS = EVENT_FIELDS | {one.name for one in CHOICES}


def event(asked: Asked) -> Event:
    """Return what stands on every sheet."""
    return Event(
        club=asked.text("club"),
        title=asked.text("title"),
        session=asked.text("session"),
        date=_read(asked, "date", day),
        starts=_read(asked, "starts", hour),
        minutes=asked.number("minutes"),
        switch=_switch(asked),
    )


def night_event(setup: SessionSetup, asked: Asked) -> Event:
    """Return what stands on the paper of a night: its event, its times, and how arrows are switched here."""
    return replace(_with_times(setup.event, setup.timing), switch=_switch(asked))


def _with_times(event: Event, timing: Timing) -> Event:
    """Return an event with the times of the clock; without minutes where breaks would make them wrong."""
    if timing.starts is None:
        return event
    starts = dt.datetime.fromtimestamp(timing.starts).astimezone()
    minutes, seconds = divmod(timing.seconds, MINUTE)
    is_regular = not seconds and 1 <= minutes <= MAX_MINUTES and not timing.breaks
    return replace(event, starts=dt.time(starts.hour, starts.minute), minutes=minutes if is_regular else None)


def _switch(asked: Asked) -> "Switch":
    return cast("Switch", asked.choice("switch_by", SWITCHES))


def order(session: Session, sheets: str, asked: Asked) -> Order:
    """Return what is to be printed, as the club likes it."""
    one = {"table": asked.number("table"), "pair": asked.text("pair").upper()}
    return Order(session, wanted_sheets(sheets), **print_wishes(asked), **one)  # type: ignore[arg-type] # chosen from the same words


def print_wishes(asked: Asked) -> dict[str, object]:
    """Return how sheets are printed, as an order takes it."""
    return {
        "paper": paper(asked),
        "large": asked.flag("large"),
        "mats_per_page": int(asked.choice("mats", MATS)),
        "mats_read_from": asked.choice("read_from", READ_FROM),
        "tents": asked.choice("tents", TENTS),
    }


def letter(asked: Asked) -> str:
    """Return what the section is called, where it has a letter."""
    said = asked.text("section").upper()
    if said and not is_letter(said):
        raise BadRequest(f"a section is called by one to three letters: {said[:40]!r}")
    return said


def paper(asked: Asked) -> Paper:
    """Return the paper that the club has."""
    return cast("Paper", asked.choice("paper", PAPERS))


def _read(asked: Asked, name: str, reader: Callable[[str], T]) -> T | None:
    """Return what was said under a name, read by a reader; None where nothing was said."""
    try:
        return reader(asked.text(name)) if asked.text(name) else None
    except BadRequest as bad:
        raise BadRequest(f"{name}: {bad}") from bad

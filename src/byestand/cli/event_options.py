"""The options for the heading of every sheet: club, title, session, date and times."""

import datetime as dt
from collections.abc import Callable, Sequence
from functools import wraps
from typing import TypeVar

import click

from byestand.cli.param_types import WHOLE_NUMBER, ParsedType
from byestand.cli.usage import OneOf
from byestand.model.event import Event, Switch
from byestand.parse import day, hour

T = TypeVar("T")


def naming_options(command: Callable[..., T]) -> Callable[..., T]:
    """Add the options for club, title, session and date to a command, which receives them as `event`."""
    return _with_event(command, NAMING)


def event_options(command: Callable[..., T]) -> Callable[..., T]:
    """Add the same options, and those for times and arrow switches."""
    return _with_event(command, (*HOURS, *NAMING))


NAMING = (
    click.option("--date", type=ParsedType("YYYY-MM-DD", day), help="Date to print."),
    click.option("--session", default="", metavar="TEXT", help="Session, such as: session 1 of 2."),
    click.option("--title", default="", metavar="TEXT", help="Event title, such as: Tuesday Pairs."),
    click.option("--club", default="", metavar="TEXT", help="Club name to print."),
)
HOURS = (
    click.option(
        "--switch-by",
        type=OneOf(("boards", "chairs")),
        default="boards",
        help="Arrow switch by turning the boards or by changing seats (default boards).",
    ),
    click.option("--minutes", type=WHOLE_NUMBER, metavar="N", help="Minutes per round."),
    click.option("--starts", type=ParsedType("HH:MM", hour), help="Start time of round 1."),
)


def _with_event(
    command: Callable[..., T], options: Sequence[Callable[[Callable[..., T]], Callable[..., T]]]
) -> Callable[..., T]:
    @wraps(command)
    def packed(
        *,
        club: str,
        title: str,
        session: str,
        date: dt.date | None,
        starts: dt.time | None = None,
        minutes: int | None = None,
        switch_by: Switch = "boards",
        **others: object,
    ) -> T:
        return command(**others, event=Event(club, title, session, date, starts, minutes, switch_by))

    optioned: Callable[..., T] = packed
    for option in options:
        optioned = option(optioned)
    return optioned

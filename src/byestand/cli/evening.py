"""What an evening is called, on the command line: options that put club, title, date and hours on every paper."""

import datetime as dt
from collections.abc import Callable, Sequence
from functools import wraps
from typing import TypeVar

import click

from byestand.cli.words import WHOLE_NUMBER, Parsed
from byestand.model.event import Event, Switch
from byestand.typed import day, hour

T = TypeVar("T")


def naming_options(command: Callable[..., T]) -> Callable[..., T]:
    """Add the options that say what is played, where and when; a command gets them as an `event`."""
    return _with_event(command, NAMING)


def event_options(command: Callable[..., T]) -> Callable[..., T]:
    """Add the same options, and those about hours and arrow switches."""
    return _with_event(command, (*HOURS, *NAMING))


NAMING = (
    click.option("--date", type=Parsed("YYYY-MM-DD", day), help="The day to print."),
    click.option("--session", default="", metavar="TEXT", help="Which session it is, like: session 1 of 2."),
    click.option("--title", default="", metavar="TEXT", help="What is played, like: Tuesday Pairs."),
    click.option("--club", default="", metavar="TEXT", help="What to print as the name of the club."),
)
HOURS = (
    click.option(
        "--switch-by",
        type=click.Choice(("boards", "chairs")),
        default="boards",
        help="At an arrow switch turn the boards, or let pairs change chairs.",
    ),
    click.option("--minutes", type=WHOLE_NUMBER, metavar="N", help="How many minutes a round takes."),
    click.option("--starts", type=Parsed("HH:MM", hour), help="When round 1 begins."),
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

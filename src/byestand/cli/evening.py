"""What an evening is called, on the command line: options that put club, title, date and hours on every paper."""

import datetime as dt
from collections.abc import Callable
from typing import TYPE_CHECKING, TypedDict, TypeVar, cast

import click

from byestand.cli.words import WHOLE_NUMBER
from byestand.errors import BadRequest
from byestand.model.event import Event
from byestand.typed import day, hour

if TYPE_CHECKING:
    from byestand.model.event import Switch

Command = TypeVar("Command", bound=Callable[..., object])


class Day(click.ParamType[dt.date]):
    """A day: ``2026-11-17``."""

    name = "YYYY-MM-DD"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> dt.date:
        """Return the day."""
        try:
            return day(str(value))
        except BadRequest as bad:
            self.fail(str(bad), param, ctx)


class Hour(click.ParamType[dt.time]):
    """An hour of the day: ``19:30``."""

    name = "HH:MM"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> dt.time:
        """Return the hour."""
        try:
            return hour(str(value))
        except BadRequest as bad:
            self.fail(str(bad), param, ctx)


class Said(TypedDict):
    """What the options say; nothing where they are left out."""

    club: str
    title: str
    session: str
    date: dt.date | None
    starts: dt.time | None
    minutes: int | None
    switch_by: str


def naming_options(command: Command) -> Command:
    """Add the options that say what is played, where and when; a command gets `club`, `title`, `session` and `date`."""
    for option in (
        click.option("--date", type=Day(), help="The day to print."),
        click.option("--session", default="", metavar="TEXT", help="Which session it is, like: session 1 of 2."),
        click.option("--title", default="", metavar="TEXT", help="What is played, like: Tuesday Pairs."),
        click.option("--club", default="", metavar="TEXT", help="What to print as the name of the club."),
    ):
        command = option(command)
    return command


def event_options(command: Command) -> Command:
    """Add the options to a command; it gets them by the names of `Said`."""
    for option in (
        click.option(
            "--switch-by",
            type=click.Choice(("boards", "chairs")),
            default="boards",
            help="At an arrow switch turn the boards, or let pairs change chairs.",
        ),
        click.option("--minutes", type=WHOLE_NUMBER, metavar="N", help="How many minutes a round takes."),
        click.option("--starts", type=Hour(), help="When round 1 begins."),
    ):
        command = option(command)
    return naming_options(command)


def event_of(said: Said) -> Event:
    """Return the evening that the options tell of."""
    return Event(
        said["club"],
        said["title"],
        said["session"],
        said["date"],
        said["starts"],
        said["minutes"],
        cast("Switch", said["switch_by"]),
    )

"""The heading of every sheet and page of a session: club, title and date, and how the club plays."""

import datetime as dt
from dataclasses import dataclass
from typing import Annotated, Literal

from byestand.errors import BadRequest
from byestand.language import say
from byestand.marks import Whole
from byestand.model.limits import MAX_MINUTES, MAX_NAME_CHARS, Name

Switch = Literal["boards", "chairs"]
"""How arrow switches are made: the boards are turned, or the pairs change chairs."""


@dataclass(frozen=True, slots=True)
class Event:
    """The heading of every sheet of a session, and how the club plays."""

    club: Name = ""
    title: Name = ""
    """"Tuesday Pairs"."""
    session: Name = ""
    """"session 1 of 2"."""
    date: dt.date | None = None
    start_time: dt.time | None = None
    minutes_per_round: Annotated[int, Whole(1, MAX_MINUTES)] | None = None
    switch: Switch = "boards"

    def __post_init__(self) -> None:
        if len(self.club) > MAX_NAME_CHARS:
            raise BadRequest(say("the club name is longer than {limit} characters", limit=MAX_NAME_CHARS))
        if len(self.title) > MAX_NAME_CHARS:
            raise BadRequest(say("the event title is longer than {limit} characters", limit=MAX_NAME_CHARS))
        if len(self.session) > MAX_NAME_CHARS:
            raise BadRequest(say("the session name is longer than {limit} characters", limit=MAX_NAME_CHARS))
        if self.minutes_per_round is not None and not 1 <= self.minutes_per_round <= MAX_MINUTES:
            raise BadRequest(
                say(
                    "minutes per round must be 1 to {limit}, not {minutes}",
                    limit=MAX_MINUTES,
                    minutes=self.minutes_per_round,
                )
            )

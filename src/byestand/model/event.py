"""What stands on every paper and page of a session: the club, the title, the date; and how this club plays."""

import datetime as dt
from dataclasses import dataclass
from typing import Annotated, Literal

from byestand.errors import BadRequest
from byestand.marks import Whole
from byestand.model.limits import MAX_MINUTES, MAX_NAME_CHARS, Name

Switch = Literal["boards", "chairs"]
"""How an arrow is switched: boards are turned and everybody keeps the chair, or pairs change chairs."""


@dataclass(frozen=True, slots=True)
class Event:
    """What stands on every paper of a session: whose it is, what is played, when; and how this club plays."""

    club: Name = ""
    title: Name = ""
    """"Tuesday Pairs"."""
    session: Name = ""
    """"session 1 of 2"."""
    date: dt.date | None = None
    starts: dt.time | None = None
    minutes: Annotated[int, Whole(1, MAX_MINUTES)] | None = None
    """How long a round takes."""
    switch: Switch = "boards"

    def __post_init__(self) -> None:
        for what, words in (("a club's name", self.club), ("a title", self.title), ("a session", self.session)):
            if len(words) > MAX_NAME_CHARS:
                raise BadRequest(f"{what} has at most {MAX_NAME_CHARS} characters here, not {len(words)}")
        if self.minutes is not None and not 1 <= self.minutes <= MAX_MINUTES:
            raise BadRequest(f"a round takes 1 to {MAX_MINUTES} minutes, not {self.minutes}")

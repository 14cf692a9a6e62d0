"""What stands on every paper and page of a session: the club, the title, the date; and how this club plays."""

import datetime as dt
from dataclasses import dataclass
from typing import Literal

from byestand.errors import BadRequest

Switch = Literal["boards", "chairs"]
"""How an arrow is switched: boards are turned and everybody keeps the chair, or pairs change chairs."""

MOST_LETTERS = 60
"""What stands on every page fits on a line."""
MOST_MINUTES = 120


@dataclass(frozen=True, slots=True)
class Event:
    """What stands on every paper of a session: whose it is, what is played, when; and how this club plays."""

    club: str = ""
    title: str = ""
    """"Tuesday Pairs"."""
    session: str = ""
    """"session 1 of 2"."""
    date: dt.date | None = None
    starts: dt.time | None = None
    minutes: int | None = None
    """How long a round takes."""
    switch: Switch = "boards"

    def __post_init__(self) -> None:
        for what, words in (("a club's name", self.club), ("a title", self.title), ("a session", self.session)):
            if len(words) > MOST_LETTERS:
                raise BadRequest(f"{what} has at most {MOST_LETTERS} characters here, not {len(words)}")
        if self.minutes is not None and not 1 <= self.minutes <= MOST_MINUTES:
            raise BadRequest(f"a round takes 1 to {MOST_MINUTES} minutes, not {self.minutes}")

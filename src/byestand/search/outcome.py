"""The three honest answers of a search: here it is, proved impossible, not found in the time given.

Match on them; none of them is ever falsy, None or an empty list:

>>> match Impossible("3 tables cannot seat it", "theorem"):
...     case Found(thing):
...         print("found", thing)
...     case Impossible(because):
...         print("there is none, because", because)
...     case OutOfTime(seconds):
...         print("not found in", seconds, "s")
there is none, because 3 tables cannot seat it
"""

from dataclasses import dataclass
from typing import Generic, TypeVar

from byestand.errors import Proof

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Found(Generic[T]):
    """Here it is."""

    thing: T
    how: str = ""
    """How it was found, and what is known about better ones; a clause, for people."""


@dataclass(frozen=True, slots=True)
class Impossible:
    """There is none, and that is proved."""

    because: str
    """The reason, as a clause that can follow "because"."""
    proof: Proof


@dataclass(frozen=True, slots=True)
class OutOfTime:
    """Not found in the time given: it may exist."""

    seconds: float
    sentence: str = ""
    """What was not found, for people; empty where only the one who asked knows what it is called."""

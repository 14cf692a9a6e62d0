"""Marks for annotations: the limits of a value, and how it is written: ``Annotated[str, Text(80)]``."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Text:
    """A text of at most so many characters; of one line unless it says otherwise."""

    max: int
    lines: bool = False
    """Whether several lines are allowed."""


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number in a range."""

    min: int
    max: int


@dataclass(frozen=True, slots=True)
class Size:
    """A number of members of a list or a mapping."""

    max: int
    min: int = 0


@dataclass(frozen=True, slots=True)
class EmbeddedJson:
    """A text that is a json object of at most so many characters; it is written as that object."""

    max: int


@dataclass(frozen=True, slots=True)
class Instant:
    """Seconds since 1970, up to a limit that milliseconds by mistake exceed."""

    max: float


@dataclass(frozen=True, slots=True)
class OmitDefault:
    """A field that is not written while it equals its default."""

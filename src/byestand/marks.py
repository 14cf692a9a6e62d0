"""Marks for annotations that limit a value or say how it is written: ``Annotated[str, Text(80)]``."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Text:
    """A text of limited length, by default of one line."""

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
    """The number of members of a list or a mapping."""

    max: int
    min: int = 0


@dataclass(frozen=True, slots=True)
class EmbeddedJson:
    """A text that is a JSON object of limited length; it is written as that object."""

    max: int


@dataclass(frozen=True, slots=True)
class Instant:
    """Seconds since 1970, with a limit that a value in milliseconds exceeds."""

    max: float


@dataclass(frozen=True, slots=True)
class OmitDefault:
    """A field that is written only if it differs from its default."""

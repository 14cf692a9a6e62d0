"""Sentences under a heading."""

from collections.abc import Sequence
from dataclasses import dataclass


def first_up(words: str) -> str:
    """Return words as they begin a sentence.

    >>> first_up("pair 7"), first_up("EW 7")
    ('Pair 7', 'EW 7')
    """
    return words[:1].upper() + words[1:]


@dataclass(frozen=True, slots=True)
class Instructions:
    """A heading and what stands under it, a sentence a line."""

    heading: str
    lines: tuple[str, ...]


def instructions_text(parts: Sequence[Instructions]) -> str:
    """Return instructions as lines of text."""
    lines = []
    for part in parts:
        lines += [part.heading, *(f"  {line}" for line in part.lines)]
    return "\n".join(lines) + "\n"

"""Sentences under a heading."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Instructions:
    """A heading and the sentences under it."""

    heading: str
    lines: tuple[str, ...]
    every_round: bool = False
    """Whether they are announced after every round."""


def instructions_text(parts: Sequence[Instructions]) -> str:
    """Return instructions as lines of text."""
    lines = []
    for part in parts:
        lines += [part.heading, *(f"  {line}" for line in part.lines)]
    return "\n".join(lines) + "\n"

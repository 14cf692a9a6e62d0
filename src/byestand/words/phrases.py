"""How things are said: whole phrases with named gaps, and sentences under a heading.

All sentences of `words` are said through `say`. The English phrase is its own key, so that another language is a
catalogue from these phrases to others, looked up here; a phrase with a number in it comes as two, for one and for many.
"""

from collections.abc import Sequence
from dataclasses import dataclass


def say(phrase: str, **gaps: object) -> str:
    """Return a phrase with its gaps filled.

    >>> say("{who} stay.", who="NS pairs")
    'NS pairs stay.'
    """
    return phrase.format(**gaps)


def say_many(one: str, many: str, number: int, **gaps: object) -> str:
    """Return the phrase for one, or that for several, with its gaps filled; ``{number}`` is the number.

    >>> say_many("1 case", "{number} cases", 1), say_many("1 case", "{number} cases", 3)
    ('1 case', '3 cases')
    """
    return say(one if number == 1 else many, number=number, **gaps)


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

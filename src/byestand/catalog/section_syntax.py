"""Sections as typed, ``W1813`` or ``A=M1313 B=W1813``, for all commands and the app.

The text after the letter is a movement code. A caller that also accepts files gives a function that reads a section.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import product
from string import ascii_uppercase
from typing import NamedTuple

from byestand.catalog.lookup import find_judged
from byestand.errors import BadRequest
from byestand.language import say
from byestand.model.boards import Boards
from byestand.model.session import Section, Session


class NamedSection(NamedTuple):
    """One section as typed."""

    letter: str
    """The section letter; empty if not given."""
    text: str
    """A movement code or a file."""
    missing: tuple[str, ...] = ()
    """The missing pairs, by their labels within the section."""
    boards_per_round: int | None = None


def named_sections(
    arguments: Sequence[str], *, missing: Sequence[str] = (), boards_per_round: Sequence[int] | None = None
) -> tuple[NamedSection, ...]:
    """Return the sections of arguments such as ``NAME`` or ``B=NAME``.

    With several sections a missing pair has its section letter, ``BN18``; with one it is optional. Boards per round are
    given once, or for each section.

    >>> named_sections(["A=M1313", "b=W1813"], missing=["BE3"], boards_per_round=[2])[1]
    NamedSection(letter='B', text='W1813', missing=('E3',), boards_per_round=2)
    """
    parts = [split_section_letter(argument) for argument in arguments]
    letters = [letter for letter, _ in parts]
    each_round = _each_round(boards_per_round, len(parts))
    absent: dict[int, list[str]] = {}
    called = with_letters(letters)
    for label in missing:
        home = _home(label, called)
        absent.setdefault(home, []).append(label.strip().upper().removeprefix(called[home]))
    return tuple(
        NamedSection(letter, text, tuple(absent.get(i, ())), each_round[i]) for i, (letter, text) in enumerate(parts)
    )


def split_section_letter(argument: str) -> tuple[str, str]:
    """Return the letter of a section, if it has one, and its movement.

    >>> split_section_letter("b=W1813"), split_section_letter("W1813"), split_section_letter("friday=1.csv")
    (('B', 'W1813'), ('', 'W1813'), ('', 'friday=1.csv'))
    """
    letter, equals, text = argument.partition("=")
    if equals and is_letter(letter.strip()):
        return letter.strip().upper(), text
    if equals and not any(mark in argument for mark in "./\\"):
        raise BadRequest(say("a section has 1 to 3 letters: {argument!r}", argument=argument[:40]))
    return "", argument


def with_letters(letters: Sequence[str]) -> list[str]:
    """Return a letter for each of several sections: the given one, or else the first free one.

    >>> with_letters(["", "A", ""]), with_letters([""])
    (['B', 'A', 'C'], [''])
    """
    given = [letter for letter in letters if letter]
    if len(set(given)) < len(given):
        raise BadRequest(say("sections need different letters, not {letters}", letters=", ".join(given)))
    if len(letters) == 1:
        return list(letters)
    in_order = ("".join(parts) for length in (1, 2, 3) for parts in product(ascii_uppercase, repeat=length))
    free = (letter for letter in in_order if letter not in given)
    return [letter or next(free) for letter in letters]


def is_letter(section: str) -> bool:
    """Return whether a text is a valid section letter: one to three plain letters."""
    return section.isascii() and section.isalpha() and len(section) <= 3


def _home(label: str, letters: Sequence[str]) -> int:
    """Return the section of a missing pair."""
    bare = label.strip().upper()
    homes = [i for i, letter in enumerate(letters) if letter and re.fullmatch(rf"{letter}[NE]?\d+", bare)]
    if homes:
        return homes[0]
    if len(letters) == 1:
        return 0
    example = f"{letters[0] or 'A'}N18"
    raise BadRequest(
        say("give the section of the missing pair, such as {example}: {label!r}", example=example, label=label[:40])
    )


def _each_round(given: Sequence[int] | None, count: int) -> Sequence[int | None]:
    """Return the boards per round of each section; None if not given."""
    if given is None or len(given) == 1:
        return [given[0] if given else None] * count
    if len(given) != count:
        numbers = ",".join(map(str, given))
        raise BadRequest(
            say(
                "give boards per round once, or once for each of {sections} sections: {numbers!r}",
                sections=count,
                numbers=numbers,
            )
        )
    return given


def by_name(named: NamedSection, *, chained: bool = False) -> Section:
    """Return the section of a movement of the catalogue; an individual has seat changes for the boards per round."""
    judged = find_judged(named.text, missing=named.missing, chained=chained, boards_per_round=named.boards_per_round)
    each = len(judged.movement.swivel) or named.boards_per_round
    return Section(judged, Boards(each) if each else None, named.letter)


def session_of(
    arguments: Sequence[str],
    *,
    missing: Sequence[str] = (),
    boards_per_round: Sequence[int] | None = None,
    section_of: Callable[[NamedSection], Section] = by_name,
) -> Session:
    """Return the session of typed sections; several sections without letters get free ones.

    >>> session_of(["M0606R", "W0605"], missing=["BN6"]).describe()
    'AN1-AN6, AE1-AE6, BN1-BN6, BE1-BE6'
    """
    named = named_sections(arguments, missing=missing, boards_per_round=boards_per_round)
    letters = with_letters([section.letter for section in named])
    sections = (replace(section_of(section), letter=letter) for section, letter in zip(named, letters, strict=True))
    return Session(tuple(sections))

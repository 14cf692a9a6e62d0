"""Sections as people name them, ``W1813`` or ``A=M1313 B=W1813``: one reader for all commands and for the app.

What stands after the letter is a name of the catalogue. Where files may stand as well, whoever asks hands in how a
section is read.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import product
from string import ascii_uppercase
from typing import NamedTuple

from byestand.catalog.shelf import find_judged
from byestand.errors import BadRequest
from byestand.language import say
from byestand.model.boards import Boards
from byestand.model.session import Section, Session


class NamedSection(NamedTuple):
    """One section as it was named."""

    letter: str
    """What it is called; empty where nobody said."""
    text: str
    """A name of the catalogue, or a file."""
    missing: tuple[str, ...] = ()
    """Who is not there, by their labels within the section."""
    boards_per_round: int | None = None


def named_sections(
    arguments: Sequence[str], *, missing: Sequence[str] = (), boards_per_round: Sequence[int] | None = None
) -> tuple[NamedSection, ...]:
    """Return what ``NAME`` or ``B=NAME`` stand for, one by one.

    With several sections a missing pair is told with its letter, ``BN18``; with one it need not be. Boards a round are
    told once, or for each section.

    >>> named_sections(["A=M1313", "b=W1813"], missing=["BE3"], boards_per_round=[2])[1]
    NamedSection(letter='B', text='W1813', missing=('E3',), boards_per_round=2)
    """
    parts = [lettered(argument) for argument in arguments]
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


def lettered(argument: str) -> tuple[str, str]:
    """Return the letter of a section, if it has one, and what is played there.

    >>> lettered("b=W1813"), lettered("W1813"), lettered("friday=1.csv")
    (('B', 'W1813'), ('', 'W1813'), ('', 'friday=1.csv'))
    """
    letter, equals, text = argument.partition("=")
    if equals and is_letter(letter.strip()):
        return letter.strip().upper(), text
    if equals and not any(mark in argument for mark in "./\\"):
        raise BadRequest(say("a section has 1 to 3 letters: {argument!r}", argument=argument[:40]))
    return "", argument


def with_letters(told: Sequence[str]) -> list[str]:
    """Return a letter for each of several sections: that which was told, for the others the first that are free.

    >>> with_letters(["", "A", ""]), with_letters([""])
    (['B', 'A', 'C'], [''])
    """
    given = [letter for letter in told if letter]
    if len(set(given)) < len(given):
        raise BadRequest(say("sections need different letters, not {letters}", letters=", ".join(given)))
    if len(told) == 1:
        return list(told)
    in_order = ("".join(letters) for many in (1, 2, 3) for letters in product(ascii_uppercase, repeat=many))
    free = (letter for letter in in_order if letter not in given)
    return [letter or next(free) for letter in told]


def is_letter(section: str) -> bool:
    """Tell whether a section can be called so: one to three plain letters."""
    return section.isascii() and section.isalpha() and len(section) <= 3


def _home(label: str, letters: Sequence[str]) -> int:
    """Return which section a missing pair belongs to."""
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
    """Return the section of a movement of the catalogue; individuals change seats for so many boards a round."""
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
    """Return the session that people name; several sections without letters take those that are free.

    >>> session_of(["M0606R", "W0605"], missing=["BN6"]).describe()
    'AN1-AN6, AE1-AE6, BN1-BN6, BE1-BE6'
    """
    named = named_sections(arguments, missing=missing, boards_per_round=boards_per_round)
    letters = with_letters([section.letter for section in named])
    sections = (replace(section_of(section), letter=letter) for section, letter in zip(named, letters, strict=True))
    return Session(tuple(sections))

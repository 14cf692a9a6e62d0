"""Families that other packages add, through the entry point group `byestand.families`.

What is strange in them is told in one sentence, with the package it comes from: a director did not write it.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from typing import ParamSpec, TypeVar

from byestand.catalog.family import Family, Name
from byestand.errors import ByestandError, FormatError
from byestand.model import Movement

GROUP = "byestand.families"
MOST_LETTERS = 60

P = ParamSpec("P")
T = TypeVar("T")

_PACKAGES: dict[Family, str] = {}
"""Which package a family has come from."""


@cache
def added_families(own: tuple[Family, ...]) -> tuple[Family, ...]:
    """Return the families of other packages; raise where one cannot be used beside our *own* and the others."""
    from importlib.metadata import entry_points  # noqa: PLC0415 - starting up must stay quick

    found: list[Family] = []
    for point in sorted(entry_points(group=GROUP), key=lambda point: point.name):
        package = point.dist.name if point.dist else point.value
        with _blamed_on(package):
            family = point.load()
        if why := _why_unfit(family, (*own, *found)):
            raise _refusal(package, why)
        _PACKAGES[family] = package
        found.append(family)
    return tuple(found)


def made(name: Name) -> Movement:
    """Return the movement that a name without a rover stands for."""
    movement = _asked(name.family, lambda: name.family.make(name))
    if not isinstance(movement, Movement):
        raise _refusal(_PACKAGES.get(name.family, name.family.word), f"its maker makes no movement of {name}")
    return movement


def answers(family: Family, question: Callable[P, Iterable[T]], *args: P.args, **kwargs: P.kwargs) -> Sequence[T]:
    """Return all that a family answers to one of its questions: ``answers(family, family.offers, 18, 13)``."""
    return _asked(family, lambda: tuple(question(*args, **kwargs)))


def _asked(family: Family, question: Callable[[], T]) -> T:
    """Return what a family answers; where one from outside fails it is told which, and not how in twenty lines."""
    if family not in _PACKAGES:
        return question()
    with _blamed_on(_PACKAGES[family]):
        return question()


@contextmanager
def _blamed_on(package: str) -> Iterator[None]:
    try:
        yield
    except ByestandError:
        raise
    except Exception as fault:
        raise _refusal(package, f"{type(fault).__name__}, {str(fault)[:MOST_LETTERS]}") from fault


def _refusal(package: str, why: str) -> FormatError:
    return FormatError(package, f"this package adds a family of movements that cannot be used: {why}")


def _why_unfit(family: object, others: Sequence[Family]) -> str:
    """Return what is wrong with a family; nothing where it can be used."""
    if not isinstance(family, Family):
        return f"expected a Family, not a {type(family).__name__}"
    letters = {(family.letter, variant) for variant in family.variants}
    if not re.fullmatch("[A-Z]", family.letter) or not all(re.fullmatch("[A-Z]?", variant) for _, variant in letters):
        return "a name begins with one capital letter, and a variant is one or none"
    for other in others:
        if other.word == family.word:
            return f"there is a family called {family.word} already"
        if taken := letters & {(other.letter, variant) for variant in other.variants}:
            return f"names with {''.join(min(taken))} are those of the family {other.word}"
    return ""

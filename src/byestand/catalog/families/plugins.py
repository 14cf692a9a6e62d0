"""Families that other packages add through the entry point group `byestand.families`.

Their errors name the package, so that a director knows where they come from.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from typing import ParamSpec, TypeVar

from byestand.catalog.family import Family, Name, PlayersOffer
from byestand.errors import ByestandError, FormatError
from byestand.language import cache_by_language, say
from byestand.model.movement import Movement

GROUP = "byestand.families"
MAX_NAME_CHARS = 80

P = ParamSpec("P")
T = TypeVar("T", Name, PlayersOffer)

_PACKAGES: dict[Family, str] = {}
"""The package of each added family."""


@cache
def added_families(own: tuple[Family, ...]) -> tuple[Family, ...]:
    """Return the families of other packages; raise if one conflicts with the *own* ones or with another."""
    from importlib.metadata import entry_points  # noqa: PLC0415 - start-up must be fast

    families: list[Family] = []
    for point in sorted(entry_points(group=GROUP), key=lambda point: point.name):
        package = point.dist.name if point.dist else point.value
        with _blaming_package(package):
            family = point.load()
        if why := _describe_fault(family, (*own, *families)):
            raise _refusal(package, why)
        _PACKAGES[family] = package
        families.append(family)
    return tuple(families)


@cache_by_language(8)  # the search for a rover needs the same movement again
def make_without_rover(name: Name) -> Movement:
    """Return the movement of a code without a rover."""
    movement = name.family.make(name)
    if not isinstance(movement, Movement):
        raise TypeError(f"the maker of {name} makes no movement")
    return movement


def answers(family: Family, question: Callable[P, Iterable[T]], *args: P.args, **kwargs: P.kwargs) -> Sequence[T]:
    """Return all results of a function of a family: ``answers(family, family.offers, 18, 13)``."""
    with name_plugin_in_errors(family):
        results = tuple(question(*args, **kwargs))
        if not all(isinstance(result, Name | PlayersOffer) for result in results):
            raise TypeError("a family must return names or offers for players")
        return results


@contextmanager
def name_plugin_in_errors(family: Family) -> Iterator[None]:
    """Name the package in errors of an added family; errors of Byestand's families are unchanged."""
    if family not in _PACKAGES:
        yield
        return
    with _blaming_package(_PACKAGES[family]):
        yield


@contextmanager
def _blaming_package(package: str) -> Iterator[None]:
    try:
        yield
    except ByestandError:
        raise
    except Exception as fault:
        raise _refusal(package, f"{type(fault).__name__}, {str(fault)[:MAX_NAME_CHARS]}") from fault


def _refusal(package: str, why: str) -> FormatError:
    return FormatError(package, f"{say('this package adds a family of movements that cannot be used')}: {why}")


def _describe_fault(family: object, others: Sequence[Family]) -> str:
    """Return the problem with a family; empty if it can be used."""
    if not isinstance(family, Family):
        return say("expected a Family, not {type}", type=type(family).__name__)
    letters = {(family.letter, variant) for variant in family.variants}
    if not re.fullmatch("[A-Z]", family.letter) or not all(re.fullmatch("[A-Z]?", variant) for _, variant in letters):
        return say("codes must start with 1 capital letter, and a variant must be 1 capital letter or none")
    for other in others:
        if other.word == family.word:
            return say("a family with this name exists already: {family!r}", family=family.word)
        if taken := letters & {(other.letter, variant) for variant in other.variants}:
            return say(
                "codes with {letters} belong to the family {family}", letters="".join(min(taken)), family=other.word
            )
    return ""

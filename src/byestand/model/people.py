"""People who play, and what they are called."""

from collections.abc import Mapping
from typing import NamedTuple

from byestand.model.limits import Name


class Person(NamedTuple):
    """Somebody who plays: a name, and the number in the club or the federation."""

    name: Name
    number: Name = ""


People = Mapping[str, tuple[Person, ...]]
"""Who each contestant is, by its label: ``{"N3": (Person("Anna"), Person("Boris"))}``.

A pair of which only one name for both is known has one person of that name.
"""

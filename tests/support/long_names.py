"""Sections in which all contestants have long names."""

from dataclasses import replace

from byestand.catalog import find
from byestand.model.people import Contestant, Person
from byestand.model.session import Section
from tests.support.sections import section

LONG = (
    "Maria-Magdalena Hohenstein-Zollernburg",
    "Bartholomew García Fernández de la Vega",
    "Christopher Papadopoulou-Konstantinidou",
    "Wolfgang-Alexander van den Berghe",
    "Bo Ng",
)


def with_long_names(name: str, boards: int = 2) -> Section:
    here = section(find(name), boards)
    field, alone = here.movement.field, here.movement.is_individual
    people = {
        field.label(c): Contestant(tuple(Person(LONG[(c + k) % len(LONG)]) for k in range(1 if alone else 2)))
        for c in field.present
    }
    return replace(here, contestants=people)

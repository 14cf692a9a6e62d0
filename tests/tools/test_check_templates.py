"""The check of templates against their views finds what is planted, and nothing in what is right."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

import pytest
from jinja2 import DictLoader, Environment

from check_templates import check


class Pair(NamedTuple):
    label: str
    name: str


@dataclass(frozen=True)
class Table:
    number: int
    pairs: tuple[Pair, Pair]

    @property
    def first(self) -> Pair:
        return self.pairs[0]

    def link(self, to: str) -> str:
        return f"{self.number}{to}"


@dataclass(frozen=True)
class RoomView:
    template: ClassVar = "room.html"
    title: str
    best: Table | None
    tables: tuple[Table, ...]
    by_label: Mapping[str, Pair]

    def __iter__(self) -> Iterator[Table]:
        return iter(self.tables)


MACROS = """{% macro shown(pair, words='') %}{{ words }}{{ pair.label }}{{ pair.name | upper }}{% endmacro %}
{% macro framed(words) %}{{ words }}{{ caller() }}{% endmacro %}"""
GOOD = """{% from "macros.html" import shown, framed %}{{ view.title | upper }}{% include "part.html" %}
{% for table in view.tables if table.number > 1 %}{{ loop.index }}{{ table.first.name }}{{ shown(table.first, "a") }}
{% for label, name in table.pairs %}{{ label.lower() }}{% endfor %}{{ table.link("/")[1:] }}{{ table.pairs[0].name }}
{% endfor %}{% for label, pair in view.by_label.items() %}{{ pair.name }}{% endfor %}{{ view.by_label["N1"].name }}
{% if view.best %}{% set best = view.best %}{{ best.number }}{% endif %}
{% for table in view %}{{ table.first }}{% endfor %}
{% call framed(view.title) %}{{ view.tables[0].number }}{% endcall %}
"""


def faults(room: str, part: str = "{{ view.title }}", macros: str = MACROS) -> set[str]:
    loader = DictLoader({"room.html": room, "part.html": part, "macros.html": macros})
    return check(Environment(loader=loader, autoescape=True), {"room.html": [RoomView]}).faults


def test_what_is_right_has_no_faults() -> None:
    assert faults(GOOD) == set()


@pytest.mark.parametrize(
    ("right", "wrong", "said"),
    [
        ("view.title", "title", "room.html:1: a name that is not in the view: title"),
        ("view.title", "view.titel", "room.html:1: no attribute 'titel' in RoomView"),
        ("table.first.name", "table.first.nam", "room.html:2: no attribute 'nam' in Pair"),
        ("table.number > 1", "table.size > 1", "room.html:2: no attribute 'size' in Table"),
        ("shown(table.first,", "shown(table,", "room.html:2: in shown: no attribute 'label' in Table"),
        ("label, name in table.pairs", "label, name, who in table.pairs", "room.html:3: 3 names for 2 values"),
        ("table.pairs[0].name", "table.pairs[0].names", "room.html:3: no attribute 'names' in Pair"),
        ("{{ pair.name }}", "{{ pair.table }}", "room.html:4: no attribute 'table' in Pair"),
        ('["N1"].name', '["N1"].table', "room.html:4: no attribute 'table' in Pair"),
        ("loop.index", "loop.indx", "room.html:2: no attribute 'indx' in LoopContext"),
        ("best.number", "best.numbers", "room.html:5: no attribute 'numbers' in Table"),
        ("{{ table.first }}", "{{ table.last }}", "room.html:6: no attribute 'last' in Table"),
        ("view.tables[0].number", "view.tables[0].numbers", "room.html:7: no attribute 'numbers' in Table"),
        ("framed(view.title)", "framed(view.name)", "room.html:7: no attribute 'name' in RoomView"),
        ('table.link("/")', "table.link(where)", "room.html:3: a name that is not in the view: where"),
    ],
)
def test_a_planted_fault_is_found_where_it_is(right: str, wrong: str, said: str) -> None:
    assert right in GOOD
    assert said in faults(GOOD.replace(right, wrong, 1))


def test_included_templates_are_checked_with_the_same_view() -> None:
    assert faults(GOOD, part="{{ view.gone }}") == {"part.html:1: no attribute 'gone' in RoomView"}


def test_a_template_without_a_view_is_a_fault() -> None:
    loader = DictLoader({"alone.html": "{{ view.title }}"})
    assert check(Environment(loader=loader, autoescape=True), {}).faults == {"alone.html: no view has this template"}


@pytest.mark.parametrize(
    ("planted", "fault"),
    [
        ("x" * 121, "121 characters in a line"),
        ("{{ view.tables[0].number + 1 }}", "arithmetic, which belongs in the view: +"),
        ("{% if view.tables[0].number // 2 %}{% endif %}", "arithmetic, which belongs in the view: //"),
        ('{{ "table" if view.tables[0].number == 1 else "tables" }}', "a plural by hand"),
        ('{{ "" if view.tables[0].number == 1 else "s" }}', "a plural by hand"),
    ],
)
def test_long_lines_arithmetic_and_plurals_are_faults(planted: str, fault: str) -> None:
    (found,) = faults(GOOD + planted)
    assert found.startswith("room.html:")
    assert fault in found


def test_a_choice_of_words_is_no_plural_and_120_characters_are_no_long_line() -> None:
    assert faults(GOOD + '{{ "one" if view.best else "none" }}\n' + "x" * 120) == set()

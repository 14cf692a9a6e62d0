"""The check of templates against their views finds what is planted, and nothing in what is right."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, NamedTuple

import pytest
from jinja2 import DictLoader, Environment, FileSystemLoader
from jinja2.ext import InternationalizationExtension

from check_templates import check
from template_rules import foreign_templates


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


MACROS = """{% macro shown(pair, words='') %}{{ words }}{{ pair.label }}{{ pair.name | urlencode }}{% endmacro %}
{% macro framed(words) %}{{ words }}{{ caller() }}{% endmacro %}"""
GOOD = """{% from "macros.html" import shown, framed %}{{ view.title | urlencode }}{% include "part.html" %}
{% for table in view.tables if table.number > 1 %}{{ loop.index }}{{ table.first.name }}{{ shown(table.first, "a") }}
{% for label, name in table.pairs %}{{ label.lower() }}{% endfor %}{{ table.link("/")[1:] }}{{ table.pairs[0].name }}
{% endfor %}{% for label, pair in view.by_label.items() %}{{ pair.name }}{% endfor %}{{ view.by_label["N1"].name }}
{% if view.best %}{% set best = view.best %}{{ best.number }}{% endif %}
{% for table in view %}{{ table.first }}{% endfor %}
{% call framed(view.title) %}{{ view.tables[0].number }}{% endcall %}
"""


def faults(room: str, part: str = "{{ view.title }}", macros: str = MACROS) -> set[str]:
    loader = DictLoader({"room.html": room, "part.html": part, "macros.html": macros})
    env = Environment(loader=loader, autoescape=True, extensions=[InternationalizationExtension])
    env.install_null_translations(newstyle=True)  # type: ignore[attr-defined]  # the extension adds it
    return check(env, {"room.html": [RoomView]}).faults


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


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ('{% from "wall.html" import clock %}', "a template of another page: wall.html"),
        ('{% include "wall.html" %}', "a template of another page: wall.html"),
        ('{% include ["desk_parts.html", "wall.html"] %}', "a template of another page: wall.html"),
        ("{% include view.title %}", "a template by a computed name"),
        ('{% include "desk_parts.html" %}', ""),
    ],
)
def test_a_page_includes_no_template_of_another_page(text: str, fault: str, tmp_path: Path) -> None:
    for path, contents in {"desk/desk.html": text, "desk/desk_parts.html": "", "wall/wall.html": ""}.items():
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text(contents, encoding="utf-8")
    env = Environment(loader=FileSystemLoader([tmp_path / "desk", tmp_path / "wall"]), autoescape=True)
    assert "".join(foreign_templates(env)).startswith(f"desk.html:1: {fault}" if fault else "")
    assert bool(fault) == bool([*foreign_templates(env)])


def test_a_template_without_a_view_is_a_fault() -> None:
    loader = DictLoader({"alone.html": "{{ view.title }}"})
    assert check(Environment(loader=loader, autoescape=True), {}).faults == {"alone.html: no view has this template"}


@pytest.mark.parametrize(
    ("planted", "fault"),
    [
        ("1" * 121, "121 characters in a line"),
        ("{{ view.tables[0].number + 1 }}", "arithmetic, which belongs in the view: +"),
        ("{% if view.tables[0].number // 2 %}{% endif %}", "arithmetic, which belongs in the view: //"),
        ('<i class="{{ "table" if view.tables[0].number == 1 else "tables" }}"></i>', "a plural by hand"),
        ('<i class="{{ "" if view.tables[0].number == 1 else "s" }}"></i>', "a plural by hand"),
    ],
)
def test_long_lines_arithmetic_and_plurals_are_faults(planted: str, fault: str) -> None:
    (found,) = faults(GOOD + planted)
    assert found.startswith("room.html:")
    assert fault in found


def test_a_choice_of_words_is_no_plural_and_120_characters_are_no_long_line() -> None:
    assert faults(GOOD + '<i class="{{ "one" if view.best else "none" }}"></i>\n' + "1" * 120) == set()


@pytest.mark.parametrize(
    ("planted", "fault"),
    [
        ("<p>no table</p>", "text that is not in the catalogue: no table"),
        ("<p>{{ view.title }} at</p>", "text that is not in the catalogue: … at"),
        ('<p title="tables"></p>', "text that is not in the catalogue: tables"),
        ('<p data-text-lost="{{ "lost" if view.best }}"></p>', "text that is not in the catalogue: lost"),
        ('<p>{{ view.title or "none" }}</p>', "text that is not in the catalogue: none"),
        ('<p>{{ view.tables | join(" and ") }}</p>', "text that is not in the catalogue:  and "),
        ('{% set heading = "Tables" %}', "text that is not in the catalogue: Tables"),
        ('{% set heading = "all the tables" %}', "text that is not in the catalogue: all the tables"),
        ("{{ view.title | upper }}", "a filter that edits text: upper"),
        ('{{ _("table " ~ view.title) }}', "a phrase that is put together at run time"),
        ('{{ _("one" if view.best else "two") }}', "a phrase that is put together at run time"),
        ("{% trans name=view.gone %}Table {{ name }}{% endtrans %}", "no attribute 'gone' in RoomView"),
        ("{% trans name=gone %}Table {{ name }}{% endtrans %}", "a name that is not in the view: gone"),
    ],
)
def test_text_outside_of_the_catalogue_is_a_fault(planted: str, fault: str) -> None:
    (found,) = faults(GOOD + planted)
    assert found == f"room.html:8: {fault}"


@pytest.mark.parametrize(
    "planted",
    [
        "{% trans n=view.tables[0].number %}{{ n }} table{% pluralize %}{{ n }} tables{% endtrans %}",
        '<p aria-label="{% trans %}All tables{% endtrans %}">Byestand, N5, 19:30</p>',
        '<p class="soft" title="{{ _("Tables of %(name)s", name=view.title) }}">{{ _("Tables") }} · 7 × 3</p>',
        "<code>byestand serve</code><kbd>4s n 10</kbd><script>const name = 7;</script>{# a comment #}",
        '{{ shown(view.tables[0].first, _("a")) }}{{ "%.1f" | format(view.tables[0].number) }}',
    ],
)
def test_phrases_of_the_catalogue_names_and_codes_are_no_faults(planted: str) -> None:
    assert faults(GOOD + planted) == set()

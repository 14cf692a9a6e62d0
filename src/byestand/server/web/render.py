"""Templates: everything that is put into a page is escaped, and a name that is not there is an error."""

import re
from collections.abc import Sequence
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import ClassVar, Protocol, TypeVar

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from byestand.server.jobs.results import Page
from byestand.server.web.links import movement_url
from byestand.words.glossary import GLOSSARY
from byestand.words.numbers import between

PAGES = Path(__file__).parents[1] / "pages"
"""The folders of all features, each with its own templates, scripts and stylesheets."""

T = TypeVar("T")

_NAME = re.compile(r"\b[HIMRSW]\d{4}(?:\d\d)?[A-Z]{0,3}\b", re.ASCII)
_FILE_FIRST = re.compile(r"[^:]*\.\w{2,5}(, [^:]*)?: ")


@cache
def environment() -> Environment:
    """Return the one place where templates are loaded."""
    found = Environment(
        loader=FileSystemLoader([Path(__file__).parent / "templates", *sorted(PAGES.iterdir())]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    found.globals["glossary"] = GLOSSARY
    found.globals["movement_url"] = movement_url
    found.filters["sentence"] = sentence
    found.filters["between"] = between
    found.filters["local_time"] = local_time
    found.filters["plural"] = plural
    found.filters["at"] = at_round
    found.filters["names_in"] = names_in
    return found


def sentence(text: str) -> str:
    """Return words as a sentence: a capital at the beginning and a full stop at the end.

    >>> sentence("needs 2 sets")
    'Needs 2 sets.'

    What begins with the name of a file keeps it as it is:

    >>> sentence("game.mov: too short")
    'game.mov: too short.'
    """
    first = text[:1] if _FILE_FIRST.match(text) else text[:1].upper()
    whole = first + text[1:].replace(" %", "\N{NO-BREAK SPACE}%")
    return whole if whole.endswith((".", "?", "!", ":")) else f"{whole}."


def plural(number: int | str, word: str) -> str:
    """Return a word as it stands after a number.

    >>> plural(1, "board"), plural(2, "board"), plural("0", "board")
    ('board', 'boards', 'boards')
    """
    return word if str(number) == "1" else f"{word}s"


def at_round(values: Sequence[T], round: int) -> T:
    """Return what holds in a round, of values for every round.

    >>> at_round(("first", "second"), 2)
    'second'
    """
    return values[round - 1]


def names_in(text: str) -> tuple[str, ...]:
    """Return the movements that a refusal names in place of the one that it quotes.

    >>> names_in("no Web has 19 tables and 12 deal groups; use W191312 or W1812ER: 'W1912'")
    ('W191312', 'W1812ER')
    """
    told, _, quoted = text.rpartition(": ")
    return tuple(dict.fromkeys(name for name in _NAME.findall(told) if name not in quoted))


def local_time(text: str) -> str:
    """Return a moment as the file of nights has it, in UTC, by the clock of this machine."""
    return datetime.fromisoformat(text).replace(tzinfo=UTC).astimezone().strftime("%Y-%m-%d %H:%M")


class View(Protocol):
    """What a template shows: a frozen dataclass, which the template has under the name `view`."""

    template: ClassVar[str]


def render(view: View) -> str:
    """Return the text of a template with its view."""
    return environment().get_template(view.template).render(view=view)


def render_page(view: View, title: str, *, status: int = 200) -> Page:
    """Return the inside of a page."""
    return Page(render(view).encode(), title, status)

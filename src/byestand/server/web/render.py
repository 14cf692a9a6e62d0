"""Templates: everything that is put into a page is escaped, and a name that is not there is an error."""

import re
from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC, datetime
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import ClassVar, Protocol, TypeVar

from jinja2 import Environment, FileSystemBytecodeCache, FileSystemLoader, StrictUndefined
from jinja2.bccache import Bucket
from jinja2.ext import InternationalizationExtension

from byestand.language import translate, translate_in, translate_plural
from byestand.server.jobs.results import Page
from byestand.server.web.app_url import PAGES, AppUrls, app_url
from byestand.server.web.query import movement_url
from byestand.words.glossary import GLOSSARY
from byestand.words.numbers import between

T = TypeVar("T")

_NAME = re.compile(r"\b[HIMRSW]\d{4}(?:\d\d)?[A-Z]{0,3}\b", re.ASCII)
_FILE_FIRST = re.compile(r"[^:]*\.\w{2,5}(, [^:]*)?: ")


class TemplateCache(FileSystemBytecodeCache):
    """Jinja's cache of compiled templates; what cannot be read or written is left alone."""

    def load_bytecode(self, bucket: Bucket) -> None:
        """Read a compiled template, if it is whole."""
        with suppress(Exception):  # whatever is wrong with a file, the template is compiled again
            super().load_bytecode(bucket)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Write a compiled template, if there is room."""
        with suppress(OSError):
            super().dump_bytecode(bucket)


def template_cache() -> TemplateCache | None:
    """Return the cache for all processes of the user, where the system has a safe folder for temporary files.

    Jinja compares the source of a template; the names of the files tell how it was changed before it was compiled.
    """
    compiler = sha256(Path(__file__).with_name("app_url.py").read_bytes()).hexdigest()[:12]
    with suppress(OSError, RuntimeError):
        return TemplateCache(pattern=f"byestand-{compiler}-%s.cache")
    return None


@cache
def environment() -> Environment:
    """Return the one place where templates are loaded."""
    found = Environment(
        loader=FileSystemLoader([Path(__file__).parent / "templates", *sorted(PAGES.iterdir())]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        extensions=[AppUrls, InternationalizationExtension],
        auto_reload=False,
        bytecode_cache=template_cache(),
    )
    found.policies["ext.i18n.trimmed"] = True
    found.install_gettext_callables(  # type: ignore[attr-defined]  # the extension adds it
        translate, translate_plural, newstyle=True, pgettext=translate_in
    )
    found.globals["app_url"] = app_url
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

"""Templates: values are escaped, and an unknown name is an error."""

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

from byestand.language import current_language, translate, translate_in, translate_plural
from byestand.server.jobs.job_results import JobPage
from byestand.server.web.app_url import PAGES, app_url
from byestand.server.web.family_texts import family_text
from byestand.server.web.glossary import GLOSSARY
from byestand.server.web.query import movement_url
from byestand.server.web.template_phrases import Phrases, UrlsOutsidePhrases
from byestand.words.numbers import between, ranges
from byestand.words.seats import seat_text

T = TypeVar("T")

_NAME = re.compile(r"\b[HIMRSW]\d{4}(?:\d\d)?[A-Z]{0,3}\b", re.ASCII)
_QUOTED = re.compile(r"""(?<!\w)(?:'[^']*'|"[^"]*")(?!\w)""")


class TemplateCache(FileSystemBytecodeCache):
    """Jinja's cache of compiled templates. A file that cannot be read or written is ignored."""

    def load_bytecode(self, bucket: Bucket) -> None:
        """Read a compiled template, if the file is complete."""
        with suppress(Exception):  # the template is compiled again if anything is wrong with the file
            super().load_bytecode(bucket)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Write a compiled template, if the disk has space."""
        with suppress(OSError):
            super().dump_bytecode(bucket)


def template_cache() -> TemplateCache | None:
    """Return the cache for all processes of the user, or None without a safe folder for temporary files.

    Jinja compares the source of a template. The file names contain a hash of the extensions that change it.
    """
    extensions = (Path(__file__).with_name(name).read_bytes() for name in ("app_url.py", "template_phrases.py"))
    compiler = sha256(b"".join(extensions)).hexdigest()[:12]
    with suppress(OSError, RuntimeError):
        return TemplateCache(pattern=f"byestand-{compiler}-%s.cache")
    return None


@cache
def environment() -> Environment:
    """Return the environment that loads all templates."""
    templates = Environment(
        loader=FileSystemLoader([Path(__file__).parent / "templates", *sorted(PAGES.iterdir())]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        extensions=[UrlsOutsidePhrases, Phrases],
        auto_reload=False,
        bytecode_cache=template_cache(),
    )
    templates.policies["ext.i18n.trimmed"] = True
    templates.install_gettext_callables(  # type: ignore[attr-defined]  # the extension adds it
        translate, translate_plural, newstyle=True, pgettext=translate_in
    )
    templates.globals["app_url"] = app_url
    templates.globals["current_language"] = current_language
    templates.globals["glossary"] = GLOSSARY
    templates.globals["movement_url"] = movement_url
    templates.filters["between"] = between
    templates.filters["local_time"] = local_time
    templates.filters["at"] = at_round
    templates.filters["names_in"] = names_in
    templates.filters["seat_text"] = seat_text
    templates.filters["family_text"] = family_text
    templates.filters["ranges"] = page_ranges
    templates.filters["sentence_class"] = sentence_class
    return templates


def page_ranges(numbers: Sequence[int]) -> str:
    """Return numbers with their runs joined by dashes, as on pages.

    >>> page_ranges((10, 11, 12, 19))
    '10–12, 19'
    """
    return ranges(numbers).replace("-", "–")


def sentence_class(text: str) -> str:
    """Return the class that gives a text a capital; none if it starts with a file name or an extension.

    >>> sentence_class("the file is empty"), sentence_class("bad.csv: the file is empty"), sentence_class(".MOV files")
    ('sentence', '', '')
    """
    first = text.partition(" ")[0].rstrip(".")
    return "" if "." in first or first.endswith(":") else "sentence"


def at_round(values: Sequence[T], round: int) -> T:
    """Return the value for a round, from values for all rounds.

    >>> at_round(("first", "second"), 2)
    'second'
    """
    return values[round - 1]


def names_in(text: str) -> tuple[str, ...]:
    """Return the movement codes that an error suggests instead of the quoted one, in any language.

    >>> names_in("no Web has 19 tables and 12 deal groups; use W191312 or W1812ER: 'W1912'")
    ('W191312', 'W1812ER')
    """
    quoted = " ".join(_QUOTED.findall(text)).upper()
    names = _NAME.findall(_QUOTED.sub(" ", text)) if quoted else ()
    return tuple(dict.fromkeys(name for name in names if name not in quoted))


def local_time(text: str) -> str:
    """Return a stored UTC time as local date and time."""
    return datetime.fromisoformat(text).replace(tzinfo=UTC).astimezone().strftime("%Y-%m-%d %H:%M")


class View(Protocol):
    """Data of a template: a frozen dataclass, available in the template as `view`."""

    template: ClassVar[str]


def render(view: View) -> str:
    """Return the text of a template with its view."""
    return environment().get_template(view.template).render(view=view)


def render_page(view: View, title: str, *, status: int = 200) -> JobPage:
    """Return the content of a page, without its frame."""
    return JobPage(render(view).encode(), title, status)

"""Everything that people read, as phrases of a catalogue.

The English phrase is the key of the catalogue. A gap such as ``{round}`` takes a number, a label or a name, never
another phrase: languages with cases could not decline it. English needs no catalogue.
"""

import gettext as catalogues
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache, lru_cache, wraps
from typing import ParamSpec, TypeVar

ENGLISH = "en"
PSEUDO = "xx"
"""A test language that puts every phrase between « and »: text outside of them is not in the catalogue."""
LANGUAGES = (ENGLISH, PSEUDO)

P = ParamSpec("P")
R = TypeVar("R")

_language: ContextVar[str] = ContextVar("language", default=ENGLISH)


@cache
def _template_phrases() -> frozenset[str]:
    """Return every phrase that the template of the catalogues has."""
    import json  # noqa: PLC0415 - only the test language needs these, and commands start without them
    import re  # noqa: PLC0415
    from pathlib import Path  # noqa: PLC0415

    template = Path(__file__).parent.joinpath("locale", "byestand.pot").read_text(encoding="utf-8")
    entries = re.findall(r'^msgid(?:_plural)? ((?:".*"\n)+)', template, re.MULTILINE)
    return frozenset("".join(map(json.loads, entry.splitlines())) for entry in entries)


class _PseudoCatalogue(catalogues.NullTranslations):
    """Puts every phrase of the template between « and »; a phrase that was not extracted stays bare."""

    def gettext(self, message: str) -> str:
        return f"«{message}»" if message in _template_phrases() else message

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)

    def pgettext(self, context: str, message: str) -> str:  # noqa: ARG002 - as in the base class
        return self.gettext(message)


_CATALOGUES = {ENGLISH: catalogues.NullTranslations(), PSEUDO: _PseudoCatalogue()}


@contextmanager
def use_language(code: str) -> Iterator[None]:
    """Say everything inside of the ``with`` block in a language."""
    token = _language.set(code)
    try:
        yield
    finally:
        _language.reset(token)


def current_language() -> str:
    """Return the code of the language in use."""
    return _language.get()


def cache_by_language(most: int) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Cache the last results of a function like `lru_cache`, for each language: the results have texts."""

    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        @lru_cache(maxsize=most)
        def cached_function(_language: str, *args: P.args, **kwargs: P.kwargs) -> R:
            return function(*args, **kwargs)

        @wraps(function)
        def cached(*args: P.args, **kwargs: P.kwargs) -> R:
            return cached_function(current_language(), *args, **kwargs)  # type: ignore[arg-type]  # hashable

        return cached

    return decorate


def say(phrase: str, /, **gaps: object) -> str:
    """Return a phrase in the language in use, with its gaps filled.

    >>> say("Round {round} called", round=5)
    'Round 5 called'
    """
    return translate(phrase).format(**gaps)


def say_many(one: str, many: str, number: int, /, **gaps: object) -> str:
    """Return the phrase for one or the phrase for several; ``{number}`` is the number.

    >>> say_many("1 set", "{number} sets", 1), say_many("1 set", "{number} sets", 3)
    ('1 set', '3 sets')
    """
    return translate_plural(one, many, number).format(number=number, **gaps)


def say_in(context: str, phrase: str, /, **gaps: object) -> str:
    """Return a phrase that needs a context, because the same English words are translated differently elsewhere.

    >>> say_in("seat", "N")
    'N'
    """
    return translate_in(context, phrase).format(**gaps)


def phrase(text: str) -> str:
    """Mark a phrase for the catalogue where it is stored, for example in a table. `say` translates it later."""
    return text


def translate(message: str) -> str:
    """Return a phrase in the language in use, with its gaps still open."""
    return _CATALOGUES[_language.get()].gettext(message)


def translate_plural(one: str, many: str, number: int) -> str:
    """Return the phrase for a number in the language in use, with its gaps still open."""
    return _CATALOGUES[_language.get()].ngettext(one, many, number)


def translate_in(context: str, message: str) -> str:
    """Return a phrase with a context in the language in use, with its gaps still open."""
    return _CATALOGUES[_language.get()].pgettext(context, message)

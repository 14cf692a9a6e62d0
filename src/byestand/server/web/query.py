"""Addresses of pages, and their queries as texts, numbers, ranges and choices.

Queries are read as strictly as a command line.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias
from urllib.parse import urlencode

from byestand.errors import BadRequest
from byestand.language import say
from byestand.model.setup import CatalogMovement, SectionSetup
from byestand.parse import rounds, span
from byestand.sanitize import plain_number


def with_query(path: str, query: Iterable[tuple[str, str]], changes: Mapping[str, object]) -> str:
    """Return an address with a changed query; None removes a name, a tuple repeats it for each value.

    >>> with_query("/m/W1813", [("round", "6"), ("boards", "2")], {"round": None, "missing": ("E18", "E17")})
    '/m/W1813?boards=2&missing=E18&missing=E17'
    """
    pairs = [(name, text) for name, text in query if name not in changes]
    for name, value in changes.items():
        values = value if isinstance(value, (tuple, list)) else () if value is None else (value,)
        pairs += [(name, str(item)) for item in values]
    encoded = urlencode(pairs)
    return f"{path}?{encoded}" if encoded else path or "?"


def repair_path(night: int, letter: str) -> str:
    """Return the page for a problem in a section of a session."""
    return f"/nights/{night}/section/{letter}/wrong"


def movement_path(section: SectionSetup, *, night: int | None = None) -> str:
    """Return the page of a movement: by its code, or as a section of a session.

    >>> movement_path(SectionSetup("B", CatalogMovement("W1813"))), movement_path(
    ...     SectionSetup("B", CatalogMovement("W1813")), night=3
    ... )
    ('/m/W1813', '/nights/3/section/B')
    """
    return f"/m/{section.movement.name}" if night is None else f"/nights/{night}/section/{section.letter}"


def movement_url(section: SectionSetup, path: str = "", *, sets: int | None = None, night: int | None = None) -> str:
    """Return the address of a movement with its set-up, or of a page below it.

    >>> movement_url(SectionSetup("A", CatalogMovement("W1813", ("E18",))), "/paper", sets=1)
    '/m/W1813/paper?missing=E18&boards=2&cases=1'
    """
    source, boards = section.movement, section.boards
    rounds = source.switch_rounds
    query = {
        "missing": source.missing or None,
        "boards": boards.per_round if boards else 0,
        "first": boards.first if boards and boards.first > 1 else None,
        "winners": 1 if source.one_winner else None,
        "switch": None if rounds is None else ",".join(map(str, rounds)) or "none",
        "chain": 1 if isinstance(source, CatalogMovement) and source.chained else None,
        "cases": sets,
    }
    return with_query(f"{movement_path(section, night=night)}{path}", (), query)


Pairs: TypeAlias = tuple[tuple[str, str], ...]

MAX_VALUE_CHARS = 200
MAX_QUERY_VALUES = 64


@dataclass(frozen=True, slots=True)
class Query:
    """A query or a form; empty fields are left out."""

    pairs: Pairs = ()

    @classmethod
    def from_pairs(cls, items: Iterable[tuple[str, str]]) -> "Query":
        """Return a query without empty fields; raise BadRequest if it is too long."""
        pairs = tuple((name, text.strip()) for name, text in items if text.strip())
        if len(pairs) > MAX_QUERY_VALUES or any(len(name) + len(text) > MAX_VALUE_CHARS for name, text in pairs):
            raise BadRequest(say("the URL is too long"))
        return cls(pairs)

    def text(self, name: str, default: str = "") -> str:
        """Return the text of a field; of several the last."""
        return next((text for key, text in reversed(self.pairs) if key == name), default)

    def texts(self, name: str) -> tuple[str, ...]:
        """Return all values of a field, which may be repeated or separated by commas."""
        texts = [text for key, text in self.pairs if key == name]
        return tuple(part for text in texts for part in text.replace(",", " ").split())

    def lines(self, name: str) -> tuple[str, ...]:
        """Return all texts of a repeated field, with their commas."""
        return tuple(text for key, text in self.pairs if key == name)

    def flag(self, name: str) -> bool:
        """Return whether a box was ticked."""
        return self.text(name).lower() in ("1", "yes", "on", "true")

    def number(self, name: str) -> int | None:
        """Return a whole number; None if the field is empty."""
        text = self.text(name)
        if not text:
            return None
        number = plain_number(text)
        if number is None:
            raise BadRequest(say("{field} must be a whole number: {text!r}", field=_words(name), text=text[:40]))
        return number

    def span(self, name: str) -> range | None:
        """Return a number or a range of numbers: ``18`` or ``14-20``."""
        text = self.text(name)
        try:
            return span(text) if text else None
        except BadRequest as bad:
            raise BadRequest(f"{_words(name)}: {bad}") from bad

    def figure(self, name: str) -> float | None:
        """Return a number that may have a decimal point."""
        text = self.text(name).replace(",", ".")
        if not text:
            return None
        whole, point, rest = text.partition(".")
        if plain_number(whole) is None or (point and plain_number(rest) is None):
            raise BadRequest(say("{field} must be a number: {text!r}", field=_words(name), text=text[:40]))
        return float(text)

    def choice(self, name: str, known: Sequence[str]) -> str:
        """Return one of the known words; the first if the field is empty."""
        text = self.text(name, known[0]).lower()
        if text not in known:
            raise BadRequest(
                say(
                    "{field} must be one of {known}: {text!r}",
                    field=_words(name),
                    known=", ".join(known),
                    text=text[:40],
                )
            )
        return text

    def link(self, path: str = "", **changes: object) -> str:
        """Return an address with this query and some changes; None removes a field."""
        return with_query(path, self.pairs, changes)


def switch_rounds_in_query(asked: Query) -> tuple[int, ...] | None:
    """Return the rounds of the arrow switch in a query; None if there are none."""
    texts = asked.texts("switch")
    try:
        return rounds(" ".join(texts)) if texts else None
    except BadRequest as bad:
        raise BadRequest(f"{_words('switch')}: {bad}") from bad


def _words(name: str) -> str:
    """Return the name of a field as the error shows it; it is a key of the API, so it is not translated."""
    return name.replace("_", " ")

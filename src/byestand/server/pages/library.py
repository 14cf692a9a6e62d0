"""The library: the whole catalogue, to browse, to filter, and to take away."""

from typing import Any

from byestand.catalog import FAMILIES, listing
from byestand.catalog.names import MOST_TABLES
from byestand.errors import ByestandError
from byestand.formats.registry import FORMATS
from byestand.server.answers import Answer, refusal
from byestand.server.asking import Asked, Pairs
from byestand.server.rendering import rendered

USUAL_TABLES = range(8, 13)
FILTERS = ("tables", "rounds", "groups", "family", "rovers")


def content(pairs: Pairs) -> Answer:
    """Return the page: a filter, and what it lets through."""
    asked = Asked(pairs)
    context: dict[str, Any] = {
        "asked": asked,
        "families": tuple(FAMILIES.values()),
        "formats": tuple(FORMATS.values()),
        "tables": range(2, MOST_TABLES + 1),
    }
    try:
        family = asked.text("family")
        nothing_said = not any(asked.text(name) for name in FILTERS)
        entries = tuple(
            listing(
                tables=asked.span("tables") or (USUAL_TABLES if nothing_said else None),
                rounds=asked.span("rounds"),
                deal_groups=asked.span("groups"),
                family=family or None,
                rovers=asked.flag("rovers"),
            )
        )
    except ByestandError as no:
        said = refusal(no)
        return rendered("library.html", "Library", status=said.status, entries=(), refused=said.sentence, **context)
    return rendered("library.html", "Library", entries=entries, refused="", **context)

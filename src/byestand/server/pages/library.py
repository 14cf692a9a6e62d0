"""The library: the whole catalogue, to browse, to filter, and to take away."""

from typing import Any

from byestand.catalog import families
from byestand.errors import ByestandError
from byestand.formats.registry import FORMATS
from byestand.server.answers import Answer, refusal
from byestand.server.asking import Asked, Pairs
from byestand.server.pages.listed import listed
from byestand.server.rendering import rendered

USUAL_TABLES = range(8, 13)


def content(pairs: Pairs) -> Answer:
    """Return the page: a filter, and what it lets through."""
    asked = Asked(pairs)
    context: dict[str, Any] = {
        "asked": asked,
        "families": tuple(map(str, families())),
        "formats": tuple(FORMATS.values()),
    }
    try:
        entries = listed(asked, usual_tables=USUAL_TABLES)
    except ByestandError as no:
        said = refusal(no)
        return rendered("library.html", "Library", status=said.status, entries=(), refused=said.sentence, **context)
    return rendered("library.html", "Library", entries=entries, refused="", **context)

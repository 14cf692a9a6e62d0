"""The library: the whole catalogue, to browse, to filter, and to take away."""

from typing import Any

from byestand.catalog import all_families
from byestand.catalog.listing import Entry, listing
from byestand.errors import BadRequest, ByestandError
from byestand.formats.registry import FORMATS
from byestand.server.asking import Asked, Pairs
from byestand.server.jobs.job import job
from byestand.server.jobs.results import Page, refusal
from byestand.server.rendering import rendered

USUAL_TABLES = range(8, 13)
MOST_NUMBERS = 12
"""So many numbers of tables at a time, where rovers have to be looked for or every length is made."""


@job("slow")
def content(pairs: Pairs) -> Page:
    """Return the page: a filter, and what it lets through."""
    asked = Asked(pairs)
    context: dict[str, Any] = {
        "asked": asked,
        "families": tuple(map(str, all_families())),
        "formats": tuple(FORMATS.values()),
    }
    try:
        entries = listed(asked, usual_tables=USUAL_TABLES)
    except ByestandError as no:
        said = refusal(no)
        return rendered("library.html", "Library", status=said.status, entries=(), refused=said.sentence, **context)
    return rendered("library.html", "Library", entries=entries, refused="", **context)


def listed(asked: Asked, *, usual_tables: range | None = None) -> tuple[Entry, ...]:
    """Return the movements that fit; *usual_tables* where nothing at all is said."""
    tables, rounds, groups = asked.span("tables"), asked.span("rounds"), asked.span("groups")
    family, rovers = asked.text("family"), asked.flag("rovers")
    if not (tables or rounds or groups or family or rovers):
        tables = usual_tables
    if (rounds or rovers) and (tables is None or len(tables) > MOST_NUMBERS):
        raise BadRequest(f"rounds and rovers: ask for at most {MOST_NUMBERS} numbers of tables at a time, like 8-19")
    return tuple(listing(tables=tables, rounds=rounds, deal_groups=groups, family=family or None, rovers=rovers))

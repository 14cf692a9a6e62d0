"""The library: the whole catalogue, to browse, to filter, and to take away."""

from dataclasses import dataclass, replace
from typing import ClassVar

from byestand.catalog import all_families
from byestand.catalog.listing import Entry, listing
from byestand.errors import BadRequest, ByestandError
from byestand.formats.format import Format
from byestand.formats.registry import FORMATS
from byestand.server.jobs.job import job
from byestand.server.jobs.results import Page, refusal
from byestand.server.web.query import Asked, Pairs
from byestand.server.web.render import render_page

TITLE = "Library"
USUAL_TABLES = range(8, 13)
MOST_NUMBERS = 12
"""So many numbers of tables at a time, where rovers have to be looked for or every length is made."""


@dataclass(frozen=True, slots=True)
class LibraryView:
    """The page."""

    template: ClassVar = "library.html"
    asked: Asked
    families: tuple[str, ...]
    formats: tuple[Format, ...]
    entries: tuple[Entry, ...] = ()
    refused: str = ""


@job("slow")
def content(pairs: Pairs) -> Page:
    """Return the page: a filter, and what it lets through."""
    asked = Asked(pairs)
    view = LibraryView(asked, tuple(map(str, all_families())), tuple(FORMATS.values()))
    try:
        return render_page(replace(view, entries=listed(asked, usual_tables=USUAL_TABLES)), TITLE)
    except ByestandError as no:
        said = refusal(no)
        return render_page(replace(view, refused=said.sentence), TITLE, status=said.status)


def listed(asked: Asked, *, usual_tables: range | None = None) -> tuple[Entry, ...]:
    """Return the movements that fit; *usual_tables* where nothing at all is said."""
    tables, rounds, groups = asked.span("tables"), asked.span("rounds"), asked.span("groups")
    family, rovers = asked.text("family"), asked.flag("rovers")
    if not (tables or rounds or groups or family or rovers):
        tables = usual_tables
    if (rounds or rovers) and (tables is None or len(tables) > MOST_NUMBERS):
        raise BadRequest(f"rounds and rovers: ask for at most {MOST_NUMBERS} numbers of tables at a time, like 8-19")
    return tuple(listing(tables=tables, rounds=rounds, deal_groups=groups, family=family or None, rovers=rovers))

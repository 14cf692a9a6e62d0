"""The movement library: the catalogue to browse, filter and download."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from byestand.catalog import all_families, find_judged
from byestand.catalog.listing import CatalogEntry, library, listing
from byestand.errors import BadRequest, ByestandError
from byestand.formats.document import Document
from byestand.formats.format import Format
from byestand.formats.formats import FORMATS, dump_checked, format_of
from byestand.job import job
from byestand.language import say
from byestand.model.boards import USUAL_BOARDS_PER_ROUND, Boards
from byestand.model.session import Section
from byestand.server.jobs.job_results import JobFile, JobPage, refusal
from byestand.server.page_tools.zip_files import zip_files
from byestand.server.web.query import Pairs, Query
from byestand.server.web.render import render_page

USUAL_TABLES = range(8, 13)
MAX_TABLE_COUNTS = 12
"""Maximum of table counts at a time if rovers have to be searched for, or all lengths are listed."""


@dataclass(frozen=True, slots=True)
class LibraryView:
    """The page."""

    template: ClassVar = "library.html"
    query: Query
    families: tuple[str, ...]
    formats: tuple[Format, ...]
    entries: tuple[CatalogEntry, ...] = ()
    error: str = ""


@job("slow")
def content(pairs: Pairs) -> JobPage:
    """Return the page: a filter, and the movements that pass it."""
    asked = Query(pairs)
    view = LibraryView(asked, tuple(map(str, all_families())), tuple(FORMATS.values()))
    try:
        return render_page(replace(view, entries=matching_entries(asked, usual_tables=USUAL_TABLES)), _title())
    except ByestandError as error:
        answer = refusal(error)
        return render_page(replace(view, error=answer.sentence), _title(), status=answer.status)


def _title() -> str:
    return say("Movement library")


def matching_entries(asked: Query, *, usual_tables: range | None = None) -> tuple[CatalogEntry, ...]:
    """Return the movements that match; those for *usual_tables* if the query is empty."""
    tables, rounds, groups = asked.span("tables"), asked.span("rounds"), asked.span("groups")
    family, rovers = asked.text("family"), asked.flag("rovers")
    if not (tables or rounds or groups or family or rovers):
        tables = usual_tables
    if (rounds or rovers) and (tables is None or len(tables) > MAX_TABLE_COUNTS):
        raise BadRequest(
            say(
                "with rounds or rovers, choose at most {most} table counts at a time, such as 8-19",
                most=MAX_TABLE_COUNTS,
            )
        )
    return tuple(listing(tables=tables, rounds=rounds, deal_groups=groups, family=family or None, rovers=rovers))


MAX_FILES_PER_ZIP = 400


@job("slow")
def selection(pairs: Pairs) -> JobFile:
    """Return some movements in a zip."""
    asked = Query(pairs)
    names = tuple(dict.fromkeys(asked.texts("pick")))
    if not 1 <= len(names) <= MAX_FILES_PER_ZIP:
        raise BadRequest(say("select 1 to {most} movements, not {number}", most=MAX_FILES_PER_ZIP, number=len(names)))
    return _zip_entries(((name.upper(), name) for name in names), asked, "movements.zip", dump_checked)


@job("slow")
def whole_library(pairs: Pairs) -> JobFile:
    """Return the standard library of 1,235 movements in a zip, in its two folders."""
    volumes = ((f"{volume.folder}/{volume.name}", str(volume.name)) for volume in library())
    # The files are not read back to check them: that takes too long on a slow computer, and a test does it.
    return _zip_entries(volumes, Query(pairs), "library.zip", lambda documents, to: to.dumps(documents))


def _zip_entries(
    named: Iterable[tuple[str, str]],
    asked: Query,
    filename: str,
    contents: Callable[[Sequence[Document], Format], bytes],
) -> JobFile:
    to = format_of(asked.text("to", "mov"))
    boards = asked.number("per_round") or USUAL_BOARDS_PER_ROUND
    documents = ((path, Document(Section(find_judged(name), Boards(boards)))) for path, name in named)
    return zip_files(((f"{path}{to.suffix}", contents((document,), to)) for path, document in documents), filename)

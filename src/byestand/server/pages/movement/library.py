"""The library: the whole catalogue, to browse, to filter, and to take away."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from byestand.catalog import all_families, find_judged
from byestand.catalog.listing import Entry, library, listing
from byestand.errors import BadRequest, ByestandError
from byestand.formats.document import Document
from byestand.formats.format import Format
from byestand.formats.registry import FORMATS, format_of, written
from byestand.model.boards import USUAL_BOARDS_PER_ROUND, Boards
from byestand.model.session import Section
from byestand.server.jobs.job import job
from byestand.server.jobs.results import File, Page, refusal
from byestand.server.movements.files import zipped
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


MOST_IN_A_ZIP = 400


@job("slow")
def selection(pairs: Pairs) -> File:
    """Return some movements in a zip."""
    asked = Asked(pairs)
    names = tuple(dict.fromkeys(asked.texts("pick")))
    if not 1 <= len(names) <= MOST_IN_A_ZIP:
        raise BadRequest(f"tick 1 to {MOST_IN_A_ZIP} movements, not {len(names)}")
    return _zipped(((f"{name.upper()}", name) for name in names), asked, "movements.zip", written)


@job("slow")
def whole_library(pairs: Pairs) -> File:
    """Return the known library of 1,235 movements in a zip, in its two folders."""
    volumes = ((f"{volume.folder}/{volume.name}", str(volume.name)) for volume in library())
    # Reading all of it back takes as long again, too long on a slow machine; it is the same for everybody, and tested.
    return _zipped(volumes, Asked(pairs), "library.zip", lambda documents, to: to.dumps(documents))


def _zipped(
    named: Iterable[tuple[str, str]],
    asked: Asked,
    filename: str,
    contents: Callable[[Sequence[Document], Format], bytes],
) -> File:
    to = format_of(asked.text("to", "mov"))
    boards = asked.number("per_round") or USUAL_BOARDS_PER_ROUND
    documents = ((path, Document(Section(find_judged(name), Boards(boards)))) for path, name in named)
    return zipped(((f"{path}{to.suffix}", contents((document,), to)) for path, document in documents), filename)

"""Check a file: what is in it, whether it is sound, and where it is not; and the same movement in another format."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import PurePath
from typing import ClassVar
from urllib.parse import urlencode

from byestand.catalog.identify import Likeness, identify
from byestand.errors import CannotExpress, FormatError
from byestand.formats.document import Document
from byestand.formats.format import Format
from byestand.formats.registry import FORMATS, blocks, format_of, parted
from byestand.model.boards import USUAL_BOARDS_PER_ROUND, Boards
from byestand.model.judged import Judged
from byestand.model.limits import MAX_SECTIONS
from byestand.server.jobs.job import job
from byestand.server.jobs.results import File, Page
from byestand.server.movements.figures import Grid, grid
from byestand.server.movements.files import as_file, as_files, safe_stem
from byestand.server.web.query import Asked, Pairs
from byestand.server.web.render import render_page
from byestand.verify import judge
from byestand.verify.measures import require_cases
from byestand.words.titles import headline, title_of

MOST_SHOWN = 12
"""Movements of one file that a page shows with their charts; all are judged and listed."""


@dataclass(frozen=True, slots=True)
class MovementReport:
    """One movement of a file with its chart."""

    document: Document
    judged: Judged
    headline: str
    likeness: Likeness
    grid: Grid


@dataclass(frozen=True, slots=True)
class FileView:
    """What the page shows of a file; without a name, the page without a file."""

    template: ClassVar = "check.html"
    name: str = ""
    token: str = ""
    """The key under which the upload is stored."""
    documents: Sequence[Document] = ()
    unread: Sequence[str] = ()
    """Why parts of the file were not read."""
    reports: Sequence[MovementReport] = ()
    refused: str = ""
    """Why nothing of it was read."""
    options: str = ""
    """The query of the links that convert the file."""

    @property
    def is_sound(self) -> bool:
        """Whether all movements are."""
        return all(document.section.judged.is_sound for document in self.documents)

    @property
    def fits_one_night(self) -> bool:
        """Whether all movements together can be the sections of one night."""
        has_letters = all(document.section.letter for document in self.documents)
        return self.is_sound and has_letters and 1 < len(self.documents) <= MAX_SECTIONS

    @property
    def formats(self) -> Sequence[Format]:
        """The formats that the file can be converted to."""
        return tuple(FORMATS.values())


@job("quick")
def form() -> Page:
    """Return the page without a file."""
    return render_page(FileView(), "Check a file")


@job("check")
def content(name: str, data: bytes, token: str, pairs: Pairs) -> Page:
    """Return the page for one file."""
    cases = Asked(pairs).number("cases")
    require_cases(cases)
    try:
        found = blocks(data, source=name)
    except FormatError as no:
        found = (no,)
    documents, refused = parted(found)
    unread = tuple(map(str, refused))
    if not documents:
        return render_page(FileView(name, unread=unread[1:], refused=unread[0]), name, status=422)
    documents = [_with_cases(document, cases) for document in documents]
    reports = tuple(_report(document) for document in documents[:MOST_SHOWN])
    view = FileView(name, token, documents, unread, reports)
    options = urlencode(_options(documents, sound=view.is_sound))
    return render_page(replace(view, options=options), name)


def _options(documents: Sequence[Document], *, sound: bool) -> dict[str, int]:
    """Return what to ask for when the file is converted: boards a round where it does not tell, and broken or not."""
    boards = {} if all(document.section.boards for document in documents) else {"boards": USUAL_BOARDS_PER_ROUND}
    return boards | ({} if sound else {"as_it_is": 1})


def _with_cases(document: Document, cases: int | None) -> Document:
    """Return a document judged for so many cases of boards, where that is told."""
    if cases is None:
        return document
    judged = judge(document.movement, copies=cases, forgiven=document.forgiven)
    return replace(document, section=replace(document.section, judged=judged))


def _report(document: Document) -> MovementReport:
    section = document.section
    return MovementReport(
        document,
        section.judged,
        headline(section.movement),
        identify(section.movement, forgiven=document.forgiven),
        grid(section.movement, section.boards, section.judged.findings),
    )


@job("check")
def converted(name: str, data: bytes, to: str, pairs: Pairs) -> File:
    """Return the same movements in another format; a broken one only where that is asked for."""
    asked = Asked(pairs)
    wanted = format_of(to)
    found = blocks(data, source=name)
    documents, refused = parted(found)
    if not documents:
        raise refused[0]
    as_it_is = asked.flag("as_it_is")
    if not as_it_is:
        for document in documents:
            document.section.judged.or_refused(title_of(document.movement))
    boards = asked.number("boards")
    if boards:
        found = tuple(b.with_boards(Boards(boards)) if isinstance(b, Document) else b for b in found)
        documents, _ = parted(found)
    stem = safe_stem(PurePath(name).stem)
    if len(found) == 1 or (wanted.holds_together(documents) and not refused):
        try:
            return as_file(documents, wanted, stem, as_it_is=as_it_is)
        except CannotExpress:
            if len(found) == 1:
                raise
    return as_files(found, wanted, stem, as_it_is=as_it_is)

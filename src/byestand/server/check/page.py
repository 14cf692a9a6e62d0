"""Check a file: what is in it, whether it is sound, and where it is not; and the same movement in another format."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import PurePath
from typing import Any
from urllib.parse import urlencode

from byestand.catalog.identify import identify
from byestand.errors import CannotExpress, FormatError
from byestand.formats.document import Document
from byestand.formats.registry import FORMATS, blocks, format_of, parted
from byestand.model.boards import Boards
from byestand.night.night import MOST_SECTIONS
from byestand.night.setting import USUAL_BOARDS_A_ROUND
from byestand.server.asking import Asked, Pairs
from byestand.server.jobs.job import job
from byestand.server.jobs.results import File, Page
from byestand.server.pages.files import as_file, as_files, safe_stem
from byestand.server.pictures.figures import grid
from byestand.server.rendering import rendered
from byestand.verify import judge
from byestand.verify.measures import require_cases
from byestand.words.titles import headline, title_of

MOST_SHOWN = 12
"""Movements of one file that a page shows with their charts; all are judged and listed."""

_PAGE: dict[str, Any] = {
    "name": "", "token": "", "documents": (), "unread": (), "reports": (), "sound": True, "refused": "", "formats": (),
    "options": "", "together": False,
}  # fmt: skip
"""The page without a file."""


@job("quick")
def form() -> Page:
    """Return the page without a file."""
    return rendered("check.html", "Check a file", **_PAGE)


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
        nothing = _PAGE | {"name": name, "refused": unread[0], "unread": unread[1:]}
        return rendered("check.html", name, status=422, **nothing)
    documents = [_with_cases(document, cases) for document in documents]
    sound = all(document.section.judged.is_sound for document in documents)
    page = _PAGE | {
        "name": name,
        "token": token,
        "documents": documents,
        "unread": unread,
        "reports": tuple(_report(document) for document in documents[:MOST_SHOWN]),
        "sound": sound,
        "formats": tuple(FORMATS.values()),
        "options": urlencode(_options(documents, sound=sound)),
        "together": sound and 1 < len(documents) <= MOST_SECTIONS and all(one.section.letter for one in documents),
    }
    return rendered("check.html", name, **page)


def _options(documents: Sequence[Document], *, sound: bool) -> dict[str, int]:
    """Return what to ask for when the file is converted: boards a round where it does not tell, and broken or not."""
    boards = {} if all(document.section.boards for document in documents) else {"boards": USUAL_BOARDS_A_ROUND}
    return boards | ({} if sound else {"as_it_is": 1})


def _with_cases(document: Document, cases: int | None) -> Document:
    """Return a document judged for so many cases of boards, where that is told."""
    if cases is None:
        return document
    judged = judge(document.movement, copies=cases, forgiven=document.forgiven)
    return replace(document, section=replace(document.section, judged=judged))


def _report(document: Document) -> dict[str, object]:
    section = document.section
    return {
        "document": document,
        "judged": section.judged,
        "headline": headline(section.movement),
        "likeness": identify(section.movement, forgiven=document.forgiven),
        "grid": grid(section.movement, section.boards, section.judged.findings),
    }


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

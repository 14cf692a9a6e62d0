"""Check a file: what is in it, whether it is sound, and where it is not; and the same movement in another format."""

from dataclasses import dataclass
from pathlib import PurePath
from typing import Any
from urllib.parse import urlencode

from byestand.catalog.identify import identify
from byestand.errors import BrokenMovement, CannotExpress, FormatError
from byestand.formats.document import Document
from byestand.formats.registry import FORMATS, blocks, format_of, parted
from byestand.model import Boards, Finding
from byestand.model.judged import errors_in
from byestand.server.asking import Asked, Pairs
from byestand.server.pages.files import as_file, as_files
from byestand.server.pictures.chart import grid
from byestand.server.questions import USUAL_BOARDS_A_ROUND
from byestand.server.rendering import rendered
from byestand.server.work.answers import Answer
from byestand.verify import judge
from byestand.verify.measures import require_cases
from byestand.words.titles import headline, title_of

MOST_SHOWN = 12
"""Movements of one file that a page shows with their charts; all are judged and listed."""

_PAGE: dict[str, Any] = {
    "name": "", "token": "", "judged": (), "unread": (), "reports": (), "sound": True, "refused": "", "formats": (),
    "options": "",
}  # fmt: skip
"""The page without a file."""


def form() -> Answer:
    """Return the page without a file."""
    return rendered("check.html", "Check a file", **_PAGE)


def content(name: str, data: bytes, token: str, pairs: Pairs) -> Answer:
    """Return the page for one file."""
    cases = Asked(pairs).number("cases")
    require_cases(cases)
    try:
        found = blocks(data, source=name)
    except FormatError as no:
        found = (no,)
    documents, refused = parted(found)
    unread = tuple(map(str, refused))
    judged = tuple(_judged(document, cases) for document in documents)
    if not judged:
        nothing = _PAGE | {"name": name, "refused": unread[0], "unread": unread[1:]}
        return rendered("check.html", name, status=422, **nothing)
    page = _PAGE | {
        "name": name,
        "token": token,
        "judged": judged,
        "unread": unread,
        "reports": tuple(_report(one) for one in judged[:MOST_SHOWN]),
        "sound": all(one.sound for one in judged),
        "formats": tuple(FORMATS.values()),
        "options": urlencode(_options(judged)),
    }
    return rendered("check.html", name, **page)


def _options(judged: tuple["Judged", ...]) -> dict[str, int]:
    """Return what to ask for when the file is converted: boards a round where it does not tell, and broken or not."""
    boards = {} if all(one.document.section.boards for one in judged) else {"boards": USUAL_BOARDS_A_ROUND}
    return boards | ({} if all(one.sound for one in judged) else {"as_it_is": 1})


@dataclass(frozen=True, slots=True)
class Judged:
    """One of the movements of a file, and what the judge found."""

    document: Document
    findings: tuple[Finding, ...]

    @property
    def sound(self) -> bool:
        """Whether nothing worse than a warning was found."""
        return not errors_in(self.findings)

    @property
    def errors(self) -> int:
        """How many of the findings are errors."""
        return len(errors_in(self.findings))


def _judged(document: Document, cases: int | None) -> Judged:
    if cases is None:
        return Judged(document, document.section.judged.findings)
    return Judged(document, judge(document.movement, copies=cases, forgiven=document.forgiven).findings)


def _report(judged: Judged) -> dict[str, object]:
    document, movement, boards = judged.document, judged.document.movement, judged.document.section.boards
    return {
        "document": document,
        "headline": headline(movement),
        "findings": judged.findings,
        "errors": judged.errors,
        "sound": judged.sound,
        "likeness": identify(movement),
        "grid": grid(movement, boards, judged.findings),
    }


def converted(name: str, data: bytes, to: str, pairs: Pairs) -> Answer:
    """Return the same movements in another format; a broken one only where that is asked for."""
    asked = Asked(pairs)
    wanted = format_of(to)
    found = blocks(data, source=name)
    documents, refused = parted(found)
    if not documents:
        raise refused[0]
    as_it_is = asked.flag("as_it_is")
    if not as_it_is:
        for judged in (_judged(document, None) for document in documents):
            if errors := errors_in(judged.findings):
                raise BrokenMovement(title_of(judged.document.movement), errors)
    boards = asked.number("boards")
    if boards:
        found = tuple(b.with_boards(Boards(boards)) if isinstance(b, Document) else b for b in found)
        documents, _ = parted(found)
    if len(found) == 1 or (wanted.holds_together(documents) and not refused):
        try:
            return as_file(documents, wanted, _stem(name), as_it_is=as_it_is)
        except CannotExpress:
            if len(found) == 1:
                raise
    return as_files(found, wanted, _stem(name), as_it_is=as_it_is)


def _stem(name: str) -> str:
    """Return a name for a file that no system, header or folder can misunderstand."""
    stem = "".join(letter if letter.isascii() and letter.isalnum() else "-" for letter in PurePath(name).stem)
    return stem.strip("-")[:40] or "movement"

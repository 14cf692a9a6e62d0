"""Check a file: what is in it, whether it is sound, and where it is not; and the same movement in another format."""

from dataclasses import replace
from pathlib import PurePath

from byestand.catalog.identify import identify
from byestand.errors import BrokenMovement, FormatError
from byestand.formats.document import Document
from byestand.formats.registry import FORMATS, format_of, loads
from byestand.model import board_numbers
from byestand.server.answers import Answer
from byestand.server.asking import Asked, Pairs
from byestand.server.pages.files import as_file
from byestand.server.pictures.chart import grid
from byestand.server.rendering import rendered
from byestand.sheets.chart import headline
from byestand.verify import is_sound, judge

MOST_SHOWN = 12
"""Movements of one file that a page shows."""


def form() -> Answer:
    """Return the page without a file."""
    return rendered("check.html", "Check a file", name="", token="", reports=(), left=0, refused="", formats=())


def content(name: str, data: bytes, token: str, pairs: Pairs) -> Answer:
    """Return the page for one file."""
    asked = Asked(pairs)
    try:
        documents = loads(data, source=name)
    except FormatError as no:
        refused = {"name": name, "token": "", "reports": (), "left": 0, "refused": str(no), "formats": ()}
        return rendered("check.html", name, status=422, **refused)
    return rendered(
        "check.html",
        name,
        name=name,
        token=token,
        reports=tuple(_report(document, asked) for document in documents[:MOST_SHOWN]),
        left=max(0, len(documents) - MOST_SHOWN),
        refused="",
        formats=tuple(FORMATS.values()),
    )


def _report(document: Document, asked: Asked) -> dict[str, object]:
    movement = document.movement
    findings = judge(movement, copies=asked.number("cases"), forgiven=document.forgiven)
    return {
        "document": document,
        "headline": headline(movement),
        "findings": findings,
        "errors": sum(finding.severity == "error" for finding in findings),
        "sound": is_sound(findings),
        "likeness": identify(movement),
        "grid": grid(movement, document.boards_per_round, findings),
    }


def converted(name: str, data: bytes, to: str, pairs: Pairs) -> Answer:
    """Return the same movements in another format; a broken one only where that is asked for."""
    asked = Asked(pairs)
    wanted = format_of(to)
    documents = loads(data, source=name)
    if not asked.flag("as_it_is"):
        for document in documents:
            errors = [
                finding
                for finding in judge(document.movement, forgiven=document.forgiven)
                if finding.severity == "error"
            ]
            if errors:
                raise BrokenMovement(document.movement.name or document.movement.title, errors)
    boards = asked.number("boards")
    if boards:
        board_numbers(1, boards)
        documents = tuple(replace(document, boards_per_round=boards) for document in documents)
    return as_file(documents, wanted, _stem(name))


def _stem(name: str) -> str:
    """Return a name for a file that no system, header or folder can misunderstand."""
    stem = "".join(letter if letter.isascii() and letter.isalnum() else "-" for letter in PurePath(name).stem)
    return stem.strip("-")[:40] or "movement"

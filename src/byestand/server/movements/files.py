"""What is taken away: a movement in any format, one or many of them in a zip."""

import io
import zipfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from byestand.catalog.listing import built_in_note
from byestand.errors import CannotExpress, FormatError
from byestand.formats.document import Document
from byestand.formats.format import Format
from byestand.formats.registry import FORMATS, format_of, written
from byestand.model.boards import USUAL_BOARDS_PER_ROUND, Boards
from byestand.model.setup import CatalogMovement, SectionSetup, SessionSetup
from byestand.server.jobs.job import job
from byestand.server.jobs.results import File
from byestand.server.movements.shown_section import ShownSection
from byestand.server.web.links import movement_url
from byestand.setup.resolve import resolve_section
from byestand.words.titles import title_of

LONG_AGO = (1980, 1, 1, 0, 0, 0)
"""The date of files in a zip: the same movements give the same bytes."""


@job("quick")
def section_file(shown: ShownSection, to: str) -> File:
    """Return a section in a format."""
    document = _document(shown.setup, shown.section)
    return as_file((document,), format_of(to), document.movement.name or safe_stem(shown.section.movement.name))


def safe_stem(name: str) -> str:
    """Return a name for a file that no system, header or folder can misunderstand."""
    stem = "".join(letter if letter.isascii() and letter.isalnum() else "-" for letter in name)
    return stem.strip("-")[:40] or "movement"


@dataclass(frozen=True, slots=True)
class Offer:
    """A format on the page of a movement: where the file is, and what to know about it."""

    format: Format
    link: str
    """Empty where the format cannot hold it."""
    note: str
    warnings: tuple[str, ...] = ()
    """What may go wrong although it can be written: what `byestand export` says too."""


def offers(shown: ShownSection) -> Iterator[Offer]:
    """Yield what each format can do with a section, of a night or on its own."""
    setup, section = shown.setup, shown.section
    missing = section.movement.missing
    whole = replace(section, movement=replace(section.movement, missing=()))

    def link(to: Format, all_seats: bool) -> str:
        path = f"/file/{to.name}"
        if all_seats:  # which is not what the night has
            return movement_url(whole, path, sets=setup.sets)
        return shown.url(path)

    by_name = isinstance(section.movement, CatalogMovement)
    return offered(
        (_document(setup, section),), (_document(setup, whole),) if missing and by_name else (), link, missing
    )


def offered(
    documents: Sequence[Document],
    all_seats: Sequence[Document],
    link: Callable[[Format, bool], str],
    missing: Sequence[str],
) -> Iterator[Offer]:
    """Yield what each format can do with documents: all of it, all but those who are missing, or nothing, and why."""
    for to in FORMATS.values():
        why_not = _why_not(documents, to)
        if not why_not:
            as_built = to.for_acblscore and not documents[0].movement.history
            no_file = built_in_note(documents[0].movement.name) if as_built else ""
            words = f"{to.words}; {no_file}" if no_file else to.words
            yield Offer(to, link(to, False), words, to.warnings(documents))
        elif all_seats and not _why_not(all_seats, to):
            note = f"{to.words}, all seats: tell it that {', '.join(missing)} is missing"
            yield Offer(to, link(to, True), note, to.warnings(all_seats))
        else:
            yield Offer(to, "", why_not)


def _document(setup: SessionSetup, section: SectionSetup) -> Document:
    in_boards = replace(section, boards=section.boards or Boards(USUAL_BOARDS_PER_ROUND))
    return Document(resolve_section(in_boards, sets=setup.sets, shows_letter=setup.has_letters))


def _why_not(documents: Sequence[Document], to: Format) -> str:
    try:
        to.dumps(documents)
    except CannotExpress as no:
        return str(no)
    return ""


def as_file(documents: Sequence[Document], to: Format, stem: str, *, as_it_is: bool = False) -> File:
    """Return documents as a file to keep."""
    return File(written(documents, to, as_it_is=as_it_is), media=to.media, filename=f"{stem}{to.suffix}")


def as_files(blocks: Sequence[Document | FormatError], to: Format, stem: str, *, as_it_is: bool = False) -> File:
    """Return what is in a file in a zip, one file if the format holds many, with the reasons for what is left out."""
    kept: list[Document] = []
    made, reasons = [], []
    for number, block in enumerate(blocks, start=1):
        if isinstance(block, FormatError):
            reasons.append(f"{number}: {block}")
            continue
        try:
            made.append((f"{stem}-{number}{to.suffix}", written((block,), to, as_it_is=as_it_is)))
            kept.append(block)
        except CannotExpress as no:
            reasons.append(f"{number}: {title_of(block.movement)}: {no}")
    if kept and to.holds_together(kept):
        made = [(f"{stem}{to.suffix}", written(kept, to, as_it_is=as_it_is))]
    return zipped([*made, *_not_converted(reasons)], f"{stem}-{to.name}.zip")


def _not_converted(reasons: Sequence[str]) -> Iterator[tuple[str, bytes]]:
    if reasons:
        yield "NOT CONVERTED.txt", "".join(f"{reason}\n" for reason in reasons).encode(errors="replace")


def zipped(files: Iterable[tuple[str, bytes]], filename: str) -> File:
    """Return files in a zip."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, data in files:
            archive.writestr(zipfile.ZipInfo(path, LONG_AGO), data, zipfile.ZIP_DEFLATED)
    return File(out.getvalue(), media="application/zip", filename=filename)

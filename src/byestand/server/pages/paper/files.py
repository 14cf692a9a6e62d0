"""Movements in files: of a section, or of a whole night with the names of players; and what each format can do."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from byestand.catalog.listing import built_in_note
from byestand.errors import BadRequest, CannotExpress
from byestand.formats.document import Document
from byestand.formats.format import Format
from byestand.formats.registry import FORMATS, format_of
from byestand.model.boards import USUAL_BOARDS_PER_ROUND, Boards
from byestand.model.setup import CatalogMovement, SectionSetup, SessionSetup
from byestand.night.state import NightState
from byestand.server.jobs.job import job
from byestand.server.jobs.results import File
from byestand.server.movements.files import as_file, safe_stem
from byestand.server.movements.from_query import ShownSection
from byestand.server.nights.setups import sections_in_files
from byestand.server.web.query import Asked, Pairs, movement_url
from byestand.setup.resolve import resolve_section


@job("quick")
def section_file(shown: ShownSection, to: str) -> File:
    """Return a section in a format."""
    document = _document(shown.setup, shown.section)
    return as_file((document,), format_of(to), document.movement.name or safe_stem(shown.section.movement.name))


@job("quick", reads={"setup", "people"})
def night_file(_id: int, state: NightState, to: str, pairs: Pairs) -> File:
    """Return all sections in one file, with the names of players where the format has room for them."""
    setup, wanted = state.setup, format_of(to)
    if not setup.sections:
        raise BadRequest("this night has no movement yet")
    documents = _documents(_with_all_seats(setup) if Asked(pairs).flag("all_seats") else setup)
    if not wanted.holds_players:
        documents = tuple(replace(one, section=replace(one.section, contestants={})) for one in documents)
    stem = safe_stem(setup.sections[0].movement.name) if len(documents) == 1 else "tonight"
    return as_file(documents, wanted, stem)


@dataclass(frozen=True, slots=True)
class Offer:
    """A format on the page of a movement: where the file is, and what to know about it."""

    format: Format
    link: str
    """Empty where the format cannot hold it."""
    note: str
    warnings: tuple[str, ...] = ()
    """What may go wrong although it can be written: what `byestand export` says too."""


def night_offers(id: int, setup: SessionSetup) -> Iterator[Offer]:
    """Yield the files of a night: with all its sections, or one for each where a format holds one movement."""
    own = [
        [
            replace(one, note=f"section {section.letter}: {one.note}")
            for one in offers(ShownSection(setup, section.letter, id))
        ]
        for section in setup.sections
    ]
    for number, offer in enumerate(_offers_together(id, setup)):
        if len(own) == 1 or offer.format.holds_many:
            yield offer
        else:
            yield from (section[number] for section in own)


def _offers_together(id: int, setup: SessionSetup) -> Iterator[Offer]:
    """Yield the files that have all sections of a night."""
    link = f"/nights/{id}/file/"
    missing = [label for section in setup.sections for label in section.movement.missing]
    return offered(
        _documents(setup),
        _documents(_with_all_seats(setup)) if missing else (),
        lambda to, whole: f"{link}{to.name}{'?all_seats=1' if whole else ''}",
        missing,
    )


def _with_all_seats(setup: SessionSetup) -> SessionSetup:
    whole = (replace(section, movement=replace(section.movement, missing=())) for section in setup.sections)
    return replace(setup, sections=tuple(whole))


def _documents(setup: SessionSetup) -> tuple[Document, ...]:
    return tuple(map(Document, sections_in_files(setup)))


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

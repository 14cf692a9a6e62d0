"""Files of a section, or of a whole night with player names; and what each format can hold."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from byestand.catalog.listing import built_in_note
from byestand.errors import BadRequest, CannotExpress
from byestand.formats.document import Document
from byestand.formats.format import Format
from byestand.formats.formats import FORMATS, format_of
from byestand.job import job
from byestand.language import say
from byestand.model.boards import USUAL_BOARDS_PER_ROUND, Boards
from byestand.model.setup import CatalogMovement, SectionSetup, SessionSetup
from byestand.night.state import NightState
from byestand.server.jobs.job_results import JobFile
from byestand.server.page_tools.from_query import ShownSection
from byestand.server.page_tools.zip_files import as_file, safe_stem
from byestand.server.web.query import Pairs, Query, movement_url
from byestand.session.resolve import resolve_section
from byestand.session.setups import sections_in_files


@job("quick")
def section_file(shown: ShownSection, to: str) -> JobFile:
    """Return a section in a format."""
    document = _document(shown.setup, shown.section)
    return as_file((document,), format_of(to), document.movement.name or safe_stem(shown.section.movement.name))


@job("quick", reads={"setup", "people"})
def night_file(_id: int, state: NightState, to: str, pairs: Pairs) -> JobFile:
    """Return all sections in one file, with player names if the format holds them."""
    setup, wanted = state.setup, format_of(to)
    if not setup.sections:
        raise BadRequest(say("this session has no movement yet"))
    documents = _documents(_with_all_seats(setup) if Query(pairs).flag("all_seats") else setup)
    if not wanted.holds_players:
        documents = tuple(
            replace(document, section=replace(document.section, contestants={})) for document in documents
        )
    stem = safe_stem(setup.sections[0].movement.name) if len(documents) == 1 else "tonight"
    return as_file(documents, wanted, stem)


@dataclass(frozen=True, slots=True)
class FileOffer:
    """A format on the page of a movement: the URL of the file, and notes about it."""

    format: Format
    link: str
    """Empty if the format cannot hold the movement."""
    note: str
    warnings: tuple[str, ...] = ()
    """Possible problems with the file; `byestand export` shows the same."""


def night_offers(id: int, setup: SessionSetup) -> Iterator[FileOffer]:
    """Yield the files of a night: one for all sections, or one per section if a format holds only one movement."""
    own = [
        [
            replace(offer, note=f"{say('section {letter}', letter=section.letter)}: {offer.note}")
            for offer in offers(ShownSection(setup, section.letter, id))
        ]
        for section in setup.sections
    ]
    for number, offer in enumerate(_offers_together(id, setup)):
        if len(own) == 1 or offer.format.holds_many:
            yield offer
        else:
            yield from (section[number] for section in own)


def _offers_together(id: int, setup: SessionSetup) -> Iterator[FileOffer]:
    """Yield the files that hold all sections of a night."""
    link = f"/nights/{id}/file/"
    missing = [label for section in setup.sections for label in section.movement.missing]
    return file_offers(
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


def offers(shown: ShownSection) -> Iterator[FileOffer]:
    """Yield the files of a section, of a night or on its own."""
    setup, section = shown.setup, shown.section
    missing = section.movement.missing
    whole = replace(section, movement=replace(section.movement, missing=()))

    def link(to: Format, all_seats: bool) -> str:
        path = f"/file/{to.name}"
        if all_seats:  # the night does not have all seats
            return movement_url(whole, path, sets=setup.sets)
        return shown.url(path)

    by_name = isinstance(section.movement, CatalogMovement)
    return file_offers(
        (_document(setup, section),), (_document(setup, whole),) if missing and by_name else (), link, missing
    )


def file_offers(
    documents: Sequence[Document],
    all_seats: Sequence[Document],
    link: Callable[[Format, bool], str],
    missing: Sequence[str],
) -> Iterator[FileOffer]:
    """Yield a file per format: complete, without the missing pairs, or the reason why there is none."""
    for to in FORMATS.values():
        why_not = _refusal(documents, to)
        if not why_not:
            as_built = to.for_acblscore and not documents[0].movement.history
            no_file = built_in_note(documents[0].movement.name) if as_built else ""
            note = f"{to.words}; {no_file}" if no_file else to.words
            yield FileOffer(to, link(to, False), note, to.warnings(documents))
        elif all_seats and not _refusal(all_seats, to):
            labels = ", ".join(missing)
            advice = say("all seats: enter {labels} as missing in the scoring program", labels=labels)
            yield FileOffer(to, link(to, True), f"{to.words}, {advice}", to.warnings(all_seats))
        else:
            yield FileOffer(to, "", why_not)


def _document(setup: SessionSetup, section: SectionSetup) -> Document:
    in_boards = replace(section, boards=section.boards or Boards(USUAL_BOARDS_PER_ROUND))
    return Document(resolve_section(in_boards, sets=setup.sets, shows_letter=setup.has_letters))


def _refusal(documents: Sequence[Document], to: Format) -> str:
    try:
        to.dumps(documents)
    except CannotExpress as error:
        return str(error)
    return ""

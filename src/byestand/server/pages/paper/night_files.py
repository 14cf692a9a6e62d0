"""Files of a whole night: all its sections together, with the names of players."""

from collections.abc import Iterator
from dataclasses import replace

from byestand.errors import BadRequest
from byestand.formats.document import Document
from byestand.formats.registry import format_of
from byestand.model.session import Section
from byestand.model.setup import SessionSetup
from byestand.night.state import NightState
from byestand.server.jobs.job import job
from byestand.server.jobs.results import File
from byestand.server.movements.files import Offer, as_file, offered, offers, safe_stem
from byestand.server.movements.shown_section import ShownSection
from byestand.server.web.query import Asked, Pairs
from byestand.setup.resolve import resolve_section


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


def sections_in_files(setup: SessionSetup) -> tuple[Section, ...]:
    """Return the sections as files have them: the only one has its letter too."""
    return tuple(resolve_section(section, sets=setup.sets, shows_letter=True) for section in setup.sections)

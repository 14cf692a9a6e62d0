"""One night: what was chosen, who is who and where they sit down, and files that know the names of players."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

from byestand.errors import BadRequest
from byestand.formats.document import Document
from byestand.formats.registry import format_of
from byestand.model.movement import Movement
from byestand.model.session import Section
from byestand.model.setup import CatalogMovement, SectionSetup, SessionSetup
from byestand.night.events.people import names_of
from byestand.night.state import NightState
from byestand.server.jobs.job import job
from byestand.server.jobs.results import File, Page
from byestand.server.movements.files import Offer, as_file, offered, offers, safe_stem
from byestand.server.nights.setups import seat_labels
from byestand.server.pages.paper import view as taking
from byestand.server.pages.paper.sheets import papers
from byestand.server.pages.setup.forms import Draft
from byestand.server.web.links import movement_path
from byestand.server.web.query import Asked, Pairs
from byestand.server.web.render import render_page
from byestand.setup.resolve import names_without_seat, resolve_section
from byestand.sheets.typefaces import font_warnings
from byestand.words.roving import no_tables
from byestand.words.titles import called_by_people


@dataclass(frozen=True, slots=True)
class Seat:
    """Where a contestant sits first."""

    label: str
    """With several sections the letter first."""
    own: str
    """The same within its section."""
    table: int
    seat: str
    round: int
    """The first round with a seat."""
    name: str


@dataclass(frozen=True, slots=True)
class SectionView:
    """A section on the page of its night."""

    letter: str
    movement: str
    """The name of the movement."""
    title: str
    """The movement and the missing pairs."""
    called: str
    """What players call the movement."""
    seats: tuple[Seat, ...]
    repair: str
    """The last repair; empty if there is none."""
    has_slips: bool


@dataclass(frozen=True, slots=True)
class NightView:
    """The page of a night."""

    template: ClassVar = "night.html"
    id: int
    title: str
    sections: tuple[SectionView, ...]
    has_letters: bool
    labels: tuple[str, ...]
    """Of everybody who plays."""
    named: int
    without_seat: tuple[str, ...]
    """Labels and names that no movement has a seat for: a repair with which they came was undone."""
    for_players: bool
    in_two_lines: bool
    is_from_catalog: bool
    draft: Draft
    is_stored: bool
    """Whether nights outlive the app."""


@job("quick", reads={"setup", "people", "notes"})
def content(id: int, state: NightState, is_stored: bool, draft: Draft | None = None) -> Page:
    """Return the page of a night; with a *draft* that could not be saved, as it was typed, and why."""
    setup, stored = state.setup, Draft.of_night(state)
    shown = draft or stored
    if len(shown.letters) != len(stored.letters):
        shown = replace(shown, letters=stored.letters)
    if len(shown.first_boards) != len(stored.first_boards):
        shown = replace(shown, first_boards=stored.first_boards)
    sections = _sections(setup)
    movements = [section.movement for section in sections]
    without_seat = names_without_seat(setup)
    view = NightView(
        id,
        setup.event.title,
        tuple(_section_view(state, *both) for both in zip(setup.sections, sections, strict=True)),
        setup.has_letters,
        tuple(seat_labels(setup)),
        named=len(names_of(setup)) - len(without_seat),
        without_seat=tuple(f"{label} {name}" for label, name in without_seat.items()),
        for_players=any(len(movement.seat_names) > 2 for movement in movements),
        in_two_lines=any(len(movement.field.lines) == 2 for movement in movements),
        is_from_catalog=all(isinstance(section.movement, CatalogMovement) for section in setup.sections),
        draft=shown,
        is_stored=is_stored,
    )
    return render_page(view, view.title)


def _section_view(state: NightState, section: SectionSetup, resolved: Section) -> SectionView:
    repairs = state.repairs_of(section.letter)
    return SectionView(
        section.letter,
        section.movement.name,
        section.title,
        called_by_people(resolved.movement),
        tuple(first_seats(state.setup, section, resolved.movement)),
        repairs[-1].title if repairs else "",
        "told" in papers([resolved]),
    )


def first_seats(setup: SessionSetup, section: SectionSetup, movement: Movement) -> Iterator[Seat]:
    """Yield where the contestants of a section sit first."""
    for contestant in movement.field.present:
        own = movement.field.label(contestant)
        first = next(visit for visit in movement.itinerary(own) if visit.table not in no_tables(movement))
        label = setup.seat_label(section.letter, own)
        yield Seat(label, own, first.table, first.seat, first.round, section.names.get(own, ""))


@job("quick", reads={"setup", "people"})
def paper(id: int, state: NightState, pairs: Pairs) -> Page:
    """Return the page of the paper and the files of a night, with all its sections."""
    setup, where = state.setup, f"/nights/{id}"
    sections = _sections(setup)
    if not sections:
        raise BadRequest("this night has no movement yet")
    of = [
        (
            called_by_people(resolved.movement),
            f"{section.letter}: {section.title}" if setup.has_letters else section.title,
            movement_path(section, night=id),
        )
        for resolved, section in zip(sections, setup.sections, strict=True)
    ]
    without_seat = names_without_seat(setup)
    names = {label: name for label, name in names_of(setup).items() if label not in without_seat}
    return taking.page(
        sections,
        of,
        where,
        Asked(pairs),
        files=tuple(_offers(id, setup)),
        of_night=taking.OfNight(
            where, setup.event, len(names), len(seat_labels(setup)), font_warnings(tuple(names.values()))
        ),
    )


@job("quick", reads={"setup", "people"})
def scoring_file(_id: int, state: NightState, to: str, pairs: Pairs) -> File:
    """Return all sections in one file, with the names of players where the format has room for them."""
    setup, wanted = state.setup, format_of(to)
    if not setup.sections:
        raise BadRequest("this night has no movement yet")
    documents = _documents(_with_all_seats(setup) if Asked(pairs).flag("all_seats") else setup)
    if not wanted.holds_players:
        documents = tuple(replace(document, section=replace(document.section, people={})) for document in documents)
    stem = safe_stem(setup.sections[0].movement.name) if len(documents) == 1 else "tonight"
    return as_file(documents, wanted, stem)


def _offers(id: int, setup: SessionSetup) -> Iterator[Offer]:
    """Yield the files of a night: with all its sections, or one for each where a format holds one movement."""
    own = [
        [replace(one, note=f"section {section.letter}: {one.note}") for one in offers(setup, section.letter, night=id)]
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
    return tuple(map(Document, _sections(setup)))


def _sections(setup: SessionSetup) -> tuple[Section, ...]:
    """Return the sections as files have them: the only one has its letter too."""
    return tuple(resolve_section(section, sets=setup.sets, shows_letter=True) for section in setup.sections)

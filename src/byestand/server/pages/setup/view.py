"""The page of a session: its movements, names, starting positions and notes."""

from dataclasses import dataclass, replace
from typing import ClassVar

from byestand.job import job
from byestand.model.session import Section
from byestand.model.setup import CatalogMovement, SectionSetup
from byestand.night.events.people import names_of
from byestand.night.state import NightState
from byestand.server.jobs.job_results import JobPage
from byestand.server.pages.setup.setup_forms import Draft
from byestand.server.web.render import render_page
from byestand.session.resolve import names_without_seat
from byestand.session.setups import StartSeat, first_seats, seat_labels, sections_in_files
from byestand.sheets.sheet_list import SHEETS
from byestand.words.titles import called_by_people


@dataclass(frozen=True, slots=True)
class SetupSection:
    """A section on the page of its session."""

    letter: str
    movement: str
    """The name of the movement."""
    title: str
    """The movement and the missing pairs."""
    popular_name: str
    """The common name of the movement."""
    seats: tuple[StartSeat, ...]
    repair: str
    """The last repair; empty without a repair."""
    has_slips: bool


@dataclass(frozen=True, slots=True)
class NightView:
    """The page of a session."""

    template: ClassVar = "setup.html"
    id: int
    title: str
    sections: tuple[SetupSection, ...]
    has_letters: bool
    labels: tuple[str, ...]
    """Labels of all pairs or players."""
    names_entered: int
    without_seat: tuple[str, ...]
    """Labels and names without a seat: the repair that added them was undone."""
    for_players: bool
    in_two_lines: bool
    is_from_catalog: bool
    draft: Draft
    is_stored: bool
    """Whether sessions are saved to disk."""


@job("quick", reads={"setup", "people", "notes"})
def content(id: int, state: NightState, is_stored: bool, draft: Draft | None = None) -> JobPage:
    """Return the page of a session; with a *draft* that could not be saved, and the reason."""
    setup, stored = state.setup, Draft.of_night(state)
    shown = draft or stored
    if len(shown.letters) != len(stored.letters):
        shown = replace(shown, letters=stored.letters)
    if len(shown.first_boards) != len(stored.first_boards):
        shown = replace(shown, first_boards=stored.first_boards)
    sections = sections_in_files(setup)
    movements = [section.movement for section in sections]
    without_seat = names_without_seat(setup)
    view = NightView(
        id,
        setup.event.title,
        tuple(_section_view(state, *both) for both in zip(setup.sections, sections, strict=True)),
        setup.has_letters,
        tuple(seat_labels(setup)),
        names_entered=len(names_of(setup)) - len(without_seat),
        without_seat=tuple(f"{label} {name}" for label, name in without_seat.items()),
        for_players=any(len(movement.seat_names) > 2 for movement in movements),
        in_two_lines=any(len(movement.field.lines) == 2 for movement in movements),
        is_from_catalog=all(isinstance(section.movement, CatalogMovement) for section in setup.sections),
        draft=shown,
        is_stored=is_stored,
    )
    return render_page(view, view.title)


def _section_view(state: NightState, section: SectionSetup, resolved: Section) -> SetupSection:
    repairs = state.repairs_of(section.letter)
    return SetupSection(
        section.letter,
        section.movement.name,
        section.title,
        called_by_people(resolved.movement),
        tuple(first_seats(state.setup, section, resolved.movement)),
        repairs[-1].title if repairs else "",
        SHEETS["told"].is_for(resolved),
    )


@dataclass(frozen=True, slots=True)
class UnsavedView:
    """The typed form of a session that cannot be opened any more."""

    template: ClassVar = "not_saved.html"
    draft: Draft
    error: str

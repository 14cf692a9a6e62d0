"""Setups of nights as workers check and complete them: movements, names, arrow switches and labels."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from byestand.errors import BadRequest
from byestand.flow.rover import no_tables
from byestand.formats.names import names_in
from byestand.model.boards import USUAL_BOARDS_PER_ROUND
from byestand.model.limits import MAX_NOTES_CHARS
from byestand.model.movement import Movement
from byestand.model.people import Contestant, retyped
from byestand.model.session import Section
from byestand.model.setup import SectionSetup, SessionSetup
from byestand.model.timing import LONGEST_ROUND, MINUTE, USUAL_BOARD, Timing
from byestand.night.document import require_storable
from byestand.night.events import NightCreated
from byestand.night.events.people import names_of
from byestand.night.state import NightState
from byestand.server.jobs.job import job
from byestand.server.nights.section_results import require_known_sections
from byestand.server.web.query import Asked
from byestand.setup.resolve import (
    fix_switch_rounds,
    judged_movement,
    names_without_seat,
    resolve_section,
    with_two_winners,
)
from byestand.texts import plain_figure
from byestand.typed import hour

LETTERS = "ABCDEFGHIJKL"
LETTER = re.compile(r"[A-Z]{1,3}", re.ASCII)
LONG_AGO = 6
"""An hour that was so many hours ago was yesterday's, so that tomorrow's is meant."""
A_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class PreparedSetup:
    """A valid setup with its names and the rounds of its arrow switches."""

    setup: SessionSetup
    is_individual: bool


@dataclass(frozen=True, slots=True)
class Replacement:
    """Another choice with the names of a night, and its notes."""

    setup: SessionSetup
    notes: str


@job("quick")
def prepare(setup: SessionSetup, names: str) -> PreparedSetup:
    """Return a new setup as it is stored, with a list of *names*; refuse an unknown movement."""
    require_storable(NightCreated(setup))
    require_valid_setup(setup)
    named = _with_names(setup, names) if names else setup
    fixed = fix_switch_rounds(named)
    return PreparedSetup(fixed, any(_movement(section).is_individual for section in fixed.sections))


@job("quick")
def read_names(setup: SessionSetup, names: str) -> SessionSetup:
    """Return a setup with the names in a text: ``N1``, a tab and the name, or names in order, NS before EW."""
    return _with_names(setup, names)


@job("quick")
def replace_movements(before: SessionSetup, notes: str, chosen: SessionSetup) -> Replacement:
    """Return another choice for a night: names stay with their seats, and those without a seat go into the notes.

    The same number of sections keeps letters and first boards.
    """
    sections = chosen.sections
    if len(sections) == len(before.sections):
        sections = tuple(_as_before(*both) for both in zip(sections, before.sections, strict=True))
    setup = replace(chosen, sections=sections, sets=chosen.sets or before.sets)
    require_valid_setup(setup)
    kept, left = _move_names(before, setup)
    notes = "\n".join(filter(None, [notes, *(f"without a seat now: {who}" for who in left)]))
    if len(notes) > MAX_NOTES_CHARS:
        raise BadRequest(f"there is no room in the notes for those without a seat: {'; '.join(left)[:200]!r}")
    return Replacement(fix_switch_rounds(kept), notes)


@job("quick")
def check_night(state: NightState) -> None:
    """Refuse a night as `require_valid` does."""
    require_valid(state)


def require_valid(state: NightState) -> None:
    """Refuse an unknown movement, wrong letters of sections, and names or results of unknown pairs and sections.

    In a night in which more happened, somebody may have lost the seat: pages show those names.
    """
    setup = state.setup
    require_valid_setup(setup)
    if state.revision <= 1:
        for label, name in names_without_seat(setup).items():
            raise BadRequest(f"there is no pair {label} in this night: {name[:40]!r}")
    require_known_sections(state.results, (section.letter for section in setup.sections))


def require_valid_setup(setup: SessionSetup) -> None:
    """Refuse an unknown movement, and wrong letters of sections."""
    require_letters(setup)
    for section in setup.sections:
        resolve_section(section, sets=setup.sets)


def sections_in_files(setup: SessionSetup) -> tuple[Section, ...]:
    """Return the sections as files have them: the only one has its letter too."""
    return tuple(resolve_section(section, sets=setup.sets, shows_letter=True) for section in setup.sections)


def seat_labels(setup: SessionSetup) -> list[str]:
    """Return what pages call the contestants, in the order of lists."""
    return [setup.seat_label(section.letter, label) for section, labels in _seats(setup) for label in labels.values()]


def _seats(setup: SessionSetup) -> Iterator[tuple[SectionSetup, Mapping[str, str]]]:
    """Yield each section with the labels of its contestants, by their seats as two lines have them.

    With one winner pairs are numbered through, so that pair 19 of 36 and of 38 are two seats: E1 and N19.
    """
    for section in setup.sections:
        field = _movement(section).field
        two_lines = _movement(replace(section, movement=with_two_winners(section.movement))).field
        yield section, {two_lines.label(c): field.label(c) for c in field.present}


def _movement(section: SectionSetup) -> Movement:
    return judged_movement(section).movement


def _with_names(setup: SessionSetup, text: str) -> SessionSetup:
    """Return a setup with the names in a text; those without a seat stay as long as they are in it."""
    found = names_in(text, [*seat_labels(setup), *names_without_seat(setup)])
    sections = []
    for section, seats in _seats(setup):
        labels = dict.fromkeys([*seats.values(), *section.contestants])
        typed = {label: found.get(setup.seat_label(section.letter, label)) for label in labels}
        known = {label: retyped(section.contestants.get(label), name) for label, name in typed.items() if name}
        sections.append(replace(section, contestants=known))
    return replace(setup, sections=tuple(sections))


def _as_before(section: SectionSetup, before: SectionSetup) -> SectionSetup:
    if section.boards is None or before.boards is None:
        return replace(section, letter=before.letter)
    return replace(section, letter=before.letter, boards=replace(section.boards, first=before.boards.first))


def _move_names(before: SessionSetup, setup: SessionSetup) -> tuple[SessionSetup, list[str]]:
    """Return a setup with the names of another, seat by seat, and those who have no seat in it."""
    seats = [labels for _, labels in _seats(setup)]
    moved: list[dict[str, Contestant]] = [{} for _ in seats]
    left = [f"{label} {name}" for label, name in names_without_seat(before).items()]
    for number, (section, labels) in enumerate(_seats(before)):
        for seat, label in labels.items():
            if label not in section.contestants:
                continue
            if number < len(seats) and seat in seats[number]:
                moved[number][seats[number][seat]] = section.contestants[label]
            else:
                left.append(f"{before.seat_label(section.letter, label)} {section.contestants[label].typed}")
    both = zip(setup.sections, moved, strict=True)
    return replace(setup, sections=tuple(replace(section, contestants=own) for section, own in both)), left


def list_names(setup: SessionSetup) -> str:
    """Return all names as a list to paste."""
    return "\n".join(f"{label}\t{name}" for label, name in names_of(setup).items())


def require_letters(setup: SessionSetup) -> None:
    """Refuse two sections with the same letter, and what is not a letter."""
    letters = [section.letter for section in setup.sections]
    if len(set(letters)) < len(letters) or not all(map(LETTER.fullmatch, letters)):
        raise BadRequest(f"sections have different letters, one to three: {', '.join(letters)[:40]!r}")


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


def first_seats(setup: SessionSetup, section: SectionSetup, movement: Movement) -> Iterator[Seat]:
    """Yield where the contestants of a section sit first."""
    for contestant in movement.field.present:
        own = movement.field.label(contestant)
        first = next(visit for visit in movement.itinerary(own) if visit.table not in no_tables(movement))
        label = setup.seat_label(section.letter, own)
        yield Seat(label, own, first.table, first.seat, first.round, section.typed_name(own))


def planned_timing(setup: SessionSetup, asked: Asked, now: float) -> Timing:
    """Return the timing of a new night: its start and the minutes per board as the plan asked for them."""
    a_board, starts = asked.figure("minutes_per_board"), asked.text("starts")
    boards = max((one.boards.per_round for one in setup.sections if one.boards), default=USUAL_BOARDS_PER_ROUND)
    seconds = round_length(boards * (a_board * MINUTE if a_board else USUAL_BOARD))
    return Timing(seconds=seconds, starts=next_time(starts, now - LONG_AGO * 60 * MINUTE) if starts else None)


def round_length(seconds: float) -> int:
    """Return whole seconds; refuse more than a round can last."""
    if seconds > LONGEST_ROUND:
        raise BadRequest(f"nothing lasts longer than four hours here: {plain_figure(seconds / MINUTE)} minutes")
    return round(seconds)


def next_time(text: str, after: float) -> float:
    """Return when it is that hour for the first time after an instant, by the clock of this machine."""
    told, first = hour(text), datetime.fromtimestamp(after).astimezone()
    found = first.replace(hour=told.hour, minute=told.minute, second=0, microsecond=0)
    return (found if found >= first else found + A_DAY).timestamp()


def first_movement(state: NightState, letter: str) -> Movement | None:
    """Return the movement of a section before all repairs; None where nothing was repaired."""
    repairs = state.repairs_of(letter)
    if not repairs:
        return None
    before = repairs[0].before
    return judged_movement(before).movement


def newcomers(before: Movement, after: Movement) -> tuple[str, ...]:
    """Return the labels of those who play *after* a repair and did not play *before* it."""
    known = set(labels_after(before, after).values())
    labels = map(after.field.label, after.field.present)
    return tuple(label for label in labels if label not in known)


def labels_after(before: Movement, after: Movement) -> dict[str, str]:
    """Return the labels *after* a repair of all who play *before* it, by their labels then.

    If two lines become one field, EW pairs are numbered on after NS.
    """
    old, new = before.field, after.field

    def number(one: int) -> int:
        line = old.line(one)
        return one if len(old.lines) != len(new.lines) else one - old.before(line) + new.before(line)

    return {old.label(one): new.label(number(one)) for one in old.present}

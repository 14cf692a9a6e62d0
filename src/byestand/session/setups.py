"""Checks and completes the set-up of a session: movements, names, arrow switches and labels."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from byestand.errors import BadRequest
from byestand.flow.rover import tables_without_pairs
from byestand.formats.name_list import names_in
from byestand.job import job
from byestand.language import say
from byestand.model.boards import USUAL_BOARDS_PER_ROUND
from byestand.model.limits import MAX_NOTES_CHARS
from byestand.model.movement import Movement
from byestand.model.people import Contestant, parse_contestant
from byestand.model.session import Section
from byestand.model.setup import SectionSetup, SessionSetup
from byestand.model.timing import LONGEST_ROUND, MINUTE, USUAL_BOARD, Timing
from byestand.night.events import NightCreated
from byestand.night.events.people import names_of
from byestand.night.night_document import require_storable
from byestand.night.state import NightState
from byestand.parse import hour
from byestand.sanitize import plain_figure
from byestand.session.resolve import (
    fix_switch_rounds,
    judged_movement,
    names_without_seat,
    resolve_section,
    with_two_winners,
)
from byestand.session.section_results import require_known_sections

LETTERS = "ABCDEFGHIJKL"
LETTER = re.compile(r"[A-Z]{1,3}", re.ASCII)
LONG_AGO = 6
"""Hours: a start time that is longer ago means tomorrow."""
ONE_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class PreparedSetup:
    """A valid set-up with its names and the rounds of its arrow switches."""

    setup: SessionSetup
    is_individual: bool


@dataclass(frozen=True, slots=True)
class Replacement:
    """Another choice of movements with the names and notes of a session."""

    setup: SessionSetup
    notes: str


@job("quick")
def prepare(setup: SessionSetup, names: str) -> PreparedSetup:
    """Return a new set-up with a list of *names*; raise an error for an unknown movement."""
    require_storable(NightCreated(setup))
    require_valid_setup(setup)
    named = _with_names(setup, names) if names else setup
    fixed = fix_switch_rounds(named)
    return PreparedSetup(fixed, any(_movement(section).is_individual for section in fixed.sections))


@job("quick")
def read_names(setup: SessionSetup, names: str) -> SessionSetup:
    """Return a set-up with the names in a text: ``N1``, a tab and the name, or names in order, NS before EW."""
    return _with_names(setup, names)


@job("quick")
def replace_movements(before: SessionSetup, notes: str, chosen: SessionSetup) -> Replacement:
    """Return another choice for a session: names stay with their seats, and those without a seat go to the notes.

    If the number of sections is the same, letters and first boards stay.
    """
    sections = chosen.sections
    if len(sections) == len(before.sections):
        sections = tuple(_as_before(*both) for both in zip(sections, before.sections, strict=True))
    setup = replace(chosen, sections=sections, sets=chosen.sets or before.sets)
    require_valid_setup(setup)
    named, left = _move_names(before, setup)
    notes = "\n".join(filter(None, [notes, *(say("no longer seated: {who}", who=who) for who in left)]))
    if len(notes) > MAX_NOTES_CHARS:
        names = "; ".join(left)[:200]
        raise BadRequest(say("the notes are too long to add names that lost their seats: {names!r}", names=names))
    return Replacement(fix_switch_rounds(named), notes)


@job("quick")
def check_night(state: NightState) -> None:
    """Raise an error as `require_valid` does."""
    require_valid(state)


def require_valid(state: NightState) -> None:
    """Raise an error for an unknown movement, wrong section letters, or names or results of unknown pairs or sections.

    After later events a contestant may have lost the seat: pages show those names.
    """
    setup = state.setup
    require_valid_setup(setup)
    if state.revision <= 1:
        for label, name in names_without_seat(setup).items():
            raise BadRequest(say("unknown pair {label}: {name!r}", label=label, name=name[:40]))
    require_known_sections(state.results, (section.letter for section in setup.sections))


def require_valid_setup(setup: SessionSetup) -> None:
    """Raise an error for an unknown movement or wrong section letters."""
    require_letters(setup)
    for section in setup.sections:
        resolve_section(section, sets=setup.sets)


def sections_in_files(setup: SessionSetup) -> tuple[Section, ...]:
    """Return the sections for files, in which a single section has a letter too."""
    return tuple(resolve_section(section, sets=setup.sets, shows_letter=True) for section in setup.sections)


def seat_labels(setup: SessionSetup) -> list[str]:
    """Return the labels of the contestants on pages, in the order of lists."""
    return [setup.seat_label(section.letter, label) for section, labels in _seats(setup) for label in labels.values()]


def _seats(setup: SessionSetup) -> Iterator[tuple[SectionSetup, Mapping[str, str]]]:
    """Yield each section with the labels of its contestants, by their seats with two winners.

    With one winner all pairs are numbered in one sequence, so that pair 19 of 36 is E1 and pair 19 of 38 is N19.
    """
    for section in setup.sections:
        field = _movement(section).field
        two_lines = _movement(replace(section, movement=with_two_winners(section.movement))).field
        yield section, {two_lines.label(c): field.label(c) for c in field.present}


def _movement(section: SectionSetup) -> Movement:
    return judged_movement(section).movement


def _with_names(setup: SessionSetup, text: str) -> SessionSetup:
    """Return a set-up with the names in a text, including those without a seat."""
    names = names_in(text, [*seat_labels(setup), *names_without_seat(setup)])
    sections = []
    for section, seats in _seats(setup):
        labels = dict.fromkeys([*seats.values(), *section.contestants])
        typed = {label: names.get(setup.seat_label(section.letter, label)) for label in labels}
        known = {label: parse_contestant(section.contestants.get(label), name) for label, name in typed.items() if name}
        sections.append(replace(section, contestants=known))
    return replace(setup, sections=tuple(sections))


def _as_before(section: SectionSetup, before: SectionSetup) -> SectionSetup:
    if section.boards is None or before.boards is None:
        return replace(section, letter=before.letter)
    return replace(section, letter=before.letter, boards=replace(section.boards, first=before.boards.first))


def _move_names(before: SessionSetup, setup: SessionSetup) -> tuple[SessionSetup, list[str]]:
    """Return a set-up with the names of another, seat by seat, and the names without a seat."""
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
                left.append(f"{before.seat_label(section.letter, label)} {section.contestants[label].entry_text}")
    both = zip(setup.sections, moved, strict=True)
    return replace(setup, sections=tuple(replace(section, contestants=own) for section, own in both)), left


def list_names(setup: SessionSetup) -> str:
    """Return all names as lines of label and name."""
    return "\n".join(f"{label}\t{name}" for label, name in names_of(setup).items())


def require_letters(setup: SessionSetup) -> None:
    """Raise BadRequest if two sections have the same letter, or a letter is not valid."""
    letters = [section.letter for section in setup.sections]
    if len(set(letters)) < len(letters) or not all(map(LETTER.fullmatch, letters)):
        raise BadRequest(
            say("each section needs its own letter (1 to 3 letters): {letters!r}", letters=", ".join(letters)[:40])
        )


@dataclass(frozen=True, slots=True)
class StartSeat:
    """The first seat of a contestant."""

    label: str
    """With several sections it starts with the section letter."""
    own: str
    """The label within its section."""
    table: int
    seat: str
    round: int
    """The first round with a seat."""
    name: str


def first_seats(setup: SessionSetup, section: SectionSetup, movement: Movement) -> Iterator[StartSeat]:
    """Yield the first seats of the contestants of a section."""
    for contestant in movement.field.present:
        own = movement.field.label(contestant)
        first = next(visit for visit in movement.itinerary(own) if visit.table not in tables_without_pairs(movement))
        label = setup.seat_label(section.letter, own)
        yield StartSeat(label, own, first.table, first.seat, first.round, section.typed_name(own))


def planned_timing(setup: SessionSetup, per_board: float | None, starts: str, now: float) -> Timing:
    """Return the timing of a new session, with the start and the minutes per board of the plan."""
    boards = max(
        (section.boards.per_round for section in setup.sections if section.boards), default=USUAL_BOARDS_PER_ROUND
    )
    seconds = round_length(boards * (per_board * MINUTE if per_board else USUAL_BOARD))
    return Timing(round_seconds=seconds, starts=next_time(starts, now - LONG_AGO * 60 * MINUTE) if starts else None)


def round_length(seconds: float) -> int:
    """Return whole seconds; raise BadRequest if a round would be too long."""
    if seconds > LONGEST_ROUND:
        raise BadRequest(say("at most 4 hours allowed, not {minutes} minutes", minutes=plain_figure(seconds / MINUTE)))
    return round(seconds)


def next_time(text: str, after: float) -> float:
    """Return the first instant after another with this time of day, on this machine."""
    time, first = hour(text), datetime.fromtimestamp(after).astimezone()
    same_day = first.replace(hour=time.hour, minute=time.minute, second=0, microsecond=0)
    return (same_day if same_day >= first else same_day + ONE_DAY).timestamp()


def first_movement(state: NightState, letter: str) -> Movement | None:
    """Return the movement of a section before all repairs; None if there are none."""
    repairs = state.repairs_of(letter)
    if not repairs:
        return None
    before = repairs[0].before
    return judged_movement(before).movement


def newcomers(before: Movement, after: Movement) -> tuple[str, ...]:
    """Return the labels of contestants who play *after* a repair but not *before* it."""
    known = set(labels_after(before, after).values())
    labels = map(after.field.label, after.field.present)
    return tuple(label for label in labels if label not in known)


def labels_after(before: Movement, after: Movement) -> dict[str, str]:
    """Return the labels *after* a repair by the labels *before* it.

    If two lines become one field, EW pairs are numbered after NS.
    """
    old, new = before.field, after.field

    def number(contestant: int) -> int:
        line = old.line(contestant)
        return contestant if len(old.lines) != len(new.lines) else contestant - old.before(line) + new.before(line)

    return {old.label(contestant): new.label(number(contestant)) for contestant in old.present}

"""Names of the contestants, and their attendance."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, ClassVar, NamedTuple

from byestand.errors import BadRequest
from byestand.language import say, say_many
from byestand.marks import Size
from byestand.model.limits import MAX_NAME_CHARS, MAX_NAMES, Label, Letter
from byestand.model.people import Contestant, ContestantsByLabel
from byestand.model.setup import SessionSetup
from byestand.night.night_event import EventForm, FormContext, NightEvent
from byestand.night.stamp import Stamp
from byestand.night.state import NightState, Part, SeatLabel
from byestand.sanitize import is_one_line

MAX_NAMES_LISTED = 3
"""With more, a sentence has only their number."""
MAX_CANDIDATES_LISTED = 4
SIDES = {"NS": "N", "EW": "E", "NORTHSOUTH": "N", "EASTWEST": "E"}


class SeatContestant(NamedTuple):
    """Who plays in a seat; None if the name is removed."""

    section: Letter
    label: Label
    contestant: Contestant | None


def names_of(setup: SessionSetup) -> dict[str, str]:
    """Return all names as typed, by the labels on pages."""
    return {
        setup.seat_label(section.letter, label): contestant.entry_text
        for section in setup.sections
        for label, contestant in section.contestants.items()
    }


def with_contestants(setup: SessionSetup, changes: Sequence[SeatContestant]) -> SessionSetup:
    """Return a set-up with other contestants; those of unknown sections are left out."""
    by_section: dict[str, dict[str, Contestant | None]] = {}
    for section, label, contestant in changes:
        by_section.setdefault(section, {})[label] = contestant
    sections = (
        replace(section, contestants={k: v for k, v in {**section.contestants, **own}.items() if v})
        if (own := by_section.get(section.letter))
        else section
        for section in setup.sections
    )
    return replace(setup, sections=tuple(sections))


def changed_contestants(before: SessionSetup, after: SessionSetup) -> tuple[SeatContestant, ...]:
    """Return the changes of contestants between two set-ups, for the sections of the later one."""
    return tuple(
        change for section in after.sections for change in _changes(before, section.letter, section.contestants)
    )


def _changes(before: SessionSetup, letter: str, after: ContestantsByLabel) -> Iterator[SeatContestant]:
    section = before.section(letter)
    old = section.contestants if section else {}
    yield from (SeatContestant(letter, label, None) for label in old if label not in after)
    yield from (SeatContestant(letter, label, who) for label, who in after.items() if old.get(label) != who)


def current_contestants(setup: SessionSetup, changes: Sequence[SeatContestant]) -> list[Contestant | None]:
    """Return the present contestants of the seats that would change."""
    sections = {section.letter: section.contestants for section in setup.sections}
    return [sections.get(one.section, {}).get(one.label) for one in changes]


def find_seat(text: str, setup: SessionSetup, people: Mapping[str, str]) -> SeatLabel:
    """Return a contestant by label, number or part of the name."""
    label = find_label(text, people)
    if setup.has_letters:
        letters = (one.letter for one in setup.sections if label.startswith(one.letter))
        letter = max(letters, key=len, default="")
        return SeatLabel(letter, label.removeprefix(letter))
    return SeatLabel(setup.sections[0].letter if setup.sections else "", label)


def find_label(text: str, people: Mapping[str, str]) -> str:
    """Return the label of a contestant by label, number or part of the name.

    >>> known = {"N1": "Anna & Boris", "E1": "", "E2": "Carl & Dora"}
    >>> find_label("ew 2", known), find_label("boris", known), find_label("2", known)
    ('E2', 'N1', 'E2')
    """
    if not text:
        raise BadRequest(say("enter a pair number or name"))
    label = "".join(letter for letter in text.upper() if letter.isalnum())
    for side, letter in SIDES.items():
        label = label.replace(side, letter)
    if label in people:
        return label
    by_number = [one for one in people if label.isdecimal() and one.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ") == label]
    candidates = by_number or [one for one in people if text.casefold() in people[one].casefold()]
    if not candidates:
        raise BadRequest(say("no pair with this number or name: {text!r}", text=text[:40]))
    if len(candidates) > 1:
        more = ["…"] if len(candidates) > MAX_CANDIDATES_LISTED else []
        labels = ", ".join([*candidates[:MAX_CANDIDATES_LISTED], *more])
        raise BadRequest(
            say("several pairs match ({labels}); enter one number: {text!r}", labels=labels, text=text[:40])
        )
    return candidates[0]


@dataclass(frozen=True, slots=True)
class ContestantsChanged(NightEvent):
    """Names in some seats are typed or replaced."""

    kind: ClassVar[str] = "contestants changed"
    touches: ClassVar[frozenset[Part]] = frozenset({"people"})
    verbs: ClassVar[tuple[str, ...]] = ("replace",)
    changes: Annotated[tuple[SeatContestant, ...], Size(2 * MAX_NAMES)]

    def precondition(self, state: NightState) -> object:
        """Return the present contestants of these seats."""
        return current_contestants(state.setup, self.changes)

    def apply(self, state: NightState, stamp: Stamp) -> NightState:
        """Return the state with the new contestants; others keep their places in the list."""
        return state.with_setup(with_contestants(state.setup, self.changes))

    def sentence(self, state: NightState) -> str:
        """Return the event as a short sentence."""
        if not 0 < len(self.changes) <= MAX_NAMES_LISTED:
            return say_many("1 name changed", "{number} names changed", len(self.changes))
        labels = [(state.setup.seat_label(change.section, change.label), change.contestant) for change in self.changes]
        named = (say("{label} is now {name}", label=label, name=who.entry_text) for label, who in labels if who)
        unnamed = (say("{label} now has no name", label=label) for label, who in labels if not who)
        return ", ".join((*named, *unnamed))

    @classmethod
    def from_form(cls, verb: str, form: EventForm, context: FormContext) -> "ContestantsChanged":
        """Return the replacement of a pair."""
        name = form.text("name")
        if not name or len(name) > MAX_NAME_CHARS or not is_one_line(name):
            raise BadRequest(
                say(
                    "enter the new names in one line of at most {most} characters: {name!r}",
                    most=MAX_NAME_CHARS,
                    name=name[:40],
                )
            )
        seat = find_seat(form.text("who"), context.setup, context.people)
        return cls((SeatContestant(*seat, Contestant.parse(name)),))


@dataclass(frozen=True, slots=True)
class AttendanceChanged(NightEvent):
    """A contestant is marked absent or present."""

    kind: ClassVar[str] = "attendance changed"
    touches: ClassVar[frozenset[Part]] = frozenset({"people"})
    verbs: ClassVar[tuple[str, ...]] = ("here", "not-here")
    names_section: ClassVar[bool] = True
    section: Letter
    label: Label
    present: bool

    def precondition(self, state: NightState) -> object:
        """Return whether this contestant is absent."""
        return SeatLabel(self.section, self.label) in state.absent

    def apply(self, state: NightState, stamp: Stamp) -> NightState:
        """Return the state with this contestant absent or present."""
        seat = SeatLabel(self.section, self.label)
        return replace(state, absent=state.absent - {seat} if self.present else state.absent | {seat})

    def sentence(self, state: NightState) -> str:
        """Return the event as a short sentence."""
        label = state.setup.seat_label(self.section, self.label)
        return say("{label} marked present", label=label) if self.present else say("{label} marked absent", label=label)

    @classmethod
    def from_form(cls, verb: str, form: EventForm, context: FormContext) -> "AttendanceChanged":
        """Return the attendance of a contestant."""
        return cls(*find_seat(form.text("who"), context.setup, context.people), present=verb == "here")

"""The whole evening as data: every round of everybody, and what happens between rounds, section by section.

It follows from what is set up and who is who, and from nothing else. So one worker makes it once, and the wall and
hundreds of phones are drawn from it without asking again.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from byestand.errors import NotFound
from byestand.model.session import Section, Session
from byestand.night.night import Night, dumps, loads
from byestand.night.setting import Setting
from byestand.server.jobs.job import job
from byestand.server.nights.repairing import labels_after
from byestand.server.office import Office
from byestand.server.questions import judged, sections_of
from byestand.sheets.start_lists import Starter, starters
from byestand.words.evening import Evenings, Stop
from byestand.words.names import people_in, split_name
from byestand.words.next_move import Move, next_moves, standing
from byestand.words.numbers import ranges
from byestand.words.people import PLAYERS, called
from byestand.words.phrases import say


@dataclass(frozen=True, slots=True)
class Turn:
    """A round of a section, and what happens after it; round 0 is before play."""

    boards: str = ""
    """All that are in play."""
    now: tuple[str, ...] = ()
    moves: tuple[Move, ...] = ()


@dataclass(frozen=True, slots=True)
class Part:
    """A section."""

    letter: str
    """Empty where it is the only one."""
    rounds: int
    per_round: int
    """Boards."""
    tables: int
    people: str
    """What they are called: pairs or players."""
    turns: tuple[Turn, ...]
    """From round 0 on."""


@dataclass(frozen=True, slots=True)
class Guest:
    """Somebody who plays."""

    label: str
    section: str
    title: str
    """What stands for an unknown name: "Pair BE5", "Player 5"."""
    name: str
    """Empty where it is not known."""
    familiar: str
    """What others call them: their first names."""
    side: str
    """``ns`` or ``ew`` where that is theirs all evening."""
    stops: tuple[Stop, ...]

    @property
    def own(self) -> str:
        """The label without the section letter."""
        return self.label.removeprefix(self.section)


@dataclass(frozen=True, slots=True)
class Programme:
    """The whole evening."""

    parts: tuple[Part, ...] = ()
    guests: dict[str, Guest] = field(default_factory=dict)
    starters: tuple[Starter, ...] = ()
    formerly: dict[str, str] = field(default_factory=dict)
    """Labels of guests by the labels they had until a repair renumbered them: phones still ask with those."""

    @property
    def rounds(self) -> int:
        """The most that a section has."""
        return max((part.rounds for part in self.parts), default=1)

    def parts_of(self, section: str) -> tuple[Part, ...]:
        """Return the sections that go by the clock of one, or by everybody's."""
        return tuple(part for part in self.parts if section in ("", part.letter))

    def called(self, label: str) -> str:
        """Return somebody by number and first names."""
        found = self.guests[label]
        return ", ".join(filter(None, (label, found.familiar)))


@job("quick")
def programme(contents: str) -> Programme:
    """Return the evening of a night."""
    night = loads(contents)
    sections = sections_of(night)
    if len(sections) == 1:
        sections = (replace(sections[0], letter=""),)
    everybody = starters(Session(sections)) if sections else ()
    guests = {guest.label: guest for section in sections for guest in _guests(section)}
    formerly = dict(pair for both in zip(night.sections, sections, strict=True) for pair in _renumbered(*both))
    return Programme(tuple(map(_part, sections)), guests, everybody, formerly)


def _renumbered(setting: Setting, section: Section) -> Iterator[tuple[str, str]]:
    """Yield the labels, before and after, of those whom a repair renumbered."""
    if setting.repaired:
        for old, new in labels_after(judged(setting.first_set_up).movement, section.movement).items():
            if old != new:
                yield section.letter + old, section.letter + new


def _part(section: Section) -> Part:
    movement = section.movement
    return Part(
        section.letter,
        movement.rounds,
        section.boards.per_round if section.boards else 0,
        movement.tables,
        called(movement).many,
        tuple(_turn(section, round) for round in range(movement.rounds + 1)),
    )


def _turn(section: Section, round: int) -> Turn:
    movement = section.movement
    if not round:
        return Turn(moves=next_moves(section, 0))
    here = set(movement.groups[round - 1][movement.played[round - 1]].tolist())
    boards = {board for group in here for board in _boards(section, group)}
    return Turn(ranges(boards) if boards else "", standing(section, round), next_moves(section, round))


def _boards(section: Section, group: int) -> Sequence[int]:
    if section.boards is None:
        return (group,)
    first, last = section.boards.numbers(group)
    return range(first, last + 1)


def _guests(section: Section) -> Iterator[Guest]:
    movement, evenings = section.movement, Evenings(section)
    two_lines = len(movement.field.lines) == 2 and called(movement) is not PLAYERS
    for contestant in movement.field.present:
        own, label = movement.field.label(contestant), movement.field.label(contestant, section.letter)
        names = [name for person in section.people.get(own, ()) for name in people_in(person.name)]
        yield Guest(
            label,
            section.letter,
            say("{one} {number}", one=called(movement).one.capitalize(), number=label),
            section.name(own),
            " & ".join(split.rest or split.surname for split in map(split_name, names)),
            ("ns", "ew")[movement.field.line(contestant)] if two_lines else "",
            tuple(_in_section(stop, section.letter) for stop in evenings.of(contestant)),
        )


def _in_section(stop: Stop, letter: str) -> Stop:
    """Return a stop with the others as the whole night calls them."""
    partners, against = (tuple(letter + label for label in labels) for labels in (stop.partners, stop.against))
    return replace(stop, partners=partners, against=against)


async def programme_of(office: Office, plan: Night) -> Programme:
    """Return the evening of a night as it is set up; what else is known of it changes nothing."""
    if not plan.sections:
        return Programme()
    return await office.run(programme, dumps(replace(plan, notes="", results="", name="")))


def require_guest(programme: Programme, label: str) -> Guest:
    """Return somebody by the label; refuse whom nobody knows."""
    now = programme.formerly.get(label, label)
    if now not in programme.guests:
        raise NotFound(f"there is nobody with that number tonight: {label[:40]!r}")
    return programme.guests[now]

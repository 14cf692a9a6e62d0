"""The whole evening as data: every round of everybody, and what happens between rounds, section by section.

It follows from the setup and the names alone. So a worker makes it once, the server process keeps it whatever results
come in, and the wall and hundreds of phones are drawn from it.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from byestand.errors import NotFound
from byestand.language import say
from byestand.model.people import split_names
from byestand.model.session import Section
from byestand.night.state import NightState
from byestand.server.jobs.job import job
from byestand.server.nights.setups import first_movement, labels_after
from byestand.setup.resolve import resolve
from byestand.sheets.start_lists import Starter, starters
from byestand.words.itinerary import ItineraryStop, ItineraryTexts
from byestand.words.names import split_name
from byestand.words.numbers import ranges
from byestand.words.people import PLAYERS, contestant_noun
from byestand.words.wall import MoveText, next_moves, standing


@dataclass(frozen=True, slots=True)
class RoundView:
    """A round of a section, and what happens after it; round 0 is before play."""

    boards: str = ""
    """All that are in play."""
    notes: tuple[str, ...] = ()
    """What holds during the round: who sits out, where the arrow is switched."""
    moves: tuple[MoveText, ...] = ()


@dataclass(frozen=True, slots=True)
class SectionEvening:
    """A section."""

    letter: str
    """Empty where it is the only one."""
    rounds: int
    boards_per_round: int
    tables: int
    round_views: tuple[RoundView, ...]
    """From round 0 on."""


@dataclass(frozen=True, slots=True)
class ContestantView:
    """A pair or a player, and all their rounds."""

    label: str
    section: str
    title: str
    """Stands for an unknown name: "Pair BE5", "Player 5"."""
    name: str
    """Empty where it is not known."""
    first_names: str
    side: str
    """``ns`` or ``ew`` where that is theirs all evening."""
    stops: tuple[ItineraryStop, ...]

    @property
    def own_label(self) -> str:
        """The label without the section letter."""
        return self.label.removeprefix(self.section)

    @property
    def name_or_title(self) -> str:
        """The name, or what stands for it."""
        return self.name or self.title


@dataclass(frozen=True, slots=True)
class EveningView:
    """The whole evening."""

    sections: tuple[SectionEvening, ...] = ()
    contestants: Mapping[str, ContestantView] = field(default_factory=dict)
    starters: tuple[Starter, ...] = ()
    renumbered: Mapping[str, str] = field(default_factory=dict)
    """The labels of contestants by the labels that they had before a repair: phones still ask with those."""

    @property
    def rounds(self) -> int:
        """The most that a section has."""
        return max((section.rounds for section in self.sections), default=1)

    def sections_by_clock(self, letter: str) -> tuple[SectionEvening, ...]:
        """Return the sections that go by the clock of a section, or by everybody's."""
        return tuple(section for section in self.sections if letter in ("", section.letter))

    def number_and_names(self, label: str) -> str:
        """Return the label of a contestant and their first names."""
        return ", ".join(filter(None, (label, self.contestants[label].first_names)))

    def find(self, label: str) -> ContestantView | None:
        """Return a contestant by the label, also by one from before a repair."""
        return self.contestants.get(self.renumbered.get(label, label))

    def require(self, label: str) -> ContestantView:
        """Return a contestant by the label; refuse one that nobody has."""
        contestant = self.find(label)
        if contestant is None:
            raise NotFound(f"there is nobody with that number tonight: {label[:40]!r}")
        return contestant


@job("quick", reads={"setup", "people"})
def evening_view(id: int, state: NightState) -> EveningView:
    """Return the evening of a night; an empty one where no movement is chosen yet."""
    del id
    if not state.setup.sections:
        return EveningView()
    session = resolve(state.setup)
    letters = (section.letter for section in state.setup.sections)
    renumbered = {
        old: new
        for letter, section in zip(letters, session.sections, strict=True)
        for old, new in _renumbered(state, letter, section)
    }
    return EveningView(
        tuple(map(_section_evening, session.sections)),
        {one.label: one for section in session.sections for one in _contestants(section)},
        starters(session),
        renumbered,
    )


def _renumbered(state: NightState, letter: str, section: Section) -> Iterator[tuple[str, str]]:
    """Yield the labels, before and after, of those whom a repair renumbered."""
    plan = first_movement(state, letter)
    if plan is not None:
        for old, new in labels_after(plan, section.movement).items():
            if old != new:
                yield section.letter + old, section.letter + new


def _section_evening(section: Section) -> SectionEvening:
    movement = section.movement
    return SectionEvening(
        section.letter,
        movement.rounds,
        section.boards.per_round if section.boards else 0,
        movement.tables,
        tuple(_round_view(section, round) for round in range(movement.rounds + 1)),
    )


def _round_view(section: Section, round: int) -> RoundView:
    movement = section.movement
    if not round:
        return RoundView(moves=next_moves(section, 0))
    groups = set(movement.groups[round - 1][movement.played[round - 1]].tolist())
    boards = {board for group in groups for board in _boards(section, group)}
    return RoundView(ranges(boards) if boards else "", standing(section, round), next_moves(section, round))


def _boards(section: Section, group: int) -> Sequence[int]:
    if section.boards is None:
        return (group,)
    first, last = section.boards.numbers(group)
    return range(first, last + 1)


def _contestants(section: Section) -> Iterator[ContestantView]:
    movement, evenings = section.movement, ItineraryTexts(section)
    has_sides = len(movement.field.lines) == 2 and contestant_noun(movement) is not PLAYERS
    for contestant in movement.field.present:
        own, label = movement.field.label(contestant), movement.field.label(contestant, section.letter)
        names = [name for person in section.members(own) for name in split_names(person.name)]
        yield ContestantView(
            label,
            section.letter,
            say("{one} {number}", one=contestant_noun(movement).singular.capitalize(), number=label),
            section.name(own),
            " & ".join(split.rest or split.surname for split in map(split_name, names)),
            ("ns", "ew")[movement.field.line(contestant)] if has_sides else "",
            tuple(_with_letter(stop, section.letter) for stop in evenings.of(contestant)),
        )


def _with_letter(stop: ItineraryStop, letter: str) -> ItineraryStop:
    """Return a stop with partners and opponents as the whole night calls them."""
    partners, against = (tuple(letter + label for label in labels) for labels in (stop.partners, stop.against))
    return replace(stop, partners=partners, against=against)

"""The whole session as data: all rounds of all contestants, and the moves between rounds, section by section.

It depends only on the set-up and the names. A worker makes it once, the server process caches it while results come in,
and renders the display and the phones from it.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from byestand.errors import NotFound
from byestand.job import job
from byestand.language import say
from byestand.model.movement import Movement
from byestand.model.people import split_names
from byestand.model.session import Section
from byestand.night.state import NightState
from byestand.sentences.itinerary import ItineraryStop, ItineraryTexts
from byestand.sentences.next_moves import MoveText, next_moves, standing_text
from byestand.sentences.start_entries import StartListEntry, starters
from byestand.session.resolve import resolve
from byestand.session.setups import first_movement, labels_after
from byestand.words.names import split_name
from byestand.words.numbers import ranges
from byestand.words.people import PLAYERS, contestant_noun


@dataclass(frozen=True, slots=True)
class RoundView:
    """A round of a section, and the moves after it; round 0 is before play."""

    boards: str = ""
    """All boards in play."""
    notes: tuple[str, ...] = ()
    """Notes for the round: sit-outs and arrow switches."""
    moves: tuple[MoveText, ...] = ()


@dataclass(frozen=True, slots=True)
class SectionEvening:
    """A section."""

    letter: str
    """Empty if it is the only section."""
    rounds: int
    boards_per_round: int
    tables: int
    round_views: tuple[RoundView, ...]
    """From round 0 on."""


@dataclass(frozen=True, slots=True)
class ContestantView:
    """A pair or a player, with all rounds."""

    label: str
    section: str
    title: str
    """Shown instead of an unknown name: "Pair BE5", "Player 5"."""
    name: str
    """Empty if it is not known."""
    first_names: str
    side: str
    """``ns`` or ``ew`` if it is the same in all rounds."""
    stops: tuple[ItineraryStop, ...]

    @property
    def own_label(self) -> str:
        """The label without the section letter."""
        return self.label.removeprefix(self.section)

    @property
    def name_or_title(self) -> str:
        """The name, or the title if it is not known."""
        return self.name or self.title


@dataclass(frozen=True, slots=True)
class EveningView:
    """The whole session."""

    sections: tuple[SectionEvening, ...] = ()
    contestants: Mapping[str, ContestantView] = field(default_factory=dict)
    starters: tuple[StartListEntry, ...] = ()
    labels_before_repair: Mapping[str, str] = field(default_factory=dict)
    """Labels by the labels before a repair, which phones may still use."""

    @property
    def rounds(self) -> int:
        """The largest number of rounds of a section."""
        return max((section.rounds for section in self.sections), default=1)

    def sections_by_clock(self, letter: str) -> tuple[SectionEvening, ...]:
        """Return the sections that use the clock of a section, or the clock of all."""
        return tuple(section for section in self.sections if letter in ("", section.letter))

    def number_and_names(self, label: str) -> str:
        """Return the label of a contestant and their first names."""
        return ", ".join(filter(None, (label, self.contestants[label].first_names)))

    def find(self, label: str) -> ContestantView | None:
        """Return a contestant by label, also by a label before a repair."""
        return self.contestants.get(self.labels_before_repair.get(label, label))

    def require(self, label: str) -> ContestantView:
        """Return a contestant by label; raise NotFound for an unknown one."""
        contestant = self.find(label)
        if contestant is None:
            raise NotFound(say("no pair with this number: {label!r}", label=label[:40]))
        return contestant


@job("quick", reads={"setup", "people"})
def evening_view(id: int, state: NightState) -> EveningView:
    """Return the rounds of a session; empty if no movement is chosen yet."""
    del id
    if not state.setup.sections:
        return EveningView()
    session = resolve(state.setup)
    letters = (section.letter for section in state.setup.sections)
    renumbered = {
        old: new
        for letter, section in zip(letters, session.sections, strict=True)
        for old, new in _old_labels(state, letter, section)
    }
    return EveningView(
        tuple(map(_section_evening, session.sections)),
        {view.label: view for section in session.sections for view in _contestants(section)},
        starters(session),
        renumbered,
    )


def _old_labels(state: NightState, letter: str, section: Section) -> Iterator[tuple[str, str]]:
    """Yield the labels before and after a repair of renumbered contestants."""
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
    groups = set(movement.groups[round - 1][movement.played_mask[round - 1]].tolist())
    boards = {board for group in groups for board in _boards(section, group)}
    return RoundView(ranges(boards) if boards else "", standing_text(section, round), next_moves(section, round))


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
            _title(movement, label),
            section.name(own),
            " & ".join(split.rest or split.surname for split in map(split_name, names)),
            ("ns", "ew")[movement.field.line(contestant)] if has_sides else "",
            tuple(_with_letter(stop, section.letter) for stop in evenings.itinerary_of(contestant)),
        )


def _title(movement: Movement, label: str) -> str:
    if contestant_noun(movement) is PLAYERS:
        return say("Player {label}", label=label)
    return say("Pair {label}", label=label)


def _with_letter(stop: ItineraryStop, letter: str) -> ItineraryStop:
    """Return a stop with the section letter in the labels of partners and opponents."""
    partners, against = (tuple(letter + label for label in labels) for labels in (stop.partners, stop.opponents))
    return replace(stop, partners=partners, opponents=against)

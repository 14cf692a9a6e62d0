"""A session: its event, and its sections, each with a movement, boards and players.

The seats of a session are counted through its sections. A seat is the starting position of a contestant and has its
label: ``E5``, with several sections ``BE5``. Over several sessions a pair is identified by its first seat.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property

from byestand.errors import BadRequest
from byestand.language import say
from byestand.model.boards import Boards
from byestand.model.event import Event
from byestand.model.judged import Judged
from byestand.model.layout import set_name
from byestand.model.movement import MAX_TABLES, Movement
from byestand.model.people import ContestantsByLabel, Person
from byestand.model.scoring import ScoringForm
from byestand.sanitize import title_line

NS, EW = 0, 1


@dataclass(frozen=True, eq=False)
class Section:
    """Tables that play one movement, with the boards of its deal groups and the players."""

    judged: Judged
    boards: Boards | None = None
    """The boards of the deal groups; None if only groups are used."""
    letter: str = ""
    """The section letter; a single section needs none."""
    contestants: ContestantsByLabel = field(default_factory=dict)
    """Contestants with known names."""
    cases: int | None = None
    """Available sets of boards; None if not given."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "letter", title_line(self.letter))
        for label in self.contestants:
            self.movement.field.contestant(label)  # raises for an unknown label

    @property
    def movement(self) -> Movement:
        """The movement; missing contestants are in its field."""
        return self.judged.movement

    @property
    def missing(self) -> tuple[str, ...]:
        """The labels of missing contestants."""
        return tuple(map(self.movement.field.label, sorted(self.movement.field.missing)))

    def set_name(self, case: str) -> str:
        """Return the name of a set of boards of this section."""
        return set_name(case, self.letter)

    def members(self, label: str) -> tuple[Person, ...]:
        """Return the known players of a contestant."""
        contestant = self.contestants.get(label)
        return contestant.members if contestant else ()

    def name(self, label: str) -> str:
        """Return the name of a contestant; empty if it is not known."""
        contestant = self.contestants.get(label)
        return contestant.display_name if contestant else ""


@dataclass(frozen=True, eq=False)
class Session:
    """One or several sections that play at the same time, with their scoring and event."""

    sections: tuple[Section, ...]
    scoring: ScoringForm = "matchpoints"
    event: Event = field(default_factory=Event)

    def __post_init__(self) -> None:
        letters = self.letters
        if not letters:
            raise BadRequest(say("a session needs at least 1 section"))
        if len(set(letters)) < len(letters) or (len(letters) > 1 and "" in letters):
            raise BadRequest(
                say("sections need different letters, not {letters}", letters=", ".join(map(repr, letters)))
            )

    def __iter__(self) -> Iterator[Section]:
        return iter(self.sections)

    @property
    def letters(self) -> tuple[str, ...]:
        """The letter of each section."""
        return tuple(section.letter for section in self.sections)

    @property
    def next_board(self) -> int | None:
        """The first board number of a following session; None if there are no board numbers."""
        after = [s.boards.all(s.movement.deal_groups).stop for s in self.sections if s.boards is not None]
        return max(after, default=None)

    def numbered_from(self, first: int) -> "Session":
        """Return the same session with its boards numbered from *first*."""
        sections = (s if s.boards is None else replace(s, boards=replace(s.boards, first=first)) for s in self.sections)
        return replace(self, sections=tuple(sections))

    @property
    def movements(self) -> tuple[Movement, ...]:
        """The movement of each section."""
        return tuple(section.movement for section in self.sections)

    @property
    def names(self) -> dict[str, str]:
        """The known names, by the labels of their seats."""
        known = ((section.letter + label, section.name(label)) for section in self for label in section.contestants)
        return {label: name for label, name in known if name}

    def require_two_lines(self) -> None:
        """Raise unless all contestants are pairs in two lines, as second sessions require."""
        if any(movement.field.lines[1:] == () or len(movement.seat_names) != 2 for movement in self.movements):
            raise BadRequest(say("second sessions need NS and EW pairs (two winners)"))
        if sum(movement.tables for movement in self.movements) > MAX_TABLES:
            raise BadRequest(say("second sessions are limited to {limit} tables", limit=MAX_TABLES))

    @cached_property
    def offsets(self) -> tuple[int, ...]:
        """The number of seats before those of each section."""
        return tuple(sum(m.field.size for m in self.movements[:i]) for i in range(len(self.sections)))

    @property
    def size(self) -> int:
        """The number of seats, those of missing contestants included."""
        return sum(movement.field.size for movement in self.movements)

    @cached_property
    def _places(self) -> tuple[tuple[int, int], ...]:
        """The section, from 0, and the contestant of each seat."""
        return tuple((i, c) for i, m in enumerate(self.movements) for c in range(1, m.field.size + 1))

    @cached_property
    def labels(self) -> tuple[str, ...]:
        """The label of every seat, seat 1 first."""
        return tuple(self.movements[i].field.label(c, self.sections[i].letter) for i, c in self._places)

    @cached_property
    def directions(self) -> tuple[int, ...]:
        """Whether each seat is NS (0) or EW (1), seat 1 first."""
        return tuple(self.movements[i].field.line(c) for i, c in self._places)

    @cached_property
    def missing(self) -> tuple[int, ...]:
        """The seats of missing contestants."""
        return tuple(s for s, (i, c) in enumerate(self._places, start=1) if c in self.movements[i].field.missing)

    @cached_property
    def present(self) -> tuple[int, ...]:
        """The seats of contestants that are present."""
        return tuple(s for s in range(1, self.size + 1) if s not in self.missing)

    def section(self, seat: int) -> int:
        """Return the section of a seat, counted from 0."""
        return self._places[seat - 1][0]

    def label(self, seat: int) -> str:
        """Return the label of a seat."""
        return self.labels[seat - 1]

    def seat(self, label: str) -> int:
        """Return the seat called *label*; the inverse of :meth:`label`."""
        text = label.strip().upper()
        if text not in self.labels:
            raise BadRequest(say("unknown seat; seats are {seats}: {label!r}", seats=self.describe(), label=label[:40]))
        return self.labels.index(text) + 1

    def describe(self) -> str:
        """Return the ranges of seats: ``AN1-AN6, AE1-AE6``."""
        lines = [
            f"{field.label(field.before(i) + 1, section.letter)}-{field.label(field.before(i + 1), section.letter)}"
            for section in self.sections
            for field in (section.movement.field,)
            for i in range(len(field.lines))
        ]
        return ", ".join(lines)

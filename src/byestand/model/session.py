"""What is set up tonight: a session, what it is called, and its sections with a movement, boards and people each.

The seats of a session are counted through its sections. A seat is where a contestant starts and with it all that the
movement makes of it; it has the name of the contestant who plays it: ``E5``, with several sections ``BE5``. Over
several sessions a pair goes by its first seat.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property

from byestand.errors import BadRequest
from byestand.model.boards import Boards
from byestand.model.event import Event
from byestand.model.judged import Judged
from byestand.model.layout import set_name
from byestand.model.movement import MOST_TABLES, Movement
from byestand.model.people import ContestantsByLabel, Person
from byestand.model.scoring import ScoringForm
from byestand.texts import title_line

NS, EW = 0, 1


@dataclass(frozen=True, eq=False)
class Section:
    """Tables that are run together: a movement, which boards its deal groups are, and who plays."""

    judged: Judged
    boards: Boards | None = None
    """Which boards the deal groups are; None: it is spoken of groups only."""
    letter: str = ""
    """What it is called; a single one needs no letter."""
    contestants: ContestantsByLabel = field(default_factory=dict)
    """Those whose names are known."""
    cases: int | None = None
    """Copies of all boards at hand; None: nobody said."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "letter", title_line(self.letter))
        for label in self.contestants:
            self.movement.field.contestant(label)  # raises for a stranger

    @property
    def movement(self) -> Movement:
        """What is played; who is missing stands in its field."""
        return self.judged.movement

    @property
    def missing(self) -> tuple[str, ...]:
        """Who is not there, by their labels."""
        return tuple(map(self.movement.field.label, sorted(self.movement.field.missing)))

    def set_name(self, case: str) -> str:
        """Return the name of a set of boards of this section."""
        return set_name(case, self.letter)

    def members(self, label: str) -> tuple[Person, ...]:
        """Return the people of a contestant, as far as they are known."""
        contestant = self.contestants.get(label)
        return contestant.members if contestant else ()

    def name(self, label: str) -> str:
        """Return what a contestant is called by name; nothing where that is not known."""
        contestant = self.contestants.get(label)
        return contestant.shown if contestant else ""


@dataclass(frozen=True, eq=False)
class Session:
    """One or several sections that play at the same time, how it is scored, and what it is called."""

    sections: tuple[Section, ...]
    scoring: ScoringForm = "matchpoints"
    event: Event = field(default_factory=Event)

    def __post_init__(self) -> None:
        letters = self.letters
        if not letters:
            raise BadRequest("a session has at least one section")
        if len(set(letters)) < len(letters) or (len(letters) > 1 and "" in letters):
            raise BadRequest(f"sections need different letters, not {', '.join(map(repr, letters))}")

    def __iter__(self) -> Iterator[Section]:
        return iter(self.sections)

    @property
    def letters(self) -> tuple[str, ...]:
        """What each section is called."""
        return tuple(section.letter for section in self.sections)

    @property
    def next_board(self) -> int | None:
        """The number with which the boards of a session after this one go on; None where it is spoken of groups."""
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
        """What those are called whose names are known, by the labels of their seats."""
        known = ((section.letter + label, section.name(label)) for section in self for label in section.contestants)
        return {label: name for label, name in known if name}

    def require_two_lines(self) -> None:
        """Raise unless all are pairs in two lines, as second sessions need them."""
        if any(movement.field.lines[1:] == () or len(movement.seat_names) != 2 for movement in self.movements):
            raise BadRequest("second sessions are planned for pairs in two lines, NS and EW")
        if sum(movement.tables for movement in self.movements) > MOST_TABLES:
            raise BadRequest(f"second sessions are planned for at most {MOST_TABLES} tables")

    @cached_property
    def offsets(self) -> tuple[int, ...]:
        """How many seats are counted before those of each section."""
        return tuple(sum(m.field.size for m in self.movements[:i]) for i in range(len(self.sections)))

    @property
    def size(self) -> int:
        """How many seats there are, missing contestants' included."""
        return sum(movement.field.size for movement in self.movements)

    @cached_property
    def _places(self) -> tuple[tuple[int, int], ...]:
        """The section, from 0, and the contestant for each seat."""
        return tuple((i, c) for i, m in enumerate(self.movements) for c in range(1, m.field.size + 1))

    @cached_property
    def labels(self) -> tuple[str, ...]:
        """What every seat is called, seat 1 first."""
        return tuple(self.movements[i].field.label(c, self.sections[i].letter) for i, c in self._places)

    @cached_property
    def directions(self) -> tuple[int, ...]:
        """Whether each seat is NS (0) or EW (1), seat 1 first."""
        return tuple(self.movements[i].field.line(c) for i, c in self._places)

    @cached_property
    def missing(self) -> tuple[int, ...]:
        """The seats that stay empty."""
        return tuple(s for s, (i, c) in enumerate(self._places, start=1) if c in self.movements[i].field.missing)

    @cached_property
    def present(self) -> tuple[int, ...]:
        """The seats that are taken."""
        return tuple(s for s in range(1, self.size + 1) if s not in self.missing)

    def section(self, seat: int) -> int:
        """Return the section of a seat, counted from 0."""
        return self._places[seat - 1][0]

    def label(self, seat: int) -> str:
        """Return what a seat is called."""
        return self.labels[seat - 1]

    def seat(self, label: str) -> int:
        """Return the seat called *label*; the inverse of :meth:`label`."""
        text = label.strip().upper()
        if text not in self.labels:
            raise BadRequest(f"no such seat; there are {self.describe()}: {label[:40]!r}")
        return self.labels.index(text) + 1

    def describe(self) -> str:
        """Return the seats that exist, in words."""
        lines = [
            f"{field.label(field.before(i) + 1, section.letter)} to {field.label(field.before(i + 1), section.letter)}"
            for section in self.sections
            for field in (section.movement.field,)
            for i in range(len(field.lines))
        ]
        return ", ".join(lines)

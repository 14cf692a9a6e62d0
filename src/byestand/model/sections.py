"""A room in one session: its sections, each with a movement, and the seats counted through all of them.

A seat is where a pair starts and with it all that the movement makes of it; it has the name of the contestant who
plays it: ``E5``, with several sections ``BE5``. Over several sessions a pair goes by its first seat.
"""

from dataclasses import dataclass
from functools import cached_property

from byestand.errors import BadRequest
from byestand.model.movement import MOST_TABLES, Movement


@dataclass(frozen=True, eq=False)
class Sections:
    """Sections of pairs that play at the same time."""

    movements: tuple[Movement, ...]
    letters: tuple[str, ...] = ("",)
    """What each section is called; a single one needs no letter."""

    def __post_init__(self) -> None:
        if not self.movements or len(self.movements) != len(self.letters):
            raise BadRequest("a room has at least one section, each with its letter")
        if len(set(self.letters)) < len(self.letters) or (len(self.letters) > 1 and "" in self.letters):
            raise BadRequest(f"sections need different letters, not {', '.join(map(repr, self.letters))}")
        if any(movement.is_individual or movement.field.winners != 2 for movement in self.movements):
            raise BadRequest("second sessions are planned for pairs in two lines, NS and EW")
        if sum(movement.tables for movement in self.movements) > MOST_TABLES:
            raise BadRequest(f"a room has at most {MOST_TABLES} tables")

    @cached_property
    def offsets(self) -> tuple[int, ...]:
        """How many seats are counted before those of each section."""
        return tuple(sum(m.field.size for m in self.movements[:i]) for i in range(len(self.movements)))

    @property
    def size(self) -> int:
        """How many seats there are, missing pairs' included."""
        return sum(movement.field.size for movement in self.movements)

    @cached_property
    def _places(self) -> tuple[tuple[int, int], ...]:
        """The section, from 0, and the contestant for each seat."""
        return tuple((i, c) for i, m in enumerate(self.movements) for c in range(1, m.field.size + 1))

    @cached_property
    def labels(self) -> tuple[str, ...]:
        """What every seat is called, seat 1 first."""
        return tuple(self.letters[i] + self.movements[i].field.label(c) for i, c in self._places)

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
            f"{letter}{movement.field.label(first)} to {letter}{movement.field.label(last)}"
            for letter, movement in zip(self.letters, self.movements, strict=True)
            for first, last in ((1, movement.field.lines[0]), (movement.field.lines[0] + 1, movement.field.size))
        ]
        return ", ".join(lines)

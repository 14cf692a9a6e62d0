"""Who competes: contestants, the lines they are ranked in, and what people call them.

Inside, a contestant is one whole number, counted through the lines, so that the judge and the measures
treat two-winner pairs, one-winner pairs and individuals alike. Outside it is ``N3``, ``E18`` or ``25``.
"""

from dataclasses import dataclass

from byestand.errors import BadRequest
from byestand.texts import plain_number

LETTERS = "NE"


@dataclass(frozen=True, slots=True)
class Field:
    """One line of contestants; or two: NS and EW pairs, each with a winner of its own; or the four of a Rainbow.

    The four are the players who start North, West, South and East, in this order. They never meet their own line, but
    are compared within it; their numbers go through all four.

    >>> club_night = Field((18, 18))
    >>> club_night.label(20), club_night.number(20), club_night.contestant("E2")
    ('E2', 2, 20)
    >>> Field((36,)).label(20), Field((11, 11, 11, 11)).line(25)
    ('20', 2)
    """

    lines: tuple[int, ...]
    """How many contestants each line has, missing ones included."""
    missing: frozenset[int] = frozenset()
    """Contestants who are not there (phantoms): they have a number but no seat."""

    def __post_init__(self) -> None:
        if len(self.lines) not in (1, 2, 4) or min(self.lines) < 1:
            raise BadRequest(f"a field has one, two or four lines of contestants, not {list(self.lines)}")
        if not all(1 <= contestant <= self.size for contestant in self.missing):
            raise BadRequest(f"somebody is missing who is not in the field, which has {self.describe()}")

    @property
    def size(self) -> int:
        """How many contestants there are, missing ones included."""
        return sum(self.lines)

    @property
    def winners(self) -> int:
        """How many winners there are: one a line."""
        return len(self.lines)

    @property
    def present(self) -> tuple[int, ...]:
        """Every contestant who is there."""
        everybody = range(1, self.size + 1)
        return tuple([c for c in everybody if c not in self.missing]) if self.missing else tuple(everybody)

    def line(self, contestant: int) -> int:
        """Return the line a contestant belongs to, counted from 0."""
        # All labels come through here: adding up as one goes is quicker than a table of sums.
        line, last = 0, self.lines[0]
        while contestant > last and line + 1 < len(self.lines):
            line += 1
            last += self.lines[line]
        return line

    def members(self, line: int) -> tuple[int, ...]:
        """Return those of a line who are there."""
        first = self.before(line) + 1
        return tuple([c for c in range(first, first + self.lines[line]) if c not in self.missing])

    def before(self, line: int) -> int:
        """Return how many contestants stand in the lines before *line*."""
        return sum(self.lines[:line])

    def number(self, contestant: int) -> int:
        """Return the number people call a contestant by, for pairs that within the line; 0, nobody, stays 0."""
        return contestant - self.before(self.line(contestant)) if contestant and self.winners == 2 else contestant

    def label(self, contestant: int, section: str = "") -> str:
        """Return the pair or player number: ``N3``, ``E18``, ``25``; with a section letter ``BN3``; nobody is ``-``.

        All pages, sheets, announcements and command output write a single pair this way (docs/paper.md).
        """
        if contestant == 0:
            return "-"
        if self.winners != 2:
            return f"{section}{contestant}"
        line = self.line(contestant)
        return f"{section}{LETTERS[line]}{contestant - self.before(line)}"

    def contestant(self, label: str) -> int:
        """Return the contestant called *label*; the inverse of :meth:`label`."""
        text = label.strip().upper()
        line, digits = 0, text
        if self.winners == 2 and text[:1] in LETTERS:
            line, digits = LETTERS.find(text[:1]), text[1:]
        elif self.winners == 2:
            digits = ""
        number = plain_number(digits) or 0
        if not 1 <= number <= (self.lines[line] if self.winners == 2 else self.size):
            raise BadRequest(f"no such contestant; there are {self.describe()}: {label[:40]!r}")
        return self.before(line) + number

    def describe(self) -> str:
        """Return the labels that exist, in words."""
        if self.winners == 2:
            return " and ".join(f"{a}1 to {a}{n}" for a, n in zip(LETTERS, self.lines, strict=True))
        return f"1 to {self.size}"

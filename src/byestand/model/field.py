"""The field: contestants, the lines in which they are ranked, and their labels.

Internally a contestant is one whole number, counted through all lines, so that the judge and the measures
treat two-winner pairs, one-winner pairs and individuals alike. Users see ``N3``, ``E18`` or ``25``.
"""

from dataclasses import dataclass

from byestand.errors import BadRequest
from byestand.language import say
from byestand.sanitize import plain_number

LETTERS = "NE"


@dataclass(frozen=True, slots=True)
class Field:
    """One line of contestants; or two: NS and EW pairs with a winner each; or the four of a Rainbow.

    The four are the players who start North, West, South and East, in this order. They never meet players of their own
    line, but are ranked within it. Their numbers go through all four lines.

    >>> club_night = Field((18, 18))
    >>> club_night.label(20), club_night.number(20), club_night.contestant("E2")
    ('E2', 2, 20)
    >>> Field((36,)).label(20), Field((11, 11, 11, 11)).line(25)
    ('20', 2)
    """

    lines: tuple[int, ...]
    """The number of contestants per line, missing ones included."""
    missing: frozenset[int] = frozenset()
    """Missing contestants (phantoms): they have a number but no seat."""

    def __post_init__(self) -> None:
        if len(self.lines) not in (1, 2, 4) or min(self.lines) < 1:
            raise BadRequest(say("a field has 1, 2 or 4 lines of contestants, not {sizes}", sizes=list(self.lines)))
        if not all(1 <= contestant <= self.size for contestant in self.missing):
            raise BadRequest(
                say("a missing contestant is not in the field; the field has {field}", field=self.describe())
            )

    @property
    def size(self) -> int:
        """The number of contestants, missing ones included."""
        return sum(self.lines)

    @property
    def winners(self) -> int:
        """The number of winners: one per line."""
        return len(self.lines)

    @property
    def present(self) -> tuple[int, ...]:
        """All contestants that are not missing."""
        everyone = range(1, self.size + 1)
        return tuple([c for c in everyone if c not in self.missing]) if self.missing else tuple(everyone)

    def line(self, contestant: int) -> int:
        """Return the line of a contestant, counted from 0."""
        # All labels use this method, and a running sum is faster than a table of sums.
        line, last = 0, self.lines[0]
        while contestant > last and line + 1 < len(self.lines):
            line += 1
            last += self.lines[line]
        return line

    def members(self, line: int) -> tuple[int, ...]:
        """Return the contestants of a line that are not missing."""
        first = self.before(line) + 1
        return tuple([c for c in range(first, first + self.lines[line]) if c not in self.missing])

    def before(self, line: int) -> int:
        """Return the number of contestants in the lines before *line*."""
        return sum(self.lines[:line])

    def number(self, contestant: int) -> int:
        """Return the number in the label of a contestant, with two winners that within the line; 0 is nobody."""
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
            raise BadRequest(
                say("unknown pair or player; numbers are {field}: {label!r}", field=self.describe(), label=label[:40])
            )
        return self.before(line) + number

    def describe(self) -> str:
        """Return the ranges of labels: ``N1-N18, E1-E18``."""
        if self.winners == 2:
            return ", ".join(f"{a}1-{a}{n}" for a, n in zip(LETTERS, self.lines, strict=True))
        return f"1-{self.size}"

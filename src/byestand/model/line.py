"""Results as they were handed in: a line for every table and board, and what each side gets there."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from typing import Annotated, Final, Literal, NamedTuple, TypeAlias

from byestand.errors import BadRequest
from byestand.marks import Size, Whole
from byestand.model.limits import BoardNumber, Cell, RoundNumber, TableNumber

NS, EW = "NS", "EW"
NOTRUMP: Final = "NT"
BOOK = 6
"""Tricks that count before those of the contract."""
SEATS = {1: ("N", "E"), 2: ("N", "S", "E", "W")}
"""Where those sit who get a score, by how many of them a side has."""
SIDES = {1: (NS, EW), 2: (NS, NS, EW, EW)}
"""And on which side that is."""
Strain: TypeAlias = Literal["C", "D", "H", "S", "NT"]
Declarer: TypeAlias = Literal["", "N", "E", "S", "W"]
Numbers: TypeAlias = Annotated[tuple[Cell, ...], Size(2, min=1)]
"""Of a pair, or of two single players."""
Points: TypeAlias = Annotated[int, Whole(-99_999, 99_999)]
MAX_PARTS = 200
"""Scores that a weighted one is made of: more do not fit into a cell."""
Exact: TypeAlias = Fraction | int
"""Whole numbers are kept as such where they can be: they are much quicker."""


class Average(Enum):
    """An artificial adjusted score (Law 12C2)."""

    PLUS = "AVE+"
    EVEN = "AVE"
    MINUS = "AVE-"


class Real(NamedTuple):
    """A score that was made at the table, or several with their weights (Law 12C1c); from North-South's view."""

    parts: Annotated[tuple[tuple[Exact, Points], ...], Size(MAX_PARTS, min=1)]

    @classmethod
    def certain(cls, points: int) -> "Real":
        """Return a score that is no mixture."""
        return cls(((1, points),))


class Percentage(NamedTuple):
    """A share of the matchpoints that a director has awarded."""

    share: Fraction


Given: TypeAlias = Real | Average | Percentage
"""What one side gets at a table."""


class Outcome(NamedTuple):
    """What both sides get; for a split score they are different."""

    ns: Given
    ew: Given

    @property
    def sides(self) -> tuple[tuple[str, Given], ...]:
        """Both, with their names."""
        return ((NS, self.ns), (EW, self.ew))


class Absent(Enum):
    """Why there is no result."""

    NOT_PLAYED = "NP"
    """It was never to be played: nobody's board."""
    MISSING = ""
    """It was to be played, and nothing is known of it."""
    CANCELLED = "cancelled"
    """It was played, and the score does not count; the director gives another one."""


class Contract(NamedTuple):
    """A contract; a board that is passed out has none."""

    level: Annotated[int, Whole(1, 7)]
    strain: Strain
    doubled: Annotated[int, Whole(0, 2)] = 0
    """1 where it is doubled, 2 where it is redoubled."""

    def __str__(self) -> str:
        return f"{self.level}{self.strain}{'X' * self.doubled}"

    @property
    def tricks(self) -> int:
        """How many are needed."""
        return BOOK + self.level


@dataclass(frozen=True, slots=True)
class Line:
    """One table and one board."""

    board: BoardNumber
    ns: Numbers
    """The number of the pair; in an individual those of North and South."""
    ew: Numbers
    outcome: Outcome | Absent
    section: Cell = ""
    round: RoundNumber | None = None
    table: TableNumber | None = None
    form: Cell = ""
    """Lines of a board with different forms, of which one was fouled, are not compared."""
    contract: Contract | None = None
    is_passed_out: bool = False
    declarer: Declarer = ""
    tricks: Annotated[int, Whole(0, 13)] | None = None
    lead: Cell = ""
    written: Cell = ""
    """The score as it was written; nothing where the contract tells it."""
    note: Cell = ""
    """What the director noted beside it; nothing depends on it."""
    number: int = 0
    """Which line of its file it is."""

    def __post_init__(self) -> None:
        if len(self.ns) != len(self.ew):
            raise BadRequest("a line has two pairs or four players")

    @property
    def is_individual(self) -> bool:
        """Whether four single players sit there."""
        return len(self.ns) > 1

    def given(self) -> Iterator[tuple[str, Given]]:
        """Yield what each side gets; nothing where there is no result."""
        if isinstance(self.outcome, Outcome):
            yield from self.outcome.sides

    @property
    def has_score(self) -> bool:
        """Whether a side gets a score that was made at the table, not an artificial one."""
        return any(isinstance(given, Real) for _, given in self.given())

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats of those who get a score: of pairs, that of the first of each."""
        return SEATS[len(self.ns)]

    @property
    def sides(self) -> tuple[str, ...]:
        """The side of each who gets a score, seat by seat."""
        return SIDES[len(self.ns)]

    @property
    def numbers(self) -> tuple[str, ...]:
        """The numbers of those who get a score, seat by seat."""
        return self.ns + self.ew

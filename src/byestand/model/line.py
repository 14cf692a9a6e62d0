"""Results as entered: a line for every table and board, with the score of each side."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from typing import Annotated, Final, Literal, NamedTuple, TypeAlias

from byestand.errors import BadRequest
from byestand.language import say
from byestand.marks import Size, Whole
from byestand.model.limits import BoardNumber, Cell, RoundNumber, TableNumber

NS, EW = "NS", "EW"
NOTRUMP: Final = "NT"
BOOK = 6
"""Tricks before those of the contract."""
SEATS = {1: ("N", "E"), 2: ("N", "S", "E", "W")}
"""The seats that get a score, by the number of contestants per side."""
SIDES = {1: (NS, EW), 2: (NS, NS, EW, EW)}
"""The side of each of these seats."""
Strain: TypeAlias = Literal["C", "D", "H", "S", "NT"]
Declarer: TypeAlias = Literal["", "N", "E", "S", "W"]
Numbers: TypeAlias = Annotated[tuple[Cell, ...], Size(2, min=1)]
"""The number of a pair, or those of two individual players."""
Points: TypeAlias = Annotated[int, Whole(-99_999, 99_999)]
MAX_PARTS = 200
"""Scores in a weighted score; more do not fit into a cell."""
Exact: TypeAlias = Fraction | int
"""Whole numbers stay integers where possible, which are much faster."""


class Average(Enum):
    """An artificial adjusted score (Law 12C2)."""

    PLUS = "AVE+"
    EVEN = "AVE"
    MINUS = "AVE-"


class TableScore(NamedTuple):
    """A score made at the table, or several with weights (Law 12C1c), from North-South's point of view."""

    parts: Annotated[tuple[tuple[Exact, Points], ...], Size(MAX_PARTS, min=1)]

    @classmethod
    def certain(cls, points: int) -> "TableScore":
        """Return a score that is not weighted."""
        return cls(((1, points),))


class Percentage(NamedTuple):
    """A percentage of the matchpoints awarded by the director."""

    share: Fraction


SideScores: TypeAlias = TableScore | Average | Percentage
"""The score of one side at a table."""


class Outcome(NamedTuple):
    """The scores of both sides; they differ for a split score."""

    ns: SideScores
    ew: SideScores

    @property
    def sides(self) -> tuple[tuple[str, SideScores], ...]:
        """Both scores, with the names of the sides."""
        return ((NS, self.ns), (EW, self.ew))


class Absent(Enum):
    """Why there is no result."""

    NOT_PLAYED = "NP"
    """Not scheduled to be played."""
    MISSING = ""
    """Scheduled, but no result is known."""
    CANCELLED = "cancelled"
    """Played, but the score does not count; the director awards another one."""


class Contract(NamedTuple):
    """A contract; a passed-out board has none."""

    level: Annotated[int, Whole(1, 7)]
    strain: Strain
    doubled: Annotated[int, Whole(0, 2)] = 0
    """1 if doubled, 2 if redoubled."""

    def __str__(self) -> str:
        return f"{self.level}{self.strain}{'X' * self.doubled}"

    @property
    def tricks(self) -> int:
        """The number of tricks needed."""
        return BOOK + self.level


@dataclass(frozen=True, slots=True)
class Line:
    """One table and one board."""

    board: BoardNumber
    ns: Numbers
    """The pair number; in an individual the numbers of North and South."""
    ew: Numbers
    outcome: Outcome | Absent
    section: Cell = ""
    round: RoundNumber | None = None
    table: TableNumber | None = None
    form: Cell = ""
    """Lines of a fouled board with different forms are not compared."""
    contract: Contract | None = None
    is_passed_out: bool = False
    declarer: Declarer = ""
    tricks: Annotated[int, Whole(0, 13)] | None = None
    lead: Cell = ""
    score_text: Cell = ""
    """The score as written; empty if it follows from the contract."""
    note: Cell = ""
    """A note by the director, without effect on the score."""
    number: int = 0
    """The line number in its file."""

    def __post_init__(self) -> None:
        if len(self.ns) != len(self.ew):
            raise BadRequest(say("a result needs 2 pairs or 4 players"))

    @property
    def is_individual(self) -> bool:
        """Whether it is a result of four individual players."""
        return len(self.ns) > 1

    def side_scores(self) -> Iterator[tuple[str, SideScores]]:
        """Yield the score of each side; nothing if there is no result."""
        if isinstance(self.outcome, Outcome):
            yield from self.outcome.sides

    @property
    def has_score(self) -> bool:
        """Whether a side has a score made at the table, not an artificial one."""
        return any(isinstance(given, TableScore) for _, given in self.side_scores())

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats that get a score; for a pair the seat of its first player."""
        return SEATS[len(self.ns)]

    @property
    def sides(self) -> tuple[str, ...]:
        """The side of each seat that gets a score."""
        return SIDES[len(self.ns)]

    @property
    def numbers(self) -> tuple[str, ...]:
        """The pair or player number of each seat that gets a score."""
        return self.ns + self.ew

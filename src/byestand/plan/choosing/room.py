"""The room tonight: who is there, how long they play, what boards there are, and what the director will put up with.

To it belongs who must not be asked to move, and in which seat, as people type it; `seating` says where they sit.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from byestand.errors import BadRequest
from byestand.model.limits import MAX_BOARDS_PER_ROUND
from byestand.model.movement import MOST_TABLES, MOST_TABLES_IN_A_SECTION
from byestand.model.scoring import ScoringForm
from byestand.texts import plain_figure
from byestand.verify.measures import require_cases
from byestand.words.numbers import between

FEWEST_PAIRS = 4
USUAL_CASES = 2
"""A director who does not say how many cases there are has one or two."""
MOST_EXTRA_GROUPS = 60
MOST_SECTIONS = 6
MOST_BOARDS_A_SESSION = 60
FEWEST_BOARDS_A_SESSION = 6
USUAL_BOARDS = range(24, 29)
"""Of a session, where nobody says."""
USUAL_BOARDS_A_ROUND = range(2, 5)
USUAL_MINUTES_A_BOARD = 7.5
MOST_MINUTES_A_BOARD = 30

Winners = Literal["any", "1", "2"]
HOW_MANY_WINNERS: dict[Winners, str] = {"any": "one winner or two", "1": "one winner", "2": "two winners"}


MOST_LETTERS = 40
_PART = re.compile(r"(?P<many>\d{1,3})|(?P<chair>[NSEW])(?P<table>\d{1,3})", re.ASCII | re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Seat:
    """A chair at a table, where somebody sits all night."""

    chair: str
    """N, S, E or W."""
    table: int

    def __str__(self) -> str:
        return f"{self.chair}{self.table}"

    @property
    def is_turned(self) -> bool:
        """Whether the table is turned, so that those who stay sit East and West."""
        return self.chair in "EW"


def how_many_winners(told: str | None) -> Winners:
    """Return what is told; where nothing is, any number."""
    return next((winners for winners in HOW_MANY_WINNERS if winners == told), "any")


def who_stays(text: str) -> tuple[int, tuple[Seat, ...]]:
    """Return how many pairs must not move, and the seats that are named: ``2``, ``N3,E1`` or both, ``2,E1``.

    >>> who_stays("2"), who_stays("n3, 2")
    ((2, ()), (3, (Seat(chair='N', table=3),)))
    """
    many = 0
    seats: dict[tuple[int, bool], Seat] = {}
    for part in text.replace(",", " ").split():
        found = _PART.fullmatch(part)
        if not found:
            raise BadRequest(
                f"say how many pairs must not move, or in which seats, like N3,E1: {text[:MOST_LETTERS]!r}"
            )
        if found["many"]:
            many += int(found["many"])
        else:
            seat = Seat(found["chair"].upper(), int(found["table"]))
            seats.setdefault((seat.table, seat.is_turned), seat)  # N3 and S3 are partners
    return many + len(seats), tuple(seats.values())


@dataclass(frozen=True, slots=True)
class Room:
    """What a director knows at 7:25 pm."""

    pairs: int
    boards: range
    """How many boards each pair should play."""
    boards_per_round: range | None = None
    """None: from two to four, or to as many as a Mitchell of so few tables needs."""
    cases: int | None = None
    """Copies of the boards that there are; None: nobody said, and one or two are assumed."""
    winners: Winners = "any"
    """One field with one winner, NS and EW with a winner each, or whichever is the better evening."""
    stationary: int = 0
    """How many pairs must not be asked to move."""
    seats: tuple[Seat, ...] = ()
    """Where some of them must sit."""
    extra_groups: int | None = None
    """Deal groups in play that a pair does not get to see; 0: everybody plays the same boards; None: any number."""
    same_boards: bool = False
    """The wish that everybody plays the same boards: no extra deal groups."""
    scoring: ScoringForm = "matchpoints"
    rover: bool = True
    party_table: bool = True
    sharing: bool = True
    skip: bool = True
    guide_cards: bool = True
    sections: int = 1
    """At most so many."""
    minutes_per_board: float = USUAL_MINUTES_A_BOARD

    def __post_init__(self) -> None:
        most = 2 * min(MOST_TABLES_IN_A_SECTION * self.sections, MOST_TABLES)
        if not 1 <= self.sections <= MOST_SECTIONS:
            raise BadRequest(f"there are 1 to {MOST_SECTIONS} sections, not {self.sections}")
        if not FEWEST_PAIRS <= self.pairs <= most:
            more = "" if self.sections > 1 else " in a section"
            raise BadRequest(f"plans are made for {FEWEST_PAIRS} to {most} pairs{more}, not {self.pairs}")
        self._check_boards()
        require_cases(self.cases)
        if not 1 <= self.minutes_per_board <= MOST_MINUTES_A_BOARD:
            told = plain_figure(self.minutes_per_board)
            raise BadRequest(f"a board takes 1 to {MOST_MINUTES_A_BOARD} minutes, not {told}")
        if self.extra_groups is not None and not 0 <= self.extra_groups <= MOST_EXTRA_GROUPS:
            raise BadRequest(f"there are 0 to {MOST_EXTRA_GROUPS} extra deal groups, not {self.extra_groups}")
        if self.same_boards and self.extra_groups:
            raise BadRequest("with extra deal groups not everybody plays the same boards: leave out one of the two")
        if self.same_boards:
            object.__setattr__(self, "extra_groups", 0)
        self._check_who_stays()

    def _check_boards(self) -> None:
        if not all(isinstance(told, range) for told in (self.boards, self.boards_per_round or range(1))):
            raise BadRequest(f"boards are told as a range, like range(24, 29): {self.boards}, {self.boards_per_round}")
        if not (self.boards and self.per_round):
            raise BadRequest("a range of boards must not be empty")
        if not FEWEST_BOARDS_A_SESSION <= self.boards[0] <= self.boards[-1] <= MOST_BOARDS_A_SESSION:
            raise BadRequest(
                f"a session has {FEWEST_BOARDS_A_SESSION} to {MOST_BOARDS_A_SESSION} boards, not {between(self.boards)}"
            )
        per_round = self.per_round
        if not 1 <= per_round[0] <= per_round[-1] <= MAX_BOARDS_PER_ROUND:
            raise BadRequest(f"a round has 1 to {MAX_BOARDS_PER_ROUND} boards, not {between(per_round)}")

    def _check_who_stays(self) -> None:
        if not 0 <= self.stationary <= self.pairs // 2:
            raise BadRequest(
                f"one pair a table can stay where it is: of {self.pairs} pairs {self.pairs // 2}, not {self.stationary}"
            )
        if self.seats and self.sections > 1:
            raise BadRequest(
                f"several sections have a table 1 each: say how many must not move: {str(self.seats[0])!r}"
            )
        for i, seat in enumerate(self.seats):
            if not 1 <= seat.table <= self.pairs // 2:
                raise BadRequest(
                    f"{self.pairs} pairs fill tables 1 to {self.pairs // 2}, and nobody stays at another: {str(seat)!r}"
                )
            if other := next((s for s in self.seats[:i] if s.table == seat.table), None):
                raise BadRequest(
                    f"of the two pairs at a table one moves, or they would play each other all night; give them a table"
                    f" each: {f'{other},{seat}'!r}"
                )

    @property
    def cases_at_hand(self) -> int:
        """How many cases of boards there are, as far as that is known."""
        return USUAL_CASES if self.cases is None else self.cases

    @property
    def tables(self) -> int:
        """How many tables there are, a half table counted as one."""
        return (self.pairs + 1) // 2

    @property
    def is_odd(self) -> bool:
        """Whether a pair has no opponents: there is a half table."""
        return self.pairs % 2 == 1

    @property
    def per_round(self) -> range:
        """How many boards a round may have."""
        if self.boards_per_round is not None:
            return self.boards_per_round
        of_a_mitchell = -(-self.boards[-1] // self.tables)
        return range(
            USUAL_BOARDS_A_ROUND[0], max(USUAL_BOARDS_A_ROUND[-1], min(of_a_mitchell, MAX_BOARDS_PER_ROUND)) + 1
        )

    def lengths(self) -> Iterator[tuple[int, int]]:
        """Yield every number of rounds and boards a round that makes a session of the length wanted."""
        for per_round in self.per_round:
            for boards in self.boards:
                if boards % per_round == 0:
                    yield boards // per_round, per_round

    def describe(self) -> str:
        """Return the room in words, for the head of a page."""
        half = " and a half" if self.is_odd else ""
        cases = {None: "one or two sets of boards assumed", 1: "1 set of boards"}.get(
            self.cases, f"{self.cases} sets of boards"
        )
        winners = HOW_MANY_WINNERS[self.winners]
        where = f"{self.pairs // 2}{half} tables"
        return f"{self.pairs} pairs ({where}), {between(self.boards)} boards, {cases}, {winners}"


def boards_in_minutes(minutes: int, minutes_per_board: float) -> range:
    """Return how many boards a session of that length holds: the most, and up to three less.

    >>> list(boards_in_minutes(195, 7.5))
    [23, 24, 25, 26]
    """
    if not (1 <= minutes_per_board <= 30):
        raise BadRequest(f"a board takes 1 to 30 minutes, not {plain_figure(minutes_per_board)}")
    most = int(minutes / minutes_per_board) if minutes > 0 else 0
    if not FEWEST_BOARDS_A_SESSION <= most <= MOST_BOARDS_A_SESSION:
        raise BadRequest(
            f"in {minutes} minutes, at {minutes_per_board:g} a board, {most} boards are played; a session has"
            f" {FEWEST_BOARDS_A_SESSION} to {MOST_BOARDS_A_SESSION}"
        )
    return range(max(FEWEST_BOARDS_A_SESSION, most - 3), most + 1)

"""The room: number of pairs, length of play, sets of boards, and what the director allows.

Pairs that must not move are part of it, with their seats as typed; `seating` says where they sit.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from byestand.errors import BadRequest
from byestand.language import phrase, say, say_many
from byestand.model.limits import MAX_BOARDS_PER_ROUND
from byestand.model.movement import MAX_TABLES, MAX_TABLES_PER_SECTION
from byestand.model.scoring import ScoringForm
from byestand.sanitize import plain_figure
from byestand.verify.measures import require_cases
from byestand.words.numbers import between

MIN_PAIRS = 4
USUAL_CASES = 2
"""Sets of boards that are assumed at most, if their number is not given."""
MAX_EXTRA_GROUPS = 60
MAX_SECTIONS = 6
MAX_BOARDS_PER_SESSION = 60
MIN_BOARDS_PER_SESSION = 6
USUAL_BOARDS = range(24, 29)
"""Boards per pair, if not given."""
USUAL_BOARDS_A_ROUND = range(2, 5)
USUAL_MINUTES_A_BOARD = 7.5
MAX_MINUTES_PER_BOARD = 30

Winners = Literal["any", "1", "2"]
HOW_MANY_WINNERS: dict[Winners, str] = {
    "any": phrase("one or two winners"),
    "1": phrase("one winner"),
    "2": phrase("two winners"),
}

MAX_INPUT_CHARS = 40
_PART = re.compile(r"(?P<many>\d{1,3})|(?P<chair>[NSEW])(?P<table>\d{1,3})", re.ASCII | re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class SeatRequest:
    """A chair at a table for a player who must not move."""

    chair: str
    """N, S, E or W."""
    table: int

    def __str__(self) -> str:
        return f"{self.chair}{self.table}"

    @property
    def is_turned(self) -> bool:
        """Whether the table is turned, so that the stationary pair sits East and West."""
        return self.chair in "EW"


def parse_winners(text: str | None) -> Winners:
    """Return the number of winners requested; "any" if it is not given."""
    return next((winners for winners in HOW_MANY_WINNERS if winners == text), "any")


def parse_stationary(text: str) -> tuple[int, tuple[SeatRequest, ...]]:
    """Return how many pairs must not move, and their seats as far as given: ``2``, ``N3,E1`` or both, ``2,E1``.

    >>> parse_stationary("2"), parse_stationary("n3, 2")
    ((2, ()), (3, (SeatRequest(chair='N', table=3),)))
    """
    count = 0
    seats: dict[tuple[int, bool], SeatRequest] = {}
    for part in text.replace(",", " ").split():
        match = _PART.fullmatch(part)
        if not match:
            raise BadRequest(
                say("stationary pairs: enter a number, or seats such as N3,E1: {text!r}", text=text[:MAX_INPUT_CHARS])
            )
        if match["many"]:
            count += int(match["many"])
        else:
            seat = SeatRequest(match["chair"].upper(), int(match["table"]))
            seats.setdefault((seat.table, seat.is_turned), seat)  # N3 and S3 are partners
    return count + len(seats), tuple(seats.values())


@dataclass(frozen=True, slots=True)
class Room:
    """What the director knows before play."""

    pairs: int
    boards: range
    """How many boards each pair should play."""
    boards_per_round: range | None = None
    """None: from two to four, or up to as many as a Mitchell with few tables needs."""
    cases: int | None = None
    """Sets of boards; None: not given, one or two are assumed."""
    winners: Winners = "any"
    """One ranking, separate rankings for NS and EW, or the better of both."""
    stationary: int = 0
    """How many pairs must not move."""
    seats: tuple[SeatRequest, ...] = ()
    """The seats of some of them."""
    extra_groups: int | None = None
    """Deal groups in play that a pair does not play; 0: every pair plays the same boards; None: any number."""
    same_boards: bool = False
    """Whether every pair must play the same boards: no extra deal groups."""
    scoring: ScoringForm = "matchpoints"
    rover: bool = True
    party_table: bool = True
    sharing: bool = True
    skip: bool = True
    guide_cards: bool = True
    sections: int = 1
    """The largest number of sections."""
    minutes_per_board: float = USUAL_MINUTES_A_BOARD

    def __post_init__(self) -> None:
        most = 2 * min(MAX_TABLES_PER_SECTION * self.sections, MAX_TABLES)
        if not 1 <= self.sections <= MAX_SECTIONS:
            raise BadRequest(
                say("number of sections must be 1 to {most}, not {sections}", most=MAX_SECTIONS, sections=self.sections)
            )
        if not MIN_PAIRS <= self.pairs <= most:
            gaps = {"least": MIN_PAIRS, "most": most, "pairs": self.pairs}
            if self.sections > 1:
                raise BadRequest(say("pairs must be {least} to {most}, not {pairs}", **gaps))
            if MIN_PAIRS <= self.pairs <= 2 * MAX_TABLES:
                raise BadRequest(
                    say("pairs must be {least} to {most} per section, not {pairs}; allow more sections", **gaps)
                )
            raise BadRequest(say("pairs must be {least} to {most} per section, not {pairs}", **gaps))
        self._check_boards()
        require_cases(self.cases)
        _check_minutes(self.minutes_per_board)
        if self.extra_groups is not None and not 0 <= self.extra_groups <= MAX_EXTRA_GROUPS:
            raise BadRequest(
                say(
                    "number of extra deal groups must be 0 to {most}, not {groups}",
                    most=MAX_EXTRA_GROUPS,
                    groups=self.extra_groups,
                )
            )
        if self.same_boards and self.extra_groups:
            raise BadRequest(say('"same boards" and "extra deal groups" exclude each other; remove one'))
        if self.same_boards:
            object.__setattr__(self, "extra_groups", 0)
        self._check_who_stays()

    def _check_boards(self) -> None:
        if not all(isinstance(boards, range) for boards in (self.boards, self.boards_per_round or range(1))):
            raise BadRequest(
                say(
                    "boards must be a range, such as range(24, 29): {boards}, {per_round}",
                    boards=self.boards,
                    per_round=self.boards_per_round,
                )
            )
        if not (self.boards and self.per_round):
            raise BadRequest(say("a range of boards must not be empty"))
        if not MIN_BOARDS_PER_SESSION <= self.boards[0] <= self.boards[-1] <= MAX_BOARDS_PER_SESSION:
            raise BadRequest(
                say(
                    "boards per pair must be {least} to {most}, not {boards}",
                    least=MIN_BOARDS_PER_SESSION,
                    most=MAX_BOARDS_PER_SESSION,
                    boards=between(self.boards),
                )
            )
        per_round = self.per_round
        if not 1 <= per_round[0] <= per_round[-1] <= MAX_BOARDS_PER_ROUND:
            raise BadRequest(
                say(
                    "boards per round must be 1 to {most}, not {boards}",
                    most=MAX_BOARDS_PER_ROUND,
                    boards=between(per_round),
                )
            )

    def _check_who_stays(self) -> None:
        tables = self.pairs // 2
        if not 0 <= self.stationary <= tables:
            raise BadRequest(
                say(
                    "only one pair per table can be stationary: at most {most} of {pairs} pairs, not {stationary}",
                    most=tables,
                    pairs=self.pairs,
                    stationary=self.stationary,
                )
            )
        if self.seats and self.sections > 1:
            raise BadRequest(
                say(
                    "with several sections, give the number of stationary pairs instead of seats: {seat!r}",
                    seat=str(self.seats[0]),
                )
            )
        for i, seat in enumerate(self.seats):
            if not 1 <= seat.table <= tables:
                raise BadRequest(
                    say(
                        "with {pairs} pairs, stationary seats are at tables 1 to {tables}: {seat!r}",
                        pairs=self.pairs,
                        tables=tables,
                        seat=str(seat),
                    )
                )
            if other := next((s for s in self.seats[:i] if s.table == seat.table), None):
                raise BadRequest(
                    say(
                        "two stationary pairs cannot share a table; put them at different tables: {seats!r}",
                        seats=f"{other},{seat}",
                    )
                )

    @property
    def cases_at_hand(self) -> int:
        """The number of sets of boards, given or assumed."""
        return USUAL_CASES if self.cases is None else self.cases

    @property
    def tables(self) -> int:
        """The number of tables; a half table counts as one."""
        return (self.pairs + 1) // 2

    @property
    def is_odd(self) -> bool:
        """Whether there is a half table."""
        return self.pairs % 2 == 1

    @property
    def per_round(self) -> range:
        """The possible numbers of boards per round."""
        if self.boards_per_round is not None:
            return self.boards_per_round
        of_a_mitchell = -(-self.boards[-1] // self.tables)
        return range(
            USUAL_BOARDS_A_ROUND[0], max(USUAL_BOARDS_A_ROUND[-1], min(of_a_mitchell, MAX_BOARDS_PER_ROUND)) + 1
        )

    def lengths(self) -> Iterator[tuple[int, int]]:
        """Yield every number of rounds, with the boards per round, that gives a session of the length requested."""
        for per_round in self.per_round:
            for boards in self.boards:
                if boards % per_round == 0:
                    yield boards // per_round, per_round

    def describe(self) -> str:
        """Return the room in words, for the heading of a page."""
        if self.is_odd:
            size = say("{pairs} pairs ({tables}½ tables)", pairs=self.pairs, tables=self.pairs // 2)
        else:
            size = say("{pairs} pairs ({tables} tables)", pairs=self.pairs, tables=self.pairs // 2)
        sets = say("1 or 2 sets of boards assumed")
        if self.cases is not None:
            sets = say_many("1 set of boards", "{number} sets of boards", self.cases)
        boards = say("{boards} boards", boards=between(self.boards))
        return ", ".join((size, boards, sets, say(HOW_MANY_WINNERS[self.winners])))


def boards_in_minutes(minutes: int, minutes_per_board: float) -> range:
    """Return how many boards a session of that length has: the most, and up to three fewer.

    >>> list(boards_in_minutes(195, 7.5))
    [23, 24, 25, 26]
    """
    _check_minutes(minutes_per_board)
    most = int(minutes / minutes_per_board) if minutes > 0 else 0
    gaps = {"minutes": minutes, "each": minutes_per_board, "boards": most}
    if most < MIN_BOARDS_PER_SESSION:
        raise BadRequest(
            say(
                "too short: {minutes} min at {each:g} min per board gives {boards} boards; at least {least} are needed",
                least=MIN_BOARDS_PER_SESSION,
                **gaps,
            )
        )
    if most > MAX_BOARDS_PER_SESSION:
        raise BadRequest(
            say(
                "too long: {minutes} min at {each:g} min per board gives {boards} boards; at most {most} are possible",
                most=MAX_BOARDS_PER_SESSION,
                **gaps,
            )
        )
    return range(max(MIN_BOARDS_PER_SESSION, most - 3), most + 1)


def _check_minutes(per_board: float) -> None:
    """Raise if the time per board is out of range."""
    if not 1 <= per_board <= MAX_MINUTES_PER_BOARD:
        raise BadRequest(
            say(
                "minutes per board must be 1 to {most}, not {minutes}",
                most=MAX_MINUTES_PER_BOARD,
                minutes=plain_figure(per_board),
            )
        )

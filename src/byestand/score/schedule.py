"""The schedule of a movement, and results compared with it: contradictions and missing results."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal, NamedTuple, TypeAlias, TypeVar

import numpy as np

from byestand.errors import BadRequest
from byestand.language import phrase, say
from byestand.model.boards import Boards
from byestand.model.history import Cell, History
from byestand.model.line import Absent, Average, Line, Outcome
from byestand.model.movement import Movement
from byestand.model.session import Section
from byestand.score.contestants import Winners
from byestand.score.findings import ResultFinding, found_at
from byestand.score.notation import outcome_text
from byestand.words.seats import seat_text

K = TypeVar("K")
Reason: TypeAlias = Literal["sit-out", "lost", "cancelled"]
"""Why a line has no score from the table: opponents left, the boards could not be played, or the score is cancelled."""

RULED: Mapping[Reason, str] = {
    "sit-out": phrase("sit-out"),
    "lost": phrase("not played"),
    "cancelled": phrase("cancelled"),
}
"""The reasons as phrases of the catalogue."""
_CONFIRM: Mapping[Reason, str] = {
    "sit-out": phrase("sit-out, to confirm: {score}"),
    "lost": phrase("not played, to confirm: {score}"),
    "cancelled": phrase("cancelled, to confirm: {score}"),
}
MISSING, TO_CONFIRM, CANCELLED = "missing result", "to confirm", "cancelled"
"""Rules of findings: no result yet, a proposed score that the director has to confirm, a score that does not count."""
DIFFERS = "not as the movement"


class Ruling(NamedTuple):
    """Why the director decides the score of a line, and the proposed score."""

    reason: Reason
    proposed_outcome: Outcome


class ScheduledPlay(NamedTuple):
    """A scheduled play of a board: pairs or players, round and table."""

    board: int
    ns: tuple[str, ...]
    ew: tuple[str, ...]
    round: int
    table: int
    ruling: Ruling | None = None
    """None if a score from the table is expected."""

    def counts(self, line: Line) -> bool:
        """Return whether a line for this play counts: its score is not cancelled."""
        return not (line.has_score and self.ruling and self.ruling.reason == "cancelled")


def infer_boards_per_group(section: Section, lines: Sequence[Line], per_round: int | None) -> Boards:
    """Return the boards of the deal groups: those of the section, by *per_round*, or by the highest board number.

    Raise BadRequest if the board numbers do not tell.
    """
    if section.boards is not None and per_round is None:
        return section.boards
    groups, highest = section.movement.deal_groups, max((line.board for line in lines), default=0)
    if per_round is None and not highest:
        raise BadRequest(say("no result has a board number; enter the number of boards per round"))
    if per_round is None and highest % groups:
        raise BadRequest(
            say(
                "boards 1 to {highest} do not make {groups} equal groups; enter the number of boards per round",
                highest=highest,
                groups=groups,
            )
        )
    return Boards(per_round or highest // groups)


@dataclass(frozen=True, eq=False)
class Schedule:
    """All scheduled plays of a section."""

    letter: str
    plays: tuple[ScheduledPlay, ...]
    winners: Winners
    session: int = 0
    """The session; 0 for every session."""

    @classmethod
    def from_section(cls, section: Section, boards: Boards) -> "Schedule":
        """Return the schedule of a section; after a repair also the plays that need a ruling."""
        movement = _with_lost_meetings(section.movement)
        number = np.array([movement.field.number(c) for c in range(movement.field.size + 1)])
        rulings = _rulings(section.movement)
        plays = []
        for nth in range(1, boards.per_round + 1):
            seats = movement.seats_on(nth) if movement.swivel else movement.seats
            for r, t in np.argwhere(movement.played_mask).tolist():
                who = tuple(str(number[c]) for c in seats[r, t].tolist())
                half = len(who) // 2
                board = boards.numbers(int(movement.groups[r, t]))[0] + nth - 1
                plays.append(ScheduledPlay(board, who[:half], who[half:], r + 1, t + 1, rulings.get((r + 1, t + 1))))
        lines = len(movement.field.lines)
        return cls(section.letter, tuple(plays), 1 if lines == 1 else 2 if lines == 2 else 4)

    @property
    def times(self) -> Counter[int]:
        """The scheduled number of plays of each board."""
        return Counter(play.board for play in self.plays)

    @cached_property
    def by_board(self) -> dict[int, tuple[ScheduledPlay, ...]]:
        """All plays of each board."""
        plays = self._group(lambda play: play.board)
        return {board: tuple(plays[board]) for board in sorted(plays)}

    @cached_property
    def by_place(self) -> dict[Cell, tuple[ScheduledPlay, ...]]:
        """All plays of each round and table, by board."""
        plays = self._group(lambda play: (play.round, play.table))
        return {place: tuple(sorted(plays[place])) for place in sorted(plays)}

    @cached_property
    def numbers(self) -> tuple[frozenset[str], frozenset[str]]:
        """The numbers that sit North-South and those that sit East-West; with one winner all numbers in both."""
        ns = frozenset(number for play in self.plays for number in play.ns)
        ew = frozenset(number for play in self.plays for number in play.ew)
        return (ns, ew) if self.winners == 2 else (ns | ew, ns | ew)

    @cached_property
    def ruled_plays(self) -> tuple[ScheduledPlay, ...]:
        """All plays without a score from the table, on which the director rules."""
        return tuple(play for play in self.plays if play.ruling)

    @cached_property
    def _by_people(self) -> dict[tuple[object, ...], list[ScheduledPlay]]:
        return self._group(lambda play: (play.board, play.ns, play.ew))

    def _group(self, key: Callable[[ScheduledPlay], K]) -> dict[K, list[ScheduledPlay]]:
        groups: dict[K, list[ScheduledPlay]] = {}
        for play in self.plays:
            groups.setdefault(key(play), []).append(play)
        return groups

    def play_of(self, line: Line) -> ScheduledPlay | None:
        """Return the play of a line; the round decides if the same pairs have the board twice."""
        plays = self._by_people.get((line.board, line.ns, line.ew), [])
        return min(plays, key=lambda play: (play.round != line.round, play.ruling is not None), default=None)

    def held_against(self, lines: Sequence[Line]) -> tuple[tuple[Line, ...], tuple[ResultFinding, ...]]:
        """Return the lines with their rounds and tables, and findings about contradictions and missing results."""
        findings: list[ResultFinding] = []
        placed = []
        seen = set()
        for line in lines:
            play = self.play_of(line)
            if play is None:
                findings.append(found_at(line, DIFFERS, self._difference(line)))
                placed.append(line)
                continue
            findings += _misplacements(line, play)
            here = replace(line, round=line.round or play.round, table=line.table or play.table)
            if play.counts(line):
                seen.add(play)
                findings += _after_leaving(here, play)
            else:
                text = say("this score is cancelled and does not count")
                findings.append(found_at(here, CANCELLED, text, "warning"))
                here = replace(here, outcome=Absent.CANCELLED)
            placed.append(here)
        return tuple(placed), (*findings, *self._missing_results(seen))

    def _difference(self, line: Line) -> str:
        """Return how a line differs from the schedule."""
        if any((p.board, p.ew, p.ns) == (line.board, line.ns, line.ew) for p in self.plays):
            return say("directions reversed")
        if not any(play.board == line.board for play in self.plays):
            return say("this board is not in the movement")
        for side, own in (("NS", line.ns), ("EW", line.ew)):
            if not any(own == (play.ns if side == "NS" else play.ew) for play in self.plays):
                return self._unknown_side(side, "-".join(own), is_pair=len(own) == 1)
        meeting = next((p for p in self.plays if (p.ns, p.ew) == (line.ns, line.ew)), None)
        return _other_meeting(meeting, is_individual=line.is_individual)

    def _unknown_side(self, side: str, number: str, *, is_pair: bool) -> str:
        if self.winners == 2:
            return say("there is no pair {label}", label=f"{side[0]}{number}")
        if is_pair:
            return say("pair {number} never sits {side}", number=number, side=seat_text(side))
        return say("players {numbers} never sit {side} in these seats", numbers=number, side=seat_text(side))

    def _missing_results(self, seen: set[ScheduledPlay]) -> Iterator[ResultFinding]:
        for play in self.plays:
            if play not in seen:
                ns, ew = "-".join(play.ns), "-".join(play.ew)
                rule, text = MISSING, say("no result")
                if play.ruling:
                    rule = TO_CONFIRM
                    text = say(_CONFIRM[play.ruling.reason], score=outcome_text(play.ruling.proposed_outcome))
                place = say("board {board}, {ns} against {ew}", board=play.board, ns=ns, ew=ew)
                at = {"board": play.board, "section": self.letter or None, "round": play.round, "table": play.table}
                yield ResultFinding(rule, f"{place}: {text}", "warning", ns=ns, ew=ew, **at)  # type: ignore[arg-type]


def _other_meeting(meeting: ScheduledPlay | None, *, is_individual: bool) -> str:
    if meeting is None and is_individual:
        return say("these players do not meet in the movement")
    if meeting is None:
        return say("these pairs do not meet in the movement")
    where = {"round": meeting.round, "table": meeting.table}
    if is_individual:
        return say("these players meet in round {round} at table {table}, on other boards", **where)
    return say("these pairs meet in round {round} at table {table}, on other boards", **where)


def _with_lost_meetings(movement: Movement) -> Movement:
    """Return a movement that still has the meetings that were lost."""
    history = movement.history
    if not history or not history.lost_meetings:
        return movement
    seats, groups = movement.seats.copy(), movement.groups.copy()
    for round, table, who, group in history.lost_meetings:
        seats[round - 1, table - 1], groups[round - 1, table - 1] = who, group
    return replace(movement, seats=seats, groups=groups)


def _rulings(movement: Movement) -> dict[Cell, Ruling]:
    """Return the rulings of the director by round and table; average minus is proposed for a side that left."""
    history = movement.history or History(0)
    both = Outcome(Average.PLUS, Average.PLUS)
    rulings = {cell: Ruling("cancelled", both) for cell in history.cancelled_cells}
    for round, table, who, _ in history.lost_meetings:
        half = len(who) // 2
        away = [history.is_away(contestant, round) for contestant in who]
        sides = (Average.MINUS if all(side) else Average.PLUS for side in (away[:half], away[half:]))
        rulings[round, table] = Ruling("sit-out" if any(away) else "lost", Outcome(*sides))
    return rulings


def _after_leaving(line: Line, play: ScheduledPlay) -> Iterator[ResultFinding]:
    """Yield a finding if a line has a score although one side had left."""
    if line.has_score and play.ruling and play.ruling.reason == "sit-out":
        yield found_at(line, DIFFERS, say("one side had left before this round"))


def _misplacements(line: Line, play: ScheduledPlay) -> Iterator[ResultFinding]:
    """Yield findings about another round or table than scheduled."""
    if line.round is not None and line.round != play.round:
        text = say("expected in round {expected}, not {entered}", expected=play.round, entered=line.round)
        yield found_at(line, DIFFERS, text)
    if line.table is not None and line.table != play.table:
        text = say("expected at table {expected}, not {entered}", expected=play.table, entered=line.table)
        yield found_at(line, DIFFERS, text)

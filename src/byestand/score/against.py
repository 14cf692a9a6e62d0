"""Results against the movement: who was to play what, where and when; what contradicts it, and what is missing."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal, NamedTuple, TypeAlias, TypeVar

import numpy as np

from byestand.errors import BadRequest
from byestand.model.boards import Boards
from byestand.model.history import Cell, History
from byestand.model.line import Absent, Average, Line, Outcome
from byestand.model.movement import Movement
from byestand.model.session import Section
from byestand.score.contestants import Winners
from byestand.score.findings import ResultFinding, found_at
from byestand.score.written import outcome_text

K = TypeVar("K")
Reason: TypeAlias = Literal["sit-out", "lost", "cancelled"]
"""Why a line has no score from the table: others left, a mishap took the boards, or what was played is cancelled."""

RULED: Mapping[Reason, str] = {"sit-out": "sit-out", "lost": "not played", "cancelled": "cancelled"}
"""The reasons in words."""
MISSING, TO_CONFIRM, CANCELLED = "missing result", "to confirm", "cancelled"
"""The rules of lines: a result is to come, the director is to confirm what people get, a score does not count."""


class Ruling(NamedTuple):
    """Why the director decides what a line is worth, and what is proposed."""

    reason: Reason
    proposed: Outcome


class Play(NamedTuple):
    """A board that is to be played: by whom, where and when."""

    board: int
    ns: tuple[str, ...]
    ew: tuple[str, ...]
    round: int
    table: int
    ruling: Ruling | None = None
    """None where a score from the table is expected."""

    def counts(self, line: Line) -> bool:
        """Tell whether a line is one for this play that counts: not a score that is cancelled."""
        return not (line.has_score and self.ruling and self.ruling.reason == "cancelled")


def boards_played(section: Section, lines: Sequence[Line], per_round: int | None) -> Boards:
    """Return which boards the groups are: as the section or somebody says, or as the highest number tells."""
    if section.boards is not None and per_round is None:
        return section.boards
    groups, highest = section.movement.deal_groups, max((line.board for line in lines), default=0)
    if per_round is None and (not highest or highest % groups):
        told = f"boards up to {highest} make no {groups} equal groups" if highest else "no line tells of a board"
        raise BadRequest(f"{told}: say --boards-per-round")
    return Boards(per_round or highest // groups)


@dataclass(frozen=True, eq=False)
class Schedule:
    """All plays of a section."""

    letter: str
    plays: tuple[Play, ...]
    winners: Winners
    session: int = 0
    """Of which session it is; 0: of every one."""

    @classmethod
    def of(cls, section: Section, boards: Boards) -> "Schedule":
        """Return what is to be played; in a repaired night also what the director rules on."""
        movement = _as_scheduled(section.movement)
        number = np.array([movement.field.number(c) for c in range(movement.field.size + 1)])
        rulings = _rulings(section.movement)
        plays = []
        for nth in range(1, boards.per_round + 1):
            seats = movement.seats_on(nth) if movement.swivel else movement.seats
            for r, t in np.argwhere(movement.played).tolist():
                who = tuple(str(number[c]) for c in seats[r, t].tolist())
                half = len(who) // 2
                board = boards.numbers(int(movement.groups[r, t]))[0] + nth - 1
                plays.append(Play(board, who[:half], who[half:], r + 1, t + 1, rulings.get((r + 1, t + 1))))
        lines = len(movement.field.lines)
        return cls(section.letter, tuple(plays), 1 if lines == 1 else 2 if lines == 2 else 4)

    @property
    def times(self) -> Counter[int]:
        """How often each board is to be played."""
        return Counter(play.board for play in self.plays)

    @cached_property
    def by_board(self) -> dict[int, tuple[Play, ...]]:
        """All plays of each board."""
        found = self._grouped(lambda play: play.board)
        return {board: tuple(found[board]) for board in sorted(found)}

    @cached_property
    def by_place(self) -> dict[Cell, tuple[Play, ...]]:
        """All plays of each round and table, by board."""
        found = self._grouped(lambda play: (play.round, play.table))
        return {place: tuple(sorted(found[place])) for place in sorted(found)}

    @cached_property
    def numbers(self) -> tuple[frozenset[str], frozenset[str]]:
        """The numbers of those who sit North-South, and East-West; with one ranking all of them in both."""
        ns = frozenset(number for play in self.plays for number in play.ns)
        ew = frozenset(number for play in self.plays for number in play.ew)
        return (ns, ew) if self.winners == 2 else (ns | ew, ns | ew)

    @cached_property
    def ruled(self) -> tuple[Play, ...]:
        """All plays that have no score from the table, because the director rules on them."""
        return tuple(play for play in self.plays if play.ruling)

    @cached_property
    def _by_people(self) -> dict[tuple[object, ...], list[Play]]:
        return self._grouped(lambda play: (play.board, play.ns, play.ew))

    def _grouped(self, key: Callable[[Play], K]) -> dict[K, list[Play]]:
        found: dict[K, list[Play]] = {}
        for play in self.plays:
            found.setdefault(key(play), []).append(play)
        return found

    def play_of(self, line: Line) -> Play | None:
        """Return which play a line is about: people who meet twice on a board are told apart by the round."""
        plays = self._by_people.get((line.board, line.ns, line.ew), [])
        return min(plays, key=lambda play: (play.round != line.round, play.ruling is not None), default=None)

    def held_against(self, lines: Sequence[Line]) -> tuple[tuple[Line, ...], tuple[ResultFinding, ...]]:
        """Return the lines with their rounds and tables, and what contradicts the movement or is missing."""
        findings: list[ResultFinding] = []
        placed = []
        seen = set()
        for line in lines:
            play = self.play_of(line)
            if play is None:
                findings.append(found_at(line, "not as the movement", self._why(line)))
                placed.append(line)
                continue
            findings += _misplaced(line, play)
            here = replace(line, round=line.round or play.round, table=line.table or play.table)
            if play.counts(line):
                seen.add(play)
                findings += _impossible(here, play)
            else:
                findings.append(found_at(here, CANCELLED, "this score is cancelled and does not count", "warning"))
                here = replace(here, outcome=Absent.CANCELLED)
            placed.append(here)
        return tuple(placed), (*findings, *self._missing(seen))

    def _why(self, line: Line) -> str:
        turned = any((p.board, p.ew, p.ns) == (line.board, line.ns, line.ew) for p in self.plays)
        if turned:
            return "they were to sit the other way"
        if not any(play.board == line.board for play in self.plays):
            return "nobody plays this board"
        for side, mine in (("NS", line.ns), ("EW", line.ew)):
            if not any(mine == (play.ns if side == "NS" else play.ew) for play in self.plays):
                number = "-".join(mine)
                return f"there is no {side[0]}{number}" if self.winners == 2 else f"{number} never sits {side}"
        meeting = next((p for p in self.plays if (p.ns, p.ew) == (line.ns, line.ew)), None)
        if meeting is None:
            return "they were not to meet"
        return f"they were to meet in round {meeting.round} at table {meeting.table}, on other boards"

    def _missing(self, seen: set[Play]) -> Iterator[ResultFinding]:
        for play in self.plays:
            if play not in seen:
                ns, ew = "-".join(play.ns), "-".join(play.ew)
                rule, words = MISSING, "there is no result"
                if play.ruling:
                    rule, words = (
                        TO_CONFIRM,
                        f"{RULED[play.ruling.reason]}, to confirm: {outcome_text(play.ruling.proposed)}",
                    )
                sentence = f"board {play.board}, {ns} against {ew}: {words}"
                at = {"board": play.board, "section": self.letter or None, "round": play.round, "table": play.table}
                yield ResultFinding(rule, sentence, "warning", ns=ns, ew=ew, **at)  # type: ignore[arg-type]


def _as_scheduled(movement: Movement) -> Movement:
    """Return a night with the meetings in it of which people are deprived."""
    history = movement.history
    if not history or not history.deprived:
        return movement
    seats, groups = movement.seats.copy(), movement.groups.copy()
    for round, table, who, group in history.deprived:
        seats[round - 1, table - 1], groups[round - 1, table - 1] = who, group
    return replace(movement, seats=seats, groups=groups)


def _rulings(movement: Movement) -> dict[Cell, Ruling]:
    """Return where the director decides what people get, by round and table; a side that left gets average minus."""
    history = movement.history or History(0)
    both = Outcome(Average.PLUS, Average.PLUS)
    found = {cell: Ruling("cancelled", both) for cell in history.cancelled}
    for round, table, who, _ in history.deprived:
        half = len(who) // 2
        away = [history.is_away(contestant, round) for contestant in who]
        sides = (Average.MINUS if all(side) else Average.PLUS for side in (away[:half], away[half:]))
        found[round, table] = Ruling("sit-out" if any(away) else "lost", Outcome(*sides))
    return found


def _impossible(line: Line, play: Play) -> Iterator[ResultFinding]:
    if line.has_score and play.ruling and play.ruling.reason == "sit-out":
        yield found_at(line, "not as the movement", "one of them had left by then")


def _misplaced(line: Line, play: Play) -> Iterator[ResultFinding]:
    for what, told, wanted in (("round", line.round, play.round), ("table", line.table, play.table)):
        if told is not None and told != wanted:
            yield found_at(line, "not as the movement", f"that was to be in {what} {wanted}, not {told}")

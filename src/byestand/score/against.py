"""Results against the movement: who was to play what, where and when; what contradicts it, and what is missing."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from byestand.errors import BadRequest
from byestand.model import Boards, Section
from byestand.score.contestants import Winners
from byestand.score.findings import ResultFinding, found_at
from byestand.score.results import Line


class Play(NamedTuple):
    """A board that is to be played: by whom, where and when."""

    board: int
    ns: tuple[str, ...]
    ew: tuple[str, ...]
    round: int
    table: int


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
        """Return what is to be played; in a night that was repaired, what was and is."""
        movement = section.movement
        number = np.array([movement.field.number(c) for c in range(movement.field.size + 1)])
        plays = []
        for nth in range(1, boards.per_round + 1):
            seats = movement.seats_on(nth) if movement.swivel else movement.seats
            for r, t in np.argwhere(movement.played).tolist():
                who = tuple(str(number[c]) for c in seats[r, t].tolist())
                half = len(who) // 2
                board = boards.numbers(int(movement.groups[r, t]))[0] + nth - 1
                plays.append(Play(board, who[:half], who[half:], r + 1, t + 1))
        lines = len(movement.field.lines)
        return cls(section.letter, tuple(plays), 1 if lines == 1 else 2 if lines == 2 else 4)

    @property
    def times(self) -> Counter[int]:
        """How often each board is to be played."""
        return Counter(play.board for play in self.plays)

    def held_against(self, lines: Sequence[Line]) -> tuple[tuple[Line, ...], tuple[ResultFinding, ...]]:
        """Return the lines with their rounds and tables, and what contradicts the movement or is missing."""
        wanted = {(play.board, play.ns, play.ew): play for play in self.plays}
        findings: list[ResultFinding] = []
        placed = []
        seen = set()
        for line in lines:
            play = wanted.get((line.board, line.ns, line.ew))
            if play is None:
                findings.append(found_at(line, "not as the movement", self._why(line)))
                placed.append(line)
                continue
            seen.add(play)
            findings += _misplaced(line, play)
            placed.append(replace(line, round=line.round or play.round, table=line.table or play.table))
        return tuple(placed), (*findings, *self._missing(seen))

    def _why(self, line: Line) -> str:
        turned = any((p.board, p.ew, p.ns) == (line.board, line.ns, line.ew) for p in self.plays)
        if turned:
            return "they were to sit the other way"
        if not any(play.board == line.board for play in self.plays):
            return "nobody plays this board"
        for side, mine in (("NS", line.ns), ("EW", line.ew)):
            if not any(mine == (play.ns if side == "NS" else play.ew) for play in self.plays):
                return f"there is no {side} {'-'.join(mine)}"
        meeting = next((p for p in self.plays if (p.ns, p.ew) == (line.ns, line.ew)), None)
        if meeting is None:
            return "they were not to meet"
        return f"they were to meet in round {meeting.round} at table {meeting.table}, on other boards"

    def _missing(self, seen: set[Play]) -> Iterator[ResultFinding]:
        for play in self.plays:
            if play not in seen:
                ns, ew = "-".join(play.ns), "-".join(play.ew)
                sentence = f"board {play.board}, {ns} against {ew}: there is no result"
                at = {"board": play.board, "section": self.letter or None, "round": play.round, "table": play.table}
                yield ResultFinding("missing result", sentence, "warning", ns=ns, ew=ew, **at)  # type: ignore[arg-type]


def _misplaced(line: Line, play: Play) -> Iterator[ResultFinding]:
    for what, told, wanted in (("round", line.round, play.round), ("table", line.table, play.table)):
        if told is not None and told != wanted:
            yield found_at(line, "not as the movement", f"that was to be in {what} {wanted}, not {told}")

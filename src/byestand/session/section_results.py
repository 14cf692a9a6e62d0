"""The results of a section matched with its schedule, and their counts.

Lines and plays are matched board by board. The match of a board is cached until its results change, so that the counts
of a whole section take the same time at the end of a session as at its start.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias
from weakref import WeakKeyDictionary

from byestand.errors import BadRequest
from byestand.language import say
from byestand.model.line import Line
from byestand.night.results import Board, ResultKey, Results
from byestand.score.schedule import Ruling, Schedule, ScheduledPlay

Place: TypeAlias = tuple[int, int]
"""A round and a table."""


@dataclass(frozen=True, slots=True)
class ResultCounts:
    """The number of lines."""

    results_entered: int = 0
    results_expected: int = 0
    """Without those that need a ruling."""
    to_confirm: int = 0

    def __add__(self, other: "ResultCounts") -> "ResultCounts":
        return ResultCounts(
            self.results_entered + other.results_entered,
            self.results_expected + other.results_expected,
            self.to_confirm + other.to_confirm,
        )


@dataclass(frozen=True, slots=True)
class TableProgress:
    """The results of a table in a round."""

    results_entered: int
    results_expected: int
    is_odd: bool
    """Whether other contestants than planned played there."""
    rulings: int = 0
    """Further lines that need a ruling of the director."""
    to_confirm: int = 0
    """Lines without a ruling yet."""


@dataclass(frozen=True, slots=True)
class BoardResults:
    """The lines of a board, matched with its plays."""

    lines: Mapping[ResultKey, Line]
    """In the order of play, with the section letter if pages show it."""
    keys: Mapping[ScheduledPlay, ResultKey]
    """The line of each play: of the planned contestants, or at least of that table and round."""
    counts: ResultCounts
    complete: int
    """Plays with a valid line, including rulings."""

    def line(self, play: ScheduledPlay) -> Line | None:
        """Return the line of a play."""
        key = self.keys.get(play)
        return None if key is None else self.lines[key]

    def counted_line(self, play: ScheduledPlay) -> Line | None:
        """Return the line of a play, unless its score is cancelled."""
        line = self.line(play)
        return line if line is not None and play.counts(line) else None


_REMEMBERED: WeakKeyDictionary[Schedule, dict[int, tuple[Board, BoardResults]]] = WeakKeyDictionary()
"""The last match by schedule and board. Results are never changed in place."""


@dataclass(frozen=True, eq=False)
class SectionResults:
    """A section with its schedule and results."""

    letter: str
    """The stored letter; `schedule.letter` is empty if there is only one section."""
    schedule: Schedule
    results: Results

    @property
    def results_by_board(self) -> Mapping[int, Board]:
        """The results of the section by board."""
        return self.results.sections.get(self.letter, {})

    @property
    def boards(self) -> tuple[int, ...]:
        """All boards that are planned or have results."""
        return tuple(sorted({*self.schedule.by_board, *self.results_by_board}))

    def board(self, number: int) -> BoardResults:
        """Return the results of a board."""
        stored = self.results.of_board(self.letter, number)
        remembered = _REMEMBERED.setdefault(self.schedule, {})
        known = remembered.get(number)
        if known is None or known[0] is not stored:
            known = remembered[number] = stored, self._match(number, stored)
        return known[1]

    def _match(self, number: int, stored: Board) -> BoardResults:
        plays = self.schedule.by_board.get(number, ())
        lines = {key: replace(stored[key].line, section=self.schedule.letter) for key in self.results.in_order(stored)}
        keys: dict[ScheduledPlay, ResultKey] = {}
        for key, line in lines.items():
            if play := self.schedule.play_of(line):
                keys.setdefault(play, key)
        matched, by_place = set(keys.values()), {(play.round, play.table): play for play in plays}
        for key, line in lines.items():
            if key not in matched and (play := by_place.get((line.round or 0, line.table or 0))):
                keys.setdefault(play, key)
        complete = sum(play in keys and play.counts(lines[keys[play]]) for play in plays)
        return BoardResults(lines, keys, _count(plays, keys, lines), complete)

    def counts(self) -> ResultCounts:
        """Return the number of lines of the section: entered, planned and to confirm."""
        return sum((self.board(number).counts for number in self.boards), ResultCounts())

    def unconfirmed_plays(self) -> Iterator[tuple[ScheduledPlay, Ruling]]:
        """Yield every play that needs a ruling, and the proposal."""
        for play in self.schedule.ruled_plays:
            if play.ruling and self.board(play.board).counted_line(play) is None:
                yield play, play.ruling

    def slips(self) -> dict[Place, TableProgress]:
        """Return the results of every table by round and table."""
        slips: dict[Place, TableProgress] = {}
        for play in self.schedule.plays:
            place, line = (play.round, play.table), self.board(play.board).line(play)
            before = slips.get(place, TableProgress(0, 0, is_odd=False))
            if play.ruling:
                open = line is None or not play.counts(line)
                slips[place] = replace(before, rulings=before.rulings + 1, to_confirm=before.to_confirm + open)
                continue
            odd = before.is_odd or (line is not None and (line.ns, line.ew) != (play.ns, play.ew))
            slips[place] = TableProgress(before.results_entered + (line is not None), before.results_expected + 1, odd)
        return slips


def require_known_sections(results: Results, letters: Iterable[str]) -> None:
    """Raise BadRequest if results belong to an unknown section."""
    known = set(letters)
    if unknown := next((letter for letter in results.sections if letter not in known), None):
        raise BadRequest(say("there are results of an unknown section: {letter!r}", letter=unknown))


def _count(
    plays: Sequence[ScheduledPlay], keys: Mapping[ScheduledPlay, ResultKey], lines: Mapping[ResultKey, Line]
) -> ResultCounts:
    counts = ResultCounts()
    for play in plays:
        if play.ruling:
            counts += ResultCounts(to_confirm=play not in keys or not play.counts(lines[keys[play]]))
        else:
            counts += ResultCounts(results_entered=play in keys, results_expected=1)
    return counts

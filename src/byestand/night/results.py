"""The results of a session: parsed lines by table and board.

A change copies one path only, so that the time for a result does not depend on how many there are.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated, NamedTuple

from byestand.errors import BadRequest
from byestand.language import say
from byestand.marks import OmitDefault, Whole
from byestand.model.limits import BoardNumber, Letter, RoundNumber, TableNumber
from byestand.model.line import Line
from byestand.night.stamp import DIRECTOR, Author, Stamp

MAX_RESULTS = 20_000
MAX_BOARD_RESULTS = 1_000
"""Per board in a section: more than any movement has, and few enough for one page."""
UNPLACED = 1_000
"""Sorts lines with an unknown round or table last."""


class ResultKey(NamedTuple):
    """The place of a result in a session."""

    section: Letter
    board: BoardNumber
    round: RoundNumber | None = None
    table: TableNumber | None = None
    nth: Annotated[int, Whole(1, MAX_RESULTS)] = 1
    """Counts lines of one place: files without rounds or tables have several for a board."""


@dataclass(frozen=True, slots=True)
class EnteredLine:
    """A result as an event has it."""

    section: Letter
    line: Line
    """Without the section letter, which is the field above."""
    nth: Annotated[int, Whole(1, MAX_RESULTS), OmitDefault()] = 1

    @property
    def key(self) -> ResultKey:
        """The place of this result."""
        return ResultKey(self.section, self.line.board, self.line.round, self.line.table, self.nth)


@dataclass(frozen=True, slots=True)
class NightResult:
    """A result, and where it comes from."""

    line: Line
    revision: int = 0
    """The revision of its last change."""
    at: float = 0.0
    author: Author = DIRECTOR
    source: str = ""
    """The file from which it was imported; empty if it was typed."""


Board = Mapping[ResultKey, NightResult]
"""All results of a board in a section."""


@dataclass(frozen=True, slots=True)
class Results:
    """All results of a session."""

    sections: Mapping[str, Mapping[int, Board]] = field(default_factory=dict)
    """By the letter of the section, then by board."""
    count: int = 0

    def __bool__(self) -> bool:
        return self.count > 0

    def __contains__(self, key: ResultKey) -> bool:
        return key in self.of_board(key.section, key.board)

    def get(self, key: ResultKey) -> NightResult | None:
        """Return the result at a place."""
        return self.of_board(key.section, key.board).get(key)

    def line(self, key: ResultKey) -> Line | None:
        """Return the line at a place."""
        result = self.get(key)
        return result.line if result else None

    def of_board(self, section: str, board: int) -> Board:
        """Return the results of a board in a section."""
        return self.sections.get(section, {}).get(board, {})

    def items(self) -> Iterator[tuple[ResultKey, NightResult]]:
        """Yield every result with its place, section by section and board by board, in the order of play."""
        for section in sorted(self.sections):
            for board in sorted(self.sections[section]):
                yield from sorted(self.sections[section][board].items(), key=_order)

    def keys(self) -> Iterator[ResultKey]:
        """Yield the place of every result in that order."""
        return (key for key, _ in self.items())

    @staticmethod
    def in_order(board: Board) -> list[ResultKey]:
        """Return the places of all results of a board, in the order of play."""
        return [key for key, _ in sorted(board.items(), key=_order)]

    def lines(self, *, has_letters: bool) -> tuple[Line, ...]:
        """Return every line in that order; with the letters of the sections where pages show them."""
        if not has_letters:
            return tuple(result.line for _, result in self.items())
        return tuple(replace(result.line, section=key.section) for key, result in self.items())

    def entered_lines(self) -> tuple[EnteredLine, ...]:
        """Return every result as an event has it."""
        return tuple(EnteredLine(key.section, result.line, key.nth) for key, result in self.items())

    def put(self, entered: EnteredLine, stamp: Stamp, revision: int, source: str = "") -> "Results":
        """Return the results with a result added or replaced; raise BadRequest at a limit."""
        first = self._any()
        if first and first[1].line.is_individual is not entered.line.is_individual and first[0] != entered.key:
            raise BadRequest(say("pairs results and individual results cannot be in the same session"))
        if self.count >= MAX_RESULTS and entered.key not in self:
            raise BadRequest(say("limit of {most} results per session reached", most=MAX_RESULTS))
        if len(self.of_board(entered.section, entered.line.board)) >= MAX_BOARD_RESULTS and entered.key not in self:
            raise BadRequest(
                say(
                    "limit of {most} results per board reached: board {board}",
                    most=MAX_BOARD_RESULTS,
                    board=entered.line.board,
                )
            )
        result = NightResult(entered.line, revision, stamp.at, stamp.by, source)
        return self._with_board(
            entered.key, {**self.of_board(entered.section, entered.line.board), entered.key: result}
        )

    def drop(self, key: ResultKey) -> "Results":
        """Return the results without the one at a place; raise BadRequest if there is none."""
        board = self.of_board(key.section, key.board)
        if key not in board:
            raise BadRequest(say("not changed: this result was replaced or deleted in the meantime"))
        return self._with_board(key, {other: result for other, result in board.items() if other != key})

    def with_letters(self, letters: Mapping[str, str]) -> "Results":
        """Return the results with new section letters, given by the old ones."""
        sections = {
            letters.get(letter, letter): {
                board: {key._replace(section=letters.get(letter, letter)): result for key, result in results.items()}
                for board, results in boards.items()
            }
            for letter, boards in self.sections.items()
        }
        return Results(sections, self.count)

    def _any(self) -> tuple[ResultKey, NightResult] | None:
        for boards in self.sections.values():
            for board in boards.values():
                return next(iter(board.items()))
        return None

    def _with_board(self, key: ResultKey, board: Board) -> "Results":
        before = self.of_board(key.section, key.board)
        boards = {**self.sections.get(key.section, {}), key.board: board}
        if not board:
            del boards[key.board]
        sections = {**self.sections, key.section: boards}
        if not boards:
            del sections[key.section]
        return Results(sections, self.count + len(board) - len(before))


def _order(item: tuple[ResultKey, NightResult]) -> tuple[int, int, tuple[str, ...], str, int]:
    """Return the order of play; lines at the same place are sorted by contract."""
    key, result = item
    return key.round or UNPLACED, key.table or UNPLACED, result.line.numbers, str(result.line.contract or ""), key.nth

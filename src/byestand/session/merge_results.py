"""Compares results of a file with the saved ones: new, equal, changed, or in conflict with a correction."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from byestand.model.line import Line
from byestand.night.results import ResultKey
from byestand.score.score_format import contract_text

Kind = Literal["new", "equal", "changed", "conflict"]


class SavedLine(NamedTuple):
    """A saved line, and where it is stored."""

    key: ResultKey
    line: Line


class ImportedLine(NamedTuple):
    """A line of a file, and the saved line for the same table and board."""

    kind: Kind
    line: Line
    saved_line: SavedLine | None = None

    @property
    def field(self) -> str:
        """Its key in a form."""
        line = self.line
        return f"{line.section}.{line.round or 0}.{line.table or 0}.{line.board}.{'-'.join(line.numbers)}"


@dataclass(frozen=True, slots=True)
class Merge:
    """All lines of a file, and the saved lines that it does not mention."""

    imported_lines: tuple[ImportedLine, ...]
    other: tuple[Line, ...]
    """Saved lines without a line in the file, also of other sections. They stay."""

    def of_kind(self, kind: Kind) -> tuple[ImportedLine, ...]:
        """Return the lines of one kind."""
        return tuple(one for one in self.imported_lines if one.kind == kind)

    def lines_to_import(self, overwritten: Collection[str]) -> tuple[ImportedLine, ...]:
        """Return the lines to take from the file; of the conflicts only the *overwritten* ones."""
        return tuple(
            one
            for one in self.imported_lines
            if one.kind in ("new", "changed") or (one.kind == "conflict" and one.field in overwritten)
        )

    def result(self) -> tuple[Line, ...]:
        """Return all results after the merge, if no conflict is overwritten."""
        taken = set(map(id, self.lines_to_import(())))
        own = (
            one.line if id(one) in taken or not one.saved_line else one.saved_line.line for one in self.imported_lines
        )
        return (*self.other, *own)


def merge(saved: Mapping[ResultKey, Line], lines: Sequence[Line], imported: Collection[ResultKey]) -> Merge:
    """Compare the lines of a file with the *saved* ones, of which the *imported* ones came from a file.

    If an imported line differs from the file, the file has changed since. If a line was typed or corrected by hand, it
    is a conflict. Two lines match if they have the same pairs and board, or else the same table, round and board.
    """
    left = [SavedLine(key, line) for key, line in saved.items()]
    partners: dict[int, SavedLine] = {}
    for place in (_players, _seat):
        by_place: dict[object, list[SavedLine]] = defaultdict(list)
        for one in left:
            by_place[place(one.line)].append(one)
        for number, line in enumerate(lines):
            if number not in partners and by_place.get(place(line)):
                partners[number] = by_place[place(line)].pop(0)
        matched = {one.key for one in partners.values()}
        left = [one for one in left if one.key not in matched]
    compared = (_compare(line, partners.get(number), imported) for number, line in enumerate(lines))
    return Merge(tuple(compared), tuple(one.line for one in left))


def _players(line: Line) -> object:
    return line.section, line.board, line.numbers


def _seat(line: Line) -> object:
    is_known = line.round is not None and line.table is not None
    return (line.section, line.board, line.round, line.table) if is_known else _players(line)


def _compare(line: Line, saved: SavedLine | None, imported: Collection[ResultKey]) -> ImportedLine:
    if saved is None:
        return ImportedLine("new", line)
    if _says_the_same(line, saved.line):
        return ImportedLine("equal", line, saved)
    return ImportedLine("changed" if saved.key in imported else "conflict", line, saved)


def _says_the_same(line: Line, saved: Line) -> bool:
    """Return whether a line of a file agrees with the saved one, which may have more details."""
    details = [(contract_text(line), contract_text(saved)), (line.declarer, saved.declarer), (line.lead, saved.lead)]
    return (line.outcome, line.numbers, line.form) == (saved.outcome, saved.numbers, saved.form) and all(
        new in ("", old) for new, old in details
    )

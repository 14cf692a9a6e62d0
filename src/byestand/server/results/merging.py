"""Results of a file compared with the saved ones: what is new, equal, changed, or in conflict with a correction."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from byestand.model.line import Line
from byestand.score.shown import contract_text

Kind = Literal["new", "equal", "changed", "conflict"]


class ImportedLine(NamedTuple):
    """A line of a file, and the saved line for the same table and board."""

    kind: Kind
    line: Line
    saved: Line | None = None

    @property
    def key(self) -> str:
        """What a form calls it."""
        line = self.line
        return f"{line.section}.{line.round or 0}.{line.table or 0}.{line.board}.{'-'.join(line.numbers)}"


@dataclass(frozen=True, slots=True)
class Merge:
    """All lines of a file, and the saved lines that it does not mention."""

    imported: tuple[ImportedLine, ...]
    other: tuple[Line, ...]
    """Saved lines for which the file has none, also those of other sections: they stay."""

    def of_kind(self, kind: Kind) -> tuple[ImportedLine, ...]:
        """Return the lines of one kind."""
        return tuple(one for one in self.imported if one.kind == kind)

    def result(self, overwritten: Collection[str]) -> tuple[Line, ...]:
        """Return the results after the merge; of the conflicts only those *overwritten* are taken from the file."""
        return (*self.other, *(self._chosen(one, overwritten) for one in self.imported))

    @staticmethod
    def _chosen(one: ImportedLine, overwritten: Collection[str]) -> Line:
        if one.saved is None or one.kind == "changed" or one.key in overwritten:
            return one.line
        return one.saved


def merge(saved: Sequence[Line], lines: Sequence[Line], imported: Collection[Line]) -> Merge:
    """Compare the lines of a file with the *saved* ones, of which the *imported* ones came from a file before.

    A saved line that differs from the file was changed there since if it was imported; typed or corrected by hand it
    is a conflict. Lines belong together that have the same pairs and board, or else the same table, round and board.
    """
    left = list(saved)
    partners: dict[int, Line] = {}
    for place in (_players, _seat):
        by_place: dict[object, list[Line]] = defaultdict(list)
        for line in left:
            by_place[place(line)].append(line)
        for number, line in enumerate(lines):
            if number not in partners and by_place.get(place(line)):
                partners[number] = by_place[place(line)].pop(0)
        left = _without(left, partners.values())
    found = (_compared(line, partners.get(number), imported) for number, line in enumerate(lines))
    return Merge(tuple(found), tuple(left))


def replace_sections(saved: Iterable[Line], lines: Sequence[Line]) -> tuple[Line, ...]:
    """Return the lines of a file in place of all saved ones of the same sections; other sections stay."""
    sections = {line.section for line in lines}
    return (*(line for line in saved if line.section not in sections), *lines)


def _players(line: Line) -> object:
    return line.section, line.board, line.numbers


def _seat(line: Line) -> object:
    is_known = line.round is not None and line.table is not None
    return (line.section, line.board, line.round, line.table) if is_known else _players(line)


def _without(lines: Sequence[Line], gone: Iterable[Line]) -> list[Line]:
    ids = set(map(id, gone))
    return [line for line in lines if id(line) not in ids]


def _compared(line: Line, saved: Line | None, imported: Collection[Line]) -> ImportedLine:
    if saved is None:
        return ImportedLine("new", line)
    if _says_the_same(line, saved):
        return ImportedLine("equal", line, saved)
    return ImportedLine("changed" if saved in imported else "conflict", line, saved)


def _says_the_same(line: Line, saved: Line) -> bool:
    """Tell whether a line of a file says nothing else than the saved one, which may say more."""
    told = [(contract_text(line), contract_text(saved)), (line.declarer, saved.declarer), (line.lead, saved.lead)]
    return (line.outcome, line.numbers, line.form) == (saved.outcome, saved.numbers, saved.form) and all(
        new in ("", old) for new, old in told
    )

"""Results as csv text, which nights up to version 7 stored, as the lines of today."""

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from byestand import codec
from byestand.errors import FormatError
from byestand.model.line import Line
from byestand.night.results import EnteredLine, ResultKey

_UNSIGNED_SPLIT = re.compile(r"(?<=,)(100|0)/(100|0)(?=,)")
"""A split score without signs, which is refused since."""


@dataclass(slots=True)
class Places:
    """Which rows of csv text are at which places."""

    rows: dict[ResultKey, str] = field(default_factory=dict)
    last: Counter[ResultKey] = field(default_factory=Counter)
    """How many keys were given for each place."""

    def find(self, place: ResultKey, row: str) -> ResultKey:
        """Return the key of a row that is there."""
        keys = (place._replace(nth=nth) for nth in range(1, self.last[place] + 1))
        return next((key for key in keys if self.rows.get(key) == row), place)

    def add(self, place: ResultKey, row: str, freed: Iterable[ResultKey] = ()) -> ResultKey:
        """Put a row at a place: at a key that the same event has *freed*, or else at one that was never used.

        So undoing an event that removed a row brings it back beside one that came later, as it did before.
        """
        key = next((key for key in freed if key._replace(nth=1) == place and key not in self.rows), None)
        if key is None:
            self.last[place] += 1
            key = place._replace(nth=self.last[place])
        self.rows[key] = row
        return key


def parse_lines(text: object, source: str) -> tuple[Line, ...]:
    """Return the results in csv text."""
    if not isinstance(text, str):
        raise FormatError(source, "expected a text @ $.results")
    if not text:
        return ()
    from byestand.formats.results.csv import parse_rows  # noqa: PLC0415 - only old nights need it, and numpy with it

    signed = _UNSIGNED_SPLIT.sub(r"+\1/+\2", text)
    return tuple(replace(line, number=0) for line in parse_rows(signed, source))


def entered_lines(lines: Iterable[Line], letters: list[str]) -> list[dict[str, object]]:
    """Return lines as the data of `EnteredLine`."""
    places = Places()
    keys = ((line, places.add(result_key(line, letters), "")) for line in lines)
    return [write_line(line, key.nth, letters) for line, key in keys]


def result_key(line: Line, letters: list[str]) -> ResultKey:
    """Return the place of a line; the only section of a night has no letter there."""
    section = line.section or (letters[0] if len(letters) == 1 else "")
    return ResultKey(section, line.board, line.round, line.table)


def write_line(line: Line, nth: int, letters: list[str]) -> dict[str, object]:
    """Return a line as the data of `EnteredLine`."""
    entered = EnteredLine(result_key(line, letters).section, replace(line, section=""), nth)
    data: dict[str, object] = codec.write(EnteredLine, entered)  # type: ignore[assignment] # a dataclass is an object
    return data

"""The numbers of pairs in results, however they are written: ``1``, ``01``, ``N1``, ``NS 1`` and ``AN1`` are one pair.

A label that agrees with its column says no more than the number. If pairs are called ``E1`` in the column ``ns`` too,
labels tell pairs apart: they are kept, and every line needs one.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

from byestand.errors import BadRequest, FormatError
from byestand.model.line import Line

SEATS = ("north", "south", "east", "west")
_NUMBER = re.compile(r"(NS|EW|N|E|)0*(\d{1,9})", re.ASCII)
_COLUMNS = (("N", "ns"), ("E", "ew"))
_OF_SECTION = re.compile(r"([A-Z]{1,3})(?:NS|EW|N|E)\d{1,9}", re.ASCII)
_LABEL = re.compile(r"([NE])(\d+)", re.ASCII)


def with_plain_numbers(lines: Iterable[Line], source: str) -> tuple[Line, ...]:
    """Return lines in which every contestant is written in one way only."""
    return tuple(_with_plain_numbers(line, source) for line in lines)


def _with_plain_numbers(line: Line, source: str) -> Line:
    section = line.section or section_named(line.numbers)
    columns = SEATS if line.is_individual else ("ns", "ew")
    numbers = []
    for column, text in zip(columns, line.numbers, strict=True):
        try:
            numbers.append(contestant_number(text, section))
        except BadRequest as bad:
            raise FormatError(source, f"column {column}: {bad}", line=line.number or None) from bad
    half = len(numbers) // 2
    return replace(line, section=section, ns=tuple(numbers[:half]), ew=tuple(numbers[half:]))


def contestant_number(text: str, section: str) -> str:
    """Return the number of a contestant without leading zeros, its direction as one letter, its section left out.

    >>> [contestant_number(text, "A") for text in ("01", "ns 7", "AE3", "a12", "Anna")]
    ['1', 'N7', 'E3', '12', 'Anna']
    """
    plain = _upper(text)
    if parts := _NUMBER.fullmatch(plain) or _NUMBER.fullmatch(plain.removeprefix(section)):
        return f"{parts[1][:1]}{parts[2]}"
    if _OF_SECTION.fullmatch(plain):
        raise BadRequest(f"this pair is not of section {section!r}: {text[:40]!r}")
    return text


def section_named(labels: Iterable[str]) -> str:
    """Return the section that all labels of a line name; empty if there is none.

    >>> section_named(["AN1", "ae3"]), section_named(["N1", "EW 3"])
    ('A', '')
    """
    plain = [_upper(label) for label in labels]
    named = {"" if _NUMBER.fullmatch(label) else _section(label) for label in plain}
    return named.pop() if len(named) == 1 else ""


def _section(label: str) -> str:
    parts = _OF_SECTION.fullmatch(label)
    return parts[1] if parts else ""


def _upper(text: str) -> str:
    return "".join(text.split()).upper()


class CrossedLabel(NamedTuple):
    """A label in the column of the other line: ``E1`` in ``ns``."""

    label: str
    column: str
    line: int

    def __str__(self) -> str:
        where = f"line {self.line}, " if self.line else ""
        return f"{where}column {self.column}: {self.label}"


def crossed_label(lines: Iterable[Line]) -> CrossedLabel | None:
    """Return the first label in the column of the other line; None if there is none."""
    for line in lines:
        for (side, column), number in zip(_COLUMNS, line.numbers, strict=False):
            label = _LABEL.fullmatch(number)
            if label and label[1] != side and not line.is_individual:
                return CrossedLabel(number, column, line.number)
    return None


def without_labels(lines: Sequence[Line]) -> tuple[Line, ...]:
    """Return lines with numbers for labels that agree with their columns."""
    return tuple(
        line if line.is_individual else replace(line, ns=_numbers(line.ns), ew=_numbers(line.ew)) for line in lines
    )


def _numbers(labels: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(label[2] if (label := _LABEL.fullmatch(text)) else text for text in labels)


def check_all_labelled(lines: Sequence[Line], source: str) -> None:
    """Refuse a number without a direction where others have one: nobody can say which pair it is."""
    crossed = crossed_label(lines)
    because = f" ({crossed})" if crossed else ""
    for line in lines:
        for (_, column), number in zip(_COLUMNS, line.numbers, strict=False):
            if number.isdecimal() and not line.is_individual:
                reason = f"column {column}: pairs of both lines sit here{because}: write N{number} or E{number}"
                raise FormatError(source, f"{reason}: {number!r}", line=line.number or None)

"""Pair numbers in results, in any notation: ``1``, ``01``, ``N1``, ``NS 1`` and ``AN1`` are the same pair.

A label that agrees with its column adds nothing to the number. If there are labels such as ``E1`` in the column ``ns``,
labels identify pairs: they are kept, and every line needs them.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

from byestand.errors import BadRequest, FormatError
from byestand.language import say
from byestand.model.line import Line

SEATS = ("north", "south", "east", "west")
_NUMBER = re.compile(r"(NS|EW|N|E|)0*(\d{1,9})", re.ASCII)
_COLUMNS = (("N", "ns"), ("E", "ew"))
_OF_SECTION = re.compile(r"([A-Z]{1,3})(?:NS|EW|N|E)\d{1,9}", re.ASCII)
_LABEL = re.compile(r"([NE])(\d+)", re.ASCII)


def with_plain_numbers(lines: Iterable[Line], source: str) -> tuple[Line, ...]:
    """Return lines with one notation for every contestant."""
    return tuple(_with_plain_numbers(line, source) for line in lines)


def _with_plain_numbers(line: Line, source: str) -> Line:
    section = line.section or section_named(line.numbers)
    columns = SEATS if line.is_individual else ("ns", "ew")
    numbers = []
    for column, text in zip(columns, line.numbers, strict=True):
        try:
            numbers.append(contestant_number(text, section))
        except BadRequest as bad:
            reason = f"{say('column {column}', column=column)}: {bad}"
            raise FormatError(source, reason, line=line.number or None) from bad
    half = len(numbers) // 2
    return replace(line, section=section, ns=tuple(numbers[:half]), ew=tuple(numbers[half:]))


def contestant_number(text: str, section: str) -> str:
    """Return the number of a contestant without leading zeros and section, with its direction as one letter.

    >>> [contestant_number(text, "A") for text in ("01", "ns 7", "AE3", "a12", "Anna")]
    ['1', 'N7', 'E3', '12', 'Anna']
    """
    plain = _upper(text)
    if parts := _NUMBER.fullmatch(plain) or _NUMBER.fullmatch(plain.removeprefix(section)):
        return f"{parts[1][:1]}{parts[2]}"
    if _OF_SECTION.fullmatch(plain):
        raise BadRequest(say("this pair is not in section {section}: {text!r}", section=section or "-", text=text[:40]))
    return text


def section_named(labels: Iterable[str]) -> str:
    """Return the section in all labels of a line; empty if there is none.

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
        column = say("column {column}", column=self.column)
        where = f"{say('line {line}', line=self.line)}, {column}" if self.line else column
        return f"{where}: {self.label}"


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
    """Raise for a number without a direction if others have one: the pair is ambiguous."""
    crossed = crossed_label(lines)
    example = f" ({crossed})" if crossed else ""
    for line in lines:
        for (_, column), number in zip(_COLUMNS, line.numbers, strict=False):
            if number.isdecimal() and not line.is_individual:
                conflict = say("column {column} has NS and EW pairs", column=column)
                advice = say("write N{number} or E{number}: {number!r}", number=number)
                raise FormatError(source, f"{conflict}{example}; {advice}", line=line.number or None)

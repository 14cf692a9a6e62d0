"""How single values are read and written: numbers, texts, dates, choices, and json within json."""

import datetime as dt
import json
import re
import sys
from collections.abc import Callable, Mapping
from fractions import Fraction
from types import NoneType
from typing import Any, NamedTuple

from byestand.checked import MAX_TEXT_CHARS
from byestand.marks import EmbeddedJson, Text, Whole
from byestand.texts import can_be_kept, is_one_line

MAX_INT = 10**9
_FRACTION = re.compile(r"-?[0-9]{1,18}(/[0-9]{1,18})?")


class Mismatch(Exception):
    """A value that does not fit; the steps to it are added from the inside out."""

    def __init__(self, reason: str) -> None:
        self.reason = reason
        self.steps: list[str] = []


class Form(NamedTuple):
    """How values of a type are read and written."""

    read: Callable[[Any], Any]
    write: Callable[[Any], Any]
    json_types: frozenset[type]
    """Types of json values that can be read."""
    types: tuple[type, ...] = ()
    """Types of values that can be written."""


def unchanged(value: Any) -> Any:
    """Return the value itself."""
    return value


def int_form(limit: Whole) -> Form:
    """Return the form of a whole number."""
    low, high, reason = limit.min, limit.max, f"expected a whole number from {limit.min} to {limit.max}"

    def read(value: Any) -> int:
        if type(value) is int and low <= value <= high:
            return value
        raise Mismatch(reason)

    return Form(read, unchanged, frozenset({int}), (int,))


def float_form(low: float, high: float, reason: str) -> Form:
    """Return the form of a number."""

    def read(value: Any) -> float:
        if type(value) in (int, float) and low <= value <= high:  # no range has NaN
            return float(value)
        raise Mismatch(reason)

    return Form(read, unchanged, frozenset({int, float}), (float, int))


def text_form(limit: Text) -> Form:
    """Return the form of a text."""
    highest, is_fit = limit.max, can_be_kept if limit.lines else is_one_line
    reason = f"expected {'a text' if limit.lines else 'one line'} of at most {highest} characters"

    def read(value: Any) -> str:
        if type(value) is str and len(value) <= highest and (value.isprintable() or is_fit(value)):
            return value
        raise Mismatch(reason)

    return Form(read, unchanged, frozenset({str}), (str,))


def _parsed_form(type_: type, parse: Callable[[str], Any], write: Callable[[Any], str], example: str) -> Form:
    def read(value: Any) -> object:
        try:
            if type(value) is str and write(parsed := parse(value)) == value:
                return parsed
        except (ValueError, ZeroDivisionError):
            pass
        raise Mismatch(f"expected a text like {example}")

    return Form(read, write, frozenset({str}), (type_,))


def _fraction(text: str) -> Fraction:
    if not _FRACTION.fullmatch(text):  # Python reads 1e999999999 too, and that takes forever
        raise ValueError(text)
    return Fraction(text)


def _time(text: str) -> dt.time:
    time = dt.time.fromisoformat(text)
    if time.tzinfo is not None:
        raise ValueError(text)
    return time


def _flag(value: Any) -> bool:
    if type(value) is bool:
        return value
    raise Mismatch("expected true or false")


def _null(value: Any) -> None:
    if value is not None:
        raise Mismatch("expected null")


def choice_form(choices: Mapping[Any, Any]) -> Form:
    """Return the form of values of which there are few: json values by what they stand for."""
    json_types = frozenset(map(type, choices))
    by_value = {value: choice for choice, value in choices.items()}
    reason = f"expected {' or '.join(map(repr, choices))}"

    def read(value: Any) -> object:
        if type(value) in json_types and value in choices:
            return choices[value]
        raise Mismatch(reason)

    return Form(read, by_value.__getitem__, json_types, tuple(set(map(type, by_value))))


def embedded_form(limit: EmbeddedJson) -> Form:
    """Return the form of a text that is a json object, and is written as such."""

    def read(value: Any) -> str:
        if type(value) is not dict:
            raise Mismatch("expected an object")
        try:
            text = json.dumps(value, ensure_ascii=False, allow_nan=False)
        except (ValueError, RecursionError):
            raise Mismatch("expected plain json, not nested too deeply") from None
        if len(text) > limit.max or not can_be_kept(text):
            raise Mismatch(f"expected an object of at most {limit.max} characters")
        return text

    return Form(read, json.loads, frozenset({dict}), (str,))


SIMPLE: Mapping[object, Form] = {
    bool: Form(_flag, unchanged, frozenset({bool}), (bool,)),
    int: int_form(Whole(-MAX_INT, MAX_INT)),
    float: float_form(-sys.float_info.max, sys.float_info.max, "expected a number"),
    str: text_form(Text(MAX_TEXT_CHARS, lines=True)),
    NoneType: Form(_null, unchanged, frozenset({NoneType}), (NoneType,)),
    dt.date: _parsed_form(dt.date, dt.date.fromisoformat, dt.date.isoformat, "2026-11-17"),
    dt.time: _parsed_form(dt.time, _time, dt.time.isoformat, "19:30:00"),
    Fraction: _parsed_form(Fraction, _fraction, str, "3/5"),
}

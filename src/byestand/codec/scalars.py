"""Reading and writing of single values: numbers, texts, dates, choices and embedded JSON."""

import datetime as dt
import json
import re
import sys
from collections.abc import Callable, Mapping
from fractions import Fraction
from types import NoneType
from typing import Any, NamedTuple

from byestand.codec.json_cursor import MAX_TEXT_CHARS
from byestand.language import phrase, say
from byestand.marks import EmbeddedJson, Text, Whole
from byestand.sanitize import is_one_line, is_storable

MAX_INT = 10**9
_FRACTION = re.compile(r"-?[0-9]{1,18}(/[0-9]{1,18})?")


class Mismatch(Exception):
    """A value of the wrong form; the steps of its path are added from the inside out."""

    def __init__(self, reason: str) -> None:
        self.reason = reason
        self.steps: list[str] = []


class Codec(NamedTuple):
    """How values of a type are read and written."""

    read: Callable[[Any], Any]
    write: Callable[[Any], Any]
    json_types: frozenset[type]
    """Types of JSON values that can be read."""
    types: tuple[type, ...] = ()
    """Types of values that can be written."""


def identity(value: Any) -> Any:
    """Return the value itself."""
    return value


def int_form(limit: Whole) -> Codec:
    """Return the form of a whole number."""
    low, high = limit.min, limit.max

    def read(value: Any) -> int:
        if type(value) is int and low <= value <= high:
            return value
        raise Mismatch(say("expected a whole number from {low} to {high}", low=low, high=high))

    return Codec(read, identity, frozenset({int}), (int,))


def float_form(low: float, high: float, reason: str) -> Codec:
    """Return the form of a number; *reason* is the phrase of the error."""

    def read(value: Any) -> float:
        if type(value) in (int, float) and low <= value <= high:  # false for NaN
            return float(value)
        raise Mismatch(say(reason))

    return Codec(read, identity, frozenset({int, float}), (float, int))


def text_form(limit: Text) -> Codec:
    """Return the form of a text."""
    highest, is_valid = limit.max, is_storable if limit.lines else is_one_line

    def read(value: Any) -> str:
        if type(value) is str and len(value) <= highest and (value.isprintable() or is_valid(value)):
            return value
        if limit.lines:
            raise Mismatch(say("expected a text of at most {limit} characters", limit=highest))
        raise Mismatch(say("expected one line of at most {limit} characters", limit=highest))

    return Codec(read, identity, frozenset({str}), (str,))


def _parsed_form(type_: type, parse: Callable[[str], Any], write: Callable[[Any], str], example: str) -> Codec:
    def read(value: Any) -> object:
        try:
            if type(value) is str and write(parsed := parse(value)) == value:
                return parsed
        except (ValueError, ZeroDivisionError):
            pass
        raise Mismatch(say("expected a text such as {example}", example=example))

    return Codec(read, write, frozenset({str}), (type_,))


def _fraction(text: str) -> Fraction:
    if not _FRACTION.fullmatch(text):  # Python would also accept 1e999999999, which takes forever
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
    raise Mismatch(say("expected true or false"))


def _null(value: Any) -> None:
    if value is not None:
        raise Mismatch(say("expected null"))


def choice_form(choices: Mapping[Any, Any]) -> Codec:
    """Return the form of a choice: the keys are the JSON values, the values what they stand for."""
    json_types = frozenset(map(type, choices))
    by_value = {value: choice for choice, value in choices.items()}

    def read(value: Any) -> object:
        if type(value) in json_types and value in choices:
            return choices[value]
        raise Mismatch(say("expected one of these values: {values}", values=", ".join(map(repr, choices))))

    return Codec(read, by_value.__getitem__, json_types, tuple(set(map(type, by_value))))


def embedded_form(limit: EmbeddedJson) -> Codec:
    """Return the form of a text that is a JSON object and is written as such."""

    def read(value: Any) -> str:
        if type(value) is not dict:
            raise Mismatch(say("expected an object"))
        try:
            text = json.dumps(value, ensure_ascii=False, allow_nan=False)
        except (ValueError, RecursionError):
            raise Mismatch(say("invalid JSON, or nested too deeply")) from None
        if len(text) > limit.max or not is_storable(text):
            raise Mismatch(say("expected an object of at most {limit} characters", limit=limit.max))
        return text

    return Codec(read, json.loads, frozenset({dict}), (str,))


SIMPLE: Mapping[object, Codec] = {
    bool: Codec(_flag, identity, frozenset({bool}), (bool,)),
    int: int_form(Whole(-MAX_INT, MAX_INT)),
    float: float_form(-sys.float_info.max, sys.float_info.max, phrase("expected a number")),
    str: text_form(Text(MAX_TEXT_CHARS, lines=True)),
    NoneType: Codec(_null, identity, frozenset({NoneType}), (NoneType,)),
    dt.date: _parsed_form(dt.date, dt.date.fromisoformat, dt.date.isoformat, "2026-11-17"),
    dt.time: _parsed_form(dt.time, _time, dt.time.isoformat, "19:30:00"),
    Fraction: _parsed_form(Fraction, _fraction, str, "3/5"),
}

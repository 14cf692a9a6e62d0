"""Values as json and back, by the annotations of their types: strict, with limits, and with the path in every refusal.

Dataclasses and named tuples are objects, tuples and frozensets are lists, enums are their values, dates and times are
ISO texts, fractions are texts like ``3/5``. In a union of several classes an object has the key ``kind`` where the
classes have a class attribute of that name; otherwise the first field of each class tells them apart. A class is
compiled once, when it is first used.
"""

import json
from collections.abc import Callable
from functools import cache
from typing import Any, TypeAlias, TypeVar, overload

from byestand.checked import Checked
from byestand.codec.composites import form_of
from byestand.codec.forms import Mismatch
from byestand.errors import FormatError

T = TypeVar("T")
JsonValue: TypeAlias = "bool | int | float | str | list[JsonValue] | dict[str, JsonValue] | None"


@overload
def reader(type_: type[T]) -> Callable[[Checked], T]: ...
@overload
def reader(type_: object) -> Callable[[Checked], Any]: ...
def reader(type_: object) -> Callable[[Checked], Any]:
    """Return a function that reads values of a type and refuses what does not fit with a FormatError."""
    return _reader(type_)


@cache
def _reader(type_: object) -> Callable[[Checked], Any]:
    form = form_of(type_)

    def read_checked(checked: Checked) -> object:
        try:
            return form.read(checked.value)
        except Mismatch as mismatch:
            path = checked.path + "".join(reversed(mismatch.steps))
            raise FormatError(checked.source, f"{mismatch.reason} @ {path}") from None

    return read_checked


def writer(type_: object) -> Callable[[Any], JsonValue]:
    """Return a function that returns values of a type as json data."""
    return form_of(type_).write


@overload
def read(type_: type[T], value: object, *, source: str, path: str = "$") -> T: ...
@overload
def read(type_: object, value: object, *, source: str, path: str = "$") -> Any: ...
def read(type_: object, value: object, *, source: str, path: str = "$") -> Any:
    """Return the value of a type that json data describe."""
    return _reader(type_)(Checked(value, path, source))


def write(type_: object, value: object) -> JsonValue:
    """Return a value as json data."""
    return writer(type_)(value)


@overload
def loads(type_: type[T], text: str, *, source: str) -> T: ...
@overload
def loads(type_: object, text: str, *, source: str) -> Any: ...
def loads(type_: object, text: str, *, source: str) -> Any:
    """Return the value of a type that a json text describes."""
    try:
        value = _DECODER.decode(text)
    except ValueError as fault:
        raise FormatError(source, "not json") from fault
    except RecursionError as fault:
        raise FormatError(source, "nested too deeply") from fault
    return _reader(type_)(Checked(value, "$", source))


def dumps(type_: object, value: object) -> str:
    """Return a value as a json text."""
    return json.dumps(write(type_, value), ensure_ascii=False, allow_nan=False)


def _refuse_constant(name: str) -> float:
    raise ValueError(name)


_DECODER = json.JSONDecoder(parse_constant=_refuse_constant)

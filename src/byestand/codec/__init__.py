"""Conversion of values to JSON and back by type annotations: strict, with limits, and with the path in every error.

Dataclasses and named tuples are objects, tuples and frozensets are lists, enums are their values, dates and times are
ISO texts, fractions are texts such as ``3/5``. In a union of several classes an object has the key "kind" if the
classes have a class attribute of that name; otherwise the first field of each class identifies it. The form of a class
is compiled when it is first used.
"""

import json
from typing import Any, TypeAlias, TypeVar, overload

from byestand.codec.composites import form_of
from byestand.codec.json_cursor import JsonCursor
from byestand.codec.scalars import Mismatch

T = TypeVar("T")
JsonValue: TypeAlias = "bool | int | float | str | list[JsonValue] | dict[str, JsonValue] | None"


@overload
def read(type_: type[T], value: object, *, source: str, path: str = "$") -> T: ...
@overload
def read(type_: object, value: object, *, source: str, path: str = "$") -> Any: ...
def read(type_: object, value: object, *, source: str, path: str = "$") -> Any:
    """Return the value of a type that JSON data describe."""
    return read_checked(type_, JsonCursor(value, path, source))


def read_checked(type_: object, checked: JsonCursor) -> Any:
    """Return the value of a type that a part of a JSON file describes."""
    try:
        return form_of(type_).read(checked.value)
    except Mismatch as mismatch:
        path = checked.path + "".join(reversed(mismatch.steps))
        JsonCursor(checked.value, path, checked.source).refuse(mismatch.reason)


def write(type_: object, value: object) -> JsonValue:
    """Return a value as JSON data."""
    data: JsonValue = form_of(type_).write(value)
    return data


def dumps(type_: object, value: object) -> str:
    """Return a value as JSON text."""
    return json.dumps(write(type_, value), ensure_ascii=False, allow_nan=False)

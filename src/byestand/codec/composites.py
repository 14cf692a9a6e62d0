"""Reading and writing of composite values: lists, mappings, classes and unions."""

import dataclasses
import re
from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from functools import cache
from itertools import repeat
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, NamedTuple, Union, get_args, get_origin, get_type_hints

from byestand.codec.scalars import SIMPLE, Codec, Mismatch, choice_form, embedded_form, float_form, int_form, text_form
from byestand.errors import BadRequest
from byestand.language import phrase, say
from byestand.marks import EmbeddedJson, Instant, OmitDefault, Size, Text, Whole

KIND = "kind"
_INT_KEY = re.compile(r"0|-?[1-9][0-9]{0,17}")
_REQUIRED = object()


class _Field(NamedTuple):
    name: str
    form: Codec
    default: object
    is_omitted: bool
    """Whether it is written only if it differs from its default."""


@cache
def form_of(type_: Any) -> Codec:
    """Return how values of a type are read and written."""
    if type_ in SIMPLE:
        return SIMPLE[type_]
    if make := _GENERIC.get(get_origin(type_)):
        return make(get_args(type_))
    if isinstance(type_, type) and issubclass(type_, Enum):
        return choice_form({member.value: member for member in type_})
    if _is_object(type_):
        return _object_form(type_)
    raise TypeError(f"no json form is known: {type_!r}")


def _annotated_form(args: Sequence[Any]) -> Codec:
    form = form_of(args[0])
    for mark in args[1:]:
        match mark:
            case Text():
                form = text_form(mark)
            case Whole():
                form = int_form(mark)
            case Instant():
                form = float_form(0, mark.max, phrase("expected seconds since 1970"))
            case EmbeddedJson():
                form = embedded_form(mark)
            case Size():
                form = _sized_form(form, mark)
    return form


def _sized_form(form: Codec, limit: Size) -> Codec:
    def read(value: Any) -> object:
        if type(value) in (list, dict) and not limit.min <= len(value) <= limit.max:
            if not limit.min:
                raise Mismatch(say("expected at most {limit} members", limit=limit.max))
            raise Mismatch(say("expected {low} to {high} members", low=limit.min, high=limit.max))
        return form.read(value)

    return form._replace(read=read)


def _read_list(read_item: Callable[[Any], Any], value: Any) -> list[Any]:
    if type(value) is not list:
        raise Mismatch(say("expected a list"))
    items: list[Any] = []
    try:
        for item in value:
            items.append(read_item(item))  # noqa: PERF401 - its length is the position of a mismatch
    except Mismatch as mismatch:
        mismatch.steps.append(f"[{len(items)}]")
        raise
    return items


def _tuple_form(args: Sequence[Any]) -> Codec:
    """Return the form of a tuple of any length, or of one with a type for each place."""
    is_open = args[1:] == (...,)
    items = [form_of(arg) for arg in args if arg is not ...]

    def read(value: Any) -> tuple[Any, ...]:
        if is_open:
            return tuple(_read_list(items[0].read, value))
        if type(value) is not list or len(value) != len(items):
            raise Mismatch(say("expected a list of length {length}", length=len(items)))
        forms = iter(items)
        return tuple(_read_list(lambda member: next(forms).read(member), value))

    def write(value: Any) -> list[Any]:
        forms = repeat(items[0], len(value)) if is_open else items
        return [form.write(member) for form, member in zip(forms, value, strict=True)]

    return Codec(read, write, frozenset({list}), (tuple,))


def _set_form(args: Sequence[Any]) -> Codec:
    item = form_of(args[0])
    if item.json_types & {dict, NoneType}:
        raise TypeError("members of a frozenset must be sortable")

    def read(value: Any) -> frozenset[Any]:
        items = _read_list(item.read, value)
        if len(members := frozenset(items)) < len(items):
            raise Mismatch(say("a member is repeated"))
        return members

    return Codec(read, lambda value: sorted(map(item.write, value)), frozenset({list}), (frozenset,))


def _mapping_form(args: Sequence[Any]) -> Codec:
    key_form, item = map(form_of, args)
    read_key = _read_int_key(key_form) if key_form.json_types == {int} else key_form.read

    def read(value: Any) -> dict[Any, Any]:
        if type(value) is not dict:
            raise Mismatch(say("expected an object"))
        members = {}
        key = ""
        try:
            for key, member in value.items():
                members[read_key(key)] = item.read(member)
        except Mismatch as mismatch:
            mismatch.steps.append(f"[{key[:40]!r}]")
            raise
        return members

    def write(value: Any) -> dict[str, Any]:
        return {str(key_form.write(key)): item.write(member) for key, member in value.items()}

    return Codec(read, write, frozenset({dict}), (dict,))


def _read_int_key(form: Codec) -> Callable[[str], int]:
    def read(key: str) -> int:
        return form.read(int(key) if _INT_KEY.fullmatch(key) else None)  # type: ignore[no-any-return]

    return read


def _is_object(type_: Any) -> bool:
    return isinstance(type_, type) and (dataclasses.is_dataclass(type_) or hasattr(type_, "_fields"))


def _fields(cls: Any) -> list[_Field]:
    hints = get_type_hints(cls, include_extras=True)
    defaults = (
        {field.name: _default(field) for field in dataclasses.fields(cls) if field.init}
        if dataclasses.is_dataclass(cls)
        else {name: cls._field_defaults.get(name, _REQUIRED) for name in cls._fields}
    )
    return [
        _Field(name, form_of(hints[name]), default, OmitDefault() in getattr(hints[name], "__metadata__", ()))
        for name, default in defaults.items()
    ]


def _default(field: "dataclasses.Field[Any]") -> object:
    if field.default_factory is not dataclasses.MISSING:
        return field.default_factory()
    return _REQUIRED if field.default is dataclasses.MISSING else field.default


def _object_form(cls: Any, *, kind: str | None = None) -> Codec:
    """Return the form of a class; its objects have a key ``kind`` where one is given."""
    fields, head = _fields(cls), {} if kind is None else {KIND: kind}
    return Codec(_object_reader(cls, fields, head), _object_writer(fields, head), frozenset({dict}), (cls,))


def _object_reader(cls: Any, fields: Sequence[_Field], head: Mapping[str, str]) -> Callable[[Any], Any]:
    reads = [(field.name, field.form.read) for field in fields]
    required = {field.name for field in fields if field.default is _REQUIRED}

    def read(value: Any) -> object:
        if type(value) is not dict:
            raise Mismatch(say("expected an object"))
        members = {}
        name = ""
        try:
            for name, read_field in reads:
                if name in value:
                    members[name] = read_field(value[name])
        except Mismatch as mismatch:
            mismatch.steps.append(f".{name}")
            raise
        if len(members) + len(head) != len(value):
            unknown = next(key for key in value if key not in members and key not in head)
            raise Mismatch(say("unknown key {key!r}", key=unknown[:40]))
        if not required <= members.keys():
            raise Mismatch(say("key {key!r} is missing", key=min(required - members.keys())))
        try:
            return cls(**members)
        except BadRequest as bad:
            raise Mismatch(str(bad)) from None

    return read


def _object_writer(fields: Sequence[_Field], head: Mapping[str, str]) -> Callable[[Any], Any]:
    writes = [(f.name, f.form.write, f.default if f.is_omitted else _REQUIRED) for f in fields]

    def write(value: Any) -> dict[str, Any]:
        data: dict[str, Any] = dict(head)
        for name, write_field, default in writes:
            item = getattr(value, name)
            if default is _REQUIRED or item != default:
                data[name] = write_field(item)
        return data

    return write


def _union_form(members: Sequence[Any]) -> Codec:
    """Return the form of a union. The JSON type selects the member, then the kind or the first field."""
    classes = [member for member in members if _is_object(member)]
    forms = [form_of(member) for member in members if member not in classes]
    if classes:
        forms.append(_classes_form(classes))
    readers = {type_: form.read for form in forms for type_ in form.json_types}
    writers = {type_: form.write for form in forms for type_ in reversed(form.types)}
    if len(readers) < sum(len(form.json_types) for form in forms):
        raise TypeError(f"json cannot tell these types apart: {members}")

    def read(value: Any) -> object:
        read_member = readers.get(type(value))
        if read_member is None:
            types = ", ".join(sorted(_JSON_NAMES[type_] for type_ in readers))
            raise Mismatch(say("expected one of these JSON types: {types}", types=types))
        return read_member(value)

    return Codec(read, lambda value: writers[type(value)](value), frozenset(readers), tuple(writers))


_JSON_NAMES: Mapping[type, str] = {
    NoneType: "null",
    bool: "boolean",
    int: "integer",
    float: "number",
    str: "string",
    list: "array",
    dict: "object",
}
"""The names of types in the JSON standard, which are not translated."""


def _classes_form(classes: Sequence[Any]) -> Codec:
    if len(classes) == 1:
        return form_of(classes[0])
    has_kinds = all(isinstance(getattr(cls, KIND, None), str) for cls in classes)
    if has_kinds:
        forms = {cls.kind: _object_form(cls, kind=cls.kind) for cls in classes}
    else:
        forms = {_fields(cls)[0].name: form_of(cls) for cls in classes}
    if len(forms) < len(classes):
        raise TypeError(f"json cannot tell these types apart: {classes}")
    writers = {cls: form.write for cls, form in zip(classes, forms.values(), strict=True)}

    def read(value: Any) -> object:
        name = value.get(KIND) if has_kinds else next((name for name in forms if name in value), None)
        if type(name) is not str or name not in forms:
            names = ", ".join(map(repr, forms))
            if has_kinds:
                raise Mismatch(say("expected an object with one of these kinds: {names}", names=names))
            raise Mismatch(say("expected an object with one of these keys: {names}", names=names))
        return forms[name].read(value)

    return Codec(read, lambda value: writers[type(value)](value), frozenset({dict}), tuple(classes))


_GENERIC: Mapping[object, Callable[[tuple[Any, ...]], Codec]] = {
    Annotated: _annotated_form,
    Literal: lambda choices: choice_form({choice: choice for choice in choices}),
    Union: _union_form,
    UnionType: _union_form,
    tuple: _tuple_form,
    frozenset: _set_form,
    Mapping: _mapping_form,
}

"""Types by annotation: of attributes, of the items of a loop, and of the parts of tuples."""

import ast
import sys
import types
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Annotated, Any, Literal, TypeAlias, Union, get_args, get_origin, get_type_hints

Type: TypeAlias = Any
"""An annotation."""
UNKNOWN: Type = object()
MISSING: Type = object()


@dataclass(frozen=True)
class Method:
    """A method and its return type."""

    returns: Type


def members(of: Type) -> list[Type]:
    """Return the types of a union except None."""
    if _origin(of) is Annotated:
        return members(get_args(of)[0])
    if _origin(of) in (Union, types.UnionType):
        return [one for part in get_args(of) if part is not type(None) for one in members(part)]
    return [of]


def _origin(of: Type) -> object:
    return get_origin(of)


def attribute(of: Type, name: str) -> Type:
    """Return the type of an attribute of one type, `MISSING` or `UNKNOWN`."""
    if _origin(of) is Literal:
        of = type(get_args(of)[0])
    if is_mapping(of) and get_args(of):
        key, value = get_args(of)
        pairs = {"items": tuple[tuple[key, value], ...], "values": tuple[value, ...], "keys": tuple[key, ...]}  # type: ignore[valid-type]
        return Method(pairs.get(name, value if name == "get" else UNKNOWN))
    cls = get_origin(of) or of
    if not isinstance(cls, type) or cls is object:
        return UNKNOWN
    hints = _hints(cls)
    if name in hints:
        return _known_type(hints[name])
    found = getattr(cls, name, MISSING)
    if found is MISSING:
        return MISSING
    if isinstance(found, (property, cached_property)):
        return _returns(found.fget if isinstance(found, property) else found.func)
    return Method(_returns(found))


def _returns(function: object) -> Type:
    return _known_type(_hints(function).get("return", UNKNOWN))


def _hints(of: Any) -> Mapping[str, Type]:  # noqa: ANN401 - a class or a function
    try:
        return get_type_hints(of, localns=_for_type_checkers(of.__module__))
    except (AttributeError, NameError, TypeError):  # written in C
        return dict.fromkeys(getattr(of, "__annotations__", ()), UNKNOWN)


@cache
def _for_type_checkers(module: str) -> dict[str, object]:
    """Return the names that a module imports for type checkers only."""
    names: dict[str, object] = {}
    source = getattr(sys.modules.get(module), "__file__", None)
    for node in ast.parse(Path(source).read_text("utf-8")).body if source and source.endswith(".py") else ():
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            exec(compile(ast.Module(node.body, []), source or "", "exec"), names)  # noqa: S102 - imports of ours
    return names


def _known_type(of: Type) -> Type:
    return UNKNOWN if of is Any or of is object or type(of).__name__ == "TypeVar" else of


def element(of: Type) -> Type:
    """Return the type of the items of a loop over a type."""
    found = members(of)
    if len(found) != 1:
        return UNKNOWN
    (one,) = found
    if one in (str, range):
        return str if one is str else int
    arguments = [part for part in get_args(one) if part is not Ellipsis]
    if _origin(one) is tuple:
        return arguments[0] if len(set(map(str, arguments))) == 1 else UNKNOWN
    if arguments:
        return _known_type(arguments[0])
    iterates = attribute(one, "__iter__")
    return element(iterates.returns) if isinstance(iterates, Method) and get_args(iterates.returns) else UNKNOWN


def parts(of: Type) -> tuple[Type, ...] | None:
    """Return the types of a tuple of known length."""
    if _origin(of) is tuple and Ellipsis not in get_args(of):
        return get_args(of)
    if isinstance(of, type) and issubclass(of, tuple) and hasattr(of, "_fields"):
        return tuple(_known_type(_hints(of)[name]) for name in of._fields)
    return None


def either(one: Type, other: Type) -> Type:
    """Return the common type of two, if it is the same."""
    return one if one == other or other is None else UNKNOWN


def is_mapping(of: Type) -> bool:
    """Return whether a type is a mapping."""
    cls = get_origin(of) or of
    return isinstance(cls, type) and issubclass(cls, Mapping)


def values(of: Type) -> Type:
    """Return the type of the values of a mapping."""
    return _known_type(get_args(of)[1]) if get_args(of) else UNKNOWN

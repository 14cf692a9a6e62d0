"""Claims in Byestand's JSON: who moves by which rule, with contestants by label and runs as ``E1-E18``."""

from collections.abc import Callable, Sequence
from dataclasses import fields
from typing import Any

from byestand.codec.json_cursor import JsonCursor
from byestand.errors import BadRequest
from byestand.language import say
from byestand.model.claims import ArrowTurn, ByCard, Claim, Follow, Jump, Revenge, Route, Stay, Step, Swivel
from byestand.model.field import Field
from byestand.model.movement import MAX_TABLES

_MAX_GRID_DIMENSIONS = 8
_KINDS = {ArrowTurn: "turn", ByCard: "card"}
"""Kinds of claims that are not called like their classes."""


def claim_parts(claim: Claim, field: Field) -> dict[str, Any]:
    """Return a claim as plain data."""
    parts = {part.name: getattr(claim, part.name) for part in fields(claim)}
    for name, plain in _PLAIN.items():
        if name in parts:
            parts[name] = plain(parts[name], field)
    return {"kind": _KINDS.get(type(claim), type(claim).__name__.lower())} | {
        _KEYS.get((type(claim), name), name): part for name, part in parts.items()
    }


def claim_of(part: JsonCursor, field: Field, *, rounds: int, tables: int) -> Claim:
    """Return the claim in a part of a JSON file; raise with the path of an error."""
    kind = part["kind"].text()
    if kind not in _READERS:
        part["kind"].refuse(say("expected one of these values: {values}", values=", ".join(map(repr, _READERS))))
    return _READERS[kind](part, field, rounds, tables)


def spans(people: Sequence[int], field: Field) -> list[str]:
    """Return contestants as labels, with rising numbers as one run.

    >>> spans([19, 20, 21, 36, 1], Field((18, 18)))
    ['E1-E3', 'E18', 'N1']
    """
    runs: list[list[int]] = []
    for contestant in people:
        if runs and contestant == runs[-1][-1] + 1 and field.line(contestant) == field.line(runs[-1][-1]):
            runs[-1].append(contestant)
        else:
            runs.append([contestant])
    return [field.label(r[0]) + (f"-{field.label(r[-1])}" if len(r) > 1 else "") for r in runs]


def _people(part: JsonCursor, field: Field) -> tuple[int, ...]:
    contestants: list[int] = []
    for span in part["contestants"].items():
        first, _, last = span.text().partition("-")
        try:
            low, high = field.contestant(first), field.contestant(last or first)
        except BadRequest as bad:
            span.refuse(str(bad))
        contestants.extend(range(low, high + 1))
    if not contestants or len(set(contestants)) < len(contestants):
        part["contestants"].refuse(say("expected labels such as N19 or E1-E18, without repeats"))
    return tuple(contestants)


def _far(number: JsonCursor) -> int:
    return number.number(-MAX_TABLES, MAX_TABLES)


def _step(part: JsonCursor, field: Field, rounds: int, tables: int) -> Claim:
    part.only("kind contestants tables steps")
    by = tuple(_far(step) for step in part["steps"].items())
    if len(by) != rounds - 1:
        part["steps"].refuse(
            say(
                "expected {steps} steps, 1 after each round except the last, not {count}",
                steps=rounds - 1,
                count=len(by),
            )
        )
    return Step(_people(part, field), part["tables"].number(1, tables), by)


def _jump(part: JsonCursor, field: Field, rounds: int, tables: int) -> Claim:
    part.only("kind contestants sides jumps")
    sides = tuple(side.number(2, tables) for side in part["sides"].items())
    by = tuple(tuple(_far(far) for far in jump.items()) for jump in part["jumps"].items())
    if (
        not 1 <= len(sides) <= _MAX_GRID_DIMENSIONS
        or len(by) != rounds - 1
        or any(len(jump) != len(sides) for jump in by)
    ):
        part.refuse(say("expected the sides of a grid of tables and a jump after each round except the last"))
    return Jump(_people(part, field), sides, by)


def _route(part: JsonCursor, field: Field, _rounds: int, tables: int) -> Claim:
    part.only("kind contestant host party_table")
    host = part["host"]
    return Route(
        field.contestant(part["contestant"].text()),
        0 if host.is_null() else field.contestant(host.text()),
        part["party_table"].number(0, tables),
    )


def _follow(part: JsonCursor, field: Field, _rounds: int, _tables: int) -> Claim:
    part.only("kind contestants same_seat")
    return Follow(_people(part, field), part["same_seat"].flag())


def _turn(part: JsonCursor, field: Field, rounds: int, tables: int) -> Claim:
    part.only("kind contestants cells")
    cells = [tuple(cell.items()) for cell in part["cells"].items()]
    if any(len(cell) != 2 for cell in cells):
        part["cells"].refuse(say("expected lists of round and table"))
    return ArrowTurn(frozenset((r.number(1, rounds), t.number(1, tables)) for r, t in cells), _people(part, field))


def _swivel(part: JsonCursor, _field: Field, _rounds: int, _tables: int) -> Claim:
    part.only("kind turns")
    return Swivel(tuple(turn.text() for turn in part["turns"].items()))


def _revenge(part: JsonCursor, _field: Field, rounds: int, _tables: int) -> Claim:
    part.only("kind rounds")
    return Revenge(part["rounds"].increasing_numbers(rounds))


def _by_name(claim: type[Stay | ByCard]) -> Callable[[JsonCursor, Field, int, int], Claim]:
    def read(part: JsonCursor, field: Field, _rounds: int, _tables: int) -> Claim:
        part.only("kind contestants")
        return claim(_people(part, field))

    return read


_KEYS = {(Step, "by"): "steps", (Jump, "by"): "jumps", (ArrowTurn, "at"): "cells"}
"""Keys that are not called like their fields."""
_PLAIN: dict[str, Callable[[Any, Field], Any]] = {
    "contestant": lambda pair, field: field.label(pair),
    "contestants": spans,
    "host": lambda pair, field: field.label(pair) if pair else None,
    "at": lambda cells, _: sorted(map(list, cells)),
}
"""The conversion of fields of claims to JSON data."""

_READERS: dict[str, Callable[[JsonCursor, Field, int, int], Claim]] = {
    "stay": _by_name(Stay),
    "step": _step,
    "jump": _jump,
    "follow": _follow,
    "route": _route,
    "card": _by_name(ByCard),
    "turn": _turn,
    "swivel": _swivel,
    "revenge": _revenge,
}

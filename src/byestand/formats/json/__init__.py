"""Byestand's JSON format: a complete movement with its layout, read back unchanged. docs/reference.md describes it."""

import json
import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from byestand.codec.json_cursor import JsonCursor, require_version
from byestand.errors import BadRequest, FormatError
from byestand.formats import csv
from byestand.formats.document import DECLARABLE_RULES, MAY_BE_MEANT, Document, meant, read_section
from byestand.formats.format import Format, begins_like, only, text_of
from byestand.formats.grid_builder import grids
from byestand.formats.json.claims import claim_of, claim_parts
from byestand.formats.json.history import history_of, history_parts
from byestand.language import phrase, say
from byestand.model.boards import Boards
from byestand.model.field import Field
from byestand.model.layout import Copy, Layout, Subsection
from byestand.model.limits import MAX_BOARDS_PER_ROUND, MAX_FIRST_BOARD
from byestand.model.movement import MAX_CONTESTANTS, MAX_GROUPS, MAX_ROUNDS, MAX_TABLES, Movement
from byestand.words.titles import title_of

KIND = "byestand movement"
VERSION = 3
_KEYS = (
    "format version name title tables rounds deal_groups lines missing"
    " claims layout history boards broken_on_purpose schedule"
)
_CASE = re.compile(r"[A-Z]{1,2}", re.ASCII)
_COPY = re.compile(r"([A-Z]{1,2})([1-9][0-9]{0,2})", re.ASCII)


def looks_like(text: str) -> bool:
    """Return whether a text starts as JSON does."""
    # A bracket alone may start the title in another format: "[M6] Rover Mitchell".
    return re.match(r"\s*(?:\{|\[\s*[\[{\"\]])", text) is not None


def dumps(movement: Movement, *, boards: Boards | None = None, broken_on_purpose: Sequence[str] = ()) -> str:
    """Return a movement as JSON text, with a line for every row of the schedule, which suits comparison tools.

    *boards* are the boards of its deal groups, *broken_on_purpose* the rules that it breaks on purpose.
    """
    field = movement.field
    parts: dict[str, Any] = {
        "format": KIND,
        "version": VERSION,
        "name": movement.name,
        "title": title_of(movement),
        "tables": movement.tables,
        "rounds": movement.rounds,
        "deal_groups": movement.deal_groups,
        "lines": list(field.lines),
        "missing": [field.label(contestant) for contestant in sorted(field.missing)],
        "claims": [claim_parts(claim, field) for claim in movement.claims],
        "layout": _layout_parts(movement.layout),
    }
    if movement.history:
        parts["history"] = history_parts(movement.history, field)
    if boards:
        parts["boards"] = {"per_round": boards.per_round, "first": boards.first}
    if broken_on_purpose:
        parts["broken_on_purpose"] = list(broken_on_purpose)
    head = [f" {json.dumps(key)}: {json.dumps(value)}" for key, value in parts.items()]
    rows = ",\n".join(f"  {json.dumps(row)}" for row in csv.rows(movement))
    head.append(f' "schedule": [\n{rows}\n ]')
    return "{\n" + ",\n".join(head) + "\n}\n"


def loads(text: str, *, source: str = "json text") -> Movement:
    """Return the movement in JSON text; raise with the path of an error."""
    return _read(text, source).movement


class _MovementReader(NamedTuple):
    movement: Movement
    boards: Boards | None
    broken_on_purpose: frozenset[str]


def _read(text: str, source: str) -> _MovementReader:
    """Return the movement in JSON text, the boards of its groups, and the rules it breaks on purpose."""
    try:
        data = json.loads(text, object_pairs_hook=_unique_keys)
    except json.JSONDecodeError as fault:
        raise FormatError(source, say("invalid JSON: {reason}", reason=fault.msg.lower()), line=fault.lineno) from fault
    except (RecursionError, ValueError) as fault:
        raise FormatError(source, say("invalid JSON: a key is repeated, or it is too deep or too large")) from fault
    top = JsonCursor(data, "$", source)
    require_version(top, format=KIND, version=VERSION)
    top.only(_KEYS)
    try:
        boards = _boards(top["boards"]) if top.has("boards") else None
        return _MovementReader(
            _movement(top), boards, _meant(top["broken_on_purpose"]) if top.has("broken_on_purpose") else frozenset()
        )
    except BadRequest as bad:
        raise FormatError(source, str(bad)) from bad


def _boards(boards: JsonCursor) -> Boards:
    boards.only("per_round first")
    return Boards(boards["per_round"].number(1, MAX_BOARDS_PER_ROUND), boards["first"].number(1, MAX_FIRST_BOARD))


def _meant(rules: JsonCursor) -> frozenset[str]:
    names = [rule.text() for rule in rules.items()]
    if not DECLARABLE_RULES.issuperset(names):
        rules.refuse(say("expected rules out of {rules}", rules=", ".join(sorted(DECLARABLE_RULES))))
    return frozenset(names)


def _unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len(pairs) != len({key for key, _ in pairs}):
        raise ValueError
    return dict(pairs)


def _movement(top: JsonCursor) -> Movement:
    rounds = top["rounds"].number(1, MAX_ROUNDS)
    tables = top["tables"].number(1, MAX_TABLES)
    lines = tuple(line.number(1, MAX_CONTESTANTS) for line in top["lines"].items())
    present = Field(lines)
    labels = [label.text() for label in top["missing"].items()]
    missing = frozenset(present.contestant(label) for label in labels)
    if labels != [present.label(contestant) for contestant in sorted(missing)]:
        top["missing"].refuse(say("expected labels such as N19, in order and without repeats"))
    field = Field(lines, missing)
    seats, groups = grids(_cells(top["schedule"], rounds, tables), field)
    deal_groups = top["deal_groups"].number(1, MAX_GROUPS)
    return Movement(
        title=top["title"].text(),
        seats=seats,
        groups=groups,
        field=field,
        deal_groups=deal_groups,
        layout=_layout(top["layout"], rounds, tables),
        name=top["name"].text(),
        claims=tuple(claim_of(part, field, rounds=rounds, tables=tables) for part in top["claims"].items()),
        history=history_of(top["history"], field, seats.shape, deal_groups) if top.has("history") else None,
    )


def _cells(schedule: JsonCursor, rounds: int, tables: int) -> dict[tuple[int, int], tuple[int, ...]]:
    rows = schedule.items()
    if len(rows) != rounds * tables:
        schedule.refuse(
            say("expected {rounds} × {tables} rows, not {count}", rounds=rounds, tables=tables, count=len(rows))
        )
    header = csv.HEADERS[4 if rows[0].has("north") else 2]
    cells: dict[tuple[int, int], tuple[int, ...]] = {}
    for row in rows:
        row.only(" ".join(header))
        place = row.number_at("round", 1, rounds), row.number_at("table", 1, tables)
        if place in cells:
            row.refuse(say("round {round}, table {table} appears twice", round=place[0], table=place[1]))
        who = [row.number_at(seat, 0, MAX_CONTESTANTS) for seat in header[2:-1]]
        cells[place] = (*who, row.number_at("group", 0, MAX_GROUPS))
    return cells


def _layout_parts(layout: Layout | None) -> dict[str, Any] | None:
    if layout is None:
        return None
    return {
        "party_set": layout.party_case,
        "subsections": [
            {
                "order": sub.order,
                "places": [list(place) for place in sub.places],
                "boarding": [copy and f"{copy.case}{copy.group}" for copy in sub.initial_copies],
                "descents": list(sub.descents),
            }
            for sub in layout.subsections
        ],
    }


def _layout(layout: JsonCursor, rounds: int, tables: int) -> Layout | None:
    if layout.is_null():
        return None
    layout.only("party_set subsections")
    party_case = layout["party_set"]
    if not party_case.is_null() and not _CASE.fullmatch(party_case.text()):
        party_case.refuse(say("expected a set of boards such as C"))
    return Layout(
        tuple(_subsection(sub, rounds, tables) for sub in layout["subsections"].items()),
        party_case=None if party_case.is_null() else party_case.text(),
    )


def _subsection(sub: JsonCursor, rounds: int, tables: int) -> Subsection:
    sub.only("order places boarding descents")
    places = tuple(tuple(table.number(1, tables) for table in place.items()) for place in sub["places"].items())
    boarding = tuple(None if c.is_null() else _copy(c) for c in sub["boarding"].items())
    descents = tuple(d.number(-MAX_ROUNDS, MAX_ROUNDS) for d in sub["descents"].items())
    if len(descents) != rounds:
        sub["descents"].refuse(
            say("expected {rounds} numbers, 1 per round, not {count}", rounds=rounds, count=len(descents))
        )
    order = sub["order"].text()
    if order not in ("up", "down"):
        sub["order"].refuse(say("expected one of these values: {values}", values="'up', 'down'"))
    return Subsection(places, boarding, descents, "up" if order == "up" else "down")


def _copy(cell: JsonCursor) -> Copy:
    parts = _COPY.fullmatch(cell.text())
    if not parts:
        cell.refuse(say("expected a set of boards and a group, such as A13"))
    return Copy(parts[1], int(parts[2]))


def _documents(data: bytes, source: str) -> tuple[Document, ...]:
    movement, boards, on_purpose = _read(text_of(data, source), source)
    return (Document(read_section(movement, boards, forgiven=MAY_BE_MEANT | on_purpose), line=1),)


def _text(document: Document) -> str:
    return dumps(document.movement, boards=document.section.boards, broken_on_purpose=meant(document))


FORMAT = Format(
    name="json",
    extension="json",
    readers=phrase("Byestand's own format, complete"),
    looks_like=begins_like(looks_like),
    loads=_documents,
    dumps=lambda documents: _text(only(documents, "json")).encode(),
    media="application/json",
    is_text=True,
    tells_revenge=True,
    numbers_boards=True,
    holds_history=True,
)

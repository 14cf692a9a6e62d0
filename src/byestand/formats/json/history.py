"""The history of a repaired session in Byestand's JSON, with contestants by label."""

from typing import Any

from byestand.codec.json_cursor import JsonCursor
from byestand.language import say
from byestand.model.field import Field
from byestand.model.history import Cell, History, LostMeeting
from byestand.verify.measures.copies import MAX_SETS

_CELLS = {"cancelled": "cancelled_cells", "lost": "lost_cells", "instructed": "instructed_cells"}
_PEOPLE = {"departures": "departures", "arrivals": "arrivals"}


def history_parts(history: History, field: Field) -> dict[str, Any]:
    """Return a history as plain data."""
    return {
        "after": history.after,
        **{key: sorted(map(list, getattr(history, name))) for key, name in _CELLS.items()},
        **{key: [[field.label(who), round] for who, round in getattr(history, name)] for key, name in _PEOPLE.items()},
        "sets": history.copies,
        "changed_tables": sorted(history.changed_tables),
        **({"replacements": [[field.label(who) for who in two] for two in history.places]} if history.places else {}),
        **(
            {"lost_meetings": [_deprived_parts(lost, field) for lost in history.lost_meetings]}
            if history.lost_meetings
            else {}
        ),
    }


def _deprived_parts(lost: LostMeeting, field: Field) -> list[Any]:
    return [lost.round, lost.table, [field.label(who) for who in lost.contestants], lost.group]


def history_of(part: JsonCursor, field: Field, shape: tuple[int, ...], groups: int) -> History:
    """Return the history in a part of a JSON file; raise with the path of an error.

    *shape* is the number of rounds, tables and seats, *groups* the number of deal groups.
    """
    rounds, tables, seats = shape
    part.only(" ".join(("after", *_CELLS, *_PEOPLE, "sets", "changed_tables", "lost_meetings", "replacements")))
    cancelled, lost, told = (_cells(part[key], rounds, tables) for key in _CELLS)
    left, came = (_people(part[key], field, rounds) for key in _PEOPLE)
    copies = part["sets"]
    return History(
        part["after"].number(0, rounds),
        cancelled,
        lost,
        told,
        left,
        came,
        None if copies.is_null() else copies.number(1, MAX_SETS),
        frozenset(part["changed_tables"].increasing_numbers(tables)),
        _lost_meetings(part["lost_meetings"], field, (rounds, tables, groups), seats)
        if part.has("lost_meetings")
        else (),
        _places(part["replacements"], field) if part.has("replacements") else (),
    )


def _lost_meetings(part: JsonCursor, field: Field, most: tuple[int, int, int], seats: int) -> tuple[LostMeeting, ...]:
    """Return the meetings that are not played; *most* is the number of rounds, tables and groups."""
    meetings = []
    for entry in part.items():
        values = entry.items()
        if len(values) != 4 or len(values[2].items()) != seats:
            entry.refuse(say("expected a list of round, table, labels and group"))
        round, table, group = (value.number(1, top) for value, top in zip((*values[:2], values[3]), most, strict=True))
        who = tuple(field.contestant(label.text()) for label in values[2].items())
        meetings.append(LostMeeting(round, table, who, group))
    return tuple(meetings)


def _cells(part: JsonCursor, rounds: int, tables: int) -> frozenset[Cell]:
    cells = [cell.items() for cell in part.items()]
    if any(len(cell) != 2 for cell in cells):
        part.refuse(say("expected lists of round and table"))
    return frozenset((round.number(1, rounds), table.number(1, tables)) for round, table in cells)


def _places(part: JsonCursor, field: Field) -> tuple[tuple[int, int], ...]:
    entries = [entry.items() for entry in part.items()]
    if any(len(entry) != 2 for entry in entries):
        part.refuse(say("expected lists of 2 labels: the late pair and the pair it replaces"))
    return tuple((field.contestant(came.text()), field.contestant(left.text())) for came, left in entries)


def _people(part: JsonCursor, field: Field, rounds: int) -> tuple[tuple[int, int], ...]:
    entries = [entry.items() for entry in part.items()]
    if any(len(entry) != 2 for entry in entries):
        part.refuse(say("expected lists of label and round"))
    return tuple((field.contestant(who.text()), round.number(0, rounds)) for who, round in entries)

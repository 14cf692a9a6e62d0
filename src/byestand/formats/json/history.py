"""The history of a night that went wrong, in our own json: rounds and tables as pairs, people by their labels."""

from typing import Any

from byestand.formats.checked import Checked
from byestand.model import Cell, Field, History
from byestand.verify.measures.copies import MOST_CASES

_CELLS = ("cancelled", "lost", "told")
_PEOPLE = ("left", "came")


def history_parts(history: History, field: Field) -> dict[str, Any]:
    """Return a history as plain data."""
    return {
        "after": history.after,
        **{key: sorted(map(list, getattr(history, key))) for key in _CELLS},
        **{key: [[field.label(who), round] for who, round in getattr(history, key)] for key in _PEOPLE},
        "copies": history.copies,
        "changed": sorted(history.changed),
    }


def history_of(part: Checked, field: Field, *, rounds: int, tables: int) -> History:
    """Return the history in a part of a json file; what does not fit is refused with its path."""
    part.only(" ".join(("after", *_CELLS, *_PEOPLE, "copies", "changed")))
    cancelled, lost, told = (_cells(part[key], rounds, tables) for key in _CELLS)
    left, came = (_people(part[key], field, rounds) for key in _PEOPLE)
    copies = part["copies"]
    return History(
        part["after"].number(0, rounds),
        cancelled,
        lost,
        told,
        left,
        came,
        None if copies.is_null() else copies.number(1, MOST_CASES),
        frozenset(part["changed"].rising(tables)),
    )


def _cells(part: Checked, rounds: int, tables: int) -> frozenset[Cell]:
    cells = [cell.items() for cell in part.items()]
    if any(len(cell) != 2 for cell in cells):
        part.refuse("expected pairs of round and table")
    return frozenset((round.number(1, rounds), table.number(1, tables)) for round, table in cells)


def _people(part: Checked, field: Field, rounds: int) -> tuple[tuple[int, int], ...]:
    entries = [entry.items() for entry in part.items()]
    if any(len(entry) != 2 for entry in entries):
        part.refuse("expected pairs of a label and a round")
    return tuple((field.contestant(who.text()), round.number(0, rounds)) for who, round in entries)

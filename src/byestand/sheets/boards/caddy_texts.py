"""Texts of the caddy sheet: what tables pass on themselves, and the headings of columns."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from byestand.language import say, say_many
from byestand.model.layout import BoardSpot
from byestand.sentences.boards import place_words
from byestand.sentences.steps import step_words
from byestand.words.numbers import join_items, ranges


@dataclass(frozen=True, slots=True)
class Pass:
    """Tables that pass their boards on in the same way."""

    tables: str
    """``table 1``, ``tables 2-9, 11``, ``tables 1 and 8`` where these two share."""
    to: str
    """``down one table``, ``table 13``."""
    text: str
    """The whole sentence, with the target in bold."""


def pass_by_step(tables: Sequence[int], step: int) -> Pass:
    """Return that several tables pass their boards one table up or down."""
    numbers = ranges(tables)
    if step > 0:
        text = say("Tables {tables}: *up one table*.", tables=numbers)
    else:
        text = say("Tables {tables}: *down one table*.", tables=numbers)
    return Pass(say("tables {tables}", tables=numbers), step_words(step), text)


def pass_to(source: BoardSpot, target: BoardSpot) -> Pass:
    """Return that a table, or tables that share, pass their boards to others."""
    sources, targets = join_items(source.tables), join_items(target.tables)
    several = len(source.tables) > 1, len(target.tables) > 1
    match several:
        case (True, True):
            text = say("Tables {sources} to *tables {targets}*.", sources=sources, targets=targets)
        case (True, False):
            text = say("Tables {sources} to *table {target}*.", sources=sources, target=targets)
        case (False, True):
            text = say("Table {source} to *tables {targets}*.", source=sources, targets=targets)
        case _:
            text = say("Table {source} to *table {target}*.", source=sources, target=targets)
    return Pass(place_words(source), place_words(target), text)


def stand_head(stand: int, name: str) -> str:
    """Return the heading of a stand, with its set."""
    head = say("Bye stand {stand}", stand=stand)
    return f"{head} · {say('set {name}', name=name)}" if name else head


def column_text(way: Literal["back", "front", "party"], tables: Sequence[int]) -> str:
    """Return what to do in a column. Tables that share have several numbers."""
    numbers, many = join_items(tables), len(tables)
    match way:
        case "back":
            return say_many(
                "from *table {tables}*\nto the back", "from *tables {tables}*\nto the back", many, tables=numbers
            )
        case "front":
            return say_many(
                "front boards\nto *table {tables}*", "front boards\nto *tables {tables}*", many, tables=numbers
            )
        case "party":
            return say_many(
                "to *table {tables}*,\nreturn old ones", "to *tables {tables}*,\nreturn old ones", many, tables=numbers
            )

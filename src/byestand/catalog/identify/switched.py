"""Movements with one winner that were two lines before: the arrow turned back, and NS and EW numbered apart again."""

from dataclasses import dataclass

import numpy as np

from byestand.model.field import Field
from byestand.model.movement import Movement
from byestand.model.seen import arrow_turned
from byestand.words.titles import switch_words


@dataclass(frozen=True, slots=True)
class Unswitched:
    """A movement before it was made one field."""

    movement: Movement
    how: str
    """Where the arrow is switched, in words."""


def unswitched(movement: Movement) -> Unswitched | None:
    """Return one field as the two lines that it was, NS and EW each in the order of their numbers; None if it was not.

    Whoever is missing is of the line that would be short without.
    """
    field, tables = movement.field, movement.tables
    if movement.is_individual or len(field.lines) != 1 or field.size != 2 * tables or len(field.missing) > 1:
        return None
    turned = arrow_turned(movement)
    seats = np.where(turned[:, :, np.newaxis], movement.seats[:, :, ::-1], movement.seats)
    ns, ew = (sorted(set(seats[:, :, side].ravel().tolist()) - {0}) for side in (0, 1))
    for gone in field.missing:
        (ns if len(ns) < tables else ew).append(gone)
    if not len(ns) == len(ew) == tables or set(ns) & set(ew):
        return None
    number = np.zeros(field.size + 1, dtype=np.int64)
    number[[*sorted(ns), *sorted(ew)]] = np.arange(1, field.size + 1)
    lines = Field((tables, tables), frozenset(int(number[gone]) for gone in field.missing))
    cells = [(round + 1, table + 1) for round, table in np.argwhere(turned).tolist()]
    before = Movement("", number[seats], movement.groups, lines, movement.deal_groups)
    return Unswitched(before, switch_words(cells, tables))

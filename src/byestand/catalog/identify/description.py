"""What a movement is that the catalogue does not have: its kind, size and how good it is, in one sentence.

Movements with one winner that were two lines before are described so: the arrow turned back, NS and EW apart again.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from byestand.language import say
from byestand.model.field import Field
from byestand.model.judged import Judged
from byestand.model.movement import Movement
from byestand.model.seen import arrow_turned
from byestand.verify import judge
from byestand.verify.measures import measure
from byestand.words.numbers import in_words
from byestand.words.titles import switch_words, without_words


def describe(movement: Movement, forgiven: frozenset[str]) -> str:
    """Return what it is, "another 4-table, 7-round Howell, balance 100"; or how many errors it has."""
    judged = judge(movement, forgiven=forgiven)
    if not judged.is_sound:
        return say("not in the catalogue, and it has {errors}", errors=in_words(len(judged.errors), "error"))
    size = say("{tables}-table, {rounds}-round", tables=movement.tables, rounds=movement.rounds)
    return ", ".join((f"another {size} {_kind(judged)}", *_details(judged)))


def _kind(judged: Judged) -> str:
    movement = judged.movement
    if movement.is_individual:
        return say("individual for {players} players", players=len(movement.field.present))
    if len(movement.field.lines) == 1:
        two_lines = unswitched(movement)
        is_mitchell = two_lines and _has_stationary_line(judge(two_lines.movement))
        return say("arrow-switched Mitchell") if is_mitchell else say("Howell")
    return say("Mitchell") if _has_stationary_line(judged) else say("two-winner movement in which NS and EW move")


def _has_stationary_line(judged: Judged) -> bool:
    """Return whether all pairs of a line stay at their table."""
    stationary, field = set(measure(judged).stationary), judged.movement.field
    lines = [{field.label(c) for c in field.present if field.line(c) == line} for line in range(len(field.lines))]
    return any(line <= stationary for line in lines)


def _details(judged: Judged) -> Iterator[str]:
    movement, measures = judged.movement, measure(judged)
    if missing := sorted(movement.field.missing):
        yield without_words(map(movement.field.label, missing))
    if not movement.is_individual:
        if len(movement.field.lines) == 1:
            yield say("balance {figure}", figure=f"{measures.balance:.4g}")
        if measures.repeat_opponents:
            yield in_words(measures.repeat_opponents, "repeat meeting")
    if sit_outs := max(measures.sit_outs):
        yield say("up to {sit_outs} each", sit_outs=in_words(sit_outs, "sit-out"))


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

"""A description of a movement that is not in the catalogue: its kind, size and quality, in one sentence.

Arrow-switched movements are described as the two-winner movements they come from.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from byestand.language import phrase, say, say_many
from byestand.model.field import Field
from byestand.model.inferred_claims import arrow_mask
from byestand.model.judged import Judged
from byestand.model.movement import Movement
from byestand.verify import judge
from byestand.verify.measures import measure
from byestand.words.titles import switch_words, without_words

INDIVIDUAL = phrase("another {tables}-table, {rounds}-round individual for {players} players")
SWITCHED = phrase("another {tables}-table, {rounds}-round arrow-switched Mitchell")
HOWELL = phrase("another {tables}-table, {rounds}-round Howell")
MITCHELL = phrase("another {tables}-table, {rounds}-round Mitchell")
TWO_WINNERS = phrase("another {tables}-table, {rounds}-round movement with two winners, NS and EW moving")


def describe(movement: Movement, forgiven: frozenset[str]) -> str:
    """Return a description such as "another 4-table, 7-round Howell, balance 100"; or the number of errors."""
    judged = judge(movement, forgiven=forgiven)
    if not judged.is_sound:
        return say_many(
            "not in the catalogue; it has 1 error", "not in the catalogue; it has {number} errors", len(judged.errors)
        )
    players = len(movement.field.present)
    kind = say(_kind(judged), tables=movement.tables, rounds=movement.rounds, players=players)
    return ", ".join((kind, *_details(judged)))


def _kind(judged: Judged) -> str:
    """Return the phrase for the kind of a movement."""
    movement = judged.movement
    if movement.is_individual:
        return INDIVIDUAL
    if len(movement.field.lines) == 1:
        two_lines = undo_arrow_switch(movement)
        is_mitchell = two_lines and _has_stationary_line(judge(two_lines.movement))
        return SWITCHED if is_mitchell else HOWELL
    return MITCHELL if _has_stationary_line(judged) else TWO_WINNERS


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
            yield say_many("1 repeat opponent", "{number} repeat opponents", measures.repeat_opponents)
    if sit_outs := max(measures.sit_outs):
        yield say_many("up to 1 sit-out each", "up to {number} sit-outs each", sit_outs)


@dataclass(frozen=True, slots=True)
class TwoLineMovement:
    """A movement before its arrow switch."""

    movement: Movement
    arrow_text: str
    """The text about the arrow-switched rounds."""


def undo_arrow_switch(movement: Movement) -> TwoLineMovement | None:
    """Return a movement of one line as the two lines it comes from, in the order of numbers; None if impossible.

    A missing pair is in the line that is one short.
    """
    field, tables = movement.field, movement.tables
    if movement.is_individual or len(field.lines) != 1 or field.size != 2 * tables or len(field.missing) > 1:
        return None
    turned = arrow_mask(movement)
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
    return TwoLineMovement(before, switch_words(cells, tables))

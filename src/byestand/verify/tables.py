"""Laws about tables: in use in every round, and with boards on them."""

from collections import Counter
from collections.abc import Iterator

import numpy as np

from byestand.language import say, say_many
from byestand.model.judged import Evidence, Finding
from byestand.model.movement import Movement
from byestand.verify.evidence import RARE_PLAYS, Mask, true_cells
from byestand.verify.meetings import may_be_left_over, possible_meetings
from byestand.words.numbers import join_items, ranges


def no_table_is_left_empty(evidence: Evidence) -> Iterator[Finding]:
    """A table is in use in every round, unless missing pairs meet there or too few players remain to fill it.

    A mistyped table number (22 for 2) leaves a gap and makes a table for one round. Missing pairs must not excuse that:
    they meet no more often than other pairs, so they leave few tables empty, not one in each round.
    """
    movement = evidence.movement
    if evidence.everybody_always_plays:
        return
    taken: Mask = np.asarray((movement.seats > 0).any(axis=2))
    if taken.all():
        return
    used: Mask = np.asarray(taken.any(axis=0))
    # Tables before and after those in use are no gap: a section may be numbered from 11, or have a spare table. But
    # a table with boards should have players, and in a single round a first table cannot be told from a gap.
    known = used | (movement.groups > 0).any(axis=0) | ((movement.rounds == 1) & (np.arange(movement.tables) == 0))
    within = np.logical_or.accumulate(known) & np.logical_or.accumulate(known[::-1])[::-1]
    empty = ~taken & within
    if not empty.any() or _phantoms_meet(evidence, empty):
        return
    too_few, usual = _too_few_players(movement, taken), _usual_mask(taken)
    yield from _used_now_and_then(evidence, taken, empty.any(axis=0) & used & ~usual)
    for round, table in true_cells(empty & used & usual & ~too_few[:, np.newaxis]):
        yield Finding(
            "ragged-round",
            say("round {round}: table {table} is empty, but used in other rounds", round=round, table=table),
            severity=evidence.severity("ragged-round"),
            round=round,
            tables=(table,),
        )
    never = tuple((np.flatnonzero(within & ~used) + 1).tolist())
    if never and not too_few.all():
        sentence = say_many(
            "table {tables} is never used", "tables {tables} are never used", len(never), tables=ranges(never)
        )
        yield Finding("ragged-round", sentence, severity=evidence.severity("ragged-round"), tables=never)


def _used_now_and_then(evidence: Evidence, taken: Mask, which: Mask) -> Iterator[Finding]:
    for table in (np.flatnonzero(which) + 1).tolist():
        rounds = (np.flatnonzero(taken[:, table - 1]) + 1).tolist()
        yield Finding(
            "ragged-round",
            say_many(
                "table {table} is used in round {rounds} only; others in {usual:g} rounds",
                "table {table} is used in rounds {rounds} only; others in {usual:g} rounds",
                len(rounds),
                table=table,
                rounds=join_items(rounds),
                usual=_usual(taken),
            ),
            severity=evidence.severity("ragged-round"),
            round=rounds[0],
            tables=(table,),
        )


def _phantoms_meet(evidence: Evidence, empty: Mask) -> bool:
    """Return whether all empty tables can be meetings of two missing pairs.

    In a round there are at most as many as the missing pairs can form; in all rounds at most as many as if every two
    of them met as often as other pairs.
    """
    movement, field = evidence.movement, evidence.movement.field
    if len(movement.seat_names) != 2:
        return False
    gone = len(field.missing)
    most_of_a_line = max(Counter(map(field.line, field.missing)).values(), default=0)
    at_once = gone // 2 if len(field.lines) == 1 else gone - most_of_a_line
    in_all = possible_meetings(field, field.missing)
    often = max(1 + len(movement.revenge_rounds), int(evidence.meetings.max()))
    return bool(empty.sum(axis=1).max() <= at_once and empty.sum() <= in_all * often)


def _too_few_players(movement: Movement, taken: Mask) -> Mask:
    """Return the rounds in which individual players without a seat are too few for a table."""
    if not may_be_left_over(movement):
        return np.zeros(movement.rounds, dtype=np.bool_)
    out = len(movement.field.present) - (movement.seats > 0).sum(axis=(1, 2))
    phantoms_only = 4 * (~taken).sum(axis=1) <= len(movement.field.missing)
    too_few: Mask = ((out > 0) & (out < 4)) | phantoms_only
    return too_few


def _usual_mask(taken: Mask) -> Mask:
    """Return the tables that are used regularly."""
    more: Mask = taken.sum(axis=0) * RARE_PLAYS > _usual(taken)
    return more


def _usual(taken: Mask) -> float:
    """Return the median number of rounds in which a used table is used."""
    times = taken.sum(axis=0)
    return float(np.median(times[times > 0])) if times.any() else 0.0


def full_tables_have_boards(evidence: Evidence) -> Iterator[Finding]:
    """A full table has boards to play."""
    movement = evidence.movement
    if evidence.everybody_always_plays or movement.groups.min() > 0:
        return
    for round, table in true_cells((movement.seats > 0).all(axis=2) & (movement.groups == 0)):
        who = tuple(movement.field.label(int(c)) for c in movement.seats[round - 1, table - 1])
        yield Finding(
            "no-boards",
            say("round {round}, table {table}: no boards for {who}", round=round, table=table, who=join_items(who)),
            severity=evidence.severity("no-boards"),
            round=round,
            tables=(table,),
            contestants=who,
        )

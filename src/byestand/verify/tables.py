"""Laws about tables: in use in every round, and with boards on them."""

from collections import Counter
from collections.abc import Iterator

import numpy as np

from byestand.model.judged import Evidence, Finding
from byestand.model.movement import Movement
from byestand.verify.evidence import RARELY, Mask, where
from byestand.verify.meetings import may_be_left_over, possible_meetings
from byestand.words.numbers import enumerated, numbered, numbered_runs


def no_table_is_left_empty(evidence: Evidence) -> Iterator[Finding]:
    """A table is in use in every round, unless phantoms meet there, or too few players are left over to fill it.

    A table number mistyped (22 for 2) leaves a hole and makes a table for one round. Nobody may come into being to
    excuse that: phantoms meet no oftener than other people do, so they leave few tables empty, not one in each round.
    """
    movement = evidence.movement
    if evidence.everybody_always_plays:
        return
    taken: Mask = np.asarray((movement.seats > 0).any(axis=2))
    if taken.all():
        return
    used: Mask = np.asarray(taken.any(axis=0))
    # Tables before and after those in use are no hole: a section may have its numbers from 11 on, or a spare table. But
    # where boards lie there should be people, and a single round cannot tell a first table from a hole.
    known = used | (movement.groups > 0).any(axis=0) | ((movement.rounds == 1) & (np.arange(movement.tables) == 0))
    within = np.logical_or.accumulate(known) & np.logical_or.accumulate(known[::-1])[::-1]
    empty = ~taken & within
    if not empty.any() or _phantoms_meet(evidence, empty):
        return
    too_few, usual = _too_few_players(movement, taken), _is_usual(taken)
    yield from _used_now_and_then(evidence, taken, empty.any(axis=0) & used & ~usual)
    for round, table in where(empty & used & usual & ~too_few[:, np.newaxis]):
        yield Finding(
            "ragged-round",
            f"round {round}: nobody sits at table {table}, which is used in other rounds",
            severity=evidence.severity("ragged-round"),
            round=round,
            tables=(table,),
        )
    never = tuple((np.flatnonzero(within & ~used) + 1).tolist())
    if never and not too_few.all():
        sentence = f"nobody ever sits at {numbered_runs('table', never)}, of {np.flatnonzero(within)[-1] + 1}"
        yield Finding("ragged-round", sentence, severity=evidence.severity("ragged-round"), tables=never)


def _used_now_and_then(evidence: Evidence, taken: Mask, which: Mask) -> Iterator[Finding]:
    for table in (np.flatnonzero(which) + 1).tolist():
        rounds = (np.flatnonzero(taken[:, table - 1]) + 1).tolist()
        yield Finding(
            "ragged-round",
            f"table {table} is used in {numbered('round', rounds)} only, others in {_usual(taken):g} rounds",
            severity=evidence.severity("ragged-round"),
            round=rounds[0],
            tables=(table,),
        )


def _phantoms_meet(evidence: Evidence, empty: Mask) -> bool:
    """Tell whether all empty tables can be those at which two phantoms would meet.

    In a round there are at most as many as there are two of them; in all rounds no more than if every two of them
    met, as often as anybody else meets.
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
    """Tell in which rounds single players are without a seat who are too few for a table."""
    if not may_be_left_over(movement):
        return np.zeros(movement.rounds, dtype=np.bool_)
    out = len(movement.field.present) - (movement.seats > 0).sum(axis=(1, 2))
    phantoms_only = 4 * (~taken).sum(axis=1) <= len(movement.field.missing)
    too_few: Mask = ((out > 0) & (out < 4)) | phantoms_only
    return too_few


def _is_usual(taken: Mask) -> Mask:
    """Tell which tables are used more than now and then."""
    more: Mask = taken.sum(axis=0) * RARELY > _usual(taken)
    return more


def _usual(taken: Mask) -> float:
    """Return in how many rounds a table is used that is used at all."""
    times = taken.sum(axis=0)
    return float(np.median(times[times > 0])) if times.any() else 0.0


def full_tables_have_boards(evidence: Evidence) -> Iterator[Finding]:
    """Where every seat is taken there are boards to play."""
    movement = evidence.movement
    if evidence.everybody_always_plays or movement.groups.min() > 0:
        return
    for round, table in where((movement.seats > 0).all(axis=2) & (movement.groups == 0)):
        who = tuple(movement.field.label(int(c)) for c in movement.seats[round - 1, table - 1])
        yield Finding(
            "no-boards",
            f"round {round}, table {table}: {enumerated(who)} have no boards to play",
            severity=evidence.severity("no-boards"),
            round=round,
            tables=(table,),
            contestants=who,
        )

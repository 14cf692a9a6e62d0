"""What a history excuses, and the laws about the history itself.

Past rounds are facts, and the director has ruled on them: in past rounds only impossible things are errors. A movement
without a history has no excuses.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import TypeAlias

import numpy as np

from byestand.language import say, say_many
from byestand.model.claims import Route
from byestand.model.history import History
from byestand.model.judged import Evidence, Finding
from byestand.model.movement import Movement
from byestand.verify.evidence import true_cells
from byestand.verify.meetings import may_be_left_over
from byestand.words.numbers import join_items

Excuse: TypeAlias = Callable[[Finding, Movement, History], Finding | None]
"""Returns a finding unchanged, as a warning, or None."""

TABLES_A_COPY = 2
"""Tables that can share one copy of a group in a round, each starting with another half of it."""

FORGIVEN = frozenset({"met-twice"})
"""Repeat opponents after a mishap cannot be avoided, and in some files they are intended."""


def drop_excused(findings: Iterable[Finding], evidence: Evidence) -> Iterator[Finding]:
    """Yield the findings that remain after the excuses of the history."""
    movement, history = evidence.movement, evidence.movement.history
    for finding in findings:
        excuse = EXCUSES.get(finding.rule)
        left = excuse(finding, movement, history) if excuse and history else finding
        if left:
            yield left


def from_now_on(evidence: Evidence) -> Evidence:
    """Return the evidence without tables for past rounds and for displaced pairs, which claims do not cover."""
    history = evidence.movement.history
    if history is None:
        return evidence
    tables = evidence.tables.copy()
    tables[: history.after] = 0
    tables[np.isin(tables, [route.party_table for route in evidence.movement.claims_of(Route)])] = 0
    return replace(evidence, tables=tables)


def _history_findings(finding: Finding, _movement: Movement, history: History) -> Finding | None:
    """Return None for a finding in a past round."""
    return None if 1 <= finding.round <= history.after else finding


def _cancelled_findings(finding: Finding, _movement: Movement, history: History) -> Finding | None:
    """Return None where the boards were cancelled."""
    here = {(finding.round, table) for table in finding.tables}
    return None if here <= history.cancelled_cells else finding


def _ruled_findings(finding: Finding, movement: Movement, history: History) -> Finding | None:
    """Return None for a past round, and for a table with changed instructions or without play."""
    here = {(finding.round, table) for table in finding.tables}
    return (
        None
        if here & (history.instructed_cells | history.lost_cells)
        else _history_findings(finding, movement, history)
    )


def _away(finding: Finding, movement: Movement, history: History) -> Finding | None:
    """Return None for a past round, and for contestants that have left or arrive late: they may have no seat."""
    late = {who for who, _ in history.arrivals}
    who = map(movement.field.contestant, finding.contestants)
    is_away = all(contestant in late or history.is_away(contestant, finding.round) for contestant in who)
    return (
        None
        if is_away or _waits_for_those_gone(finding, movement, history)
        else _history_findings(finding, movement, history)
    )


def _waits_for_those_gone(finding: Finding, movement: Movement, history: History) -> bool:
    """Return whether individual players are left over while the only empty seats are of players that have left."""
    here = movement.field.present
    gone = [contestant for contestant in here if history.is_away(contestant, finding.round)]
    if not (
        gone and may_be_left_over(movement) and set(map(movement.field.contestant, finding.contestants)) <= {*here}
    ):
        return False
    seats = movement.seats[finding.round - 1]
    waiting = int((seats[seats.any(axis=1)] == 0).sum())
    left_over = len(here) - len(gone) - int((seats > 0).sum())
    return waiting <= len(gone) and left_over < len(movement.seat_names)


def _warning(finding: Finding, _movement: Movement, _history: History) -> Finding | None:
    """Return the finding as a warning: it cannot be avoided any more."""
    return replace(finding, severity="warning")


def _always(_finding: Finding, _movement: Movement, _history: History) -> Finding | None:
    """Return None: a repaired session has no regular pattern."""
    return None


EXCUSES: Mapping[str, Excuse] = {
    "seated-nowhere": _away,
    "host-away": _warning,
    "board-twice": _cancelled_findings,
    "too-few-copies": _warning,
    "off-layout": _ruled_findings,
    "party-out-of-step": _warning,
    "no-boards": _ruled_findings,
    "group-stray": _always,
    "ragged-round": _always,
    "rover-stays": _always,
    "displaced-twice": _warning,
    "party-group-again": _warning,
}
"""By the rule of a finding. Repeated boards of rover and host are reported by another law."""


def what_is_lost_is_not_played(evidence: Evidence) -> Iterator[Finding]:
    """A lost table has no play: there is no group, or a contestant is missing."""
    movement, history = evidence.movement, evidence.movement.history
    cells = {*history.lost_cells, *(lost[:2] for lost in history.lost_meetings)} if history else ()
    for round, table in sorted(cells):
        if movement.is_played[round - 1, table - 1]:
            yield Finding(
                "lost-played",
                say(
                    "round {round}, table {table}: group {group} is played, but is recorded as lost",
                    round=round,
                    table=table,
                    group=movement.groups[round - 1, table - 1],
                ),
                round=round,
                tables=(table,),
            )


def what_is_cancelled_was_played(evidence: Evidence) -> Iterator[Finding]:
    """Only what was played can be cancelled."""
    movement, history = evidence.movement, evidence.movement.history
    for round, table in sorted(history.cancelled_cells) if history else ():
        if not movement.is_played[round - 1, table - 1]:
            sentence = say("round {round}, table {table}: there is no result to cancel", round=round, table=table)
            yield Finding("cancelled-unplayed", sentence, round=round, tables=(table,))


def who_is_away_has_no_seat(evidence: Evidence) -> Iterator[Finding]:
    """A contestant that has left or has not arrived has no seat."""
    movement, history = evidence.movement, evidence.movement.history
    if history is None:
        return
    for contestant in sorted({who for who, _ in (*history.departures, *history.arrivals)}):
        label = movement.field.label(contestant)
        for round in (np.flatnonzero(evidence.seatings[:, contestant]) + 1).tolist():
            if history.is_away(contestant, round):
                sentence = say(
                    "round {round}: {who} has a seat, but has left or has not arrived", round=round, who=label
                )
                yield Finding("seated-away", sentence, round=round, contestants=(label,))


def no_copy_serves_three_tables(evidence: Evidence) -> Iterator[Finding]:
    """At most two tables share a copy of a group."""
    movement, copies = evidence.movement, evidence.copies
    if movement.history is None or copies is None:
        return
    rounds, tables = np.nonzero(movement.is_played)
    uses = np.zeros((movement.rounds, evidence.highest_group + 1), dtype=np.int64)
    np.add.at(uses, (rounds, movement.groups[rounds, tables]), 1)
    for round, group in true_cells(uses[:, 1:] > TABLES_A_COPY * copies[1:]):
        here = movement.is_played[round - 1] & (movement.groups[round - 1] == group)
        sharing = tuple((np.flatnonzero(here) + 1).tolist())
        yield Finding(
            "shared-by-three",
            say_many(
                "round {round}: tables {tables} play group {group}, but there is 1 set for at most 2 tables",
                "round {round}: tables {tables} play group {group},"
                " but there are {number} sets for at most 2 tables each",
                int(copies[group]),
                round=round,
                tables=join_items(sharing),
                group=group,
            ),
            round=round,
            tables=sharing,
            group=group,
        )

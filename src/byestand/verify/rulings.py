"""What a history excuses, and the laws that it must obey itself.

What has happened is a fact that nobody can mend, and a director has ruled on it: of the rounds before only that is an
error which cannot have happened. A movement without a history is excused nothing.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import TypeAlias

import numpy as np

from byestand.model.claims import Route
from byestand.model.history import History
from byestand.model.judged import Evidence, Finding
from byestand.model.movement import Movement
from byestand.verify.evidence import counted, where
from byestand.verify.meetings import may_be_left_over
from byestand.words.numbers import enumerated

Excuse: TypeAlias = Callable[[Finding, Movement, History], Finding | None]
"""What becomes of a finding: it stays, is a warning only, or nothing."""

TABLES_A_COPY = 2
"""As many tables can play from one copy of a set in a round, each beginning with another half of it."""

FORGIVEN = frozenset({"met-twice"})
"""Who meets again after a mishap does so because nothing better is left, as in files by design."""


def excused(found: Iterable[Finding], evidence: Evidence) -> Iterator[Finding]:
    """Yield what is left of findings when the history of the movement is known."""
    movement, history = evidence.movement, evidence.movement.history
    for finding in found:
        excuse = EXCUSES.get(finding.rule)
        left = excuse(finding, movement, history) if excuse and history else finding
        if left:
            yield left


def from_now_on(evidence: Evidence) -> Evidence:
    """Return the evidence without what claims are not about: rounds that are over, and whom a rover has displaced.

    Nobody is at a table there.
    """
    history = evidence.movement.history
    if history is None:
        return evidence
    tables = evidence.tables.copy()
    tables[: history.after] = 0
    tables[np.isin(tables, [route.party_table for route in evidence.movement.claimed(Route)])] = 0
    return replace(evidence, tables=tables)


def _happened(finding: Finding, _movement: Movement, history: History) -> Finding | None:
    """Return nothing for what was seen in a round that is over."""
    return None if 1 <= finding.round <= history.after else finding


def _cancelled(finding: Finding, _movement: Movement, history: History) -> Finding | None:
    """Return nothing where the boards were cancelled because somebody had played them."""
    here = {(finding.round, table) for table in finding.tables}
    return None if here <= history.cancelled else finding


def _ruled(finding: Finding, movement: Movement, history: History) -> Finding | None:
    """Return nothing for what happened, and where a table was told something else or has nothing to play."""
    here = {(finding.round, table) for table in finding.tables}
    return None if here & (history.told | history.lost) else _happened(finding, movement, history)


def _away(finding: Finding, movement: Movement, history: History) -> Finding | None:
    """Return nothing for what happened, for those who have left, and for those who come late: there may be no seat."""
    late = {who for who, _ in history.came}
    who = map(movement.field.contestant, finding.contestants)
    is_away = all(contestant in late or history.is_away(contestant, finding.round) for contestant in who)
    return (
        None if is_away or _waits_for_those_gone(finding, movement, history) else _happened(finding, movement, history)
    )


def _waits_for_those_gone(finding: Finding, movement: Movement, history: History) -> bool:
    """Tell whether of single players one is left over as planned, while no seat is empty but of those who have left."""
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
    """Return a warning: it could be done better, but not any more."""
    return replace(finding, severity="warning")


def _always(_finding: Finding, _movement: Movement, _history: History) -> Finding | None:
    """Return nothing: what is usual cannot be told from such a night."""
    return None


EXCUSES: Mapping[str, Excuse] = {
    "seated-nowhere": _away,
    "host-away": _warning,
    "board-twice": _cancelled,
    "too-few-copies": _warning,
    "off-layout": _ruled,
    "party-out-of-step": _warning,
    "no-boards": _ruled,
    "group-stray": _always,
    "ragged-round": _always,
    "rover-stays": _always,
    "displaced-twice": _warning,
    "party-group-again": _warning,
}
"""By the rule that a finding is about. That rover and host do not play boards again is a law for everybody."""


def what_is_lost_is_not_played(evidence: Evidence) -> Iterator[Finding]:
    """Where nothing can be played nothing is: no group lies there, or somebody lacks."""
    movement, history = evidence.movement, evidence.movement.history
    cells = {*history.lost, *(one[:2] for one in history.deprived)} if history else ()
    for round, table in sorted(cells):
        if movement.played[round - 1, table - 1]:
            yield Finding(
                "lost-played",
                f"round {round}, table {table}: group {movement.groups[round - 1, table - 1]} is played there,"
                " which is said to be lost",
                round=round,
                tables=(table,),
            )


def what_is_cancelled_was_played(evidence: Evidence) -> Iterator[Finding]:
    """Only what was played can be cancelled."""
    movement, history = evidence.movement, evidence.movement.history
    for round, table in sorted(history.cancelled) if history else ():
        if not movement.played[round - 1, table - 1]:
            sentence = f"round {round}, table {table}: nothing was played there that could be cancelled"
            yield Finding("cancelled-unplayed", sentence, round=round, tables=(table,))


def who_is_away_has_no_seat(evidence: Evidence) -> Iterator[Finding]:
    """Whoever has left, or is yet to come, sits nowhere."""
    movement, history = evidence.movement, evidence.movement.history
    if history is None:
        return
    for contestant in sorted({who for who, _ in (*history.left, *history.came)}):
        label = movement.field.label(contestant)
        for round in (np.flatnonzero(evidence.seatings[:, contestant]) + 1).tolist():
            if history.is_away(contestant, round):
                sentence = f"round {round}: {label} is seated, who has left or is yet to come"
                yield Finding("seated-away", sentence, round=round, contestants=(label,))


def no_copy_serves_three_tables(evidence: Evidence) -> Iterator[Finding]:
    """Two tables can share a copy of a set, three cannot: not even when that would save something."""
    movement, copies = evidence.movement, evidence.copies
    if movement.history is None or copies is None:
        return
    rounds, tables = np.nonzero(movement.played)
    uses = np.zeros((movement.rounds, evidence.highest_group + 1), dtype=np.int64)
    np.add.at(uses, (rounds, movement.groups[rounds, tables]), 1)
    for round, group in where(uses[:, 1:] > TABLES_A_COPY * copies[1:]):
        here = movement.played[round - 1] & (movement.groups[round - 1] == group)
        found = tuple((np.flatnonzero(here) + 1).tolist())
        yield Finding(
            "shared-by-three",
            f"round {round}: tables {enumerated(found)} play group {group}, and two at most can share a copy:"
            f" {counted(int(copies[group]), 'copy is', 'copies are')} at hand",
            round=round,
            tables=found,
            group=group,
        )

"""Laws about deal groups: their numbers are those in play, and none is a slip of the pen."""

from collections.abc import Iterator

import numpy as np

from byestand.model.judged import Counts, Evidence, Finding
from byestand.verify.evidence import Mask
from byestand.verify.say import RARELY, counted, often, where
from byestand.words.numbers import numbered_runs


def groups_are_in_range(evidence: Evidence) -> Iterator[Finding]:
    """Deal groups are numbered from 1 to the number in play."""
    movement = evidence.movement
    if evidence.highest_group == movement.deal_groups:
        return
    for round, table in where(movement.groups > movement.deal_groups):
        group = int(movement.groups[round - 1, table - 1])
        yield Finding(
            "group-range",
            f"round {round}, table {table}: there is no group {group},"
            f" {counted(movement.deal_groups, 'deal group is', 'deal groups are')} in play",
            round=round,
            tables=(table,),
            group=group,
        )


def no_group_is_a_stray(evidence: Evidence) -> Iterator[Finding]:
    """Where no layout explains it, no group is hardly ever played and the only such at an end, or far from all others.

    Groups may well be played fewer times than others: those at both ends when boards do not come round again, those of
    a table whose opponents are missing, one amid the others in a single round. A single rare one that goes beyond all
    others, or one with no neighbours in the numbering, is a number mistyped: 14 for 4, 52 for 5.
    """
    movement = evidence.movement
    if movement.layout is not None or not movement.played.any():
        return
    # Boards that lie on a table unplayed, because somebody is missing, are no strangers.
    lies = np.bincount(movement.groups.ravel(), minlength=evidence.highest_group + 1)[1:]
    if lies.min() * RARELY > lies.max():
        return  # none can be rare
    usual = float(np.median(lies[lies > 0]))
    rare = (lies > 0) & (lies * RARELY <= usual)
    known = _neighbours(lies > 0)
    for group in (np.flatnonzero(rare & ((known == 0) | ((known == 1) & (rare.sum() == 1)))) + 1).tolist():
        if group <= movement.deal_groups:
            for round, table in where(movement.groups == group):
                yield Finding(
                    "group-stray",
                    f"round {round}, table {table}: group {group} is played"
                    f" {'only here' if lies[group - 1] == 1 else often(lies[group - 1])}, others {often(usual)}",
                    severity=evidence.severity("group-stray"),
                    round=round,
                    tables=(table,),
                    group=group,
                )


def _neighbours(known: Mask) -> Counts:
    """Return of each group on how many sides the next number is known."""
    padded = np.pad(known, 1).astype(np.int64)
    return padded[:-2] + padded[2:]


def no_group_is_left_out(evidence: Evidence) -> Iterator[Finding]:
    """Where no layout explains it, no group is never or hardly ever played (a warning: it may be meant)."""
    movement = evidence.movement
    if movement.layout is not None or not movement.played.any():
        return
    plays = _plays(evidence)
    if plays.min() * RARELY > plays.max():
        return  # none can be rare
    usual = float(np.median(plays[plays > 0]))
    for times in sorted(set(plays[plays * RARELY <= usual].tolist())):
        groups = (np.flatnonzero(plays == times) + 1).tolist()
        yield Finding(
            "group-left-out",
            f"{numbered_runs('group', groups)} {'is' if len(groups) == 1 else 'are'} played {often(times)},"
            f" others {often(usual)}",
            severity="warning",
            group=groups[0],
        )


def _plays(evidence: Evidence) -> Counts:
    """Return how often each group is played, from group 1 on."""
    movement = evidence.movement
    return np.bincount(movement.groups[movement.played], minlength=evidence.highest_group + 1)[1:]

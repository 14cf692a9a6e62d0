"""Laws about boards: fresh to everybody, in one place at a time, carried as the layout says, in range."""

from collections.abc import Iterator

import numpy as np

from byestand.model.claims import Route
from byestand.model.judged import Counts, Evidence, Finding
from byestand.model.layout import Subsection
from byestand.model.movement import Movement
from byestand.verify.evidence import RARELY, Mask, counted, often, tables_of, where
from byestand.words.numbers import enumerated, numbered_runs


def no_board_is_met_twice(evidence: Evidence) -> Iterator[Finding]:
    """No contestant plays a deal group twice."""
    if evidence.plays[1:, 1:].max() <= 1:
        return
    movement = evidence.movement
    for contestant, group in where(evidence.plays[1:, 1:] > 1):
        here = (movement.seats == contestant).any(axis=2) & (movement.groups == group)
        first, *again = where(here & movement.played)
        who = movement.field.label(contestant)
        for round, table in again:
            yield Finding(
                "board-twice",
                f"round {round}, table {table}: {who} plays group {group} again,"
                f" after round {first[0]} at table {first[1]}",
                round=round,
                tables=(table,),
                contestants=(who,),
                group=group,
            )


def boards_are_in_one_place(evidence: Evidence) -> Iterator[Finding]:
    """No deal group is needed at more tables at once than there are copies of it."""
    copies = evidence.copies
    if copies is None:
        return
    short = evidence.needs[:, 1:] > copies[1:]
    if not short.any():
        return
    for round, group in where(short):
        tables = tables_of(evidence.movement.groups[round - 1] == group)
        yield Finding(
            "too-few-copies",
            f"round {round}: group {group} is needed at tables {enumerated(tables)},"
            f" with {counted(int(copies[group]), 'copy', 'copies')} at hand",
            round=round,
            tables=tables,
            group=group,
        )


def boards_follow_the_layout(evidence: Evidence) -> Iterator[Finding]:
    """Every table has the boards that the layout carries there."""
    movement, layout = evidence.movement, evidence.movement.layout
    if layout is None:
        return
    brought: dict[int, list[int]] = {}
    for sub in layout.subsections:
        if not _fits(sub, movement):
            yield Finding("off-layout", "the layout does not fit the tables and rounds")
            return
        for table, groups in _brought(sub, movement.rounds):
            if table in brought and any(a and b for a, b in zip(brought[table], groups, strict=True)):
                yield Finding("off-layout", "two rings of the layout bring boards to one table at the same time")
                return
            # A table of a weave stands in two rings and takes its boards now from one, now from the other.
            brought[table] = (
                [a or b for a, b in zip(brought[table], groups, strict=True)] if table in brought else groups
            )
    columns = movement.groups.T.tolist()
    for table, groups in brought.items():
        if columns[table - 1] != groups:
            yield from _differences(table, columns[table - 1], groups)


def _brought(sub: Subsection, rounds: int) -> Iterator[tuple[int, list[int]]]:
    """Yield each table of a ring with the groups that come to it, round by round.

    What started as many places up the ring as have come down: where that is one more each round, a slice of the
    boarding, taken round and round.
    """
    size, descents = len(sub.places), sub.descents[:rounds]
    started = [copy.group if copy else 0 for copy in sub.boarding]
    is_plain = descents == tuple(range(rounds))
    round_and_round = started * (rounds // size + 2) if is_plain else []
    for place, tables in enumerate(sub.places):
        for table in tables:
            if is_plain:
                yield table, round_and_round[place : place + rounds]
            else:
                yield table, [started[(place + down) % size] for down in descents]


def _differences(table: int, played: list[int], brought: list[int]) -> Iterator[Finding]:
    for round, (lies, should) in enumerate(zip(played, brought, strict=True), start=1):
        if lies != should:
            yield Finding(
                "off-layout",
                f"round {round}, table {table}: group {lies} is played,"
                f" but the boards as laid out bring group {should}",
                round=round,
                tables=(table,),
                group=lies,
            )


def _fits(sub: Subsection, movement: Movement) -> bool:
    """Tell whether a ring is one for these tables and rounds, boarded in the order it claims."""
    if len(sub.descents) < movement.rounds or max(sub.tables) > movement.tables:
        return False
    first, second = sub.boarding[:2] if len(sub.boarding) > 1 else (None, None)
    if first is None or second is None:
        return True
    step = 1 if sub.order == "up" else -1
    return (second.group - first.group - step) % movement.deal_groups == 0


def every_table_has_its_boards(evidence: Evidence) -> Iterator[Finding]:
    """A layout covers every table but a party table, and has just the groups that are in play."""
    movement, layout = evidence.movement, evidence.movement.layout
    if layout is None:
        return
    covered = {table for sub in layout.subsections for table in sub.tables}
    covered |= {route.party_table for route in movement.claimed(Route)} - {0}
    if len(covered) < movement.tables:
        tables = tuple(t for t in range(1, movement.tables + 1) if t not in covered)
        yield Finding("off-layout", f"the layout brings no boards to table {enumerated(tables)}", tables=tables)
    highest = max((copy.group for sub in layout.subsections for copy in sub.boarding if copy), default=0)
    if highest != movement.deal_groups:
        sentence = f"the layout has groups up to {highest}, but {movement.deal_groups} are said to be in play"
        yield Finding("group-range", sentence, group=highest)


def copies_are_single(evidence: Evidence) -> Iterator[Finding]:
    """A layout puts each copy of a group in one place only."""
    layout = evidence.movement.layout
    if layout is None:
        return
    if layout.party_case and any(layout.party_case in sub.cases for sub in layout.subsections):
        yield Finding("copy-twice", f"the party table has case {layout.party_case}, which other tables play from")
    copies = [copy for sub in layout.subsections for copy in sub.boarding if copy]
    if len(set(copies)) == len(copies):
        return
    for copy in sorted({copy for copy in copies if copies.count(copy) > 1}):
        sentence = f"the layout starts case {copy.case}, group {copy.group} in more than one place"
        yield Finding("copy-twice", sentence, group=copy.group)


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

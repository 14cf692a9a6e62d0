"""Laws about boards: fresh to everybody, in one place at a time, carried as the layout says."""

from collections.abc import Iterator

import numpy as np

from byestand.verify.evidence import Evidence
from byestand.verify.finding import Finding
from byestand.verify.say import counted, enumerated, tables_of, where


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
    movement = evidence.movement
    if movement.layout is None:
        return
    rounds, tables = movement.groups.shape
    expected = np.zeros((rounds, tables + 1), dtype=np.int64)
    covered = np.zeros(tables + 1, dtype=np.bool_)
    for sub in movement.layout.subsections:
        size, there = len(sub.places), sub.tables
        if len(sub.boarding) != size or len(sub.descents) < rounds or not 1 <= min(there) <= max(there) <= tables:
            yield Finding("off-layout", "the layout does not fit the tables and rounds")
            return
        started = np.array([copy.group if copy else 0 for copy in sub.boarding])
        places = np.array([place for place, seated in enumerate(sub.places) for _ in seated])
        come_down = np.array(sub.descents[:rounds])[:, np.newaxis]
        in_a_row = there == tuple(range(there[0], there[0] + len(there)))
        # a slice is much quicker than a list of columns
        columns = slice(there[0], there[0] + len(there)) if in_a_row else list(there)
        expected[:, columns] += started[(places + come_down) % size]
        covered[columns] = True
    wrong = (movement.groups != expected[:, 1:]) & covered[1:]
    if not wrong.any():
        return
    for round, table in where(wrong):
        lies, should = int(movement.groups[round - 1, table - 1]), int(expected[round - 1, table])
        yield Finding(
            "off-layout",
            f"round {round}, table {table}: group {lies} is played, but the boards as laid out bring group {should}",
            round=round,
            tables=(table,),
            group=lies,
        )


def copies_are_single(evidence: Evidence) -> Iterator[Finding]:
    """A layout puts each copy of a group in one place only."""
    layout = evidence.movement.layout
    if layout is None:
        return
    copies = [copy for sub in layout.subsections for copy in sub.boarding if copy]
    if len(set(copies)) == len(copies):
        return
    for copy in sorted({copy for copy in copies if copies.count(copy) > 1}):
        yield Finding(
            "copy-twice",
            f"the layout starts case {copy.case}, group {copy.group} in more than one place",
            group=copy.group,
        )


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


def rounds_are_not_ragged(evidence: Evidence) -> Iterator[Finding]:
    """A table in use is in use in every round, and those who sit there have boards."""
    movement = evidence.movement
    if evidence.everybody_always_plays:
        return
    taken = (movement.seats > 0).any(axis=2)
    phantoms = bool(movement.field.missing)
    for round, table in where(~taken & (taken.sum(axis=0) > 0)):
        # Two phantoms may well be seated against each other; then the table rests by intention.
        if not phantoms:
            yield Finding(
                "ragged-round",
                f"round {round}: nobody sits at table {table}, which is used in other rounds",
                round=round,
                tables=(table,),
            )
    for round, table in where((movement.seats > 0).all(axis=2) & (movement.groups == 0)):
        who = tuple(movement.field.label(int(c)) for c in movement.seats[round - 1, table - 1])
        yield Finding(
            "no-boards",
            f"round {round}, table {table}: {enumerated(who)} have no boards to play",
            round=round,
            tables=(table,),
            contestants=who,
        )

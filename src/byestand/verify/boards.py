"""Laws about boards: fresh to everybody, in one place at a time, carried as the layout says."""

from collections.abc import Iterator

import numpy as np

from byestand.model import Subsection
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
        if not _fits(sub, rounds, tables):
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


def _fits(sub: Subsection, rounds: int, tables: int) -> bool:
    """Tell whether a ring is one for so many tables and rounds, boarded in the order it claims."""
    there = sub.tables
    if len(sub.boarding) != len(sub.places) or len(sub.descents) < rounds or not there:
        return False
    step = 1 if sub.order == "up" else -1
    groups = [copy.group for copy in sub.boarding if copy]
    in_order = len(groups) < 2 or None in sub.boarding or (groups[1] - groups[0] - step) % max(groups) == 0
    return in_order and 1 <= min(there) <= max(there) <= tables


def the_skip_is_where_it_is_said(evidence: Evidence) -> Iterator[Finding]:
    """Whoever starts a round EW at table 1 goes up two tables after the round of the skip, and in no other round."""
    movement = evidence.movement
    if movement.layout is None or movement.is_individual or movement.rounds == 1:
        return
    ew, skip = movement.seats[:, :, 1], movement.layout.skip_after
    tables = movement.tables - (movement.rover is not None)
    pair = ew[:-1, 0]
    up_two = (pair > 0) & (ew[1:, 2 % tables] == pair)
    if skip is None and not up_two.any():
        return
    if skip is not None and skip >= movement.rounds:
        yield Finding("skip-elsewhere", f"there is no round after {skip}, where the skip is said to be", round=skip)
        return
    # A rover, a guest of the party table or a missing pair does not show what the others do.
    hidden = (pair == 0) | ~(ew[1:, :tables] == pair[:, np.newaxis]).any(axis=1)
    said = np.zeros(len(pair), dtype=np.bool_)
    if skip is not None:
        said[skip - 1] = True
    rover = movement.rover.contestant if movement.rover else 0
    for (round,) in (np.argwhere((up_two != said) & ~hidden & (pair != rover)) + 1).tolist():
        fault = "EW skip a table" if up_two[round - 1] else "EW do not skip, though a skip is declared"
        yield Finding("skip-elsewhere", f"after round {round} {fault}", round=round)


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


def no_group_is_left_out(evidence: Evidence) -> Iterator[Finding]:
    """Where no layout says otherwise, each group up to the highest is played (a warning: often a slip of the pen)."""
    if evidence.movement.layout is not None:
        return
    used = evidence.plays[1:, 1:].sum(axis=0) > 0
    if used.all():
        return
    highest = int(np.flatnonzero(used)[-1]) if used.any() else 0
    unused = tuple(int(group) + 1 for group in np.flatnonzero(~used[:highest]))
    if unused:
        yield Finding(
            "group-left-out",
            f"group {enumerated(unused)} is never played, though group {highest + 1} is",
            severity="warning",
            group=unused[0],
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

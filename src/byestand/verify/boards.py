"""Laws about boards: played once by each contestant, in one place at a time, moved as in the layout, in range."""

from collections.abc import Iterator

import numpy as np

from byestand.language import say, say_many
from byestand.model.claims import Route
from byestand.model.judged import Counts, Evidence, Finding
from byestand.model.layout import Subsection
from byestand.model.movement import Movement
from byestand.verify.evidence import RARE_PLAYS, Mask, tables_of, true_cells
from byestand.words.numbers import join_items, ranges


def no_board_is_met_twice(evidence: Evidence) -> Iterator[Finding]:
    """No contestant plays a deal group twice."""
    if evidence.plays[1:, 1:].max() <= 1:
        return
    movement = evidence.movement
    for contestant, group in true_cells(evidence.plays[1:, 1:] > 1):
        here = (movement.seats == contestant).any(axis=2) & (movement.groups == group)
        first, *again = true_cells(here & movement.played_mask)
        who = movement.field.label(contestant)
        for round, table in again:
            yield Finding(
                "board-twice",
                say(
                    "round {round}, table {table}: {who} plays group {group} again,"
                    " after round {first_round} at table {first_table}",
                    round=round,
                    table=table,
                    who=who,
                    group=group,
                    first_round=first[0],
                    first_table=first[1],
                ),
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
    for round, group in true_cells(short):
        tables = tables_of(evidence.movement.groups[round - 1] == group)
        sentence = _too_few_copies(round, group, tables, int(copies[group]))
        yield Finding("too-few-copies", sentence, round=round, tables=tables, group=group)


def _too_few_copies(round: int, group: int, tables: tuple[int, ...], sets: int) -> str:
    if not sets:
        return say_many(
            "round {round}: group {group} is needed at table {tables}, but is in no set",
            "round {round}: group {group} is needed at tables {tables}, but is in no set",
            len(tables),
            round=round,
            group=group,
            tables=join_items(tables),
        )
    return say_many(
        "round {round}: group {group} is needed at tables {tables}, but there is 1 set",
        "round {round}: group {group} is needed at tables {tables}, but there are {number} sets",
        sets,
        round=round,
        group=group,
        tables=join_items(tables),
    )


def boards_follow_the_layout(evidence: Evidence) -> Iterator[Finding]:
    """Every table has the boards that the layout brings there."""
    movement, layout = evidence.movement, evidence.movement.layout
    if layout is None:
        return
    brought: dict[int, list[int]] = {}
    for sub in layout.subsections:
        if not _fits(sub, movement):
            yield Finding("off-layout", say("the board layout does not match the number of tables and rounds"))
            return
        for table, groups in _next_groups(sub, movement.rounds):
            if table in brought and any(a and b for a, b in zip(brought[table], groups, strict=True)):
                yield Finding("off-layout", say("the board layout sends two groups to one table in the same round"))
                return
            # A table of a weave is on two rings and takes its boards alternately from both.
            brought[table] = (
                [a or b for a, b in zip(brought[table], groups, strict=True)] if table in brought else groups
            )
    columns = movement.groups.T.tolist()
    for table, groups in brought.items():
        if columns[table - 1] != groups:
            yield from _differences(table, columns[table - 1], groups)


def _next_groups(sub: Subsection, rounds: int) -> Iterator[tuple[int, list[int]]]:
    """Yield each table of a ring with the groups that come to it, round by round.

    A group comes from as many places up the ring as the boards have come down. If that is one more each round, the
    groups of a table are a slice of the repeated boarding.
    """
    size, descents = len(sub.places), sub.descents[:rounds]
    first = [copy.group if copy else 0 for copy in sub.initial_copies]
    is_plain = descents == tuple(range(rounds))
    repeated = first * (rounds // size + 2) if is_plain else []
    for place, tables in enumerate(sub.places):
        for table in tables:
            if is_plain:
                yield table, repeated[place : place + rounds]
            else:
                yield table, [first[(place + down) % size] for down in descents]


def _differences(table: int, played: list[int], brought: list[int]) -> Iterator[Finding]:
    for round, (group, expected) in enumerate(zip(played, brought, strict=True), start=1):
        if group != expected:
            yield Finding(
                "off-layout",
                say(
                    "round {round}, table {table}: group {group} is played, but the layout brings group {expected}",
                    round=round,
                    table=table,
                    group=group,
                    expected=expected,
                ),
                round=round,
                tables=(table,),
                group=group,
            )


def _fits(sub: Subsection, movement: Movement) -> bool:
    """Return whether a ring matches the tables and rounds and its boarding has the stated order."""
    if len(sub.descents) < movement.rounds or max(sub.tables) > movement.tables:
        return False
    first, second = sub.initial_copies[:2] if len(sub.initial_copies) > 1 else (None, None)
    if first is None or second is None:
        return True
    step = 1 if sub.order == "up" else -1
    return (second.group - first.group - step) % movement.deal_groups == 0


def every_table_has_its_boards(evidence: Evidence) -> Iterator[Finding]:
    """A layout covers every table except a party table, and has exactly the groups in play."""
    movement, layout = evidence.movement, evidence.movement.layout
    if layout is None:
        return
    covered = {table for sub in layout.subsections for table in sub.tables}
    covered |= {route.party_table for route in movement.claims_of(Route)} - {0}
    if len(covered) < movement.tables:
        tables = tuple(t for t in range(1, movement.tables + 1) if t not in covered)
        sentence = say_many(
            "the board layout brings no boards to table {tables}",
            "the board layout brings no boards to tables {tables}",
            len(tables),
            tables=join_items(tables),
        )
        yield Finding("off-layout", sentence, tables=tables)
    highest = max((copy.group for sub in layout.subsections for copy in sub.initial_copies if copy), default=0)
    if highest != movement.deal_groups:
        sentence = say(
            "the board layout has groups up to {highest}, but the movement has {groups}",
            highest=highest,
            groups=movement.deal_groups,
        )
        yield Finding("group-range", sentence, group=highest)


def copies_are_single(evidence: Evidence) -> Iterator[Finding]:
    """A layout puts each copy of a group in one place only."""
    layout = evidence.movement.layout
    if layout is None:
        return
    if layout.party_case and any(layout.party_case in sub.cases for sub in layout.subsections):
        sentence = say("the party table uses set {case}, which other tables use too", case=layout.party_case)
        yield Finding("copy-twice", sentence)
    copies = [copy for sub in layout.subsections for copy in sub.initial_copies if copy]
    if len(set(copies)) == len(copies):
        return
    for copy in sorted({copy for copy in copies if copies.count(copy) > 1}):
        sentence = say(
            "the board layout has group {group} of set {case} in more than one place", group=copy.group, case=copy.case
        )
        yield Finding("copy-twice", sentence, group=copy.group)


def groups_are_in_range(evidence: Evidence) -> Iterator[Finding]:
    """Deal groups are numbered from 1 to the number in play."""
    movement = evidence.movement
    if evidence.highest_group == movement.deal_groups:
        return
    for round, table in true_cells(movement.groups > movement.deal_groups):
        group = int(movement.groups[round - 1, table - 1])
        yield Finding(
            "group-range",
            say(
                "round {round}, table {table}: group {group} does not exist (groups are 1-{highest})",
                round=round,
                table=table,
                group=group,
                highest=movement.deal_groups,
            ),
            round=round,
            tables=(table,),
            group=group,
        )


def no_group_is_a_stray(evidence: Evidence) -> Iterator[Finding]:
    """Without a layout no group is rare and alone at an end of the numbering, or far from all others.

    Groups may be played fewer times than others: those at both ends if boards do not come round again, those of a table
    with missing opponents, one among the others in a single round. A single rare group beyond all others, or one
    without neighbours in the numbering, is a typing error: 14 for 4, 52 for 5.
    """
    movement = evidence.movement
    if movement.layout is not None or not movement.played_mask.any():
        return
    # Boards at a table with a missing pair count too, although they are not played.
    uses = np.bincount(movement.groups.ravel(), minlength=evidence.highest_group + 1)[1:]
    if uses.min() * RARE_PLAYS > uses.max():
        return  # none can be rare
    usual = float(np.median(uses[uses > 0]))
    rare = (uses > 0) & (uses * RARE_PLAYS <= usual)
    known = _neighbours(uses > 0)
    for group in (np.flatnonzero(rare & ((known == 0) | ((known == 1) & (rare.sum() == 1)))) + 1).tolist():
        if group <= movement.deal_groups:
            for round, table in true_cells(movement.groups == group):
                yield Finding(
                    "group-stray",
                    say_many(
                        "round {round}, table {table}: group {group} is played only here; others {usual:g} times",
                        "round {round}, table {table}: group {group} is played only {number} times;"
                        " others {usual:g} times",
                        int(uses[group - 1]),
                        round=round,
                        table=table,
                        group=group,
                        usual=usual,
                    ),
                    severity=evidence.severity("group-stray"),
                    round=round,
                    tables=(table,),
                    group=group,
                )


def _neighbours(known: Mask) -> Counts:
    """Return for each group how many of its neighbouring numbers are known."""
    padded = np.pad(known, 1).astype(np.int64)
    return padded[:-2] + padded[2:]


def no_group_is_left_out(evidence: Evidence) -> Iterator[Finding]:
    """Without a layout no group is rarely or never played (a warning: it may be intended)."""
    movement = evidence.movement
    if movement.layout is not None or not movement.played_mask.any():
        return
    plays = _plays(evidence)
    if plays.min() * RARE_PLAYS > plays.max():
        return  # none can be rare
    usual = float(np.median(plays[plays > 0]))
    for times in sorted(set(plays[plays * RARE_PLAYS <= usual].tolist())):
        groups = (np.flatnonzero(plays == times) + 1).tolist()
        yield Finding("group-left-out", _rare_groups(groups, times, usual), severity="warning", group=groups[0])


def _rare_groups(groups: list[int], times: int, usual: float) -> str:
    if not times:
        return say_many(
            "group {groups} is never played",
            "groups {groups} are never played",
            len(groups),
            groups=ranges(groups),
        )
    return say_many(
        "deal groups played only once: {groups}; others {usual:g} times",
        "deal groups played only {number} times: {groups}; others {usual:g} times",
        times,
        groups=ranges(groups),
        usual=usual,
    )


def _plays(evidence: Evidence) -> Counts:
    """Return the number of plays of each group, group 1 first."""
    movement = evidence.movement
    return np.bincount(movement.groups[movement.played_mask], minlength=evidence.highest_group + 1)[1:]

"""Laws about boards: fresh to everybody, in one place at a time, carried as the layout says."""

from collections.abc import Iterator

from byestand.model import Movement, Route, Subsection
from byestand.model.judged import Evidence, Finding
from byestand.verify.say import counted, tables_of, where
from byestand.words.numbers import enumerated


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
        yield Finding(
            "group-range",
            f"the layout has groups up to {highest}, but {movement.deal_groups} are said to be in play",
            group=highest,
        )


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
        yield Finding(
            "copy-twice",
            f"the layout starts case {copy.case}, group {copy.group} in more than one place",
            group=copy.group,
        )

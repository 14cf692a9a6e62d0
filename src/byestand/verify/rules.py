"""The laws of a movement: one function each, every breach reported."""

from collections.abc import Callable, Iterator, Mapping

import numpy as np

from byestand.model import Movement
from byestand.verify.evidence import Evidence, Mask
from byestand.verify.finding import Finding

FAIR_SHARE = 0.7
"""EBU: every contestant is scheduled to play at least 70 % of the boards in use."""

Rule = Callable[[Evidence], Iterator[Finding]]


def judge(
    movement: Movement, *, copies: Mapping[int, int] | int | None = None
) -> tuple[Finding, ...]:
    """Return everything that is wrong with a movement, in the order of the rounds.

    *copies* is how many copies of each deal group (or of all) are at hand; by default what the movement's own
    layout provides, and where there is no layout, as many as needed.
    """
    evidence = Evidence(movement, copies)
    found = [finding for rule in RULES for finding in rule(evidence)]
    return tuple(sorted(found, key=lambda f: (f.round, f.tables, f.rule, f.contestants)))


def nobody_is_seated_twice(evidence: Evidence) -> Iterator[Finding]:
    """A contestant has one seat in a round."""
    if evidence.seatings[:, 1:].max() <= 1:
        return
    for round, contestant in _where(evidence.seatings[:, 1:] > 1):
        tables = _tables(evidence.movement.seats[round - 1] == contestant)
        who = evidence.movement.field.label(contestant)
        yield Finding(
            "seated-twice",
            f"round {round}: {who} is seated more than once, at tables {_list(tables)}",
            round=round,
            tables=tables,
            contestants=(who,),
        )


def nobody_is_forgotten(evidence: Evidence) -> Iterator[Finding]:
    """Every contestant who is there has a seat in every round, and one who is missing has none."""
    field = evidence.movement.field
    absent = evidence.seatings[:, 1:] == 0
    if field.missing:
        # For those who are missing it is the other way round: being seated is the fault.
        absent[:, np.array(sorted(field.missing)) - 1] ^= True
    if not absent.any():
        return
    for round, contestant in _where(absent):
        who = field.label(contestant)
        fault = "seated though missing" if contestant in field.missing else "not seated anywhere"
        yield Finding(
            "seated-nowhere", f"round {round}: {who} is {fault}", round=round, contestants=(who,)
        )


def no_board_is_met_twice(evidence: Evidence) -> Iterator[Finding]:
    """No contestant plays a deal group twice."""
    if evidence.plays[1:, 1:].max() <= 1:
        return
    movement = evidence.movement
    for contestant, group in _where(evidence.plays[1:, 1:] > 1):
        here = (movement.seats == contestant).any(axis=2) & (movement.groups == group)
        first, *again = _where(here & movement.played)
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


def no_opponents_meet_twice(evidence: Evidence) -> Iterator[Finding]:
    """No two contestants play at the same table twice; in a declared revenge round they may, with a warning."""
    if evidence.meetings.max() <= 1:
        return
    movement = evidence.movement
    for one, other in _where(evidence.meetings[1:, 1:] > 1):
        together = (movement.seats == one).any(axis=2) & (movement.seats == other).any(axis=2)
        first, *again = _where(together & movement.played)
        who = (movement.field.label(one), movement.field.label(other))
        for round, table in again:
            revenge = round in movement.revenge_rounds
            yield Finding(
                "met-twice",
                f"round {round}, table {table}: {who[0]} and {who[1]} meet again,"
                f" after round {first[0]} at table {first[1]}"
                + (" (a revenge round)" if revenge else ""),
                severity="warning" if revenge else "error",
                round=round,
                tables=(table,),
                contestants=who,
                group=int(movement.groups[round - 1, table - 1]),
            )


def boards_are_in_one_place(evidence: Evidence) -> Iterator[Finding]:
    """No deal group is needed at more tables at once than there are copies of it."""
    copies = evidence.copies
    if copies is None:
        return
    short = evidence.needs[:, 1:] > copies[1:]
    if not short.any():
        return
    for round, group in _where(short):
        tables = _tables(evidence.movement.groups[round - 1] == group)
        yield Finding(
            "too-few-copies",
            f"round {round}: group {group} is needed at tables {_list(tables)},"
            f" with {_count(int(copies[group]), 'copy', 'copies')} at hand",
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
        size = len(sub.places)
        started = [copy.group if copy else 0 for copy in sub.boarding]
        seen = [(t, p) for p, there in enumerate(sub.places) for t in there if 0 < t <= tables]
        fits = len(started) == size and len(sub.descents) >= rounds
        if not fits or len(seen) < len(sub.tables):
            yield Finding("off-layout", "the layout does not fit the tables and rounds")
            return
        columns, places = zip(*seen, strict=True)
        turns = np.array(sub.descents[:rounds])[:, np.newaxis]
        expected[:, columns] += np.array(started)[(turns + places) % size]
        covered[list(columns)] = True
    wrong = (movement.groups != expected[:, 1:]) & covered[1:]
    if not wrong.any():
        return
    for round, table in _where(wrong):
        lies, should = int(movement.groups[round - 1, table - 1]), int(expected[round - 1, table])
        yield Finding(
            "off-layout",
            f"round {round}, table {table}: group {lies} is played,"
            f" but the boards as laid out bring group {should}",
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
    if evidence.groups == movement.deal_groups:
        return
    for round, table in _where(movement.groups > movement.deal_groups):
        group = int(movement.groups[round - 1, table - 1])
        yield Finding(
            "group-range",
            f"round {round}, table {table}: there is no group {group},"
            f" {_count(movement.deal_groups, 'deal group is', 'deal groups are')} in play",
            round=round,
            tables=(table,),
            group=group,
        )


def rounds_are_not_ragged(evidence: Evidence) -> Iterator[Finding]:
    """A table in use is in use in every round, and those who sit there have boards."""
    movement = evidence.movement
    if movement.played.all():
        return
    taken = (movement.seats > 0).any(axis=2)
    phantoms = bool(movement.field.missing)
    for round, table in _where(~taken & taken.any(axis=0)):
        # Two phantoms may well be seated against each other; then the table rests by intention.
        if not phantoms:
            yield Finding(
                "ragged-round",
                f"round {round}: nobody sits at table {table}, which is used in other rounds",
                round=round,
                tables=(table,),
            )
    for round, table in _where((movement.seats > 0).all(axis=2) & (movement.groups == 0)):
        who = tuple(movement.field.label(int(c)) for c in movement.seats[round - 1, table - 1])
        yield Finding(
            "no-boards",
            f"round {round}, table {table}: {_list(who)} have no boards to play",
            round=round,
            tables=(table,),
            contestants=who,
        )


def everybody_plays_enough(evidence: Evidence) -> Iterator[Finding]:
    """Every contestant plays at least 70 % of the groups in use (a warning: clubs may choose otherwise)."""
    movement = evidence.movement
    boards = (evidence.plays[1:, 1:] > 0).sum(axis=1)
    in_use = int((evidence.plays[1:, 1:] > 0).any(axis=0).sum())
    if boards.min() >= FAIR_SHARE * in_use:
        return
    for played in sorted(set(boards.tolist())):
        short = [c + 1 for c in np.flatnonzero(boards == played).tolist()]
        who = tuple(movement.field.label(c) for c in short if c not in movement.field.missing)
        if played < FAIR_SHARE * in_use and who:
            yield Finding(
                "too-few-boards",
                f"{_list(who)} {'plays' if len(who) == 1 else 'play'} {played} of {in_use} groups"
                " in use, under 70 %",
                severity="warning",
                contestants=who,
            )


RULES: tuple[Rule, ...] = (
    nobody_is_seated_twice,
    nobody_is_forgotten,
    no_board_is_met_twice,
    no_opponents_meet_twice,
    boards_are_in_one_place,
    boards_follow_the_layout,
    copies_are_single,
    groups_are_in_range,
    rounds_are_not_ragged,
    everybody_plays_enough,
)


def _where(mask: Mask) -> list[tuple[int, int]]:
    """Return the places of True, counted from 1."""
    return [(a + 1, b + 1) for a, b in np.argwhere(mask).tolist()]


def _tables(mask: Mask) -> tuple[int, ...]:
    """Return the tables, counted from 1, for which a row of the mask has a True."""
    return tuple(sorted({row[0] + 1 for row in np.argwhere(mask).tolist()}))


def _list(items: tuple[object, ...]) -> str:
    *most, last = map(str, items)
    return f"{', '.join(most)} and {last}" if most else last


def _count(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"

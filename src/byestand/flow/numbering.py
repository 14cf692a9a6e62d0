"""Pair numbers that follow from the table in round 1."""

from collections.abc import Sequence
from typing import NamedTuple

from byestand.flow.rover import parties
from byestand.model.claims import Follow
from byestand.model.inferred_claims import infer_claims, unturned_seats
from byestand.model.movement import Movement


class TableNumbers(NamedTuple):
    """The numbers of the first NS pair and the first EW pair; the others follow table by table."""

    ns: int
    ew: int
    tables: int


def numbers_by_table(movement: Movement) -> TableNumbers | None:
    """Return the pair numbers before play where NS and EW are numbered consecutively; None elsewhere."""
    if len(movement.field.lines) > 1 or movement.is_individual or movement.next_round > 1:
        return None
    if any(isinstance(claim, Follow) for claim in infer_claims(movement)) or not _keeps_sides(movement):
        return None
    party_tables = {party.table - 1 for party in parties(movement)}
    here = [row for table, row in enumerate(unturned_seats(movement)[0].tolist()) if table not in party_tables]
    ns, ew = (_first_of([row[side] for row in here]) for side in (0, 1))
    return TableNumbers(ns, ew, len(here)) if ns and ew else None


def _keeps_sides(movement: Movement) -> bool:
    """Return whether every pair keeps its side, without arrow switches and party tables."""
    tables = [t for t in range(movement.tables) if t + 1 not in {party.table for party in parties(movement)}]
    seats = unturned_seats(movement)[:, tables]
    roving = {party.pair for party in parties(movement)}
    both = set(seats[:, :, 0].ravel().tolist()) & set(seats[:, :, 1].ravel().tolist())
    return both <= {0, *roving}


def _first_of(numbers: Sequence[int]) -> int:
    """Return the first of consecutive numbers, without missing ones; 0 where they are not consecutive."""
    firsts = {number - place for place, number in enumerate(numbers) if number}
    return firsts.pop() if len(firsts) == 1 else 0

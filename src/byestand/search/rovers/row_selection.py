"""Choose one entry from each row so that no item is used twice: the search behind every rover.

A row is a round, an entry is a seat in that round, and its items are the displaced pair, the opponents and the deal
group. The search is exhaustive, so "none" is a proof; it does not depend on bridge.
"""

from collections.abc import Hashable, Sequence
from typing import TypeAlias

from byestand.search.outcome import SearchBudget

Items: TypeAlias = Sequence[Hashable]
"""The items that an entry uses."""
Rows: TypeAlias = Sequence[Sequence[Items]]
Masks: TypeAlias = Sequence[int]
"""For each row the places of some of its entries, as bits."""


def one_of_each(
    rows: Rows,
    clock: SearchBudget,
    *,
    allowed: Masks | None = None,
    rationed: Masks | None = None,
    ration: int = 0,
) -> tuple[int, ...] | None:
    """Return the place of one entry in each row, with no item used twice; None proves that there is none.

    Only *allowed* entries are chosen, and at most *ration* of the *rationed* entries.

    >>> one_of_each([["ab", "cd"], ["ax", "dx"]], SearchBudget(1))
    (0, 1)
    >>> one_of_each([["ab"], ["bc"]], SearchBudget(1)) is None
    True
    """
    start = allowed if allowed is not None else [(1 << len(row)) - 1 for row in rows]
    dear = rationed if rationed is not None else [0] * len(rows)
    if rationed is not None and not ration:
        start = _without(start, rationed)
    search = _Search(rows, dear, clock)
    possible = all(start) and search.go(start, list(range(len(rows))), ration)
    return tuple(search.chosen) if possible else None


class _Search:
    """One search: the entries chosen so far, and which entries each of them rules out."""

    def __init__(self, rows: Rows, rationed: Masks, clock: SearchBudget) -> None:
        self.rationed, self.clock = rationed, clock
        self.ruled_out = _ruled_out(rows)
        self.chosen = [0] * len(rows)

    def go(self, still_open: Masks, left: list[int], ration: int) -> bool:
        """Choose from the rows that are *left*; return whether that is possible."""
        self.clock.tick()
        if not left:
            return True
        # The row with the fewest entries left shows a dead end first.
        row = min(left, key=lambda i: still_open[i].bit_count())
        others = [i for i in left if i != row]
        entries = still_open[row]
        while entries:
            bit = entries & -entries
            entries ^= bit
            price = 1 if self.rationed[row] & bit else 0
            self.chosen[row] = place = bit.bit_length() - 1
            rest = _without(still_open, self.ruled_out[row][place])
            if price and ration == 1:
                rest = _without(rest, self.rationed)
            if all(rest[i] for i in others) and self.go(rest, others, ration - price):
                return True
        return False


def _without(masks: Masks, gone: Masks) -> list[int]:
    return [mask & ~out for mask, out in zip(masks, gone, strict=True)]


def _ruled_out(rows: Rows) -> list[list[list[int]]]:
    """Return, for each entry of each row, the entries in every row that share an item with it."""
    holders: list[dict[Hashable, int]] = []
    for row in rows:
        held: dict[Hashable, int] = {}
        for place, items in enumerate(row):
            for item in items:
                held[item] = held.get(item, 0) | 1 << place
        holders.append(held)
    return [[[_rows_holding(items, held) for held in holders] for items in row] for row in rows]


def _rows_holding(items: Items, held: dict[Hashable, int]) -> int:
    mask = 0
    for item in items:
        mask |= held.get(item, 0)
    return mask

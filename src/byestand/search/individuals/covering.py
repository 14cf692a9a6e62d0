"""Exact cover, at random: choose options so that every item is covered once, and what is optional at most once.

Items are bits and an option is the mask of what it covers. The item with the fewest options left is always next, so a
contradiction shows early; the order among options is shuffled, so that another try is another search.
"""

from collections.abc import Iterator, Sequence
from random import Random

from byestand.search.clock import Clock


def covers(
    options: Sequence[int], needed: int, random: Random, clock: Clock, *, taken: int = 0
) -> Iterator[tuple[int, ...]]:
    """Yield every choice of options, as their indices, that covers all *needed* items and no item twice."""
    by_item: dict[int, list[int]] = {1 << i: [] for i in range(needed.bit_length()) if needed >> i & 1}
    for index in random.sample(range(len(options)), len(options)):
        rest = options[index] & needed
        while rest:
            low = rest & -rest
            by_item[low].append(index)
            rest ^= low
    yield from _extend(options, by_item, taken, (), clock)


def _extend(
    options: Sequence[int], by_item: dict[int, list[int]], taken: int, chosen: tuple[int, ...], clock: Clock
) -> Iterator[tuple[int, ...]]:
    clock.spend(1)
    if not by_item:
        yield chosen
        return
    best = min(by_item.values(), key=len)
    for index in best:
        mask = options[index]
        covered = taken | mask
        left = {
            item: [i for i in indices if not options[i] & covered]
            for item, indices in by_item.items()
            if not item & mask
        }
        if all(left.values()):
            yield from _extend(options, left, covered, (*chosen, index), clock)

"""Which tables share boards: all session, or in some rounds because there are not enough sets."""

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from byestand.flow.board_travel import BoardTravel, SharedCopy, has_board_list
from byestand.model.layout import Layout, Subsection
from byestand.model.movement import Movement


class SharedGroup(NamedTuple):
    """Tables that play the same group in a round."""

    round: int
    group: int
    tables: tuple[int, ...]


def always_sharing(travel: BoardTravel) -> tuple[tuple[int, ...], ...]:
    """Return the tables that share in every remaining round because of too few sets."""
    left = travel.movement.remaining_rounds
    times = Counter(copy.tables for round in left for copy in travel.shared_copies(round))
    return tuple(sorted(tables for tables, count in times.items() if count == len(left)))


def sometimes_sharing(travel: BoardTravel) -> dict[int, tuple[SharedCopy, ...]]:
    """Return the remaining rounds in which other tables share, and what."""
    always = always_sharing(travel)
    rounds = {
        round: tuple(copy for copy in travel.shared_copies(round) if copy.tables not in always)
        for round in travel.rounds_shared
    }
    return {round: copies for round, copies in rounds.items() if copies}


def listed_sharing(movement: Movement, *, at_table: int = 0) -> Iterator[SharedGroup]:
    """Yield the sharing tables where boards move by a list, for all tables or for one."""
    if not has_board_list(movement):
        return
    for round in movement.remaining_rounds:
        row = movement.groups[round - 1].tolist()
        for group in sorted({group for group in row if group and row.count(group) > 1}):
            tables = tuple(table for table, here in enumerate(row, start=1) if here == group)
            if at_table in (0, *tables):
                yield SharedGroup(round, group, tables)


def sharing(layout: Layout) -> Iterator[tuple[int, int]]:
    """Yield the tables that share all session, two at a time."""
    for table in sorted({t for sub in layout.subsections for t in sub.tables}):
        yield from ((table, partner) for partner in layout.sharers(table) if table < partner)


def never_played(movement: Movement, sub: Subsection) -> list[int]:
    """Return the groups of a subsection with one set that none of its tables plays."""
    played = set(movement.groups[:, [table - 1 for table in sub.tables]].ravel().tolist())
    everything = {copy.group for copy in sub.initial_copies if copy}
    return sorted(everything - played) if len(sub.cases) == 1 and None not in sub.initial_copies else []

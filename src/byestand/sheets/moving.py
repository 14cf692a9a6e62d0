"""Boards in words: where they go after each round, read off the layout."""

from collections.abc import Iterator
from itertools import pairwise

from byestand.model import Layout, Movement, Route, Stand, Subsection
from byestand.model.seen import ring_tables
from byestand.sheets.boards import named
from byestand.words.people import over_the_edge, runs, step_words


def board_moves(movement: Movement, layout: Layout, boards_per_round: int | None) -> Iterator[str]:
    """Yield how the boards travel: the rule, then every table that is an exception to it."""
    if movement.rounds == 1:
        yield "They stay: there is one round only."
        return
    weave = any(None in sub.boarding for sub in layout.subsections)
    if weave:
        yield from (_weave(sub, ring_tables(movement), boards_per_round) for sub in layout.subsections)
    else:
        yield "Boards go down one table."
        yield from (_stand_words(layout, stand) for stand in layout.stands)
        for table in sorted(t for sub in layout.subsections for t in sub.tables):
            goes = layout.passes_to(table, 1).tables
            if goes and goes not in ((table - 1,), (table,)):
                yield f"Table {table} passes to table {' and table '.join(map(str, goes))}."
    for table in range(1, movement.tables + 1):
        for partner in layout.sharers(table):
            if table < partner:
                yield f"Tables {table} and {partner} play the same boards, sharing them."
    if ((movement.groups > 0) & ~movement.played).any():
        whom = "four players" if movement.is_individual else "a pair"
        yield f"Boards that nobody plays, for want of {whom}, are passed on all the same."


def _stand_words(layout: Layout, stand: Stand) -> str:
    """Return who passes to a stand and who takes from it: first in, first out."""
    before = [t for t in layout.home(stand).tables if layout.passes_to(t, 1).stand == stand.number]
    longest = "the one that has waited longest"
    if before[0] == stand.beside:
        return (
            f"Table {before[0]} passes to bye stand {stand.number}, at the back, and takes the front group, {longest}."
        )
    return (
        f"Table {before[0]} passes to bye stand {stand.number}, at the back;"
        f" table {stand.beside} takes the front group, {longest}."
    )


def _weave(sub: Subsection, tables: int, boards_per_round: int | None) -> str:
    """Return how one half of the boards of a crisscross goes, up and down."""
    groups = [copy.group for copy in sub.boarding if copy]
    steps = [a - b for a, b in pairwise(sub.descents)]
    moves = "; ".join(f"{step_words(step)} after {rounds}{over_the_edge(step, tables)}" for step, rounds in runs(steps))
    return f"{named(groups, boards_per_round).capitalize()} go {moves}."


def spares_of(movement: Movement) -> tuple[int, ...]:
    """Return the spare players of a Rainbow: they take seats of others, and there is no party table."""
    return tuple(route.contestant for route in movement.claimed(Route) if not route.party_table)

"""Moving in words: where boards and players go after each round, read off the layout and the grids."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby, pairwise
from typing import TypeAlias

from byestand.model import Layout, Movement, Stand, Subsection, Visit, ring
from byestand.sheets.boards import named
from byestand.sheets.goings import switches, with_arrow_unturned

Walk: TypeAlias = tuple[int | None, ...]


def board_moves(movement: Movement, layout: Layout, boards_per_round: int | None) -> Iterator[str]:
    """Yield how the boards travel: the rule, then every table that is an exception to it."""
    if movement.rounds == 1:
        yield "They stay: there is one round only."
        return
    weave = any(None in sub.boarding for sub in layout.subsections)
    if weave:
        yield from (_weave(sub, _regular_tables(movement), boards_per_round) for sub in layout.subsections)
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


def player_moves(movement: Movement) -> Iterator[str]:
    """Yield how the players move, as far as a rule can be announced; the rover and its host have rules of their own."""
    if movement.rounds == 1:
        yield "They stay: there is one round only."
        return
    switched = switches(movement)
    movement = with_arrow_unturned(movement)
    walks = {c: _walk(movement, c) for c in movement.field.present if c not in _rover_and_host(movement)}
    sides = {c: {visit.seat for visit in _regular(movement, c)} for c in walks}
    if any(len(seats) > 1 for seats in sides.values()):
        yield "Everybody goes by guide card."
        return
    for side in movement.seat_names:
        line = [c for c in walks if sides[c] == {side}]
        yield from _line_moves(movement, side, line, walks) if line else ()
    if switched:
        where = (f"{round}{f' (tables {_listed(at)})' if at else ''}" for round, at in switched.items())
        yield f"The arrow is switched in round {', '.join(where)}: whoever sat NS at a table sits EW, and vice versa."
    if movement.revenge_rounds:
        last = ", ".join(map(str, movement.revenge_rounds))
        yield f"Opponents meet again, on fresh boards, in round {last}: revenge."
    # The host of a party table that is not there is met by nobody.
    host = {movement.rover.host} if movement.rover else set()
    if gone := movement.field.missing - host:
        yield f"Missing: {', '.join(map(movement.field.label, sorted(gone)))}. Whoever comes to play them sits out."


def _weave(sub: Subsection, tables: int, boards_per_round: int | None) -> str:
    """Return how one half of the boards of a crisscross goes, up and down."""
    groups = [copy.group for copy in sub.boarding if copy]
    steps = [a - b for a, b in pairwise(sub.descents)]
    moves = "; ".join(
        f"{step_words(step)} after {rounds}{_over_the_edge(step, tables)}" for step, rounds in _runs(steps)
    )
    return f"{named(groups, boards_per_round).capitalize()} go {moves}."


def _line_moves(movement: Movement, side: str, line: Sequence[int], walks: Mapping[int, Walk]) -> Iterator[str]:
    """Yield the moves of a line in which all, or odd and even numbers for themselves, do the same."""
    many = "players" if movement.is_individual else "pairs"
    odd = [c for c in line if movement.field.number(c) % 2]
    even = [c for c in line if movement.field.number(c) % 2 == 0]
    for parts in ([("", line)], [("Odd ", odd), ("Even ", even)]):
        rules = [_common(walks[c] for c in part) for _, part in parts]
        if all(rule is not None for rule in rules):
            for (which, _), rule in zip(parts, rules, strict=True):
                yield from _sentences(f"{which}{side} {many}", rule or (), _regular_tables(movement))
            return
    yield f"{side} {many} go by guide card."


def _common(walks: Iterable[Walk]) -> tuple[int, ...] | None:
    """Return the steps that all take, as far as they can be seen; None if they differ."""
    rule: list[int | None] = []
    for steps in zip(*walks, strict=True):
        seen = {step for step in steps if step is not None}
        if len(seen) > 1:
            return None
        rule.append(seen.pop() if seen else None)
    known = [step for step in rule if step is not None]
    if not known:
        return None
    # After a round in which all of them come from the party table or go there, they do as usual.
    usual = max(dict.fromkeys(known), key=known.count)
    return tuple(usual if step is None else step for step in rule)


def _sentences(who: str, walk: tuple[int, ...], tables: int) -> Iterator[str]:
    """Yield the usual step first, then the rounds after which another one is made."""
    usual = max(dict.fromkeys(walk), key=walk.count)  # of two equally frequent ones, the first
    if not any(walk):
        yield f"{who} stay."
        return
    yield f"{who} go {step_words(usual)}{_over_the_edge(usual, tables)}."
    for step, rounds in _runs(walk):
        if step != usual:
            skip = ": the skip, announce it" if (usual, step) == (1, 2) else ""
            moves = f"go {step_words(step)}{_over_the_edge(step, tables)}" if step else "stay where they are"
            yield f"After {rounds} they {moves}{skip}."


def _walk(movement: Movement, contestant: int) -> Walk:
    """Return how many tables up (below 0: down) a contestant goes after each round, the short way.

    None where it comes from the party table or goes there: that is by invitation, and no rule.
    """
    tables = {visit.round: visit.table for visit in _regular(movement, contestant)}
    of = _regular_tables(movement)
    half = (of - 1) // 2
    return tuple(
        ring(tables[round + 1] - tables[round] + half + 1, of) - half - 1
        if {round, round + 1} <= tables.keys()
        else None
        for round in range(1, movement.rounds)
    )


def _regular(movement: Movement, contestant: int) -> list[Visit]:
    """Return the visits to other tables than the party table."""
    party = movement.rover.party_table if movement.rover else 0
    return [v for v in movement.itinerary(movement.field.label(contestant)) if v.table != party]


def _regular_tables(movement: Movement) -> int:
    return movement.tables - bool(movement.rover)


def _rover_and_host(movement: Movement) -> tuple[int, ...]:
    return (movement.rover.contestant, movement.rover.host) if movement.rover else spares_of(movement)


def spares_of(movement: Movement) -> tuple[int, ...]:
    """Return the spare players of a Rainbow: those beyond four a table."""
    return tuple(range(4 * movement.tables + 1, movement.field.size + 1)) if movement.swivel else ()


def _runs(steps: Sequence[int]) -> Iterator[tuple[int, str]]:
    """Yield equal steps together with the rounds after which they are made, in words."""
    for step, run in groupby(enumerate(steps, start=1), key=lambda item: item[1]):
        rounds = [round for round, _ in run]
        many = len(rounds) > 1
        yield step, f"rounds {rounds[0]}-{rounds[-1]}" if many else f"round {rounds[0]}"


def _listed(numbers: Iterable[int]) -> str:
    return ", ".join(map(str, numbers))


def step_words(step: int) -> str:
    """Return a step in words: "up one table"."""
    if step == 0:
        return "nowhere"
    size = {1: "one table", 2: "two tables"}.get(abs(step), f"{abs(step)} tables")
    return f"{'up' if step > 0 else 'down'} {size}"


def _over_the_edge(step: int, tables: int) -> str:
    """Return where those go whom a small step takes beyond the last table, or below the first."""
    if step in (1, 2):
        ends = [(tables - step + i, i) for i in range(1, step + 1)]
    elif step == -1:
        ends = [(1, tables)]
    elif 2 * abs(step) == tables:
        across = abs(step) + 1
        return f", across the room: from table 1 to table {across} and from table {across} to table 1"
    else:
        return ""
    return ", " + " and ".join(f"from table {a} to table {b}" for a, b in ends)

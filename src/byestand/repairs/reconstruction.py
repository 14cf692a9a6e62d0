"""Rebuilds what was played from the plan and the problems reported.

Impossible reports raise an error with the reason. Results that the Laws cancel are always cancelled.
"""

from collections import Counter
from collections.abc import Iterable

from byestand.errors import BadRequest
from byestand.language import say, say_many
from byestand.model.history import Cell, History, SeenCell
from byestand.model.movement import Grid, Movement
from byestand.repairs.actual_play import ActualPlay
from byestand.repairs.mishap_syntax import Mishaps
from byestand.repairs.wrong_moves import PairLeft, apply_wrong_moves
from byestand.verify.history_rules import TABLES_A_COPY
from byestand.words.numbers import join_items


def reconstruct_play(plan: Movement, after: int, mishaps: Mishaps, *, copies: int, letter: str = "") -> ActualPlay:
    """Return the rounds up to *after* as they were played: the plan, except for the problems reported.

    The *letter* of a section is put before pair numbers.
    """
    _require_rounds_left(plan, after, mishaps)
    if mishaps.late_pairs and plan.is_individual:
        raise BadRequest(say("late pairs cannot join an individual movement: {pairs}", pairs=mishaps.late_pairs))
    seats, groups = reconstruct_seats(plan, after, mishaps)
    _require_one_place(plan, seats, letter)
    seen = after if mishaps.cards_out else after - 1
    seats, groups = seats[:seen], groups[:seen]
    require_copies(seats, groups, copies)
    reported = {(cell.round, cell.table) for cell in mishaps.cells if cell.cancelled}
    _require_seen(reported, seen)
    before = plan.history or History(0)
    cancelled = before.cancelled_cells | reported | _played_again(seats, groups)
    left = {gone.contestant for gone in mishaps.departures} | {who for who, _ in before.departures}
    return ActualPlay(plan, seats, groups, cancelled, frozenset(left), mishaps.late_pairs)


def reconstruct_seats(plan: Movement, after: int, mishaps: Mishaps) -> tuple[Grid, Grid]:
    """Return the seats and the boards on the tables up to round *after*, played or not."""
    seats, groups = apply_wrong_moves(plan, after, mishaps.moves, mishaps.boards_moves, mishaps.departures)
    for cell in mishaps.cells:
        if cell.round > after:
            _require_planned(plan, cell, after)
            continue
        _require_there(plan, cell, mishaps.departures)
        seats[cell.round - 1, cell.table - 1] = cell.contestants
        groups[cell.round - 1, cell.table - 1] = cell.group
    return seats, groups


def _require_rounds_left(plan: Movement, after: int, mishaps: Mishaps) -> None:
    if after == plan.rounds and mishaps.cards_out:
        raise BadRequest(
            say("round {round} is the last round: enter the result or an adjusted score under Results", round=after)
        )
    first, last = plan.history.after if plan.history else 0, plan.rounds - 1
    if not mishaps.cards_out:
        first, last = first + 1, last + 1
    if not first <= after <= last:
        raise BadRequest(
            say(
                "last round played must be {first} to {last} (the movement has {rounds} rounds), not {after}",
                first=first,
                last=last,
                rounds=plan.rounds,
                after=after,
            )
        )


def _require_planned(plan: Movement, cell: SeenCell, after: int) -> None:
    """Raise if a report about a future round differs from the plan; a file may contain the planned rounds."""
    row, column = cell.round - 1, cell.table - 1
    if (*cell.contestants, cell.group) != (*plan.seats[row, column].tolist(), int(plan.groups[row, column])):
        raise BadRequest(
            say(
                "round {round} has not been played yet; the last round played is {after}", round=cell.round, after=after
            )
        )


def _require_there(plan: Movement, cell: SeenCell, gone: tuple[PairLeft, ...]) -> None:
    """Raise if a report has a pair that was not present, or cancels a result that does not exist."""
    where = {"round": cell.round, "table": cell.table}
    if missing := [plan.field.label(who) for who in cell.contestants if who in plan.field.missing]:
        raise BadRequest(
            say(
                "round {round}, table {table}: missing from the start, cannot have sat there: {pairs}",
                pairs=join_items(missing),
                **where,
            )
        )
    for left in gone:
        if left.contestant in cell.contestants and cell.round > left.after:
            raise BadRequest(
                say(
                    "round {round}, table {table}: {pair} had left after round {after}",
                    pair=plan.field.label(left.contestant),
                    after=left.after,
                    **where,
                )
            )
    if cell.cancelled and not (cell.group and all(cell.contestants)):
        raise BadRequest(say("round {round}, table {table}: there is no result to cancel", **where))


def _require_seen(cancelled: Iterable[Cell], seen: int) -> None:
    for round, table in sorted(cancelled):
        if round > seen:
            raise BadRequest(
                say(
                    "round {round}, table {table}: nothing to cancel, because no cards were looked at",
                    round=round,
                    table=table,
                )
            )


def _require_one_place(plan: Movement, seats: Grid, letter: str) -> None:
    """Raise if a contestant sits in two places in a round."""
    for round, people in enumerate(seats.tolist(), start=1):
        places: dict[int, list[int]] = {}
        for table, who in enumerate(people, start=1):
            for contestant in who:
                places.setdefault(contestant, []).append(table)
        for contestant, tables in places.items():
            label = plan.field.label(contestant, letter) if contestant else ""
            if contestant and len(set(tables)) > 1:
                raise BadRequest(
                    say(
                        "round {round}: {pair} cannot have sat at tables {tables}; enter the pairs at each table",
                        round=round,
                        pair=label,
                        tables=join_items(sorted(set(tables))),
                    )
                )
            if contestant and len(tables) > 1:
                raise BadRequest(
                    say(
                        "round {round}: {pair} cannot have sat twice at one table; enter the pairs at each table",
                        round=round,
                        pair=label,
                    )
                )


def require_copies(seats: Grid, groups: Grid, copies: int) -> None:
    """Raise if more tables play a deal group in a round than can share its copies."""
    full = (seats > 0).all(axis=2) & (groups > 0)
    for round, (lies, plays) in enumerate(zip(groups.tolist(), full.tolist(), strict=True), start=1):
        uses = Counter(group for group, here in zip(lies, plays, strict=True) if here)
        for group, tables in uses.items():
            if tables > TABLES_A_COPY * copies:
                raise BadRequest(
                    say_many(
                        "round {round}: 1 set of boards cannot serve {tables} tables for group {group}; at most two"
                        " tables can share a set",
                        "round {round}: {number} sets of boards cannot serve {tables} tables for group {group}; at most"
                        " two tables can share a set",
                        copies,
                        round=round,
                        tables=tables,
                        group=group,
                    )
                )


def _played_again(seats: Grid, groups: Grid) -> frozenset[Cell]:
    """Return where a contestant had played the boards before: Law 15B cancels the result for both sides."""
    seen: set[tuple[int, int]] = set()
    cells = []
    for round, (people, lies) in enumerate(zip(seats.tolist(), groups.tolist(), strict=True), start=1):
        here: set[tuple[int, int]] = set()
        for table, (who, group) in enumerate(zip(people, lies, strict=True), start=1):
            if group and all(who):
                if any((contestant, group) in seen for contestant in who):
                    cells.append((round, table))
                here.update((contestant, group) for contestant in who)
        seen |= here
    return frozenset(cells)

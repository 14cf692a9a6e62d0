"""What really happened: the plan as it was played, by cells that differ from it.

What cannot have happened is refused with the reason; what the laws cancel is cancelled, whoever says so.
"""

from collections import Counter
from collections.abc import Iterable

from byestand.errors import BadRequest
from byestand.model import Cell, Grid, Movement, Played, SeenCell
from byestand.words.numbers import enumerated


def as_played(
    plan: Movement,
    after: int,
    cells: Iterable[SeenCell] = (),
    *,
    left: frozenset[int] = frozenset(),
    came: int = 0,
) -> Played:
    """Return the rounds up to *after* as they were played: the plan, but for the cells that are told."""
    _require_rounds_left(plan, after)
    seats, groups = plan.seats[:after].copy(), plan.groups[:after].copy()
    said: set[Cell] = set()
    for cell in cells:
        if cell.round > after:
            _require_planned(plan, cell, after)
            continue
        seats[cell.round - 1, cell.table - 1] = cell.who
        groups[cell.round - 1, cell.table - 1] = cell.group
        if cell.cancelled:
            said.add((cell.round, cell.table))
    _require_one_place(plan, seats)
    before = plan.history.cancelled if plan.history else frozenset()
    cancelled = frozenset(said) | before | _played_again(seats, groups)
    return Played(plan, seats, groups, cancelled, left, came)


def _require_rounds_left(plan: Movement, after: int) -> None:
    if after == plan.rounds:
        raise BadRequest(f"round {after} is the last one: nothing is left to repair")
    before = plan.history.after if plan.history else 0
    if not before <= after < plan.rounds:
        low = f"{before} to " if before else "0 to "
        raise BadRequest(f"there are {plan.rounds} rounds; repair after round {low}{plan.rounds - 1}, not {after}")


def _require_planned(plan: Movement, cell: SeenCell, after: int) -> None:
    """Raise where something is told of a round that is yet to come; as planned it may stand in a file."""
    row, column = cell.round - 1, cell.table - 1
    if (*cell.who, cell.group) != (*plan.seats[row, column].tolist(), int(plan.groups[row, column])):
        raise BadRequest(f"round {cell.round} is yet to come after round {after}: only what was played can be told")


def _require_one_place(plan: Movement, seats: Grid) -> None:
    for round, people in enumerate(seats.tolist(), start=1):
        places: dict[int, list[int]] = {}
        for table, who in enumerate(people, start=1):
            for contestant in who:
                places.setdefault(contestant, []).append(table)
        for contestant, tables in places.items():
            if contestant and len(tables) > 1:
                label = plan.field.label(contestant)
                where = "twice" if len(set(tables)) == 1 else "at once"
                raise BadRequest(
                    f"round {round}: {label} cannot have sat at tables {enumerated(sorted(set(tables)))} {where};"
                    " tell who sat where at each of them"
                )


def _played_again(seats: Grid, groups: Grid) -> frozenset[Cell]:
    """Return where somebody had seen the boards before: law 15B cancels them for both sides."""
    seen: set[tuple[int, int]] = set()
    found = []
    for round, (people, lies) in enumerate(zip(seats.tolist(), groups.tolist(), strict=True), start=1):
        here: Counter[tuple[int, int]] = Counter()
        for table, (who, group) in enumerate(zip(people, lies, strict=True), start=1):
            if group and all(who):
                if any((contestant, group) in seen for contestant in who):
                    found.append((round, table))
                here.update((contestant, group) for contestant in who)
        seen.update(here)
    return frozenset(found)

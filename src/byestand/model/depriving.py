"""Who is deprived of a meeting that was planned: by a pair that left, or by a mishap."""

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from byestand.model.history import Cell, Deprived, History
from byestand.model.movement import LINE_OF_SEAT, Grid, Movement


def deprived(
    plan: Movement, seats: Grid, groups: Grid, has_boards: npt.NDArray[np.bool_], history: History
) -> tuple[Deprived, ...]:
    """Return the meetings of a night that are not played, though the plan has them or people sit there.

    *groups* are the boards that a table was to have, *has_boards* tells where some lie. A seat that nobody takes
    stands for somebody who has left; where nobody has, it is a scheduled sit-out and no loss.
    """
    before = {one[:2]: one for one in (plan.history or History(0)).deprived}
    full, planned_full = (seats > 0).all(axis=2), (plan.seats > 0).all(axis=2)
    lost = (plan.played & ~(full & has_boards)) | (full & ~has_boards & ~planned_full)
    cells = {(r + 1, t + 1) for r, t in np.argwhere(lost).tolist()}
    cells |= {cell for cell in before if not (full & has_boards)[cell[0] - 1, cell[1] - 1]}
    return tuple(_losses(plan, seats, groups, sorted(cells), before, history))


def _losses(
    plan: Movement,
    seats: Grid,
    groups: Grid,
    cells: list[Cell],
    before: dict[tuple[int, int], Deprived],
    history: History,
) -> Iterator[Deprived]:
    for round in sorted({round for round, _ in cells}):
        taken = {left for came, left in history.places if not history.is_away(came, round)}
        away = [who for who, _ in history.left if history.is_away(who, round) and who not in taken]
        for cell in (cell for cell in cells if cell[0] == round):
            at = cell[0] - 1, cell[1] - 1
            planned = before[cell].who if cell in before else tuple(plan.seats[at].tolist())
            who = _with_those_away(plan, tuple(seats[at].tolist()), planned, away)
            group = int(groups[at]) or int(plan.groups[at]) or (before[cell].group if cell in before else 0)
            if group and all(who) and any(seats[at]):
                yield Deprived(*cell, who, group)


def _with_those_away(
    plan: Movement, seated: tuple[int, ...], planned: tuple[int, ...], away: list[int]
) -> tuple[int, ...]:
    """Return who is at a table, and for each empty seat who left it, taken out of *away*: those planned there first."""
    who = list(seated)
    for seat in (seat for seat, contestant in enumerate(seated) if not contestant):
        fitting = [one for one in away if _may_sit(plan, one, seat)]
        wanted = [one for one in fitting if one == planned[seat]] or fitting
        if wanted:
            who[seat] = wanted[0]
            away.remove(wanted[0])
    return tuple(who)


def _may_sit(plan: Movement, contestant: int, seat: int) -> bool:
    """Tell whether a seat is one of the contestant's own line; with one line all are."""
    if plan.field.winners == 1:
        return True
    return plan.field.line(contestant) == (LINE_OF_SEAT[seat] if plan.is_individual else seat)

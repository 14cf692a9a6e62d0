"""What going on in some way costs, for the searches; the judge counts for itself."""

from typing import NamedTuple

import numpy as np

from byestand.model.history import Continuation
from byestand.model.movement import Grid
from byestand.model.played import Played
from byestand.search.repairs.least import Night


class Loss(NamedTuple):
    """As directors count: first tables that cannot play, then pairs that meet again."""

    lost: int
    again: int


def loss_of(played: Played, how: Continuation) -> Loss:
    """Return what it costs to go on like this; a table whose people know the boards cannot play."""
    night = Night.after(played)
    lost = again = 0
    for seats, groups, planned in zip(how.seats, how.groups, played.plan.played[played.after :], strict=True):
        plays = night.fresh(seats, groups)
        lost += int((planned & ~plays).sum())
        again += int((plays & night.met[seats[:, 0], seats[:, 1]]).sum())
        night = night.with_round(seats, groups)
    return Loss(lost, again)


def played_out(played: Played, seats: Grid, groups: Grid) -> Grid:
    """Return the boards without those that somebody at the table has seen by then: nothing is played there."""
    night, left = Night.after(played), groups.copy()
    for round, (here, on) in enumerate(zip(seats, groups, strict=True)):
        left[round] = np.where((here > 0).all(axis=1) & ~night.fresh(here, on), 0, on)
        night = night.with_round(here, on)
    return left


def sharing_fits(played: Played, how: Continuation, *, copies: int, extra: int) -> bool:
    """Tell whether in no round more sets are shared than planned and *extra*, and no three tables share one."""
    plan, after = played.plan, played.after
    now = np.where((how.seats > 0).all(axis=2), how.groups, 0)
    planned = np.where(plan.played[after:], plan.groups[after:], 0)
    return all(
        _shared(here, copies) <= _shared(there, copies) + extra
        and _most_uses(here) <= max(2 * copies, _most_uses(there))
        for here, there in zip(now, planned, strict=True)
    )


def _shared(groups: Grid, copies: int) -> int:
    return int(np.maximum(np.bincount(groups)[1:] - copies, 0).sum())


def _most_uses(groups: Grid) -> int:
    return int(np.bincount(groups)[1:].max(initial=0))

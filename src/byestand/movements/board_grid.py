"""From the physical layout of the boards to the grid of deal groups.

Every maker first describes its layout and then computes the grid from it, so that the printed layout and the schedule
always agree.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import repeat
from typing import Literal

import numpy as np

from byestand.errors import BadRequest
from byestand.language import say
from byestand.model.claims import Claim, Revenge, Stay, Step
from byestand.model.field import Field
from byestand.model.layout import Copy, Layout, Subsection
from byestand.model.movement import MAX_ROUNDS, MAX_TABLES, Grid, Movement
from byestand.model.walks import ring


def subsection(
    tables: Sequence[int],
    *,
    deal_groups: int,
    rounds: int,
    case: str,
    lead: int = 1,
    order: Literal["up", "down"] = "up",
) -> Subsection:
    """Return the ring of one set: the first places have the tables, the rest are the bye stand.

    *lead* is the group on the first table in round 1; upwards the next place has the next group, downwards the previous
    one. Boards move down one place per round.
    """
    stand = deal_groups - len(tables)
    return Subsection(
        places=tuple((table,) for table in tables) + ((),) * stand,
        initial_copies=_initial_groups(deal_groups, case, lead, order),
        descents=tuple(range(rounds)),
        order=order,
    )


@lru_cache(maxsize=1024)
def _initial_groups(deal_groups: int, case: str, lead: int, order: Literal["up", "down"]) -> tuple[Copy, ...]:
    if order == "up":
        groups = (*range(lead, deal_groups + 1), *range(1, lead))
    else:
        groups = (*range(lead, 0, -1), *range(deal_groups, lead, -1))
    return tuple(map(Copy, repeat(case), groups))


def boards_on_tables(layout: Layout, *, tables: int, rounds: int) -> Grid:
    """Return the deal group at every table in every round, according to the layout."""
    groups = np.zeros((rounds, tables), dtype=np.int64)
    for sub in layout.subsections:
        started = np.array([copy.group if copy else 0 for copy in sub.initial_copies])
        place = np.array([p for p, there in enumerate(sub.places, start=1) for _ in there])
        # Each table of a weave is in two rings, only one of which has boards there in a given round.
        came_down = np.array(sub.descents[:rounds])[:, np.newaxis]
        brought = started[ring(place + came_down, len(sub.places)) - 1]
        there = sub.tables
        # Consecutive tables, the usual case, are a slice, which is faster than a list of columns.
        if there == tuple(range(there[0], there[0] + len(there))):
            groups[:, there[0] - 1 : there[-1]] += brought
        else:
            groups[:, [table - 1 for table in there]] += brought
    return groups


def pairs_movement(
    kind: str,
    layout: Layout,
    moving: Grid,
    *,
    deal_groups: int,
    claims: Sequence[Claim] | None = None,
    revenge_rounds: tuple[int, ...] = (),
) -> Movement:
    """Return the movement in which NS pair k stays at table k and *moving* gives the EW pair at each table.

    *kind* is its name, with a gap for the tables. *claims* say how EW move; by default all move up one table.
    """
    rounds, tables = moving.shape
    seats = np.empty((rounds, tables, 2), dtype=np.int64)
    seats[:, :, 0] = np.arange(1, tables + 1)
    seats[:, :, 1] = moving + tables
    return Movement(
        title="",
        kind=kind,
        seats=seats,
        groups=boards_on_tables(layout, tables=tables, rounds=rounds),
        field=Field((tables, tables)),
        deal_groups=deal_groups,
        layout=layout,
        claims=(
            Stay(tuple(range(1, tables + 1))),
            *([Step(ew_pairs(tables), tables, (1,) * (rounds - 1))] if claims is None else claims),
            *([Revenge(revenge_rounds)] if revenge_rounds else []),
        ),
    )


def ew_pairs(tables: int) -> tuple[int, ...]:
    """Return the contestants of the EW line of a movement without missing pairs."""
    return tuple(range(tables + 1, 2 * tables + 1))


def rounds_and_tables(rounds: int, tables: int) -> tuple[Grid, Grid]:
    """Return round numbers as a column and table numbers as a row, for use in formulas."""
    return np.arange(1, rounds + 1)[:, np.newaxis], np.arange(1, tables + 1)


def require_sizes(*, tables: int, rounds: int, most: int, what: str) -> None:
    """Raise unless there are at least 2 tables and 1 to *most* rounds; *what* is the movement in the error."""
    if not 2 <= tables <= MAX_TABLES:
        reason = say("tables must be {low} to {high}, not {tables}", low=2, high=MAX_TABLES, tables=tables)
        raise BadRequest(f"{what}: {reason}")
    limit = min(most, MAX_ROUNDS)
    if not 1 <= rounds <= limit:
        reason = say("rounds must be {low} to {high}, not {rounds}", low=1, high=limit, rounds=rounds)
        raise BadRequest(f"{what}: {reason}")

"""Common parts of all individual movements: the swivel, the numbers of the players, and their grids."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from byestand.errors import BadRequest
from byestand.language import say
from byestand.model.claims import ByCard, Claim, Route, Stay, Swivel
from byestand.model.field import Field
from byestand.model.layout import Layout
from byestand.model.limits import MAX_BOARDS_PER_ROUND
from byestand.model.movement import Grid, Movement

TURN = ("NSEW", "NEWS", "NWSE")
"""Three boards: after each one the others turn clockwise round North: East to South, South to West, West to East."""
EXCHANGE = ("NSEW", "NESW")
"""Two boards: South and East change seats after the first."""


def swivel_for(boards_per_round: int) -> tuple[str, ...]:
    """Return the seats on each board of a round, so that a player has the three partners as evenly as possible.

    >>> swivel_for(3)
    ('NSEW', 'NEWS', 'NWSE')
    >>> swivel_for(4)
    ('NSEW', 'NSEW', 'NEWS', 'NWSE')
    """
    n = boards_per_round
    if not 1 <= n <= MAX_BOARDS_PER_ROUND:
        raise BadRequest(
            say("boards per round must be 1 to {limit}, not {boards}", limit=MAX_BOARDS_PER_ROUND, boards=n)
        )
    if n <= 2:
        return EXCHANGE[:n]
    each, more = divmod(n, 3)
    return tuple(turn for place, turn in enumerate(TURN) for _ in range(each + (place < more)))


def with_swivel(movement: Movement, boards_per_round: int) -> Movement:
    """Return a Rainbow with the swivel for this many boards; a movement without a swivel is unchanged."""
    return movement.with_claim(Swivel(swivel_for(boards_per_round))) if movement.swivel else movement


def rainbow_movement(
    kind: str,
    lines: Sequence[Grid],
    groups: Grid,
    *,
    deal_groups: int,
    layout: Layout | None = None,
    claims: Sequence[Claim] = (),
) -> Movement:
    """Return the movement in which North k stays at table k; *lines* are S, E and W, numbered by their first table.

    As in the published library, North has the number of the table, West t more, South 2t more, East 3t more. *claims*
    say how the other three move; by default by guide card.
    """
    rounds, tables = groups.shape
    south, east, west = lines
    seats = np.empty((rounds, tables, 4), dtype=np.int64)
    seats[:, :, 0] = np.arange(1, tables + 1)
    seats[:, :, 1], seats[:, :, 2], seats[:, :, 3] = south + 2 * tables, east + 3 * tables, west + tables
    return Movement(
        title="",
        kind=kind,
        seats=seats,
        groups=groups,
        field=Field((tables,) * 4),
        deal_groups=deal_groups,
        layout=layout,
        claims=(
            Stay(tuple(range(1, tables + 1))),
            *(claims or [ByCard(tuple(range(tables + 1, 4 * tables + 1)))]),
            Swivel(TURN),
        ),
    )


def players_of(seat: str, tables: int) -> tuple[int, ...]:
    """Return the players of the line that starts in a seat.

    >>> players_of("West", 3)
    (4, 5, 6)
    """
    before = ("North", "West", "South", "East").index(seat) * tables
    return tuple(range(before + 1, before + tables + 1))


def with_spares(movement: Movement, routes: Sequence[Sequence[tuple[int, int]]]) -> Movement:
    """Return a Rainbow with spare players, who take these seats (table from 1, seat from 0) round by round.

    The players of these seats sit out. A spare player sits in all directions, so all players become one line, the spare
    ones last.
    """
    size = movement.field.size
    seats = movement.seats.copy()
    for spare, route in enumerate(routes, start=size + 1):
        for row, (table, seat) in enumerate(route):
            seats[row, table - 1, seat] = spare
    return replace(
        movement,
        seats=seats,
        field=Field((size + len(routes),)),
        claims=(*movement.claims, *(Route(spare) for spare in range(size + 1, size + len(routes) + 1))),
        name="",
    )

"""Individual movements for 4n + 2 players: n full tables, and two other players sit out in every round.

The players are two rings of m = 2n + 1, numbered 1 to m and m + 1 to 2m; boards are a third ring of m groups. After
each round each player takes the place of the next lower number of the ring, and every table plays the next group, so
that one round determines all of them. Two players are partners as often as their difference occurs among the partners
of the first round, and likewise for opponents. A player of ring place p at a table with group g plays group g - p,
counted from the player's number, so these differences must not repeat within a ring.
"""

import numpy as np

from byestand.errors import BadRequest
from byestand.language import phrase, say
from byestand.model.claims import ByCard
from byestand.model.field import Field
from byestand.model.movement import Movement

STARTS: dict[int, tuple[tuple[tuple[int, int, int, int], int], ...]] = {
    10: (
        ((6, 7, 2, 9), 0),
        ((1, 3, 8, 4), 3),
    ),
    14: (
        ((12, 9, 13, 5), 0),
        ((3, 8, 11, 4), 1),
        ((1, 2, 10, 6), 2),
    ),
    18: (
        ((5, 3, 13, 2), 0),
        ((1, 4, 16, 8), 4),
        ((14, 11, 7, 12), 6),
        ((6, 10, 15, 17), 8),
    ),
    22: (
        ((20, 15, 17, 7), 0),
        ((3, 6, 4, 13), 3),
        ((10, 18, 2, 1), 4),
        ((12, 21, 9, 16), 5),
        ((19, 5, 14, 8), 6),
    ),
    26: (
        ((10, 5, 7, 6), 0),
        ((4, 1, 23, 12), 1),
        ((2, 24, 16, 8), 6),
        ((19, 3, 25, 21), 8),
        ((22, 17, 11, 9), 10),
        ((20, 14, 15, 18), 12),
    ),
}
"""The tables of round 1 by number of players: players N, S, E, W and the deal group, all counted from 0.

Found by annealing for the best balance, with no partner twice and no opponent three times. Players 0 and m sit out.
"""


def two_out_sizes() -> tuple[int, ...]:
    """Return the numbers of players for which there is a movement."""
    return tuple(STARTS)


def two_out_rounds(players: int) -> int:
    """Return the rounds after which each player has sat out once and played all groups but one; 0 if not available."""
    return players // 2 if players in STARTS else 0


def two_out(*, players: int, rounds: int | None = None) -> Movement:
    """Return the movement for this many players, or its first rounds."""
    longest = two_out_rounds(players)
    played = longest if rounds is None else rounds
    if not 1 <= played <= longest:
        raise BadRequest(
            say(
                "with {players} players, of whom 2 sit out, there are 1 to {limit} rounds, not {rounds}",
                players=players,
                limit=longest,
                rounds=played,
            )
        )
    seats = np.array([table for table, _ in STARTS[players]])
    groups = np.array([group for _, group in STARTS[players]])
    after = np.arange(played)
    ring = seats // longest * longest
    moved = ring + (seats - ring + after[:, np.newaxis, np.newaxis]) % longest
    return Movement(
        title="",
        kind=phrase("individual movement for {players} players"),
        seats=moved + 1,
        groups=(groups + after[:, np.newaxis]) % longest + 1,
        field=Field((players,)),
        deal_groups=longest,
        claims=(ByCard(tuple(range(1, players + 1))),),
    )

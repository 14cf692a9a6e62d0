"""Whist movements for few individual players: all players are partners once and opponents twice.

All players of the first round move round a ring together (or two rings of 3 or of 5), so one round determines all
others: among its partners every difference of two players must occur once, among its opponents twice. With 4n players
the last one is stationary, and there are 4n - 1 rounds; with 4n + 1 players there are 4n + 1 rounds, and each player
sits out once. All tables play the same boards in a round: they share them, or there is a copy for each table.
"""

import numpy as np

from byestand.errors import BadRequest
from byestand.language import phrase, say
from byestand.model.claims import ByCard
from byestand.model.field import Field
from byestand.model.movement import Movement
from byestand.movements.rainbow_jumps import add

STAYS = -1

STARTS: dict[int, tuple[tuple[int, ...], tuple[tuple[int, int, int, int], ...]]] = {
    4: ((3,), ((-1, 0, 1, 2),)),
    5: ((5,), ((1, 4, 2, 3),)),
    8: ((7,), ((-1, 0, 3, 2), (1, 5, 6, 4))),
    9: ((3, 3), ((1, 2, 6, 3), (4, 8, 5, 7))),
    12: ((11,), ((-1, 0, 2, 5), (1, 7, 9, 8), (3, 10, 4, 6))),
    13: ((13,), ((1, 10, 2, 7), (3, 4, 8, 6), (12, 9, 5, 11))),
    16: ((15,), ((-1, 0, 6, 8), (1, 12, 14, 11), (10, 5, 2, 9), (3, 4, 13, 7))),
    17: ((17,), ((1, 16, 12, 5), (2, 15, 7, 10), (4, 13, 3, 14), (8, 9, 6, 11))),
    20: ((19,), ((-1, 0, 6, 18), (1, 4, 11, 2), (10, 14, 3, 16), (8, 9, 5, 13), (7, 12, 17, 15))),
    21: ((21,), ((1, 11, 19, 18), (13, 9, 2, 4), (3, 10, 20, 5), (6, 15, 7, 12), (17, 14, 8, 16))),
    24: ((23,), ((-1, 0, 17, 4), (1, 8, 11, 10), (2, 20, 21, 9), (3, 7, 18, 12), (5, 13, 6, 15), (14, 16, 19, 22))),
    25: ((5, 5), ((1, 10, 12, 8), (7, 17, 2, 9), (15, 16, 3, 11), (4, 5, 21, 23), (20, 14, 6, 24), (13, 18, 19, 22))),
    28: (
        (27,),
        (
            (-1, 0, 26, 11),
            (1, 3, 16, 10),
            (2, 19, 14, 6),
            (21, 7, 4, 15),
            (5, 25, 23, 22),
            (8, 17, 12, 9),
            (13, 18, 24, 20),
        ),
    ),
    29: (
        (29,),
        (
            (1, 12, 4, 24),
            (5, 21, 2, 10),
            (11, 7, 3, 25),
            (16, 19, 6, 18),
            (8, 23, 9, 28),
            (17, 22, 13, 15),
            (14, 20, 26, 27),
        ),
    ),
}
"""The rings and the first round by number of players: N, S, E, W at each table, counted from 0.

Found by a short search; the directions of the tables are those with the best balance.
"""


def whist_sizes() -> tuple[int, ...]:
    """Return the numbers of players for which there is a movement."""
    return tuple(STARTS)


def whist_rounds(players: int) -> int:
    """Return the rounds after which all players have been partners; 0 if there is no movement."""
    return players - (players % 4 == 0) if players in STARTS else 0


def whist(*, players: int, rounds: int | None = None) -> Movement:
    """Return the perfect movement for this many players, or its first rounds."""
    longest = whist_rounds(players)
    if not longest:
        sizes = ", ".join(map(str, STARTS))
        raise BadRequest(say("whist movements are for {sizes} players, not {players}", sizes=sizes, players=players))
    played = longest if rounds is None else rounds
    if not 1 <= played <= longest:
        raise BadRequest(
            say(
                "a whist movement for {players} players has 1 to {limit} rounds, not {rounds}",
                players=players,
                limit=longest,
                rounds=played,
            )
        )
    sides, start = STARTS[players]
    first = np.array(start)
    far = np.arange(played)[:, np.newaxis, np.newaxis]
    seats = add(np.where(first == STAYS, 0, first), far, sides)
    seats[:, first == STAYS] = players - 1
    return Movement(
        title="",
        kind=phrase("whist movement for {players} players"),
        seats=seats + 1,
        groups=np.repeat(np.arange(1, played + 1)[:, np.newaxis], len(start), axis=1),
        field=Field((players,)),
        deal_groups=played,
        claims=(ByCard(tuple(range(1, players + 1))),),
    )

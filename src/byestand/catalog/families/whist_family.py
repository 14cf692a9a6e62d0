"""Individual movements in one line: whist, in which all players are partners once, and movements with two sit-outs.

I pp rr                    players, rounds; for 10, 14, 18, 22 and 26 players two sit out in every round
"""

from collections.abc import Iterator, Sequence

from byestand.catalog.family import HOW, MAX_TABLES, Family, Grammar, Name, NameNumbers, PlayersOffer
from byestand.errors import BadRequest
from byestand.language import say
from byestand.model.movement import Movement
from byestand.movements import two_out, two_out_rounds, two_out_sizes, whist, whist_rounds, whist_sizes

FEWEST_PLAYERS, MOST_PLAYERS = 4, 29


def _read(numbers: Sequence[int]) -> NameNumbers:
    if len(numbers) > 2:
        raise BadRequest(say("the code of a whist movement has 2 numbers: players and rounds"))
    players, rounds = numbers
    if not FEWEST_PLAYERS <= players <= MOST_PLAYERS:
        raise BadRequest(
            say(
                "whist movements are for {low} to {high} players, not {players}",
                low=FEWEST_PLAYERS,
                high=MOST_PLAYERS,
                players=players,
            )
        )
    return NameNumbers(players // 4, two_out_rounds(players) or rounds, rounds, players)


PLAYERS_AND_ROUNDS = Grammar(_read, lambda name: (name.players, name.rounds or name.deal_groups), tells_rounds=True)


def _name_of(players: int, rounds: int) -> Name:
    return Name(WHIST, players // 4, two_out_rounds(players) or rounds, rounds, players=players)


def _longest(players: int) -> int:
    return two_out_rounds(players) or whist_rounds(players)


def _make(name: Name) -> Movement:
    make = two_out if two_out_rounds(name.players) else whist
    return make(players=name.players, rounds=name.rounds)


def _members(tables: int) -> Iterator[Name]:
    sizes = sorted((*whist_sizes(), *two_out_sizes()))
    yield from (_name_of(players, _longest(players)) for players in sizes if players // 4 == tables)


def _usual() -> Iterator[Name]:
    yield from (_name_of(players, whist_rounds(players)) for players in (8, 9, 12, 13, 16, 20))


def _offers_players(players: int) -> Iterator[PlayersOffer]:
    """Yield the movement for this many players, or for up to three more with the last ones missing, in all lengths."""
    for r in range(2, two_out_rounds(players) + 1):
        yield PlayersOffer(_name_of(players, r), r, 1, HOW[2], sit_out=2)
    size = next((n for n in whist_sizes() if n - 3 < players <= n and (n % 4 == 0 or n == players)), 0)
    gone = tuple(str(n) for n in range(players + 1, size + 1))
    full = whist_rounds(size)
    for r in range(1, full + 1):
        yield PlayersOffer(_name_of(size, r), r, size // 4, HOW[2], size % 4 + 3 * len(gone), gone, full)


WHIST = Family(
    word="whist",
    letter="I",
    make=_make,
    longest=lambda name: _longest(name.players),
    members=_members,
    grammar=PLAYERS_AND_ROUNDS,
    tables=range(1, MAX_TABLES + 1),
    deal_groups=range(1, MAX_TABLES + 1),
    for_players=True,
    offers_players=_offers_players,
    usual=_usual,
)

"""Rainbows for individuals: four lines of players; players of the same line never meet.

R tt dd [rr] [S | D]       tables, deal groups (fewer than tables: a Rainbow Web), rounds when curtailed;
S = with a spare player, D = with two
"""

from collections.abc import Iterator
from dataclasses import replace

from byestand.catalog.family import HOW, MAX_TABLES, Family, Name, PlayersOffer
from byestand.errors import NoSuchMovement, NotFound
from byestand.language import say
from byestand.model.movement import Movement
from byestand.movements import (
    begun_by,
    is_jumping,
    rainbow,
    rainbow_rounds,
    rainbow_webs,
    rule_rounds,
    shipped_copies,
    shipped_spares,
    with_spares,
)

SPARES = ("S", "D")
MIN_TABLES_WITH_SPARES = 6
"""With five tables and spare players only three rounds would be possible."""


def _make(name: Name) -> Movement:
    movement = rainbow(tables=name.tables, deal_groups=name.deal_groups, rounds=name.rounds)
    return _with_spares(name, movement) if name.variant else movement


def _with_spares(name: Name, movement: Movement) -> Movement:
    """Return the Rainbow with spare players: their seats are read from data or found by a search."""
    plain, spares = replace(name, variant=""), SPARES.index(name.variant) + 1
    size = name.tables, name.deal_groups
    if known := shipped_spares(*size, begun_by(*size, movement.rounds), spares, movement.rounds):
        return with_spares(movement, known)
    from byestand.search import Found, Impossible, OutOfTime, find_spares  # noqa: PLC0415 - loaded by who needs it

    match find_spares(movement, spares):
        case Found(routes):
            return with_spares(movement, [[(seat.table, seat.seat) for seat in route] for route in routes])
        case Impossible(because):
            raise NoSuchMovement(say("{movement} has no seats for spare players", movement=plain), because=because)
        case OutOfTime():
            raise NotFound(say("no seats found for spare players of {movement}; some may exist", movement=plain))


def _members(tables: int) -> Iterator[Name]:
    yield from (RAINBOW.name(size, groups) for size, groups in rainbow_webs() if size == tables)
    if tables in RAINBOW.tables and rainbow_rounds(tables, tables) > 1:
        yield RAINBOW.name(tables, tables)


def _usual() -> Iterator[Name]:
    yield from (RAINBOW.name(t, t) for t in range(5, 31))


def move_description(tables: int, deal_groups: int, rounds: int) -> str:
    """Return how players know where to move."""
    if tables == deal_groups and rounds <= rule_rounds(tables):
        return HOW[0]
    return HOW[1] if is_jumping(tables, deal_groups, rounds) else HOW[2]


def _offers_players(players: int) -> Iterator[PlayersOffer]:
    """Yield every Rainbow: one or two extra players are spare; players sit out at a table with a missing player."""
    t, extra = divmod(players, 4)
    if t not in RAINBOW.tables:
        return
    if extra == 0 or (extra <= len(SPARES) and t >= MIN_TABLES_WITH_SPARES):
        yield from _of_all_lengths(t, variant=("", *SPARES)[extra], sit_out=extra)
    if extra and t + 1 <= MAX_TABLES:
        gone = tuple(str(n) for n in range(players + 1, 4 * t + 5))
        yield from _of_all_lengths(t + 1, missing=gone, sit_out=3 * len(gone))


def _of_all_lengths(
    t: int, *, variant: str = "", missing: tuple[str, ...] = (), sit_out: int = 0
) -> Iterator[PlayersOffer]:
    for d in sorted({t, *(groups for size, groups in rainbow_webs() if size == t)}):
        copies = shipped_copies(t, d) if t != d else 1
        for r in range(2, rainbow_rounds(t, d) + 1):
            name = RAINBOW.name(t, d, r, variant).canonical
            yield PlayersOffer(name, r, copies, move_description(t, d, r), sit_out, missing)


RAINBOW = Family(
    word="rainbow",
    letter="R",
    make=_make,
    longest=lambda name: rainbow_rounds(name.tables, name.deal_groups),
    members=_members,
    variants=("", *SPARES),
    deal_groups=range(2, MAX_TABLES + 1),
    for_players=True,
    spares=SPARES,
    offers_players=_offers_players,
    usual=_usual,
)

"""What happens between two rounds, as data."""

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple, TypeAlias

from byestand.flow.arrows import arrow_changes, home_side
from byestand.flow.attendance import sitting_out
from byestand.flow.board_moves import BoardMove, board_move
from byestand.flow.board_travel import BoardTravel, SharedCopy
from byestand.flow.groups import Group, groups_of
from byestand.flow.rover import PartyRound, PartyTable, is_unused, parties, party_rounds, spare_players, visits_left
from byestand.flow.steps import Edge, SignedJump, edge_of, jumps_after, skips
from byestand.model.claims import ByCard, Follow, Jump, Route, Stay, Step
from byestand.model.inferred_claims import infer_claims
from byestand.model.movement import GuideLine, Movement

Groups: TypeAlias = tuple[Group, ...]


class StepMove(NamedTuple):
    """A group moves a number of tables; 0: it stays this time."""

    groups: Groups
    by: int
    edge: Edge
    is_skip: bool
    is_changed: bool
    """After a repair the step differs from the usual one."""


class FollowMove(NamedTuple):
    """Everybody who moves follows another contestant."""

    by_number: bool
    """Whether they follow the next lower number."""
    first: int
    last: int
    """The first number follows the last one."""


class CardMove(NamedTuple):
    """A group moves by guide cards; no groups means everybody."""

    groups: Groups


class JumpMove(NamedTuple):
    """All but North jump as in a Rainbow."""

    jumps: tuple[tuple[str, SignedJump], ...]
    sides: tuple[int, ...]


PeopleMove: TypeAlias = StepMove | FollowMove | CardMove | JumpMove


class ArrowMove(NamedTuple):
    """An arrow switch begins or ends."""

    begins: bool
    tables: tuple[int, ...]
    """Empty means all tables."""
    side: str
    """The side of the stationary pairs afterwards."""


def people_moves(movement: Movement, round: int) -> Iterator[PeopleMove]:
    """Yield how people move after a round."""
    claims = infer_claims(movement)
    if jumps := [claim for claim in claims if isinstance(claim, Jump)]:
        yield JumpMove(jumps_after(jumps, movement, round), jumps[0].sides)
        return
    for claim in claims:
        match claim:
            case Step():
                yield _step(claim, movement, round)
            case Follow(contestants=circle):
                number = movement.field.number
                by_number = all(b == a + 1 for a, b in pairwise(circle))
                yield FollowMove(by_number, number(circle[0]), number(circle[-1]))
            case ByCard():
                yield _card(claim, movement)
            case _:
                continue


def _step(step: Step, movement: Movement, round: int) -> StepMove:
    by = step.by[round - 1] if step.by[round - 1] % step.tables else 0
    is_skip = bool(set(step.contestants) & skips(movement).get(round, frozenset()))
    # After a repair people may have other steps than usual.
    is_changed = movement.history is not None and by != step.by[0]
    return StepMove(groups_of(step.contestants, movement), by, edge_of(by, step.tables), is_skip, is_changed)


def _card(card: ByCard, movement: Movement) -> CardMove:
    roving = {route.contestant for route in movement.claims_of(Route)}
    everybody = set(movement.field.present) - roving <= set(card.contestants)
    return CardMove(() if everybody else groups_of(card.contestants, movement))


def stationary_groups(movement: Movement) -> Groups:
    """Return the groups that stay all session."""
    stays = (claim for claim in infer_claims(movement) if isinstance(claim, Stay))
    return tuple(group for claim in stays for group in groups_of(claim.contestants, movement))


def boards_move(travel: BoardTravel, round: int) -> BoardMove | None:
    """Return how boards move after a round; None where the jumps of players include them."""
    jumps = any(isinstance(claim, Jump) for claim in infer_claims(travel.movement))
    return None if jumps else board_move(travel, round)


def arrow_moves(movement: Movement, round: int) -> Iterator[ArrowMove]:
    """Yield the arrow switches that begin or end after a round."""
    begin, back = arrow_changes(movement, round + 1)
    usual, other = home_side(movement)
    for begins, tables, side in ((True, begin, other), (False, back, usual)):
        if tables:
            yield ArrowMove(begins, () if len(tables) == movement.tables else tables, side)


def rover_moves(movement: Movement, round: int) -> Iterator[tuple[PartyTable, PartyRound]]:
    """Yield the rovers of a round with their tables."""
    for party in parties(movement):
        yield from ((party, one) for one in party_rounds(movement, party) if one.round == round)


def spare_moves(movement: Movement, round: int) -> Iterator[tuple[int, GuideLine]]:
    """Yield the spare players with a seat in a round."""
    for spare in spare_players(movement):
        yield from ((spare, visit) for visit in visits_left(movement, spare) if visit.round == round)


def roving_visits(movement: Movement, round: int) -> Iterator[tuple[int, GuideLine]]:
    """Yield rovers, spare players and displaced pairs with their tables in a round; not those who sit out."""
    unused = {party.table for party in parties(movement) if is_unused(movement, party, round)}
    tables = ((party.host, movement.seats[round - 1, party.table - 1].tolist()) for party in parties(movement))
    guests = [contestant for host, here in tables for contestant in here if contestant not in (0, host)]
    for contestant in dict.fromkeys((*(route.contestant for route in movement.claims_of(Route)), *guests)):
        for visit in movement.itinerary(movement.field.label(contestant)):
            if visit.round == round and visit.table not in unused:
                yield contestant, visit


def sit_outs_without_rover(movement: Movement, round: int) -> list[int]:
    """Return who sits out in a round, without rovers and displaced pairs."""
    roving = {party.pair for party in parties(movement)}
    guests = {one.guest for _, one in rover_moves(movement, round)}
    out = sitting_out(movement, round)
    return [c for c in out if c not in roving and movement.field.label(c) not in guests]


def shares_without(travel: BoardTravel, round: int, tables: set[int]) -> list[SharedCopy]:
    """Return the shared copies of a round, without those of some tables."""
    return [copy for copy in travel.shared_copies(round) if not tables & set(copy.tables)]

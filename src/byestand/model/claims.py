"""How contestants move, as claims about the grids, which can be announced, checked by the judge and put into words.

A movement *is* its grids. A claim only gives the rule behind them and is optional: a movement from a file has the same
grids without claims. If there are claims, every contestant has exactly one of Stay, Step, Jump, Follow, Route and Card.
Turn and Swivel are additional claims about seats at a table, Revenge is one about opponents.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from math import prod
from typing import TypeAlias, TypeVar

from byestand.errors import BadRequest
from byestand.language import say
from byestand.model.limits import MAX_BOARDS_PER_ROUND


@dataclass(frozen=True, slots=True)
class Stay:
    """These contestants stay at their table for the whole session."""

    contestants: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Step:
    """These contestants move up the same number of tables after each round, from the last table on to the first."""

    contestants: tuple[int, ...]
    tables: int
    """The number of tables on their ring, without a party table."""
    by: tuple[int, ...]
    """The step after round 1, 2, …; negative is down."""


@dataclass(frozen=True, slots=True)
class Jump:
    """These contestants make the same jump after each round, on a grid of tables that wraps at its edges."""

    contestants: tuple[int, ...]
    sides: tuple[int, ...]
    """The number of blocks, rows per block and tables per row, in the order of table numbers."""
    by: tuple[tuple[int, ...], ...]
    """The jump along each side after round 1, 2, …"""


@dataclass(frozen=True, slots=True)
class Follow:
    """Each of these contestants goes to where the previous one sat; the first follows the last."""

    contestants: tuple[int, ...]
    same_seat: bool = True
    """Whether they take the same seat; otherwise only the table, and a guide card gives the seat."""


@dataclass(frozen=True, slots=True)
class Route:
    """A rover or a spare player takes a seat each round; the displaced pair goes to the party table or sits out.

    A rover plays one round at the party table against the host. A spare player has no party table and no host.
    """

    contestant: int
    host: int = 0
    """The stationary pair of the party table; with a half table it is missing, and displaced pairs sit out."""
    party_table: int = 0


@dataclass(frozen=True, slots=True)
class ByCard:
    """These contestants move by guide card: there is no rule."""

    contestants: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ArrowTurn:
    """An arrow switch at some tables in some rounds; otherwise these contestants keep their direction."""

    at: frozenset[tuple[int, int]]
    """Round and table."""
    contestants: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Swivel:
    """Individuals change seats within a round: who sits N, S, E, W on each board, by the seat they arrived at.

    ``("NSEW", "NESW")``: after the first board South and East change.
    """

    turns: tuple[str, ...]

    def __post_init__(self) -> None:
        if not 1 <= len(self.turns) <= MAX_BOARDS_PER_ROUND or any(
            sorted(turn) != sorted("NSEW") for turn in self.turns
        ):
            raise BadRequest(say("a swivel needs the letters N, S, E and W for each board, such as NESW"))


@dataclass(frozen=True, slots=True)
class Revenge:
    """In these rounds opponents meet again on purpose, on new boards."""

    rounds: tuple[int, ...]


Claim: TypeAlias = Stay | Step | Jump | Follow | Route | ByCard | ArrowTurn | Swivel | Revenge

C = TypeVar("C", Stay, Step, Jump, Follow, Route, ByCard, ArrowTurn, Swivel, Revenge)


def people_of(claim: Claim) -> tuple[int, ...]:
    """Return the contestants of a claim."""
    if isinstance(claim, Swivel | Revenge):
        return ()
    if isinstance(claim, Route):
        return (claim.contestant, claim.host) if claim.host else (claim.contestant,)
    return claim.contestants


def fits(claim: Claim, *, rounds: int, tables: int) -> bool:
    """Return whether the rounds and tables of a claim exist."""
    match claim:
        case Step(_, of, by):
            return 1 <= of <= tables and len(by) == rounds - 1
        case Jump(_, sides, jumps):
            return prod(sides) == tables and len(jumps) == rounds - 1 and all(len(j) == len(sides) for j in jumps)
        case Route():
            return 0 <= claim.party_table <= tables
        case ArrowTurn(at):
            return all(1 <= round <= rounds and 1 <= table <= tables for round, table in at)
        case Revenge(last):
            return all(1 <= round <= rounds for round in last)
        case _:
            return True


def renumber_claim(claim: Claim, number: Callable[[int], int]) -> Claim:
    """Return the claim about the same contestants under other numbers."""
    if isinstance(claim, Swivel | Revenge):
        return claim
    if isinstance(claim, Route):
        return replace(claim, contestant=number(claim.contestant), host=number(claim.host) if claim.host else 0)
    return replace(claim, contestants=tuple(map(number, claim.contestants)))


def shorten_claim(claim: Claim, rounds: int) -> Claim | None:
    """Return the claim about the first rounds only; None if nothing of it is left."""
    match claim:
        case Step():
            return replace(claim, by=claim.by[: rounds - 1])
        case Jump():
            return replace(claim, by=claim.by[: rounds - 1])
        case ArrowTurn():
            left = frozenset(cell for cell in claim.at if cell[0] <= rounds)
            return replace(claim, at=left) if left else None
        case Revenge():
            left_over = tuple(r for r in claim.rounds if r <= rounds)
            return Revenge(left_over) if left_over else None
        case _:
            return claim


def without(claim: Claim, gone: frozenset[int]) -> Claim | None:
    """Return the claim without missing contestants; None if none is left. A host may be missing (half table)."""
    match claim:
        case Route():
            return None if claim.contestant in gone else claim
        case Follow() | Swivel() | Revenge():
            return claim  # the follower of a missing pair goes to the empty seat of that pair
        case _:
            left = tuple(c for c in claim.contestants if c not in gone)
            return replace(claim, contestants=left) if left else None

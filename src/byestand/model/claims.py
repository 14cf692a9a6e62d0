"""How people move, as claims about the grids: what can be announced, replayed by the judge and put into words.

A movement *is* its grids; a claim only says by what rule they come about, and none is needed: a movement out of a file
has the same grids without. Where there are claims, everybody has exactly one of Stay, Step, Jump, Follow, Route and
Card; Turn and Swivel come on top and are about seats at a table, Revenge is about whom one meets there.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from math import prod
from typing import TypeAlias, TypeVar

from byestand.errors import BadRequest
from byestand.model.limits import MAX_BOARDS_PER_ROUND


@dataclass(frozen=True, slots=True)
class Stay:
    """These keep their table all night."""

    contestants: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Step:
    """These all go up so many tables after each round, and from the last table on to the first."""

    contestants: tuple[int, ...]
    tables: int
    """How many tables they go round; a party table lies beyond."""
    by: tuple[int, ...]
    """How far after round 1, 2, …; below 0 is down."""


@dataclass(frozen=True, slots=True)
class Jump:
    """These all make the same jump after each round, on tables set up as a grid that is joined at its edges."""

    contestants: tuple[int, ...]
    sides: tuple[int, ...]
    """How many blocks of how many rows of how many tables, in the order of their numbers."""
    by: tuple[tuple[int, ...], ...]
    """How far along each side after round 1, 2, …"""


@dataclass(frozen=True, slots=True)
class Follow:
    """Each of these goes where the one before has just sat; the first follows the last."""

    contestants: tuple[int, ...]
    same_seat: bool = True
    """Whether to the very seat; else to the table, and a card tells the seat."""


@dataclass(frozen=True, slots=True)
class Route:
    """A rover or a spare player takes somebody's seat each round; whoever had it goes to the party table or sits out.

    A rover is at the party table in one round itself, against the host; a spare player has neither.
    """

    contestant: int
    host: int = 0
    """The pair that stays at the party table; with a half table it is missing, and who is displaced sits out."""
    party_table: int = 0


@dataclass(frozen=True, slots=True)
class Card:
    """These go by guide card: there is no rule."""

    contestants: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Turn:
    """At these tables in these rounds the arrow is turned; but for that these keep their direction all night."""

    at: frozenset[tuple[int, int]]
    """Round and table."""
    contestants: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Swivel:
    """Individuals change seats within a round: who sits N, S, E, W on each board, by the seat they have come to.

    ``("NSEW", "NESW")``: after the first board South and East change.
    """

    turns: tuple[str, ...]

    def __post_init__(self) -> None:
        if not 1 <= len(self.turns) <= MAX_BOARDS_PER_ROUND or any(
            sorted(turn) != sorted("NSEW") for turn in self.turns
        ):
            raise BadRequest("a swivel says for each board who sits N, S, E and W, like NESW")


@dataclass(frozen=True, slots=True)
class Revenge:
    """In these rounds opponents are meant to meet again, on fresh boards."""

    rounds: tuple[int, ...]


Claim: TypeAlias = Stay | Step | Jump | Follow | Route | Card | Turn | Swivel | Revenge

C = TypeVar("C", Stay, Step, Jump, Follow, Route, Card, Turn, Swivel, Revenge)


def people_of(claim: Claim) -> tuple[int, ...]:
    """Return everybody a claim is about."""
    if isinstance(claim, Swivel | Revenge):
        return ()
    if isinstance(claim, Route):
        return (claim.contestant, claim.host) if claim.host else (claim.contestant,)
    return claim.contestants


def fits(claim: Claim, *, rounds: int, tables: int) -> bool:
    """Tell whether a claim is about rounds and tables that there are."""
    match claim:
        case Step(_, of, by):
            return 1 <= of <= tables and len(by) == rounds - 1
        case Jump(_, sides, jumps):
            return prod(sides) == tables and len(jumps) == rounds - 1 and all(len(j) == len(sides) for j in jumps)
        case Route():
            return 0 <= claim.party_table <= tables
        case Turn(at):
            return all(1 <= round <= rounds and 1 <= table <= tables for round, table in at)
        case Revenge(last):
            return all(1 <= round <= rounds for round in last)
        case _:
            return True


def renumbered(claim: Claim, number: Callable[[int], int]) -> Claim:
    """Return the claim about the same people under other numbers."""
    if isinstance(claim, Swivel | Revenge):
        return claim
    if isinstance(claim, Route):
        return replace(claim, contestant=number(claim.contestant), host=number(claim.host) if claim.host else 0)
    return replace(claim, contestants=tuple(map(number, claim.contestants)))


def shortened(claim: Claim, rounds: int) -> Claim | None:
    """Return the claim about the first rounds only; None where nothing is left to be claimed."""
    match claim:
        case Step():
            return replace(claim, by=claim.by[: rounds - 1])
        case Jump():
            return replace(claim, by=claim.by[: rounds - 1])
        case Turn():
            left = frozenset(cell for cell in claim.at if cell[0] <= rounds)
            return replace(claim, at=left) if left else None
        case Revenge():
            left_over = tuple(r for r in claim.rounds if r <= rounds)
            return Revenge(left_over) if left_over else None
        case _:
            return claim


def without(claim: Claim, gone: frozenset[int]) -> Claim | None:
    """Return the claim about those who are there; None where nobody is left. A host may be missing: a half table."""
    match claim:
        case Route():
            return None if claim.contestant in gone else claim
        case Follow() | Swivel() | Revenge():
            return claim  # whoever follows somebody missing goes where that one would have sat
        case _:
            left = tuple(c for c in claim.contestants if c not in gone)
            return replace(claim, contestants=left) if left else None

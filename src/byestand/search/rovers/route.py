"""The route of a rover, and how easily people can follow it."""

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Literal

from byestand.model import ring

Side = Literal["NS", "EW"]


@dataclass(frozen=True, slots=True)
class RoverRoute:
    """Where a rover goes, be it an NS rover or an EW rover, with a party table or without.

    >>> route = RoverRoute.through((2, 4, 6, 1, 3), rounds=(2, 3, 4, 5, 6), of=7)
    >>> route.step, route.irregular_moves, route.table(4), route.table(1)
    (2, 0, 6, 0)
    """

    tables: tuple[int, ...]
    """The table of the rover in each round it plays."""
    rounds: tuple[int, ...]
    """Those rounds: all but the one in which it sits out."""
    step: int
    """How many tables it usually goes up (down if negative) from one of its rounds to the next."""
    irregular: tuple[int, ...]
    """The rounds to which it comes by another step."""
    in_turn: tuple[int, int] | None = None
    """The two steps that it takes in turn throughout, if it does: a rule easy to follow, too."""
    borrowed: tuple[int, ...] = ()
    """The rounds in which a party table can borrow what it plays from a bye stand."""

    @classmethod
    def through(
        cls,
        tables: tuple[int, ...],
        *,
        rounds: tuple[int, ...],
        of: int,
        borrowed: tuple[int, ...] = (),
    ) -> "RoverRoute":
        """Return the route through *tables* in a room *of* so many; work out its usual step."""
        # Every move as people would say it: of two ways round the room the shorter one.
        signed = {ring(step, of): step for step in steps(of)}
        moves = [signed[ring(b - a, of)] for a, b in pairwise(tables)]
        times = Counter(moves)
        # The most frequent step; of two equally frequent ones the preferred one.
        step = min(steps(of), key=lambda step: -times[step])
        irregular = tuple(round for round, move in zip(rounds[1:], moves, strict=True) if move != step)
        return cls(tables, rounds, step, irregular, _two_in_turn(moves), borrowed)

    @property
    def irregular_moves(self) -> int:
        """How often it does not go its usual step; 0 can be announced in one sentence."""
        return len(self.irregular)

    def table(self, round: int) -> int:
        """Return the rover's table in *round*; 0 when it sits out."""
        return dict(zip(self.rounds, self.tables, strict=True)).get(round, 0)


@dataclass(frozen=True, slots=True)
class TwoWayRoute:
    """Where a rover goes that takes the NS seat at some tables and the EW seat at others."""

    tables: tuple[int, ...]
    """The table of the rover in each round it plays."""
    seats: tuple[Side, ...]
    """The seat it takes there."""
    rounds: tuple[int, ...]
    """Those rounds: all but the one in which it sits out."""
    step: int
    """How many tables it usually goes up (down if negative) from one of its rounds to the next."""
    irregular: tuple[int, ...]
    """The rounds to which it comes by another step."""

    @property
    def irregular_moves(self) -> int:
        """How often it does not go its usual step."""
        return len(self.irregular)

    @property
    def ew_seats(self) -> int:
        """How often it sits EW."""
        return self.seats.count("EW")


def _two_in_turn(moves: list[int]) -> tuple[int, int] | None:
    """Return the two different steps that make up *moves* in turn, if they do.

    >>> _two_in_turn([4, -3, 4, -3, 4]), _two_in_turn([2, 2, 2])
    ((4, -3), None)
    """
    odd, even = set(moves[::2]), set(moves[1::2])
    is_so = len(moves) > 2 and len(odd) == len(even) == 1 and odd != even
    return (moves[0], moves[1]) if is_so else None


@lru_cache(maxsize=256)
def steps(tables: int) -> tuple[int, ...]:
    """Return every step round *tables* tables, those that people prefer first.

    Two tables at a time is what rovers have always been told, up before down; after that the
    smaller the better. Published names rest on this order: it must never change.

    >>> steps(7), steps(6)
    ((2, -2, 1, -1, 3, -3, 0), (2, -2, 1, -1, 3, 0))
    """
    half = tables // 2
    signed = range(half + 1 - tables, half + 1)
    return tuple(sorted(signed, key=lambda s: (s == 0, abs(s) != 2, abs(s), s < 0)))

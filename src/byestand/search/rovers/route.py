"""The route of a rover, and how easily people can follow it."""

from dataclasses import dataclass
from typing import Literal

from byestand.model.walks import walk

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
        way = walk(tables, of=of)
        return cls(tables, rounds, way.step, tuple(rounds[stop] for stop in way.irregular), way.in_turn, borrowed)

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

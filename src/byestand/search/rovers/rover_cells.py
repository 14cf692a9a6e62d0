"""The pairs and deal groups that a rover would meet at every table in every round of a movement.

**One condition serves all four cases.** Over the rounds in which the rover plays, the NS pairs at
its tables are all different, the EW pairs there are all different, and the deal groups there are
all different. (If NS pairs are stationary, different NS pairs are different tables.)

- An EW rover *meets* the NS pairs there and *displaces* the EW pairs; an NS rover the other way
  round. No pair may be met twice or displaced twice: exchanging the two clauses changes nothing.
- Half table: a displaced pair sits out, so "no pair is displaced twice" is "no pair sits out twice".
  The boards of all other pairs do not change.
- Party table: a displaced pair plays there, against the stationary host, the group that it would
  have played anyway, so its boards stay fresh. The host meets the displaced pairs, each
  once, and plays the rover's groups, each once. In the round in which the rover has no table it
  plays the host, on a group that neither meets in another round: their other groups are the
  same r - 1 ones, so with r groups or more one is left over.

A route leads through these cells, and players must be able to follow it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, TypeAlias

import numpy as np

from byestand.errors import BadRequest
from byestand.language import say
from byestand.model.claims import Route
from byestand.model.movement import Grid, Movement
from byestand.model.walks import walk

Row: TypeAlias = tuple[int, ...]


@dataclass(frozen=True)
class RoverCells:
    """The cells of the rounds in which the rover plays, by round and table."""

    rounds: tuple[int, ...]
    ns: tuple[Row, ...]
    """The number, within its line, of the NS pair at each table; 0 if the table does not play."""
    ew: tuple[Row, ...]
    groups: tuple[Row, ...]
    idle: tuple[Row, ...]
    """1 if a copy of the group on the table waits on a bye stand, else 0."""
    home_round: int = 0
    """The round in which the rover has no table, and with a party table plays its host."""
    idle_at_home: frozenset[int] = frozenset()
    """The groups with a copy on a bye stand in that round."""

    @property
    def tables(self) -> int:
        """The number of tables."""
        return len(self.ns[0])

    @cached_property
    def masks(self) -> tuple[Row, ...]:
        """NS pair, EW pair and group of each cell as one bit each; 0 if the table does not play."""
        ns, after_ns = _bits(self.ns, 0)
        ew, after_ew = _bits(self.ew, after_ns)
        groups, _ = _bits(self.groups, after_ew)
        return tuple(
            tuple([ns[a] | ew[b] | groups[g] for a, b, g in zip(*row, strict=True)])
            for row in zip(self.ns, self.ew, self.groups, strict=True)
        )

    @cached_property
    def turns_into_itself(self) -> bool:
        """Whether moving everything up one table, round the room, only renames pairs and groups.

        Then a route moved up one table is equally good, so the first of the best starts at table 1.
        """
        alike = all(len(set(row)) == 1 for row in self.idle) and not self.idle_at_home
        return alike and all(_is_renaming(rows) for rows in (self.ns, self.ew, self.groups))

    @cached_property
    def allowed_masks(self) -> list[int]:
        """The tables that play, as a bit mask for each round."""
        allowed = [sum(1 << i for i, mask in enumerate(row) if mask) for row in self.masks]
        if self.turns_into_itself:
            allowed[0] &= 1
        return allowed

    def without(self, round: int) -> "RoverCells":
        """Return the cells of all rounds but one."""
        keep = [i for i, other in enumerate(self.rounds) if other != round]
        return RoverCells(
            rounds=tuple(self.rounds[i] for i in keep),
            ns=tuple(self.ns[i] for i in keep),
            ew=tuple(self.ew[i] for i in keep),
            groups=tuple(self.groups[i] for i in keep),
            idle=tuple(self.idle[i] for i in keep),
            home_round=self.home_round,
            idle_at_home=self.idle_at_home,
        )

    def is_sound(self, tables: tuple[int, ...]) -> bool:
        """Return whether a route through *tables* meets no pair and no group twice."""
        used = 0
        for row, table in zip(self.masks, tables, strict=True):
            mask = row[table - 1]
            if not mask or used & mask:
                return False
            used |= mask
        return True

    def lends_at_home(self, tables: Sequence[int]) -> bool:
        """Return whether a group that this route does not play is idle when rover and host play each other."""
        played = {row[table - 1] for row, table in zip(self.groups, tables, strict=True)}
        return not self.idle_at_home <= played

    def borrowing_rounds(self, tables: tuple[int, ...]) -> tuple[int, ...]:
        """Return the rounds in which a party table finds an idle copy of its group."""
        there = zip(self.rounds, self.idle, tables, strict=True)
        lent = [round for round, row, table in there if row[table - 1]]
        return tuple(sorted([*lent, self.home_round] if self.lends_at_home(tables) else lent))


def read_cells(movement: Movement, *, rounds: int | None, sit_out_round: int) -> RoverCells:
    """Return the cells of a rover of *movement* in its first *rounds* rounds."""
    length = movement.rounds if rounds is None else rounds
    if movement.is_individual:
        raise BadRequest(say("a rover needs a movement for pairs, not for individuals"))
    if movement.claims_of(Route):
        raise BadRequest(say("the movement already has a rover"))
    if not 2 <= length <= movement.rounds:
        text = say("a rover needs 2 to {max} rounds here, not {rounds}", max=movement.rounds, rounds=length)
        raise BadRequest(text)
    if not 1 <= sit_out_round <= length:
        text = say(
            "the rover must sit out in a round from 1 to {rounds}, not {round}", rounds=length, round=sit_out_round
        )
        raise BadRequest(text)
    played = tuple(round for round in range(1, length + 1) if round != sit_out_round)
    at = [round - 1 for round in played]
    ok, seats = movement.played_mask[at], movement.seats[at]
    first_ew = movement.field.before(len(movement.field.lines) - 1)  # in one line EW have numbers as NS have
    groups = np.where(ok, movement.groups[at], 0)
    on_stands = _on_stands(movement)
    waiting = on_stands[at]
    return RoverCells(
        rounds=played,
        ns=_rows(np.where(ok, seats[:, :, 0], 0)),
        ew=_rows(np.where(ok, seats[:, :, 1] - first_ew, 0)),
        groups=_rows(groups),
        idle=_rows(np.take_along_axis(waiting, groups, axis=1)),
        home_round=sit_out_round,
        idle_at_home=frozenset(np.flatnonzero(on_stands[sit_out_round - 1]).tolist()),
    )


def _rows(grid: Grid) -> tuple[Row, ...]:
    return tuple(map(tuple, grid.tolist()))


def _on_stands(movement: Movement) -> Grid:
    """Return, for each round and each deal group from 0 on, 1 if a copy waits on a bye stand."""
    most = max(movement.deal_groups, int(movement.groups.max()))
    waiting = np.zeros((movement.rounds, 1 + most), dtype=np.int64)
    if (layout := movement.layout) is not None:
        for stand in layout.stands:
            for round in range(1, movement.rounds + 1):
                groups = [copy.group for copy in layout.on_stand(stand, round)]
                waiting[round - 1, groups] = 1
    return waiting


def _bits(rows: tuple[Row, ...], first: int) -> tuple[list[int], int]:
    """Return a bit for each number from 1 on, starting with bit *first*, and the bit after them."""
    most = max(map(max, rows))
    return [0, *(1 << bit for bit in range(first, first + most))], first + most


def _is_renaming(rows: tuple[Row, ...]) -> bool:
    """Return whether the entry one table up depends only on the entry here, in the same way in every round."""
    up: dict[int, int] = {}
    for row in rows:
        if 0 in row:
            return False
        for here, there in zip(row, row[1:] + row[:1], strict=True):
            if up.setdefault(here, there) != there:
                return False
    return len(set(up.values())) == len(up)


Side = Literal["NS", "EW"]


@dataclass(frozen=True, slots=True)
class RoverRoute:
    """The route of an NS or EW rover, with or without a party table.

    >>> route = RoverRoute.through((2, 4, 6, 1, 3), rounds=(2, 3, 4, 5, 6), of=7)
    >>> route.step, route.irregular_moves, route.table(4), route.table(1)
    (2, 0, 6, 0)
    """

    tables: tuple[int, ...]
    """The table of the rover in each round it plays."""
    rounds: tuple[int, ...]
    """These rounds: all but the one in which it sits out."""
    step: int
    """The usual step from one of its rounds to the next, in tables up (down if negative)."""
    irregular: tuple[int, ...]
    """The rounds to which it moves by another step."""
    in_turn: tuple[int, int] | None = None
    """The two steps that alternate, if they do: this is easy to follow, too."""
    borrowing_rounds: tuple[int, ...] = ()
    """The rounds in which a party table can borrow its boards from a bye stand."""

    @classmethod
    def through(
        cls,
        tables: tuple[int, ...],
        *,
        rounds: tuple[int, ...],
        of: int,
        borrowed: tuple[int, ...] = (),
    ) -> "RoverRoute":
        """Return the route through *tables* in a room *of* a number of tables; determine its usual step."""
        way = walk(tables, of=of)
        return cls(tables, rounds, way.step, tuple(rounds[stop] for stop in way.irregular), way.in_turn, borrowed)

    @property
    def irregular_moves(self) -> int:
        """The number of moves by another step; a route with 0 can be announced in one sentence."""
        return len(self.irregular)

    def table(self, round: int) -> int:
        """Return the rover's table in *round*; 0 if it sits out."""
        return dict(zip(self.rounds, self.tables, strict=True)).get(round, 0)


@dataclass(frozen=True, slots=True)
class TwoWayRoute:
    """The route of a rover that takes the NS seat at some tables and the EW seat at others."""

    tables: tuple[int, ...]
    """The table of the rover in each round it plays."""
    seats: tuple[Side, ...]
    """The seat it takes there."""
    rounds: tuple[int, ...]
    """These rounds: all but the one in which it sits out."""
    step: int
    """The usual step from one of its rounds to the next, in tables up (down if negative)."""
    irregular: tuple[int, ...]
    """The rounds to which it moves by another step."""

    @property
    def irregular_moves(self) -> int:
        """The number of moves by another step."""
        return len(self.irregular)

    @property
    def ew_seats(self) -> int:
        """The number of EW seats."""
        return self.seats.count("EW")

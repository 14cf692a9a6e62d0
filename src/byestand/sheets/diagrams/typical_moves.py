"""Moves of pairs and boards after most rounds, and the points and boxes to draw them."""

from collections import Counter
from collections.abc import Callable
from math import hypot
from typing import NamedTuple

from byestand.flow.board_travel import BoardTravel, travel
from byestand.flow.rover import parties
from byestand.model.inferred_claims import ring_tables
from byestand.model.layout import BoardSpot
from byestand.model.movement import Movement
from byestand.sheets.next_seat import SeatIndex, without_arrow_switch

RULE_SHARE = 0.8
"""Moves follow a rule if this share of them, in this share of rounds, are the usual ones."""


class DiagramMove(NamedTuple):
    """A move from one thing in the room to another, and the set of its boards."""

    source: str
    """``table 1``, ``stand 2``."""
    target: str
    case: str = ""


class TypicalMoves:
    """The moves of a movement, without those of the rover and displaced pairs."""

    def __init__(self, movement: Movement, cases: int | None = None) -> None:
        self._movement = movement
        self._ring_tables = ring_tables(movement)
        self._seating = SeatIndex(movement)
        self.travel: BoardTravel = travel(movement, cases)
        self.pairs, self.pairs_by_rule = self._usual(self._pair_moves)
        self.boards, self.boards_by_rule = self._usual(self._board_moves)

    @property
    def ns_stay(self) -> bool:
        """Whether the NS pairs stay, apart from a rover and displaced pairs."""
        ns = without_arrow_switch(self._movement).seats[:, : self._ring_tables, 0]
        return bool((ns == ns[0]).mean() > RULE_SHARE)

    def _usual(self, moves_after: Callable[[int], set[DiagramMove]]) -> tuple[list[DiagramMove], bool]:
        """Return the moves after most rounds left, and True; or those after the first, and False."""
        rounds = [moves_after(round) for round in self._movement.remaining_moves]
        often = Counter(move for moves in rounds for move in sorted(moves))
        usual = {move: times for move, times in often.items() if 2 * times > len(rounds)}
        regular = sum(len(moves & usual.keys()) >= RULE_SHARE * len(moves) for moves in rounds)
        if regular >= RULE_SHARE * len(rounds):
            return list(usual), True
        return sorted(rounds[0]), False

    def _board_moves(self, round: int) -> set[DiagramMove]:
        moves = set()
        pooled = self.travel.pool.cases if self.travel.pool else ()
        for copy, spots in self.travel.journeys.items():
            source, target = spots[round - 1], spots[round]
            if copy.case not in pooled and source != target and self._drawn(source) and self._drawn(target):
                moves.add(DiagramMove(*_nearest(source, target), copy.case))
        return moves

    def _drawn(self, spot: BoardSpot) -> bool:
        return bool(spot.stand) or bool(spot.tables and max(spot.tables) <= self._ring_tables)

    def _pair_moves(self, round: int) -> set[DiagramMove]:
        """Return the moves of pairs after a round."""
        movement, moves = self._movement, set()
        roving = {party.pair for party in parties(movement)}
        for contestant in () if movement.is_individual else movement.field.present:
            here, there = self._seating.seat_of(contestant, round), self._seating.seat_of(contestant, round + 1)
            if here and there and here.table != there.table and contestant not in roving:
                moves.add((here.table, there.table))
        return {DiagramMove(f"table {a}", f"table {b}") for a, b in moves if max(a, b) <= self._ring_tables}


def _nearest(source: BoardSpot, target: BoardSpot) -> tuple[str, str]:
    """Return the source and target of boards; of two tables that share, the nearer one by number."""
    ways = [(a, b) for a in source.tables or (0,) for b in target.tables or (0,)]
    a, b = min(ways, key=lambda way: abs(way[0] - way[1]))
    return f"table {a}" if a else f"stand {source.stand}", f"table {b}" if b else f"stand {target.stand}"


class Point(NamedTuple):
    """A point; y goes down the page."""

    x: float
    y: float


class DiagramBox(NamedTuple):
    """The rectangle of a thing."""

    at: Point
    half_width: float
    half_height: float


def between(a: Point, b: Point, share: float = 0.5) -> Point:
    """Return the point at a share of the way from one to the other."""
    return Point(a.x + share * (b.x - a.x), a.y + share * (b.y - a.y))


def edge(box: DiagramBox, towards: Point, gap: float) -> Point:
    """Return the point where a line from the middle of a box towards a point leaves it."""
    long = hypot(box.at.x - towards.x, box.at.y - towards.y)
    if not long:
        return box.at
    dx, dy = abs(towards.x - box.at.x) / long, abs(towards.y - box.at.y) / long
    reach = min(box.half_width / (dx or 1e-9), box.half_height / (dy or 1e-9))
    return between(box.at, towards, min(1.0, (reach + gap) / long))

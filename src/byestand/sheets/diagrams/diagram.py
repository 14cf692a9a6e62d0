"""The movement diagram as plain geometry: tables round an oval, EW arrows outside, board arrows inside.

Table 1 stands at the left, above; numbers go clockwise. Bye stands stand inside, off the tables they serve. Arrows show
what happens after most rounds; where no round is like another, what happens after the first that is left.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Literal, NamedTuple, TypeAlias

from byestand.errors import CannotExpress
from byestand.model import Movement, Spot, ring
from byestand.model.seen import ring_tables
from byestand.sheets.diagrams.geometry import CENTRE, Box, Point, beside, between, distance, edge, oval
from byestand.sheets.goings import Seating, with_arrow_unturned
from byestand.words.people import PLAYERS, called
from byestand.words.phrases import say
from byestand.words.roving import parties
from byestand.words.steps import skips
from byestand.words.travel import Travel, travel

WIDTH, HEIGHT = 1000, 640
MOST_TABLES = 72
"""More would have to be drawn too small to read."""
MOST_OF_THEM = 0.8
"""There is a rule if so many of the moves after so many of the rounds are those made after most rounds."""
LARGEST_TABLE = 27.0
WIDEST_BEND = 40.0
STAND = (46.0, 17.0)

What: TypeAlias = Literal["EW", "boards"]


class Move(NamedTuple):
    """From one node to another, and with which boards."""

    source: str
    target: str
    case: str = ""


@dataclass(frozen=True, slots=True)
class Node:
    """Something that arrows come from or go to."""

    name: str
    """``table 1``, ``bye stand 2``."""
    kind: Literal["table", "stand", "party"]
    box: Box
    case: str = ""
    """The case whose boards wait on a stand."""


@dataclass(frozen=True, slots=True)
class Arrow:
    """A curve from one node to another, bent towards a point."""

    what: What
    move: Move
    start: Point
    bend: Point
    end: Point


@dataclass(frozen=True)
class Diagram:
    """The whole picture."""

    nodes: tuple[Node, ...]
    arrows: tuple[Arrow, ...]
    shared: tuple[tuple[Point, Point], ...]
    """Links between tables that share their boards."""
    cases: tuple[str, ...]
    captions: tuple[str, ...]
    walkers: str = "EW pairs"
    """Whose ways the black arrows are."""


def diagram(movement: Movement, cases: int | None = None) -> Diagram:
    """Return the diagram of a movement, with so many sets at hand."""
    tables = ring_tables(movement)
    if tables > MOST_TABLES:
        raise CannotExpress(f"a diagram has room for {MOST_TABLES} tables, not {tables}: leave it out")
    return _Draughtsman(travel(movement, cases), tables).diagram()


class _Draughtsman:
    """Puts the nodes in their places and draws arrows between them."""

    def __init__(self, journeys: Travel, ring_tables: int) -> None:
        movement = journeys.movement
        self._movement = movement
        self._journeys = journeys
        self._seating = Seating(movement)
        self._ring_tables = ring_tables
        self._where = dict(enumerate(oval(ring_tables), start=1))
        self._nodes = {node.name: node for node in (*self._tables(), *self._stands())}

    def diagram(self) -> Diagram:
        boards, boards_as_a_rule = self._usual(self._board_moves)
        pairs, pairs_as_a_rule = self._usual(self._pair_moves)
        as_a_rule = boards_as_a_rule and pairs_as_a_rule
        return Diagram(
            tuple(self._nodes.values()),
            (*(self._arrow("EW", move) for move in pairs), *(self._arrow("boards", move) for move in boards)),
            tuple(self._shared()),
            tuple(sorted({move.case for move in boards}, key=lambda case: (len(case), case))),
            tuple(self._captions(as_a_rule=as_a_rule)),
            "EW pairs" if self._ns_stay() else "pairs",
        )

    def _ns_stay(self) -> bool:
        """Tell whether the NS pairs stay, but for a rover and those it displaces."""
        ns = with_arrow_unturned(self._movement).seats[:, : self._ring_tables, 0]
        return bool((ns == ns[0]).mean() > MOST_OF_THEM)

    def _captions(self, *, as_a_rule: bool) -> Iterator[str]:
        movement = self._movement
        if not movement.moves_left:
            yield say("One round: nobody moves.")
        elif not as_a_rule:
            yield say("Arrows show what happens after round {round}.", round=movement.moves_left[0])
        if called(movement) is PLAYERS:
            yield say("Arrows are for boards; the announcements tell where players go.")
        if next(self._shared(), None):
            yield say("A grey bar joins tables that share their boards.")
        for round in skips(movement):
            yield say("After round {round} EW pairs skip a table.", round=round)
        for number, waiting in enumerate(self._journeys.stands, start=1):
            if len(waiting) > 1:
                yield say("{many} board groups wait on bye stand {number}.", many=len(waiting), number=number)

    def _tables(self) -> Iterator[Node]:
        spacing = distance(self._where[1], self._where[min(2, self._ring_tables)])
        size = min(LARGEST_TABLE, 0.36 * spacing) if spacing else LARGEST_TABLE
        for table, at in self._where.items():
            yield Node(f"table {table}", "table", Box(at, size, size))
        for party in parties(self._movement):
            if not party.half:
                yield Node(f"table {party.table}", "party", Box(CENTRE, size + 4, size + 4))

    def _stands(self) -> Iterator[Node]:
        layout = self._journeys.layout
        if layout is None:
            return
        for stand, waiting in zip(layout.stands, self._journeys.stands, strict=True):
            at = self._stand_place(layout.home(stand).tables, stand.beside)
            yield Node(f"bye stand {stand.number}", "stand", Box(at, *STAND), min(copy.case for copy in waiting))

    def _stand_place(self, tables: tuple[int, ...], beside: int) -> Point:
        """Return a place for the stand that feeds the table *beside* and waits for the boards of the next one."""
        passing = tables[ring(tables.index(beside) + 2, len(tables)) - 1]
        if abs(passing - beside) == 1 and len(tables) > 2:
            return between(CENTRE, between(self._where[beside], self._where[passing]), 0.72)
        middle = between(self._where[tables[(len(tables) - 1) // 2]], self._where[tables[len(tables) // 2]])
        # Where stands keep clear of each other and of what goes across.
        return between(CENTRE, middle, 0.52 if len(tables) > 5 else 0.63)

    def _shared(self) -> Iterator[tuple[Point, Point]]:
        layout = self._journeys.layout
        for table in range(1, self._ring_tables + 1):
            for partner in layout.sharers(table) if layout else ():
                if table < partner:
                    yield self._where[table], self._where[partner]

    def _usual(self, moves_after: Callable[[int], set[Move]]) -> tuple[list[Move], bool]:
        """Return the moves made after most rounds left, and True; or those made after the first, and False."""
        found = [moves_after(round) for round in self._movement.moves_left]
        counted = Counter(move for moves in found for move in sorted(moves))
        usual = {move: times for move, times in counted.items() if 2 * times > len(found)}
        regular = sum(len(moves & usual.keys()) >= MOST_OF_THEM * len(moves) for moves in found)
        if regular >= MOST_OF_THEM * len(found):
            return list(usual), True
        return sorted(found[0]), False

    def _board_moves(self, round: int) -> set[Move]:
        moves = set()
        pool = self._journeys.pool
        for copy, spots in self._journeys.journeys.items():
            if pool and copy.case in pool.cases:
                continue
            source, target = spots[round - 1], spots[round]
            if source != target and self._drawn(source) and self._drawn(target):
                moves.add(Move(*self._nearest(source, target), copy.case))
        return moves

    def _drawn(self, spot: Spot) -> bool:
        return bool(spot.stand) or bool(spot.tables and max(spot.tables) <= self._ring_tables)

    def _nearest(self, source: Spot, target: Spot) -> tuple[str, str]:
        """Return where an arrow begins and ends: of two tables that share, the nearer one."""
        ways = [(a, b) for a in _names(source) for b in _names(target)]
        return min(ways, key=lambda way: distance(self._nodes[way[0]].box.at, self._nodes[way[1]].box.at))

    def _pair_moves(self, round: int) -> set[Move]:
        """Return who changes tables after a round, but for the rover and those whom it concerns."""
        movement, moves = self._movement, set()
        roving = {party.pair for party in parties(movement)}
        for contestant in () if called(movement) is PLAYERS else movement.field.present:
            here, there = self._seating.of(contestant, round), self._seating.of(contestant, round + 1)
            if here and there and here.table != there.table and contestant not in roving:
                moves.add((here.table, there.table))
        return {Move(f"table {a}", f"table {b}") for a, b in moves if max(a, b) <= self._ring_tables}

    def _arrow(self, what: What, move: Move) -> Arrow:
        a, b = self._nodes[move.source], self._nodes[move.target]
        bend = self._bend(what, a, b)
        start = edge(a.box, bend, round=a.kind != "stand")
        return Arrow(what, move, start, bend, edge(b.box, bend, round=b.kind != "stand", gap=3.0))

    def _bend(self, what: What, a: Node, b: Node) -> Point:
        """Return where a curve is drawn to: neighbours pass pairs outside and boards inside; the rest goes across."""
        apart, middle = distance(a.box.at, b.box.at), between(a.box.at, b.box.at)
        if "stand" in (a.kind, b.kind):
            return beside(a.box.at, b.box.at, 0.16 * apart)
        if apart < 3 * distance(self._where[1], self._where[min(2, self._ring_tables)]):
            room = min(WIDEST_BEND, 0.3 * apart + 0.35 * a.box.half_width)
            sides = sorted((beside(a.box.at, b.box.at, way) for way in (room, -room)), key=partial(distance, CENTRE))
            return sides[-1 if what == "EW" else 0]
        return between(middle, CENTRE, 0.6)


def _names(spot: Spot) -> list[str]:
    return [f"bye stand {spot.stand}"] if spot.stand else [f"table {table}" for table in spot.tables]

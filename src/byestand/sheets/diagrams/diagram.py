"""The floor plan as plain geometry: tables with their boards, stands next to them, arrows for moves.

Arrows show the moves after most rounds, or after the first round left if all rounds differ. In an individual only the
players of one table have arrows, as an example, if all tables move alike.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from byestand.flow.rover import parties, visits_left
from byestand.flow.steps import skips, usual_step
from byestand.language import say, say_many
from byestand.model.claims import Step
from byestand.model.inferred_claims import infer_claims, ring_tables
from byestand.model.layout import CASES, case_position
from byestand.model.session import Section
from byestand.sentences.boards import board_range
from byestand.sentences.steps import step_words
from byestand.sheets.diagrams.arrow_paths import MovedThing, Path, Router
from byestand.sheets.diagrams.room_layout import RoomLayout, room_of
from byestand.sheets.diagrams.typical_moves import DiagramBox, DiagramMove, Point, TypicalMoves
from byestand.words.numbers import join_items, ranges
from byestand.words.people import NOBODY
from byestand.words.seats import seat_letter, seat_text

WIDTH = 1000.0
HEIGHT = 490.0
"""The greatest height of the room; the legend is below it."""
MAX_LONG_ARROWS = 12
"""The most long ways with lanes; more are drawn as curves, or not at all."""
MAX_STAND_BOARDS = 4
"""The most deal groups on a stand; of more only the front one and the last are shown."""
STAND_DEPTH = 0.66
"""The depth of a stand, in sides of a table, so that pairs can pass it."""


@dataclass(frozen=True, slots=True)
class Node:
    """A table or a stand."""

    name: str
    box: DiagramBox
    words: tuple[str, ...]
    """Its number, and its boards, the front ones first."""
    position: int = 0
    """The position of its set; 0 if there is none."""
    badge: str = ""
    """The rounds of the rover at this table."""
    seats: tuple[str, ...] = ()
    """The players North, South, East and West in an individual."""


@dataclass(frozen=True, slots=True)
class Arrow:
    """An arrow from one thing to another: straight lines, or a curve."""

    kind: MovedThing
    move: DiagramMove
    path: Path
    curved: bool = False
    label: str = ""


@dataclass(frozen=True, slots=True)
class LegendItem:
    """An entry of the legend: a sign and its meaning."""

    kind: str
    """``pairs``, ``boards``, ``set``, ``rover``, ``share``, or empty for text only."""
    words: str
    name: str = ""
    position: int = 0


@dataclass(frozen=True)
class Diagram:
    """The whole picture."""

    room: RoomLayout
    nodes: tuple[Node, ...]
    arrows: tuple[Arrow, ...]
    shared_boards: tuple[Path, ...]
    """Links between tables that share their boards."""
    legend: tuple[LegendItem, ...]
    round: int


def diagram(section: Section) -> Diagram:
    """Return the floor plan of a section."""
    return _Draughtsman(section).diagram()


class _Draughtsman:
    """Places tables and stands, and draws arrows."""

    def __init__(self, section: Section) -> None:
        self._section, self._movement = section, section.movement
        self._round = min(self._movement.next_round, self._movement.rounds)
        self._ways = TypicalMoves(self._movement, section.cases)
        self._party = next((party for party in parties(self._movement) if not party.half), None)
        self._curved = self._ways.pairs and not self._ways.ns_stay
        wide = bool(self._party or self._curved or self._examples)
        self._room = room_of(self._movement, self._ways.travel, WIDTH, HEIGHT, wide=wide)
        self._nodes = {node.name: node for node in (*self._tables(), *self._stands())}
        self._router = Router(self._room, {name: node.box for name, node in self._nodes.items()})

    def diagram(self) -> Diagram:
        arrows = (*self._arrows("pairs", self._ways.pairs), *self._board_arrows(), *self._example_arrows())
        shared = tuple(self._router.path("boards", move) for move in self._shared_boards())
        return Diagram(
            self._room, tuple(self._nodes.values()), arrows, shared, tuple(self._legend(arrows)), self._round
        )

    # Tables and stands

    def _tables(self) -> Iterator[Node]:
        side, movement = self._room.side, self._movement
        rounds = self._rover_rounds()
        for table in range(1, movement.tables + 1):
            name = f"table {table}"
            party = self._party is not None and self._party.table == table
            if name not in self._room.at and not party:
                continue  # a party table without a host does not exist
            cell = self._room.at.get(name)
            at = Point(self._room.x(cell.column), self._room.y(cell.row)) if cell else Point(*self._room.centre)
            boards = board_range(int(movement.groups[self._round - 1, table - 1]), self._section.boards)
            copy = self._ways.travel.on_table(table, self._round)
            case = copy.case if copy and self._ways.travel.laid_out else ""
            yield Node(
                name,
                DiagramBox(at, side / 2, side / 2),
                (str(table), boards),
                case_position(case) if case else 0,
                ", ".join(map(str, rounds.get(table, ()))),
                self._seats(table),
            )

    def _rover_rounds(self) -> dict[int, list[int]]:
        rounds: dict[int, list[int]] = {}
        for party in parties(self._movement):
            for visit in visits_left(self._movement, party.pair):
                if visit.table != party.table:
                    rounds.setdefault(visit.table, []).append(visit.round)
        return rounds

    def _seats(self, table: int) -> tuple[str, ...]:
        if not self._movement.is_individual:
            return ()
        sitting = self._movement.seats[self._round - 1, table - 1].tolist()
        return tuple(str(c or NOBODY) for c in sitting)

    def _stands(self) -> Iterator[Node]:
        travel, side = self._ways.travel, self._room.side
        lying = dict(enumerate(travel.stands, start=1))
        if pool := travel.pool:
            lying[pool.stand] = tuple(sorted(copy for copy in travel.journeys if copy.case in pool.cases))
        for number, waiting in lying.items():
            name = f"stand {number}"
            if name in self._room.at:
                cell = self._room.at[name]
                outer = 1 if cell.row % 2 else -1
                y = self._room.y(cell.row) + outer * (1 - STAND_DEPTH) / 2 * side
                boards = tuple(board_range(copy.group, self._section.boards) for copy in waiting)
                position = case_position(waiting[0].case) if waiting else 0
                box = DiagramBox(Point(self._room.x(cell.column), y), 0.53 * side, STAND_DEPTH / 2 * side)
                shown = boards if len(boards) <= MAX_STAND_BOARDS else (f"{boards[0]} …", boards[-1])
                yield Node(name, box, (say("bye stand {stand}", stand=number), *shown), position)

    # Arrows

    def _arrows(self, what: MovedThing, moves: list[DiagramMove]) -> Iterator[Arrow]:
        known = [move for move in moves if {move.source, move.target} <= self._nodes.keys() and self._is_placed(move)]
        curved = what == "pairs" and sum(map(self._router.is_long, known)) > MAX_LONG_ARROWS // 2
        for move in known:
            bent = curved and self._router.is_long(move)
            yield Arrow(what, move, self._router.curve(move) if bent else self._router.path(what, move), bent)

    def _is_placed(self, move: DiagramMove) -> bool:
        return move.source in self._room.at and move.target in self._room.at

    def _board_arrows(self) -> Iterator[Arrow]:
        moves = self._ways.boards
        if (
            self._ways.boards_by_rule
            and sum(map(self._router.is_long, filter(self._is_placed, moves))) <= MAX_LONG_ARROWS
        ):
            yield from self._arrows("boards", moves)

    @property
    def _examples(self) -> dict[str, int]:
        """The usual step of single players by seat; empty if there is no such rule for all of them."""
        movement = self._movement
        claims = [claim for claim in infer_claims(movement) if isinstance(claim, Step)]
        if not movement.is_individual or not movement.remaining_moves:
            return {}
        return {self._seat_of(claim.contestants[0]): usual_step(claim, movement) for claim in claims}

    def _seat_of(self, contestant: int) -> str:
        """Return the seat of a line of players in round 1."""
        field = self._movement.field
        first = field.before(field.line(contestant)) + 1
        return self._movement.seat_names[int((self._movement.seats[0] == first).any(axis=0).argmax())]

    def _example_arrows(self) -> Iterator[Arrow]:
        if not (steps := self._examples):
            return
        table = self._example_table
        for seat, step in steps.items():
            move = DiagramMove(f"table {table}", f"table {(table + step - 1) % self._movement.tables + 1}")
            yield Arrow("pairs", move, self._router.curve(move), curved=True, label=seat_letter(seat))

    @property
    def _example_table(self) -> int:
        return max(1, (min(self._room.columns, self._movement.tables) + 1) // 2)

    def _shared_boards(self) -> Iterator[DiagramMove]:
        layout = self._ways.travel.layout
        for table in range(1, ring_tables(self._movement) + 1):
            for partner in layout.sharers(table) if layout else ():
                if table < partner:
                    yield DiagramMove(f"table {table}", f"table {partner}")

    # Legend

    def _legend(self, arrows: tuple[Arrow, ...]) -> Iterator[LegendItem]:
        movement = self._movement
        drawn = {arrow.kind for arrow in arrows}
        if "pairs" in drawn:
            yield LegendItem("pairs", "; ".join(self._walkers()))
        if "boards" in drawn:
            yield LegendItem("boards", say("boards, down one table") if movement.layout else say("boards"))
        yield LegendItem("", say("In a table: its number, and its boards in this round."))
        if movement.is_individual:
            yield LegendItem("", say("Around it: the players North (top), South, East and West."))
        yield from self._set_signs()
        if any(node.badge for node in self._nodes.values()):
            yield LegendItem("rover", say("rover at this table in this round"), "5")
        if self._party:
            yield LegendItem("", say("Table {table} is the party table: by invitation only.", table=self._party.table))
        if next(self._shared_boards(), None):
            yield LegendItem("share", say("these tables share their boards"))
        if pool := self._ways.travel.pool:
            text = say_many(
                "Table {tables} takes its boards from bye stand {stand} and puts them back.",
                "Tables {tables} take their boards from bye stand {stand} and put them back.",
                len(pool.tables),
                tables=ranges(pool.tables) if len(pool.tables) > 2 else join_items(pool.tables),
                stand=pool.stand,
            )
            yield LegendItem("", text)
        yield from (LegendItem("", text) for text in self._captions(drawn))

    def _set_signs(self) -> Iterator[LegendItem]:
        """Yield the tables of each set, if there are several."""
        positions = sorted({node.position for node in self._nodes.values()} - {0})
        for position in positions if len(positions) > 1 else ():
            there = [n for n in self._nodes.values() if n.position == position and n.name.startswith("table")]
            numbers = ranges(int(node.words[0]) for node in there)
            text = say_many("table {tables}", "tables {tables}", len(there), tables=numbers)
            yield LegendItem("set", text, self._section.set_name(CASES[position - 1]), position)

    def _captions(self, drawn: set[MovedThing]) -> Iterator[str]:
        movement = self._movement
        if not movement.remaining_moves:
            yield say("One round: nobody moves.")
        elif movement.is_individual and "pairs" not in drawn:
            yield say("Players follow their cards and the mats.")
        elif "pairs" in drawn and not self._examples and not self._ways.pairs_by_rule:
            yield say("Arrows show the moves after round {round}.", round=movement.remaining_moves[0])
        if movement.remaining_moves and "boards" not in drawn:
            yield say("Boards move as shown on the caddy sheet.")

    def _walkers(self) -> Iterator[str]:
        """Yield the meaning of the arrows of pairs or players."""
        movement = self._movement
        if steps := self._examples:
            for seat, step in steps.items():
                yield ": ".join((seat_text(seat), step_words(step)))
            yield say("drawn from table {table}, the same from all tables", table=self._example_table)
            return
        usual = {usual_step(step, movement) for step in movement.claims_of(Step)} - {0}
        if not self._ways.ns_stay:
            yield say("pairs")
        elif len(usual) != 1:
            yield say("East-West pairs")
        else:
            yield ": ".join((say("East-West pairs"), step_words(usual.pop())))
            for round in skips(movement):
                yield say("after round {round}: up two tables", round=round)

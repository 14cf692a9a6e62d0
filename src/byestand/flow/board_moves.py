"""How boards move after each round: the rule of the layout, the tables that are exceptions, and irregular rounds."""

from collections.abc import Iterator
from enum import Enum, auto
from itertools import pairwise
from typing import NamedTuple

from byestand.flow.board_travel import BoardTravel
from byestand.flow.steps import StepRun, runs
from byestand.model.inferred_claims import ring_tables
from byestand.model.layout import Layout, Stand, Subsection
from byestand.model.movement import Movement


def rings(travel: BoardTravel) -> Layout | None:
    """Return the rings in which boards travel with the sets available, also where stands are not queues."""
    return travel.layout if travel.laid_out else travel.movement.layout


class StandUse(NamedTuple):
    """A bye stand, and the table that puts its boards there."""

    stand: Stand
    source: int


class DownRule(NamedTuple):
    """Boards go down one table: the exceptions, and the bye stands."""

    to_table: bool
    """Whether any table passes its boards to a table."""
    exceptions: tuple[tuple[int, tuple[int, ...]], ...]
    """Tables that pass their boards to other tables than the next one down."""
    stands: tuple[StandUse, ...]


def down_rule(travel: BoardTravel) -> DownRule | None:
    """Return the rule where boards go down one table; None where they never do."""
    movement, layout = travel.movement, rings(travel)
    if movement.rounds == 1 or layout is None or is_weave(layout):
        return None
    falls = zip(movement.remaining_moves, _falls(movement, layout), strict=True)
    round = max((round for round, fall in falls if fall == 1), default=None)
    if round is None:
        return None
    tables = [table for sub in layout.subsections for table in sub.tables]
    return DownRule(
        any(layout.passes_to(table, round).tables for table in tables),
        tuple(_exceptions(layout, round)),
        tuple(StandUse(stand, _source(layout, stand, round)) for stand in layout.stands),
    )


def _exceptions(layout: Layout, round: int) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Yield the tables that do not pass to the next one down, with the tables to which they pass."""
    for table in sorted(t for sub in layout.subsections for t in sub.tables):
        goes = layout.passes_to(table, round).tables
        if goes and table - 1 not in goes and table not in goes:
            yield table, goes


def _source(layout: Layout, stand: Stand, round: int) -> int:
    """Return the table whose boards go to a stand."""
    return next(t for t in layout.home(stand).tables if layout.passes_to(t, round).stand == stand.number)


def is_weave(layout: Layout) -> bool:
    """Return whether half of the boards go up and half go down, as in a crisscross."""
    return any(None in sub.initial_copies for sub in layout.subsections)


class WeaveRun(NamedTuple):
    """Half of the boards of a crisscross, and its step after some consecutive rounds."""

    groups: tuple[int, ...]
    run: StepRun
    tables: int
    is_first: bool
    """Whether it is the first step of these boards in the remaining rounds."""

    @property
    def is_across(self) -> bool:
        """Whether all boards go across the room once."""
        return abs(self.run.step) == self.tables // 2 and self.run.times == 1


def weave_runs(travel: BoardTravel) -> tuple[WeaveRun, ...]:
    """Return how each half of the boards moves in the remaining rounds; none where it is not a crisscross."""
    movement, layout = travel.movement, rings(travel)
    if movement.rounds == 1 or layout is None or not is_weave(layout):
        return ()
    return tuple(
        WeaveRun(
            tuple(copy.group for copy in sub.initial_copies if copy), run, ring_tables(movement), is_first=not place
        )
        for sub in layout.subsections
        for place, run in enumerate(_weave_steps(sub, movement))
    )


def _weave_steps(sub: Subsection, movement: Movement) -> Iterator[StepRun]:
    first = movement.remaining_moves.start
    return runs([a - b for a, b in pairwise(sub.descents[first - 1 :])], first)


def _falls(movement: Movement, layout: Layout) -> list[int]:
    descents = layout.subsections[0].descents
    return [descents[round] - descents[round - 1] for round in movement.remaining_moves]


def irregular_falls(travel: BoardTravel) -> Iterator[tuple[int, int]]:
    """Yield the remaining rounds after which boards do not go down one place, with the number of places."""
    movement, layout = travel.movement, rings(travel)
    if movement.rounds > 1 and layout and not is_weave(layout):
        falls = zip(movement.remaining_moves, _falls(movement, layout), strict=True)
        yield from ((round, fall) for round, fall in falls if fall != 1)


class BoardMoveKind(Enum):
    """How boards move after a round."""

    DOWN = auto()
    WEAVE = auto()
    """Up and down, as in a crisscross."""
    SHARED_STAND = auto()
    """Back to the shared stand."""
    BY_LIST = auto()
    """Without a rule: the director or a caddy moves them."""


class BoardMove(NamedTuple):
    """How boards move after a round."""

    kind: BoardMoveKind
    fall: int = 0
    """For `DOWN`: by how many tables."""


def board_move(travel: BoardTravel, round: int) -> BoardMove:
    """Return how boards move after a round."""
    layout = rings(travel)
    if layout is None:
        return BoardMove(BoardMoveKind.SHARED_STAND if travel.pool else BoardMoveKind.BY_LIST)
    if is_weave(layout):
        return BoardMove(BoardMoveKind.WEAVE)
    return BoardMove(BoardMoveKind.DOWN, _falls(travel.movement, layout)[round - travel.movement.remaining_moves.start])


class TableRun(NamedTuple):
    """Consecutive tables with consecutive groups, up or down."""

    first_table: int
    last_table: int
    first_group: int
    last_group: int


class BoardingPart(NamedTuple):
    """What is put out for a subsection before the first remaining round."""

    tables: tuple[int, ...]
    cases: tuple[str, ...]
    runs: tuple[TableRun, ...]
    shares: tuple[tuple[int, int], ...]
    """Tables that share the boards of another one, each with that table."""
    stands: tuple[tuple[Stand, tuple[int, ...]], ...]
    """Bye stands with their groups, front first."""
    subsection: Subsection


def boarding_parts(layout: Layout, round: int) -> Iterator[BoardingPart]:
    """Yield what is put out for each subsection; the second ring of a crisscross belongs to the first."""
    covered: set[int] = set()
    for sub in layout.subsections:
        tables = tuple(table for table in sorted(sub.tables) if table not in covered)
        if tables:
            covered.update(tables)
            sharing = {table: min(layout.sharers(table), default=table) for table in tables}
            yield BoardingPart(
                tables,
                sub.cases,
                tuple(_table_runs(layout, [table for table in tables if sharing[table] >= table], round)),
                tuple((table, other) for table, other in sharing.items() if other < table),
                tuple(
                    (stand, tuple(copy.group for copy in layout.on_stand(stand, round)))
                    for stand in layout.stands
                    if layout.home(stand) is sub
                ),
                sub,
            )


def _table_runs(layout: Layout, tables: list[int], round: int) -> Iterator[TableRun]:
    together: list[list[tuple[int, int]]] = []
    for table in tables:
        copy = layout.on_table(table, round)
        group = copy.group if copy else 0
        if together and _continues(together[-1], table, group):
            together[-1].append((table, group))
        else:
            together.append([(table, group)])
    for run in together:
        (first, low), (last, high) = run[0], run[-1]
        yield TableRun(first, last, low, high)


def _continues(run: list[tuple[int, int]], table: int, group: int) -> bool:
    last_table, last_group = run[-1]
    step = group - last_group
    same_direction = len(run) == 1 or step == last_group - run[-2][1]
    return table == last_table + 1 and abs(step) == 1 and same_direction

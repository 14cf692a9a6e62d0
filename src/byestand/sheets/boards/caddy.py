"""The caddy sheet: which boards move from where to where after each round.

Following it exactly from the boarding sheet brings every table its boards. Where boards move down by themselves it is a
table of rounds and stands. Elsewhere it is a table of rounds and tables: the boards each gets, and where from.
"""

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Literal, TypeAlias

from byestand.flow.attendance import leaves_boards_unplayed
from byestand.flow.board_sets import ASIDE
from byestand.flow.board_travel import BoardTravel, travel
from byestand.language import say, say_many
from byestand.model.layout import BoardSpot, Copy
from byestand.model.session import Section
from byestand.sentences.boards import board_range, place_words
from byestand.sentences.change_slips import told_slips
from byestand.sheets.boards.caddy_texts import Pass, column_text, pass_by_step, pass_to, stand_head
from byestand.sheets.print_order import Part, PrintOrder, set_mark
from byestand.words.numbers import MAX_LABELS, join_items, ranges

Move: TypeAlias = tuple[BoardSpot, BoardSpot]

STAYS = "="
"""Boards that are there already."""


@dataclass(frozen=True, slots=True)
class CaddyColumn:
    """A way that boards are carried, or a table to which they are brought."""

    direction: Literal["back", "front", "party", "table"]
    """To the back of a stand, from the front of a stand, from a set to the party table, or to a table."""
    place: str
    """``stand 1``, ``set C``, ``table 7``."""
    head: str
    """The same as a heading."""
    table: str = ""
    """The table or tables from which or to which boards go: ``table 9``."""
    case: str = ""
    """The set whose boards go there; empty if there are several."""
    sub: str = ""
    """What to do, with the table in bold."""


@dataclass(frozen=True, slots=True)
class BoardTransport:
    """The boards of a column after a round."""

    boards: str
    """Empty if no boards move."""
    source: str = ""
    """For a table: where they come from; ``=``: they are there already."""


@dataclass(frozen=True, slots=True)
class CaddyRow:
    """What happens between two rounds."""

    after: int
    cells: tuple[BoardTransport, ...]


@dataclass(frozen=True, slots=True)
class CaddySheet:
    """All board moves of a movement."""

    always: tuple[Pass, ...]
    """What tables do themselves after every round in which anything moves."""
    columns: tuple[CaddyColumn, ...]
    rows: tuple[CaddyRow, ...]
    notes: tuple[str, ...]


def caddy_parts(section: Section, order: PrintOrder) -> list[Part]:
    """Return the caddy sheet for its template."""
    del order
    if not section.movement.remaining_rounds:
        return []
    sheet = caddy_sheet(section)
    marks = {column.case: set_mark(section, column.case) for column in sheet.columns if column.case}
    by_table = bool(sheet.columns) and sheet.columns[0].direction == "table"
    most = (
        MAX_COLUMNS_PORTRAIT if not by_table else MANY_UPRIGHT if len(sheet.rows) > MAX_ROWS_LANDSCAPE else FEW_UPRIGHT
    )
    wide = len(sheet.columns) > most
    stays = any(cell.source == STAYS for row in sheet.rows for cell in row.cells)
    return [asdict(sheet) | {"marks": marks, "landscape": wide, "by_table": by_table, "stays": stays}]


MAX_COLUMNS_PORTRAIT, FEW_UPRIGHT, MANY_UPRIGHT = 7, 9, 15
"""The most columns on an upright page: of ways; of tables in large type; of tables in small type."""
MAX_ROWS_LANDSCAPE = 18
"""With more rounds than fit on a landscape page, small type is better than a second page."""


def caddy_sheet(section: Section) -> CaddySheet:
    """Return the caddy sheet of a section."""
    movement = section.movement
    journeys = travel(movement, section.cases)
    left = movement.remaining_rounds[:-1]
    always = _always(journeys)
    columns = _directions(journeys, section) if always is not None else ()
    if columns:
        rows = tuple(_by_ways(section, journeys, columns, after) for after in left)
    else:
        spots = (spot for spots in journeys.journeys.values() for spot in spots)
        tables = sorted({table for spot in spots for table in spot.tables})
        columns = tuple(CaddyColumn("table", place_words(BoardSpot((table,))), str(table)) for table in tables)
        rows = tuple(_by_tables(section, journeys, tables, after) for after in left)
    return CaddySheet(tuple(_passes(always or set())), columns, rows, tuple(_notes(section, journeys)))


def _changes(journeys: BoardTravel, round: int) -> list[tuple[Copy, Move]]:
    """Return what moves after a round, except boards that tables fetch themselves from the pool."""
    pooled = journeys.pool.cases if journeys.pool and journeys.layout else ()
    return [
        (copy, (spots[round - 1], spots[round]))
        for copy, spots in journeys.journeys.items()
        if spots[round - 1] != spots[round] and copy.case not in pooled
    ]


def _always(journeys: BoardTravel) -> set[Move] | None:
    """Return what tables pass on after every round in which anything moves, or None if that changes."""
    left = journeys.movement.remaining_moves
    handed = [{move for _, move in _changes(journeys, round) if _between_tables(move)} for round in left]
    moving = [moves for round, moves in zip(left, handed, strict=True) if _changes(journeys, round)]
    if not moving:
        return set()
    return moving[0] if all(moves == moving[0] for moves in moving) and not journeys.uses_director else None


def _between_tables(move: Move) -> bool:
    return all(spot.tables for spot in move)


def _passes(moves: Collection[Move]) -> Iterator[Pass]:
    """Yield moves from table to table, those with the same step together."""
    steps: dict[int, list[int]] = defaultdict(list)
    shared = []
    for source, target in moves:
        if len(source.tables) == len(target.tables) == 1:
            steps[target.tables[0] - source.tables[0]].append(source.tables[0])
        else:
            shared.append((source, target))
    for step, tables in sorted(steps.items(), key=lambda item: (-len(item[1]), min(item[1]))):
        if len(tables) > 1 and abs(step) == 1:
            yield pass_by_step(tables, step)
        else:
            yield from (pass_to(BoardSpot((table,)), BoardSpot((table + step,))) for table in sorted(tables))
    for source, target in sorted(shared, key=lambda move: move[0].tables):
        yield pass_to(source, target)


def _directions(journeys: BoardTravel, section: Section) -> tuple[CaddyColumn, ...]:
    """Return the ways that are carried: to each stand, from it, and from the set of the party table."""
    moves: dict[Move, set[str]] = defaultdict(set)
    for round in journeys.movement.remaining_moves:
        for copy, (source, target) in _changes(journeys, round):
            if not _between_tables((source, target)) and target != ASIDE:
                moves[source, target].add(copy.case)
    ways = []
    for (source, target), cases in sorted(moves.items(), key=_of_way):
        case = min(cases) if len(cases) == 1 else ""
        name = section.set_name(case) if case else ""
        if target.stand:
            place, table = place_words(target), place_words(source)
            ways.append(
                CaddyColumn(
                    "back", place, stand_head(target.stand, name), table, case, column_text("back", source.tables)
                )
            )
        elif source.stand:
            place, table = place_words(source), place_words(target)
            ways.append(
                CaddyColumn(
                    "front", place, stand_head(source.stand, name), table, case, column_text("front", target.tables)
                )
            )
        else:
            place, table = place_words(source, journeys, section.set_name), place_words(target)
            own = section.set_name(journeys.party_case) if journeys.party_case else ""
            head = say("Set {name}", name=own) if own else say("Director's table")
            ways.append(CaddyColumn("party", place, head, table, case, column_text("party", target.tables)))
    return tuple(ways)


def _of_way(way: tuple[Move, set[str]]) -> tuple[object, ...]:
    """Return the sort key of a way: by stand, to it before from it, and the party table last."""
    (source, target), _ = way
    stand = source.stand or target.stand
    return (not stand, stand, not target.stand, source.tables, target.tables)


def _by_ways(section: Section, journeys: BoardTravel, ways: tuple[CaddyColumn, ...], after: int) -> CaddyRow:
    carried = {}
    for copy, (source, target) in _changes(journeys, after):
        if target.stand:
            key = ("back", place_words(target), place_words(source))
        else:
            key = ("", place_words(source, journeys, section.set_name), place_words(target))
        carried[key] = board_range(copy.group, section.boards)
    keys = [(way.direction if way.direction == "back" else "", way.place, way.table) for way in ways]
    return CaddyRow(after, tuple(BoardTransport(carried.get(key, "")) for key in keys))


def _by_tables(section: Section, journeys: BoardTravel, tables: Sequence[int], after: int) -> CaddyRow:
    cells = []
    for table in tables:
        source = journeys.comes(table, after) or ASIDE
        short = STAYS if table in source.tables else _short(journeys, section, source)
        copy = journeys.on_table(table, after + 1)
        cells.append(BoardTransport(board_range(copy.group, section.boards), short) if copy else BoardTransport(""))
    return CaddyRow(after, tuple(cells))


def _short(journeys: BoardTravel, section: Section, spot: BoardSpot) -> str:
    """Return where boards come from, as short as possible: ``7``, ``1, 8``, ``S1``, ``B3``, ``D``."""
    if spot.tables:
        return ", ".join(map(str, spot.tables))
    if spot.stand:
        return say("S{stand}", stand=spot.stand)
    return section.set_name(journeys.party_case) if journeys.party_case else say("D")


def _notes(section: Section, journeys: BoardTravel) -> Iterator[str]:
    movement = section.movement
    if movement.rounds == 1:
        yield say("There is only one round: boards stay.")
    if pool := journeys.pool:
        yield say(
            "Tables {tables} take their boards from bye stand {stand} (S{stand}) and return them there.",
            tables=ranges(pool.tables),
            stand=pool.stand,
        )
    fetching = sorted({table for round, table in journeys.visits if round in movement.remaining_rounds})
    if fetching and told_slips(movement, section.boards, section.cases):
        yield say_many(
            "Table {tables} fetches its own boards (see its slip) and returns them after the round.",
            "Tables {tables} fetch their own boards (see their slips) and return them after the round.",
            len(fetching),
            tables=_numbers(fetching),
        )
    elif fetching:
        yield say_many(
            "Table {tables} fetches its own boards (see the sharing sheet) and returns them after the round.",
            "Tables {tables} fetch their own boards (see the sharing sheet) and return them after the round.",
            len(fetching),
            tables=_numbers(fetching),
        )
    if journeys.uses_director:
        yield say("D = director's table, for boards not needed next round.")
    if leaves_boards_unplayed(movement):
        yield say("Boards not played stay closed and are passed on as usual.")


def _numbers(tables: Sequence[int]) -> str:
    return join_items(tables) if len(tables) <= MAX_LABELS else ranges(tables)

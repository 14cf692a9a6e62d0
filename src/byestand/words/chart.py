"""The movement chart: tables by rounds, each bye stand under the table it feeds, the skip between two rounds.

Plain data: a terminal, a page on paper, a page of the app and a spreadsheet all draw this one.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from byestand.language import say
from byestand.model.boards import Boards
from byestand.model.claims import Route
from byestand.model.history import Cell, History
from byestand.model.layout import Layout, Stand
from byestand.model.movement import Movement
from byestand.model.seen import arrow_turned
from byestand.words.boards import board_range, group_word, lie_unplayed, sharing
from byestand.words.claims import told
from byestand.words.numbers import numbered_runs
from byestand.words.people import PLAYERS, called
from byestand.words.roving import parties
from byestand.words.steps import skips
from byestand.words.titles import headline
from byestand.words.travel import Travel, travel


@dataclass(frozen=True, slots=True)
class Row:
    """A table, or one position on a bye stand, through all rounds."""

    label: str
    cells: tuple[tuple[str, ...], ...]
    """For each round what stands under each heading; a bye stand has boards only."""
    is_stand: bool = False
    cases: tuple[str, ...] = ()
    """For each round the case its boards are from; empty where that is not known."""
    table: int = 0
    """The number of the table; 0 for a bye stand, and for those who are without a table."""
    marks: tuple[str, ...] = ()
    """For each round what a director has ruled there, ``cancelled`` or ``lost``; in a usual night there are none."""
    turned: tuple[bool, ...] = ()
    """For each round whether the arrow is switched at this table."""
    roving: tuple[tuple[bool, ...], ...] = ()
    """For each round under which headings the rover stands, where it has the seat of others."""


@dataclass(frozen=True, slots=True)
class Chart:
    """The whole schedule as one table."""

    title: str
    headings: tuple[str, ...]
    rows: tuple[Row, ...]
    rounds: int
    skip: int
    """The round after which there is a skip; 0 if there is none."""
    notes: tuple[str, ...]
    played: int = 0
    """Up to this round it is what has happened."""


def chart(
    movement: Movement, boards: Boards | None = None, *, everybody: bool = False, cases: int | None = None
) -> Chart:
    """Return the chart of a movement; those who stay, NS or North, are told in a note, and shown if *everybody* is."""
    names = tuple(name[0] if called(movement) is PLAYERS else name for name in movement.seat_names)
    seats = names if everybody or not ns_stay_at_their_number(movement) else names[1:]
    journeys = travel(movement, cases)
    layout = journeys.layout
    turned = arrow_turned(movement).tolist()
    rows: list[Row] = []
    for table in range(1, movement.tables + 1):
        here = tuple(row[table - 1] for row in turned)
        rows.append(replace(_table_row(journeys, table, seats, boards), turned=here))
        if layout:
            for stand in layout.stands:
                if stand.beside == table:
                    rows += _stand_rows(movement, layout, stand, len(seats), boards)
    rows += _left_over(movement, len(seats))
    return Chart(
        title=headline(movement),
        headings=(*seats, "boards" if boards else group_word(boards)),
        rows=tuple(rows),
        rounds=movement.rounds,
        skip=min(skips(movement), default=0),
        notes=chart_notes(movement),
        played=movement.next_round - 1,
    )


def _table_row(journeys: Travel, table: int, seats: Sequence[str], boards: Boards | None) -> Row:
    movement = journeys.movement
    number, first = movement.field.number, movement.seats.shape[2] - len(seats)
    party = table in {party.table for party in parties(movement)}
    rovers = set() if party else {route.contestant for route in movement.claimed(Route)}
    cells, roving, rounds = [], [], range(1, movement.rounds + 1)
    for round in rounds:
        boards_here = board_range(int(movement.groups[round - 1, table - 1]), boards)
        sitting = movement.seats[round - 1, table - 1, first:].tolist()
        played = movement.played[round - 1, table - 1]
        cells.append((*(str(number(c) or "-") for c in sitting), boards_here if played else f"({boards_here})"))
        roving.append(tuple(c in rovers for c in sitting))
    return Row(
        f"{table}*" if party else str(table),
        tuple(cells),
        cases=tuple(_cases(journeys, table)),
        table=table,
        marks=tuple(mark_of(movement, (round, table)) for round in rounds) if movement.history else (),
        roving=tuple(roving),
    )


def mark_of(movement: Movement, cell: Cell) -> str:
    """Return what a director has ruled about a table in a round, ``cancelled`` or ``lost``; mostly nothing."""
    history = movement.history or History(0)
    return "cancelled" if cell in history.cancelled else "lost" if cell in history.lost else ""


def _cases(journeys: Travel, table: int) -> Iterator[str]:
    """Yield out of which set a table plays, round by round."""
    for round in range(1, journeys.movement.rounds + 1):
        copy = journeys.visits.get((round, table)) or journeys.on_table(table, round)
        yield copy.case if copy and journeys.laid_out else ""


def _stand_rows(movement: Movement, layout: Layout, stand: Stand, blanks: int, boards: Boards | None) -> list[Row]:
    sub = layout.home(stand)
    rows = []
    for place in stand.places:
        waiting = [sub.on(place, round) for round in range(1, movement.rounds + 1)]
        groups = (board_range(copy.group if copy else 0, boards) for copy in waiting)
        cells = tuple((*[""] * blanks, group) for group in groups)
        cases = tuple(copy.case if copy else "" for copy in waiting)
        rows.append(Row(f"bye {stand.number}", cells, is_stand=True, cases=cases))
    return rows


def _left_over(movement: Movement, seats: int) -> list[Row]:
    """Return rows for players without a table, up to three in a round; pairs always have one."""
    if called(movement) is not PLAYERS:
        return []
    out = [[str(c) for c in sorted(without)] for without in _without_a_seat(movement)]
    return [
        Row(
            "out",
            tuple(((names[i] if i < len(names) else ""), *[""] * seats) for names in out),
            cases=("",) * movement.rounds,
        )
        for i in range(max(map(len, out)))
    ]


def _without_a_seat(movement: Movement) -> list[set[int]]:
    """Return round by round who is there and has no seat."""
    return [set(movement.field.present) - set(row.ravel().tolist()) for row in movement.seats]


def ns_stay_at_their_number(movement: Movement) -> bool:
    """Tell whether NS pair (or North) k sits at table k throughout, or is missing: a chart can leave them out."""
    ns = movement.seats[:, :, 0]
    here = range(1, movement.tables + 1)
    return all(set(column) <= {k, 0} for k, column in zip(here, ns.T.tolist(), strict=True))


def chart_notes(movement: Movement) -> tuple[str, ...]:
    """Return the sentences that belong under the chart of a movement."""
    parts = told(movement, movement.claims)
    notes = (note for part in parts for note in part.notes())
    return (*ruled(movement), *_standing(movement), *notes, *_sitting_out(movement))


def ruled(movement: Movement) -> Iterator[str]:
    """Yield what has been played, and what a director has ruled."""
    if history := movement.history:
        if history.after:
            yield say("Played so far: {rounds}.", rounds=numbered_runs("round", range(1, history.after + 1)))
        ruled = (("Played and cancelled: {cells}.", history.cancelled), ("Nothing to play: {cells}.", history.lost))
        for phrase, cells in ruled:
            told = [say("round {round} at table {table}", round=r, table=t) for r, t in sorted(cells)]
            if told:
                yield say(phrase, cells=", ".join(told))


def _standing(movement: Movement) -> Iterator[str]:
    """Yield what holds in every round: who stays, and what lies where."""
    layout, people = movement.layout, called(movement)
    who = f"{movement.seat_names[0]} {people.many}"
    if ns_stay_at_their_number(movement):
        yield say("{who} stay at the table of their number.", who=who)
    elif people is not PLAYERS and (movement.seats[:, :, 0] == movement.seats[0, :, 0]).all():
        yield say("{who} stay at their table.", who=who)
    if layout and layout.stands:
        yield say("bye: on a bye stand; the line just under a table is what that table gets next.")
    for table, partner in sharing(layout) if layout else ():
        yield say("Tables {table} and {partner} share their boards in every round.", table=table, partner=partner)


def _sitting_out(movement: Movement) -> Iterator[str]:
    field, alone = movement.field, called(movement) is PLAYERS
    if alone and len(field.lines) == 1 and not movement.swivel:
        yield say("Everybody keeps the seat for all boards of a round; all tables play the same boards.")
    if alone and any(_without_a_seat(movement)):
        yield say("out: sits out.")
    if field.missing:
        yield say("Missing: {who}.", who=", ".join(map(field.label, sorted(field.missing))))
    if lie_unplayed(movement):
        yield say("Boards in brackets lie there unplayed: whoever is at that table sits out.")

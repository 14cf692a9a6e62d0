"""The movement chart: tables by rounds, each bye stand under the table it feeds, the skip between two rounds."""

from collections.abc import Sequence
from dataclasses import dataclass

from byestand.model import Layout, Movement, Stand, chart_notes, ns_stay_at_their_number
from byestand.sheets.boards import boards
from byestand.words.titles import headline


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


@dataclass(frozen=True, slots=True)
class Chart:
    """The whole schedule as one table."""

    title: str
    headings: tuple[str, ...]
    rows: tuple[Row, ...]
    rounds: int
    skip_after: int | None
    notes: tuple[str, ...]


def chart(movement: Movement, *, boards_per_round: int | None = None) -> Chart:
    """Return the chart of a movement; those who stay, NS or North, are left out and told in a note."""
    stationary = ns_stay_at_their_number(movement)
    names = tuple(name[0] for name in movement.seat_names) if movement.is_individual else movement.seat_names
    seats = names[1:] if stationary else names
    layout = movement.layout
    rows: list[Row] = []
    for table in range(1, movement.tables + 1):
        rows.append(_table_row(movement, table, seats, boards_per_round))
        if layout:
            for stand in layout.stands:
                if stand.beside == table:
                    rows += _stand_rows(movement, layout, stand, len(seats), boards_per_round)
    rows += _left_over(movement, len(seats))
    return Chart(
        title=headline(movement),
        headings=(*seats, "boards" if boards_per_round else "group"),
        rows=tuple(rows),
        rounds=movement.rounds,
        skip_after=movement.skip_after,
        notes=chart_notes(movement),
    )


def _table_row(movement: Movement, table: int, seats: Sequence[str], boards_per_round: int | None) -> Row:
    number, first = movement.field.number, movement.seats.shape[2] - len(seats)
    party = movement.rover is not None and movement.rover.party_table == table
    cells = []
    for round in range(movement.rounds):
        here = boards(int(movement.groups[round, table - 1]), boards_per_round)
        who = (str(number(c) or "-") for c in movement.seats[round, table - 1, first:].tolist())
        cells.append((*who, here if movement.played[round, table - 1] else f"({here})"))
    return Row(
        f"{table}*" if party else str(table), tuple(cells), cases=_cases(movement, table, party=party), table=table
    )


def _cases(movement: Movement, table: int, *, party: bool) -> tuple[str, ...]:
    layout = movement.layout
    if layout is None:
        return ("",) * movement.rounds
    if party:
        return (layout.party_case or "",) * movement.rounds
    copies = (layout.on_table(table, round) for round in range(1, movement.rounds + 1))
    return tuple(copy.case if copy else "" for copy in copies)


def _stand_rows(
    movement: Movement, layout: Layout, stand: Stand, blanks: int, boards_per_round: int | None
) -> list[Row]:
    sub = layout.home(stand)
    rows = []
    for place in stand.places:
        waiting = [sub.on(place, round) for round in range(1, movement.rounds + 1)]
        groups = (boards(copy.group if copy else 0, boards_per_round) for copy in waiting)
        cells = tuple((*[""] * blanks, group) for group in groups)
        cases = tuple(copy.case if copy else "" for copy in waiting)
        rows.append(Row(f"bye {stand.number}", cells, is_stand=True, cases=cases))
    return rows


def _left_over(movement: Movement, seats: int) -> list[Row]:
    """Return rows for players without a table, up to three in a round."""
    if not movement.is_individual:
        return []
    seated = [set(row.ravel().tolist()) for row in movement.seats]
    out = [[str(c) for c in movement.field.present if c not in here] for here in seated]
    return [
        Row(
            "out",
            tuple(((names[i] if i < len(names) else ""), *[""] * seats) for names in out),
            cases=("",) * movement.rounds,
        )
        for i in range(max(map(len, out)))
    ]

"""The movement chart: tables by rounds, each bye stand under the table it feeds, the skip between two rounds."""

from collections.abc import Sequence
from dataclasses import dataclass

from byestand.model import Layout, Movement, Stand
from byestand.sheets.boards import boards


@dataclass(frozen=True, slots=True)
class Row:
    """A table, or one position on a bye stand, through all rounds."""

    label: str
    cells: tuple[tuple[str, ...], ...]
    """For each round what stands under each heading; a bye stand has boards only."""
    is_stand: bool = False


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
    stationary = _ns_stay(movement)
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
        skip_after=layout.skip_after if layout else None,
        notes=_notes(movement, stationary=stationary),
    )


def headline(movement: Movement) -> str:
    """Return the title with the boarding pattern."""
    return f"{movement.title}, {movement.layout.pattern}" if movement.layout else movement.title


def _ns_stay(movement: Movement) -> bool:
    """Tell whether NS pair k sits at table k throughout, or is missing."""
    ns = movement.seats[:, :, 0]
    here = range(1, movement.tables + 1)
    return all(set(column) <= {k, 0} for k, column in zip(here, ns.T.tolist(), strict=True))


def _table_row(movement: Movement, table: int, seats: Sequence[str], boards_per_round: int | None) -> Row:
    number, first = movement.field.number, movement.seats.shape[2] - len(seats)
    party = movement.rover is not None and movement.rover.party_table == table
    cells = []
    for round in range(movement.rounds):
        here = boards(int(movement.groups[round, table - 1]), boards_per_round)
        who = (str(number(c) or "-") for c in movement.seats[round, table - 1, first:].tolist())
        cells.append((*who, here if movement.played[round, table - 1] else f"({here})"))
    return Row(f"{table}*" if party else str(table), tuple(cells))


def _stand_rows(
    movement: Movement, layout: Layout, stand: Stand, blanks: int, boards_per_round: int | None
) -> list[Row]:
    sub = layout.home(stand)
    rows = []
    for place in stand.places:
        waiting = (sub.on(place, round) for round in range(1, movement.rounds + 1))
        groups = (boards(copy.group if copy else 0, boards_per_round) for copy in waiting)
        rows.append(Row(f"bye {stand.number}", tuple((*[""] * blanks, group) for group in groups), is_stand=True))
    return rows


def _left_over(movement: Movement, seats: int) -> list[Row]:
    """Return rows for players without a table, up to three in a round."""
    if not movement.is_individual:
        return []
    seated = [set(row.ravel().tolist()) for row in movement.seats]
    out = [[str(c) for c in movement.field.present if c not in here] for here in seated]
    return [
        Row("out", tuple(((names[i] if i < len(names) else ""), *[""] * seats) for names in out))
        for i in range(max(map(len, out)))
    ]


def _notes(movement: Movement, *, stationary: bool) -> tuple[str, ...]:
    notes = []
    layout = movement.layout
    if stationary:
        who = "North players" if movement.is_individual else "NS pairs"
        notes.append(f"{who} stay at the table of their number.")
    notes += _individual_notes(movement)
    if layout and layout.stands:
        notes.append("bye: on a bye stand; the line just under a table is what that table gets next.")
    if layout and layout.skip_after:
        notes.append(f"skip: after round {layout.skip_after} EW pairs go up two tables.")
    for table in range(1, movement.tables + 1):
        partners = layout.sharers(table) if layout else ()
        if partners and table < min(partners):
            notes.append(f"Tables {table} and {partners[0]} share their boards in every round.")
    if movement.rover:
        rover, host = (movement.field.label(c) for c in (movement.rover.contestant, movement.rover.host))
        if movement.rover.host in movement.field.missing:
            notes.append(f"* no table: whoever is displaced by the rover {rover} sits out.")
        else:
            notes.append(f"* the party table, where the pair displaced by the rover {rover} goes; {host} is its host.")
    if movement.field.missing:
        gone = ", ".join(movement.field.label(c) for c in sorted(movement.field.missing))
        notes.append(f"Missing: {gone}. Boards in brackets lie there unplayed: whoever is at that table sits out.")
    if movement.revenge_rounds:
        rounds = ", ".join(map(str, movement.revenge_rounds))
        notes.append(f"Revenge: in round {rounds} opponents meet again, on fresh boards.")
    return tuple(notes)


def _individual_notes(movement: Movement) -> list[str]:
    notes: list[str] = []
    if not movement.is_individual:
        return notes
    if len(movement.swivel) > 1:
        each = ", ".join(movement.swivel)
        notes.append(f"Seats on the {len(movement.swivel)} boards of a round (who sits N, S, E, W): {each}.")
    if not movement.swivel and movement.field.winners == 1:
        notes.append("Everybody keeps the seat for all boards of a round; all tables play the same boards.")
    if any(len(set(row.ravel().tolist()) - {0}) < len(movement.field.present) for row in movement.seats):
        notes.append("out: sits out.")
    return notes

"""The movement chart with its texts: title, headings, labels and notes.

A terminal, paper, a page of the app and a spreadsheet all draw this one.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from byestand.flow.attendance import leaves_boards_unplayed, without_seat
from byestand.flow.board_travel import travel
from byestand.flow.chart import ChartLine, LineKind, chart_lines, chart_seats, ns_stay, ns_stay_at_their_number
from byestand.flow.sharing import sharing
from byestand.flow.steps import skips
from byestand.language import say, say_many
from byestand.model.boards import Boards
from byestand.model.history import Cell
from byestand.model.movement import Movement
from byestand.sentences.claims import claim_texts
from byestand.words.numbers import ranges_from_three
from byestand.words.seats import seat_letter, seat_text
from byestand.words.titles import headline


@dataclass(frozen=True, slots=True)
class Chart:
    """The whole schedule as one table."""

    title: str
    headings: tuple[str, ...]
    rows: tuple[ChartLine, ...]
    rounds: int
    skip: int
    """The round after which there is a skip; 0 if there is none."""
    notes: tuple[str, ...]
    played_text: int = 0
    """The last round played."""


def chart(
    movement: Movement, boards: Boards | None = None, *, everybody: bool = False, cases: int | None = None
) -> Chart:
    """Return the chart of a movement; stationary NS, or North, are in a note, and shown only for *everybody*."""
    seats = chart_seats(movement, everybody=everybody)
    return Chart(
        title=headline(movement),
        headings=(*map(seat_letter, seats), say("boards") if boards else say("group")),
        rows=tuple(replace(row, label=_label(row)) for row in chart_lines(travel(movement, cases), seats, boards)),
        rounds=movement.rounds,
        skip=min(skips(movement), default=0),
        notes=chart_notes(movement),
        played_text=movement.next_round - 1,
    )


def _label(row: ChartLine) -> str:
    match row.kind:
        case LineKind.TABLE:
            return str(row.number)
        case LineKind.PARTY_TABLE:
            return f"{row.number}*"
        case LineKind.STAND:
            return say("bye {stand}", stand=row.number)
        case LineKind.OUT:
            return say("out")


def chart_notes(movement: Movement) -> tuple[str, ...]:
    """Return the sentences under the chart of a movement."""
    parts = claim_texts(movement, movement.claims)
    notes = (note for part in parts for note in part.notes())
    return (*ruling_notes(movement), *_fixed_notes(movement), *notes, *_sit_out_notes(movement))


def ruling_notes(movement: Movement) -> Iterator[str]:
    """Yield which rounds have been played, and the director's rulings."""
    if history := movement.history:
        if history.after:
            rounds = ranges_from_three(range(1, history.after + 1))
            yield say_many("Round played: {rounds}.", "Rounds played: {rounds}.", history.after, rounds=rounds)
        if history.cancelled_cells:
            yield f"{say('Played and cancelled')}: {', '.join(map(_cell_text, sorted(history.cancelled_cells)))}."
        if history.lost_cells:
            yield f"{say('No boards to play')}: {', '.join(map(_cell_text, sorted(history.lost_cells)))}."


def _cell_text(cell: Cell) -> str:
    round, table = cell
    return say("round {round} at table {table}", round=round, table=table)


def _fixed_notes(movement: Movement) -> Iterator[str]:
    """Yield what is the same in every round: stationary pairs, bye stands and sharing tables."""
    layout, side = movement.layout, seat_text(movement.seat_names[0])
    if ns_stay_at_their_number(movement):
        if movement.is_individual:
            yield say("{seat} players stay at the table of their number.", seat=side)
        else:
            yield say("{side} pairs stay at the table of their number.", side=side)
    elif not movement.is_individual and ns_stay(movement):
        yield say("{side} pairs stay at their table.", side=side)
    if layout and layout.stands:
        yield say("bye: boards on a bye stand. The row just below a table shows the boards it gets next.")
    for table, partner in sharing(layout) if layout else ():
        yield say("Tables {table} and {partner} share boards in every round.", table=table, partner=partner)


def _sit_out_notes(movement: Movement) -> Iterator[str]:
    field, is_individual = movement.field, movement.is_individual
    if is_individual and len(field.lines) == 1 and not movement.swivel:
        yield say("Players keep their seats for all boards of a round. All tables play the same boards.")
    if is_individual and any(without_seat(movement)):
        yield say("out: sit-out.")
    if field.missing:
        yield say("Missing: {numbers}.", numbers=", ".join(map(field.label, sorted(field.missing))))
    if leaves_boards_unplayed(movement):
        if is_individual:
            yield say("Boards in brackets are not played; the players at that table sit out.")
        else:
            yield say("Boards in brackets are not played; the pair at that table sits out.")

"""What must be told beside a chart of a movement: one wording for the terminal, spreadsheets and paper."""

from collections.abc import Iterator

from byestand.model.movement import Movement


def ns_stay_at_their_number(movement: Movement) -> bool:
    """Tell whether NS pair (or North) k sits at table k throughout, or is missing: a chart can leave them out."""
    ns = movement.seats[:, :, 0]
    here = range(1, movement.tables + 1)
    return all(set(column) <= {k, 0} for k, column in zip(here, ns.T.tolist(), strict=True))


def chart_notes(movement: Movement) -> tuple[str, ...]:
    """Return the sentences that belong under the chart of a movement."""
    return (*_moving(movement), *_changing_seats(movement), *_rover(movement), *_absent(movement))


def _moving(movement: Movement) -> Iterator[str]:
    layout = movement.layout
    if ns_stay_at_their_number(movement):
        yield f"{'North players' if movement.is_individual else 'NS pairs'} stay at the table of their number."
    elif not movement.is_individual and (movement.seats[:, :, 0] == movement.seats[0, :, 0]).all():
        yield "NS pairs stay at their table."
    if layout and layout.stands:
        yield "bye: on a bye stand; the line just under a table is what that table gets next."
    if movement.skip_after:
        yield f"skip: after round {movement.skip_after} EW pairs go up two tables; announce it."
    for table in range(1, movement.tables + 1):
        partners = layout.sharers(table) if layout else ()
        if partners and table < min(partners):
            yield f"Tables {table} and {partners[0]} share their boards in every round."


def _changing_seats(movement: Movement) -> Iterator[str]:
    """Yield what individuals do within a round."""
    if not movement.is_individual:
        return
    if len(movement.swivel) > 1:
        each = ", ".join(movement.swivel)
        yield f"Seats on the {len(movement.swivel)} boards of a round (who sits N, S, E, W): {each}."
    if not movement.swivel and movement.field.winners == 1:
        yield "Everybody keeps the seat for all boards of a round; all tables play the same boards."
    if any(len(set(row.ravel().tolist()) - {0}) < len(movement.field.present) for row in movement.seats):
        yield "out: sits out."


def _rover(movement: Movement) -> Iterator[str]:
    if not movement.rover:
        return
    rover, host = (movement.field.label(c) for c in (movement.rover.contestant, movement.rover.host))
    if movement.rover.host in movement.field.missing:
        yield f"* no table: whoever is displaced by the rover {rover} sits out."
    else:
        yield f"* the party table, where the pair displaced by the rover {rover} goes; {host} is its host."


def _absent(movement: Movement) -> Iterator[str]:
    if movement.field.missing:
        yield f"Missing: {', '.join(movement.field.label(c) for c in sorted(movement.field.missing))}."
    if not (movement.played | (movement.groups == 0)).all():
        yield "Boards in brackets lie there unplayed: whoever is at that table sits out."
    if movement.revenge_rounds:
        rounds = ", ".join(map(str, movement.revenge_rounds))
        yield f"Revenge: in round {rounds} opponents meet again, on fresh boards."

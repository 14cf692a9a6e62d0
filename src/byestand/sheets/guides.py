"""Personal guide cards: for everybody who changes tables, where to go, whom to meet and what to play.

In an individual everybody has one, who stays too: partners change all the time.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from byestand.model import Movement, Visit
from byestand.sheets.boards import boards

PARTNER = {"North": "South", "South": "North", "East": "West", "West": "East"}


@dataclass(frozen=True, slots=True)
class GuideRow:
    """One round of a card."""

    round: int
    table: int
    """0 in a round without a table: sit out."""
    seat: str
    opponents: tuple[str, ...]
    """Their numbers; ``–`` where nobody comes. None where they change from board to board: it is the other two."""
    boards: str
    partner: str = ""
    """Whom a single player sits opposite to; where seats change within the round, board by board: ``25, 36, 14``."""
    remark: str = ""


@dataclass(frozen=True, slots=True)
class GuideCard:
    """The card of one contestant."""

    who: str
    """``E7``, or ``25`` in one field."""
    title: str
    """What it is called on the card: "EW pair 7"."""
    kind: str
    """``rover``, or empty."""
    rows: tuple[GuideRow, ...]


def guide_cards(movement: Movement, *, boards_per_round: int | None = None) -> tuple[GuideCard, ...]:
    """Return a card for everybody who needs one, in the order of their numbers."""
    cards = []
    for contestant in movement.field.present:
        visits = movement.itinerary(movement.field.label(contestant))
        if movement.is_individual or len({visit.table for visit in visits}) > 1:
            cards.append(_card(movement, contestant, visits, boards_per_round))
    return tuple(cards)


def contestant_title(movement: Movement, contestant: int) -> str:
    """Return what a contestant is called in full: "EW pair 7", "pair 7", "player 7"."""
    number = movement.field.number(contestant)
    if movement.is_individual:
        return f"player {number}"
    side = f"{movement.seat_names[movement.field.line(contestant)]} " if movement.field.winners == 2 else ""
    return f"{side}pair {number}"


def _card(movement: Movement, contestant: int, visits: tuple[Visit, ...], boards_per_round: int | None) -> GuideCard:
    rover = movement.rover
    no_table = rover.party_table if rover and rover.host in movement.field.missing else 0
    at = {visit.round: visit for visit in visits if visit.table != no_table}
    return GuideCard(
        who=movement.field.label(contestant),
        title=contestant_title(movement, contestant),
        kind="rover" if rover and rover.contestant == contestant else "",
        rows=tuple(
            _row(movement, visit, boards_per_round, roving=rover is not None and rover.contestant == contestant)
            if (visit := at.get(round))
            else GuideRow(round, 0, "–", ("–",) if not movement.is_individual else (), "–", remark="sit out")
            for round in range(1, movement.rounds + 1)
        ),
    )


def _row(movement: Movement, visit: Visit, boards_per_round: int | None, *, roving: bool) -> GuideRow:
    others = dict(zip((name for name in movement.seat_names if name != visit.seat), visit.others, strict=True))
    partner = others.pop(PARTNER.get(visit.seat, ""), "")
    if len(set(movement.swivel)) > 1 and visit.plays:
        partner, others = ", ".join(_partners(movement, visit)), {}
    return GuideRow(
        visit.round,
        visit.table,
        visit.seat,
        tuple(label.lstrip("NE").replace("-", "–") for label in others.values()),
        boards(visit.group, boards_per_round) if visit.plays else "–",
        partner,
        _remark(movement, visit, roving=roving),
    )


def _partners(movement: Movement, visit: Visit) -> Iterator[str]:
    """Yield the partner on each board of the round, as the swivel has it."""
    here = movement.seat_names.index(visit.seat)
    me = int(movement.seats[visit.round - 1, visit.table - 1, here])
    for board in range(1, len(movement.swivel) + 1):
        seats = movement.seats_on(board)[visit.round - 1, visit.table - 1].tolist()
        opposite = movement.seat_names.index(PARTNER[movement.seat_names[seats.index(me)]])
        yield movement.field.label(seats[opposite])


def _remark(movement: Movement, visit: Visit, *, roving: bool) -> str:
    rover = movement.rover
    if not visit.plays:
        return "sit out"
    if rover and visit.table == rover.party_table:
        return "party table"
    skips = movement.skip_after == visit.round
    return "then skip" if skips and visit.seat == "EW" and not roving else ""

"""Personal guide cards: the number, and for every round the table, the seat, the opponents and the boards.

All pairs that change tables get one. In an individual and in a Howell the stationary ones do too.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from byestand.model.claims import Card, Follow
from byestand.model.event import Switch
from byestand.model.movement import Movement, Visit
from byestand.model.seen import arrow_turned, claims_seen
from byestand.model.session import Section
from byestand.words import on_card
from byestand.words.boards import board_range
from byestand.words.people import NOBODY, PLAYERS, called, number_title
from byestand.words.roving import no_tables, parties, visits_left
from byestand.words.steps import skips


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
    """Or that one sits out."""
    partners: tuple[str, ...] = ()
    """Whom a single player sits opposite to: one, or where seats change within the round, one after the other."""
    remark: str = ""
    """``party``, or ``after skip``."""
    turned: bool = False
    """The arrow is switched in this round."""
    lost: bool = False
    """Nothing can be played in this round, though it was planned."""


@dataclass(frozen=True, slots=True)
class GuideCard:
    """The card of one contestant."""

    who: str
    """``E7``, or ``25`` in one field."""
    title: str
    """What it is called on the card: "E7"."""
    name: str
    sit: str
    """Which way to sit, where it is always the same."""
    rows: tuple[GuideRow, ...]
    told: tuple[str, ...]
    """What to do within a round, and what black means."""


def guide_cards(section: Section, switch: Switch = "boards") -> tuple[GuideCard, ...]:
    """Return a card for everybody who needs one, in the order of their numbers."""
    return tuple(_card(section, contestant, visits, switch) for contestant, visits in _who_needs_one(section.movement))


def somebody_needs_a_card(section: Section) -> bool:
    """Tell whether there are guide cards, without making any."""
    return any(True for _ in _who_needs_one(section.movement))


def _who_needs_one(movement: Movement) -> Iterator[tuple[int, tuple[Visit, ...]]]:
    everybody = called(movement) is PLAYERS or _is_howell(movement)
    for contestant in movement.field.present:
        visits = tuple(visits_left(movement, contestant))
        tables = {visit.table for visit in movement.itinerary(movement.field.label(contestant))}
        if visits and (everybody or len(tables) > 1):
            yield contestant, visits


def _is_howell(movement: Movement) -> bool:
    """Tell whether all pairs are ranked together and move by following each other, or by cards."""
    follow_or_card = any(isinstance(claim, Follow | Card) for claim in claims_seen(movement))
    return len(movement.field.lines) == 1 and follow_or_card


def _card(section: Section, contestant: int, visits: tuple[Visit, ...], switch: Switch) -> GuideCard:
    movement, none = section.movement, no_tables(section.movement)
    at = {visit.round: visit for visit in visits if visit.table not in none}
    rows = tuple(
        _row(section, contestant, visit)
        if (visit := at.get(round))
        else GuideRow(round, 0, NOBODY, () if movement.is_individual else (NOBODY,), on_card.SIT_OUT)
        for round in movement.rounds_left
    )
    seats = [row.seat for row in rows if row.table]
    return GuideCard(
        who=movement.field.label(contestant),
        title=number_title(movement, contestant, section.letter),
        name=section.name(movement.field.label(contestant)),
        sit=on_card.sits(seats, rover=contestant in {party.pair for party in parties(movement)}),
        rows=rows,
        told=tuple(_told(movement, rows, seats, switch)),
    )


def _told(movement: Movement, rows: tuple[GuideRow, ...], seats: list[str], switch: Switch) -> Iterator[str]:
    if movement.is_individual and len(set(seats)) == 1 and (change := on_card.seat_change(movement, seats[0])):
        yield change
    if any(row.turned for row in rows):
        yield on_card.TURNED[switch]
    if any(row.lost for row in rows):
        yield on_card.NOTHING_TO_PLAY


def _row(section: Section, contestant: int, visit: Visit) -> GuideRow:
    movement = section.movement
    others = dict(zip((name for name in movement.seat_names if name != visit.seat), visit.others, strict=True))
    partner = others.pop(on_card.PARTNER.get(visit.seat, ""), "")
    partners: tuple[str, ...] = (partner.replace("-", NOBODY),) if partner else ()
    if len(set(movement.swivel)) > 1 and visit.plays:
        partners, others = tuple(on_card.partners_in(movement, visit)), {}
    lost = movement.history is not None and (visit.round, visit.table) in movement.history.lost
    return GuideRow(
        visit.round,
        visit.table,
        visit.seat,
        tuple(label.lstrip("NE").replace("-", NOBODY) for label in others.values()),
        board_range(visit.group, section.boards) if visit.plays else on_card.SIT_OUT,
        partners,
        _remark(movement, contestant, visit),
        turned=bool(arrow_turned(movement)[visit.round - 1, visit.table - 1]),
        lost=lost,
    )


def _remark(movement: Movement, contestant: int, visit: Visit) -> str:
    if visit.table in {party.table for party in parties(movement)}:
        return on_card.PARTY
    skipped = contestant in skips(movement).get(visit.round - 1, ())
    return on_card.AFTER_SKIP if skipped and visit.plays else ""

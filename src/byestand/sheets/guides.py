"""Personal guide cards: for everybody who changes tables, where to go, whom to meet and what to play.

In an individual everybody has one, who stays too: partners change all the time. Pairs that follow each other seat by
seat have none: of a seat one line on the mat is true all night.
"""

from collections.abc import Iterator
from dataclasses import asdict, dataclass

from byestand.model import Follow, Movement, Section, Visit
from byestand.model.seen import claims_seen
from byestand.sheets.pages import Order, Part
from byestand.words.boards import board_range
from byestand.words.people import PLAYERS, called, contestant_title
from byestand.words.phrases import say
from byestand.words.roving import no_tables, parties, visits_left
from byestand.words.slips_told import NOTHING_TO_PLAY
from byestand.words.steps import skips

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
    lost: bool = False
    """Nothing can be played in this round, though it was planned."""


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


def guide_parts(section: Section, order: Order) -> list[Part]:
    """Return the guide cards for their template."""
    del order
    cards = guide_cards(section)
    return [{"cards": [asdict(card) for card in cards]}] if cards else []


def guide_cards(section: Section) -> tuple[GuideCard, ...]:
    """Return a card for everybody who needs one, in the order of their numbers."""
    return tuple(_card(section, contestant, visits) for contestant, visits in _who_needs_one(section.movement))


def somebody_needs_a_card(section: Section) -> bool:
    """Tell whether there are guide cards, without making any."""
    return any(True for _ in _who_needs_one(section.movement))


def _who_needs_one(movement: Movement) -> Iterator[tuple[int, tuple[Visit, ...]]]:
    follow = (claim for claim in claims_seen(movement) if isinstance(claim, Follow) and claim.same_seat)
    by_seat = {contestant for claim in follow for contestant in claim.contestants}
    for contestant in movement.field.present:
        visits = tuple(visits_left(movement, contestant))
        tables = {visit.table for visit in movement.itinerary(movement.field.label(contestant))}
        moves = len(tables) > 1 and contestant not in by_seat
        if visits and (called(movement) is PLAYERS or moves):
            yield contestant, visits


def _card(section: Section, contestant: int, visits: tuple[Visit, ...]) -> GuideCard:
    movement, none = section.movement, no_tables(section.movement)
    at = {visit.round: visit for visit in visits if visit.table not in none}
    nobody = () if called(movement) is PLAYERS else ("–",)
    return GuideCard(
        who=movement.field.label(contestant),
        title=contestant_title(movement, contestant),
        kind="rover" if contestant in {party.pair for party in parties(movement)} else "",
        rows=tuple(
            _row(section, contestant, visit)
            if (visit := at.get(round))
            else GuideRow(round, 0, "–", nobody, "–", remark=say("sit out"))
            for round in movement.rounds_left
        ),
    )


def _row(section: Section, contestant: int, visit: Visit) -> GuideRow:
    movement = section.movement
    others = dict(zip((name for name in movement.seat_names if name != visit.seat), visit.others, strict=True))
    partner = others.pop(PARTNER.get(visit.seat, ""), "")
    if len(set(movement.swivel)) > 1 and visit.plays:
        partner, others = ", ".join(_partners(movement, visit)), {}
    return GuideRow(
        visit.round,
        visit.table,
        visit.seat,
        tuple(label.lstrip("NE").replace("-", "–") for label in others.values()),
        board_range(visit.group, section.boards) if visit.plays else "–",
        partner,
        _remark(movement, contestant, visit),
        lost=_is_lost(movement, visit),
    )


def _is_lost(movement: Movement, visit: Visit) -> bool:
    return movement.history is not None and (visit.round, visit.table) in movement.history.lost


def _partners(movement: Movement, visit: Visit) -> Iterator[str]:
    """Yield the partner on each board of the round, as the swivel has it."""
    here = movement.seat_names.index(visit.seat)
    me = int(movement.seats[visit.round - 1, visit.table - 1, here])
    for board in range(1, len(movement.swivel) + 1):
        seats = movement.seats_on(board)[visit.round - 1, visit.table - 1].tolist()
        opposite = movement.seat_names.index(PARTNER[movement.seat_names[seats.index(me)]])
        yield movement.field.label(seats[opposite])


def _remark(movement: Movement, contestant: int, visit: Visit) -> str:
    if _is_lost(movement, visit):
        return say(NOTHING_TO_PLAY)
    if not visit.plays:
        return say("sit out")
    if visit.table in {party.table for party in parties(movement)}:
        return say("party table")
    return say("then skip") if contestant in skips(movement).get(visit.round, ()) else ""

"""Personal guide cards: the number, and for every round the table, the seat, the opponents and the boards.

All pairs that change tables get one. In an individual and in a Howell the stationary ones do too. Nine go on a page,
which is cut at thirds; so do the start cards of individuals. Stacked before they are cut, they lie in their order.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from byestand.language import say
from byestand.model.claims import Card, Follow
from byestand.model.event import Switch
from byestand.model.movement import Movement, Visit
from byestand.model.seen import arrow_turned, claims_seen
from byestand.model.session import Section
from byestand.sheets.forms.cutting import stacked
from byestand.sheets.pages import Order, Part, equal_blocks
from byestand.words import on_card
from byestand.words.boards import board_range
from byestand.words.numbers import numbered_runs
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


A_PAGE = 9
MOST_ROWS = {"a4": 17, "letter": 15}
"""On one card, so that no row has type under 10 points."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a card."""

    head: str
    wide: float
    """In millimetres, as far as there is room."""
    cell: Callable[[GuideRow], str]
    dark: Callable[[GuideRow], bool] = lambda _: False
    strong: bool = True


def guide_parts(section: Section, order: Order) -> list[Part]:
    """Return the guide cards for their template."""
    cards = guide_cards(section, order.session.event.switch)
    most = MOST_ROWS[order.paper]
    remarks = any(row.remark for card in cards for row in card.rows)
    drawn = [
        face | {"n": n, "of": len(cards)}
        for n, card in enumerate(cards, start=1)
        if order.wants(section, card.who)
        for face in _faces(section.movement, card, most, remarks=remarks)
    ]
    if not drawn:
        return []
    blank = _blank(drawn[0])
    return [
        {"code": section.movement.name, "pages": [[one or blank for one in page] for page in stacked(drawn, A_PAGE)]}
    ]


def _faces(movement: Movement, card: GuideCard, most: int, *, remarks: bool) -> Iterator[Part]:
    """Yield a card, or several where its rounds would be too small on one."""
    columns = list(_columns(movement, card, remarks=remarks))
    blocks = equal_blocks(range(len(card.rows)), most)
    for block in blocks:
        rows = [card.rows[i] for i in block]
        yield {
            "title": card.title,
            "name": card.name,
            "sit": card.sit if len(blocks) == 1 else _part_of(card, rows),
            "heads": [column.head for column in columns],
            "widths": [column.wide for column in columns],
            "rows": [[_cell(column, row) for column in columns] for row in rows],
            "told": card.told,
        }


def _part_of(card: GuideCard, rows: Sequence[GuideRow]) -> str:
    rounds = numbered_runs("round", [row.round for row in rows])
    sit = card.sit.removeprefix("sit ").removesuffix(" all evening")
    return say("{sit}, {rounds}", sit=sit, rounds=rounds) if sit else rounds


def _cell(column: Column, row: GuideRow) -> Part:
    return {"words": column.cell(row), "dark": column.dark(row), "strong": column.strong}


def _columns(movement: Movement, card: GuideCard, *, remarks: bool) -> Iterator[Column]:
    """Yield the columns of a card: the same ones on all, but that a seat that never changes is told once."""
    players, rows = movement.is_individual, card.rows
    turned = any(row.turned for row in rows)
    crowded = players and (len(movement.swivel) > 2 or not movement.swivel)
    yield Column(
        say("Rd") if crowded else say("Round"), 7 if crowded else 9.5, lambda row: str(row.round), strong=False
    )
    yield Column(say("Table"), 10, lambda row: str(row.table or NOBODY), dark=lambda row: row.remark == on_card.PARTY)
    if len({row.seat for row in rows if row.table}) > 1:
        head = say("Play") if turned else say("Sit")
        yield Column(head, 9, lambda row: row.seat[0] if players else row.seat, dark=lambda row: row.turned)
    if not players and not remarks and len(movement.field.lines) == 1:
        yield Column(say("Meet"), 10, lambda row: ", ".join(row.opponents))
    yield Column(say("Boards"), 15, lambda row: row.boards, dark=lambda row: row.lost)
    if players:
        yield from _partner_columns(movement)
    elif remarks:
        yield Column("", 16, lambda row: row.remark)


def _partner_columns(movement: Movement) -> Iterator[Column]:
    if len(set(movement.swivel)) < 2:
        yield Column(say("With"), 9.5, lambda row: ", ".join(row.partners))
        yield Column(say("Against"), 14, lambda row: ", ".join(row.opponents))
        return
    for place, boards in enumerate(on_card.boards_alike(movement)):
        head = say("{which}\nwith", which=on_card.boards_words(boards))
        yield Column(head, 9, partial(_partner, place))


def _partner(place: int, row: GuideRow) -> str:
    return row.partners[place] if place < len(row.partners) else NOBODY


def _blank(like: Part) -> Part:
    """Return a card to be filled in by hand: for a pair that comes late, or has lost its own."""
    rows = [[row[0], *(cell | {"words": "", "dark": False} for cell in row[1:])] for row in like["rows"]]
    return like | {"title": "", "name": "", "sit": "", "rows": rows, "told": (), "n": 0}


def start_card_parts(section: Section, order: Order) -> list[Part]:
    """Return a card for each player of an individual."""
    movement = section.movement
    if not movement.is_individual:
        return []
    cards = []
    for contestant in movement.field.present:
        label = movement.field.label(contestant)
        first = next((v for v in visits_left(movement, contestant) if v.round == movement.next_round), None)
        if order.wants(section, label):
            cards.append(
                {
                    "title": number_title(movement, contestant, section.letter),
                    "name": section.name(label),
                    "sit": "",
                    "table": str(first.table) if first else "",
                    "seat": first.seat if first else say("sit out first"),
                    "told": [on_card.seat_change(movement, first.seat)] if first and movement.swivel else [],
                }
            )
    blank = {"title": "", "name": "", "sit": "", "table": "", "seat": "", "told": []}
    pages = [[one or blank for one in page] for page in stacked(cards, A_PAGE)]
    return [{"code": movement.name, "pages": pages}] if cards else []

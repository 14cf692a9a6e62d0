"""Personal guide cards: the number, and for every round the table, the seat, the opponents and the boards.

All pairs that change tables get one. In an individual and in a Howell stationary players and pairs get one too. Nine
cards or start cards fit on a page, which is cut at thirds. A stack of pages that is cut gives the cards in order.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from byestand.flow.arrows import boards_alike
from byestand.flow.itinerary import PARTNER, partners_in
from byestand.flow.rover import parties, tables_without_pairs, visits_left
from byestand.flow.steps import skips
from byestand.language import say, say_many
from byestand.model.claims import ByCard, Follow
from byestand.model.event import Switch
from byestand.model.inferred_claims import arrow_mask, infer_claims
from byestand.model.movement import GuideLine, Movement
from byestand.model.session import Section
from byestand.sentences import cards as card_texts
from byestand.sentences.boards import board_range
from byestand.sheets.forms.cut_layout import stack_pieces
from byestand.sheets.print_order import Part, PrintOrder, equal_blocks
from byestand.words.numbers import join_items, ranges
from byestand.words.people import NOBODY, number_title
from byestand.words.seats import seat_letter, seat_text


@dataclass(frozen=True, slots=True)
class GuideCardRow:
    """One round of a card."""

    round: int
    table: int
    """0 in a round without a table: sit-out."""
    seat: str
    opponents: tuple[str, ...]
    """Their numbers; ``–`` if there are none. Empty if they change from board to board."""
    boards: str
    """Or the text for a sit-out."""
    partners: tuple[str, ...] = ()
    """The partners of a single player in this round, in order."""
    remark: str = ""
    """``party``, or ``after skip``."""
    party: bool = False
    """The round is played at the party table."""
    turned: bool = False
    """An arrow-switched round."""
    is_lost: bool = False
    """The round was planned but cannot be played."""


@dataclass(frozen=True, slots=True)
class GuideCard:
    """The card of one contestant."""

    contestant: str
    """``E7``, or ``25`` in one field."""
    title: str
    """The number on the card: "E7"."""
    name: str
    sit: str
    """The direction, if it never changes."""
    rows: tuple[GuideCardRow, ...]
    notes: tuple[str, ...]
    """Seat changes within a round, and the meaning of black."""
    seat: str = ""
    """The key of the seat, if it never changes."""


def guide_cards(section: Section, switch: Switch = "boards") -> tuple[GuideCard, ...]:
    """Return all cards, in the order of numbers."""
    return tuple(_card(section, contestant, visits, switch) for contestant, visits in _card_owners(section.movement))


def somebody_needs_a_card(section: Section) -> bool:
    """Return whether there are guide cards, without making any."""
    return any(True for _ in _card_owners(section.movement))


def _card_owners(movement: Movement) -> Iterator[tuple[int, tuple[GuideLine, ...]]]:
    all_need_one = movement.is_individual or _is_howell(movement)
    for contestant in movement.field.present:
        visits = tuple(visits_left(movement, contestant))
        tables = {visit.table for visit in movement.itinerary(movement.field.label(contestant))}
        if visits and (all_need_one or len(tables) > 1):
            yield contestant, visits


def _is_howell(movement: Movement) -> bool:
    """Return whether all pairs are ranked together and follow each other or guide cards."""
    follow_or_card = any(isinstance(claim, Follow | ByCard) for claim in infer_claims(movement))
    return len(movement.field.lines) == 1 and follow_or_card


def _card(section: Section, contestant: int, visits: tuple[GuideLine, ...], switch: Switch) -> GuideCard:
    movement, none = section.movement, tables_without_pairs(section.movement)
    at = {visit.round: visit for visit in visits if visit.table not in none}
    rows = tuple(
        _row(section, contestant, visit)
        if (visit := at.get(round))
        else GuideCardRow(round, 0, NOBODY, () if movement.is_individual else (NOBODY,), say(card_texts.SIT_OUT))
        for round in movement.remaining_rounds
    )
    seats = [row.seat for row in rows if row.table]
    return GuideCard(
        contestant=movement.field.label(contestant),
        title=number_title(movement, contestant, section.letter),
        name=section.name(movement.field.label(contestant)),
        sit=card_texts.sits(seats, rover=contestant in {party.pair for party in parties(movement)}),
        rows=rows,
        notes=tuple(_notes(movement, rows, seats, switch)),
        seat=seats[0] if len(set(seats)) == 1 else "",
    )


def _notes(movement: Movement, rows: tuple[GuideCardRow, ...], seats: list[str], switch: Switch) -> Iterator[str]:
    if movement.is_individual and len(set(seats)) == 1 and (change := card_texts.seat_change(movement, seats[0])):
        yield change
    if any(row.turned for row in rows):
        yield say(card_texts.SWITCH_NOTES[switch])
    if any(row.is_lost for row in rows):
        yield say(card_texts.NOTHING_TO_PLAY)


def _row(section: Section, contestant: int, visit: GuideLine) -> GuideCardRow:
    movement = section.movement
    others = dict(zip((name for name in movement.seat_names if name != visit.seat), visit.others, strict=True))
    partner = others.pop(PARTNER.get(visit.seat, ""), "")
    partners: tuple[str, ...] = (_number(partner),) if partner else ()
    if len(set(movement.swivel)) > 1 and visit.plays:
        partners, others = tuple(partners_in(movement, visit)), {}
    lost = movement.history is not None and (visit.round, visit.table) in movement.history.lost_cells
    return GuideCardRow(
        visit.round,
        visit.table,
        visit.seat,
        tuple(_number(label) for label in others.values()),
        board_range(visit.group, section.boards) if visit.plays else say(card_texts.SIT_OUT),
        partners,
        _remark(movement, contestant, visit),
        party=_is_party(movement, visit),
        turned=bool(arrow_mask(movement)[visit.round - 1, visit.table - 1]),
        is_lost=lost,
    )


def _number(label: str) -> str:
    """Return the number of a label such as ``E7``, without its direction."""
    return NOBODY if label == "-" else label.lstrip("NE")


def _is_party(movement: Movement, visit: GuideLine) -> bool:
    return visit.table in {party.table for party in parties(movement)}


def _remark(movement: Movement, contestant: int, visit: GuideLine) -> str:
    if _is_party(movement, visit):
        return say(card_texts.PARTY)
    skipped = contestant in skips(movement).get(visit.round - 1, ())
    return say(card_texts.AFTER_SKIP) if skipped and visit.plays else ""


CARDS_PER_PAGE = 9
MAX_ROWS = {"a4": 17, "letter": 15}
"""The most rows of a card: no type may be smaller than 10 points."""


@dataclass(frozen=True, slots=True)
class CardColumn:
    """A column of a card."""

    head: str
    wide: float
    """In millimetres, if there is room."""
    cell: Callable[[GuideCardRow], str]
    dark: Callable[[GuideCardRow], bool] = lambda _: False
    strong: bool = True


def guide_parts(section: Section, order: PrintOrder) -> list[Part]:
    """Return the guide cards for their template."""
    cards = guide_cards(section, order.session.event.switch)
    most = MAX_ROWS[order.paper]
    remarks = any(row.remark for card in cards for row in card.rows)
    faces = [
        face | {"foot": say("card {number} of {cards}", number=n, cards=len(cards))}
        for n, card in enumerate(cards, start=1)
        if order.includes(section, card.contestant)
        for face in _faces(section.movement, card, most, remarks=remarks)
    ]
    if not faces:
        return []
    blank = _blank(faces[0])
    pages = [[card or blank for card in page] for page in stack_pieces(faces, CARDS_PER_PAGE)]
    return [{"code": section.movement.name, "pages": pages}]


def _faces(movement: Movement, card: GuideCard, most: int, *, remarks: bool) -> Iterator[Part]:
    """Yield a card, or several if its rounds would be too small on one."""
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
            "notes": card.notes,
        }


def _part_of(card: GuideCard, rows: Sequence[GuideCardRow]) -> str:
    """Return the direction and the rounds of one of several cards."""
    rounds = [row.round for row in rows]
    numbers = ranges(rounds) if len(rounds) > 2 else join_items(rounds)
    text = say_many("round {rounds}", "rounds {rounds}", len(rounds), rounds=numbers)
    return ", ".join((seat_text(card.seat), text)) if card.seat else text


def _cell(column: CardColumn, row: GuideCardRow) -> Part:
    return {"words": column.cell(row), "dark": column.dark(row), "strong": column.strong}


def _columns(movement: Movement, card: GuideCard, *, remarks: bool) -> Iterator[CardColumn]:
    """Yield the columns of a card. A seat that never changes has no column."""
    players, rows = movement.is_individual, card.rows
    turned = any(row.turned for row in rows)
    crowded = players and (len(movement.swivel) > 2 or not movement.swivel)
    yield CardColumn(
        say("Rd") if crowded else say("Round"), 7 if crowded else 9.5, lambda row: str(row.round), strong=False
    )
    yield CardColumn(say("Table"), 10, lambda row: str(row.table or NOBODY), dark=lambda row: row.party)
    if len({row.seat for row in rows if row.table}) > 1:
        head = say("Play") if turned else say("Sit")
        yield CardColumn(head, 9, _seat, dark=lambda row: row.turned)
    if not players and not remarks and len(movement.field.lines) == 1:
        yield CardColumn(say("Meet"), 10, lambda row: ", ".join(row.opponents))
    yield CardColumn(say("Boards"), 15, lambda row: row.boards, dark=lambda row: row.is_lost)
    if players:
        yield from _partner_columns(movement)
    elif remarks:
        yield CardColumn("", 16, lambda row: row.remark)


def _seat(row: GuideCardRow) -> str:
    return seat_letter(row.seat) if row.table else row.seat


def _partner_columns(movement: Movement) -> Iterator[CardColumn]:
    if len(set(movement.swivel)) < 2:
        yield CardColumn(say("With"), 9.5, lambda row: ", ".join(row.partners))
        yield CardColumn(say("Against"), 14, lambda row: ", ".join(row.opponents))
        return
    for place, boards in enumerate(boards_alike(movement)):
        head = say("{boards}\nwith", boards=card_texts.boards_words(boards))
        yield CardColumn(head, 9, partial(_partner, place))


def _partner(place: int, row: GuideCardRow) -> str:
    return row.partners[place] if place < len(row.partners) else NOBODY


def _blank(like: Part) -> Part:
    """Return a blank card, for a late pair or a lost card."""
    rows = [[row[0], *(cell | {"words": "", "dark": False} for cell in row[1:])] for row in like["rows"]]
    return like | {"title": "", "name": "", "sit": "", "rows": rows, "notes": (), "foot": say("guide card")}


def start_card_parts(section: Section, order: PrintOrder) -> list[Part]:
    """Return a card for each player of an individual."""
    movement = section.movement
    if not movement.is_individual:
        return []
    cards = []
    for contestant in movement.field.present:
        label = movement.field.label(contestant)
        first = next((v for v in visits_left(movement, contestant) if v.round == movement.next_round), None)
        if order.includes(section, label):
            cards.append(
                {
                    "title": number_title(movement, contestant, section.letter),
                    "name": section.name(label),
                    "sit": "",
                    "table": str(first.table) if first else "",
                    "seat": seat_text(first.seat) if first else say("sit out first"),
                    "notes": [card_texts.seat_change(movement, first.seat)] if first and movement.swivel else [],
                }
            )
    blank = {"title": "", "name": "", "sit": "", "table": "", "seat": "", "notes": []}
    pages = [[card or blank for card in page] for page in stack_pieces(cards, CARDS_PER_PAGE)]
    return [{"code": movement.name, "pages": pages}] if cards else []

"""Guide cards, and start cards of individuals, as they are laid out: nine a page, cut at thirds.

Stacked before they are cut they lie in their order.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TypeAlias

from byestand.model.movement import Movement
from byestand.model.session import Section
from byestand.sheets.forms.cutting import stacked
from byestand.sheets.guides import GuideCard, GuideRow, guide_cards
from byestand.sheets.pages import Order, Part, equal_blocks
from byestand.words import on_card
from byestand.words.numbers import numbered_runs
from byestand.words.people import NOBODY, number_title
from byestand.words.phrases import say
from byestand.words.roving import visits_left

A_PAGE = 9
MOST_ROWS = {"a4": 17, "letter": 15}
"""On one card, so that no row has type under 10 points."""

Cell: TypeAlias = Part


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


def _faces(movement: Movement, card: GuideCard, most: int, *, remarks: bool) -> Iterator[Cell]:
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


def _cell(column: Column, row: GuideRow) -> Cell:
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


def _blank(like: Cell) -> Cell:
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

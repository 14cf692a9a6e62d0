"""Cards for the bye stands: which table brings boards, which table takes them, and what is there in each round."""

from dataclasses import asdict, dataclass

from byestand.flow.board_travel import travel
from byestand.language import say
from byestand.model.layout import Layout, Stand
from byestand.model.session import Section
from byestand.sentences.boards import board_range
from byestand.sheets.boards.sharing_sheet import MAX_COLUMNS_PORTRAIT, sharing_rows, sharing_sheet
from byestand.sheets.print_order import Part, PrintOrder, set_mark
from byestand.words.numbers import ordinal_word


@dataclass(frozen=True, slots=True)
class StandCard:
    """The card of a bye stand."""

    number: int
    cases: tuple[str, ...]
    """The sets whose boards wait here."""
    fed_by: int
    """The table from which boards come."""
    feeds: int
    """The table that takes them, next to the stand."""
    rounds: tuple[int, ...]
    places: tuple[str, ...]
    """``in front``, ``second``, …, ``at the back``."""
    boards_on_stand: tuple[tuple[str, ...], ...]
    """The boards in each place, round by round."""


def stand_parts(section: Section, order: PrintOrder) -> list[Part]:
    """Return the cards of all stands for their templates. A stand from which several tables play has its own kind."""
    if order.table is not None or not section.movement.remaining_rounds:
        return []
    parts: list[Part] = [
        asdict(card) | _stand_texts(card) | {"marks": [set_mark(section, case) for case in card.cases]}
        for card in stand_cards(section)
    ]
    if pool := travel(section.movement, section.cases).pool:
        sheet = sharing_sheet(section)
        own = {"head": _head(pool.stand), "marks": [set_mark(section, case) for case in pool.cases]}
        rule = say(
            "Between tables {first} and {last}. Take the boards of your table here. *After the round put them back.*",
            first=pool.between[0],
            last=pool.between[1],
        )
        rows = {"tables": sheet.tables, "rows": sharing_rows(sheet), "pool": rule}
        parts.append({"landscape": len(sheet.tables) > MAX_COLUMNS_PORTRAIT} | own | rows)
    return parts


def _head(stand: int) -> str:
    return say("Bye stand {stand}", stand=stand)


def _stand_texts(card: StandCard) -> Part:
    several = len(card.places) > 1
    if several:
        fed = say("Boards come *from table {table}*.\nPut them *at the back*.", table=card.fed_by)
        feeds = say("*Table {table}* takes\nthe *front boards*.", table=card.feeds)
    else:
        fed = say("Boards come *from table {table}*.", table=card.fed_by)
        feeds = say("*Table {table}* takes\nthe boards here.", table=card.feeds)
    foot = say(
        "This bye stand is next to table {table}. If boards are missing, look on table {source}.",
        table=card.feeds,
        source=card.fed_by,
    )
    return {"landscape": True, "head": _head(card.number), "fed": fed, "feeds": feeds, "foot": foot}


def has_stands(section: Section) -> bool:
    """Return whether boards wait on any stand."""
    journeys = travel(section.movement, section.cases)
    return bool(journeys.stands or journeys.pool)


def stand_cards(section: Section) -> tuple[StandCard, ...]:
    """Return the cards of the bye stands, in their order."""
    layout = travel(section.movement, section.cases).layout
    return tuple(_card(section, layout, stand) for stand in layout.stands) if layout else ()


def places_on_stand(deep: int) -> tuple[str, ...]:
    """Return the names of the places of a queue, from the front. A single place has no name.

    >>> places_on_stand(4)
    ('in front', 'second', 'third', 'at the back')
    """
    if deep == 1:
        return ("",)
    return (say("in front"), *map(ordinal_word, range(2, deep)), say("at the back"))


def _card(section: Section, layout: Layout, stand: Stand) -> StandCard:
    rounds = tuple(section.movement.remaining_rounds)
    queues = [[board_range(copy.group, section.boards) for copy in layout.on_stand(stand, r)] for r in rounds]
    deep = len(queues[0])
    places = places_on_stand(deep) if deep > 1 else (say("boards"),)
    return StandCard(
        stand.number,
        layout.home(stand).cases,
        _fed_by(layout, stand),
        stand.next_to_table,
        rounds,
        places,
        tuple(zip(*queues, strict=True)),
    )


def _fed_by(layout: Layout, stand: Stand) -> int:
    """Return the table just above the stand in its ring, or the first of two that share."""
    sub = layout.home(stand)
    above = stand.places[-1] % len(sub.places)
    return sub.places[above][0]

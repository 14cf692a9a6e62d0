"""Cards for the stands: from which table boards come, which table takes them, and what lies there in each round."""

from dataclasses import asdict, dataclass

from byestand.language import say
from byestand.model.layout import Layout, Stand
from byestand.model.session import Section
from byestand.sheets.boards.sharing import MOST_UPRIGHT, sharing_sheet
from byestand.sheets.pages import Order, Part, set_mark
from byestand.words.boards import board_range
from byestand.words.numbers import ordinal_word
from byestand.words.travel import travel


@dataclass(frozen=True, slots=True)
class StandCard:
    """What stands on a bye stand."""

    number: int
    cases: tuple[str, ...]
    """The sets whose boards wait here."""
    fed_by: int
    """The table from which boards come."""
    feeds: int
    """The table that takes them, beside which it is."""
    rounds: tuple[int, ...]
    places: tuple[str, ...]
    """``in front``, ``second``, …, ``at the back``."""
    lying: tuple[tuple[str, ...], ...]
    """The boards in each place, round by round."""


def stand_parts(section: Section, order: Order) -> list[Part]:
    """Return the cards of all stands for their templates; the one from which several tables play has its own."""
    if order.table is not None or not section.movement.rounds_left:
        return []
    parts: list[Part] = [
        asdict(card) | {"landscape": True, "marks": [set_mark(section, case) for case in card.cases]}
        for card in stand_cards(section)
    ]
    if pool := travel(section.movement, section.cases).pool:
        sheet = sharing_sheet(section)
        own = {"number": pool.stand, "between": pool.between, "marks": [set_mark(section, case) for case in pool.cases]}
        listed = {"tables": sheet.tables, "rows": [asdict(row) for row in sheet.rows]}
        parts.append({"landscape": len(sheet.tables) > MOST_UPRIGHT} | own | listed)
    return parts


def has_stands(section: Section) -> bool:
    """Tell whether boards wait on any stand."""
    journeys = travel(section.movement, section.cases)
    return bool(journeys.stands or journeys.pool)


def stand_cards(section: Section) -> tuple[StandCard, ...]:
    """Return the cards of the bye stands, in their order."""
    layout = travel(section.movement, section.cases).layout
    return tuple(_card(section, layout, stand) for stand in layout.stands) if layout else ()


def places_on_stand(deep: int) -> tuple[str, ...]:
    """Return what the places of a queue are called, from the front; a place of its own has no name.

    >>> places_on_stand(4)
    ('in front', 'second', 'third', 'at the back')
    """
    if deep == 1:
        return ("",)
    return (say("in front"), *map(ordinal_word, range(2, deep)), say("at the back"))


def _card(section: Section, layout: Layout, stand: Stand) -> StandCard:
    rounds = tuple(section.movement.rounds_left)
    queues = [[board_range(copy.group, section.boards) for copy in layout.on_stand(stand, r)] for r in rounds]
    deep = len(queues[0])
    places = places_on_stand(deep) if deep > 1 else (say("boards"),)
    return StandCard(
        stand.number,
        layout.home(stand).cases,
        _fed_by(layout, stand),
        stand.beside,
        rounds,
        places,
        tuple(zip(*queues, strict=True)),
    )


def _fed_by(layout: Layout, stand: Stand) -> int:
    """Return the table just above the stand in its ring; of two that share the first."""
    sub = layout.home(stand)
    above = stand.places[-1] % len(sub.places)
    return sub.places[above][0]

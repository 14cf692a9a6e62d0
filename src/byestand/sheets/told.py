"""Slips after a mishap, to be cut: one for each table that is told something, one for each pair in another's place."""

from byestand.model.session import Section
from byestand.sheets.pages import Order, Part
from byestand.words.phrases import say
from byestand.words.places import place_cards, places_taken
from byestand.words.slips_told import told_slips


def told_parts(section: Section, order: Order) -> list[Part]:
    """Return the slips for their template; none where nobody is told anything."""
    slips = told_slips(section.movement, section.boards, section.cases, section.letter)
    drawn = [
        {"title": say("Table {table}", table=slip.table), "lines": slip.lines}
        for slip in slips
        if order.wants_table(slip.table)
    ]
    if order.table is None:
        drawn += [{"title": card.title, "lines": card.lines} for card in place_cards(section.movement, section.letter)]
    return [{"code": section.movement.name, "slips": drawn}] if drawn else []


def has_slips(section: Section) -> bool:
    """Tell whether a table, or a pair in another's place, is told something."""
    slips = told_slips(section.movement, section.boards, section.cases)
    return bool(slips or places_taken(section.movement))

"""What hangs on the wall, stands on tables or is read aloud, and has no layout of its own beyond its template.

Notices of rovers and sit-outs, table numbers (folded once, on card, or in four panels, on paper), announcements and the
director's crib, and slips after a mishap: one for each table that is told something, one for each pair in another's
place.
"""

from dataclasses import asdict

from byestand.model.session import Section
from byestand.sheets.guides import somebody_needs_a_card
from byestand.sheets.pages import Order, Part
from byestand.words.announcements import announcements
from byestand.words.crib import crib
from byestand.words.notices import rover_lists, sit_out_rule, sit_outs
from byestand.words.phrases import say
from byestand.words.roving import no_tables, parties
from byestand.words.slips_told import place_cards, places_taken, told_slips


def rover_parts(section: Section, order: Order) -> list[Part]:
    """Return the list of each rover."""
    del order
    return [
        {
            "rover": one.title,
            "name": section.name(one.rover),
            "table": one.table,
            "half": one.half,
            "sentences": one.sentences,
            "rounds": [asdict(r) | {"name": section.name(r.guest) if r.guest else ""} for r in one.rounds],
        }
        for one in rover_lists(section)
    ]


def sit_out_parts(section: Section, order: Order) -> list[Part]:
    """Return who sits out when."""
    del order
    found = sit_outs(section)
    named = [asdict(one) | {"name": section.name(one.who)} for one in found]
    return [{"sit_outs": named, "rule": sit_out_rule(found)}] if found else []


def tent_parts(section: Section, order: Order) -> list[Part]:
    """Return the numbers of all tables for their template."""
    movement = section.movement
    party = {party.table for party in parties(movement)}
    tables = [table for table in range(1, movement.tables + 1) if table not in no_tables(movement)]
    wanted = [{"table": table, "party": table in party} for table in tables if order.wants_table(table)]
    return [{"folded": order.tents == "folded", "of": len(tables), "tents": wanted}] if wanted else []


def announce_parts(section: Section, order: Order) -> list[Part]:
    """Return the announcements for their template."""
    return [{"said": [asdict(one) for one in announcements(section, order.session.event)]}]


def crib_parts(section: Section, order: Order) -> list[Part]:
    """Return the director's crib for its template; none where all rounds have been played."""
    if not section.movement.rounds_left:
        return []
    return [asdict(crib(section, order.session.event, cards=somebody_needs_a_card(section)))]


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

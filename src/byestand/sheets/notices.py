"""Notices for the wall: where the rover goes and whom it invites, and who sits out when."""

from dataclasses import asdict

from byestand.model.session import Section
from byestand.sheets.pages import Order, Part
from byestand.words.notices import rover_lists, sit_out_rule, sit_outs


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

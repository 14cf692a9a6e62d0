"""What a director says, on a page to read aloud from, and the crib: the whole evening on one page."""

from dataclasses import asdict

from byestand.model.session import Section
from byestand.sheets.guides import somebody_needs_a_card
from byestand.sheets.pages import Order, Part
from byestand.words.announcements import announcements
from byestand.words.crib import crib


def announce_parts(section: Section, order: Order) -> list[Part]:
    """Return the announcements for their template."""
    return [{"said": [asdict(one) for one in announcements(section, order.session.event)]}]


def crib_parts(section: Section, order: Order) -> list[Part]:
    """Return the director's crib for its template; none where all rounds have been played."""
    if not section.movement.rounds_left:
        return []
    return [asdict(crib(section, order.session.event, cards=somebody_needs_a_card(section)))]

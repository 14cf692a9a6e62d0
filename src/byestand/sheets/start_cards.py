"""Start cards of individuals: where each player sits down, and how the seats change within a round."""

from byestand.model.session import Section
from byestand.sheets.card_pages import A_PAGE
from byestand.sheets.forms.cutting import stacked
from byestand.sheets.pages import Order, Part
from byestand.words import on_card
from byestand.words.people import number_title
from byestand.words.phrases import say
from byestand.words.roving import visits_left


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

"""Forms for the director: entry slips, result forms, and slips for calls and rulings."""

from dataclasses import asdict, dataclass

from byestand.flow.attendance import present_contestants
from byestand.flow.rover import tables_without_pairs
from byestand.language import say
from byestand.model.session import Section
from byestand.sheets.forms.cut_layout import cut_for, cuts, identity, stack_pieces
from byestand.sheets.forms.form_texts import entry_seat, recap_title
from byestand.sheets.forms.scheduled_plays import seat_heads
from byestand.sheets.print_order import Part, PrintOrder, equal_blocks
from byestand.words.people import number_title

_ENTRY, _CALL = 44.0, 92.0
"""The heights of the slips in millimetres."""
_LETTERS = 40
_RANKED = 28
"""The most places of a ranking on a page."""


@dataclass(frozen=True, slots=True)
class EntrySlip:
    """The entry slip of a contestant, filled in before the first round."""

    contestant: str
    title: str
    seat: str
    """The first seat: "table 5, East-West"."""
    people: tuple[tuple[str, str], ...]
    """Name and number of each player, as far as they are known."""


def entries(section: Section) -> list[EntrySlip]:
    """Return a slip for every contestant who is present, in the order of numbers."""
    movement = section.movement
    field, size = movement.field, 1 if movement.is_individual else 2
    slips = []
    for contestant in present_contestants(movement, movement.rounds):
        label = field.label(contestant)
        known = [(person.name, person.number) for person in section.members(label)][:size]
        people = tuple(known + [("", "")] * (size - len(known)))
        title = number_title(movement, contestant, section.letter)
        slips.append(EntrySlip(label, title, entry_seat(section, contestant), people))
    return slips


def entry_parts(section: Section, order: PrintOrder) -> list[Part]:
    """Return the entry slips, or those of one table or one contestant."""
    wanted = [
        one
        for one in entries(section)
        if order.includes(section, one.contestant) and _starts_at(section, one, order.table)
    ]
    if not wanted:
        return []
    cut = cut_for(len(wanted), [cut for cut in cuts(order.paper, columns=(2,)) if cut.rows in (6, 4, 3)], height=_ENTRY)
    pages = stack_pieces([asdict(one) for one in wanted], cut.places)
    return [
        {
            **cut.part,
            "kind": "entries",
            "people": 1 if section.movement.is_individual else 2,
            "identity": identity(section, order, _LETTERS),
            "pages": [{"bookmark": _bookmark(page), "entries": page} for page in pages],
        }
    ]


def _starts_at(section: Section, entry: EntrySlip, table: int | None) -> bool:
    movement = section.movement
    row = movement.seats[movement.next_round - 1 if movement.remaining_rounds else 0]
    return table is None or (
        table not in tables_without_pairs(movement)
        and 1 <= table <= movement.tables
        and movement.field.contestant(entry.contestant) in row[table - 1]
    )


def _bookmark(page: list[Part | None]) -> str:
    titles = [str(one["title"]) for one in page if one]
    return say("{first} to {last}", first=titles[0], last=titles[-1]) if len(titles) > 1 else titles[0]


def result_parts(section: Section, order: PrintOrder) -> list[Part]:
    """Return the blank result forms: a list per winner, with a place for each contestant."""
    movement = section.movement
    field = movement.field
    lists = [
        {"title": recap_title(movement, line), "places": block}
        for line in range(len(field.lines))
        for block in equal_blocks(range(1, len(field.members(line)) + 1), _RANKED)
    ]
    who = say("player") if movement.is_individual else say("pair")
    return [{"lists": lists, "who": who, "imps": order.session.scoring == "imps"}]


def ruling_parts(section: Section, order: PrintOrder) -> list[Part]:
    """Return a page of slips for director calls, and one of slips for adjusted scores."""
    cut = cut_for(6, cuts(order.paper, columns=(2,)), height=_CALL)
    own = {**cut.part, "identity": identity(section, order, _LETTERS), "seats": seat_heads(section.movement)}
    return [
        own | {"kind": "calls", "heading": say("Director calls")},
        own | {"kind": "rulings", "heading": say("Adjusted scores")},
    ]

"""Everything that is to be printed, as data: sections by sheets, each part with what the ink needs to know."""

from dataclasses import replace

from byestand.errors import BadRequest, CannotExpress
from byestand.model.movement import Movement
from byestand.model.session import Section
from byestand.sheets.pages import PAPERS, Booklet, Order, Part, event_words, shortened
from byestand.sheets.registry import SHEETS
from byestand.words.titles import spoken_title, title_of

MOST_TABLES, MOST_ROUNDS = 99, 60


def booklet(order: Order) -> Booklet:
    """Return what is to be printed: section by section, sheet by sheet. What is broken is not printed."""
    if order.paper not in PAPERS:
        raise BadRequest(f"no such paper; there are {' and '.join(PAPERS)}: {order.paper!r}")
    called = [movement.name or title_of(movement) for movement in order.session.movements]
    for section, name in zip(order.session, called, strict=True):
        section.judged.or_refused(name)
        _require_paper_size(section.movement)
        if section.boards is None:
            raise BadRequest(f"tell how many boards make a round, for paper names boards: {name!r}")
    _require_there(order)
    order = replace(order, sheets=_only(order))
    parts = [part for section in order.session for part in _section_parts(section, order)]
    if not parts:
        raise BadRequest(f"there is nothing to print: nobody needs {' or '.join(order.sheets)} here")
    title = order.session.event.title or ", ".join(called)
    return Booklet(shortened(title), order.paper, event_words(order.session.event), tuple(parts))


def _require_paper_size(movement: Movement) -> None:
    if movement.tables > MOST_TABLES or movement.rounds > MOST_ROUNDS:
        raise CannotExpress(
            f"paper is for at most {MOST_TABLES} tables and {MOST_ROUNDS} rounds,"
            f" not {movement.tables} tables and {movement.rounds} rounds"
        )


def _require_there(order: Order) -> None:
    """Raise where the one table, or the one contestant, that is wanted is in no section."""
    if order.table is not None and not any(1 <= order.table <= m.tables for m in order.session.movements):
        most = max(movement.tables for movement in order.session.movements)
        raise BadRequest(f"there are tables 1 to {most}, not {order.table}")
    everybody = [(s, s.movement.field.label(c)) for s in order.session for c in s.movement.field.present]
    if any(order.wants(section, label) for section, label in everybody):
        return
    if any(order.wants(section, label) for section in order.session for label in section.missing):
        raise BadRequest(f"nobody plays there tonight: {order.pair!r}")
    raise BadRequest(f"no such seat; there are {order.session.describe()}: {order.pair[:40]!r}")


def _only(order: Order) -> tuple[str, ...]:
    """Return the sheets that are wanted: for one table, or one pair, those that can be printed for it alone."""
    one = {what for what, told in (("table", order.table is not None), ("pair", order.pair)) if told}
    if not one:
        return order.sheets
    found = tuple(name for name in order.sheets if SHEETS[name].alone & one)
    if not found:
        raise BadRequest(f"that is not printed for one {' or '.join(sorted(one))}: {', '.join(order.sheets)}")
    return found


def wanted_sheets(names: str) -> tuple[str, ...]:
    """Return the sheets that a list of names asks for, in the order of the list; ``all`` is every usual one."""
    found: list[str] = []
    for name in (part.strip().lower() for part in names.split(",")):
        if name == "all":
            found += (usual for usual, sheet in SHEETS.items() if sheet.usual)
        elif name in SHEETS:
            found.append(name)
        else:
            raise BadRequest(f"no such sheet; there are {', '.join(SHEETS)} and all: {name[:40]!r}")
    return tuple(dict.fromkeys(found))


def _section_parts(section: Section, order: Order) -> list[Part]:
    parts = [part for sheet in order.sheets for part in _parts(section, sheet, order)]
    return [part | {"first": place == 0} for place, part in enumerate(parts)]


def _parts(section: Section, name: str, order: Order) -> list[Part]:
    sheet = SHEETS[name]
    about: Part = {
        "letter": section.letter,
        "title": shortened(spoken_title(section.movement)),
        "heading": sheet.heading,
        "landscape": False,
        "wall": False,
        "form": sheet.form,
        "kind": name,
        "template": sheet.template,
    }
    return [about | own for own in sheet.parts(section, order)]

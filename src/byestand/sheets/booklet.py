"""A booklet as data: section by section, sheet by sheet."""

from dataclasses import replace

from byestand.errors import BadRequest, CannotExpress
from byestand.language import say
from byestand.model.movement import Movement
from byestand.model.session import Section
from byestand.sheets.print_order import PAPERS, Booklet, Part, PrintOrder, event_words, shorten_to_width
from byestand.sheets.sheet_labels import section_text, template_labels
from byestand.sheets.sheet_list import SHEETS
from byestand.words.numbers import join_items
from byestand.words.titles import spoken_title, title_of

MOST_TABLES, MOST_ROUNDS = 99, 60


def booklet(order: PrintOrder) -> Booklet:
    """Return the pages of an order. Raise if a movement has errors."""
    if order.paper not in PAPERS:
        raise BadRequest(say("unknown paper size, use a4 or letter: {paper!r}", paper=order.paper))
    names = [movement.name or title_of(movement) for movement in order.session.movements]
    for section, name in zip(order.session, names, strict=True):
        section.judged.require_valid(name)
        _require_paper_size(section.movement)
        if section.boards is None:
            raise BadRequest(say("printing needs the number of boards per round: {name!r}", name=name))
    _require_there(order)
    order = replace(order, sheets=_only(order))
    parts = [part for section in order.session for part in _section_parts(section, order)]
    if not parts:
        raise BadRequest(say("nothing to print, this movement has none of: {sheets}", sheets=", ".join(order.sheets)))
    title = order.session.event.title or ", ".join(names)
    return Booklet(shorten_to_width(title), order.paper, event_words(order.session.event), tuple(parts))


def _require_paper_size(movement: Movement) -> None:
    if movement.tables > MOST_TABLES or movement.rounds > MOST_ROUNDS:
        text = say(
            "printing is limited to {max_tables} tables and {max_rounds} rounds, not {tables} and {rounds}",
            max_tables=MOST_TABLES,
            max_rounds=MOST_ROUNDS,
            tables=movement.tables,
            rounds=movement.rounds,
        )
        raise CannotExpress(text)


def _require_there(order: PrintOrder) -> None:
    """Raise if the table or the contestant of an order is in no section."""
    if order.table is not None and not any(1 <= order.table <= m.tables for m in order.session.movements):
        last = max(movement.tables for movement in order.session.movements)
        raise BadRequest(say("table must be 1 to {last}, not {table}", last=last, table=order.table))
    present = [(s, s.movement.field.label(c)) for s in order.session for c in s.movement.field.present]
    if any(order.includes(section, label) for section, label in present):
        return
    if any(order.includes(section, label) for section in order.session for label in section.missing):
        raise BadRequest(say("no such pair in this session: {pair!r}", pair=order.pair))
    labels, pair = join_items(order.session.describe().split(", ")), order.pair[:40]
    raise BadRequest(say("unknown pair number; numbers are {labels}: {pair!r}", labels=labels, pair=pair))


def _only(order: PrintOrder) -> tuple[str, ...]:
    """Return the sheets of an order. For one table or pair these are the sheets that can be printed for it alone."""
    alone = {key for key, wanted in (("table", order.table is not None), ("pair", order.pair)) if wanted}
    if not alone:
        return order.sheets
    sheets = tuple(name for name in order.sheets if SHEETS[name].alone & alone)
    if not sheets:
        names = ", ".join(order.sheets)
        if alone == {"table"}:
            raise BadRequest(say("not printed for one table alone: {sheets}", sheets=names))
        if alone == {"pair"}:
            raise BadRequest(say("not printed for one pair alone: {sheets}", sheets=names))
        raise BadRequest(say("not printed for one table or one pair alone: {sheets}", sheets=names))
    return sheets


def wanted_sheets(names: str) -> tuple[str, ...]:
    """Return the sheets of a list of names, in its order; ``all`` is every usual one."""
    sheets: list[str] = []
    for name in (part.strip().lower() for part in names.split(",")):
        if name == "all":
            sheets += (usual for usual, sheet in SHEETS.items() if sheet.usual)
        elif name in SHEETS:
            sheets.append(name)
        else:
            raise BadRequest(
                say("unknown sheet; sheets are {sheets} and all: {name!r}", sheets=", ".join(SHEETS), name=name[:40])
            )
    return tuple(dict.fromkeys(sheets))


def _section_parts(section: Section, order: PrintOrder) -> list[Part]:
    parts = [part for sheet in order.sheets for part in _parts(section, sheet, order)]
    return [part | {"first": place == 0} for place, part in enumerate(parts)]


def _parts(section: Section, name: str, order: PrintOrder) -> list[Part]:
    sheet = SHEETS[name]
    shared: Part = {
        "letter": section.letter,
        "section": section_text(section.letter),
        "labels": template_labels(sheet.template),
        "title": shorten_to_width(spoken_title(section.movement)),
        "heading": sheet.heading,
        "landscape": False,
        "wall": False,
        "form": sheet.form,
        "kind": name,
        "template": sheet.template,
    }
    return [shared | own for own in sheet.parts(section, order)]

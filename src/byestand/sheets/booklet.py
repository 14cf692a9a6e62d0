"""Everything that is to be printed, as data: sections by sheets, each part with what the ink needs to know.

A new sheet is a module with its words as data, a template of the same name as its parts' kind, and a line of `SHEETS`.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from byestand.errors import BadRequest, CannotExpress
from byestand.model.movement import Movement
from byestand.model.session import Section
from byestand.sheets.boards.boarding import boarding_parts
from byestand.sheets.boards.caddy import caddy_parts
from byestand.sheets.boards.labels import label_parts
from byestand.sheets.boards.sharing import needs_sharing, sharing_parts
from byestand.sheets.boards.stands import has_stands, stand_parts
from byestand.sheets.card_pages import guide_parts
from byestand.sheets.chart import chart_parts
from byestand.sheets.diagrams.drawing import diagram_parts
from byestand.sheets.forms.desk import entry_parts, result_parts, ruling_parts
from byestand.sheets.forms.recap import recap_parts
from byestand.sheets.forms.scorecards import score_card_parts
from byestand.sheets.forms.slips import blank_parts, slip_parts
from byestand.sheets.forms.travellers import traveller_parts
from byestand.sheets.guides import somebody_needs_a_card
from byestand.sheets.mat_pages import mat_parts
from byestand.sheets.mats import tables_with_mats
from byestand.sheets.notices import rover_parts, sit_out_parts
from byestand.sheets.pages import PAPERS, Booklet, Order, Part, event_words, shortened
from byestand.sheets.speech import announce_parts, crib_parts
from byestand.sheets.start_cards import start_card_parts
from byestand.sheets.start_lists import is_known, start_parts, table_parts
from byestand.sheets.tents import tent_parts
from byestand.sheets.told import has_slips, told_parts
from byestand.words.notices import sit_outs
from byestand.words.roving import parties
from byestand.words.titles import spoken_title, title_of

MOST_TABLES, MOST_ROUNDS = 99, 60


TABLE, PAIR = frozenset({"table"}), frozenset({"pair"})


@dataclass(frozen=True, slots=True)
class Sheet:
    """A kind of sheet."""

    parts: Callable[[Section, Order], Sequence[Part]]
    """What the template is given for a section."""
    template: str
    """The file in ``typ`` that draws it; it has a function for every kind of its parts."""
    called: str
    """What it is called in a sentence."""
    heading: str
    about: str
    """What it is for."""
    usual: bool = True
    """Whether ``all`` stands for it too."""
    form: bool = False
    """Whether it is to be written on: nobody has it read out."""
    is_for: Callable[[Section], bool] = lambda _: True
    """Whether a section needs it."""
    alone: frozenset[str] = frozenset()
    """What it can be printed for alone: a ``table``, a ``pair``."""


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


SHEETS: Mapping[str, Sheet] = {
    "mats": Sheet(
        mat_parts,
        "mats.typ",
        "mats",
        "Table mats",
        "one a table: who comes, who goes where, which boards",
        is_for=lambda section: bool(tables_with_mats(section)),
        alone=TABLE,
    ),
    "guides": Sheet(
        guide_parts,
        "cards.typ",
        "guide cards",
        "Guide cards",
        "one a pair: table, opponents, boards",
        is_for=somebody_needs_a_card,
        alone=PAIR,
    ),
    "rover": Sheet(
        rover_parts,
        "notices.typ",
        "rover list",
        "Rover list",
        "where the rover sits, and who plays at the party table",
        is_for=lambda section: bool(parties(section.movement)),
    ),
    "sitouts": Sheet(
        sit_out_parts,
        "notices.typ",
        "sit-outs",
        "Sit-outs",
        "who sits out when, for the wall",
        is_for=lambda section: bool(sit_outs(section)),
    ),
    "tents": Sheet(
        tent_parts, "notices.typ", "table numbers", "Table numbers", "tent cards, to fold", usual=False, alone=TABLE
    ),
    "startcards": Sheet(
        start_card_parts,
        "cards.typ",
        "start cards",
        "Start cards",
        "one a player of an individual: where to sit down first",
        usual=False,
        is_for=lambda section: section.movement.is_individual,
        alone=PAIR,
    ),
    "boarding": Sheet(
        boarding_parts,
        "boards.typ",
        "boarding",
        "Boarding sheet",
        "what lies where before round 1, to tick off",
    ),
    "chart": Sheet(chart_parts, "chart.typ", "chart", "Wall chart", "who plays whom where, for the wall"),
    "diagram": Sheet(
        diagram_parts, "diagram.typ", "diagram", "Room", "the room: tables, stands, how pairs and boards travel"
    ),
    "start": Sheet(
        start_parts,
        "start.typ",
        "start list",
        "Start list by name",
        "everybody by name: which table, which way",
        is_for=is_known,
    ),
    "tables": Sheet(
        table_parts, "start.typ", "start list by table", "Start list by table", "who starts at which table", usual=False
    ),
    "announce": Sheet(announce_parts, "speech.typ", "announcements", "What to say", "what to say, and when"),
    "crib": Sheet(
        crib_parts,
        "speech.typ",
        "crib",
        "Director",
        "the director's page: every round, rover, switches, what if",
        is_for=lambda section: bool(section.movement.rounds_left),
    ),
    "sharing": Sheet(
        sharing_parts,
        "boards.typ",
        "list of who shares boards",
        "Who shares boards",
        "with too few sets: who shares with whom, in which round, with cards for the tables",
        is_for=needs_sharing,
        alone=TABLE,
    ),
    "caddy": Sheet(caddy_parts, "boards.typ", "caddy sheet", "Caddy sheet", "which boards to carry where"),
    "stands": Sheet(
        stand_parts,
        "boards.typ",
        "stand cards",
        "Stand cards",
        "what lies on each stand, in which order, and who takes it",
        is_for=has_stands,
    ),
    "labels": Sheet(
        label_parts, "boards.typ", "labels", "Labels", "for sets and boards: where each starts", usual=False
    ),
    "told": Sheet(
        told_parts,
        "cards.typ",
        "slips for told tables",
        "Slips for tables",
        "after a mishap: what each table does otherwise, and whose place a late pair takes",
        is_for=has_slips,
        alone=TABLE,
    ),
    "slips": Sheet(
        slip_parts, "forms.typ", "slips", "Slips", "to score on: a page a round, cut as a stack", form=True, alone=TABLE
    ),
    "recap": Sheet(
        recap_parts,
        "scores.typ",
        "recap",
        "Recap",
        "to add up by hand: who meets whom on which board",
        form=True,
    ),
    "travellers": Sheet(
        traveller_parts,
        "forms.typ",
        "travellers",
        "Travellers",
        "one a board, in place of slips",
        usual=False,
        form=True,
    ),
    "scorecards": Sheet(
        score_card_parts,
        "scores.typ",
        "score cards",
        "Score cards",
        "one a player: opponents and boards filled in",
        usual=False,
        form=True,
        alone=PAIR,
    ),
    "entries": Sheet(
        entry_parts,
        "forms.typ",
        "entry slips",
        "Entry slips",
        "one a pair: names and club numbers",
        usual=False,
        form=True,
        alone=TABLE | PAIR,
    ),
    "results": Sheet(
        result_parts, "scores.typ", "result form", "Result", "a ranking to write in", usual=False, form=True
    ),
    "rulings": Sheet(
        ruling_parts,
        "forms.typ",
        "director's slips",
        "Rulings",
        "slips for director calls and adjusted scores",
        usual=False,
        form=True,
    ),
    "blanks": Sheet(
        blank_parts,
        "forms.typ",
        "blank slips",
        "Blank slips",
        "slips without numbers, for the unforeseen",
        usual=False,
        form=True,
    ),
}
"""Every sheet by its name."""

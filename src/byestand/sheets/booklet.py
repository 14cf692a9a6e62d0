"""Everything that is to be printed, as data: sections by sheets, each part with what the ink needs to know.

A new sheet is a module with its words as data, a template of the same name as its parts' kind, and a line of `SHEETS`.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass

from byestand.errors import BadRequest, CannotExpress
from byestand.model import Movement, Section
from byestand.sheets.boards.boarding import boarding_parts
from byestand.sheets.boards.caddy import caddy_parts
from byestand.sheets.chart import chart_parts
from byestand.sheets.diagrams.drawing import diagram_parts
from byestand.sheets.guides import guide_cards, guide_parts
from byestand.sheets.mats import mat_parts
from byestand.sheets.pages import PAPERS, Booklet, Order, Part, event_words, section_colour, shortened
from byestand.sheets.slips import slip_parts, traveller_parts
from byestand.sheets.start_lists import is_known, start_parts, table_parts
from byestand.sheets.told import told_parts
from byestand.words.instructions import announcements
from byestand.words.slips_told import told_slips
from byestand.words.titles import spoken_title, title_of

MOST_TABLES, MOST_ROUNDS = 99, 60


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
    is_for: Callable[[Section], bool] = lambda _: True
    """Whether a section needs it."""


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
        "colour": section_colour(section.letter),
        "title": shortened(spoken_title(section.movement)),
        "heading": sheet.heading,
        "landscape": False,
        "wall": False,
        "kind": name,
        "template": sheet.template,
    }
    return [about | own for own in sheet.parts(section, order)]


def _announce_parts(section: Section, order: Order) -> list[Part]:
    del order
    return [{"lists": [asdict(one) for one in announcements(section.movement, section.boards)]}]


SHEETS: Mapping[str, Sheet] = {
    "mats": Sheet(mat_parts, "mats.typ", "mats", "Table mats", "one a table: who comes, who goes where, which boards"),
    "guides": Sheet(
        guide_parts,
        "guides.typ",
        "guide cards",
        "Guide cards",
        "one a pair: table, opponents, boards",
        is_for=lambda section: bool(guide_cards(section)),
    ),
    "boarding": Sheet(
        boarding_parts, "lists.typ", "boarding", "Boarding sheet", "what lies where before round 1, to tick off"
    ),
    "chart": Sheet(chart_parts, "chart.typ", "chart", "Wall chart", "who plays whom where, for the wall"),
    "diagram": Sheet(
        diagram_parts, "diagram.typ", "diagram", "Room", "the room: tables, stands, how pairs and boards travel"
    ),
    "announce": Sheet(_announce_parts, "lists.typ", "announcements", "Announcements", "what to say, and when"),
    "caddy": Sheet(caddy_parts, "lists.typ", "caddy sheet", "Caddy sheet", "which boards to carry where"),
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
    "told": Sheet(
        told_parts,
        "scoring.typ",
        "slips for told tables",
        "Slips for tables",
        "after a mishap: what each table does otherwise",
        is_for=lambda section: bool(told_slips(section.movement, section.boards)),
    ),
    "slips": Sheet(slip_parts, "scoring.typ", "slips", "Slips", "to score on, with a recap"),
    "travellers": Sheet(
        traveller_parts, "scoring.typ", "travellers", "Travellers", "one a board, in place of slips", usual=False
    ),
}
"""Every sheet by its name."""

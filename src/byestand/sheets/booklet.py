"""Everything that is to be printed, as data: sections by sheets, each part with what the ink needs to know."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, Literal, TypeAlias

from byestand.errors import BadRequest, CannotExpress
from byestand.model import Movement
from byestand.sheets.announce import announcements
from byestand.sheets.blocks import equal_blocks
from byestand.sheets.caddy import caddy_sheet
from byestand.sheets.chart import Chart, chart
from byestand.sheets.chart_page import PAPERS, fit
from byestand.sheets.checklist import boarding_sheet
from byestand.sheets.colours import case_look, section_colour
from byestand.sheets.drawing import describe, diagram_svg
from byestand.sheets.guides import guide_cards
from byestand.sheets.mats import mats
from byestand.sheets.slips import Recap, recaps, slips, travellers
from byestand.sheets.travel import travel
from byestand.words.numbers import ranges
from byestand.words.titles import headline, title_of

Part: TypeAlias = dict[str, Any]
"""What the templates are given: plain values only, by name."""

LONGEST_WORDS = 110
"""Titles out of files may be of any length; a page has room for so many characters."""
LONGEST_CLUB = 60
MOST_TABLES, MOST_ROUNDS = 99, 60
HEADINGS = {"North": "N", "South": "S", "East": "E", "West": "W", "boards": "bds", "group": "grp"}
"""Short words over the columns of a chart: the numbers under them are short too."""
RECAP_BOARDS = 28
"""So many boards go side by side on a recap."""


@dataclass(frozen=True, slots=True)
class Section:
    """Tables that are run together: a movement, and how many boards make a round."""

    movement: Movement
    boards_per_round: int
    letter: str = ""


@dataclass(frozen=True, slots=True)
class Order:
    """What is wanted."""

    sections: tuple[Section, ...]
    sheets: tuple[str, ...]
    paper: Literal["a4", "letter"] = "a4"
    club: str = ""
    mats_per_page: Literal[1, 2] = 1
    cases: int | None = None
    """How many cases of boards are at hand, where that is to be told."""


@dataclass(frozen=True, slots=True)
class Booklet:
    """All parts in the order of their pages."""

    title: str
    paper: str
    club: str
    parts: tuple[Part, ...]


def booklet(order: Order) -> Booklet:
    """Return what is to be printed: section by section, sheet by sheet."""
    if order.paper not in PAPERS:
        raise BadRequest(f"no such paper; there are {' and '.join(PAPERS)}: {order.paper!r}")
    if len(order.club) > LONGEST_CLUB:
        raise BadRequest(f"a club's name has at most {LONGEST_CLUB} characters here, not {len(order.club)}")
    for section in order.sections:
        _require_paper_size(section.movement)
    parts = [part for section in order.sections for sheet in order.sheets for part in _parts(section, sheet, order)]
    if not parts:
        raise BadRequest(f"there is nothing to print: nobody needs {' or '.join(order.sheets)} here")
    titles = [section.movement.name or title_of(section.movement) for section in order.sections]
    return Booklet(shortened(", ".join(titles)), order.paper, shortened(order.club), tuple(parts))


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
            found += USUAL
        elif name in SHEETS:
            found.append(name)
        else:
            raise BadRequest(f"no such sheet; there are {', '.join(SHEETS)} and all: {name[:40]!r}")
    return tuple(dict.fromkeys(found))


def shortened(words: str) -> str:
    """Return words that fit on a line, without what cannot be printed."""
    plain = "".join(c for c in " ".join(words.split()) if c.isprintable())
    return plain if len(plain) <= LONGEST_WORDS else plain[: LONGEST_WORDS - 1] + "…"


def _parts(section: Section, sheet: str, order: Order) -> list[Part]:
    about: Part = {
        "letter": section.letter,
        "colour": section_colour(section.letter),
        "title": shortened(headline(section.movement)),
        "landscape": False,
    }
    return [about | {"kind": sheet} | own for own in SHEETS[sheet](section, order)]


def _mats(section: Section, order: Order) -> list[Part]:
    drawn = mats(section.movement, boards_per_round=section.boards_per_round)
    two = order.mats_per_page == 2
    return [{"landscape": not two, "per_page": order.mats_per_page, "mats": [asdict(mat) for mat in drawn]}]


def _guides(section: Section, order: Order) -> list[Part]:
    del order
    cards = guide_cards(section.movement, boards_per_round=section.boards_per_round)
    return [{"cards": [asdict(card) for card in cards]}] if cards else []


def _boarding(section: Section, order: Order) -> list[Part]:
    sheet = boarding_sheet(section.movement, boards_per_round=section.boards_per_round, cases=order.cases)
    return [asdict(sheet) | {"looks": _looks(section.movement)}]


def _chart(section: Section, order: Order) -> list[Part]:
    full = chart(section.movement, boards_per_round=section.boards_per_round)
    words = replace(full, headings=tuple(HEADINGS.get(heading, heading) for heading in full.headings))
    setting = fit(words, order.paper)
    tables = _case_tables(words)
    looks = _looks(section.movement)
    own = asdict(words) | asdict(setting) | {"looks": looks, "cases": list(tables), "case_tables": tables}
    return [{key: value for key, value in own.items() if key not in ("title", "pages")}]


def _case_tables(words: Chart) -> dict[str, str]:
    """Return for each case, in words, the tables that always play out of it."""
    tables: dict[str, list[int]] = {}
    mixed = False
    for row in words.rows:
        found = {case for case in row.cases if case}
        mixed = mixed or len(found) > 1
        for case in sorted(found):
            tables.setdefault(case, [])
            if not row.is_stand:
                tables[case].append(int(row.label.rstrip("*")))
    return {case: "" if mixed else f": tables {ranges(there)}" for case, there in tables.items()}


def _diagram(section: Section, order: Order) -> list[Part]:
    del order
    return [{"landscape": True, "svg": diagram_svg(section.movement), "alt": describe(section.movement)}]


def _announce(section: Section, order: Order) -> list[Part]:
    del order
    lists = announcements(section.movement, boards_per_round=section.boards_per_round)
    return [{"lists": [asdict(one) for one in lists]}]


def _caddy(section: Section, order: Order) -> list[Part]:
    del order
    sheet = caddy_sheet(section.movement, boards_per_round=section.boards_per_round)
    return [asdict(sheet) | {"looks": _looks(section.movement)}]


def _slips(section: Section, order: Order) -> list[Part]:
    del order
    movement, each = section.movement, section.boards_per_round
    papers = [asdict(slip) for slip in slips(movement, boards_per_round=each)]
    blocks = [block for recap in recaps(movement, boards_per_round=each) for block in _recap_blocks(recap)]
    return [
        {"slips": papers, "seat_names": _seat_names(movement)},
        {"kind": "recap", "landscape": True, "blocks": blocks, "row_height": _recap_height(movement)},
    ]


def _recap_height(movement: Movement) -> float:
    """Return how high a row is, in millimetres: as high as a page of all of them allows, if that can be written in."""
    return min(11.0, max(5.6, 158 / max(movement.field.lines)))


def _recap_blocks(recap: Recap) -> list[Part]:
    """Return a recap in blocks of equally many boards."""
    blocks = equal_blocks(recap.boards, RECAP_BOARDS)
    return [
        {
            "title": recap.title,
            "numbers": recap.numbers,
            "boards": boards,
            "cells": [cells[boards[0] - 1 : boards[-1]] for cells in recap.cells],
            "last": boards is blocks[-1],
        }
        for boards in blocks
    ]


def _travellers(section: Section, order: Order) -> list[Part]:
    del order
    papers = travellers(section.movement, boards_per_round=section.boards_per_round)
    return [{"travellers": [asdict(paper) for paper in papers], "seat_names": _seat_names(section.movement)}]


def _seat_names(movement: Movement) -> list[str]:
    return [HEADINGS.get(name, name) for name in movement.seat_names]


def _looks(movement: Movement) -> Mapping[str, Part]:
    cases = sorted({copy.case for copy in travel(movement).journeys}, key=lambda case: (len(case), case))
    return {case: asdict(case_look(position)) for position, case in enumerate(cases, start=1)}


SHEETS: Mapping[str, Callable[[Section, Order], Sequence[Part]]] = {
    "mats": _mats,
    "guides": _guides,
    "boarding": _boarding,
    "chart": _chart,
    "diagram": _diagram,
    "announce": _announce,
    "caddy": _caddy,
    "slips": _slips,
    "travellers": _travellers,
}
"""Every sheet by its name."""

USUAL = tuple(name for name in SHEETS if name != "travellers")
"""What ``all`` stands for: travellers are for those who do not use slips."""

"""Every kind of sheet.

A new sheet is a module that returns its text as data, a function of a template, and an entry of `SHEETS`.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from byestand.flow.rover import parties
from byestand.language import phrase, say
from byestand.model.session import Section
from byestand.sheets.boards.boarding_sheet import boarding_parts, label_parts
from byestand.sheets.boards.caddy import caddy_parts
from byestand.sheets.boards.sharing_sheet import needs_sharing, sharing_parts
from byestand.sheets.boards.stands import has_stands, stand_parts
from byestand.sheets.chart_sheet import chart_parts
from byestand.sheets.diagrams.drawing import diagram_parts
from byestand.sheets.forms.director_forms import entry_parts, result_parts, ruling_parts
from byestand.sheets.forms.recap import recap_parts
from byestand.sheets.forms.scorecards import score_card_parts
from byestand.sheets.forms.slips import blank_parts, slip_parts
from byestand.sheets.forms.travellers import traveller_parts
from byestand.sheets.guide_cards import guide_parts, somebody_needs_a_card, start_card_parts
from byestand.sheets.mat_pages import mat_parts
from byestand.sheets.mats import tables_with_mats
from byestand.sheets.notice_sheets import (
    announce_parts,
    crib_parts,
    has_slips,
    rover_parts,
    sit_out_parts,
    sit_outs,
    tent_parts,
    told_parts,
)
from byestand.sheets.print_order import Part, PrintOrder
from byestand.sheets.start_lists import is_known, start_parts, table_parts

TABLE, PAIR = frozenset({"table"}), frozenset({"pair"})


@dataclass(frozen=True, slots=True)
class Sheet:
    """A kind of sheet."""

    parts: Callable[[Section, PrintOrder], Sequence[Part]]
    """Returns the data of its template for a section."""
    template: str
    """The file in ``typ`` that draws it, with a function for every kind of its parts."""
    name_phrase: str
    heading_phrase: str
    purpose_phrase: str
    usual: bool = True
    """Whether ``all`` includes it."""
    form: bool = False
    """Whether it is a form to write on, which screen readers skip."""
    is_for: Callable[[Section], bool] = lambda _: True
    """Whether a section needs it."""
    alone: frozenset[str] = frozenset()
    """What it can be printed for alone: a ``table``, a ``pair``."""

    @property
    def singular_name(self) -> str:
        """Its name in a list."""
        return say(self.name_phrase)

    @property
    def description(self) -> str:
        """What it is for."""
        return say(self.purpose_phrase)

    @property
    def heading(self) -> str:
        """Its heading."""
        return say(self.heading_phrase)


SHEETS: Mapping[str, Sheet] = {
    "mats": Sheet(
        mat_parts,
        "mats.typ",
        phrase("table mats"),
        phrase("Table mats"),
        phrase("one per table: visitors, moves and boards"),
        is_for=lambda section: bool(tables_with_mats(section)),
        alone=TABLE,
    ),
    "guides": Sheet(
        guide_parts,
        "cards.typ",
        phrase("guide cards"),
        phrase("Guide cards"),
        phrase("one per pair: tables and boards"),
        is_for=somebody_needs_a_card,
        alone=PAIR,
    ),
    "rover": Sheet(
        rover_parts,
        "notices.typ",
        phrase("rover list"),
        phrase("Rover list"),
        phrase("the rover's tables, and who plays at the party table"),
        is_for=lambda section: bool(parties(section.movement)),
    ),
    "sitouts": Sheet(
        sit_out_parts,
        "notices.typ",
        phrase("sit-outs"),
        phrase("Sit-outs"),
        phrase("who sits out in which round, for the wall"),
        is_for=lambda section: bool(sit_outs(section)),
    ),
    "tents": Sheet(
        tent_parts,
        "notices.typ",
        phrase("table numbers"),
        phrase("Table numbers"),
        phrase("tent cards to fold"),
        usual=False,
        alone=TABLE,
    ),
    "startcards": Sheet(
        start_card_parts,
        "cards.typ",
        phrase("start cards"),
        phrase("Start cards"),
        phrase("one per player: first seat (individuals)"),
        usual=False,
        is_for=lambda section: section.movement.is_individual,
        alone=PAIR,
    ),
    "boarding": Sheet(
        boarding_parts,
        "boards.typ",
        phrase("boarding sheet"),
        phrase("Boarding sheet"),
        phrase("board layout before round 1, as a checklist"),
    ),
    "chart": Sheet(
        chart_parts, "chart.typ", phrase("wall chart"), phrase("Wall chart"), phrase("full schedule for the wall")
    ),
    "diagram": Sheet(
        diagram_parts,
        "diagram.typ",
        phrase("floor plan"),
        phrase("Floor plan"),
        phrase("tables, bye stands and moves"),
    ),
    "start": Sheet(
        start_parts,
        "start.typ",
        phrase("start list"),
        phrase("Start list by name"),
        phrase("all names with table and direction"),
        is_for=is_known,
    ),
    "tables": Sheet(
        table_parts,
        "start.typ",
        phrase("start list by table"),
        phrase("Start list by table"),
        phrase("who starts at which table"),
        usual=False,
    ),
    "announce": Sheet(
        announce_parts,
        "speech.typ",
        phrase("announcements"),
        phrase("Announcements"),
        phrase("all announcements, in order"),
    ),
    "crib": Sheet(
        crib_parts,
        "speech.typ",
        phrase("director's summary"),
        phrase("Director's summary"),
        phrase("rounds, rover, arrow switches, problems"),
        is_for=lambda section: bool(section.movement.remaining_rounds),
    ),
    "sharing": Sheet(
        sharing_parts,
        "boards.typ",
        phrase("sharing sheet"),
        phrase("Sharing sheet"),
        phrase("who shares boards with whom, by round, with table cards"),
        is_for=needs_sharing,
        alone=TABLE,
    ),
    "caddy": Sheet(
        caddy_parts,
        "boards.typ",
        phrase("caddy sheet"),
        phrase("Caddy sheet"),
        phrase("board moves after each round"),
    ),
    "stands": Sheet(
        stand_parts,
        "boards.typ",
        phrase("stand cards"),
        phrase("Stand cards"),
        phrase("contents and order of each bye stand"),
        is_for=has_stands,
    ),
    "labels": Sheet(
        label_parts,
        "boards.typ",
        phrase("labels"),
        phrase("Labels"),
        phrase("for sets and boards: where each starts"),
        usual=False,
    ),
    "told": Sheet(
        told_parts,
        "cards.typ",
        phrase("instruction slips"),
        phrase("Instruction slips"),
        phrase("changed instructions for tables after a repair"),
        is_for=has_slips,
        alone=TABLE,
    ),
    "slips": Sheet(
        slip_parts,
        "forms.typ",
        phrase("pick-up slips"),
        phrase("Pick-up slips"),
        phrase("one page per round, cut as a stack"),
        form=True,
        alone=TABLE,
    ),
    "recap": Sheet(
        recap_parts,
        "scores.typ",
        phrase("recap"),
        phrase("Recap"),
        phrase("recap sheet for scoring by hand"),
        form=True,
    ),
    "travellers": Sheet(
        traveller_parts,
        "forms.typ",
        phrase("travellers"),
        phrase("Travellers"),
        phrase("one per board, instead of pick-up slips"),
        usual=False,
        form=True,
    ),
    "scorecards": Sheet(
        score_card_parts,
        "scores.typ",
        phrase("score cards"),
        phrase("Score cards"),
        phrase("one per player, with opponents and boards filled in"),
        usual=False,
        form=True,
        alone=PAIR,
    ),
    "entries": Sheet(
        entry_parts,
        "forms.typ",
        phrase("entry slips"),
        phrase("Entry slips"),
        phrase("one per pair: names and club numbers"),
        usual=False,
        form=True,
        alone=TABLE | PAIR,
    ),
    "results": Sheet(
        result_parts,
        "scores.typ",
        phrase("result form"),
        phrase("Result form"),
        phrase("blank ranking form"),
        usual=False,
        form=True,
    ),
    "rulings": Sheet(
        ruling_parts,
        "forms.typ",
        phrase("director's slips"),
        phrase("Director's slips"),
        phrase("slips for director calls and adjusted scores"),
        usual=False,
        form=True,
    ),
    "blanks": Sheet(
        blank_parts,
        "forms.typ",
        phrase("blank slips"),
        phrase("Blank slips"),
        phrase("pick-up slips without numbers"),
        usual=False,
        form=True,
    ),
}
"""All sheets by their keys."""

"""Every kind of sheet.

A new sheet is a module with its words as data, a template of the same name as its parts' kind, and a line of `SHEETS`.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from byestand.model.session import Section
from byestand.sheets.boards.boarding import boarding_parts, label_parts
from byestand.sheets.boards.caddy import caddy_parts
from byestand.sheets.boards.sharing import needs_sharing, sharing_parts
from byestand.sheets.boards.stands import has_stands, stand_parts
from byestand.sheets.chart import chart_parts
from byestand.sheets.diagrams.drawing import diagram_parts
from byestand.sheets.forms.desk import entry_parts, result_parts, ruling_parts
from byestand.sheets.forms.recap import recap_parts
from byestand.sheets.forms.scorecards import score_card_parts
from byestand.sheets.forms.slips import blank_parts, slip_parts
from byestand.sheets.forms.travellers import traveller_parts
from byestand.sheets.guides import guide_parts, somebody_needs_a_card, start_card_parts
from byestand.sheets.mat_pages import mat_parts
from byestand.sheets.mats import tables_with_mats
from byestand.sheets.notices import (
    announce_parts,
    crib_parts,
    has_slips,
    rover_parts,
    sit_out_parts,
    sit_outs,
    tent_parts,
    told_parts,
)
from byestand.sheets.pages import Order, Part
from byestand.sheets.start_lists import is_known, start_parts, table_parts
from byestand.words.phrases import first_up
from byestand.words.roving import parties

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
    about: str
    """What it is for."""
    headed: str = ""
    """What stands over it, if that is not what it is called."""
    usual: bool = True
    """Whether ``all`` stands for it too."""
    form: bool = False
    """Whether it is to be written on: nobody has it read out."""
    is_for: Callable[[Section], bool] = lambda _: True
    """Whether a section needs it."""
    alone: frozenset[str] = frozenset()
    """What it can be printed for alone: a ``table``, a ``pair``."""

    @property
    def heading(self) -> str:
        """What stands over it."""
        return self.headed or first_up(self.called)


SHEETS: Mapping[str, Sheet] = {
    "mats": Sheet(
        mat_parts,
        "mats.typ",
        "mats",
        "one a table: who comes, who goes where, which boards",
        headed="Table mats",
        is_for=lambda section: bool(tables_with_mats(section)),
        alone=TABLE,
    ),
    "guides": Sheet(
        guide_parts,
        "cards.typ",
        "guide cards",
        "one a pair: table, opponents, boards",
        is_for=somebody_needs_a_card,
        alone=PAIR,
    ),
    "rover": Sheet(
        rover_parts,
        "notices.typ",
        "rover list",
        "where the rover sits, and who plays at the party table",
        is_for=lambda section: bool(parties(section.movement)),
    ),
    "sitouts": Sheet(
        sit_out_parts,
        "notices.typ",
        "sit-outs",
        "who sits out when, for the wall",
        is_for=lambda section: bool(sit_outs(section)),
    ),
    "tents": Sheet(tent_parts, "notices.typ", "table numbers", "tent cards, to fold", usual=False, alone=TABLE),
    "startcards": Sheet(
        start_card_parts,
        "cards.typ",
        "start cards",
        "one a player of an individual: where to sit down first",
        usual=False,
        is_for=lambda section: section.movement.is_individual,
        alone=PAIR,
    ),
    "boarding": Sheet(
        boarding_parts, "boards.typ", "boarding", "what lies where before round 1, to tick off", headed="Boarding sheet"
    ),
    "chart": Sheet(chart_parts, "chart.typ", "chart", "who plays whom where, for the wall", headed="Wall chart"),
    "diagram": Sheet(
        diagram_parts, "diagram.typ", "diagram", "the room: tables, stands, how pairs and boards travel", headed="Room"
    ),
    "start": Sheet(
        start_parts,
        "start.typ",
        "start list",
        "everybody by name: which table, which way",
        headed="Start list by name",
        is_for=is_known,
    ),
    "tables": Sheet(table_parts, "start.typ", "start list by table", "who starts at which table", usual=False),
    "announce": Sheet(announce_parts, "speech.typ", "announcements", "what to say, and when", headed="What to say"),
    "crib": Sheet(
        crib_parts,
        "speech.typ",
        "crib",
        "the director's page: every round, rover, switches, what if",
        headed="Director",
        is_for=lambda section: bool(section.movement.rounds_left),
    ),
    "sharing": Sheet(
        sharing_parts,
        "boards.typ",
        "list of who shares boards",
        "with too few sets: who shares with whom, in which round, with cards for the tables",
        headed="Who shares boards",
        is_for=needs_sharing,
        alone=TABLE,
    ),
    "caddy": Sheet(caddy_parts, "boards.typ", "caddy sheet", "which boards to carry where"),
    "stands": Sheet(
        stand_parts,
        "boards.typ",
        "stand cards",
        "what lies on each stand, in which order, and who takes it",
        is_for=has_stands,
    ),
    "labels": Sheet(label_parts, "boards.typ", "labels", "for sets and boards: where each starts", usual=False),
    "told": Sheet(
        told_parts,
        "cards.typ",
        "slips for told tables",
        "after a mishap: what each table does otherwise, and whose place a late pair takes",
        headed="Slips for tables",
        is_for=has_slips,
        alone=TABLE,
    ),
    "slips": Sheet(
        slip_parts, "forms.typ", "slips", "to score on: a page a round, cut as a stack", form=True, alone=TABLE
    ),
    "recap": Sheet(recap_parts, "scores.typ", "recap", "to add up by hand: who meets whom on which board", form=True),
    "travellers": Sheet(
        traveller_parts, "forms.typ", "travellers", "one a board, in place of slips", usual=False, form=True
    ),
    "scorecards": Sheet(
        score_card_parts,
        "scores.typ",
        "score cards",
        "one a player: opponents and boards filled in",
        usual=False,
        form=True,
        alone=PAIR,
    ),
    "entries": Sheet(
        entry_parts,
        "forms.typ",
        "entry slips",
        "one a pair: names and club numbers",
        usual=False,
        form=True,
        alone=TABLE | PAIR,
    ),
    "results": Sheet(
        result_parts, "scores.typ", "result form", "a ranking to write in", headed="Result", usual=False, form=True
    ),
    "rulings": Sheet(
        ruling_parts,
        "forms.typ",
        "director's slips",
        "slips for director calls and adjusted scores",
        headed="Rulings",
        usual=False,
        form=True,
    ),
    "blanks": Sheet(
        blank_parts, "forms.typ", "blank slips", "slips without numbers, for the unforeseen", usual=False, form=True
    ),
}
"""Every sheet by its name."""

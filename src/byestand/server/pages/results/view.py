"""The page on which results are entered: a traveller or a slip, what is saved of it, and why a line was refused.

The server makes it by itself from what is stored: no worker is asked, and no other board is looked at.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from byestand.model.line import Absent, Line, Outcome
from byestand.score.findings import looked_over
from byestand.score.shown import score_shown
from byestand.score.written import outcome_text
from byestand.server.jobs.results import Page
from byestand.server.nights.result_changes import ToConfirm, lines_to_confirm
from byestand.server.nights.section_results import Counts, SectionResults
from byestand.server.pages.results.sheet import ANOTHER, EntryPlan, Row, SectionPlan, Sheet, find_sheet
from byestand.server.pages.results.typed import shown
from byestand.server.storage.records import StoredNight
from byestand.server.web.query import Asked
from byestand.server.web.render import render_page
from byestand.sheets.forms.played import board_conditions
from byestand.words.numbers import enumerated
from byestand.words.phrases import first_up


@dataclass(frozen=True, slots=True)
class Unsaved:
    """What was typed and not saved, and why."""

    fields: Mapping[str, str] = field(default_factory=dict)
    refused: Mapping[str, str] = field(default_factory=dict)
    """Sentences, by fields."""
    sentence: str = ""
    """Why nothing at all was saved."""
    over: str = ""
    """The token of the sheet as it is now, if somebody else has changed it: this can be saved over it."""


@dataclass(frozen=True, slots=True)
class RowView:
    """A line as the page shows it."""

    field: str
    label: str
    """What its field is called aloud."""
    ns: str
    ew: str
    names: tuple[str, str]
    board: int
    round: int | None
    table: int | None
    text: str
    refused: str
    proposed: str
    """What both sides get if the director confirms it; empty where there is nothing to confirm."""
    score: str
    """What North-South get, as it is saved."""
    saved: str
    """The contract, or what else was decided."""
    remarks: tuple[str, ...]

    @property
    def contract(self) -> str:
        """What is shown beside the score: nothing where it says the same."""
        return "" if self.saved == self.score.lstrip("+") else self.saved


@dataclass(frozen=True, slots=True)
class BoardLink:
    """A board in the list of boards."""

    board: int
    is_complete: bool
    is_begun: bool


@dataclass(frozen=True, slots=True)
class EntryView:
    """A traveller or a slip."""

    template: ClassVar = "results.html"
    id: int
    here: str
    """The address of this sheet."""
    name: str
    revision: int
    heading: str
    sheet: Sheet
    letters: tuple[str, ...]
    boards: tuple[BoardLink, ...]
    rounds: tuple[int, ...]
    tables: tuple[int, ...]
    rows: tuple[RowView, ...]
    another: RowView | None
    focus: str
    next: str
    """The address of the next sheet; at the end that of the ranking."""
    unsaved: Unsaved
    counts: Counts
    to_confirm: tuple[ToConfirm, ...]
    conditions: tuple[str, str] | None
    """The dealer of a board, and who is vulnerable."""
    is_individual: bool
    has_results: bool

    @property
    def where(self) -> str:
        """The address of all sheets."""
        return f"/nights/{self.id}/results"

    @property
    def of_section(self) -> str:
        """How the query of a sheet begins."""
        return f"section={self.sheet.letter}&" if self.sheet.letter else ""

    @property
    def fields(self) -> tuple[str, ...]:
        """The names of all fields."""
        return tuple(row.field for row in (*self.rows, *((self.another,) if self.another else ())))

    @property
    def next_words(self) -> str:
        """What the link to the next sheet says."""
        if self.next.endswith("/ranking"):
            return "Ranking"
        return "Next board" if self.sheet.is_traveller else "Next table"


def entry_page(night: StoredNight, plan: EntryPlan, asked: Asked, unsaved: Unsaved | None = None) -> Page:
    """Return the page of a traveller or a slip; with what is *unsaved* as it was typed."""
    unsaved = unsaved or Unsaved()
    sheet = find_sheet(plan.with_results(night.state.results), asked)
    section, schedule = sheet.section, sheet.section.schedule
    rows = tuple(_row_view(plan.section(section.letter), sheet, row, unsaved) for row in sheet.rows)
    view = EntryView(
        id=night.id,
        here=sheet_url(night.id, sheet),
        name=night.title,
        revision=night.revision,
        heading=_title(sheet),
        sheet=sheet,
        letters=plan.letters,
        boards=tuple(_board_links(section)) if sheet.is_traveller else (),
        rounds=tuple(sorted({round for round, _ in schedule.by_place})),
        tables=tuple(table for round, table in schedule.by_place if round == sheet.round),
        rows=tuple(row for row in rows if row.field != ANOTHER),
        another=next((row for row in rows if row.field == ANOTHER), None),
        focus=next((row.field for row in rows if row.refused), "") or sheet.first_empty,
        next=next_url(night.id, sheet),
        unsaved=unsaved,
        counts=section.counts(),
        to_confirm=lines_to_confirm(section, {(row.blank.round or 0, row.blank.table or 0) for row in sheet.rows}),
        conditions=board_conditions(sheet.board) if sheet.board is not None else None,
        is_individual=plan.is_individual,
        has_results=bool(night.state.results),
    )
    return render_page(view, view.heading)


def sheet_url(id: int, sheet: Sheet) -> str:
    """Return the address of a sheet."""
    return Asked().link(f"/nights/{id}/results", **sheet.query)


def next_url(id: int, sheet: Sheet) -> str:
    """Return the address of the sheet that follows; at the end that of the ranking."""
    query: dict[str, object] = {}
    if sheet.board is not None:
        board = next((board for board in sheet.section.boards if board > sheet.board), None)
        query = {"board": board} if board else {}
    else:
        slips = sheet.section.schedule.by_place
        slip = next((slip for slip in slips if slip > (sheet.round, sheet.table)), None)
        query = {"round": slip[0], "table": slip[1]} if slip else {}
    section = sheet.letter or None
    return Asked().link(f"/nights/{id}/results", section=section, **query) if query else f"/nights/{id}/ranking"


def _board_links(section: SectionResults) -> Iterator[BoardLink]:
    for number in section.boards:
        complete, planned = section.board(number).complete, len(section.schedule.by_board.get(number, ()))
        yield BoardLink(number, complete >= planned, complete > 0)


def _title(sheet: Sheet) -> str:
    section = f"section {sheet.letter}, " if sheet.letter else ""
    where = f"board {sheet.board}" if sheet.is_traveller else f"round {sheet.round}, table {sheet.table}"
    return first_up(f"{section}{where}")


def _row_view(plan: SectionPlan, sheet: Sheet, row: Row, unsaved: Unsaved) -> RowView:
    line, blank = row.line, row.blank
    ns, ew = _labels(plan, line or blank)
    where = f"{ns} against {ew}" if sheet.is_traveller else f"board {blank.board}"
    return RowView(
        row.field,
        "another line" if row.field == ANOTHER else where,
        ns,
        ew,
        _names(plan, line or blank),
        blank.board,
        blank.round,
        blank.table,
        unsaved.fields.get(row.field, row.text),
        unsaved.refused.get(row.field, ""),
        outcome_text(row.ruling.proposed) if row.ruling and row.is_to_confirm else "",
        _score(line) if line else "",
        shown(line, line).partition("#")[0].strip() if line else "",
        tuple(_remarks(plan, row, line)) if line else (),
    )


def _labels(plan: SectionPlan, line: Line) -> tuple[str, str]:
    """Return what both sides are called by number."""
    ns, ew = (" & ".join(labels) for labels in _seats(plan, line))
    return ns, ew


def _names(plan: SectionPlan, line: Line) -> tuple[str, str]:
    """Return what both sides are called by name, as far as that is known."""
    ns, ew = (" & ".join(filter(None, (plan.names.get(label) for label in labels))) for labels in _seats(plan, line))
    return ns, ew


def _seats(plan: SectionPlan, line: Line) -> Iterator[list[str]]:
    letters = ("N", "E") if plan.schedule.winners == 2 else ("", "")
    for letter, numbers in zip(letters, (line.ns, line.ew), strict=True):
        yield [f"{letter}{number}" for number in numbers if number]


def _score(line: Line) -> str:
    """Return what North-South get, as people write it."""
    if line.outcome is Absent.NOT_PLAYED:
        return "not played"
    if not isinstance(line.outcome, Outcome):
        return ""
    points = score_shown(line)
    return f"{points:+}" if isinstance(points, int) and points else outcome_text(line.outcome)


def _remarks(plan: SectionPlan, row: Row, line: Line) -> Iterator[str]:
    """Yield what should be known of a line that is saved."""
    if row.is_cancelled:
        yield "cancelled: this score does not count"
    if not row.is_planned:
        yield "nobody planned that"
    elif line.numbers != row.blank.numbers:
        yield f"planned were {enumerated(_labels(plan, row.blank))}"
    for finding in looked_over([line])[1]:
        yield finding.sentence.partition(": ")[2]
    if isinstance(line.outcome, Outcome) and line.form:
        yield f"compared with form {line.form} only"

"""The page for entering results: a traveller or a slip with its saved results and refused lines.

The server process renders it from the stored state, without a worker and without other boards.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from byestand.language import say
from byestand.model.board_conditions import board_conditions
from byestand.model.line import Absent, Line, Outcome
from byestand.score.findings import contract_score, looked_over
from byestand.score.notation import outcome_text
from byestand.score.score_format import format_score
from byestand.server.jobs.job_results import JobPage
from byestand.server.storage.records import StoredNight
from byestand.server.web.query import Query
from byestand.server.web.render import render_page
from byestand.session.entry_sheet import ANOTHER, EntryPlan, EntryRow, EntrySheet, SectionPlan, find_sheet
from byestand.session.result_changes import ToConfirm, lines_to_confirm
from byestand.session.result_syntax import format_line
from byestand.session.section_results import ResultCounts, SectionResults
from byestand.words.numbers import join_items
from byestand.words.seats import seat_letter
from byestand.words.vulnerability import vulnerable_text


@dataclass(frozen=True, slots=True)
class RejectedEntry:
    """Typed text that is not saved, and the reasons."""

    fields: Mapping[str, str] = field(default_factory=dict)
    errors: Mapping[str, str] = field(default_factory=dict)
    """Reasons by field."""
    sentence: str = ""
    """Why nothing was saved."""
    over: str = ""
    """The current token of the sheet, if it was changed elsewhere; it allows to overwrite."""


@dataclass(frozen=True, slots=True)
class RowView:
    """A line on the page."""

    field: str
    label: str
    """The accessible name of its field."""
    ns: str
    ew: str
    names: tuple[str, str]
    board: int
    round: int | None
    table: int | None
    text: str
    error: str
    proposed_text: str
    """The proposed score to confirm; empty if there is nothing to confirm."""
    score: str
    """The saved score of NS."""
    saved_text: str
    """The contract, or the adjusted score."""
    remarks: tuple[str, ...]

    @property
    def contract(self) -> str:
        """The text next to the score; empty if it is the same."""
        return "" if self.saved_text == self.score.lstrip("+") else self.saved_text


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
    sheet_url: str
    """The address of this sheet."""
    name: str
    revision: int
    heading: str
    sheet: EntrySheet
    letters: tuple[str, ...]
    boards: tuple[BoardLink, ...]
    rounds: tuple[int, ...]
    tables: tuple[int, ...]
    rows: tuple[RowView, ...]
    another: RowView | None
    focus: str
    next: str
    """The address of the next sheet; of the ranking after the last sheet."""
    rejected_entry: RejectedEntry
    counts: ResultCounts
    to_confirm: tuple[ToConfirm, ...]
    conditions: tuple[str, str] | None
    """The dealer and the vulnerability of a board."""
    is_individual: bool
    in_imps: bool
    has_results: bool

    @property
    def results_url(self) -> str:
        """The address of all sheets."""
        return f"/nights/{self.id}/results"

    @property
    def of_section(self) -> str:
        """The start of the query of a sheet."""
        return f"section={self.sheet.letter}&" if self.sheet.letter else ""

    @property
    def fields(self) -> tuple[str, ...]:
        """The names of all fields."""
        return tuple(row.field for row in (*self.rows, *((self.another,) if self.another else ())))

    @property
    def next_words(self) -> str:
        """The text of the link to the next sheet."""
        if self.next.endswith("/ranking"):
            return say("Ranking")
        return say("Next board") if self.sheet.is_traveller else say("Next table")


def sheet_in_query(sections: Sequence[SectionResults], asked: Query) -> EntrySheet:
    """Return the sheet of an address; by default the traveller of the first incomplete board."""
    board, round, table = (asked.number(word) for word in ("board", "round", "table"))
    return find_sheet(sections, asked.text("section").upper(), board, round, table)


def entry_page(night: StoredNight, plan: EntryPlan, asked: Query, unsaved: RejectedEntry | None = None) -> JobPage:
    """Return the page of a traveller or a slip; *unsaved* text is shown as typed."""
    unsaved = unsaved or RejectedEntry()
    sheet = sheet_in_query(plan.with_results(night.state.results), asked)
    section, schedule = sheet.section, sheet.section.schedule
    rows = tuple(_row_view(plan.section(section.letter), sheet, row, unsaved) for row in sheet.rows)
    view = EntryView(
        id=night.id,
        sheet_url=sheet_url(night.id, sheet),
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
        focus=next((row.field for row in rows if row.error), "") or sheet.first_empty,
        next=next_url(night.id, sheet),
        rejected_entry=unsaved,
        counts=section.counts(),
        to_confirm=lines_to_confirm(section, {(row.blank.round or 0, row.blank.table or 0) for row in sheet.rows}),
        conditions=_conditions_text(sheet.board) if sheet.board is not None else None,
        is_individual=plan.is_individual,
        in_imps=plan.in_imps,
        has_results=bool(night.state.results),
    )
    return render_page(view, view.heading)


def sheet_url(id: int, sheet: EntrySheet) -> str:
    """Return the address of a sheet."""
    return Query().link(f"/nights/{id}/results", **sheet.query)


def next_url(id: int, sheet: EntrySheet) -> str:
    """Return the address of the next sheet; of the ranking after the last sheet."""
    query: dict[str, object] = {}
    if sheet.board is not None:
        board = next((board for board in sheet.section.boards if board > sheet.board), None)
        query = {"board": board} if board else {}
    else:
        slips = sheet.section.schedule.by_place
        slip = next((slip for slip in slips if slip > (sheet.round, sheet.table)), None)
        query = {"round": slip[0], "table": slip[1]} if slip else {}
    section = sheet.letter or None
    return Query().link(f"/nights/{id}/results", section=section, **query) if query else f"/nights/{id}/ranking"


def _board_links(section: SectionResults) -> Iterator[BoardLink]:
    for number in section.boards:
        complete, planned = section.board(number).complete, len(section.schedule.by_board.get(number, ()))
        yield BoardLink(number, complete >= planned, complete > 0)


def _title(sheet: EntrySheet) -> str:
    letter, board, round, table = sheet.letter, sheet.board, sheet.round, sheet.table
    if sheet.is_traveller and letter:
        return say("Section {letter}, board {board}", letter=letter, board=board)
    if sheet.is_traveller:
        return say("Board {board}", board=board)
    if letter:
        return say("Section {letter}, round {round}, table {table}", letter=letter, round=round, table=table)
    return say("Round {round}, table {table}", round=round, table=table)


def _row_label(sheet: EntrySheet, row: EntryRow, ns: str, ew: str) -> str:
    """Return the accessible name of a field."""
    if row.field == ANOTHER:
        return say("Extra result")
    if sheet.is_traveller:
        return say("Result of {ns} against {ew}", ns=ns, ew=ew)
    return say("Result of board {board}", board=row.blank.board)


def _row_view(plan: SectionPlan, sheet: EntrySheet, row: EntryRow, unsaved: RejectedEntry) -> RowView:
    line, blank = row.line, row.blank
    ns, ew = _labels(plan, line or blank)
    return RowView(
        row.field,
        _row_label(sheet, row, ns, ew),
        ns,
        ew,
        _names(plan, line or blank),
        blank.board,
        blank.round,
        blank.table,
        unsaved.fields.get(row.field, row.text),
        unsaved.errors.get(row.field, ""),
        outcome_text(row.ruling.proposed_outcome) if row.ruling and row.is_to_confirm else "",
        _score(line) if line else "",
        format_line(line, line).partition("#")[0].strip() if line else "",
        tuple(_remarks(plan, row, line)) if line else (),
    )


def _labels(plan: SectionPlan, line: Line) -> tuple[str, str]:
    """Return the numbers of both sides."""
    ns, ew = (" & ".join(labels) for labels in _seats(plan, line))
    return ns, ew


def _names(plan: SectionPlan, line: Line) -> tuple[str, str]:
    """Return the known names of both sides."""
    ns, ew = (" & ".join(filter(None, (plan.names.get(label) for label in labels))) for labels in _seats(plan, line))
    return ns, ew


def _seats(plan: SectionPlan, line: Line) -> Iterator[list[str]]:
    letters = ("N", "E") if plan.schedule.winners == 2 else ("", "")
    for letter, numbers in zip(letters, (line.ns, line.ew), strict=True):
        yield [f"{letter}{number}" for number in numbers if number]


def _score(line: Line) -> str:
    """Return the score of NS with its sign."""
    if line.outcome is Absent.NOT_PLAYED:
        return say("not played")
    if not isinstance(line.outcome, Outcome):
        return ""
    points = format_score(line)
    return f"{points:+}" if isinstance(points, int) and points else outcome_text(line.outcome)


def _conditions_text(board: int) -> tuple[str, str]:
    """Return the dealer and the vulnerability of a board."""
    dealer, vulnerable = board_conditions(board)
    return seat_letter(dealer), vulnerable_text(vulnerable)


def _remarks(plan: SectionPlan, row: EntryRow, line: Line) -> Iterator[str]:
    """Yield remarks about a saved line."""
    if row.is_cancelled:
        yield say("Cancelled: this score does not count.")
    if not row.is_planned:
        yield say("Not in the movement.")
    elif line.numbers != row.blank.numbers:
        yield say("Scheduled: {labels}.", labels=join_items(_labels(plan, row.blank)))
    for finding in looked_over([line])[1]:
        if finding.rule == "impossible score":
            yield say("Impossible score: it counts as missing.")
        elif finding.rule == "score and contract":
            yield say("The contract gives {points}; the entered score counts.", points=contract_score(line))
    if isinstance(line.outcome, Outcome) and line.form:
        yield say("Compared with form {form} only.", form=line.form)

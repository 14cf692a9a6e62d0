"""The page on which results are typed: a traveller or a slip, what is kept of it, and why a line was not taken."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from byestand.model.line import Absent, Line, Outcome
from byestand.night.night import loads
from byestand.score.findings import looked_over
from byestand.score.shown import score_shown
from byestand.score.written import outcome_text
from byestand.server.asking import Asked, Pairs
from byestand.server.jobs.job import job
from byestand.server.jobs.results import Page
from byestand.server.rendering import rendered
from byestand.server.results.confirming import lines_to_confirm
from byestand.server.results.evening import Evening, as_kept
from byestand.server.results.progress import boards_of, counts_of
from byestand.server.results.sheet import ANOTHER, Row, Sheet, sheet_asked, typed_on
from byestand.server.results.typed import shown
from byestand.sheets.forms.played import board_conditions
from byestand.words.numbers import enumerated
from byestand.words.phrases import first_up


@dataclass(frozen=True, slots=True)
class Unsaved:
    """What was typed and not taken, and why."""

    fields: Mapping[str, str] = field(default_factory=dict)
    refused: Mapping[str, str] = field(default_factory=dict)
    """Sentences, by fields."""
    sentence: str = ""
    """Why nothing at all was taken."""
    over: str = ""
    """What the sheet is now, where somebody else has changed it: this can be saved over it."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A line as the page has it."""

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
    """What North-South get, as it is kept."""
    kept: str
    """The contract, or what else was decided."""
    remarks: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Typed:
    """What becomes of a night by what was typed."""

    changed: bool
    refused: Mapping[str, str]
    """Sentences, by fields."""
    lost: tuple[str, ...]
    """What was typed in lines that are no longer there."""
    seen: str
    """What the sheet is now."""
    results: str | None
    """All results with the new ones; none where nothing is saved."""


@job("quick")
def content(id: int, contents: str, revision: int, pairs: Pairs, unsaved: Unsaved | None = None) -> Page:
    """Return the page of a traveller or a slip; with what is *unsaved* as it was typed."""
    unsaved = unsaved or Unsaved()
    evening = Evening.of(loads(contents))
    sheet = sheet_asked(evening, Asked(pairs))
    rows = [_shown(evening, sheet, row, unsaved) for row in sheet.rows]
    boards = boards_of(evening, sheet.schedule)
    first_refused = next((row.field for row in rows if row.refused), "")
    return rendered(
        "results.html",
        _title(sheet),
        id=id,
        here=Asked().link(f"/nights/{id}/results", **sheet.asked),
        name=evening.night.name,
        revision=revision,
        heading=_title(sheet),
        sheet=sheet,
        letters=[schedule.letter for schedule in evening.schedules] if len(evening.schedules) > 1 else [],
        boards={board: (there >= planned, there) for board, (there, planned) in boards.items()},
        rounds=sorted({play.round for play in sheet.schedule.plays}),
        tables=sorted({play.table for play in sheet.schedule.plays if play.round == sheet.round}),
        rows=[row for row in rows if row.field != ANOTHER],
        another=next((row for row in rows if row.field == ANOTHER), None),
        focus=first_refused or sheet.first_empty,
        next=_next(id, sheet, boards),
        unsaved=unsaved,
        counts=counts_of(evening, sheet.schedule),
        to_confirm=[one for one in lines_to_confirm(evening) if one.key in {_place(sheet, row) for row in sheet.rows}],
        conditions=board_conditions(sheet.board) if sheet.board is not None else (),
        individual=evening.is_individual,
        any_results=bool(evening.lines),
    )


@job("quick")
def typed(contents: str, pairs: Pairs, fields: Pairs, seen: str) -> Typed:
    """Return what becomes of a night by what was typed; nothing where others changed what was *seen*."""
    evening = Evening.of(loads(contents))
    sheet = sheet_asked(evening, Asked(pairs))
    found = typed_on(evening, sheet, dict(fields))
    stays = not found.changed or found.lost or (seen and seen != sheet.seen)
    results = None if stays else as_kept(found.lines)
    return Typed(found.changed, found.refused, tuple(found.lost), sheet.seen, results)


@job("quick")
def onward(id: int, contents: str, pairs: Pairs) -> str:
    """Return the address to go to when a sheet was saved: the same while lines are to come, else the next one."""
    evening = Evening.of(loads(contents))
    sheet = sheet_asked(evening, Asked(pairs))
    here = Asked().link(f"/nights/{id}/results", **sheet.asked)
    return here if sheet.first_empty else _next(id, sheet, boards_of(evening, sheet.schedule))


def _place(sheet: Sheet, row: Row) -> str:
    """Return the table and round of a row as `lines_to_confirm` names them."""
    return f"{sheet.schedule.letter}:{row.bare.round}:{row.bare.table}"


def _title(sheet: Sheet) -> str:
    section = f"section {sheet.schedule.letter}, " if sheet.schedule.letter else ""
    where = f"board {sheet.board}" if sheet.board is not None else f"round {sheet.round}, table {sheet.table}"
    return first_up(f"{section}{where}")


def _next(id: int, sheet: Sheet, boards: Mapping[int, object]) -> str:
    """Return the address of the sheet that follows; at the end that of the ranking."""
    section = sheet.schedule.letter or None
    if sheet.board is not None:
        board = next((board for board in boards if board > sheet.board), None)
        where: dict[str, object] = {"board": board} if board else {}
    else:
        slips = sorted({(play.round, play.table) for play in sheet.schedule.plays})
        slip = next((slip for slip in slips if slip > (sheet.round, sheet.table)), None)
        where = {"round": slip[0], "table": slip[1]} if slip else {}
    return Asked().link(f"/nights/{id}/results", section=section, **where) if where else f"/nights/{id}/ranking"


def _shown(evening: Evening, sheet: Sheet, row: Row, unsaved: Unsaved) -> Shown:
    line, bare = row.line, row.bare
    ns, ew = _called(sheet, line or bare)
    where = f"board {bare.board}" if sheet.board is None else f"{ns} against {ew}"
    return Shown(
        row.field,
        "another line" if row.field == ANOTHER else where,
        ns,
        ew,
        _names(evening, sheet, line or bare),
        bare.board,
        bare.round,
        bare.table,
        unsaved.fields.get(row.field, row.text),
        unsaved.refused.get(row.field, ""),
        outcome_text(row.ruling.proposed) if row.ruling and row.is_to_confirm else "",
        _score(line) if line else "",
        shown(line, line).partition("#")[0].strip() if line else "",
        tuple(_remarks(sheet, row)) if line else (),
    )


def _called(sheet: Sheet, line: Line) -> tuple[str, str]:
    """Return what both sides are called by number."""
    ns, ew = (" & ".join(labels) for labels in _labels(sheet, line))
    return ns, ew


def _names(evening: Evening, sheet: Sheet, line: Line) -> tuple[str, str]:
    """Return what both sides are called by name, as far as that is known."""
    section = next(one for one in evening.sections if one.letter == sheet.schedule.letter)
    ns, ew = (" & ".join(filter(None, map(section.name, labels))) for labels in _labels(sheet, line))
    return ns, ew


def _labels(sheet: Sheet, line: Line) -> Iterator[list[str]]:
    letters = ("N", "E") if sheet.schedule.winners == 2 else ("", "")
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


def _remarks(sheet: Sheet, row: Row) -> Iterator[str]:
    """Yield what should be known of a line that is kept."""
    if row.line is None:
        return
    if row.is_cancelled:
        yield "cancelled: this score does not count"
    if not row.is_planned:
        yield "nobody planned that"
    elif row.line.numbers != row.bare.numbers:
        yield f"planned were {enumerated(_called(sheet, row.bare))}"
    for finding in looked_over([row.line])[1]:
        yield finding.sentence.partition(": ")[2]
    if isinstance(row.line.outcome, Outcome) and row.line.form:
        yield f"compared with form {row.line.form} only"

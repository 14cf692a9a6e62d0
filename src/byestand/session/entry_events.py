"""Turns the lines typed on a sheet into an event. Invalid lines are refused, the others are entered."""

from collections.abc import Mapping
from dataclasses import dataclass

from byestand.errors import BadRequest
from byestand.language import say
from byestand.model.line import Line, Percentage
from byestand.night.events import ResultEntered, ResultsChanged
from byestand.score.contestants import Winners, contestants
from byestand.score.findings import looked_over, played_twice
from byestand.score.notation import outcome_text
from byestand.score.schedule import Schedule
from byestand.session.entry_sheet import EntryPlan, EntryRow, EntrySheet
from byestand.session.result_changes import ResultChanges
from byestand.session.result_syntax import format_line, parse_line

DITTO = ('"', "''")
"""Inputs that repeat the line above."""


@dataclass(frozen=True, slots=True)
class EntryOutcome:
    """The outcome of the text typed on a sheet."""

    event: ResultEntered | ResultsChanged | None
    """None if nothing changes."""
    errors: Mapping[str, str]
    """The reasons why lines were refused, by field."""
    discarded_texts: tuple[str, ...]
    """Text of lines that are no longer on the sheet."""


def read_fields(sheet: EntrySheet, fields: Mapping[str, str], plan: EntryPlan) -> EntryOutcome:
    """Return the outcome of the typed fields; fields that were not sent stay unchanged."""
    refused: dict[str, str] = {}
    new: dict[str, Line | None] = {}
    above = ""
    for row in sheet.rows:
        text = fields.get(row.field, row.text).strip()
        try:
            line = row.line if text == row.text else _read_line(plan, sheet, row, text, above)
        except BadRequest as error:
            refused[row.field] = str(error)
            continue
        above = format_line(line, line) if line else ""
        if line != row.line:
            new[row.field] = line
    changes = _changes(sheet, new, refused, plan.winners)
    known = {row.field for row in sheet.rows}
    lost = tuple(text for field, text in fields.items() if field not in known and text.strip())
    return EntryOutcome(changes.event(), refused, lost)


def _read_line(plan: EntryPlan, sheet: EntrySheet, row: EntryRow, text: str, above: str) -> Line | None:
    """Return the line of a typed text; None if the field is empty."""
    if not text:
        return None
    if text in DITTO and not above:
        raise BadRequest(say("no line above to repeat"))
    line = parse_line(above if text in DITTO else text, row.blank)
    _require_known(sheet.section.schedule, line)
    _require_possible(row, line)
    if plan.in_imps and any(isinstance(given, Percentage) for _, given in line.side_scores()):
        raise BadRequest(say("percentages are not allowed in IMPs; enter AVE+, AVE or AVE-: {text!r}", text=text[:40]))
    if any(finding.rule == "impossible score" for finding in looked_over([line])[1]):
        raise BadRequest(say("impossible score on board {board}: {text!r}", board=line.board, text=text[:40]))
    return line


def _require_possible(row: EntryRow, line: Line) -> None:
    """Refuse a score at a cancelled table, or at one where a pair had left."""
    if not row.ruling or not line.has_score:
        return
    example = outcome_text(row.ruling.proposed_outcome)
    if row.ruling.reason == "cancelled":
        text = say(
            "round {round}, table {table} is cancelled; enter an adjusted score such as {example}",
            round=row.blank.round,
            table=row.blank.table,
            example=example,
        )
        raise BadRequest(text)
    if row.ruling.reason == "sit-out" and line.numbers == row.blank.numbers:
        text = say(
            "round {round}, table {table} was not played; enter an adjusted score such as {example}",
            round=row.blank.round,
            table=row.blank.table,
            example=example,
        )
        raise BadRequest(text)


def _require_known(schedule: Schedule, line: Line) -> None:
    """Refuse unknown pair numbers."""
    two = schedule.winners == 2
    for side, numbers, known in zip(("N", "E"), (line.ns, line.ew), schedule.numbers, strict=True):
        if unknown := next((number for number in numbers if number not in known), None):
            label = f"{side}{unknown}" if two else unknown
            raise BadRequest(say("no such pair in this movement: {label}", label=label))
    if not two and len(set(line.numbers)) < len(line.numbers):
        if len(line.numbers) > 2:
            raise BadRequest(say("a player cannot play with or against themselves"))
        raise BadRequest(say("a pair cannot play against itself"))


def _changes(
    sheet: EntrySheet, new: Mapping[str, Line | None], refused: dict[str, str], winners: Winners
) -> ResultChanges:
    """Return the changes; a line that would give a pair a board twice is refused, and the old line stays."""
    while True:
        changes = ResultChanges(sheet.section.results)
        field = _enter(changes, sheet, {field: new[field] for field in new if field not in refused}, refused, winners)
        if not field:
            return changes


def _enter(
    changes: ResultChanges, sheet: EntrySheet, new: Mapping[str, Line | None], refused: dict[str, str], winners: Winners
) -> str:
    """Enter and withdraw lines; return the field of the first refused line, after which all are tried again."""
    section, rows = sheet.section, [row for row in sheet.rows if row.field in new]
    gone = {row.key for row in rows}
    stored = {number: section.board(number).lines for number in {row.blank.board for row in rows}}
    lines = {number: [line for key, line in stored[number].items() if key not in gone] for number in stored}
    every = [line for some in stored.values() for line in some.values()]
    who = contestants([*every, *filter(None, new.values())], winners)
    for row in rows:
        line = new[row.field]
        if line is None:
            if row.key:
                changes.withdraw(row.key)
            continue
        others = lines[line.board]
        before, after = (list(played_twice(some, who)) for some in (others, [*others, line]))
        if len(after) > len(before):
            refused[row.field] = after[-1].sentence
            return row.field
        others.append(line)
        changes.enter(section.letter, line, row.key)
    return ""

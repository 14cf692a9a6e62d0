"""Results from a file, compared with the saved ones before they are imported."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from byestand import codec
from byestand.errors import BadRequest, ByestandError
from byestand.formats.results import loads as read_results
from byestand.formats.results.contestant_labels import SessionResultFile
from byestand.formats.results.label_syntax import crossed_label
from byestand.job import job
from byestand.language import say, say_many
from byestand.model.line import Line
from byestand.night.events import ResultsChanged
from byestand.night.results import ResultKey
from byestand.night.state import NightState
from byestand.score.findings import ResultFinding
from byestand.score.schedule import CANCELLED, MISSING, TO_CONFIRM
from byestand.server.jobs.job_results import JobPage, refusal
from byestand.server.web.render import render_page
from byestand.session.merge_results import ImportedLine, Merge, merge
from byestand.session.result_changes import ResultChanges
from byestand.session.result_syntax import format_line
from byestand.session.session_results import MAX_FINDINGS, SessionResults

REPLACE = "replace"
"""The choice to replace all results of the sections in the file. Any other choice merges."""


@dataclass(frozen=True, slots=True)
class ReadFile:
    """The changes that a file makes."""

    event: ResultsChanged | None
    """None if nothing changes."""
    has_findings: bool
    """Whether the file has findings to show before the import."""


@dataclass(frozen=True, slots=True)
class Difference:
    """A line of the file that differs from the saved one."""

    field: str
    place: str
    pairs: str
    saved_text: str
    file: str


@dataclass(frozen=True, slots=True)
class ImportView:
    """The preview of an import."""

    template: ClassVar = "results_import.html"
    id: int
    file: str
    night: str
    revision: int
    token: str
    error: str = ""
    """Why the file cannot be imported."""
    lines: int = 0
    sections: tuple[str, ...] = ()
    """Letters of the sections in the file; empty for a session with one section."""
    new: int = 0
    equal: int = 0
    changes: tuple[Difference, ...] = ()
    conflicts: tuple[Difference, ...] = ()
    unmentioned_count: int = 0
    """Saved results of its sections that are not in the file."""
    has_results: bool = False
    findings: tuple[ResultFinding, ...] = ()
    more: int = 0
    """Findings that are not listed."""
    missing_count: int = 0
    """Results that are still missing after the import."""

    @property
    def results_url(self) -> str:
        """The address of the results."""
        return f"/nights/{self.id}/results"


@job("check", reads={"setup", "people", "results"})
def read_file(
    id: int, state: NightState, name: str, data: bytes, source: str, how: str = "", overwritten: Sequence[str] = ()
) -> ReadFile:
    """Return the changes that a file makes; of lines in conflict only the *overwritten* ones come from the file.

    *source* is the name of the file in the log.
    """
    del id
    session = SessionResults.from_night(state)
    lines, handed_in = _read(session, name, data)
    if how == REPLACE:
        changes = _replace_sections(session, lines)
    else:
        changes = ResultChanges(session.results)
        for one in _merge(session, lines).lines_to_import(overwritten):
            changes.enter(
                session.stored_letter(one.line.section), one.line, one.saved_line.key if one.saved_line else None
            )
    event = changes.event(source=source)
    if event is not None:
        codec.read(ResultsChanged, codec.write(ResultsChanged, event), source=name)  # refuse what cannot be stored
    return ReadFile(event if isinstance(event, ResultsChanged) else None, bool(handed_in.findings))


def _replace_sections(session: SessionResults, lines: Sequence[Line]) -> ResultChanges:
    """Return the changes that replace all saved lines of the sections in the file."""
    letters = {session.stored_letter(line.section) for line in lines}
    free: dict[ResultKey, list[ResultKey]] = defaultdict(list)
    for key in session.results.keys():  # noqa: SIM118 - no mapping
        if key.section in letters:
            free[key._replace(nth=1)].append(key)
    changes = ResultChanges(session.results)
    for line in lines:
        section = session.stored_letter(line.section)
        place = free[ResultKey(section, line.board, line.round, line.table)]
        changes.enter(section, line, place.pop(0) if place else None)
    for keys in free.values():
        for key in keys:
            changes.withdraw(key)
    return changes


@job("check", reads={"setup", "people", "results"})
def import_page(id: int, state: NightState, revision: int, token: str, name: str, data: bytes) -> JobPage:
    """Return the preview of an import, with the choice to merge or replace."""
    session = SessionResults.from_night(state)
    view = ImportView(id, name, session.title, revision, token)
    try:
        lines, handed_in = _read(session, name, data)
    except ByestandError as error:
        refused = refusal(error)
        return render_page(replace(view, error=refused.sentence), name, status=refused.status)
    merged = _merge(session, lines)
    findings = (*handed_in.findings, *session.book(merged.result()).night.findings)
    odd = [finding for finding in findings if finding.rule not in (MISSING, TO_CONFIRM)]
    letters = {line.section for line in lines}
    view = replace(
        view,
        lines=len(lines),
        sections=tuple(sorted(letters - {""})) if len(session.sections) > 1 else (),
        new=len(merged.of_kind("new")),
        equal=len(merged.of_kind("equal")),
        changes=tuple(map(_difference, merged.of_kind("changed"))),
        conflicts=tuple(map(_difference, merged.of_kind("conflict"))),
        unmentioned_count=sum(line.section in letters for line in merged.other),
        has_results=bool(session.results),
        findings=tuple(odd[:MAX_FINDINGS]),
        more=max(0, len(odd) - MAX_FINDINGS),
        missing_count=sum(finding.rule == MISSING for finding in findings),
    )
    return render_page(view, name)


def _merge(session: SessionResults, lines: Sequence[Line]) -> Merge:
    saved = dict(zip(session.results.keys(), session.lines, strict=True))
    return merge(saved, lines, {key for key, result in session.results.items() if result.source})


def _difference(one: ImportedLine) -> Difference:
    """Return the difference of a line in the file and the saved line."""
    line, saved = one.line, one.saved_line.line if one.saved_line else None
    return Difference(
        one.field,
        _place(line),
        "-".join(line.numbers),
        format_line(saved, line) if saved else "",
        format_line(line, saved),
    )


def _place(line: Line) -> str:
    """Return where a line was played, with a capital letter at the start."""
    parts = [say("Board {board}", board=line.board)]
    if line.round:
        parts.append(say("round {round}", round=line.round))
    if line.table:
        parts.append(say("table {table}", table=line.table))
    if line.section:
        parts.append(say("section {letter}", letter=line.section))
    return ", ".join(parts)


def _read(session: SessionResults, name: str, data: bytes) -> tuple[tuple[Line, ...], SessionResultFile]:
    """Return the lines of a file with the section letters of the session."""
    handed_in = read_results(data, source=name)
    if not handed_in.lines:
        raise BadRequest(say("no results in this file: {name!r}", name=name[:40]))
    if crossed_label(handed_in.lines):
        raise BadRequest(
            say("columns ns and ew have labels of the other side; use plain numbers: {name!r}", name=name[:40])
        )
    if any(line.is_individual is not session.is_individual for line in handed_in.lines):
        if session.is_individual:
            text = say("this session is for players, but the file has results for pairs: {name!r}", name=name[:40])
        else:
            text = say("this session is for pairs, but the file has results for players: {name!r}", name=name[:40])
        raise BadRequest(text)
    lines = _with_letters(session, handed_in.lines)
    if cancelled := sum(session.is_cancelled(line) for line in lines):
        text = say_many(
            "1 score of a cancelled round left out; confirm the adjusted score",
            "{number} scores of cancelled rounds left out; confirm the adjusted scores",
            cancelled,
        )
        handed_in = replace(handed_in, findings=(*handed_in.findings, ResultFinding(CANCELLED, text, "warning")))
    return session.place(lines), handed_in


def _with_letters(session: SessionResults, lines: tuple[Line, ...]) -> tuple[Line, ...]:
    """Return lines with the section letters of the session; a single section has no letter."""
    known, letters = [schedule.letter for schedule in session.schedules], sorted({line.section for line in lines})
    if len(known) == 1 and len(letters) == 1:
        return tuple(replace(line, section=known[0]) for line in lines)
    if len(known) == 1:
        raise BadRequest(say("this session has one section, but the file has {letters}", letters=", ".join(letters)))
    if unknown := next((letter for letter in letters if letter not in known), None):
        raise BadRequest(say("sections are {letters}, not {letter!r}", letters=", ".join(known), letter=unknown))
    if "" in letters:
        raise BadRequest(say('this session has several sections; the file needs a "section" column'))
    return lines

"""Results from a file: compared with those of the night before they are imported."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from byestand import codec
from byestand.errors import BadRequest, ByestandError
from byestand.formats.results import loads as read_results
from byestand.formats.results.labels import crossed_label
from byestand.formats.results.who import HandedIn
from byestand.model.line import Line
from byestand.night.events import ResultsChanged
from byestand.night.results import ResultKey
from byestand.night.state import NightState
from byestand.score.against import CANCELLED, MISSING, TO_CONFIRM
from byestand.score.findings import ResultFinding
from byestand.server.jobs.job import job
from byestand.server.jobs.results import Page, refusal
from byestand.server.nights.result_changes import ResultChanges
from byestand.server.nights.session_results import MAX_FINDINGS, SessionResults
from byestand.server.pages.results.merging import ImportedLine, Merge, merge
from byestand.server.pages.results.typed import shown
from byestand.server.web.render import render_page
from byestand.words.numbers import in_words
from byestand.words.phrases import first_up

REPLACE = "replace"
"""The choice to replace all results of the sections in the file; any other merges."""


@dataclass(frozen=True, slots=True)
class ReadFile:
    """What importing a file changes."""

    event: ResultsChanged | None
    """None where it changes nothing."""
    has_findings: bool
    """Whether there is something to show before it is imported."""


@dataclass(frozen=True, slots=True)
class Difference:
    """A line of the file that differs from the saved one."""

    field: str
    where: str
    pairs: str
    saved: str
    file: str


@dataclass(frozen=True, slots=True)
class ImportView:
    """What importing a file would change."""

    template: ClassVar = "results_import.html"
    id: int
    file: str
    night: str
    revision: int
    token: str
    refused: str = ""
    """Why it cannot be imported."""
    lines: int = 0
    sections: tuple[str, ...] = ()
    """Those in the file, where the night has several."""
    new: int = 0
    equal: int = 0
    changed: tuple[Difference, ...] = ()
    conflicts: tuple[Difference, ...] = ()
    unmentioned: int = 0
    """Saved lines of its sections that are not in the file."""
    has_results: bool = False
    findings: tuple[ResultFinding, ...] = ()
    more: int = 0
    """Findings that are not listed."""
    missing: int = 0
    """Results that are still missing after the import."""

    @property
    def where(self) -> str:
        """The address of the results."""
        return f"/nights/{self.id}/results"


@job("check", reads={"setup", "people", "results"})
def read_file(
    id: int, state: NightState, name: str, data: bytes, source: str, how: str = "", overwritten: Sequence[str] = ()
) -> ReadFile:
    """Return what importing a file changes; of lines in conflict the file's are taken if *overwritten*.

    *source* is the name of the file as the log has it.
    """
    del id
    session = SessionResults.of(state)
    lines, handed_in = _read(session, name, data)
    if how == REPLACE:
        changes = _replace_sections(session, lines)
    else:
        changes = ResultChanges(session.results)
        for one in _merge(session, lines).taken(overwritten):
            changes.enter(session.stored_letter(one.line.section), one.line, one.saved.key if one.saved else None)
    event = changes.event(source=source)
    if event is not None:
        codec.read(ResultsChanged, codec.write(ResultsChanged, event), source=name)  # refuses what could not be stored
    return ReadFile(event if isinstance(event, ResultsChanged) else None, bool(handed_in.findings))


def _replace_sections(session: SessionResults, lines: Sequence[Line]) -> ResultChanges:
    """Return the changes that put the lines of a file in place of all saved ones of the same sections."""
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
def import_page(id: int, state: NightState, revision: int, token: str, name: str, data: bytes) -> Page:
    """Return the page that shows what importing a file would change, and asks how."""
    session = SessionResults.of(state)
    view = ImportView(id, name, session.title, revision, token)
    try:
        lines, handed_in = _read(session, name, data)
    except ByestandError as error:
        refused = refusal(error)
        return render_page(replace(view, refused=refused.sentence), name, status=refused.status)
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
        changed=tuple(map(_difference, merged.of_kind("changed"))),
        conflicts=tuple(map(_difference, merged.of_kind("conflict"))),
        unmentioned=sum(line.section in letters for line in merged.other),
        has_results=bool(session.results),
        findings=tuple(odd[:MAX_FINDINGS]),
        more=max(0, len(odd) - MAX_FINDINGS),
        missing=sum(finding.rule == MISSING for finding in findings),
    )
    return render_page(view, name)


def _merge(session: SessionResults, lines: Sequence[Line]) -> Merge:
    saved = dict(zip(session.results.keys(), session.lines, strict=True))
    return merge(saved, lines, {key for key, result in session.results.items() if result.source})


def _difference(one: ImportedLine) -> Difference:
    """Return how a line of the file differs from the saved one, as the page shows it."""
    line, saved = one.line, one.saved.line if one.saved else None
    places = (("section", line.section), ("round", line.round), ("table", line.table), ("board", line.board))
    where = first_up(", ".join(f"{what} {number}" for what, number in places if number))
    return Difference(one.field, where, "-".join(line.numbers), shown(saved, line) if saved else "", shown(line, saved))


def _read(session: SessionResults, name: str, data: bytes) -> tuple[tuple[Line, ...], HandedIn]:
    """Return the lines in a file as those of a night."""
    handed_in = read_results(data, source=name)
    if not handed_in.lines:
        raise BadRequest(f"there is no result in this file: {name[:40]!r}")
    if crossed_label(handed_in.lines):
        raise BadRequest(f"a pair labelled East-West sits in column ns, or the other way: write numbers: {name[:40]!r}")
    if any(line.is_individual is not session.is_individual for line in handed_in.lines):
        kinds = ("single players", "pairs") if session.is_individual else ("pairs", "single players")
        raise BadRequest(f"this night is played by {kinds[0]}, and these are results of {kinds[1]}: {name[:40]!r}")
    lines = _with_letters(session, handed_in.lines)
    if cancelled := sum(session.is_cancelled(line) for line in lines):
        words = f"{in_words(cancelled, 'score')} of cancelled rounds left out: confirm what people get instead"
        handed_in = replace(handed_in, findings=(*handed_in.findings, ResultFinding(CANCELLED, words, "warning")))
    return session.place(lines), handed_in


def _with_letters(session: SessionResults, lines: tuple[Line, ...]) -> tuple[Line, ...]:
    """Return lines with the letters that the sections of a night have; a single one has none."""
    known, letters = [schedule.letter for schedule in session.schedules], sorted({line.section for line in lines})
    if len(known) == 1 and len(letters) == 1:
        return tuple(replace(line, section=known[0]) for line in lines)
    if unknown := next((letter for letter in letters if letter not in known), None):
        raise BadRequest(f"the sections of this night are {', '.join(known)}, not {unknown!r}")
    if "" in letters:
        raise BadRequest("there are several sections in this night: a column section tells of which a line is")
    return lines

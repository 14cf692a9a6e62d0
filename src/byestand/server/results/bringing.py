"""Results out of a file: what is in it, compared with the night, before it becomes the night's results."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Any

from byestand.errors import BadRequest, ByestandError
from byestand.formats.results import loads as results_in
from byestand.formats.results.handed_in import HandedIn
from byestand.formats.results.labels import crossed_label
from byestand.model.line import Line
from byestand.night.night import loads
from byestand.score.against import CANCELLED, MISSING, TO_CONFIRM
from byestand.score.findings import ResultFinding
from byestand.server.jobs.job import job
from byestand.server.jobs.results import Page, refusal
from byestand.server.rendering import rendered
from byestand.server.results import typed
from byestand.server.results.evening import Evening, as_kept
from byestand.server.results.merging import ImportedLine, Merge, merge, replace_sections
from byestand.server.results.ranking import MOST_SHOWN
from byestand.words.numbers import in_words
from byestand.words.phrases import first_up

REPLACE = "replace"
"""The choice to replace all results of the sections in the file; any other merges."""


@dataclass(frozen=True, slots=True)
class WithFile:
    """The results of a night with those of a file."""

    results: str
    has_findings: bool
    """Whether there is something to show before they are saved."""


@job("check")
def brought(
    contents: str, name: str, data: bytes, imported: Collection[Line], how: str = "", overwritten: Sequence[str] = ()
) -> WithFile:
    """Return the results of a night with those in a file, and whether there is something to be told of it.

    *imported* are the saved rows that came from a file; of lines in conflict the file's are taken if *overwritten*.
    """
    evening = Evening.of(loads(contents))
    lines, handed_in = _read(evening, name, data)
    if how == REPLACE:
        result = replace_sections(evening.lines, lines)
    else:
        result = _merge(evening, lines, imported).result(frozenset(overwritten))
    return WithFile(as_kept(result), bool(handed_in.findings))


@job("check")
def content(
    id: int, contents: str, revision: int, token: str, name: str, data: bytes, imported: Collection[Line]
) -> Page:
    """Return the page that shows what importing a file would change, and asks how."""
    evening = Evening.of(loads(contents))
    page: dict[str, Any] = {"id": id, "name": name, "night": evening.night.name, "revision": revision, "token": token}
    try:
        lines, handed_in = _read(evening, name, data)
    except ByestandError as no:
        said = refusal(no)
        return rendered("results_brought.html", name, status=said.status, **page, refused=said.sentence)
    merged = _merge(evening, lines, imported)
    result = merged.result(())
    findings = (*handed_in.findings, *replace(evening, lines=result).book().night.findings)
    odd = [finding for finding in findings if finding.rule not in (MISSING, TO_CONFIRM)]
    sections = sorted({line.section for line in lines} - {""})
    return rendered(
        "results_brought.html",
        name,
        **page,
        lines=len(lines),
        sections=sections if len(evening.sections) > 1 else (),
        new=len(merged.of_kind("new")),
        equal=len(merged.of_kind("equal")),
        changed=[_difference(one) for one in merged.of_kind("changed")],
        conflicts=[_difference(one) for one in merged.of_kind("conflict")],
        unmentioned=sum(line.section in {one.section for one in lines} for line in merged.other),
        has_results=bool(evening.lines),
        refused="",
        odd=odd[:MOST_SHOWN],
        more=max(0, len(odd) - MOST_SHOWN),
        missing=sum(finding.rule == MISSING for finding in findings),
    )


def _merge(evening: Evening, lines: Sequence[Line], imported: Collection[Line]) -> Merge:
    return merge(evening.lines, lines, frozenset(imported))


def _difference(one: ImportedLine) -> dict[str, str]:
    """Return how a line of the file differs from the saved one, as a page shows it."""
    line, saved = one.line, one.saved
    places = (("section", line.section), ("round", line.round), ("table", line.table), ("board", line.board))
    where = first_up(", ".join(f"{what} {number}" for what, number in places if number))
    texts = {"saved": typed.shown(saved, line) if saved else "", "file": typed.shown(line, saved)}
    return {"key": one.key, "where": where, "pairs": "-".join(line.numbers), **texts}


def _read(evening: Evening, name: str, data: bytes) -> tuple[tuple[Line, ...], HandedIn]:
    """Return the lines in a file as those of a night."""
    handed_in = results_in(data, source=name)
    if not handed_in.lines:
        raise BadRequest(f"there is no result in this file: {name[:40]!r}")
    if crossed_label(handed_in.lines):
        raise BadRequest(f"a pair labelled East-West sits in column ns, or the other way: write numbers: {name[:40]!r}")
    if any(line.is_individual is not evening.is_individual for line in handed_in.lines):
        kinds = ("single players", "pairs") if evening.is_individual else ("pairs", "single players")
        raise BadRequest(f"this night is played by {kinds[0]}, and these are results of {kinds[1]}: {name[:40]!r}")
    lines = _of_sections(evening, handed_in.lines)
    if cancelled := sum(evening.is_cancelled(line) for line in lines):
        words = f"{in_words(cancelled, 'score')} of cancelled rounds left out: confirm what people get instead"
        handed_in = replace(handed_in, findings=(*handed_in.findings, ResultFinding(CANCELLED, words, "warning")))
    return evening.placed(lines), handed_in


def _of_sections(evening: Evening, lines: tuple[Line, ...]) -> tuple[Line, ...]:
    """Return lines with the letters that the sections of a night have; a single one has none."""
    letters, told = [schedule.letter for schedule in evening.schedules], sorted({line.section for line in lines})
    if len(letters) == 1 and len(told) == 1:
        return tuple(replace(line, section=letters[0]) for line in lines)
    if stranger := next((letter for letter in told if letter not in letters), None):
        raise BadRequest(f"the sections of this night are {', '.join(letters)}, not {stranger!r}")
    if "" in told:
        raise BadRequest("there are several sections in this night: a column section tells of which a line is")
    return lines

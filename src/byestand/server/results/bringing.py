"""Results out of a file: what is in it, held against the night, before it becomes the night's results."""

from dataclasses import replace
from typing import Any

from byestand.errors import BadRequest, ByestandError
from byestand.formats.results import loads as results_in
from byestand.formats.results.handed_in import HandedIn
from byestand.night.night import loads
from byestand.score.results import Line
from byestand.score.scoring import Rules
from byestand.server.rendering import rendered
from byestand.server.results.evening import Evening, as_kept
from byestand.server.results.ranking import MOST_SHOWN
from byestand.server.work.answers import Answer, json_answer, refusal


def brought(contents: str, name: str, data: bytes) -> Answer:
    """Return the results in a file as a night keeps them, and whether there is something to be told of it."""
    evening = Evening.of(loads(contents))
    lines, handed_in = _read(evening, name, data)
    return json_answer({"results": as_kept(lines), "told": bool(handed_in.findings)})


def content(id: int, contents: str, revision: int, token: str, name: str, data: bytes) -> Answer:
    """Return the page that asks whether the results in a file become those of the night."""
    evening = Evening.of(loads(contents))
    page: dict[str, Any] = {"id": id, "name": name, "night": evening.night.name, "revision": revision, "token": token}
    try:
        lines, handed_in = _read(evening, name, data)
    except ByestandError as no:
        said = refusal(no)
        nothing = {"lines": 0, "there": 0, "refused": said.sentence, "odd": (), "more": 0, "missing": 0}
        return rendered("results_brought.html", name, status=said.status, **page, **nothing)
    found = (*handed_in.findings, *replace(evening, lines=lines).book(Rules()).night.findings)
    odd = [finding for finding in found if finding.rule != "missing result"]
    return rendered(
        "results_brought.html",
        name,
        **page,
        lines=len(lines),
        there=len(evening.lines),
        refused="",
        odd=odd[:MOST_SHOWN],
        more=max(0, len(odd) - MOST_SHOWN),
        missing=len(found) - len(odd),
    )


def _read(evening: Evening, name: str, data: bytes) -> tuple[tuple[Line, ...], HandedIn]:
    """Return the lines in a file as those of a night."""
    handed_in = results_in(data, source=name)
    if not handed_in.lines:
        raise BadRequest(f"there is no result in this file: {name[:40]!r}")
    if any(line.is_individual is not evening.is_individual for line in handed_in.lines):
        kinds = ("single players", "pairs") if evening.is_individual else ("pairs", "single players")
        raise BadRequest(f"this night is played by {kinds[0]}, and these are results of {kinds[1]}: {name[:40]!r}")
    return evening.placed(_of_sections(evening, handed_in.lines)), handed_in


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

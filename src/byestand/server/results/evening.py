"""Results of a night as pages knew them: for pages that are not converted yet."""

from collections.abc import Sequence
from dataclasses import replace

from byestand.errors import BadRequest, FormatError
from byestand.formats.results import csv
from byestand.model.line import Line
from byestand.night.migrations.lines import parse_lines
from byestand.night.night import MOST_RESULTS, Night, loads
from byestand.server.jobs.job import job
from byestand.server.results.session_results import in_order


def lines_of(night: Night) -> tuple[Line, ...]:
    """Return the results of a night; each of a section that it has."""
    found = tuple(parse_lines(night.results, "the results")) if night.results else ()
    letters = [section.letter for section in night.sections] if len(night.sections) > 1 else [""]
    if unknown := next((line for line in found if line.section not in letters), None):
        raise BadRequest(f"there are results of a section that this night has not: {unknown.section!r}")
    return found


@job("quick")
def relettered(contents: str, letters: Sequence[str]) -> str:
    """Return the results of a night whose sections get other letters."""
    night = loads(contents)
    new = dict(zip((section.letter for section in night.sections), letters, strict=True))
    lines = [replace(line, section=new.get(line.section, line.section)) for line in lines_of(night)]
    text = csv.dumps(in_order(lines)) if lines else ""
    if len(text) > MOST_RESULTS:
        raise FormatError("the results", f"there is room for {MOST_RESULTS} letters of results in a night")
    return text

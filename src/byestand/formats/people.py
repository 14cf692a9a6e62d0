"""Who plays, out of a file: a pair and its name on a line, as people keep lists, or chair by chair, as scorers do."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product
from os import PathLike

from byestand.errors import BadRequest, FormatError
from byestand.formats.csv import lines
from byestand.formats.document import DIRECTIONS, Chair, seated_contestants
from byestand.formats.files import read_text, whole_number
from byestand.formats.names import names_in
from byestand.model.claims import Turn
from byestand.model.field import Field
from byestand.model.movement import MOST_TABLES
from byestand.model.people import Contestant, ContestantsByLabel, Person
from byestand.model.session import Section, Session

CHAIR_COLUMNS = {"table", "direction", "name"}
ALL_COLUMNS = CHAIR_COLUMNS | {"section", "number"}


def with_people(session: Session, path: str | PathLike[str]) -> Session:
    """Return a session with the people of a file: ``N1 Anna & Boris``, or section,table,direction,name,number."""
    text, source = read_text(path), str(path)
    by_chair = chairs_in(text, source, [section.letter for section in session])
    found = _by_pair(session, text, source) if by_chair is None else _seated(session, by_chair, source)
    sections = (replace(section, contestants=own) for section, own in zip(session, found, strict=True))
    return replace(session, sections=tuple(sections))


def _by_pair(session: Session, text: str, source: str) -> Iterator[ContestantsByLabel]:
    found = _names(session, text, source)
    for place, section in enumerate(session):
        own = {label: Contestant.parse(name) for (where, label), name in found.items() if where == place}
        yield {label: who.as_player() for label, who in own.items()} if section.movement.is_individual else own


def _names(session: Session, text: str, source: str) -> dict[tuple[int, str], str]:
    """Return the names by section and label.

    Pairs of one winner may be listed by the lines in which they start, those of a single section without its letter.
    """
    refused = None
    for two_lines, lettered in product((False, True), (True, False)):
        places = dict(_labels(session, two_lines=two_lines, lettered=lettered))
        try:
            return {places[label]: name for label, name in names_in(text, tuple(places)).items()}
        except BadRequest as bad:
            refused = refused or FormatError(source, str(bad))
    raise refused or AssertionError("every list is taken or refused")


def _labels(session: Session, *, two_lines: bool, lettered: bool) -> Iterator[tuple[str, tuple[int, str]]]:
    """Yield what each contestant is called in the session, and the section and the label it has there."""
    for place, section in enumerate(session):
        field = section.movement.field
        listed = Field((field.size // 2,) * 2) if two_lines and _was_two_lines(section) else field
        for contestant in field.present:
            letter = section.letter if lettered or len(session.sections) > 1 else ""
            yield letter + listed.label(contestant), (place, field.label(contestant))


def _was_two_lines(section: Section) -> bool:
    return len(section.movement.field.lines) == 1 and bool(section.movement.claimed(Turn))


def _chairs(text: str, source: str) -> list[tuple[int, dict[str, str]]] | None:
    """Return the lines of a csv list of chairs by column; None where it is no such list."""
    heading = re.split(r'[,;\t" ]+', text.lstrip()[:200].partition("\n")[0].strip().lower())
    if not {"table", "direction"} & set(heading):
        return None
    (first, header), *rest = lines(text, source, CHAIR_COLUMNS)
    columns = [cell.strip().lower() for cell in header]
    if not CHAIR_COLUMNS <= set(columns) <= ALL_COLUMNS or len(set(columns)) < len(columns):
        raise FormatError(source, "expected the columns section,table,direction,name,number", line=first)
    for line, cells in rest:
        if len(cells) != len(columns):
            raise FormatError(source, f"expected {len(columns)} columns, not {len(cells)}", line=line)
    return [(line, dict(zip(columns, map(str.strip, cells), strict=True))) for line, cells in rest]


def chairs_in(text: str, source: str, letters: Sequence[str]) -> dict[str, dict[Chair, Person]] | None:
    """Return who sits in which chair of each section in round 1; None if the text is no list of chairs."""
    rows = _chairs(text, source)
    if rows is None:
        return None
    found: dict[str, dict[Chair, Person]] = {letter or "A": {} for letter in letters}
    usual = next(iter(found)) if len(found) == 1 else "A"
    for line, row in rows:
        letter = row.get("section", "").upper() or usual
        if letter not in found:
            raise FormatError(source, f"no such section: {letter!r}", line=line)
        chair = _chair(row, source, line)
        if chair in found[letter]:
            raise FormatError(source, f"two players sit {chair.direction} at table {chair.table}", line=line)
        found[letter][chair] = Person(row["name"], row.get("number", ""))
    return {letter: found[letter or "A"] for letter in letters}


def _seated(session: Session, chairs: Mapping[str, dict[Chair, Person]], source: str) -> Iterator[ContestantsByLabel]:
    for section in session:
        contestants, nobodys = seated_contestants(section.movement, chairs[section.letter])
        for chair in nobodys:
            letter = section.letter or "A"
            where = f"{chair.direction} at table {chair.table} in round 1"
            raise FormatError(source, f"nobody of section {letter} sits {where}")
        yield contestants


def _chair(row: dict[str, str], source: str, line: int) -> Chair:
    seat = next((known for known in DIRECTIONS if known == row["direction"].upper()), None)
    if seat is None:
        raise FormatError(source, f"expected N, S, E or W: {row['direction']!r}", line=line)
    return Chair(whole_number(row["table"], 1, MOST_TABLES, "table", source=source, line=line), seat)

"""Players from a file: a pair and its name per line, or chair by chair as in scoring programs."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product
from os import PathLike

from byestand.errors import BadRequest, FormatError
from byestand.formats.csv import lines
from byestand.formats.document import DIRECTIONS, Chair, seated_contestants
from byestand.formats.file_io import read_text, whole_number
from byestand.formats.name_list import names_in
from byestand.language import say
from byestand.model.claims import ArrowTurn
from byestand.model.field import Field
from byestand.model.movement import MAX_TABLES
from byestand.model.people import Contestant, ContestantsByLabel, Person
from byestand.model.session import Section, Session

CHAIR_COLUMNS = {"table", "direction", "name"}
ALL_COLUMNS = CHAIR_COLUMNS | {"section", "number"}


def with_people(session: Session, path: str | PathLike[str]) -> Session:
    """Return a session with the players of a file: ``N1 Anna & Boris``, or section,table,direction,name,number."""
    text, source = read_text(path), str(path)
    by_chair = chairs_in(text, source, [section.letter for section in session])
    contestants = _by_pair(session, text, source) if by_chair is None else _seat_players(session, by_chair, source)
    sections = (replace(section, contestants=own) for section, own in zip(session, contestants, strict=True))
    return replace(session, sections=tuple(sections))


def _by_pair(session: Session, text: str, source: str) -> Iterator[ContestantsByLabel]:
    names = _names(session, text, source)
    for place, section in enumerate(session):
        own = {label: Contestant.parse(name) for (where, label), name in names.items() if where == place}
        yield {label: who.as_player() for label, who in own.items()} if section.movement.is_individual else own


def _names(session: Session, text: str, source: str) -> dict[tuple[int, str], str]:
    """Return the names by section and label.

    With one winner pairs may be listed by their starting direction, and in a single section without its letter.
    """
    error = None
    for two_lines, lettered in product((False, True), (True, False)):
        places = dict(_labels(session, two_lines=two_lines, lettered=lettered))
        try:
            return {places[label]: name for label, name in names_in(text, tuple(places)).items()}
        except BadRequest as bad:
            error = error or FormatError(source, str(bad))
    raise error or AssertionError("every list is accepted or refused")


def _labels(session: Session, *, two_lines: bool, lettered: bool) -> Iterator[tuple[str, tuple[int, str]]]:
    """Yield the label of each contestant in a list, with its section and its label there."""
    for place, section in enumerate(session):
        field = section.movement.field
        list_field = Field((field.size // 2,) * 2) if two_lines and _was_two_lines(section) else field
        for contestant in field.present:
            letter = section.letter if lettered or len(session.sections) > 1 else ""
            yield letter + list_field.label(contestant), (place, field.label(contestant))


def _was_two_lines(section: Section) -> bool:
    return len(section.movement.field.lines) == 1 and bool(section.movement.claims_of(ArrowTurn))


def _chairs(text: str, source: str) -> list[tuple[int, dict[str, str]]] | None:
    """Return the lines of a CSV list of chairs by column; None if it is another list."""
    heading = re.split(r'[,;\t" ]+', text.lstrip()[:200].partition("\n")[0].strip().lower())
    if not {"table", "direction"} & set(heading):
        return None
    (first, header), *rest = lines(text, source, CHAIR_COLUMNS)
    columns = [cell.strip().lower() for cell in header]
    if not CHAIR_COLUMNS <= set(columns) <= ALL_COLUMNS or len(set(columns)) < len(columns):
        columns_text = "section,table,direction,name,number"
        raise FormatError(source, say("expected the columns {columns}", columns=columns_text), line=first)
    for line, cells in rest:
        if len(cells) != len(columns):
            reason = say("expected {expected} columns, not {count}", expected=len(columns), count=len(cells))
            raise FormatError(source, reason, line=line)
    return [(line, dict(zip(columns, map(str.strip, cells), strict=True))) for line, cells in rest]


def chairs_in(text: str, source: str, letters: Sequence[str]) -> dict[str, dict[Chair, Person]] | None:
    """Return the player in each chair of each section in round 1; None if the text is no list of chairs."""
    rows = _chairs(text, source)
    if rows is None:
        return None
    players: dict[str, dict[Chair, Person]] = {letter or "A": {} for letter in letters}
    default = next(iter(players)) if len(players) == 1 else "A"
    for line, row in rows:
        letter = row.get("section", "").upper() or default
        if letter not in players:
            raise FormatError(source, say("unknown section: {letter!r}", letter=letter), line=line)
        chair = _chair(row, source, line)
        if chair in players[letter]:
            reason = say("2 players for {seat} at table {table}", seat=chair.direction, table=chair.table)
            raise FormatError(source, reason, line=line)
        players[letter][chair] = Person(row["name"], row.get("number", ""))
    return {letter: players[letter or "A"] for letter in letters}


def _seat_players(
    session: Session, chairs: Mapping[str, dict[Chair, Person]], source: str
) -> Iterator[ContestantsByLabel]:
    for section in session:
        contestants, unknown = seated_contestants(section.movement, chairs[section.letter])
        for chair in unknown:
            reason = say(
                "section {letter} has no player for {seat} at table {table} in round 1",
                letter=section.letter or "A",
                seat=chair.direction,
                table=chair.table,
            )
            raise FormatError(source, reason)
        yield contestants


def _chair(row: dict[str, str], source: str, line: int) -> Chair:
    seat = next((known for known in DIRECTIONS if known == row["direction"].upper()), None)
    if seat is None:
        reason = say("expected N, S, E or W: {direction!r}", direction=row["direction"])
        raise FormatError(source, reason, line=line)
    return Chair(whole_number(row["table"], 1, MAX_TABLES, "table", source=source, line=line), seat)

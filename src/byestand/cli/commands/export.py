"""``byestand export``: movements into one file of any format, several sections together where the format can."""

import sys
from dataclasses import replace
from pathlib import Path

import click

from byestand.cli.sources import all_lettered, section_documents
from byestand.cli.switches import switch_options, switched
from byestand.cli.words import BOARDS_A_ROUND, FIRST_BOARD, WHOLE_NUMBER
from byestand.cli.writing import doubts, force_option, require_sound, tell, write
from byestand.errors import BadRequest, CannotExpress, FormatError
from byestand.formats.csv import lines
from byestand.formats.document import DIRECTIONS, Chair, Document, seated_people
from byestand.formats.files import read_text, whole_number
from byestand.formats.format import Format
from byestand.formats.proofread import written
from byestand.formats.registry import FORMATS, format_of
from byestand.model import Person
from byestand.model.movement import MOST_TABLES


@click.command("export")
@click.argument("named", nargs=-1, required=True, metavar="[SECTION=]NAME|FILE...")
@click.option("--to", "to", metavar="FORMAT", help=f"One of {', '.join(FORMATS)}; by default as -o ends.")
@click.option("-o", "--output", metavar="PATH", help="The file to write; without it text goes to the terminal.")
@click.option("--boards-per-round", type=BOARDS_A_ROUND, help="How many boards make a round; 4,3 for two sections.")
@click.option("--first-board", type=WHOLE_NUMBER, metavar="N", help=FIRST_BOARD)
@click.option("--missing", multiple=True, metavar="PAIR", help="A pair that is not there: N19, E3.")
@click.option("--players", metavar="FILE", help="A csv file of players: section,table,direction,name,number.")
@switch_options
@click.option("--as-it-is", is_flag=True, help="Write a broken movement too, with a warning.")
@force_option
def command(
    named: tuple[str, ...],
    to: str | None,
    output: str | None,
    boards_per_round: tuple[int, ...] | None,
    first_board: int | None,
    missing: tuple[str, ...],
    players: str | None,
    one_winner: bool,
    by_table: bool,
    switch: tuple[int, ...] | None,
    as_it_is: bool,
    force: bool,
) -> int:
    """Write movements to one file: byestand export A=M1313 B=W1813 --boards-per-round 2 -o tonight.bws."""
    wanted = _wanted(to, output)
    documents, code = section_documents(named, missing, boards_per_round, first_board)
    documents = [
        d.playing(switched(d.movement, one_winner=one_winner, by_table=by_table, switch=switch)) for d in documents
    ]
    if any(document.section.letter for document in documents) or (wanted.holds_players and len(named) > 1):
        documents = all_lettered(documents)
    if players is not None and not wanted.holds_players:
        raise CannotExpress(f"a {wanted.name} file has no room for the names of players: leave out --players")
    if players is not None:
        documents = _with_players(documents, players)
    if output is not None:
        tell(write(documents, wanted, Path(output), force=force, as_it_is=as_it_is))
    elif not wanted.is_text:
        raise BadRequest(f"a {wanted.name} file is no text: name a file with -o")
    else:
        broken = require_sound(documents, as_it_is=as_it_is)
        sys.stdout.write(written(documents, wanted, as_it_is=as_it_is).decode("utf-8"))
        tell((*broken, *doubts(documents, wanted)))
    return code


def _wanted(to: str | None, output: str | None) -> Format:
    if to is None and output is None:
        raise BadRequest("tell the format with --to, or a file with -o")
    if output is not None and output.endswith(("/", "\\")):
        raise BadRequest(f"name a file, not a folder: {output!r}")
    if to is None and not Path(output or "").suffix:
        raise BadRequest(f"tell the format with --to, or by how the file's name ends: {output!r}")
    return format_of(to or Path(output or "").suffix)


def _with_players(documents: list[Document], path: str) -> list[Document]:
    """Return the documents with the players of a csv file: section,table,direction,name,number."""
    needed = {"table", "direction", "name"}
    rows = lines(read_text(path), path, needed)
    first, header = next(rows, (1, []))
    if not needed <= set(header) <= {"section", "table", "direction", "name", "number"}:
        raise FormatError(path, "expected the columns section,table,direction,name,number", line=first)
    found: dict[str, dict[Chair, Person]] = {document.section.letter or "A": {} for document in documents}
    for line, cells in rows:
        if len(cells) != len(header):
            raise FormatError(path, f"expected {len(header)} columns, not {len(cells)}", line=line)
        row = dict(zip(header, map(str.strip, cells), strict=True))
        section = row.get("section", "").upper() or "A"
        if section not in found:
            raise FormatError(path, f"no such section: {section!r}", line=line)
        chair = _chair(row, path, line)
        if chair in found[section]:
            raise BadRequest(f"two players sit {chair.direction} at table {chair.table}")
        found[section][chair] = Person(row["name"], row.get("number", ""))
    return [_seated(document, found[document.section.letter or "A"]) for document in documents]


def _chair(row: dict[str, str], path: str, line: int) -> Chair:
    seat = next((known for known in DIRECTIONS if known == row["direction"].upper()), None)
    if seat is None:
        raise FormatError(path, f"expected N, S, E or W: {row['direction']!r}", line=line)
    return Chair(whole_number(row["table"], 1, MOST_TABLES, "table", source=path, line=line), seat)


def _seated(document: Document, players: dict[Chair, Person]) -> Document:
    people, nobodys = seated_people(document.movement, players)
    for chair in nobodys:
        letter = document.section.letter or "A"
        raise BadRequest(f"nobody of section {letter} sits {chair.direction} at table {chair.table} in round 1")
    return replace(document, section=replace(document.section, people=people))

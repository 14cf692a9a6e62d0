"""``byestand export``: movements into one file of any format, several sections together where the format can."""

import csv
import sys
from dataclasses import replace
from pathlib import Path

import click

from byestand.cli.sources import sources
from byestand.cli.words import WHOLE_NUMBER
from byestand.cli.writing import require_sound, write
from byestand.errors import BadRequest, FormatError
from byestand.formats.document import DIRECTIONS, Document, Player
from byestand.formats.files import read_text
from byestand.formats.registry import FORMATS, format_of

BINARY = ("mov", "bws", "xlsx")


@click.command("export")
@click.argument("named", nargs=-1, required=True, metavar="[SECTION=]NAME|FILE...")
@click.option("--to", "to", metavar="FORMAT", help=f"One of {', '.join(FORMATS)}; by default as -o ends.")
@click.option("-o", "--output", metavar="PATH", help="The file to write; without it text goes to the terminal.")
@click.option("--boards-per-round", type=WHOLE_NUMBER, metavar="N", help="How many boards make a round.")
@click.option("--missing", multiple=True, metavar="PAIR", help="A pair that is not there: N19, E3.")
@click.option("--players", metavar="FILE", help="A csv file of players: section,table,direction,name,number.")
@click.option("--as-it-is", is_flag=True, help="Write a broken movement too, with a warning.")
def command(
    named: tuple[str, ...],
    to: str | None,
    output: str | None,
    boards_per_round: int | None,
    missing: tuple[str, ...],
    players: str | None,
    as_it_is: bool,
) -> None:
    """Write movements to one file: byestand export A=M1313 B=W1813 --boards-per-round 2 -o tonight.bws."""
    if to is None and output is None:
        raise BadRequest("tell the format with --to, or a file with -o")
    wanted = format_of(to or Path(output or "").suffix)
    documents = [document for argument in named for document in _documents(argument, missing)]
    if boards_per_round is not None:
        documents = [replace(document, boards_per_round=boards_per_round) for document in documents]
    if players is not None:
        documents = _with_players(documents, players)
    require_sound(documents, as_it_is=as_it_is)
    if output is not None:
        write(documents, wanted, Path(output))
    elif wanted.name in BINARY:
        raise BadRequest(f"a {wanted.name} file is no text: name a file with -o")
    else:
        sys.stdout.write(wanted.dumps(documents).decode("utf-8"))


def _documents(argument: str, missing: tuple[str, ...]) -> tuple[Document, ...]:
    section, equals, rest = argument.partition("=")
    lettered = bool(equals) and section.isascii() and section.isalpha() and len(section) <= 3
    named = list(sources([rest if lettered else argument]))
    if len(named) > 1:
        raise BadRequest(f"name one file at a time, or use 'byestand convert': {argument!r}")
    documents = named[0].documents(missing)
    if not lettered:
        return documents
    if len(documents) > 1:
        raise BadRequest(f"a section has one movement, and the file has {len(documents)}: {argument!r}")
    return (replace(documents[0], section=section.upper()),)


def _with_players(documents: list[Document], path: str) -> list[Document]:
    """Return the documents with the players of a csv file: section,table,direction,name,number."""
    reader = csv.DictReader(read_text(path).splitlines())
    if not {"table", "direction", "name"} <= set(reader.fieldnames or ()):
        raise FormatError(path, "expected the columns section,table,direction,name,number", line=1)
    found: dict[str, list[Player]] = {document.section: [] for document in documents}
    for row in reader:
        section, table, direction = row.get("section") or "", row["table"] or "", (row["direction"] or "").upper()
        seat = next((known for known in DIRECTIONS if known == direction), None)
        if section not in found or not (table.isascii() and table.isdigit()) or len(table) > 3 or seat is None:
            raise FormatError(path, f"no such seat: {section} {table} {direction}", line=reader.line_num)
        found[section].append(Player(int(table), seat, row["name"] or "", row.get("number") or ""))
    return [replace(document, players=tuple(found[document.section])) for document in documents]

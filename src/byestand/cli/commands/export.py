"""``byestand export``: movements into one file of any format, several sections together where the format can."""

import sys
from dataclasses import replace
from pathlib import Path

import click

from byestand.cli.sources import all_lettered, section_documents
from byestand.cli.switches import Switches, switch_options, switched
from byestand.cli.words import BOARDS_A_ROUND, FIRST_BOARD, NAMES, WHOLE_NUMBER
from byestand.cli.writing import doubts, force_option, require_sound, tell, write
from byestand.errors import BadRequest, CannotExpress
from byestand.formats.document import Document
from byestand.formats.format import Format
from byestand.formats.people import with_people
from byestand.formats.registry import FORMATS, format_of, written
from byestand.model.session import Session


@click.command("export")
@click.argument("named", nargs=-1, required=True, metavar="[SECTION=]NAME|FILE...")
@click.option("--to", "to", metavar="FORMAT", help=f"One of {', '.join(FORMATS)}; by default as -o ends.")
@click.option("-o", "--output", metavar="PATH", help="The file to write; without it text goes to the terminal.")
@click.option("--boards-per-round", type=BOARDS_A_ROUND, help="How many boards make a round; 4,3 for two sections.")
@click.option("--first-board", type=WHOLE_NUMBER, metavar="N", help=FIRST_BOARD)
@click.option("--missing", multiple=True, metavar="PAIR", help="A pair that is not there: N19, E3.")
@click.option("--names", metavar="FILE", help=NAMES)
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
    names: str | None,
    switches: Switches,
    as_it_is: bool,
    force: bool,
) -> int:
    """Write movements to one file: byestand export A=M1313 B=W1813 --boards-per-round 2 -o tonight.bws."""
    wanted = _wanted(to, output)
    documents, code = section_documents(named, missing, boards_per_round, first_board)
    documents = [d.playing(switched(d.movement, switches)) for d in documents]
    if any(document.section.letter for document in documents) or (wanted.holds_players and len(named) > 1):
        documents = all_lettered(documents)
    if names is not None and not wanted.holds_players:
        raise CannotExpress(f"a {wanted.name} file has no room for the names of players: leave out --names")
    if names is not None:
        documents = _with_people(documents, names)
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


def _with_people(documents: list[Document], path: str) -> list[Document]:
    session = with_people(Session(tuple(document.section for document in documents)), path)
    return [replace(document, section=section) for document, section in zip(documents, session, strict=True)]

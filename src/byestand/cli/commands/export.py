"""``byestand export``: write movements to one file, with several sections if the format allows it."""

import sys
from dataclasses import replace
from pathlib import Path

import click

from byestand.cli.arrow_options import Switches, apply_arrow_options, switch_options
from byestand.cli.movement_sources import add_section_letters, section_documents
from byestand.cli.output_files import doubts, force_option, print_warnings, require_sound, write
from byestand.cli.param_types import BOARDS_A_ROUND, FIRST_BOARD, MISSING, NAMES, WHOLE_NUMBER
from byestand.cli.usage import Command
from byestand.errors import BadRequest, CannotExpress
from byestand.formats.document import Document
from byestand.formats.format import Format
from byestand.formats.formats import FORMATS, dump_checked, format_of
from byestand.formats.player_list import with_people
from byestand.language import say
from byestand.model.session import Session


@click.command("export", cls=Command)
@click.argument("named", nargs=-1, required=True, metavar="[SECTION=]NAME|FILE...")
@click.option("--to", "to", metavar="FORMAT", help=f"One of {', '.join(FORMATS)} (default: from the -o file name).")
@click.option("-o", "--output", metavar="PATH", help="Output file (default: standard output, text formats only).")
@click.option("--boards-per-round", type=BOARDS_A_ROUND, help="Boards per round; 4,3 for two sections.")
@click.option("--first-board", type=WHOLE_NUMBER, metavar="N", help=FIRST_BOARD)
@click.option("--missing", multiple=True, metavar="PAIR", help=MISSING)
@click.option("--names", metavar="FILE", help=NAMES)
@switch_options
@click.option("--as-it-is", is_flag=True, help="Also write a movement that has errors, with a warning.")
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
    """Write movements to one file.

    Example: byestand export A=M1313 B=W1813 --boards-per-round 2 -o session.bws
    """
    file_format = _file_format(to, output)
    documents, code = section_documents(named, missing, boards_per_round, first_board)
    documents = [d.with_movement(apply_arrow_options(d.movement, switches)) for d in documents]
    if any(document.section.letter for document in documents) or (file_format.holds_players and len(named) > 1):
        documents = add_section_letters(documents)
    if names is not None and not file_format.holds_players:
        raise CannotExpress(say("{format} files cannot hold player names; remove --names", format=file_format.name))
    if names is not None:
        documents = _with_people(documents, names)
    if output is not None:
        print_warnings(write(documents, file_format, Path(output), force=force, as_it_is=as_it_is))
    elif not file_format.is_text:
        raise BadRequest(say("{format} is a binary format; give an output file with -o", format=file_format.name))
    else:
        warnings = require_sound(documents, as_it_is=as_it_is)
        sys.stdout.write(dump_checked(documents, file_format, as_it_is=as_it_is).decode("utf-8"))
        print_warnings((*warnings, *doubts(documents, file_format)))
    return code


def _file_format(to: str | None, output: str | None) -> Format:
    if to is None and output is None:
        raise BadRequest(say("give a format with --to or an output file with -o"))
    if output is not None and (output.endswith(("/", "\\")) or Path(output).is_dir()):
        raise BadRequest(say("give a file, not a folder: {path!r}", path=output))
    if to is None and not Path(output or "").suffix:
        raise BadRequest(say("the file name has no extension; give the format with --to: {path!r}", path=output))
    return format_of(to or Path(output or "").suffix)


def _with_people(documents: list[Document], path: str) -> list[Document]:
    session = with_people(Session(tuple(document.section for document in documents)), path)
    return [replace(document, section=section) for document, section in zip(documents, session, strict=True)]

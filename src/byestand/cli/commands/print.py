"""``byestand print``: the sheets for tables, players and walls, as a document or as pictures."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal, cast

import click

from byestand.catalog.section_syntax import is_letter
from byestand.cli.arrow_options import Switches, apply_arrow_options, switch_options
from byestand.cli.event_options import event_options
from byestand.cli.movement_sources import add_section_letters, section_documents
from byestand.cli.output_files import force_option, left_sound, require_sound, write_files
from byestand.cli.param_types import BOARDS_A_ROUND, FIRST_BOARD, MISSING, NAMES, WHOLE_NUMBER, with_request
from byestand.cli.usage import Command, OneOf
from byestand.errors import BadRequest
from byestand.formats.document import Document
from byestand.formats.file_io import read_text
from byestand.formats.name_list import last_line
from byestand.formats.player_list import with_people
from byestand.language import say, say_many
from byestand.model.event import Event
from byestand.model.session import Section, Session
from byestand.sanitize import printable
from byestand.sheets.booklet import booklet, wanted_sheets
from byestand.sheets.print_order import Paper, PrintOrder
from byestand.sheets.sheet_list import SHEETS
from byestand.sheets.typst_renderer import FORMATS, Format, PrintResult, render_booklet
from byestand.verify.measures import require_cases
from byestand.words.numbers import join_items

PAPER_WORDS = {"a4": "A4", "letter": "letter"}
LARGE_WORDS = {"a4": "A3", "letter": "tabloid"}
MAX_UNNAMED_PAIRS = 8
"""The largest number of pairs without a name that are listed."""


@dataclass(frozen=True, kw_only=True, slots=True)
class PrintRequest:
    """The values of the options."""

    movement_args: tuple[str, ...]
    output: str | None
    sheets: str
    paper: str
    large: bool
    boards_per_round: tuple[int, ...] | None
    first_board: int | None
    section: str | None
    names: str | None
    mats_per_page: int
    read_from: Literal["north", "south"]
    tents: Literal["folded", "panels"]
    cases: int | None
    table: int | None
    pair: str
    missing: tuple[str, ...]
    chain: bool
    force: bool
    switches: Switches
    event: Event


@click.command("print", cls=Command)
@click.argument("movement_args", nargs=-1, required=True, metavar="[SECTION=]NAME|FILE...")
@click.option(
    "-o", "--output", metavar="PATH", help="Output file (.pdf, .svg or .png). Without it, only the page count is shown."
)
@click.option(
    "--sheets",
    default="all",
    metavar="LIST",
    help=f"Some of {', '.join(SHEETS)}, or all (the default: the standard sheets).",
)
@click.option("--paper", default="a4", metavar="a4|letter", help="Paper size (default a4).")
@click.option("--large", is_flag=True, help="Print wall sheets on A3 or tabloid.")
@click.option("--boards-per-round", type=BOARDS_A_ROUND, help="Boards per round; 4,3 for two sections.")
@click.option("--first-board", type=WHOLE_NUMBER, metavar="N", help=FIRST_BOARD)
@click.option("--section", metavar="LETTER", help="Section letter, for a single section.")
@click.option("--names", metavar="FILE", help=NAMES)
@event_options
@click.option("--mats-per-page", type=WHOLE_NUMBER, default=1, metavar="1|2", help="Table mats per page (default 1).")
@click.option(
    "--read-from", type=OneOf(("north", "south")), default="north", help="Which way up the mat is read (default north)."
)
@click.option(
    "--tents",
    type=OneOf(("folded", "panels")),
    default="folded",
    help="Folding of table-number cards (default folded).",
)
@click.option("--cases", type=WHOLE_NUMBER, metavar="N", help="Sets of boards available.")
@click.option("--table", type=WHOLE_NUMBER, metavar="N", help="Print only this table's sheets.")
@click.option("--pair", default="", metavar="PAIR", help="Print only this pair's (or player's) sheets, such as E5.")
@click.option("--missing", multiple=True, metavar="PAIR", help=MISSING)
@switch_options
@click.option("--chain", is_flag=True, help="Let boards pass from each full subsection to the next.")
@force_option
@with_request(PrintRequest)
def command(request: PrintRequest) -> int:
    """Print sheets.

    Example: byestand print A=M1313 B=W1813 --boards-per-round 2 -o session.pdf
    """
    to, sheets = _format(request.output), wanted_sheets(request.sheets)
    if request.mats_per_page not in (1, 2):
        raise BadRequest(say("--mats-per-page must be 1 or 2, not {count}", count=request.mats_per_page))
    session, code = _session(request)
    order = PrintOrder(
        session,
        sheets,
        cast("Paper", request.paper.lower()),
        request.large,
        mats_per_page=cast("Literal[1, 2]", request.mats_per_page),
        mats_read_from=request.read_from,
        tents=request.tents,
        table=request.table,
        pair=request.pair.upper(),
    )
    pages = render_booklet(booklet(order), to)
    paths = _paths(Path(request.output), len(pages.files)) if request.output is not None else []
    write_files(list(zip(paths, pages.files, strict=False)), force=request.force)
    click.echo(_summary(pages, paths, request.paper.lower(), large=request.large))
    if request.names is not None:
        _report_unnamed(session, request.names)
    for warning in pages.warnings:
        click.echo(warning, err=True)
    return code


def _session(request: PrintRequest) -> tuple[Session, int]:
    """Return the session to print, and the exit code."""
    documents, code = _sound(request)
    documents = [
        d.with_movement(apply_arrow_options(d.movement, request.switches))
        for d in _add_letters(documents, request.section)
    ]
    require_cases(request.cases)
    sections = tuple(replace(_section(document), cases=request.cases) for document in documents)
    session = Session(sections, event=request.event)
    return session if request.names is None else with_people(session, request.names), code


def _sound(request: PrintRequest) -> tuple[list[Document], int]:
    """Return the movements to print, and the exit code. Movements of one file that have errors are left out."""
    documents, code = section_documents(
        request.movement_args, request.missing, request.boards_per_round, request.first_board, chained=request.chain
    )
    if len(request.movement_args) == 1:
        documents, error_code = left_sound(documents)
        return documents, max(code, error_code)
    require_sound(documents, as_it_is=False)
    return documents, code


def _format(output: str | None) -> Format:
    """Return the format of the file extension; pdf if there is no file."""
    output_format = next((to for to in FORMATS if output is None or output.lower().endswith(f".{to}")), None)
    if output_format is None:
        raise BadRequest(say("unknown output type; -o must end in .pdf, .svg or .png: {path!r}", path=output))
    return output_format


def _add_letters(documents: Sequence[Document], letter: str | None) -> list[Document]:
    """Return the documents with letters, if there are several; a single one gets the given letter, if any."""
    if letter is not None and len(documents) > 1:
        raise BadRequest(say("{count} sections need letters, such as A=M1313 B=W1813", count=len(documents)))
    if letter is not None and not is_letter(letter):
        raise BadRequest(say("a section name must be 1 to 3 letters: {letter!r}", letter=letter))
    if letter is not None and documents[0].section.letter not in ("", letter.upper()):
        own = documents[0].section.letter
        raise BadRequest(
            say("the section already has the letter {own}; remove --section {letter}", own=own, letter=letter)
        )
    if len(documents) == 1:
        return [documents[0].with_letter(letter.upper())] if letter else list(documents)
    return add_section_letters(documents)


def _section(document: Document) -> Section:
    if document.section.boards is None:
        raise BadRequest(say("printing needs board numbers; add --boards-per-round, for example --boards-per-round 2"))
    return document.section


def _paths(output: Path, count: int) -> list[Path]:
    """Return the paths of the files; pictures of several pages are numbered."""
    if count == 1:
        return [output]
    width = len(str(count))
    return [output.with_name(f"{output.stem}-{page:0{width}}{output.suffix}") for page in range(1, count + 1)]


def _report_unnamed(session: Session, names: str) -> None:
    """Print which pairs have no name, and the last line of the list, because a line may be missing."""
    present = [(s, s.movement.field.label(c)) for s in session for c in s.movement.field.present]
    unnamed = [section.letter + label for section, label in present if not section.name(label)]
    if not unnamed:
        return
    texts = [say("{named} of {count} have names", named=len(present) - len(unnamed), count=len(present))]
    if last := last_line(read_text(names)):
        texts.append(say("{file} ends at line {line}", file=printable(Path(names).name), line=last))
    more = len(unnamed) - MAX_UNNAMED_PAIRS
    if more > 0:
        labels = ", ".join(unnamed[:MAX_UNNAMED_PAIRS])
        texts.append(say("blank lines are printed for {labels} and {more} more", labels=labels, more=more))
    else:
        labels = join_items(unnamed)
        texts.append(
            say_many(
                "a blank line is printed for {labels}",
                "blank lines are printed for {labels}",
                len(unnamed),
                labels=labels,
            )
        )
    click.echo(f"byestand: {'; '.join(texts)}", err=True)


def _summary(pages: PrintResult, paths: Sequence[Path], paper: str, *, large: bool) -> str:
    """Return where the pages are and how many there are of each kind of sheet."""
    called = {name: say(sheet.singular_name) for name, sheet in SHEETS.items()}
    counts = ", ".join(f"{called.get(kind, kind)} {count}" for kind, count in pages.pages_by_kind.items())
    small = PAPER_WORDS[paper]
    if large:
        total = say_many(
            "1 page of {paper} or {large}",
            "{number} pages of {paper} and {large}",
            pages.pages,
            paper=small,
            large=LARGE_WORDS[paper],
        )
    else:
        total = say_many("1 page of {paper}", "{number} pages of {paper}", pages.pages, paper=small)
    shown = [printable(str(path)) for path in dict.fromkeys((*paths[:1], *paths[-1:]))]
    files = say("{first} to {last}", first=shown[0], last=shown[1]) if len(shown) > 1 else "".join(shown)
    return f"{f'{files}: ' if files else ''}{total} ({counts})"

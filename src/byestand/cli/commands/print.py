"""``byestand print``: what lies on the tables and hangs on the wall, as a document or as pictures."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal, cast

import click

from byestand.catalog.sections import is_letter
from byestand.cli.evening import event_options
from byestand.cli.sources import all_lettered, section_documents
from byestand.cli.switches import Switches, switch_options, switched
from byestand.cli.usage import Command, OneOf
from byestand.cli.words import BOARDS_A_ROUND, FIRST_BOARD, NAMES, WHOLE_NUMBER, with_request
from byestand.cli.writing import force_option, left_sound, put, require_sound
from byestand.errors import BadRequest
from byestand.formats.document import Document
from byestand.formats.files import read_text
from byestand.formats.names import last_line
from byestand.formats.people import with_people
from byestand.model.event import Event
from byestand.model.session import Section, Session
from byestand.sheets.booklet import booklet, wanted_sheets
from byestand.sheets.ink import FORMATS, Format, Printed, printed
from byestand.sheets.pages import Order, Paper
from byestand.sheets.registry import SHEETS
from byestand.texts import printable
from byestand.verify.measures import require_cases
from byestand.words.numbers import enumerated

PAPER_WORDS = {"a4": "A4", "letter": "letter"}
LARGE_WORDS = {"a4": "A3", "letter": "tabloid"}
MOST_SHOWN = 8
"""Pairs without a name that are listed."""


@dataclass(frozen=True, kw_only=True, slots=True)
class PrintRequest:
    """What the options ask for."""

    named: tuple[str, ...]
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
@click.argument("named", nargs=-1, required=True, metavar="[SECTION=]NAME|FILE...")
@click.option("-o", "--output", metavar="PATH", help="A .pdf, .svg or .png file; without it pages are only counted.")
@click.option("--sheets", default="all", metavar="LIST", help=f"Some of {','.join(SHEETS)}, or all that are usual.")
@click.option("--paper", default="a4", metavar="a4|letter")
@click.option("--large", is_flag=True, help="What hangs on the wall on A3, or tabloid.")
@click.option("--boards-per-round", type=BOARDS_A_ROUND, help="How many boards make a round; 4,3 for two sections.")
@click.option("--first-board", type=WHOLE_NUMBER, metavar="N", help=FIRST_BOARD)
@click.option("--section", metavar="LETTER", help="The letter of the section, where there is one only.")
@click.option("--names", metavar="FILE", help=NAMES)
@event_options
@click.option("--mats-per-page", type=WHOLE_NUMBER, default=1, metavar="1|2")
@click.option("--read-from", type=OneOf(("north", "south")), default="north", help="Who reads a mat upright.")
@click.option("--tents", type=OneOf(("folded", "panels")), default="folded", help="How table numbers are folded.")
@click.option("--cases", type=WHOLE_NUMBER, metavar="N", help="How many sets of all boards are at hand.")
@click.option("--table", type=WHOLE_NUMBER, metavar="N", help="Only what lies on this table.")
@click.option("--pair", default="", metavar="PAIR", help="Only what this pair, or player, gets: E5.")
@click.option("--missing", multiple=True, metavar="PAIR", help="A pair that is not there: N19, E3.")
@switch_options
@click.option("--chain", is_flag=True, help="Let the boards of full subsections flow on into the next.")
@force_option
@with_request(PrintRequest)
def command(request: PrintRequest) -> int:
    """Print sheets: byestand print A=M1313 B=W1813 --boards-per-round 2 -o tonight.pdf."""
    to, wanted = _format(request.output), wanted_sheets(request.sheets)
    if request.mats_per_page not in (1, 2):
        raise BadRequest(f"a page has 1 or 2 mats, not {request.mats_per_page}")
    session, code = _session(request)
    order = Order(
        session,
        wanted,
        cast("Paper", request.paper.lower()),
        request.large,
        mats_per_page=cast("Literal[1, 2]", request.mats_per_page),
        mats_read_from=request.read_from,
        tents=request.tents,
        table=request.table,
        pair=request.pair.upper(),
    )
    pages = printed(booklet(order), to)
    paths = _paths(Path(request.output), len(pages.files)) if request.output is not None else []
    put(list(zip(paths, pages.files, strict=False)), force=request.force)
    click.echo(_told(pages, paths, request.paper, large=request.large))
    if request.names is not None:
        _tell_who_has_no_name(session, request.names)
    for warning in pages.warnings:
        click.echo(warning, err=True)
    return code


def _session(request: PrintRequest) -> tuple[Session, int]:
    """Return what is to be printed, and the exit code."""
    documents, code = _sound(request)
    documents = [d.playing(switched(d.movement, request.switches)) for d in _lettered(documents, request.section)]
    require_cases(request.cases)
    sections = tuple(replace(_section(document), cases=request.cases) for document in documents)
    session = Session(sections, event=request.event)
    return session if request.names is None else with_people(session, request.names), code


def _sound(request: PrintRequest) -> tuple[list[Document], int]:
    """Return what can be printed, and the exit code: of a file with many the broken ones are told and left out."""
    documents, code = section_documents(
        request.named, request.missing, request.boards_per_round, request.first_board, chained=request.chain
    )
    if len(request.named) == 1:
        documents, broken = left_sound(documents)
        return documents, max(code, broken)
    require_sound(documents, as_it_is=False)
    return documents, code


def _format(output: str | None) -> Format:
    """Return the format that a file's name asks for; a pdf where there is no file."""
    found = next((to for to in FORMATS if output is None or output.lower().endswith(f".{to}")), None)
    if found is None:
        raise BadRequest(f"name a .pdf, .svg or .png file with -o: {output!r}")
    return found


def _lettered(documents: Sequence[Document], letter: str | None) -> list[Document]:
    """Return the documents with a letter each, where there are several; a single one has the letter given, if any."""
    if letter is not None and len(documents) > 1:
        raise BadRequest(f"there are {len(documents)} sections: put a letter before each, like B=W1813")
    if letter is not None and not is_letter(letter):
        raise BadRequest(f"a section is called by one to three letters: {letter!r}")
    if letter is not None and documents[0].section.letter not in ("", letter.upper()):
        raise BadRequest(f"the section is called {documents[0].section.letter} already: leave out --section {letter}")
    if len(documents) == 1:
        return [documents[0].with_letter(letter.upper())] if letter else list(documents)
    return all_lettered(documents)


def _section(document: Document) -> Section:
    if document.section.boards is None:
        raise BadRequest("tell how many boards make a round: paper names boards, like --boards-per-round 2")
    return document.section


def _paths(output: Path, many: int) -> list[Path]:
    """Return where the files go: pictures of several pages are numbered."""
    if many == 1:
        return [output]
    width = len(str(many))
    return [output.with_name(f"{output.stem}-{page:0{width}}{output.suffix}") for page in range(1, many + 1)]


def _tell_who_has_no_name(session: Session, names: str) -> None:
    """Say who is not on the list, and where it ends: a line may be missing."""
    present = [(s, s.movement.field.label(c)) for s in session for c in s.movement.field.present]
    unnamed = [section.letter + label for section, label in present if not section.name(label)]
    if not unnamed:
        return
    last = last_line(read_text(names))
    ends = f", and line {last} of {printable(Path(names).name)} is the last" if last else ""
    shown = unnamed[:MOST_SHOWN] + [f"{len(unnamed) - MOST_SHOWN} more"] * (len(unnamed) > MOST_SHOWN)
    has = "has" if len(unnamed) == 1 else "have"
    click.echo(
        f"byestand: {len(present) - len(unnamed)} of {len(present)} have names{ends};"
        f" {enumerated(shown)} {has} lines to write on",
        err=True,
    )


def _told(pages: Printed, paths: Sequence[Path], paper: str, *, large: bool) -> str:
    called = {name: sheet.called for name, sheet in SHEETS.items()}
    counted = ", ".join(f"{called.get(kind, kind)} {many}" for kind, many in pages.pages_by_kind.items())
    on = f"{PAPER_WORDS[paper.lower()]} and {LARGE_WORDS[paper.lower()]}" if large else PAPER_WORDS[paper.lower()]
    many = "1 page" if pages.pages == 1 else f"{pages.pages} pages"
    where = " to ".join(printable(str(path)) for path in dict.fromkeys((*paths[:1], *paths[-1:])))
    return f"{f'{where}: ' if where else ''}{many} of {on} ({counted})"

"""``byestand convert``: convert files to another format, one file for each, into a folder."""

from collections.abc import Sequence
from pathlib import Path

import click

from byestand.cli.movement_sources import Source, sources, with_boards
from byestand.cli.output_files import force_option, print_warnings, require_sound, write
from byestand.cli.param_types import FIRST_BOARD, WHOLE_NUMBER
from byestand.cli.usage import Command
from byestand.errors import BadRequest, BrokenMovement, ByestandError, CannotExpress, FormatError
from byestand.formats.document import Document
from byestand.formats.file_io import make_folder
from byestand.formats.format import Format
from byestand.formats.formats import FORMATS, dump_checked, format_of, load_partial
from byestand.language import say, say_many
from byestand.model.boards import Boards
from byestand.sanitize import place, printable
from byestand.words.titles import title_of


@click.command("convert", cls=Command)
@click.argument("named", nargs=-1, required=True, metavar="FILE|FOLDER...")
@click.option("--to", "to", required=True, metavar="FORMAT", help=f"One of {', '.join(FORMATS)}.")
@click.option("--out", required=True, metavar="DIR", help="Output folder.")
@click.option("--boards-per-round", type=WHOLE_NUMBER, metavar="N", help="Boards per round.")
@click.option("--first-board", type=WHOLE_NUMBER, metavar="N", help=FIRST_BOARD)
@click.option("--as-it-is", is_flag=True, help="Also write movements that have errors, with a warning.")
@force_option
def command(
    named: tuple[str, ...],
    to: str,
    out: str,
    boards_per_round: int | None,
    first_board: int | None,
    as_it_is: bool,
    force: bool,
) -> int:
    """Convert movement files to another format. Files that cannot be converted are reported."""
    file_format = format_of(to)
    Boards(1 if boards_per_round is None else boards_per_round, 1 if first_board is None else first_board)
    folder = make_folder(out)
    all_sources = list(sources(named))
    used = {Path(source.text).resolve() for source in all_sources if source.is_file}
    codes, count = [0], 0
    warnings: list[str] = []
    for source in all_sources:
        blocks = _blocks(source, boards_per_round, first_board)
        _, refused = load_partial(blocks)
        for path, candidates in _targets(source, blocks, file_format, folder):
            documents, left_out = _sayable(candidates, file_format, as_it_is=as_it_is)
            refused += left_out
            if not documents:
                continue
            try:
                if path.resolve() in used:
                    text = say(
                        "{file} was already read or written in this run; choose another --out folder", file=path.name
                    )
                    raise BadRequest(text)
                make_folder(path.parent)
                warnings += write(documents, file_format, path, force=force, as_it_is=as_it_is)
                used.add(path.resolve())
                count += 1
            except ByestandError as error:
                refused.append(_add_title(error, documents))
        for refusal in refused:
            click.echo(f"byestand: {printable(_add_source(refusal, source))}", err=True)
            codes.append(refusal.exit_code)
    print_warnings(warnings)
    click.echo(
        say_many(
            "1 file written to {folder}", "{number} files written to {folder}", count, folder=printable(str(folder))
        )
    )
    return max(codes)


def _blocks(source: Source, boards_per_round: int | None, first_board: int | None) -> list[Document | ByestandError]:
    """Return the movements of a source, and the error for each that cannot be read."""
    try:
        return [
            with_boards(block, boards_per_round, first_board) if isinstance(block, Document) else block
            for block in source.blocks()
        ]
    except ByestandError as error:
        return [error]


def _sayable(documents: list[Document], to: Format, *, as_it_is: bool) -> tuple[list[Document], list[ByestandError]]:
    """Return the movements that a file can hold, and the errors of the others."""
    if len(documents) == 1:
        return documents, []  # writing it raises the error
    return load_partial(_refusal(document, to, as_it_is=as_it_is) or document for document in documents)


def _refusal(document: Document, to: Format, *, as_it_is: bool) -> ByestandError | None:
    """Return the error of a movement that cannot be converted; None if it can."""
    try:
        require_sound([document], as_it_is=as_it_is)
        dump_checked([document], to, as_it_is=as_it_is)
    except ByestandError as error:
        return _add_title(error, [document])
    return None


def _add_title(error: ByestandError, documents: Sequence[Document]) -> ByestandError:
    """Return an error with the title of the movement, if a format cannot express it."""
    if isinstance(error, CannotExpress) and len(documents) == 1:
        return CannotExpress(f"{title_of(documents[0].movement)}: {error}")
    return error


def _add_source(refusal: ByestandError, source: Source) -> str:
    """Return the text of an error, with its source unless the text names it."""
    text, where = str(refusal), place(source.text)
    is_named = (
        refusal.source == source.text
        if isinstance(refusal, FormatError)
        else (isinstance(refusal, BrokenMovement) and where in text)
    )
    return text if is_named else f"{where}: {text}"


def _targets(
    source: Source, blocks: Sequence[Document | ByestandError], to: Format, folder: Path
) -> list[tuple[Path, list[Document]]]:
    """Return the files for a source, in the same subfolders; several if the format holds one movement per file."""
    documents, _ = load_partial(blocks)
    if not documents:
        return []  # a source that cannot be read may have no usable name
    target = folder / source.relative.with_suffix("")
    if len(blocks) == 1 or to.holds_together(documents):
        return [(target.with_name(f"{target.name}{to.suffix}"), documents)]
    numbered = [(i, block) for i, block in enumerate(blocks, start=1) if isinstance(block, Document)]
    return [(target.with_name(f"{_stem(target.name, i, to)}{to.suffix}"), [block]) for i, block in numbered]


def _stem(name: str, number: int, to: Format) -> str:
    """Return the name of the file for one movement of several; ACBLscore needs short names."""
    if not to.for_acblscore:
        return f"{name}-{number}"
    plain = "".join(letter for letter in name if letter.isascii() and letter.isalnum())
    return f"{plain[: 8 - len(str(number))]}{number}"

"""``byestand convert``: files of any format into files of another, one for one, in a folder."""

from collections.abc import Sequence
from pathlib import Path

import click

from byestand.cli.sources import Source, sources, with_boards_told
from byestand.cli.words import FIRST_BOARD, WHOLE_NUMBER
from byestand.cli.writing import force_option, require_sound, tell, write
from byestand.errors import BadRequest, BrokenMovement, ByestandError, CannotExpress, FormatError
from byestand.formats.document import Document
from byestand.formats.files import make_folder
from byestand.formats.format import Format
from byestand.formats.registry import FORMATS, format_of, parted, written
from byestand.model.boards import Boards
from byestand.texts import place, printable
from byestand.words.titles import title_of


@click.command("convert")
@click.argument("named", nargs=-1, required=True, metavar="FILE|FOLDER...")
@click.option("--to", "to", required=True, metavar="FORMAT", help=f"One of {', '.join(FORMATS)}.")
@click.option("--out", required=True, metavar="DIR", help="The folder to write to.")
@click.option("--boards-per-round", type=WHOLE_NUMBER, metavar="N", help="How many boards make a round.")
@click.option("--first-board", type=WHOLE_NUMBER, metavar="N", help=FIRST_BOARD)
@click.option("--as-it-is", is_flag=True, help="Write broken movements too, with a warning.")
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
    """Convert movement files to another format; what cannot be converted is told, the rest is."""
    wanted = format_of(to)
    Boards(1 if boards_per_round is None else boards_per_round, 1 if first_board is None else first_board)
    folder = make_folder(out)
    found = list(sources(named))
    taken = {Path(source.text).resolve() for source in found if source.is_file}
    codes, count = [0], 0
    warnings: list[str] = []
    for source in found:
        blocks = _blocks(source, boards_per_round, first_board)
        _, refused = parted(blocks)
        for path, candidates in _targets(source, blocks, wanted, folder):
            documents, left_out = _sayable(candidates, wanted, as_it_is=as_it_is)
            refused += left_out
            if not documents:
                continue
            try:
                if path.resolve() in taken:
                    raise BadRequest(f"{path.name} is there already, read or written in this run: convert it elsewhere")
                make_folder(path.parent)
                warnings += write(documents, wanted, path, force=force, as_it_is=as_it_is)
                taken.add(path.resolve())
                count += 1
            except ByestandError as error:
                refused.append(_titled(error, documents))
        for refusal in refused:
            click.echo(f"byestand: {printable(_placed(refusal, source))}", err=True)
            codes.append(refusal.exit_code)
    tell(warnings)
    click.echo(f"{count} written to {printable(str(folder))}")
    return max(codes)


def _blocks(source: Source, boards_per_round: int | None, first_board: int | None) -> list[Document | ByestandError]:
    """Return the movements of a source, and the reason for each that cannot be read: it does not hide the others."""
    try:
        return [
            with_boards_told(block, boards_per_round, first_board) if isinstance(block, Document) else block
            for block in source.blocks()
        ]
    except ByestandError as error:
        return [error]


def _sayable(documents: list[Document], to: Format, *, as_it_is: bool) -> tuple[list[Document], list[ByestandError]]:
    """Return which of the movements for one file it can hold, and the reason for each other: it hides none of them."""
    if len(documents) == 1:
        return documents, []  # who writes it tells the reason
    return parted(_refusal(document, to, as_it_is=as_it_is) or document for document in documents)


def _refusal(document: Document, to: Format, *, as_it_is: bool) -> ByestandError | None:
    """Return why a movement cannot be converted; None where it can."""
    try:
        require_sound([document], as_it_is=as_it_is)
        written([document], to, as_it_is=as_it_is)
    except ByestandError as error:
        return _titled(error, [document])
    return None


def _titled(error: ByestandError, documents: Sequence[Document]) -> ByestandError:
    """Return an error with the title of the one movement that a format cannot express."""
    if isinstance(error, CannotExpress) and len(documents) == 1:
        return CannotExpress(f"{title_of(documents[0].movement)}: {error}")
    return error


def _placed(refusal: ByestandError, source: Source) -> str:
    """Return why something was refused, with the source it is about, which some reasons name themselves."""
    sentence, where = str(refusal), place(source.text)
    names_it = isinstance(refusal, FormatError | BrokenMovement) and sentence.startswith(where)
    return sentence if names_it else f"{where}: {sentence}"


def _targets(
    source: Source, blocks: Sequence[Document | ByestandError], to: Format, folder: Path
) -> list[tuple[Path, list[Document]]]:
    """Return what becomes of a source: files in the same folders below, several where the format holds one."""
    documents, _ = parted(blocks)
    if not documents:
        return []  # what cannot be read may have no name to write it under either
    target = folder / source.relative.with_suffix("")
    if len(blocks) == 1 or to.holds_together(documents):
        return [(target.with_name(f"{target.name}{to.suffix}"), documents)]
    numbered = [(i, block) for i, block in enumerate(blocks, start=1) if isinstance(block, Document)]
    return [(target.with_name(f"{_stem(target.name, i, to)}{to.suffix}"), [block]) for i, block in numbered]


def _stem(name: str, number: int, to: Format) -> str:
    """Return what to call one of the movements of a file; ACBLscore wants short names."""
    if not to.for_acblscore:
        return f"{name}-{number}"
    plain = "".join(letter for letter in name if letter.isascii() and letter.isalnum())
    return f"{plain[: 8 - len(str(number))]}{number}"

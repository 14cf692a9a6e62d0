"""``byestand convert``: files of any format into files of another, one for one, in a folder."""

from dataclasses import replace
from pathlib import Path

import click

from byestand.cli.sources import Source, sources
from byestand.cli.words import WHOLE_NUMBER, printable
from byestand.cli.writing import force_option, require_sound, tell, write
from byestand.errors import BadRequest, ByestandError
from byestand.formats.document import Document
from byestand.formats.files import make_folder
from byestand.formats.registry import FORMATS, Format, format_of


@click.command("convert")
@click.argument("named", nargs=-1, required=True, metavar="FILE|FOLDER...")
@click.option("--to", "to", required=True, metavar="FORMAT", help=f"One of {', '.join(FORMATS)}.")
@click.option("--out", required=True, metavar="DIR", help="The folder to write to.")
@click.option("--boards-per-round", type=WHOLE_NUMBER, metavar="N", help="How many boards make a round.")
@click.option("--as-it-is", is_flag=True, help="Write broken movements too, with a warning.")
@force_option
def command(
    named: tuple[str, ...], to: str, out: str, boards_per_round: int | None, as_it_is: bool, force: bool
) -> int:
    """Convert movement files to another format; what cannot be converted is told, the rest is."""
    wanted = format_of(to)
    folder = make_folder(out)
    found = list(sources(named))
    taken = {Path(source.text).resolve() for source in found if source.is_file}
    codes, written = [0], 0
    warnings: list[str] = []
    for source in found:
        try:
            for path, documents in _targets(source, wanted, folder):
                if path.resolve() in taken:
                    raise BadRequest(f"{path.name} is there already, read or written in this run: convert it elsewhere")
                boarded = [replace(d, boards_per_round=boards_per_round or d.boards_per_round) for d in documents]
                require_sound(boarded, as_it_is=as_it_is)
                make_folder(path.parent)
                warnings += write(boarded, wanted, path, force=force)
                taken.add(path.resolve())
                written += 1
        except ByestandError as error:
            click.echo(f"byestand: {printable(source.text)}: {printable(str(error))}", err=True)
            codes.append(error.exit_code)
    tell(warnings)
    click.echo(f"{written} written to {printable(str(folder))}")
    return max(codes)


def _targets(source: Source, to: Format, folder: Path) -> list[tuple[Path, tuple[Document, ...]]]:
    """Return what becomes of a source: files in the same folders below, several where the format holds one."""
    documents = source.documents()
    target = folder / source.relative.with_suffix("")
    if len(documents) == 1 or to.holds_many:
        return [(target.with_name(f"{target.name}{to.suffix}"), documents)]
    return [(target.with_name(f"{target.name}-{i}{to.suffix}"), (d,)) for i, d in enumerate(documents, start=1)]

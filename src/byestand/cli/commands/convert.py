"""``byestand convert``: files of any format into files of another, one for one, in a folder."""

from dataclasses import replace
from pathlib import Path

import click

from byestand.cli.sources import Source, sources
from byestand.cli.words import WHOLE_NUMBER, printable
from byestand.cli.writing import require_sound, write
from byestand.errors import BadRequest, ByestandError
from byestand.formats.document import Document
from byestand.formats.files import make_folder
from byestand.formats.registry import FORMATS, Format, format_of

SINGLE = ("mov", "csv", "json", "asc", "magic")
"""Formats that hold one movement a file: a file with several becomes several."""


@click.command("convert")
@click.argument("named", nargs=-1, required=True, metavar="FILE|FOLDER...")
@click.option("--to", "to", required=True, metavar="FORMAT", help=f"One of {', '.join(FORMATS)}.")
@click.option("--out", required=True, metavar="DIR", help="The folder to write to.")
@click.option("--boards-per-round", type=WHOLE_NUMBER, metavar="N", help="How many boards make a round.")
@click.option("--as-it-is", is_flag=True, help="Write broken movements too, with a warning.")
def command(named: tuple[str, ...], to: str, out: str, boards_per_round: int | None, as_it_is: bool) -> int:
    """Convert movement files to another format; what cannot be converted is told, the rest is."""
    wanted = format_of(to)
    folder = make_folder(out)
    codes, written = [0], 0
    for source in sources(named):
        try:
            for path, documents in _targets(source, wanted, folder):
                boarded = [replace(d, boards_per_round=boards_per_round or d.boards_per_round) for d in documents]
                require_sound(boarded, as_it_is=as_it_is)
                if Path(source.text).exists() and path.exists() and path.samefile(source.text):
                    raise BadRequest(f"that would overwrite what is read: {source.text!r}")
                write(boarded, wanted, path)
                written += 1
        except ByestandError as error:
            click.echo(f"byestand: {printable(source.text)}: {printable(str(error))}", err=True)
            codes.append(error.exit_code)
    click.echo(f"{written} written to {printable(str(folder))}")
    return max(codes)


def _targets(source: Source, to: Format, folder: Path) -> list[tuple[Path, tuple[Document, ...]]]:
    documents = source.documents()
    stem = Path(source.text).stem
    extension = to.extension.upper() if to.name == "mov" else to.extension
    if len(documents) == 1 or to.name not in SINGLE:
        return [(folder / f"{stem}.{extension}", documents)]
    return [(folder / f"{stem}-{i}.{extension}", (document,)) for i, document in enumerate(documents, start=1)]

"""``byestand identify``: the movement of the catalogue in a file, or the nearest one and how it differs."""

import click

from byestand.catalog.identify import identify
from byestand.cli.movement_sources import readable, sources
from byestand.cli.param_types import json_text
from byestand.cli.usage import FORMAT_HELP, Command, OneOf
from byestand.errors import ByestandError
from byestand.sanitize import printable
from byestand.words.titles import title_of


@click.command("identify", cls=Command)
@click.argument("named", nargs=-1, required=True, metavar="FILE|FOLDER...")
@click.option("--format", "to", type=OneOf(["text", "json"]), default="text", help=FORMAT_HELP)
def command(named: tuple[str, ...], to: str) -> int:
    """Identify the movement in a file, ignoring how pairs, tables and groups are numbered. Reports near matches."""
    rows, codes = [], [0]
    for source in sources(named):
        try:
            blocks = source.blocks()
            documents, code = readable(blocks)
        except ByestandError as error:
            click.echo(f"byestand: {printable(str(error))}", err=True)
            codes.append(error.exit_code)
            continue
        codes.append(code)
        for document in documents:
            likeness = identify(document.movement, forgiven=document.forgiven)
            title = title_of(document.movement)
            rows.append({"source": source.text, "title": title, "name": likeness.name, "how": likeness.difference})
            if to == "text":
                label = source.text if len(blocks) == 1 else f"{source.text}, {title}"
                click.echo(f"{printable(label)}: {printable(likeness.sentence)}")
    if to == "json":
        click.echo(json_text(rows))
    return max(codes)

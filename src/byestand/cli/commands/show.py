"""``byestand show``: the schedule, or how to board and move."""

import shutil
import sys
from pathlib import Path

import click

from byestand.catalog import find
from byestand.cli.switches import switch_options, switched
from byestand.cli.words import WHOLE_NUMBER
from byestand.errors import BadRequest
from byestand.model import Movement


@click.command("show")
@click.argument("name", metavar="NAME|FILE")
@click.option("--format", "to", type=click.Choice(["text", "csv", "json"]), default="text")
@click.option("--boards-per-round", type=WHOLE_NUMBER, metavar="N", help="Print board numbers, N a round.")
@click.option("--missing", multiple=True, metavar="PAIR", help="A pair that is not there: N19, E3.")
@click.option("--layout", is_flag=True, help="Tell in words how to board and move.")
@switch_options
@click.option("--chain", is_flag=True, help="Let the boards of full subsections flow on into the next.")
def command(
    name: str,
    to: str,
    boards_per_round: int | None,
    missing: tuple[str, ...],
    layout: bool,
    one_winner: bool,
    by_table: bool,
    switch: tuple[int, ...] | None,
    chain: bool,
) -> int:
    """Show the schedule of a movement, or of each in a file."""
    if layout and to != "text":
        raise BadRequest("--layout tells in words: it goes with --format text only")
    movements, code = _movements(name, missing, boards_per_round, chained=chain)
    if boards_per_round is not None and to == "json" and not movements[0].swivel:
        raise BadRequest("json holds deal groups: --boards-per-round goes with text and csv")
    if to != "text" and len(movements) > 1:
        raise BadRequest(f"{to} holds one movement, and the file has {len(movements)}; name one, like {name}#1")
    writers = {"csv": _csv, "json": _json, "text": _layout if layout else _chart}
    for i, movement in enumerate(movements):
        shown = switched(movement, one_winner=one_winner, by_table=by_table, switch=switch)
        click.echo(("\n" if i else "") + writers[to](shown, boards_per_round), nl=False)
    return code


def _movements(
    name: str, missing: tuple[str, ...], boards_per_round: int | None, *, chained: bool
) -> tuple[list[Movement], int]:
    """Return the movement of that name, or those of a file; a file that cannot be read wholly has an exit code."""
    if name.isalnum() and not Path(name).is_file():
        return [find(name, chained=chained, missing=missing, boards_per_round=boards_per_round)], 0
    from byestand.cli.sources import readable, sources

    blocks = [b for source in sources([name]) for b in source.blocks(missing, boards_per_round, chained=chained)]
    documents, code = readable(blocks)
    return [document.movement for document in documents], code


# Each writer imports what it alone needs, so that the others start without it.


def _csv(movement: Movement, boards_per_round: int | None) -> str:
    from byestand.formats import csv

    return csv.dumps(movement, boards_per_round=boards_per_round)


def _json(movement: Movement, boards_per_round: int | None) -> str:
    from byestand.formats import json

    del boards_per_round
    return json.dumps(movement)


def _layout(movement: Movement, boards_per_round: int | None) -> str:
    from byestand.sheets.chart import headline
    from byestand.sheets.words import instructions, instructions_text

    parts = instructions(movement, boards_per_round=boards_per_round)
    return f"{headline(movement)}\n\n{instructions_text(parts)}"


def _chart(movement: Movement, boards_per_round: int | None) -> str:
    from byestand.sheets.chart import chart
    from byestand.sheets.text import chart_text

    return chart_text(chart(movement, boards_per_round=boards_per_round), width=_width())


def _width() -> int | None:
    """Return how wide the terminal is; a file or a pipe takes whole lines."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else None

"""``byestand list``: what is in the catalogue."""

import csv
import io
import json
from dataclasses import asdict

import click

from byestand.catalog import all_families
from byestand.catalog.listing import Entry, listing
from byestand.cli.words import SPAN
from byestand.errors import NotFound

_COLUMNS = ("name", "tables", "rounds", "deal_groups", "cases", "family", "pattern")
_HEADINGS = ("name", "tables", "rounds", "groups", "cases", "family", "boarding")


@click.command("list")
@click.option("--tables", type=SPAN, help="How many tables.")
@click.option("--rounds", type=SPAN, help="How many rounds; curtailed movements are listed too.")
@click.option("--groups", type=SPAN, help="How many deal groups in play.")
@click.option("--family", metavar="FAMILY", help=f"One of {', '.join(map(str, all_families()))}.")
@click.option("--howells", "family", flag_value="howell", help="Short for --family howell.")
@click.option("--rovers", is_flag=True, help="Also those with a rover and a party table.")
@click.option("--individuals", is_flag=True, help="Movements for single players, not for pairs.")
@click.option("--format", "to", type=click.Choice(["text", "csv", "json"]), default="text")
def command(
    tables: range | None,
    rounds: range | None,
    groups: range | None,
    family: str | None,
    rovers: bool,
    individuals: bool,
    to: str,
) -> None:
    """List what is in the catalogue; without --rounds, full-length movements only."""
    entries = list(
        listing(tables=tables, rounds=rounds, deal_groups=groups, family=family, rovers=rovers, individuals=individuals)
    )
    if to == "json":
        click.echo(json.dumps([asdict(entry) for entry in entries], indent=1))
    elif to == "csv":
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerows([_COLUMNS, *map(_cells, entries)])
        click.echo(out.getvalue(), nl=False)
    elif entries:
        click.echo(_table(entries))
    if not entries:
        raise NotFound("the catalogue has nothing like that; ask for less, or for a range: 14-20")


def _cells(entry: Entry) -> tuple[object, ...]:
    return tuple(getattr(entry, column) for column in _COLUMNS)


def _table(entries: list[Entry]) -> str:
    rows = [_HEADINGS, *(tuple(map(str, _cells(entry))) for entry in entries)]
    widths = [max(len(row[i]) for row in rows) for i in range(len(_HEADINGS))]
    return "\n".join(
        "  ".join(
            f"{cell:>{w}}" if 1 <= i <= 4 else f"{cell:<{w}}"
            for i, (cell, w) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    )

"""``byestand list``: the movements of the catalogue."""

import csv
import io
import json
from dataclasses import asdict

import click

from byestand.catalog import all_families
from byestand.catalog.listing import CatalogEntry, listing
from byestand.cli.param_types import SPAN
from byestand.cli.usage import FORMAT_HELP, Command, OneOf
from byestand.errors import NotFound
from byestand.language import say

_COLUMNS = ("name", "tables", "rounds", "deal_groups", "cases", "family", "pattern")
_NUMBERS = range(1, 5)
"""Columns that are aligned to the right."""


@click.command("list", cls=Command)
@click.option("--tables", type=SPAN, help="Number of tables.")
@click.option("--rounds", type=SPAN, help="Number of rounds; also lists curtailed movements.")
@click.option("--groups", type=SPAN, help="Number of deal groups in play.")
@click.option("--family", metavar="FAMILY", help=f"One of {', '.join(map(str, all_families()))}.")
@click.option("--howells", "family", flag_value="howell", help="Same as --family howell.")
@click.option("--rovers", is_flag=True, help="Include movements with a rover and party table.")
@click.option("--individuals", is_flag=True, help="List individual movements instead of pairs movements.")
@click.option("--format", "to", type=OneOf(["text", "csv", "json"]), default="text", help=FORMAT_HELP)
def command(
    tables: range | None,
    rounds: range | None,
    groups: range | None,
    family: str | None,
    rovers: bool,
    individuals: bool,
    to: str,
) -> None:
    """List the movements in the catalogue. Without --rounds, only full-length movements are listed."""
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
        raise NotFound(say("no movements match; remove an option or use a range such as 14-20"))


def _cells(entry: CatalogEntry) -> tuple[object, ...]:
    return tuple(getattr(entry, column) for column in _COLUMNS)


def _table(entries: list[CatalogEntry]) -> str:
    headings = (
        *(say("name"), say("tables"), say("rounds"), say("groups"), say("sets")),
        *(say("family"), say("board layout")),
    )
    rows = [headings, *(tuple(map(str, _cells(entry))) for entry in entries)]
    widths = [max(len(row[i]) for row in rows) for i in range(len(headings))]
    return "\n".join(
        "  ".join(
            f"{cell:>{w}}" if i in _NUMBERS else f"{cell:<{w}}"
            for i, (cell, w) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    )

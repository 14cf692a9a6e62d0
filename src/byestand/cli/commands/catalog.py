"""``byestand catalog``: the known library of movements as files on disk, every one judged before it is written."""

import csv
import hashlib
import io
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import click

from byestand.catalog import find
from byestand.catalog.library import DEAL_GROUPS, TABLES, Volume, library
from byestand.cli.words import SPAN, WHOLE_NUMBER
from byestand.cli.writing import require_short_name
from byestand.errors import BadRequest
from byestand.formats.document import Document
from byestand.formats.files import make_folder, read_text, write_bytes, write_text
from byestand.formats.registry import FORMATS, format_of
from byestand.model import Movement

FOLDERS = ("WEBS", "MOREWEBS")
COLUMNS = ("folder", "name", "tables", "rounds", "deal_groups", "cases", "boarding", "skip_after", "title", "sha256")


@click.command("catalog")
@click.option("--out", required=True, metavar="DIR", help="The folder for WEBS, MOREWEBS and the index.")
@click.option("--tables", type=SPAN, help="How many tables; 6-45 as in the known library.")
@click.option("--groups", type=SPAN, help="How many deal groups; 6-15 as in the known library.")
@click.option("--folder", multiple=True, type=click.Choice(FOLDERS, case_sensitive=False), help="Only this folder.")
@click.option("--to", "to", default="mov", metavar="FORMAT", help=f"One of {', '.join(FORMATS)}; mov by default.")
@click.option("--boards-per-round", type=WHOLE_NUMBER, metavar="N", help="For formats with board numbers.")
def command(
    out: str,
    tables: range | None,
    groups: range | None,
    folder: tuple[str, ...],
    to: str,
    boards_per_round: int | None,
) -> None:
    """Write the known library of 1,235 movements; run again, it writes what is missing or different."""
    wanted = format_of(to)
    volumes = [
        volume
        for volume in library(tables=tables or TABLES, deal_groups=groups or DEAL_GROUPS)
        if not folder or volume.folder in {name.upper() for name in folder}
    ]
    if not volumes:
        raise BadRequest("there is nothing in that range")
    wanted.dumps([Document(find(str(volumes[0].name)), boards_per_round=boards_per_round)])  # before a folder is made
    top = make_folder(out)
    for name in sorted({volume.folder for volume in volumes}):
        make_folder(top / name)
    rows, written = [], 0
    with _progress(volumes) as steps:
        for volume in steps:
            movement = find(str(volume.name))  # made and judged
            data = wanted.dumps([Document(movement, boards_per_round=boards_per_round)])
            path = top / volume.folder / f"{volume.name}{wanted.suffix}"
            if wanted.name == "mov":
                require_short_name(path)
            written += _write_if_different(path, data)
            rows.append(_row(volume, movement, data))
    _index(top, rows)
    counts = ", ".join(f"{sum(row['folder'] == name for row in rows)} in {name}" for name in FOLDERS)
    click.echo(
        f"{len(rows)} movements, all judged sound: {counts}; {written} written, {len(rows) - written} up to date"
    )


def _progress(volumes: list[Volume]) -> "click._termui_impl.ProgressBar[Volume]":
    """Return a bar on stderr; it keeps quiet where that is no terminal."""
    return click.progressbar(volumes, label="writing", file=sys.stderr, hidden=not sys.stderr.isatty())


def _write_if_different(path: Path, data: bytes) -> bool:
    if path.is_file() and path.stat().st_size == len(data) and path.read_bytes() == data:
        return False
    # A thousand files need not wait for the disk one by one: whatever is lost is written again by the next run.
    write_bytes(path, data, durable=False)
    return True


def _row(volume: Volume, movement: Movement, data: bytes) -> dict[str, object]:
    layout = movement.layout
    return {
        "folder": volume.folder,
        "name": str(volume.name),
        "tables": movement.tables,
        "rounds": movement.rounds,
        "deal_groups": movement.deal_groups,
        "cases": len(layout.cases) if layout else "",
        "boarding": layout.pattern if layout else "",
        "skip_after": layout.skip_after or "" if layout else "",
        "title": movement.title,
        "sha256": hashlib.sha256(data).hexdigest(),
    }


def _index(top: Path, rows: Iterable[dict[str, object]]) -> None:
    """Write the index twice, for programs and for people; what an earlier run has written stays in it."""
    entries = {(row["folder"], row["name"]): row for row in (*_earlier(top / "INDEX.CSV"), *rows)}
    listed = [entries[key] for key in sorted(entries, key=lambda key: (FOLDERS.index(str(key[0])), str(key[1])))]
    out = io.StringIO()
    writer = csv.DictWriter(out, COLUMNS, lineterminator="\n")
    writer.writeheader()
    writer.writerows(listed)
    write_text(top / "INDEX.CSV", out.getvalue())
    write_text(top / "INDEX.TXT", "\n".join(_lines(listed)) + "\n")


def _earlier(path: Path) -> list[dict[str, object]]:
    """Return the rows of an index that is there, as far as their files are."""
    if not path.is_file():
        return []
    rows = list(csv.DictReader(read_text(path).splitlines()))
    kept = [row for row in rows if set(row) == set(COLUMNS) and row["folder"] in FOLDERS]
    return [dict(row) for row in kept if list((path.parent / row["folder"]).glob(f"{row['name']}.*"))]


def _lines(rows: list[dict[str, object]]) -> Iterator[str]:
    yield "tt dd in a name: tables and deal groups; then rounds if curtailed, A for the alternative boarding,"
    yield "ER or NR for an EW or NS rover with a party table (one table more)."
    for folder in FOLDERS:
        for row in [row for row in rows if row["folder"] == folder][:1]:
            yield f"\n{row['folder']}\n"
        for row in rows:
            if row["folder"] == folder:
                yield f"{row['name']:<10}{row['title']}, {row['boarding']}"

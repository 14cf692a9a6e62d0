"""``byestand catalog``: write the standard library of movements as files, each checked before it is written."""

import csv
import hashlib
import io
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import click

from byestand.catalog import find_judged
from byestand.catalog.listing import DEAL_GROUPS, TABLES, LibraryFile, library
from byestand.cli.output_files import force_option, require_free, require_short_name
from byestand.cli.param_types import SPAN, WHOLE_NUMBER
from byestand.cli.usage import Command, OneOf
from byestand.errors import BadRequest
from byestand.formats.csv import lines
from byestand.formats.document import Document
from byestand.formats.file_io import holds, make_folder, read_bytes, read_text, write_bytes, write_text
from byestand.formats.format import Format
from byestand.formats.formats import FORMATS, format_of
from byestand.language import say
from byestand.model.boards import Boards
from byestand.model.movement import Movement
from byestand.model.session import Section
from byestand.words.titles import title_of

FOLDERS = ("WEBS", "MOREWEBS")
INDEX_CSV, INDEX_TXT = "INDEX.CSV", "INDEX.TXT"
LISTING = "tt dd in a name: tables and deal groups"
"""The first words of the index for people. They mark a file as written by this command."""
COLUMNS = ("folder", "name", "tables", "rounds", "deal_groups", "cases", "boarding", "skip_after", "title", "sha256")


@click.command("catalog", cls=Command)
@click.option(
    "--out", required=True, metavar="DIR", help="Output folder (WEBS, MOREWEBS and an index are created in it)."
)
@click.option("--tables", type=SPAN, help="Number of tables (default 6-45, as in the standard library).")
@click.option("--groups", type=SPAN, help="Number of deal groups (default 6-15, as in the standard library).")
@click.option("--folder", multiple=True, type=OneOf(FOLDERS, case_sensitive=False), help="Write only this folder.")
@click.option("--to", "to", default="mov", metavar="FORMAT", help=f"One of {', '.join(FORMATS)} (default mov).")
@click.option("--boards-per-round", type=WHOLE_NUMBER, metavar="N", help="Boards per round; needed by some formats.")
@force_option
def command(
    out: str,
    tables: range | None,
    groups: range | None,
    folder: tuple[str, ...],
    to: str,
    boards_per_round: int | None,
    force: bool,
) -> None:
    """Write the standard library of 1,235 movements. Running it again resumes and updates the files."""
    file_format = format_of(to)
    volumes = [
        volume
        for volume in library(tables=tables or TABLES, deal_groups=groups or DEAL_GROUPS)
        if not folder or volume.folder in {name.upper() for name in folder}
    ]
    if not volumes:
        raise BadRequest(say("no movements in this range; try a wider range"))
    boards = None if boards_per_round is None else Boards(boards_per_round)
    shelf = LibraryWriter(Path(out), file_format, boards)
    shelf.contents(volumes[0])  # raises before a folder is created
    require_free(shelf.in_the_way(volumes), force=force)
    for name in sorted({volume.folder for volume in volumes}):
        make_folder(shelf.top / name)
    rows, written = [], 0
    # The progress bar is shown only if stderr is a terminal.
    with click.progressbar(volumes, label=say("writing"), file=sys.stderr, hidden=not sys.stderr.isatty()) as steps:
        for volume in steps:
            movement, data = shelf.contents(volume)
            written += _write_if_different(shelf.path(volume), data)
            rows.append(_row(volume, movement, data))
    _index(shelf.top, rows)
    counts = ", ".join(f"{name} {sum(row['folder'] == name for row in rows)}" for name in FOLDERS)
    click.echo(
        say(
            "{count} movements ({folders}), all checked, no errors; {written} written, {unchanged} up to date",
            count=len(rows),
            folders=counts,
            written=written,
            unchanged=len(rows) - written,
        )
    )


@dataclass(frozen=True, slots=True)
class LibraryWriter:
    """The folder and the format of the library."""

    top: Path
    to: Format
    boards: Boards | None

    def path(self, volume: LibraryFile) -> Path:
        """Return the file of a movement."""
        path = self.top / volume.folder / f"{volume.name}{self.to.suffix}"
        if self.to.for_acblscore:
            require_short_name(path)
        return path

    def contents(self, volume: LibraryFile) -> tuple[Movement, bytes]:
        """Return a checked movement and the contents of its file."""
        judged = find_judged(str(volume.name))
        return judged.movement, self.to.dumps([Document(Section(judged, self.boards))])

    def in_the_way(self, volumes: Iterable[LibraryFile]) -> list[Path]:
        """Return files that are neither the same as the new ones nor, by the index, from an earlier run."""
        index, listing = self.top / INDEX_CSV, self.top / INDEX_TXT
        ours = {str(row["sha256"]) for row in _earlier(index)}
        existing = [volume for volume in volumes if self.path(volume).is_file()]
        unknown = [v for v in existing if hashlib.sha256(read_bytes(self.path(v))).hexdigest() not in ours]
        others = [self.path(volume) for volume in unknown if not holds(self.path(volume), self.contents(volume)[1])]
        if index.is_file() and not _is_ours(index):
            others.append(index)
        if listing.is_file() and not read_text(listing).startswith(LISTING):
            others.append(listing)
        return others


def _write_if_different(path: Path, data: bytes) -> bool:
    if holds(path, data):
        return False
    # There is no need to wait for the disk after each of a thousand files: the next run writes lost files again.
    write_bytes(path, data, durable=False)
    return True


def _row(volume: LibraryFile, movement: Movement, data: bytes) -> dict[str, object]:
    layout = movement.layout
    return {
        "folder": volume.folder,
        "name": str(volume.name),
        "tables": movement.tables,
        "rounds": movement.rounds,
        "deal_groups": movement.deal_groups,
        "cases": len(layout.cases) if layout else "",
        "boarding": layout.pattern if layout else "",
        "skip_after": movement.skip_after or "",
        "title": title_of(movement),
        "sha256": hashlib.sha256(data).hexdigest(),
    }


def _index(top: Path, rows: Iterable[dict[str, object]]) -> None:
    """Write the index for programs and for people; entries of an earlier run stay in it."""
    entries = {(row["folder"], row["name"]): row for row in (*_earlier(top / INDEX_CSV), *rows)}
    listed = [entries[key] for key in sorted(entries, key=lambda key: (FOLDERS.index(str(key[0])), str(key[1])))]
    out = io.StringIO()
    writer = csv.DictWriter(out, COLUMNS, lineterminator="\n")
    writer.writeheader()
    writer.writerows(listed)
    write_text(top / INDEX_CSV, out.getvalue())
    write_text(top / INDEX_TXT, "\n".join(_lines(listed)) + "\n")


def _earlier(path: Path) -> list[dict[str, object]]:
    """Return the rows of an existing index whose files exist."""
    if not path.is_file() or not _is_ours(path):
        return []
    rows = [cells for _, cells in lines(read_text(path), str(path), set(COLUMNS)) if len(cells) == len(COLUMNS)]
    # The names come from a file, so they are compared with those in the folder and never used as paths.
    existing = {(file.parent.name, file.stem) for folder in FOLDERS for file in (path.parent / folder).glob("*.*")}
    return [dict(zip(COLUMNS, cells, strict=True)) for cells in rows if tuple(cells[:2]) in existing]


def _is_ours(index: Path) -> bool:
    return read_text(index).startswith(",".join(COLUMNS))


def _lines(rows: list[dict[str, object]]) -> Iterator[str]:
    yield f"{LISTING}; then rounds if curtailed, A for the alternative boarding,"
    yield "ER or NR for an EW or NS rover with a party table (one table more)."
    for folder in FOLDERS:
        for row in [row for row in rows if row["folder"] == folder][:1]:
            yield f"\n{row['folder']}\n"
        for row in rows:
            if row["folder"] == folder:
                yield f"{row['name']:<10}{row['title']}, {row['boarding']}"

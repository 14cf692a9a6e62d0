"""Shared by commands that write files: checks before writing, and warnings after it."""

import os
import re
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

import click

from byestand.catalog.listing import built_in_note
from byestand.errors import BrokenMovement, CannotExpress, FormatError
from byestand.formats.document import Document
from byestand.formats.file_io import holds, is_stream, require_writable, write_bytes
from byestand.formats.format import Format
from byestand.formats.formats import dump_checked
from byestand.language import say, say_many
from byestand.sanitize import printable

force_option = click.option("--force", is_flag=True, help="Overwrite existing files.")


def require_sound(documents: Sequence[Document], *, as_it_is: bool) -> tuple[str, ...]:
    """Raise if a movement has errors; with *as_it_is* return warnings to print once it is written."""
    warnings: list[str] = []
    for document in documents:
        judged = document.section.judged
        if judged.is_sound:
            continue
        error = BrokenMovement(document.display_title, judged.errors)
        if not as_it_is:
            raise error
        warnings.append(f"{say('written with errors')}: {error}")
    return tuple(warnings)


def left_sound(documents: Sequence[Document]) -> tuple[list[Document], int]:
    """Return the movements without errors, and the exit code. Errors of the others are reported.

    Raise the error of the last movement if none is valid.
    """
    sound, code = [], 0
    for document in documents:
        try:
            require_sound([document], as_it_is=False)
            sound.append(document)
        except BrokenMovement as error:
            if not sound and document is documents[-1]:
                raise
            click.echo(f"byestand: {say('left out')}: {printable(str(error))}", err=True)
            code = error.exit_code
    return sound, code


def write(
    documents: Sequence[Document], to: Format, path: Path, *, force: bool, as_it_is: bool = False
) -> tuple[str, ...]:
    """Write a file and return warnings about it. A movement with errors is written only with *as_it_is*."""
    warnings = require_sound(documents, as_it_is=as_it_is)
    if to.for_acblscore:
        require_short_name(path)
    write_files([(path, dump_checked(documents, to, as_it_is=as_it_is))], force=force)
    print_warnings(warnings)
    return doubts(documents, to)


def write_files(files: Sequence[tuple[Path, bytes]], *, force: bool) -> None:
    """Write files, each atomically. Write none if a different file exists and *force* is not set.

    A file with the same contents is left alone. If the disk becomes full, the files before that are written.
    """
    changed = [(path, data) for path, data in files if not holds(path, data)]
    require_free([path for path, _ in changed], force=force)
    for path, data in changed:
        write_bytes(path, data)


def require_free(paths: Sequence[Path], *, force: bool) -> None:
    """Raise if files exist, unless *force* is set; at a terminal, ask.

    A pipe or a device does not count, because writing does not replace it. Read-only files are never replaced.
    """
    # Path.is_file raises where access is denied; writing the file then reports the reason.
    existing = [path for path in paths if os.path.isfile(path) and not is_stream(path)]  # noqa: PTH113
    for path in existing:
        require_writable(path)
    if not existing or force:
        return
    first, more = str(existing[0]), len(existing) - 1
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        if not more:
            raise FormatError(first, say("file exists; use --force to overwrite, or choose another name"))
        reason = say_many(
            "file exists, and 1 more; use --force to overwrite, or choose another name",
            "file exists, and {number} more; use --force to overwrite, or choose another name",
            more,
        )
        raise FormatError(first, reason)
    if more:
        question = say_many(
            "{file} and 1 more file exist. Overwrite?",
            "{file} and {number} more files exist. Overwrite?",
            more,
            file=printable(first),
        )
    else:
        question = say("{file} exists. Overwrite?", file=printable(first))
    if not click.confirm(question, err=True):
        raise FormatError(first, say("not overwritten"))


def doubts(documents: Sequence[Document], to: Format) -> tuple[str, ...]:
    """Return warnings about a file: data that it cannot hold, and differences from what users may expect."""
    lost = []
    if not to.holds_players and any(document.section.contestants for document in documents):
        lost.append(say("player names are not written"))
    lost += [
        say("this format stores deal groups only; the first board number {first} is not written", first=boards.first)
        for boards in (document.section.boards for document in documents)
        if boards and boards.first > 1 and not to.numbers_boards
    ]
    if not to.holds_history and any(document.movement.history for document in documents):
        lost.append(say("repair details (lost boards, instructions) are written to json only"))
    swivelled = [d.movement for d in documents if to.board_by_board and len(d.movement.swivel) > 1]
    rounds = [
        say("each board is written as a round: {count} rounds of 1 board", count=len(movement.swivel) * movement.rounds)
        for movement in swivelled
    ]
    unchanged = [d.movement.name for d in documents if to.for_acblscore and not d.movement.history]
    built_in = filter(None, map(built_in_note, unchanged))
    return (*rounds, *built_in, *to.warnings(documents), *lost)


def print_warnings(warnings: Iterable[str]) -> None:
    """Print each warning once."""
    for warning in dict.fromkeys(warnings):
        click.echo(f"byestand: {printable(warning)}", err=True)


def require_short_name(path: Path) -> None:
    """Raise if a file name is not a DOS name: ACBLscore may crash when it finds a longer one."""
    if not re.fullmatch(r"[A-Za-z0-9_-]{1,8}\.MOV", path.name, re.IGNORECASE | re.ASCII):
        raise CannotExpress(
            say(
                "ACBLscore needs file names of at most 8 letters and digits, such as W1813.MOV: {name!r}",
                name=path.name,
            )
        )

"""What commands that write share: nothing unsound and no other file is lost unasked, and doubts are told."""

import os
import re
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

import click

from byestand.catalog.listing import built_in_note
from byestand.errors import BrokenMovement, CannotExpress, FormatError
from byestand.formats.document import Document
from byestand.formats.files import holds, is_stream, require_writable, write_bytes
from byestand.formats.format import Format
from byestand.formats.registry import written
from byestand.texts import printable

NO_PLAYERS = "the names of players are left out"
NO_HISTORY = "what was lost and told in a night that went wrong is left out: only our json says it"
force_option = click.option("--force", is_flag=True, help="Replace files that are there already.")


def require_sound(documents: Sequence[Document], *, as_it_is: bool) -> tuple[str, ...]:
    """Raise where a movement is broken; if it is wanted as it is, return what to say loudly once it is written."""
    told: list[str] = []
    for document in documents:
        judged = document.section.judged
        if judged.is_sound:
            continue
        broken = BrokenMovement(document.called, judged.errors)
        if not as_it_is:
            raise broken
        told.append(f"written as it is, but {broken}")
    return tuple(told)


def left_sound(documents: Sequence[Document]) -> tuple[list[Document], int]:
    """Return those of many movements that are sound, and the exit code: one that is broken does not hide the others.

    Where there is one only, or none is sound, the reason is raised.
    """
    sound, code = [], 0
    for document in documents:
        try:
            require_sound([document], as_it_is=False)
            sound.append(document)
        except BrokenMovement as broken:
            if not sound and document is documents[-1]:
                raise
            click.echo(f"byestand: left out: {printable(str(broken))}", err=True)
            code = broken.exit_code
    return sound, code


def write(
    documents: Sequence[Document], to: Format, path: Path, *, force: bool, as_it_is: bool = False
) -> tuple[str, ...]:
    """Write a file and return what may go wrong with it; a broken movement only *as it is*, which is told."""
    broken = require_sound(documents, as_it_is=as_it_is)
    if to.for_acblscore:
        require_short_name(path)
    put([(path, written(documents, to, as_it_is=as_it_is))], force=force)
    tell(broken)
    return doubts(documents, to)


def put(files: Sequence[tuple[Path, bytes]], *, force: bool) -> None:
    """Write files, each whole: none where one is in the way that is another, unless told to replace such.

    What is there already and is the same stays. Where the disk is full halfway, those before are written.
    """
    changed = [(path, data) for path, data in files if not holds(path, data)]
    require_free([path for path, _ in changed], force=force)
    for path, data in changed:
        write_bytes(path, data)


def require_free(paths: Sequence[Path], *, force: bool) -> None:
    """Raise where files are there already, unless told to replace them; at a terminal, ask.

    A pipe or a device is not replaced by what is written to it. What is read-only stays in any case.
    """
    # Path.is_file raises where it may not look; whoever writes then tells the reason.
    there = [path for path in paths if os.path.isfile(path) and not is_stream(path)]  # noqa: PTH113
    for path in there:
        require_writable(path)
    if not there or force:
        return
    more = f", and {len(there) - 1} more" if there[1:] else ""
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        reason = f"it is there already{more}; to replace what is there use --force, or name another place"
        raise FormatError(str(there[0]), reason)
    if not click.confirm(f"{printable(str(there[0]))} is there already{more}. Replace?", err=True):
        raise FormatError(str(there[0]), f"left as it is{more}")


def doubts(documents: Sequence[Document], to: Format) -> tuple[str, ...]:
    """Return what may go wrong with a file, what it leaves out and what it has otherwise than expected."""
    lost = [] if to.holds_players or not any(d.section.contestants for d in documents) else [NO_PLAYERS]
    lost += [
        f"boards are numbered from {boards.first}, and such a file knows of deal groups only"
        for boards in (document.section.boards for document in documents)
        if boards and boards.first > 1 and not to.numbers_boards
    ]
    lost += [] if to.holds_history or not any(d.movement.history for d in documents) else [NO_HISTORY]
    swivelled = [d.movement for d in documents if to.board_by_board and len(d.movement.swivel) > 1]
    rounds = [f"every board is a round of its own: {len(m.swivel) * m.rounds} rounds of one board" for m in swivelled]
    as_built = [d.movement.name for d in documents if to.for_acblscore and not d.movement.history]
    no_file = filter(None, map(built_in_note, as_built))
    return (*rounds, *no_file, *to.warnings(documents), *lost)


def tell(warnings: Iterable[str]) -> None:
    """Tell each warning once."""
    for warning in dict.fromkeys(warnings):
        click.echo(f"byestand: {printable(warning)}", err=True)


def require_short_name(path: Path) -> None:
    """Raise where a name is not one of DOS: ACBLscore may crash at the mere sight of a longer one."""
    if not re.fullmatch(r"[A-Za-z0-9_-]{1,8}\.MOV", path.name, re.IGNORECASE | re.ASCII):
        raise CannotExpress(f"ACBLscore needs names of at most 8 letters and digits, like W1813.MOV: {path.name!r}")

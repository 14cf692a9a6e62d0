"""What `export` and `convert` share: nothing unsound is written unasked, and doubts are told."""

import re
from collections.abc import Iterable, Sequence
from pathlib import Path

import click

from byestand.catalog.library import is_built_into_acblscore
from byestand.catalog.names import parse
from byestand.errors import BadRequest, BrokenMovement, CannotExpress
from byestand.formats.document import Document
from byestand.formats.files import write_bytes
from byestand.formats.proofread import written
from byestand.formats.registry import Format
from byestand.texts import printable
from byestand.verify import judge


def require_sound(documents: Sequence[Document], *, as_it_is: bool) -> None:
    """Raise where a movement is broken; if asked to, write it as it is, and say so loudly."""
    for document in documents:
        errors = [
            finding for finding in judge(document.movement, forgiven=document.forgiven) if finding.severity == "error"
        ]
        if not errors:
            continue
        broken = BrokenMovement(document.movement.name or document.movement.title, errors)
        if not as_it_is:
            raise broken
        click.echo(f"byestand: written as it is, but {printable(str(broken))}", err=True)


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


def write(documents: Sequence[Document], to: Format, path: Path) -> tuple[str, ...]:
    """Write a file and return what may go wrong with it."""
    if to.name == "mov":
        require_short_name(path)
    write_bytes(path, written(documents, to))
    return doubts(documents, to)


def doubts(documents: Sequence[Document], to: Format) -> tuple[str, ...]:
    """Return what may go wrong with a file, what it leaves out and what it has otherwise than expected."""
    lost = () if to.holds_players or not any(d.players for d in documents) else ("the names of players are left out",)
    swivelled = [d.movement for d in documents if to.board_by_board and len(d.movement.swivel) > 1]
    rounds = [f"every board is a round of its own: {len(m.swivel) * m.rounds} rounds of one board" for m in swivelled]
    known = [m.name for m in (d.movement for d in documents) if to.name == "mov" and m.name and _is_built_in(m.name)]
    no_file = [f"{name} is built into ACBLscore: no file needed" for name in known]
    return (*rounds, *no_file, *to.warnings(documents), *lost)


def _is_built_in(name: str) -> bool:
    try:
        return is_built_into_acblscore(parse(name))
    except BadRequest:  # a file may call its movement what it likes
        return False


def tell(warnings: Iterable[str]) -> None:
    """Tell each warning once."""
    for warning in dict.fromkeys(warnings):
        click.echo(f"byestand: {printable(warning)}", err=True)


def require_short_name(path: Path) -> None:
    """Raise where a name is not one of DOS: ACBLscore may crash at the mere sight of a longer one."""
    if not re.fullmatch(r"[A-Za-z0-9_-]{1,8}\.MOV", path.name, re.IGNORECASE | re.ASCII):
        raise CannotExpress(f"ACBLscore needs names of at most 8 letters and digits, like W1813.MOV: {path.name!r}")

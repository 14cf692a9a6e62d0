"""What `export` and `convert` share: nothing unsound is written unasked, and doubts are told."""

from collections.abc import Sequence
from pathlib import Path

import click

from byestand.cli.words import printable
from byestand.errors import BrokenMovement, CannotExpress
from byestand.formats.document import Document
from byestand.formats.files import write_bytes
from byestand.formats.registry import Format
from byestand.verify import judge


def require_sound(documents: Sequence[Document], *, as_it_is: bool) -> None:
    """Raise where a movement is broken; if asked to, write it as it is, and say so loudly."""
    for document in documents:
        errors = [finding for finding in judge(document.movement) if finding.severity == "error"]
        if not errors:
            continue
        broken = BrokenMovement(document.movement.name or document.movement.title, errors)
        if not as_it_is:
            raise broken
        click.echo(f"byestand: written as it is, but {printable(str(broken))}", err=True)


def write(documents: Sequence[Document], to: Format, path: Path) -> None:
    """Write a file and tell what may go wrong with it."""
    if to.name == "mov":
        require_short_name(path)
    write_bytes(path, to.dumps(documents))
    for warning in to.warnings(documents):
        click.echo(f"byestand: {printable(warning)}", err=True)


def require_short_name(path: Path) -> None:
    """Raise where a name is longer than DOS allowed: ACBLscore may crash at the mere sight of it."""
    stem, dot, extension = path.name.partition(".")
    if not (0 < len(stem) <= 8 and dot and len(extension) <= 3 and path.name.isascii() and " " not in path.name):
        raise CannotExpress(
            f"ACBLscore needs names of at most 8 letters and an extension of 3, like W1813.MOV: {path.name!r}"
        )

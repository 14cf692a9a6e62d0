"""What is in somebody's file, for `show`: every movement that can be read, with what the file says of it in words."""

from collections.abc import Sequence

import click

from byestand.cli.sources import readable, sources
from byestand.cli.words import Shown
from byestand.errors import BadRequest
from byestand.formats.document import Document
from byestand.model.boards import Boards
from byestand.texts import printable
from byestand.words.titles import title_of


def in_file(
    named: str, missing: Sequence[str], boards_per_round: int | None, *, chained: bool, alone: bool
) -> tuple[list[Shown], int]:
    """Return the movements of a file, *alone* where one is wanted and no more; and the exit code.

    What cannot be read is told, and does not hide the rest.
    """
    (source, *others) = sources([named])
    if source.refusal:
        raise source.refusal
    if others or not source.is_file:
        raise BadRequest(f"show takes one name or one file, not a folder or a pattern: {named!r}")
    blocks = source.blocks(missing, chained=chained)
    if alone and len(blocks) > 1:
        raise BadRequest(f"csv and json hold one movement, and the file has {len(blocks)}; name one, like {named}#1")
    documents, code = readable(blocks)
    return [_shown(document, boards_per_round) for document in documents], code


def _shown(document: Document, boards_per_round: int | None) -> Shown:
    if not document.section.judged.is_sound:
        title = printable(title_of(document.movement))
        click.echo(f"byestand: {title} is broken; 'byestand verify' tells where", err=True)
    boarded = document.with_boards(Boards(boards_per_round)) if boards_per_round is not None else document
    return Shown(boarded, _own_words(document))


def _own_words(document: Document) -> str:
    """Return what the file says about the movement, where that is more than its title."""
    lines = [printable(line) for line in document.description.split("\n") if line.strip()]
    if lines in ([], [title_of(document.movement)]):
        return ""
    return "\nThe file says:\n" + "".join(f"  {line}\n" for line in lines)

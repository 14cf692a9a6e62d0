"""All formats in one table, and reading of any file, recognised by its content and its name.

Every file that is written is read back first and must give the same movement.
"""

from collections.abc import Iterable, Sequence
from itertools import takewhile
from os import PathLike
from pathlib import Path
from typing import TypeVar

from byestand.errors import BadRequest, ByestandError, CannotExpress, FormatError
from byestand.formats import asc, bws, csv, ebuscore, json, magic_contest, mov, xlsx
from byestand.formats.document import Document
from byestand.formats.file_io import ZIP, read_bytes, write_bytes
from byestand.formats.format import Format, text_of
from byestand.formats.individual_rounds import fold_rounds, with_waiting_players
from byestand.language import phrase, say, say_many
from byestand.model.claims import Revenge
from byestand.model.session import Session
from byestand.words.numbers import join_items

FORMATS: dict[str, Format] = {
    module.FORMAT.name: module.FORMAT for module in (json, csv, mov, bws, xlsx, magic_contest, asc, ebuscore)
}
"""In the order on pages and in lists."""
MAX_BYTES = 32 * 1024 * 1024
"""The largest file that is read; text formats have a lower limit."""
ZIP_ERROR = phrase("a zip file, not a movement; unpack it, or import a backup on the page Saved sessions")

Refusal = TypeVar("Refusal", bound=ByestandError)


def load(path: str | PathLike[str]) -> tuple[Document, ...]:
    """Return the movements in a file of any known format."""
    return loads(read_bytes(path, most=MAX_BYTES), source=str(path))


def load_blocks(path: str | PathLike[str]) -> tuple[Document | FormatError, ...]:
    """Return the movements in a file, with an error in place of each movement that cannot be read."""
    return blocks(read_bytes(path, most=MAX_BYTES), source=str(path))


def loads(data: bytes, *, source: str = "data") -> tuple[Document, ...]:
    """Return the movements in data of any format; raise if one cannot be read."""
    documents, errors = load_partial(blocks(data, source=source))
    if errors:
        raise errors[0]
    return tuple(documents)


def blocks(data: bytes, *, source: str = "data") -> tuple[Document | FormatError, ...]:
    """Return the movements in data of any format, with an error in place of each movement that cannot be read.

    *source* is the name for errors; its extension is a hint.
    """
    if not data:
        raise FormatError(source, say("the file is empty"))
    by_content = [known for known in FORMATS.values() if known.looks_like(data)]
    # If no format matches the content, the reader for the extension gives the best error.
    by_extension = [known for known in FORMATS.values() if Path(source).suffix.lower() == f".{known.extension}"]
    for known in (*by_content, *by_extension):
        outcomes = known.loads(data, source)
        return tuple(_complete(block, known) if isinstance(block, Document) else block for block in outcomes)
    if data.startswith(ZIP):
        raise FormatError(source, say(ZIP_ERROR))
    if data.startswith(b"%PDF"):
        raise FormatError(source, say("a PDF, not a movement file"))
    text_of(data, source)  # raises if it is no text
    raise FormatError(source, say("unknown format; formats are {formats}", formats=", ".join(FORMATS)))


def load_partial(outcomes: Iterable[Document | Refusal]) -> tuple[list[Document], list[Refusal]]:
    """Return the movements of a file and the errors."""
    documents: list[Document] = []
    errors: list[Refusal] = []
    for block in outcomes:
        if isinstance(block, Document):
            documents.append(block)
        else:
            errors.append(block)
    return documents, errors


def format_of(name: str) -> Format:
    """Return a format by its name or extension."""
    bare = name.lower().removeprefix(".")
    for known in FORMATS.values():
        if bare in (known.name, known.extension):
            return known
    raise BadRequest(say("unknown format; formats are {formats}: {name!r}", formats=", ".join(FORMATS), name=name))


def _complete(document: Document, known: Format) -> Document:
    """Return a document with properties added that its format cannot express."""
    if known.board_by_board:
        document = fold_rounds(document)
    if known.leaves_out_waiting:
        document = with_waiting_players(document)
    return document if known.tells_revenge else with_revenge(document)


def with_revenge(document: Document) -> Document:
    """Return a document with revenge rounds, which most formats cannot express.

    They are the last rounds in which most opponents have met before: a mistake would not affect so many.
    """
    movement = document.movement
    if len(movement.seat_names) > 2 or movement.revenge_rounds:
        return document
    met: set[tuple[int, int]] = set()
    again: list[bool] = []
    for row in movement.seats.tolist():
        pairs = {(min(a, b), max(a, b)) for a, b in row if a and b}
        again.append(2 * len(pairs & met) > len(pairs))
        met |= pairs
    last = list(takewhile(lambda r: again[r - 1], range(movement.rounds, 1, -1)))
    # If earlier rounds have repeat opponents too, the last ones are no revenge rounds.
    if not last or any(again[: -len(last)]):
        return document
    rounds = tuple(reversed(last))
    note = say_many(
        "round {rounds} read as a revenge round: most pairs have repeat opponents",
        "rounds {rounds} read as revenge rounds: most pairs have repeat opponents",
        len(rounds),
        rounds=join_items(rounds),
    )
    return document.with_movement(movement.with_claim(Revenge(rounds)), note)


def dump(session: Session, path: str | PathLike[str]) -> None:
    """Write a session to a file, completely or not at all, in the format of its extension."""
    write_bytes(path, dumps(session, Path(path).suffix))


def dumps(session: Session, to: str) -> bytes:
    """Return a session as a file in a format given by name or extension; raise if a movement has errors."""
    documents = [Document(section) for section in session]
    for document in documents:
        document.section.judged.require_valid(document.display_title)
    return dump_checked(documents, format_of(to))


def dump_checked(documents: Sequence[Document], to: Format, *, as_it_is: bool = False) -> bytes:
    """Return documents as a file that can be read back and, unless *as_it_is*, is judged the same."""
    return proofread(to.dumps(documents), documents, to, as_it_is=as_it_is)


def proofread(data: bytes, documents: Sequence[Document], to: Format, *, as_it_is: bool = False) -> bytes:
    """Return a file; raise if it cannot be read back or is judged differently."""
    try:
        again = loads(data, source=to.name)
    except FormatError as error:
        raise CannotExpress(_cannot(to, f"{say('the file cannot be read back')}: {error.reason}")) from error
    if len(again) != len(documents):
        reason = say(
            "read back the file has {count} movements, not {expected}", count=len(again), expected=len(documents)
        )
        raise CannotExpress(_cannot(to, reason))
    if as_it_is:  # a format that cannot express everything may hide an error
        return data
    # A format without history does not excuse irregular rounds of a repaired session.
    alike = [(a, b) for a, b in zip(documents, again, strict=True) if to.holds_history or not a.movement.history]
    for before, after in ((_first_error(a), _first_error(b)) for a, b in alike):
        if after and not before:
            raise CannotExpress(_cannot(to, f"{say('read back the movement has errors')}: {after}"))
        if before and not after:
            raise CannotExpress(_cannot(to, say("read back the movement has no errors")))
    return data


def _first_error(document: Document) -> str:
    return next((f.sentence for f in document.section.judged.errors), "")


def _cannot(to: Format, reason: str) -> str:
    advice = "" if to.name == "json" else f"; {say('use json')}"
    return f"{say('this movement does not fit the format {format}', format=to.name)}: {reason}{advice}"

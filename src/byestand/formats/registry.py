"""Every format in one table, and files of any of them: told by content, not only by their names.

What leaves the program is read back first: a file of ours must say to our own reader what the movement is.
"""

from collections.abc import Iterable, Sequence
from itertools import takewhile
from os import PathLike
from pathlib import Path
from typing import TypeVar

from byestand.errors import BadRequest, ByestandError, CannotExpress, FormatError
from byestand.formats import asc, bws, csv, ebuscore, json, magic_contest, mov, xlsx
from byestand.formats.document import Document
from byestand.formats.files import ZIP, read_bytes, write_bytes
from byestand.formats.format import Format, text_of
from byestand.formats.single_players import folded, with_waiting_players
from byestand.model.claims import Revenge
from byestand.model.session import Session
from byestand.words.numbers import numbered

FORMATS: dict[str, Format] = {
    module.FORMAT.name: module.FORMAT for module in (json, csv, mov, bws, xlsx, magic_contest, asc, ebuscore)
}
"""In the order in which they are offered."""
MOST_BYTES = 32 * 1024 * 1024
"""The largest file read, whatever its format; readers of text have a lower limit of their own."""
A_ZIP = "a zip, not a movement: unpack it; everything of a desk is brought in with 'byestand serve', under Nights"

Refusal = TypeVar("Refusal", bound=ByestandError)


def load(path: str | PathLike[str]) -> tuple[Document, ...]:
    """Return the movements in a file of any format that is understood."""
    return loads(read_bytes(path, most=MOST_BYTES), source=str(path))


def load_blocks(path: str | PathLike[str]) -> tuple[Document | FormatError, ...]:
    """Return the movements in a file, and in a file with many the reason for each that cannot be read."""
    return blocks(read_bytes(path, most=MOST_BYTES), source=str(path))


def loads(data: bytes, *, source: str = "data") -> tuple[Document, ...]:
    """Return the movements in data of any format, or refuse it for the first that cannot be read."""
    documents, refused = parted(blocks(data, source=source))
    if refused:
        raise refused[0]
    return tuple(documents)


def blocks(data: bytes, *, source: str = "data") -> tuple[Document | FormatError, ...]:
    """Return the movements in data of any format, and in text with many the reason for each that cannot be read.

    *source* is the name for errors, its extension a hint.
    """
    if not data:
        raise FormatError(source, "the file is empty")
    looking_so = [known for known in FORMATS.values() if known.looks_like(data)]
    # Where nothing looks right, the reader for that extension says best what it misses.
    named_so = [known for known in FORMATS.values() if Path(source).suffix.lower() == f".{known.extension}"]
    for known in (*looking_so, *named_so):
        found = known.loads(data, source)
        return tuple(_completed(block, known) if isinstance(block, Document) else block for block in found)
    if data.startswith(ZIP):
        raise FormatError(source, A_ZIP)
    text_of(data, source)  # says so if it is no text at all
    raise FormatError(source, f"in none of the formats known: {', '.join(FORMATS)}")


def parted(found: Iterable[Document | Refusal]) -> tuple[list[Document], list[Refusal]]:
    """Return the movements of a file, and the reasons for those that it does not yield."""
    documents: list[Document] = []
    refused: list[Refusal] = []
    for block in found:
        if isinstance(block, Document):
            documents.append(block)
        else:
            refused.append(block)
    return documents, refused


def format_of(name: str) -> Format:
    """Return a format by its name or extension."""
    wanted = name.lower().removeprefix(".")
    for known in FORMATS.values():
        if wanted in (known.name, known.extension):
            return known
    raise BadRequest(f"no such format; there are {', '.join(FORMATS)}: {name!r}")


def _completed(document: Document, known: Format) -> Document:
    """Return a document with what the format itself cannot tell of."""
    if known.board_by_board:
        document = folded(document)
    if known.leaves_out_waiting:
        document = with_waiting_players(document)
    return document if known.tells_revenge else with_revenge(document)


def with_revenge(document: Document) -> Document:
    """Return a document with the revenge rounds that most formats cannot tell of.

    The last rounds in which most of those who meet have met before are meant so: no mistake makes everybody meet again.
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
    # Where earlier rounds are of the same kind, everybody meets again throughout: that is no revenge.
    if not last or any(again[: -len(last)]):
        return document
    rounds = tuple(reversed(last))
    note = f"{numbered('round', rounds)} taken for revenge: most opponents meet again"
    return document.playing(movement.claiming(Revenge(rounds)), note)


def dump(session: Session, path: str | PathLike[str]) -> None:
    """Write a session to a file, whole or not at all, in the format that its name ends in."""
    write_bytes(path, dumps(session, Path(path).suffix))


def dumps(session: Session, to: str) -> bytes:
    """Return a session as a file in the format of that name or extension; what is broken is not written."""
    documents = [Document(section) for section in session]
    for document in documents:
        document.section.judged.or_refused(document.called)
    return written(documents, format_of(to))


def written(documents: Sequence[Document], to: Format, *, as_it_is: bool = False) -> bytes:
    """Return documents as a file that is sure to be read back, and unless they go *as it is*, to be judged the same."""
    return proofread(to.dumps(documents), documents, to, as_it_is=as_it_is)


def proofread(data: bytes, documents: Sequence[Document], to: Format, *, as_it_is: bool = False) -> bytes:
    """Return a file; refuse one that would not be read, or would be judged otherwise than what it was made of."""
    try:
        again = loads(data, source=to.name)
    except FormatError as no:
        raise CannotExpress(_cannot(to, f"would be refused: {no.reason}")) from no
    if len(again) != len(documents):
        raise CannotExpress(_cannot(to, f"would be {len(again)} movements, not {len(documents)}"))
    if as_it_is:  # what is broken may well look sound to who cannot see all of it
        return data
    # What a history excuses looks like a fault to who does not know it.
    alike = [(a, b) for a, b in zip(documents, again, strict=True) if to.holds_history or not a.movement.history]
    for before, after in ((_first_error(a), _first_error(b)) for a, b in alike):
        if bool(before) != bool(after):
            raise CannotExpress(_cannot(to, f"would be called {f'broken: {after}' if after else 'sound'}"))
    return data


def _first_error(document: Document) -> str:
    return next((f.sentence for f in document.section.judged.errors), "")


def _cannot(to: Format, reason: str) -> str:
    advice = "" if to.name == "json" else "; use json"
    return f"the format {to.name} cannot say this: read back it {reason}{advice}"

"""What leaves the program is read back first: a file of ours must say to our own reader what the movement is."""

from collections.abc import Sequence
from os import PathLike
from pathlib import Path

from byestand.errors import CannotExpress, FormatError
from byestand.formats.document import Document
from byestand.formats.files import write_bytes
from byestand.formats.format import Format
from byestand.formats.registry import format_of, loads
from byestand.model.session import Session


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

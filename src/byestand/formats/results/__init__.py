"""Results of a session: read from files, and written for people, websites and other programs."""

from collections.abc import Sequence
from os import PathLike

from byestand.errors import FormatError
from byestand.formats.bws import looks_like
from byestand.formats.bws.jet4 import MAX_BYTES
from byestand.formats.file_io import decode_utf8, read_bytes
from byestand.formats.results import bws, csv
from byestand.formats.results.contestant_labels import SessionResultFile
from byestand.formats.results.label_syntax import crossed_label
from byestand.language import say


def load_sessions(paths: Sequence[str | PathLike[str]]) -> list[SessionResultFile]:
    """Return the results of several sessions, one file each; labels are read the same way in all of them."""
    files = [(read_bytes(path, most=MAX_BYTES), str(path)) for path in paths]
    sessions = [loads(data, source=source) for data, source in files]
    if not any(crossed_label(session.lines) for session in sessions):
        return sessions
    for data, source in files:
        if looks_like(data):
            raise FormatError(source, say("this file has pair numbers, but another file has labels such as E1"))
    return [loads(data, source=source, by_label=True) for data, source in files]


def loads(data: bytes, *, source: str = "results", by_label: bool = False) -> SessionResultFile:
    """Return the results in a file: CSV or a Bridgemate database, recognised by its content."""
    if looks_like(data):
        return bws.loads(data, source=source)
    return SessionResultFile(csv.loads(decode_utf8(data, source=source), source=source, by_label=by_label))

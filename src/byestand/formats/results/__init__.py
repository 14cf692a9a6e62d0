"""Results of a night: read from files, and written for people, sites and other programs."""

from os import PathLike

from byestand.formats.bws import looks_like
from byestand.formats.bws.jet4 import MOST_BYTES
from byestand.formats.files import decoded, read_bytes
from byestand.formats.results import bws, csv
from byestand.formats.results.handed_in import HandedIn


def load(path: str | PathLike[str]) -> HandedIn:
    """Return the results in a file: csv, or a Bridgemate database; which one its content tells."""
    return loads(read_bytes(path, most=MOST_BYTES), source=str(path))


def loads(data: bytes, *, source: str = "results") -> HandedIn:
    """Return the results in the contents of a file."""
    if looks_like(data):
        return bws.loads(data, source=source)
    return HandedIn(csv.loads(decoded(data, source=source), source=source))

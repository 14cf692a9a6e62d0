"""Bridgemate ``.bws`` files, which BridgeTab, TabScore, Magic Contest and Bridge+More read as well.

An Access 2000 database. The writer fills an empty database that ships with Byestand; the reader is strict. Files have
not been tested in the Windows programs, and a warning says so.
"""

import lzma
from collections.abc import Sequence
from functools import cache
from importlib import resources

from byestand.formats.bws.jet4 import open_database
from byestand.formats.bws.jet4_write import append
from byestand.formats.bws.reader import sections_in
from byestand.formats.bws.writer import database_rows, warnings
from byestand.formats.document import Document
from byestand.formats.format import Format
from byestand.formats.individual_rounds import unfold_rounds
from byestand.language import phrase

__all__ = ["FORMAT", "dumps", "loads", "looks_like", "warnings"]


def looks_like(data: bytes) -> bool:
    """Return whether a file starts as an Access database does."""
    return data[4:19] == b"Standard Jet DB"


def dumps(sections: Sequence[Document]) -> bytes:
    """Return the database for an event."""
    rows = database_rows(sections)
    return append(_template("pairs" if len(sections[0].movement.seat_names) == 2 else "individual"), rows)


def loads(data: bytes, *, source: str = "bws data") -> tuple[Document, ...]:
    """Return the sections of an event."""
    return sections_in(open_database(data, source))


@cache
def _template(kind: str) -> bytes:
    # TabScore reads an event as an individual if any South is not NULL, so pairs have none.
    shipped = resources.files("byestand.formats.bws") / "data" / f"{kind}-template.bws.xz"
    return lzma.decompress(shipped.read_bytes())


FORMAT = Format(
    name="bws",
    extension="bws",
    readers=phrase("Bridgemate, BridgeTab, TabScore"),
    looks_like=looks_like,
    loads=lambda data, source: loads(data, source=source),
    dumps=lambda documents: dumps(tuple(map(unfold_rounds, documents))),
    warnings=lambda documents: warnings(tuple(map(unfold_rounds, documents))),
    holds_many=True,
    holds_players=True,
    numbers_boards=True,
    board_by_board=True,
    leaves_out_waiting=True,
)

"""Bridgemate ``.bws``: what BridgeTab, TabScore, Magic Contest and Bridge+More read as well.

An Access 2000 database. Writing fills an empty one that ships with Byestand; reading is strict. No file has been loaded
into the real Windows programs yet; `warnings` says so too.
"""

import lzma
from collections.abc import Sequence
from functools import cache
from importlib import resources

from byestand.formats.bws.jet4 import opened
from byestand.formats.bws.jet4_write import append
from byestand.formats.bws.reading import sections_in
from byestand.formats.bws.writing import database_rows, warnings
from byestand.formats.document import Document
from byestand.formats.format import Format
from byestand.formats.single_players import unfolded

__all__ = ["FORMAT", "dumps", "loads", "looks_like", "warnings"]


def looks_like(data: bytes) -> bool:
    """Tell whether a file begins as an Access database does."""
    return data[4:19] == b"Standard Jet DB"


def dumps(sections: Sequence[Document]) -> bytes:
    """Return the database for an event."""
    rows = database_rows(sections)
    return append(_template("pairs" if len(sections[0].movement.seat_names) == 2 else "individual"), rows)


def loads(data: bytes, *, source: str = "bws data") -> tuple[Document, ...]:
    """Return the sections of an event."""
    return sections_in(opened(data, source))


@cache
def _template(kind: str) -> bytes:
    # TabScore takes an event for an individual as soon as a South is not NULL: pairs have none.
    shipped = resources.files("byestand.formats.bws") / "data" / f"{kind}-template.bws.xz"
    return lzma.decompress(shipped.read_bytes())


FORMAT = Format(
    name="bws",
    extension="bws",
    words="Bridgemate, BridgeTab, TabScore",
    looks_like=looks_like,
    loads=lambda data, source: loads(data, source=source),
    dumps=lambda documents: dumps(tuple(map(unfolded, documents))),
    warnings=lambda documents: warnings(tuple(map(unfolded, documents))),
    holds_many=True,
    holds_players=True,
    numbers_boards=True,
    board_by_board=True,
    leaves_out_waiting=True,
)

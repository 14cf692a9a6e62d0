"""Events to write as Bridgemate files, made from the formulas and not by Byestand's makers."""

import lzma
from collections.abc import Sequence
from importlib import resources

import numpy as np

from byestand.formats.bws.jet4_write import append
from byestand.formats.bws.writer import Row, database_rows
from byestand.formats.document import Document
from byestand.model.field import Field
from byestand.model.movement import Movement
from byestand.model.people import ContestantsByLabel
from byestand.model.walks import ring
from tests.support.documents import document_of


def section(
    letter: str, movement: Movement, boards: int, known: ContestantsByLabel | None = None, first: int = 1
) -> Document:
    """Return a section of an event."""
    return document_of(movement, boards, first=first, letter=letter, contestants=known)


def written_with(sections: Sequence[Document], table: str, row: int, **other: str | int) -> bytes:
    """Return an event of pairs as another program might have written it: with other values in a row of a table."""
    rows: dict[str, list[Row]] = {t: list(r) for t, r in database_rows(sections).items()}
    rows[table][row].update(other)
    return append(empty_database(), rows)


def empty_database() -> bytes:
    """Return the empty database for pairs that is part of the package."""
    return lzma.decompress((resources.files("byestand.formats.bws") / "data" / "pairs-template.bws.xz").read_bytes())


def web(tables: int, groups: int, *, whole: int, ends: int, rounds: int = 0) -> Movement:
    """Return the general Web of theory.md 2 without a skip: *whole* subsections, two of *ends*."""
    rounds = rounds or groups
    assert tables == whole * groups + 2 * ends
    assert groups % 2
    seats = np.zeros((rounds, tables, 2), dtype=np.int64)
    deals = np.zeros((rounds, tables), dtype=np.int64)
    for j in range(1, rounds + 1):
        for k in range(1, tables + 1):
            q = k - (tables - ends)
            up = ring(k + j - 1, groups)
            seats[j - 1, k - 1] = k, tables + ring(k - j + 1, tables)
            deals[j - 1, k - 1] = up if q < 1 else ring(ends - q - (j - 1), groups)
    return Movement(f"{tables} x {groups}", seats, deals, Field((tables, tables)), groups)


def rainbow(tables: int) -> Movement:
    """Return the individual of theory.md 12, for tables without a factor 2 or 3."""
    seats = np.zeros((tables, tables, 4), dtype=np.int64)
    deals = np.zeros((tables, tables), dtype=np.int64)
    for j in range(tables):
        for x in range(1, tables + 1):
            local = (x, x - j, x - 2 * j, x + 2 * j)
            seats[j, x - 1] = [i * tables + ring(n, tables) for i, n in enumerate(local)]
            deals[j, x - 1] = ring(x + j, tables)
    return Movement("rainbow", seats, deals, Field((4 * tables,)), tables)


def one_winner() -> Movement:
    """Return a part of a Howell: an empty table, a phantom (6), a table without boards."""
    seats = np.array([[[1, 2], [3, 4], [0, 0]], [[5, 0], [1, 3], [2, 4]]])
    deals = np.array([[1, 2, 0], [3, 0, 1]])
    return Movement("howell", seats, deals, Field((6,), frozenset({6})), 3)


EVENTS = {
    "an 18 x 13 Web": [section("A", web(18, 13, whole=0, ends=9), 2)],
    "a Mitchell and a Web": [
        section("A", web(13, 13, whole=1, ends=0), 2),
        section("B", web(18, 13, whole=0, ends=9), 2),
    ],
    "a 7-table individual": [section("A", rainbow(7), 3)],
    "an 11-table individual": [section("A", rainbow(11), 2)],
    "four sections of 45 tables": [section(letter, web(45, 15, whole=3, ends=0), 2) for letter in "ABCD"],
    "one winner, empty table, phantom": [section("A", one_winner(), 4)],
}

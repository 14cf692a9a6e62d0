"""Results as a night keeps them: rows of csv text under a heading, as `byestand score` reads them, always in one order.

Rows are words here. Who looks at cards and scores reads them with `formats.results`; the log has to know only which
rows came and which went.
"""

from bisect import insort
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from byestand.errors import BadRequest
from byestand.texts import plain_number

LAST = 1_000
"""Where rows stand of which nobody knows the round or the table."""


@dataclass(frozen=True, slots=True)
class Rows:
    """All rows that are known."""

    heading: str = ""
    rows: tuple[str, ...] = ()

    @classmethod
    def of(cls, text: str) -> "Rows":
        """Return the rows of csv text."""
        heading, *rows = text.split("\n")
        return cls(heading, tuple(sorted(filter(None, rows), key=_order)))

    @property
    def text(self) -> str:
        """The rows as csv text; nothing where there are none."""
        return "\n".join((self.heading, *self.rows, "")) if self.heading else ""

    def without(self, gone: Sequence[str]) -> "Rows":
        """Return the rows without some, each of which is there."""
        left = list(self.rows)
        for row in gone:
            try:
                left.remove(row)
            except ValueError:
                said = f"a result that was to be changed is another one by now, so nothing was: {row[:60]!r}"
                raise BadRequest(said) from None
        return Rows(self.heading, tuple(left)) if left else Rows()

    def with_more(self, heading: str, new: Sequence[str]) -> "Rows":
        """Return the rows with more of them."""
        if not new:
            return self
        if self.rows and heading != self.heading:
            raise BadRequest("results of pairs and of single players are kept in nights of their own")
        rows = list(self.rows)
        for row in new:
            insort(rows, row, key=_order)  # one row comes at a time, and there are thousands
        return Rows(heading, tuple(rows))

    def at_the_tables_of(self, rows: Sequence[str]) -> tuple[str, ...]:
        """Return what is known of the tables and boards that some rows speak of."""
        places = set(map(_place, rows))
        return tuple(row for row in self.rows if _place(row) in places)

    def less(self, other: "Rows") -> tuple[str, ...]:
        """Return the rows that another lacks."""
        return tuple((Counter(self.rows) - Counter(other.rows)).elements())


def _order(row: str) -> tuple[str, int, int, int, str]:
    """Section by section and board by board, as they were played."""
    section, round, table, board, rest = (*row.split(",", 4), "", "", "", "")[:5]
    numbers = [plain_number(text) for text in (board, round, table)]
    played, when, where = (LAST if number is None else number for number in numbers)
    return section, played, when, where, rest


def _place(row: str) -> tuple[str, ...]:
    """Section, round, table and board."""
    return tuple(row.split(",", 4)[:4])

"""A spreadsheet (.xlsx) of movements as directors lay them out: one row a table, one column group a round.

Under a heading ``Round 1`` stand ``NS EW Group``, or ``N S E W Group`` for individuals; ``Boards`` instead of
``Group`` when the boards per round are known, and cells like 5-6. ``-`` is nobody or no boards; boards in brackets lie
there unplayed. Lines below what is printed say what the rows do not (`about`). Not kept is the
layout: bye stands and the skip are there to be looked at, and checked on reading only to be boards.
"""

import re
from collections.abc import Sequence

from byestand.errors import BadRequest, CannotExpress, FormatError
from byestand.formats.cells import grids, group_of
from byestand.formats.document import MAY_BE_MEANT, Document, read_section
from byestand.formats.format import Format
from byestand.formats.xlsx.about import About, read_about
from byestand.formats.xlsx.page import SEATS, SKIP, TABLE, headings, page_of
from byestand.formats.xlsx.reader import Sheet, read_sheets
from byestand.formats.xlsx.workbook import bytes_of
from byestand.model.boards import Boards
from byestand.model.movement import MOST_GROUPS, Movement
from byestand.texts import plain_number, title_line
from byestand.verify.people import NEVER_SEATED

MOST_SHEETS = 250
MOST_CELLS = 200_000
"""In all sheets together; the reader has a limit too, and what is written must be read again."""
LONGEST_NAME = 31
_NOT_IN_A_NAME = "[]:*?/\\'"
_TABLE = re.compile(r"([1-9][0-9]{0,2})\*?", re.ASCII)
_STAND = re.compile(r"bye [1-9][0-9]{0,3}", re.ASCII)
_BOARDS = re.compile(r"([1-9][0-9]{0,4})(?:-([1-9][0-9]{0,4}))?", re.ASCII)


def looks_like(data: bytes) -> bool:
    """Tell whether a file may be a spreadsheet, whole or cut off: a zip archive with the parts list of one."""
    return data.startswith(b"PK\x03\x04") and b"[Content_Types].xml" in data and b"xl/" in data


def dumps(documents: Sequence[Document]) -> bytes:
    """Return movements as the bytes of a spreadsheet, the same for the same movements."""
    if not 1 <= len(documents) <= MOST_SHEETS:
        raise CannotExpress(f"a spreadsheet has 1 to {MOST_SHEETS} movements, a sheet each, not {len(documents)}")
    for document in documents:
        if document.movement.groups.max() > MOST_GROUPS:
            raise CannotExpress(f"a spreadsheet has deal groups up to {MOST_GROUPS}")
    names = _sheet_names(documents)
    pages = [page_of(document, name) for document, name in zip(documents, names, strict=True)]
    if sum(len(sheet.cells) for sheet in pages) > MOST_CELLS:
        raise CannotExpress(f"too much for one spreadsheet, over {MOST_CELLS:,} cells; write several")
    return bytes_of(pages)


def loads(data: bytes, *, source: str = "xlsx data") -> tuple[Document, ...]:
    """Return the movements in the bytes of a spreadsheet; what does not fit is refused with its sheet and cell."""
    documents = tuple(_document(sheet) for sheet in read_sheets(data, source) if sheet.cells)
    if not documents:
        raise FormatError(source, "there is no movement in it: every sheet is empty")
    return documents


def _sheet_names(documents: Sequence[Document]) -> list[str]:
    """Return a name for each sheet: its section or its movement, all different and as Excel allows them."""
    names: list[str] = []
    reserved = {"history"}  # by Excel
    for document in documents:
        wanted = f"Section {document.section.letter}" if document.section.letter else document.called
        base = "".join(" " if c in _NOT_IN_A_NAME else c for c in title_line(wanted)).strip() or "Movement"
        taken = reserved.union(name.casefold() for name in names)
        endings = ("", *(f" ({i})" for i in range(2, len(documents) + 2)))
        tries = (_cut(base, LONGEST_NAME - len(ending)).strip() + ending for ending in endings)
        names.append(next(name for name in tries if name.casefold() not in taken))
    return names


def _cut(text: str, length: int) -> str:
    """Return the beginning of a text, of a length as Excel counts it: in units of UTF-16."""
    return text.encode("utf-16-le")[: 2 * length].decode("utf-16-le", errors="ignore")


def _document(sheet: Sheet) -> Document:
    about = read_about(sheet)
    cells = _Rows(sheet, about).cells
    seats, groups = grids(cells, about.field)
    try:
        movement = Movement(
            title=about.title,
            seats=seats,
            groups=groups,
            field=about.field,
            deal_groups=about.deal_groups,
            name=about.name,
            claims=about.claims,
        )
    except BadRequest as bad:
        raise FormatError(sheet.source, f"{sheet.title}: {bad}") from bad
    # Who is missing is no surprise where the sheet itself says so.
    forgiven = MAY_BE_MEANT | about.meant | ({NEVER_SEATED} if about.field.missing else set())
    return Document(read_section(movement, about.boards, letter=about.section, forgiven=forgiven))


class _Rows:
    """The headings and rows of a sheet; every cell between them must be understood."""

    def __init__(self, sheet: Sheet, about: About) -> None:
        self.cells: dict[tuple[int, int], tuple[int, ...]] = {}
        self._sheet, self._about = sheet, about
        self._head = self._heading_row()
        self._understood = {(self._head, 1)}
        kind = sheet.text(self._head + 1, 2).upper()
        seats = next((number for number, names in SEATS.items() if names[0] == kind), 0)
        if not seats:
            sheet.refuse(self._head + 1, 2, "expected NS, or N for individuals")
        self._headings = headings(seats, about.boards)
        self._columns = self._rounds()
        bottom = self._tables()
        for row, column in sorted(sheet.cells):
            if self._head <= row <= bottom and (row, column) not in self._understood:
                sheet.refuse(row, column, "expected nothing here")

    def _heading_row(self) -> int:
        first, second = TABLE, "Round 1"
        rows = [row for row, column in self._sheet.cells if column == 1 and self._is(row, 1, first)]
        rows = [row for row in rows if self._is(row, 2, second)]  # a title may be any word
        if len(rows) != 1:
            reason = f"expected one row with the headings {first!r} and {second!r} in columns A and B, not {len(rows)}"
            self._sheet.refuse(max(rows, default=1), 1, reason)
        return rows[0]

    def _is(self, row: int, column: int, word: str) -> bool:
        return self._sheet.text(row, column).casefold() == word.casefold()

    def _expect(self, row: int, column: int, word: str) -> None:
        if not self._is(row, column, word):
            self._sheet.refuse(row, column, f"expected the heading {word!r}")
        self._understood.add((row, column))

    def _rounds(self) -> list[int]:
        """Return the first column of every round."""
        found, column = [], 2
        for round in range(1, self._about.rounds + 1):
            if round > 1 and self._is(self._head, column, SKIP):
                self._understood.add((self._head, column))
                column += 1
            self._expect(self._head, column, f"Round {round}")
            for i, heading in enumerate(self._headings):
                self._expect(self._head + 1, column + i, heading)
            found.append(column)
            column += len(self._headings)
        return found

    def _tables(self) -> int:
        """Read the rows down to the first that has no label; return the last of them."""
        wanted = set(range(1, self._about.tables + 1))
        row = self._head + 2
        while label := self._sheet.text(row, 1):
            self._understood.add((row, 1))
            found = _TABLE.fullmatch(label)
            if found and int(found[1]) in wanted:
                wanted.remove(int(found[1]))
                for round, column in enumerate(self._columns, start=1):
                    self.cells[round, int(found[1])] = self._table(row, column)
            elif _STAND.fullmatch(label):
                for column in self._columns:
                    self._group(row, column + len(self._headings) - 1)
            else:
                due = f"table {min(wanted)}" if wanted else "no more tables"
                self._sheet.refuse(row, 1, f"expected {due}, or a bye stand like bye 1")
            row += 1
        if wanted:
            self._sheet.refuse(row, 1, f"expected table {min(wanted)}")
        return row - 1

    def _table(self, row: int, column: int) -> tuple[int, ...]:
        seats = len(self._headings) - 1
        who = (self._contestant(row, column + seat, seat) for seat in range(seats))
        return (*who, self._group(row, column + seats))

    def _contestant(self, row: int, column: int, seat: int) -> int:
        self._understood.add((row, column))
        field, text = self._about.field, self._sheet.text(row, column)
        most = field.lines[seat] if len(field.lines) == 2 else field.size
        number = plain_number(text) or 0
        if text != "-" and not 1 <= number <= most:
            self._sheet.refuse(row, column, f"expected a number from 1 to {most}, or - for nobody")
        return number

    def _group(self, row: int, column: int) -> int:
        """Return the deal group that a cell names by its number or by its boards."""
        self._understood.add((row, column))
        boards = self._about.boards or Boards(1)
        text = self._sheet.text(row, column)
        found = _BOARDS.fullmatch(text[1:-1] if text[:1] + text[-1:] == "()" else text)
        group = group_of(boards, int(found[1]), int(found[2] or found[1])) if found else 0 if text == "-" else None
        if group is None:
            first, last = boards.numbers(2)
            what = f"{boards.per_round} boards of a group, like {first}-{last}" if boards.per_round > 1 else "a number"
            highest = boards.numbers(MOST_GROUPS)[1]
            self._sheet.refuse(row, column, f"expected {what}, up to {highest}, or - for none")
        return group


FORMAT = Format(
    name="xlsx",
    extension="xlsx",
    words="a spreadsheet as directors lay it out",
    looks_like=looks_like,
    loads=lambda data, source: loads(data, source=source),
    dumps=dumps,
    media="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    holds_many=True,
    numbers_boards=True,
    tells_revenge=True,
)

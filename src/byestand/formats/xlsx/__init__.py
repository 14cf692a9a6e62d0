"""A spreadsheet (.xlsx) of movements in the usual layout of directors: one row per table, one column group per round.

A heading ``Round 1`` has the columns ``NS EW Group``, or ``N S E W Group`` for individuals; ``Boards`` instead of
``Group`` if the boards per round are known, with cells such as 5-6. ``-`` is nobody or no boards; boards in brackets
are not played. Lines below the printed area contain the rest (`metadata`). The layout is not read back: bye stands and
the skip are shown for people, and the reader only checks that they are boards.
"""

import re
from collections.abc import Sequence

from byestand.errors import BadRequest, CannotExpress, FormatError
from byestand.formats.document import MAY_BE_MEANT, Document, read_section
from byestand.formats.format import Format
from byestand.formats.grid_builder import grids, group_of
from byestand.formats.xlsx.metadata import SheetMetadata, read_about
from byestand.formats.xlsx.sheet_layout import SEATS, SKIP, TABLE, headings, page_of
from byestand.formats.xlsx.workbook import bytes_of
from byestand.formats.xlsx.worksheet_reader import Worksheet, read_sheets
from byestand.language import phrase, say
from byestand.model.boards import Boards
from byestand.model.movement import MAX_GROUPS, Movement
from byestand.sanitize import plain_number, title_line
from byestand.verify.people import NEVER_SEATED

MAX_SHEETS = 250
MAX_CELLS = 200_000
"""In all sheets together; the reader has the same limit."""
LONGEST_NAME = 31
_NOT_IN_A_NAME = "[]:*?/\\'"
_TABLE = re.compile(r"([1-9][0-9]{0,2})\*?", re.ASCII)
_STAND = re.compile(r"bye [1-9][0-9]{0,3}", re.ASCII)
_BOARDS = re.compile(r"([1-9][0-9]{0,4})(?:-([1-9][0-9]{0,4}))?", re.ASCII)


def looks_like(data: bytes) -> bool:
    """Return whether a file may be a spreadsheet, complete or truncated: a zip archive with its parts list."""
    return data.startswith(b"PK\x03\x04") and b"[Content_Types].xml" in data and b"xl/" in data


def dumps(documents: Sequence[Document]) -> bytes:
    """Return movements as the bytes of a spreadsheet, the same for the same movements."""
    if not 1 <= len(documents) <= MAX_SHEETS:
        raise CannotExpress(
            say(
                "a spreadsheet has 1 to {limit} movements, 1 per sheet, not {count}",
                limit=MAX_SHEETS,
                count=len(documents),
            )
        )
    for document in documents:
        if document.movement.groups.max() > MAX_GROUPS:
            raise CannotExpress(say("a spreadsheet has deal groups up to {limit}", limit=MAX_GROUPS))
    names = _sheet_names(documents)
    pages = [page_of(document, name) for document, name in zip(documents, names, strict=True)]
    if sum(len(sheet.cells) for sheet in pages) > MAX_CELLS:
        raise CannotExpress(say("more than {limit:,} cells; write several spreadsheets", limit=MAX_CELLS))
    return bytes_of(pages)


def loads(data: bytes, *, source: str = "xlsx data") -> tuple[Document, ...]:
    """Return the movements in the bytes of a spreadsheet; raise with the sheet and cell of an error."""
    documents = tuple(_document(sheet) for sheet in read_sheets(data, source) if sheet.cells)
    if not documents:
        raise FormatError(source, say("the file has no movement: every sheet is empty"))
    return documents


def _sheet_names(documents: Sequence[Document]) -> list[str]:
    """Return a name for each sheet, its section or its movement, all different and valid in Excel."""
    names: list[str] = []
    reserved = {"history"}  # by Excel
    for document in documents:
        title = f"Section {document.section.letter}" if document.section.letter else document.display_title
        base = "".join(" " if c in _NOT_IN_A_NAME else c for c in title_line(title)).strip() or "Movement"
        taken = reserved.union(name.casefold() for name in names)
        endings = ("", *(f" ({i})" for i in range(2, len(documents) + 2)))
        tries = (_cut(base, LONGEST_NAME - len(ending)).strip() + ending for ending in endings)
        names.append(next(name for name in tries if name.casefold() not in taken))
    return names


def _cut(text: str, length: int) -> str:
    """Return the start of a text, with a length in units of UTF-16 as in Excel."""
    return text.encode("utf-16-le")[: 2 * length].decode("utf-16-le", errors="ignore")


def _document(sheet: Worksheet) -> Document:
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
    # A missing pair is no finding if the sheet declares it.
    forgiven = MAY_BE_MEANT | about.meant | ({NEVER_SEATED} if about.field.missing else set())
    return Document(read_section(movement, about.boards, letter=about.section, forgiven=forgiven))


class _Rows:
    """The headings and rows of a sheet; every cell between them must be valid."""

    def __init__(self, sheet: Worksheet, about: SheetMetadata) -> None:
        self.cells: dict[tuple[int, int], tuple[int, ...]] = {}
        self._sheet, self._about = sheet, about
        self._head = self._heading_row()
        self._understood = {(self._head, 1)}
        kind = sheet.text(self._head + 1, 2).upper()
        seats = next((number for number, names in SEATS.items() if names[0] == kind), 0)
        if not seats:
            sheet.refuse(self._head + 1, 2, say("expected NS, or N for individuals"))
        self._headings = headings(seats, about.boards)
        self._columns = self._rounds()
        bottom = self._tables()
        for row, column in sorted(sheet.cells):
            if self._head <= row <= bottom and (row, column) not in self._understood:
                sheet.refuse(row, column, say("expected an empty cell"))

    def _heading_row(self) -> int:
        first, second = TABLE, "Round 1"
        rows = [row for row, column in self._sheet.cells if column == 1 and self._is(row, 1, first)]
        rows = [row for row in rows if self._is(row, 2, second)]  # a title may be any word
        if len(rows) != 1:
            reason = say(
                "expected 1 row with the headings {first!r} and {second!r} in columns A and B, not {count}",
                first=first,
                second=second,
                count=len(rows),
            )
            self._sheet.refuse(max(rows, default=1), 1, reason)
        return rows[0]

    def _is(self, row: int, column: int, word: str) -> bool:
        return self._sheet.text(row, column).casefold() == word.casefold()

    def _expect(self, row: int, column: int, word: str) -> None:
        if not self._is(row, column, word):
            self._sheet.refuse(row, column, say("expected the heading {heading!r}", heading=word))
        self._understood.add((row, column))

    def _rounds(self) -> list[int]:
        """Return the first column of every round."""
        columns, column = [], 2
        for round in range(1, self._about.rounds + 1):
            if round > 1 and self._is(self._head, column, SKIP):
                self._understood.add((self._head, column))
                column += 1
            self._expect(self._head, column, f"Round {round}")
            for i, heading in enumerate(self._headings):
                self._expect(self._head + 1, column + i, heading)
            columns.append(column)
            column += len(self._headings)
        return columns

    def _tables(self) -> int:
        """Read the rows down to the first without a label; return the last of them."""
        missing = set(range(1, self._about.tables + 1))
        row = self._head + 2
        while label := self._sheet.text(row, 1):
            self._understood.add((row, 1))
            table = _TABLE.fullmatch(label)
            if table and int(table[1]) in missing:
                missing.remove(int(table[1]))
                for round, column in enumerate(self._columns, start=1):
                    self.cells[round, int(table[1])] = self._table(row, column)
            elif _STAND.fullmatch(label):
                for column in self._columns:
                    self._group(row, column + len(self._headings) - 1)
            elif missing:
                self._sheet.refuse(row, 1, say("expected table {table}, or a stand such as bye 1", table=min(missing)))
            else:
                self._sheet.refuse(row, 1, say("expected no more tables, or a stand such as bye 1"))
            row += 1
        if missing:
            self._sheet.refuse(row, 1, say("expected table {table}", table=min(missing)))
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
            self._sheet.refuse(row, column, say("expected a number from 1 to {limit}, or - for nobody", limit=most))
        return number

    def _group(self, row: int, column: int) -> int:
        """Return the deal group of a cell, which has its number or its boards."""
        self._understood.add((row, column))
        boards = self._about.boards or Boards(1)
        text = self._sheet.text(row, column)
        span = _BOARDS.fullmatch(text[1:-1] if text[:1] + text[-1:] == "()" else text)
        group = group_of(boards, int(span[1]), int(span[2] or span[1])) if span else 0 if text == "-" else None
        if group is None:
            first, last = boards.numbers(2)
            highest = boards.numbers(MAX_GROUPS)[1]
            if boards.per_round > 1:
                reason = say(
                    "expected {boards} boards of a group such as {first}-{last}, up to {highest}, or - for none",
                    boards=boards.per_round,
                    first=first,
                    last=last,
                    highest=highest,
                )
            else:
                reason = say("expected a number up to {highest}, or - for none", highest=highest)
            self._sheet.refuse(row, column, reason)
        return group


FORMAT = Format(
    name="xlsx",
    extension="xlsx",
    readers=phrase("spreadsheet, one row per table"),
    looks_like=looks_like,
    loads=lambda data, source: loads(data, source=source),
    dumps=dumps,
    media="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    holds_many=True,
    numbers_boards=True,
    tells_revenge=True,
)

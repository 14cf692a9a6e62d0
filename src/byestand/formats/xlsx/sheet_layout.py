"""A movement on a sheet: one row per table, one column group per round, bye stands in between.

Texts of the sheet are not translated.
"""

import textwrap
from collections.abc import Iterable, Iterator
from dataclasses import replace

from byestand.flow.chart import ChartLine
from byestand.flow.rover import parties
from byestand.formats.document import Document
from byestand.formats.xlsx.metadata import INVITATION, about_lines
from byestand.formats.xlsx.workbook import CellStyle, WorksheetPage
from byestand.model.boards import Boards
from byestand.sentences.boards import board_range
from byestand.sentences.charts import chart
from byestand.words.titles import title_of

SEATS = {2: ("NS", "EW"), 4: ("N", "S", "E", "W")}
"""The names of the seats in the headings, for pairs and for individuals."""
TITLE_ROW, SUBTITLE_ROW, HEADING_ROW, SEATS_ROW, FIRST_ROW = 1, 2, 3, 4, 5
TABLE = "Table"
SKIP = "skip"

DARK, GREY, LINE, BAND, AMBER = "1F3864", "7F7F7F", "D0D7E2", "EEF3FA", "FFE699"
NOTES_WIDTH = 120
"""Notes wrap at this number of characters, or at the width of the rows if that is larger."""
POINTS_PER_CHARACTER = 5.6
PAGE_RATIO = 0.64
"""Height by width of the printed area on landscape A4; a little less, for other paper sizes."""

_TITLE = CellStyle(size=16, bold=True, ink=DARK, align="left")
_SUBTITLE = CellStyle(ink=GREY, align="left")
_HEADING = CellStyle(bold=True, ink="FFFFFF", fill=DARK, left_border_colour="FFFFFF")
_SEATS = CellStyle(size=10, bold=True, ink=DARK, fill=LINE, under=DARK)
_SKIP = CellStyle(bold=True, fill=AMBER, turned=True)
_NOTE = CellStyle(size=10, align="left")
_ABOUT = CellStyle(size=8, ink="A6A6A6", align="left")


def headings(seats: int, boards: Boards | None) -> tuple[str, ...]:
    """Return the headings of the columns of a round."""
    return (*SEATS[seats], "Boards" if boards else "Group")


def page_of(document: Document, name: str) -> WorksheetPage:
    """Return the sheet of a movement."""
    return _Painter(document, name).page


class _Painter:
    """Fills a page from top to bottom."""

    def __init__(self, document: Document, name: str) -> None:
        self.page = WorksheetPage(name)
        self._movement = document.movement
        self._boards = document.section.boards
        self._headings = headings(document.movement.seats.shape[2], self._boards)
        self._rovers = {party.pair for party in parties(document.movement)}
        self._chart = chart(document.movement, self._boards, everybody=True)
        self._skip = self._chart.skip or None
        self._put(TITLE_ROW, 1, _title(document), _TITLE, height=28)
        self._put(SUBTITLE_ROW, 1, _subtitle(document), _SUBTITLE, height=22)
        self._widths()
        last_row = self._rows()
        self._heads(last_row)
        bottom = self._lines(last_row + 2, self._notes(), _NOTE)
        self._heights(last_row, bottom)
        self.page.frozen = SEATS_ROW, 1
        self.page.repeated_rows = HEADING_ROW, SEATS_ROW
        self.page.print_area_end = bottom, self._last_printed()
        self._lines(bottom + 2, [INVITATION, *about_lines(document)], _ABOUT)

    def _put(self, row: int, column: int, value: int | str, look: CellStyle, *, height: float = 0) -> None:
        self.page.cells[row, column] = value, look
        if height:
            self.page.heights[row] = height

    def _first_column(self, round: int) -> int:
        """Return the first column of a round; there may be a column for the skip between two rounds."""
        return 2 + (round - 1) * len(self._headings) + int(self._skip is not None and round > self._skip)

    def _rows(self) -> int:
        """Add every table with the bye stands below it; return the last row."""
        rows = [row for row in self._chart.rows if row.table or row.is_stand]
        for number, row in enumerate(rows, start=FIRST_ROW):
            under = DARK if row is rows[-1] else LINE
            (self._stand if row.is_stand else self._table)(number, row, under)
        return SEATS_ROW + len(rows)

    def _table(self, number: int, row: ChartLine, under: str) -> None:
        self._put(number, 1, _figure(row.label), CellStyle(bold=True, fill=LINE, under=under))
        for round, (*seats, group) in enumerate(row.cells, start=1):
            column, fill = self._first_column(round), _band(round)
            here = self._movement.seats[round - 1, row.table - 1].tolist()
            for seat, (contestant, text) in enumerate(zip(here, seats, strict=True)):
                is_rover = contestant in self._rovers
                edge = "" if seat else DARK
                look = CellStyle(fill=AMBER if is_rover else fill, bold=is_rover, left_border_colour=edge, under=under)
                self._put(number, column + seat, _figure(text), look)
            boards = "-" if group == "(-)" else group
            plays = not boards.startswith("(")
            look = CellStyle(ink=DARK if plays else GREY, bold=plays, fill=fill, under=under, text=self._as_text)
            self._put(number, column + len(seats), _figure(boards), look)

    def _stand(self, number: int, row: ChartLine, under: str) -> None:
        self._put(number, 1, row.label, CellStyle(size=10, italic=True, ink=GREY, under=under))
        for round, (*blanks, group) in enumerate(row.cells, start=1):
            column, fill = self._first_column(round), _band(round)
            for i, blank in enumerate(blanks):
                self._put(
                    number, column + i, blank, CellStyle(fill=fill, left_border_colour="" if i else DARK, under=under)
                )
            look = CellStyle(size=10, italic=True, ink=GREY, fill=fill, under=under, text=self._as_text)
            self._put(number, column + len(blanks), _figure(group), look)

    @property
    def _as_text(self) -> bool:
        return self._boards is not None and self._boards.per_round > 1

    def _heads(self, bottom: int) -> None:
        cells, merges, width = self.page.cells, self.page.merges, len(self._headings)
        for row in (HEADING_ROW, SEATS_ROW):
            self._put(row, 1, TABLE if row == HEADING_ROW else "", _HEADING, height=20)
        merges.append((HEADING_ROW, 1, SEATS_ROW, 1))
        for round in range(1, self._movement.rounds + 1):
            first = self._first_column(round)
            for i, heading in enumerate(self._headings):
                cells[HEADING_ROW, first + i] = "" if i else f"Round {round}", _HEADING
                cells[SEATS_ROW, first + i] = heading, replace(_SEATS, left_border_colour="" if i else DARK)
            merges.append((HEADING_ROW, first, HEADING_ROW, first + width - 1))
        if self._skip is not None:
            column = self._first_column(self._skip + 1) - 1
            for row in range(HEADING_ROW, bottom + 1):
                cells[row, column] = SKIP if row == HEADING_ROW else "", _SKIP
            merges.append((HEADING_ROW, column, bottom, column))

    def _widths(self) -> None:
        """Set all columns of a kind to the width of the widest."""
        movement, widths = self._movement, self.page.widths
        widest_pair = len(str(max(movement.field.number(c) for c in range(movement.field.size + 1))))
        widest_boards = len(board_range(int(movement.groups.max()), self._boards))
        brackets = 0 if movement.played_mask.all() else 2
        needed = [*[widest_pair] * (len(self._headings) - 1), widest_boards + brackets]
        widths[1] = 7.5
        for round in range(1, movement.rounds + 1):
            for i, (heading, length) in enumerate(zip(self._headings, needed, strict=True)):
                widths[self._first_column(round) + i] = max(len(heading), length) + 1.8
        if self._skip is not None:
            widths[self._first_column(self._skip + 1) - 1] = 3.5

    def _heights(self, last_row: int, bottom: int) -> None:
        """Set the row heights to fill the page, whose scale depends on its width."""
        width = POINTS_PER_CHARACTER * max(NOTES_WIDTH, sum(self.page.widths.values()))
        room = PAGE_RATIO * width - sum(self.page.heights.values()) - 15 * (bottom - last_row)
        each = min(27, max(17, room // (last_row - SEATS_ROW)))
        for row in range(FIRST_ROW, last_row + 1):
            self.page.heights[row] = each

    def _last_printed(self) -> int:
        """Return the last printed column; with few rounds columns are added for the notes."""
        last, width = max(self.page.widths), sum(self.page.widths.values())
        while width < NOTES_WIDTH:
            last, width = last + 1, width + 8
            self.page.widths[last] = 8
        return last

    def _lines(self, row: int, lines: Iterable[str], look: CellStyle) -> int:
        """Add lines of text below each other; return the last row."""
        for text in lines:
            self._put(row, 1, text, look)
            row += 1
        return row - 1

    def _notes(self) -> Iterator[str]:
        width = max(NOTES_WIDTH, int(sum(self.page.widths.values())))
        for note in self._chart.notes:
            yield from textwrap.wrap(note, width)


def _title(document: Document) -> str:
    section = f"Section {document.section.letter}: " if document.section.letter else ""
    return section + (title_of(document.movement) or "Movement")


def _subtitle(document: Document) -> str:
    movement, boards = document.movement, document.section.boards
    layout = movement.layout
    parts = [movement.name] if movement.name else []
    if layout:
        parts.append(layout.pattern)
        parts.append(f"{len(layout.cases)} case{'s' * (len(layout.cases) > 1)} of boards")
    if boards:
        parts.append(f"boards {boards.first}-{boards.all(movement.deal_groups)[-1]}, {boards.per_round} a round")
    return "  ·  ".join(parts)


def _figure(text: str) -> int | str:
    """Return the value of a cell: a number if the text is one."""
    return int(text) if text.isdigit() else text


def _band(round: int) -> str:
    return "" if round % 2 else BAND

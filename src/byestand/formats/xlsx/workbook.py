"""From pages of styled cells to the bytes of a workbook (.xlsx), with XlsxWriter; independent of bridge."""

import io
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import TYPE_CHECKING

from byestand.errors import CannotExpress
from byestand.formats.xlsx.worksheet_reader import MAX_CELL_CHARS, cell_name
from byestand.language import say
from byestand.sanitize import is_like_formula

if TYPE_CHECKING:
    from xlsxwriter import Workbook
    from xlsxwriter.format import Format
    from xlsxwriter.worksheet import Worksheet

FONT = "Arial"  # available on every system, or with a substitute of the same widths
GENERAL, TEXT = 0, 49  # numbers of the built-in number formats
A4 = 9
PIXELS_PER_CHARACTER = 7
BEGINNING = datetime(1980, 1, 1)  # noqa: DTZ001 - a workbook has no time zone
"""The creation time of every workbook, so that the same pages always give the same bytes."""


@dataclass(frozen=True, slots=True)
class CellStyle:
    """The style of a cell. Colours have the form ``RRGGBB``."""

    size: int = 11
    bold: bool = False
    italic: bool = False
    ink: str = "000000"
    fill: str = ""
    align: str = "center"
    turned: bool = False
    """Whether the text runs upwards."""
    left_border_colour: str = ""
    """The colour of the line on the left."""
    under: str = ""
    """The colour of the line below."""
    text: bool = False
    """Whether typed input stays text, so that 5-6 does not become a date."""
    guarded: bool = False
    """Whether the cell stays text when edited, although it starts as a formula does."""

    def properties(self) -> dict[str, object]:
        """Return the style as properties of XlsxWriter."""
        plain = {
            "font_name": FONT,
            "font_size": self.size,
            "bold": self.bold,
            "italic": self.italic,
            "font_color": f"#{self.ink}",
            "align": self.align,
            "valign": "vcenter",
            "rotation": 90 if self.turned else 0,
            "num_format": TEXT if self.text else GENERAL,
        }
        fill = {"bg_color": f"#{self.fill}"} if self.fill else {}
        left = {"left": 1, "left_color": f"#{self.left_border_colour}"} if self.left_border_colour else {}
        under = {"bottom": 1, "bottom_color": f"#{self.under}"} if self.under else {}
        guarded = {"quote_prefix": True} if self.guarded else {}
        return plain | fill | left | under | guarded


@dataclass(slots=True)
class WorksheetPage:
    """A sheet: cells by row and column, from 1, and its view and print settings."""

    name: str
    cells: dict[tuple[int, int], tuple[int | str, CellStyle]] = field(default_factory=dict)
    widths: dict[int, float] = field(default_factory=dict)
    """Widths of columns in characters, margins included."""
    heights: dict[int, float] = field(default_factory=dict)
    """Heights of rows in points."""
    merges: list[tuple[int, int, int, int]] = field(default_factory=list)
    """First row, first column, last row, last column."""
    frozen: tuple[int, int] = (1, 1)
    """The number of frozen rows and columns."""
    repeated_rows: tuple[int, int] = (1, 1)
    """The first and the last row printed on every page."""
    print_area_end: tuple[int, int] = (1, 1)
    """The last printed row and column."""


def bytes_of(pages: Sequence[WorksheetPage]) -> bytes:
    """Return the bytes of a workbook, the same for the same pages."""
    from xlsxwriter import Workbook  # noqa: PLC0415 - imported only when a spreadsheet is written

    out = io.BytesIO()
    usual = {"font_name": FONT, "font_size": 11, "font_scheme": "none"}
    # in memory, because temporary files would add their times to the zip
    with Workbook(out, {"in_memory": True, "default_format_properties": usual}) as book:
        book.set_properties({"created": BEGINNING})
        looks: dict[CellStyle, Format] = {}
        for page in pages:
            _fill(book.add_worksheet(page.name), page, book, looks)
    return out.getvalue()


def _fill(sheet: "Worksheet", page: WorksheetPage, book: "Workbook", looks: "dict[CellStyle, Format]") -> None:
    for top, left, bottom, right in page.merges:
        sheet.merge_range(top - 1, left - 1, bottom - 1, right - 1, "")
    for (row, column), (value, plain) in sorted(page.cells.items()):
        look = replace(plain, guarded=isinstance(value, str) and len(value) > 1 and is_like_formula(value))
        if look not in looks:
            looks[look] = book.add_format(look.properties())
        _put(sheet, row - 1, column - 1, value, looks[look])
    for column, width in page.widths.items():
        sheet.set_column_pixels(column - 1, column - 1, round(width * PIXELS_PER_CHARACTER))
    for row, height in page.heights.items():
        sheet.set_row(row - 1, height)
    _set_up(sheet, page)


def _put(sheet: "Worksheet", row: int, column: int, value: int | str, look: "Format") -> None:
    if isinstance(value, int):
        sheet.write_number(row, column, value, look)
    elif not value:
        sheet.write_blank(row, column, None, look)
    elif len(value) > MAX_CELL_CHARS:
        raise CannotExpress(
            say("a spreadsheet cell has at most {limit} characters: {text!r}", limit=MAX_CELL_CHARS, text=value[:40])
        )
    elif value.startswith("<r>") and value.endswith("</r>"):
        # XlsxWriter would read it as its own mark-up for rich text, so it is written as rich text.
        sheet.write_rich_string(row, column, value[:1], value[1:2], value[2:], look)
    else:
        sheet.write_string(row, column, value, look)


def _set_up(sheet: "Worksheet", page: WorksheetPage) -> None:
    """Set a sheet up for scrolling and for printing one page wide."""
    sheet.hide_gridlines(2)
    sheet.freeze_panes(*page.frozen)
    sheet.set_landscape()
    sheet.set_paper(A4)
    sheet.fit_to_pages(1, 0)
    sheet.set_margins(left=0.4, right=0.4, top=0.5, bottom=0.6)
    sheet.center_horizontally()
    sheet.set_footer("&L&8Byestand&C&8&A&R&8&P / &N")
    sheet.repeat_rows(page.repeated_rows[0] - 1, page.repeated_rows[1] - 1)
    sheet.repeat_columns(0, 0)
    sheet.print_area(0, 0, page.print_area_end[0] - 1, page.print_area_end[1] - 1)
    last = max(row for row, _ in page.cells), max(column for _, column in page.cells)
    everywhere = f"A1:{cell_name(*last)}"
    sheet.ignore_errors({"number_stored_as_text": everywhere, "two_digit_text_year": everywhere})

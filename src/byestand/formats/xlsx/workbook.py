"""From pages of styled cells to the bytes of a workbook (.xlsx), written by XlsxWriter; nothing about bridge."""

import io
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import TYPE_CHECKING

from byestand.errors import CannotExpress
from byestand.formats.xlsx.reader import MOST_LETTERS, cell_name
from byestand.texts import is_like_formula

if TYPE_CHECKING:
    from xlsxwriter import Workbook
    from xlsxwriter.format import Format
    from xlsxwriter.worksheet import Worksheet

FONT = "Arial"  # on every system, or with a substitute of the same widths
GENERAL, TEXT = 0, 49  # number formats that every spreadsheet knows by these numbers
A4 = 9
PIXELS_PER_CHARACTER = 7
BEGINNING = datetime(1980, 1, 1)  # noqa: DTZ001 - a workbook knows no time zone, and this one no time
"""When every workbook says it was made: the same pages give the same bytes whenever and wherever."""


@dataclass(frozen=True, slots=True)
class Look:
    """How a cell looks. Colours are like ``RRGGBB``."""

    size: int = 11
    bold: bool = False
    italic: bool = False
    ink: str = "000000"
    fill: str = ""
    align: str = "center"
    turned: bool = False
    """Whether the text runs upwards."""
    left: str = ""
    """The colour of the line on the left."""
    under: str = ""
    """The colour of the line below."""
    text: bool = False
    """Whether what is typed there stays as it is: 5-6 is not the sixth of May."""
    guarded: bool = False
    """Whether it stays text when somebody edits the cell, though it begins as formulas do."""

    def properties(self) -> dict[str, object]:
        """Return the same in the words of XlsxWriter."""
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
        left = {"left": 1, "left_color": f"#{self.left}"} if self.left else {}
        under = {"bottom": 1, "bottom_color": f"#{self.under}"} if self.under else {}
        guarded = {"quote_prefix": True} if self.guarded else {}
        return plain | fill | left | under | guarded


@dataclass(slots=True)
class Page:
    """A sheet: cells by row and column, from 1, and how it is shown and printed."""

    name: str
    cells: dict[tuple[int, int], tuple[int | str, Look]] = field(default_factory=dict)
    widths: dict[int, float] = field(default_factory=dict)
    """Columns in characters, the blank around them included."""
    heights: dict[int, float] = field(default_factory=dict)
    """Rows in points."""
    merges: list[tuple[int, int, int, int]] = field(default_factory=list)
    """First row, first column, last row, last column."""
    frozen: tuple[int, int] = (1, 1)
    """How many rows and columns stay when one scrolls."""
    repeated: tuple[int, int] = (1, 1)
    """The first and the last of the rows that are printed on every page."""
    printed: tuple[int, int] = (1, 1)
    """The last row and the last column that are printed."""


def bytes_of(pages: Sequence[Page]) -> bytes:
    """Return the bytes of a workbook, the same for the same pages."""
    from xlsxwriter import Workbook  # noqa: PLC0415 - who writes no spreadsheet need not wait for it

    out = io.BytesIO()
    usual = {"font_name": FONT, "font_size": 11, "font_scheme": "none"}
    # in memory, because files on the way would bring the machine's clock into the zip
    with Workbook(out, {"in_memory": True, "default_format_properties": usual}) as book:
        book.set_properties({"created": BEGINNING})
        looks: dict[Look, Format] = {}
        for page in pages:
            _fill(book.add_worksheet(page.name), page, book, looks)
    return out.getvalue()


def _fill(sheet: "Worksheet", page: Page, book: "Workbook", looks: "dict[Look, Format]") -> None:
    for top, left, bottom, right in page.merges:
        sheet.merge_range(top - 1, left - 1, bottom - 1, right - 1, "")
    for (row, column), (value, wanted) in sorted(page.cells.items()):
        look = replace(wanted, guarded=isinstance(value, str) and len(value) > 1 and is_like_formula(value))
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
    elif len(value) > MOST_LETTERS:
        raise CannotExpress(f"a cell of a spreadsheet has at most {MOST_LETTERS} characters: {value[:40]!r}")
    elif value.startswith("<r>") and value.endswith("</r>"):
        # XlsxWriter would take it for its own mark-up of a text in several runs; so it becomes one.
        sheet.write_rich_string(row, column, value[:1], value[1:2], value[2:], look)
    else:
        sheet.write_string(row, column, value, look)


def _set_up(sheet: "Worksheet", page: Page) -> None:
    """Make a sheet ready to scroll and to print: one page wide and as many high as it takes."""
    sheet.hide_gridlines(2)
    sheet.freeze_panes(*page.frozen)
    sheet.set_landscape()
    sheet.set_paper(A4)
    sheet.fit_to_pages(1, 0)
    sheet.set_margins(left=0.4, right=0.4, top=0.5, bottom=0.6)
    sheet.center_horizontally()
    sheet.set_footer("&L&8Byestand&C&8&A&R&8&P / &N")
    sheet.repeat_rows(page.repeated[0] - 1, page.repeated[1] - 1)
    sheet.repeat_columns(0, 0)
    sheet.print_area(0, 0, page.printed[0] - 1, page.printed[1] - 1)
    last = max(row for row, _ in page.cells), max(column for _, column in page.cells)
    everywhere = f"A1:{cell_name(*last)}"
    sheet.ignore_errors({"number_stored_as_text": everywhere, "two_digit_text_year": everywhere})

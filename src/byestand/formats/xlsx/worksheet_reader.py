"""From the bytes of a workbook (.xlsx) to the texts in its cells, independent of bridge.

It reads workbooks of Byestand, also after Excel, LibreOffice or Google Sheets have saved them.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NoReturn
from xml.parsers import expat

from byestand.errors import FormatError
from byestand.formats.xlsx.package import Archive, Collector
from byestand.language import say
from byestand.sanitize import plain_number, printable

MAX_CELL_CHARS = 32767
"""The longest text of a cell in Excel."""

# Characters that XML cannot contain, and text that looks like such an escape, are written as _xHHHH_.
_ESCAPED = re.compile(r"_x([0-9A-Fa-f]{4})_")
_PLACE = re.compile(r"([A-Z]{1,3})([1-9][0-9]{0,6})", re.ASCII)
_WHOLE = re.compile(r"([0-9]{1,9})(?:\.0+)?", re.ASCII)  # Google Sheets writes 5.0


@dataclass(frozen=True, slots=True)
class Worksheet:
    """The cells of a sheet that are not empty, by row and column, from 1."""

    name: str
    cells: Mapping[tuple[int, int], str]
    source: str

    def text(self, row: int, column: int) -> str:
        """Return the text of a cell, stripped."""
        return self.cells.get((row, column), "").strip()

    def refuse(self, row: int, column: int, reason: str) -> NoReturn:
        """Raise an error with the sheet, the cell and its text."""
        text = self.cells.get((row, column), "")
        quoted = f": {text[:40]!r}" if text else f" ({say('the cell is empty')})"
        cell = say("cell {cell}", cell=cell_name(row, column))
        raise FormatError(self.source, f"{self.title}, {cell}: {reason}{quoted}")

    @property
    def title(self) -> str:
        """The sheet in a message, in one line."""
        return say("sheet {name}", name=printable(self.name[:40]))


def read_sheets(data: bytes, source: str) -> list[Worksheet]:
    """Return the sheets of a workbook in order, including empty ones."""
    archive = Archive(data, source)
    try:
        root = archive.relations("")
        book = next((target for kind, target in root.values() if kind == "officeDocument"), "")
        relations = archive.relations(book)
        contents = Collector("sheet")
        archive.parse(book, contents)
        texts = _Texts(archive)
        for kind, target in relations.values():
            if kind == "sharedStrings":
                archive.parse(target, texts)
        sheets = []
        for attributes in contents.elements:
            name = unescape(attributes.get("name", ""))
            kind, target = relations.get(attributes.get("id", ""), ("nothing", ""))
            if kind != "worksheet":
                archive.refuse(
                    say("expected only worksheets, but {name!r} has the type {kind!r}", name=name[:40], kind=kind[:20])
                )
            cells = _Cells(archive, name, texts.found)
            archive.parse(target, cells)
            sheets.append(Worksheet(name, cells.found, source))
    except expat.ExpatError as fault:
        raise FormatError(source, say("not a valid workbook: invalid XML ({reason})", reason=fault)) from fault
    return sheets


class _Texts:
    """Collects the shared strings: a text may have several runs and a pronunciation guide."""

    def __init__(self, archive: Archive) -> None:
        self.found: list[str] = []
        self._archive = archive
        self._runs: list[str] = []
        self._wanted = False
        self._guides = 0

    def start(self, tag: str, _attributes: Mapping[str, str]) -> None:
        self._guides += tag == "rPh"
        self._wanted = tag == "t" and not self._guides
        if tag == "si":
            self._runs = []

    def end(self, tag: str) -> None:
        self._guides -= tag == "rPh"
        self._wanted = False
        if tag == "si":
            self.found.append(_join_text(self._runs, self._archive))

    def text(self, text: str) -> None:
        if self._wanted:
            self._runs.append(text)


class _Cells:
    """Collects the cells of a sheet that are not empty."""

    def __init__(self, archive: Archive, sheet: str, shared: list[str]) -> None:
        self.found: dict[tuple[int, int], str] = {}
        self._archive, self._shared = archive, shared
        self._sheet = Worksheet(sheet, self.found, archive.source)
        self._place, self._kind = (0, 0), ""
        self._inside = self._wanted = False
        self._runs: list[str] = []

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        if tag == "sheetData":
            self._inside = True
        elif tag == "c" and self._inside:
            self._begin(attributes)
        elif tag == "f" and self._inside:
            # A formula is read as one: its stored value may be out of date.
            self._kind, self._wanted = "formula", True
            self._runs = ["="]
        else:
            self._wanted = self._inside and self._kind != "formula" and tag in ("v", "t")

    def _begin(self, attributes: Mapping[str, str]) -> None:
        place = cell_place(attributes.get("r", ""))
        if place is None or place in self.found:
            self._archive.refuse(
                say(
                    "not a valid workbook: a cell of sheet {name} has no position",
                    name=printable(self._sheet.name[:40]),
                )
            )
        self._place, self._kind, self._runs = place, attributes.get("t", "n"), []

    def end(self, tag: str) -> None:
        self._wanted = False
        if tag == "sheetData":
            self._inside = False
        elif tag == "c" and self._inside:
            value = self._value(_join_text(self._runs, self._archive))
            if value.strip():
                self.found[self._place] = value

    def text(self, text: str) -> None:
        if self._wanted:
            self._runs.append(text)

    def _value(self, raw: str) -> str:
        if self._kind == "s":
            number = plain_number(raw)
            index = len(self._shared) if number is None else number
            if index >= len(self._shared):
                self.found[self._place] = raw
                self._sheet.refuse(*self._place, say("expected the number of a shared string"))
            return self._shared[index]
        if self._kind == "b":
            return "TRUE" if raw == "1" else "FALSE"
        whole = _WHOLE.fullmatch(raw) if self._kind == "n" else None
        return whole[1] if whole else raw


def _join_text(runs: list[str], archive: Archive) -> str:
    if sum(map(len, runs)) > 7 * MAX_CELL_CHARS:  # an escaped character takes seven
        archive.refuse(say("the workbook has a text of more than {limit:,} characters", limit=MAX_CELL_CHARS))
    return unescape("".join(runs))


def letters(column: int) -> str:
    """Return the name of a column.

    >>> letters(1), letters(26), letters(27), letters(703)
    ('A', 'Z', 'AA', 'AAA')
    """
    name = ""
    while column:
        column, digit = divmod(column - 1, 26)
        name = chr(ord("A") + digit) + name
    return name


def cell_name(row: int, column: int) -> str:
    """Return the name of a cell.

    >>> cell_name(7, 4)
    'D7'
    """
    return f"{letters(column)}{row}"


def cell_place(name: str) -> tuple[int, int] | None:
    """Return the row and column of a cell; None for an invalid name. The inverse of `cell_name`.

    >>> cell_place("D7"), cell_place("D0")
    ((7, 4), None)
    """
    parts = _PLACE.fullmatch(name)
    if not parts:
        return None
    column = 0
    for letter in parts[1]:
        column = 26 * column + ord(letter) - ord("A") + 1
    return int(parts[2]), column


def unescape(text: str) -> str:
    r"""Return a text with its escapes resolved, for characters that XML cannot contain and for escapes themselves.

    >>> unescape("a_x0000_b _x005F_x0041_")
    'a\x00b _x0041_'
    """
    return _ESCAPED.sub(lambda found: chr(int(found[1], 16)), text) if "_x" in text else text

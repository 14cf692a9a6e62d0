"""From the bytes of a workbook (.xlsx) to the texts in its cells: bounded, and nothing about bridge.

It reads what Byestand writes, and the same after Excel, LibreOffice or Google Sheets have saved it. Sizes are taken
from the directory of the zip before anything is unpacked, a document type (the way to entity bombs) is refused, and
the number of elements and attributes is limited: the worst file takes about a second and 200 MB.
"""

import io
import posixpath
import re
import struct
import zipfile
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NoReturn, Protocol
from xml.parsers import expat

from byestand.errors import FormatError
from byestand.formats.workbook_words import MOST_LETTERS, cell_name, cell_place, unescaped
from byestand.model import plain_number

MOST_UNPACKED = 64 * 1024 * 1024
MOST_ENTRIES = 2000
MOST_READ = 16 * 1024 * 1024
"""Of the parts that are read; pictures and the like are not."""
MOST_ELEMENTS = 450_000
"""In all parts together; a sheet of 18 tables and 13 rounds has some two thousand."""
MOST_ATTRIBUTES = 1_200_000
LONGEST = 256 * 1024
"""No tag is as long, and no text: what Excel keeps in a cell is shorter, even if every letter is escaped."""

_TOO_LARGE = f"too large for movements: over {MOST_UNPACKED // 2**20} MB unpacked or {MOST_ENTRIES} parts"
_ENTRY = b"PK\x01\x02"
"""With this every entry of a zip's directory begins."""
_WHOLE = re.compile(r"([0-9]{1,9})(?:\.0+)?", re.ASCII)  # Google Sheets writes 5.0
# Everything that zipfile and zlib raise for archives that are damaged or made to deceive.
_DAMAGE = (zipfile.BadZipFile, zlib.error, struct.error, OSError, EOFError, ValueError, RuntimeError, KeyError)


@dataclass(frozen=True, slots=True)
class Sheet:
    """The cells of a sheet that are not empty, by row and column, from 1."""

    name: str
    cells: Mapping[tuple[int, int], str]
    source: str

    def text(self, row: int, column: int) -> str:
        """Return what stands in a cell, without blanks around it."""
        return self.cells.get((row, column), "").strip()

    def refuse(self, row: int, column: int, reason: str) -> NoReturn:
        """Raise, telling where the cell stands; what stands in it comes last."""
        text = self.cells.get((row, column), "")
        found = f": {text[:40]!r}" if text else ": it is empty"
        raise FormatError(self.source, f"{self.title}, cell {cell_name(row, column)}: {reason}{found}")

    @property
    def title(self) -> str:
        """What the sheet is called in a message, which is one line."""
        return f"sheet {''.join(c if c.isprintable() else '?' for c in self.name[:40])}"


class Target(Protocol):
    """What wants to see the elements of a part."""

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        """See an element begin; its name comes without a prefix."""

    def end(self, tag: str) -> None:
        """See an element end."""

    def text(self, text: str) -> None:
        """See text."""


def read_sheets(data: bytes, source: str) -> list[Sheet]:
    """Return the sheets of a workbook in their order, empty ones too."""
    archive = _Archive(data, source)
    try:
        root = archive.relations("")
        book = next((target for kind, target in root.values() if kind == "officeDocument"), "")
        relations = archive.relations(book)
        contents = _Collector("sheet")
        archive.parse(book, contents)
        texts = _Texts(archive)
        for kind, target in relations.values():
            if kind == "sharedStrings":
                archive.parse(target, texts)
        sheets = []
        for attributes in contents.found:
            name = unescaped(attributes.get("name", ""))
            kind, target = relations.get(attributes.get("id", ""), ("nothing", ""))
            if kind != "worksheet":
                archive.refuse(f"expected every sheet to have cells, but {name[:40]!r} is a {kind[:20]}")
            cells = _Cells(archive, name, texts.found)
            archive.parse(target, cells)
            sheets.append(Sheet(name, cells.found, source))
    except expat.ExpatError as fault:
        raise FormatError(source, f"not a sound workbook: {fault} of its XML") from fault
    return sheets


class _Archive:
    """The zip of a workbook."""

    def __init__(self, data: bytes, source: str) -> None:
        self.source = source
        self._elements = self._attributes = self._read_so_far = 0
        if data.startswith(b"\xd0\xcf\x11\xe0"):
            self.refuse("an old Excel file or one with a password; save it as .xlsx, without a password")
        if data.count(_ENTRY) > MOST_ENTRIES:  # before anything is made of each
            self.refuse(_TOO_LARGE)
        try:
            self._zip = zipfile.ZipFile(io.BytesIO(data))
            entries = self._zip.infolist()
        except _DAMAGE as fault:
            raise FormatError(source, "not a workbook (.xlsx), or cut off: it is no whole zip archive") from fault
        if sum(entry.file_size for entry in entries) > MOST_UNPACKED:
            self.refuse(_TOO_LARGE)
        self._entries = {entry.filename: entry for entry in entries}
        if len(self._entries) < len(entries):
            self.refuse("not a sound workbook: a part is there twice")

    def refuse(self, reason: str) -> NoReturn:
        raise FormatError(self.source, reason)

    def relations(self, part: str) -> dict[str, tuple[str, str]]:
        """Return what a part refers to: for each id the kind and the name of the other part."""
        folder, name = posixpath.split(part)
        relations = _Collector("Relationship")
        self.parse(posixpath.join(folder, "_rels", f"{name}.rels"), relations)
        found = {}
        for entry in relations.found:
            kind = entry.get("Type", "").rpartition("/")[2]
            # a target that starts with / counts from the top of the archive
            target = posixpath.normpath(posixpath.join("/", folder, entry.get("Target", "")))
            found[entry.get("Id", "")] = kind, target.lstrip("/")
        return found

    def parse(self, part: str, target: Target) -> None:
        """Show the elements of a part to *target*."""
        xml = self._read(part)
        self._require_plain(xml)
        parser = expat.ParserCreate("utf-8")

        def start(tag: str, attributes: Mapping[str, str]) -> None:
            self._elements += 1
            if self._elements > MOST_ELEMENTS:
                self.refuse(f"too large for movements: over {MOST_ELEMENTS:,} elements")
            target.start(tag.rpartition(":")[2], attributes)

        def doctype(*_: object) -> None:
            self.refuse("not a sound workbook: XML with a document type")

        parser.buffer_text = True
        parser.StartElementHandler = start
        parser.EndElementHandler = lambda tag: target.end(tag.rpartition(":")[2])
        parser.CharacterDataHandler = target.text
        parser.StartDoctypeDeclHandler = doctype
        parser.Parse(xml, True)

    def _require_plain(self, xml: bytes) -> None:
        """Refuse what expat would make too much of before it shows anything: an element comes with all its attributes.

        No attribute is without =, and no tag has < inside; of what is twice as long one whole stretch has none.
        """
        self._attributes += xml.count(b"=")
        if self._attributes > MOST_ATTRIBUTES:
            self.refuse(f"too large for movements: over {MOST_ATTRIBUTES:,} attributes")
        if any(b"<" not in xml[start : start + LONGEST] for start in range(0, len(xml) - LONGEST, LONGEST)):
            self.refuse(f"too large for movements: a tag or a text of over {LONGEST // 1024} kB")

    def _read(self, part: str) -> bytes:
        entry = self._entries.get(part)
        if entry is None:
            self.refuse(f"not a workbook (.xlsx): there is no part {part[:60]!r} in it")
        if entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            self.refuse("not a sound workbook: packed in an unusual way")
        self._read_so_far += entry.file_size  # a part may be asked for again and again
        if self._read_so_far > MOST_READ:
            self.refuse(f"too large for movements: sheets and texts of over {MOST_READ // 2**20} MB unpacked")
        try:
            # zipfile stops after the size that the directory tells, which was checked
            return self._zip.read(entry)
        except _DAMAGE as fault:
            raise FormatError(self.source, f"not a sound workbook: the part {part[:60]!r} is damaged") from fault


@dataclass(slots=True)
class _Collector:
    """Collects the attributes of the elements of one name."""

    tag: str
    found: list[Mapping[str, str]] = field(default_factory=list)

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        if tag == self.tag:
            self.found.append({key.rpartition(":")[2]: value for key, value in attributes.items()})

    def end(self, tag: str) -> None:
        pass

    def text(self, text: str) -> None:
        pass


class _Texts:
    """Collects the shared strings: a text may come in several runs, and with a guide to its pronunciation."""

    def __init__(self, archive: _Archive) -> None:
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
            self.found.append(_joined(self._runs, self._archive))

    def text(self, text: str) -> None:
        if self._wanted:
            self._runs.append(text)


class _Cells:
    """Collects the cells of a sheet that are not empty."""

    def __init__(self, archive: _Archive, sheet: str, shared: list[str]) -> None:
        self.found: dict[tuple[int, int], str] = {}
        self._archive, self._shared = archive, shared
        self._sheet = Sheet(sheet, self.found, archive.source)
        self._place, self._kind = (0, 0), ""
        self._inside = self._wanted = False
        self._runs: list[str] = []

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        if tag == "sheetData":
            self._inside = True
        elif tag == "c" and self._inside:
            self._begin(attributes)
        elif tag == "f" and self._inside:
            # A formula stays visible as one: what it came to when the file was saved may be out of date.
            self._kind, self._wanted = "formula", True
            self._runs = ["="]
        else:
            self._wanted = self._inside and self._kind != "formula" and tag in ("v", "t")

    def _begin(self, attributes: Mapping[str, str]) -> None:
        place = cell_place(attributes.get("r", ""))
        if place is None or place in self.found:
            self._archive.refuse(f"not a sound workbook: {self._sheet.title} has a cell without a place of its own")
        self._place, self._kind, self._runs = place, attributes.get("t", "n"), []

    def end(self, tag: str) -> None:
        self._wanted = False
        if tag == "sheetData":
            self._inside = False
        elif tag == "c" and self._inside:
            value = self._value(_joined(self._runs, self._archive))
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
                self._sheet.refuse(*self._place, "expected the number of a text of the workbook")
            return self._shared[index]
        if self._kind == "b":
            return "TRUE" if raw == "1" else "FALSE"
        whole = _WHOLE.fullmatch(raw) if self._kind == "n" else None
        return whole[1] if whole else raw


def _joined(runs: list[str], archive: _Archive) -> str:
    if sum(map(len, runs)) > 7 * MOST_LETTERS:  # an escaped letter takes seven
        archive.refuse(f"too large for movements: a text of over {MOST_LETTERS} characters")
    return unescaped("".join(runs))

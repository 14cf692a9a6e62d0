"""The zip of a workbook (.xlsx) and the XML of its parts, read under limits: nothing about cells.

Sizes are taken from the directory of the zip before anything is unpacked, a document type (the way to entity bombs) is
refused, and the number of elements and attributes is limited: the worst file takes about a second and 200 MB.
"""

import io
import posixpath
import struct
import zipfile
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NoReturn, Protocol
from xml.parsers import expat

from byestand.errors import FormatError

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
# Everything that zipfile and zlib raise for archives that are damaged or made to deceive.
_DAMAGE = (zipfile.BadZipFile, zlib.error, struct.error, OSError, EOFError, ValueError, RuntimeError, KeyError)


class Target(Protocol):
    """What wants to see the elements of a part."""

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        """See an element begin; its name comes without a prefix."""

    def end(self, tag: str) -> None:
        """See an element end."""

    def text(self, text: str) -> None:
        """See text."""


class Archive:
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
        """Raise, with the name of the file."""
        raise FormatError(self.source, reason)

    def relations(self, part: str) -> dict[str, tuple[str, str]]:
        """Return what a part refers to: for each id the kind and the name of the other part."""
        folder, name = posixpath.split(part)
        relations = Collector("Relationship")
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
class Collector:
    """Collects the attributes of the elements of one name."""

    tag: str
    found: list[Mapping[str, str]] = field(default_factory=list)

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        """Keep the attributes of the elements wanted."""
        if tag == self.tag:
            self.found.append({key.rpartition(":")[2]: value for key, value in attributes.items()})

    def end(self, tag: str) -> None:
        """See nothing in it."""

    def text(self, text: str) -> None:
        """See nothing in it."""

"""The zip of a workbook (.xlsx) and the XML of its parts, read with limits.

Sizes are taken from the directory of the zip before anything is unpacked, a document type (needed for entity bombs) is
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
from byestand.language import say

MAX_UNPACKED_BYTES = 64 * 1024 * 1024
MAX_ENTRIES = 2000
MAX_READ_BYTES = 16 * 1024 * 1024
"""In the parts that are read; pictures and the like are not."""
MAX_ELEMENTS = 450_000
"""In all parts together; a sheet of 18 tables and 13 rounds has about 2,000."""
MAX_ATTRIBUTES = 1_200_000
LONGEST = 256 * 1024
"""Longer than any tag or text: Excel's longest cell is shorter, even with every character escaped."""

_ENTRY = b"PK\x01\x02"
"""The start of every entry in the directory of a zip."""
# All exceptions of zipfile and zlib for damaged or malicious archives.
_DAMAGE = (zipfile.BadZipFile, zlib.error, struct.error, OSError, EOFError, ValueError, RuntimeError, KeyError)


class ElementHandler(Protocol):
    """A handler of the elements of a part."""

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        """Handle the start of an element; its name has no prefix."""

    def end(self, tag: str) -> None:
        """Handle the end of an element."""

    def text(self, text: str) -> None:
        """Handle text."""


class Archive:
    """The zip of a workbook."""

    def __init__(self, data: bytes, source: str) -> None:
        self.source = source
        self._elements = self._attributes = self._read_so_far = 0
        if data.startswith(b"\xd0\xcf\x11\xe0"):
            self.refuse(say("an old Excel file or one with a password; save it as .xlsx without a password"))
        if data.count(_ENTRY) > MAX_ENTRIES:  # before the entries are parsed
            self._refuse_size()
        try:
            self._zip = zipfile.ZipFile(io.BytesIO(data))
            entries = self._zip.infolist()
        except _DAMAGE as fault:
            raise FormatError(source, say("not a workbook (.xlsx), or truncated: no complete zip archive")) from fault
        if sum(entry.file_size for entry in entries) > MAX_UNPACKED_BYTES:
            self._refuse_size()
        self._entries = {entry.filename: entry for entry in entries}
        if len(self._entries) < len(entries):
            self.refuse(say("not a valid workbook: a part appears twice"))

    def refuse(self, reason: str) -> NoReturn:
        """Raise an error with the name of the file."""
        raise FormatError(self.source, reason)

    def _refuse_size(self) -> NoReturn:
        self.refuse(
            say(
                "the workbook is larger than {size} MB unpacked or has more than {parts} parts",
                size=MAX_UNPACKED_BYTES // 2**20,
                parts=MAX_ENTRIES,
            )
        )

    def relations(self, part: str) -> dict[str, tuple[str, str]]:
        """Return the relations of a part: the kind and the name of the other part by id."""
        folder, name = posixpath.split(part)
        relations = Collector("Relationship")
        self.parse(posixpath.join(folder, "_rels", f"{name}.rels"), relations)
        targets = {}
        for entry in relations.elements:
            kind = entry.get("Type", "").rpartition("/")[2]
            # a target that starts with / is relative to the top of the archive
            target = posixpath.normpath(posixpath.join("/", folder, entry.get("Target", "")))
            targets[entry.get("Id", "")] = kind, target.lstrip("/")
        return targets

    def parse(self, part: str, target: ElementHandler) -> None:
        """Pass the elements of a part to *target*."""
        xml = self._read(part)
        self._require_plain(xml)
        parser = expat.ParserCreate("utf-8")

        def start(tag: str, attributes: Mapping[str, str]) -> None:
            self._elements += 1
            if self._elements > MAX_ELEMENTS:
                self.refuse(say("the workbook has more than {limit:,} elements", limit=MAX_ELEMENTS))
            target.start(tag.rpartition(":")[2], attributes)

        def doctype(*_: object) -> None:
            self.refuse(say("not a valid workbook: XML with a document type"))

        parser.buffer_text = True
        parser.StartElementHandler = start
        parser.EndElementHandler = lambda tag: target.end(tag.rpartition(":")[2])
        parser.CharacterDataHandler = target.text
        parser.StartDoctypeDeclHandler = doctype
        parser.Parse(xml, True)

    def _require_plain(self, xml: bytes) -> None:
        """Raise for XML that would use too much memory in expat, which collects all attributes of an element first.

        Every attribute has an = and no tag has a < inside, so a tag of twice the limit spans a whole block without <.
        """
        self._attributes += xml.count(b"=")
        if self._attributes > MAX_ATTRIBUTES:
            self.refuse(say("the workbook has more than {limit:,} attributes", limit=MAX_ATTRIBUTES))
        if any(b"<" not in xml[start : start + LONGEST] for start in range(0, len(xml) - LONGEST, LONGEST)):
            self.refuse(say("the workbook has a tag or text of more than {limit} kB", limit=LONGEST // 1024))

    def _read(self, part: str) -> bytes:
        entry = self._entries.get(part)
        if entry is None:
            self.refuse(say("not a workbook (.xlsx): part {part!r} is missing", part=part[:60]))
        if entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            self.refuse(say("not a valid workbook: unknown compression"))
        self._read_so_far += entry.file_size  # a part may be read several times
        if self._read_so_far > MAX_READ_BYTES:
            self.refuse(say("sheets and texts have more than {limit} MB unpacked", limit=MAX_READ_BYTES // 2**20))
        try:
            # zipfile stops after the size in the directory, which was checked
            return self._zip.read(entry)
        except _DAMAGE as fault:
            reason = say("not a valid workbook: part {part!r} is damaged", part=part[:60])
            raise FormatError(self.source, reason) from fault


@dataclass(slots=True)
class Collector:
    """Collects the attributes of the elements with one name."""

    tag: str
    elements: list[Mapping[str, str]] = field(default_factory=list)

    def start(self, tag: str, attributes: Mapping[str, str]) -> None:
        """Collect the attributes of an element with the name."""
        if tag == self.tag:
            self.elements.append({key.rpartition(":")[2]: value for key, value in attributes.items()})

    def end(self, tag: str) -> None:
        """Ignore the end of an element."""

    def text(self, text: str) -> None:
        """Ignore text."""

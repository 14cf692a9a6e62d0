"""The description of a format, and functions shared by readers and writers. Each format module has a `FORMAT`."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from byestand.errors import CannotExpress, FormatError
from byestand.formats.document import Document
from byestand.formats.file_io import decode_utf8
from byestand.language import say
from byestand.model.boards import Boards

MAX_TEXT_BYTES = 8 * 1024 * 1024
MAX_LINES = 66_000
"""Enough for 255 tables in 255 rounds; millions of short lines would take seconds and gigabytes to read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Format:
    """How to recognise, read and write a format, in terms of documents and bytes."""

    name: str
    extension: str
    readers: str
    """The programs that read such files, as a phrase of the catalogue."""
    looks_like: Callable[[bytes], bool]
    loads: Callable[[bytes, str], tuple[Document | FormatError, ...]]
    """Return the movements; an error stands for a movement that cannot be read, if the others can."""
    dumps: Callable[[Sequence[Document]], bytes]
    warnings: Callable[[Sequence[Document]], tuple[str, ...]] = lambda _: ()
    media: str = "application/octet-stream"
    """The media type."""
    is_text: bool = False
    holds_many: bool = False
    """Whether a file can have several movements or sections."""
    holds_players: bool = False
    numbers_boards: bool = False
    """Whether it has board numbers; the others only have deal groups."""
    tells_revenge: bool = False
    """Whether it declares revenge rounds."""
    holds_history: bool = False
    """Whether it contains the history of a repaired session."""
    board_by_board: bool = False
    """Whether it has no seat changes within a round, so that each board is written as a round."""
    leaves_out_waiting: bool = False
    """Whether a table with fewer than four individual players is written as empty."""
    for_acblscore: bool = False
    """Whether it is for ACBLscore, which has some Webs built in and needs DOS file names."""

    @property
    def words(self) -> str:
        """The programs that read such files, for pages and lists."""
        return say(self.readers)

    @property
    def suffix(self) -> str:
        """The end of file names."""
        return f".{self.extension.upper() if self.for_acblscore else self.extension}"

    def holds_together(self, documents: Sequence[Document]) -> bool:
        """Return whether several movements go into one file.

        For Bridgemates the sections of one event do; movements of a library are separate events.
        """
        return self.holds_many and (not self.holds_players or all(document.section.letter for document in documents))


def begins_like(test: Callable[[str], bool]) -> Callable[[bytes], bool]:
    """Return a test of bytes that examines the start of a text."""
    return lambda data: test(data[:4096].decode("utf-8-sig", errors="replace"))


def text_of(data: bytes, source: str) -> str:
    """Return a text in UTF-8 of bounded length."""
    if len(data) > MAX_TEXT_BYTES:
        raise FormatError(source, say("the file is larger than {limit} MB", limit=MAX_TEXT_BYTES // 2**20))
    return decode_utf8(data, source=source)


def lines_of(data: bytes, source: str) -> str:
    """Return text with a limited number of lines."""
    text = text_of(data, source)
    if max(data.count(b"\n"), data.count(b"\r")) > MAX_LINES:
        raise FormatError(source, say("the file has more than {limit:,} lines", limit=MAX_LINES))
    return text


def windows_lines_of(data: bytes, source: str) -> str:
    """Return lines in UTF-8, or else in the encoding of Windows programs in Western Europe."""
    try:
        return lines_of(data, source)
    except FormatError as fault:
        if fault.offset is None or b"\0" in data:
            raise
        return data.decode("cp1252", errors="replace")


def windows_text(text: str) -> bytes:
    """Return text with the line ends that Windows programs expect."""
    return text.replace("\n", "\r\n").encode()


def only(documents: Sequence[Document], what: str) -> Document:
    """Return the only document that a file can hold; *what* is the name of the format."""
    if len(documents) != 1:
        raise CannotExpress(
            say(
                "a {format} file has 1 movement, not {count}; write each to its own file",
                format=what,
                count=len(documents),
            )
        )
    return documents[0]


def boards_of(document: Document, what: str) -> Boards:
    """Return the boards of a document for a format with board numbers; *what* is its name."""
    if document.section.boards is None:
        raise CannotExpress(say("{format} needs board numbers; add --boards-per-round, for example 2", format=what))
    return document.section.boards

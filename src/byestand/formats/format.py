"""What a format is, and what the readers and writers of formats share. Each module of a format has its `FORMAT`."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from byestand.errors import CannotExpress, FormatError
from byestand.formats.document import Document
from byestand.formats.files import decoded
from byestand.model.boards import Boards

MOST_TEXT = 8 * 1024 * 1024
MOST_LINES = 66_000
"""255 tables in 255 rounds have a third less; millions of short lines would take seconds and gigabytes to refuse."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Format:
    """How to tell, read and write a format; all speak of documents and of bytes."""

    name: str
    extension: str
    words: str
    """Who reads such files, on pages and in lists."""
    looks_like: Callable[[bytes], bool]
    loads: Callable[[bytes, str], tuple[Document | FormatError, ...]]
    """The movements, and where one that cannot be read does not hide the others, the reason for it."""
    dumps: Callable[[Sequence[Document]], bytes]
    warnings: Callable[[Sequence[Document]], tuple[str, ...]] = lambda _: ()
    media: str = "application/octet-stream"
    """What browsers call it; most are just bytes to them."""
    is_text: bool = False
    holds_many: bool = False
    """Whether a file can have several movements, or sections."""
    holds_players: bool = False
    numbers_boards: bool = False
    """Whether it has the numbers of boards; the others know of deal groups only."""
    tells_revenge: bool = False
    """Whether it declares revenge rounds itself."""
    holds_history: bool = False
    """Whether it says what was cancelled, lost and told in a night that went wrong."""
    board_by_board: bool = False
    """Whether it knows of rounds only: where players change seats within a round, every board is written as one."""
    leaves_out_waiting: bool = False
    """Whether a table at which a single player lacks is written as empty, with nobody who waits there."""
    for_acblscore: bool = False
    """Whether it is for ACBLscore, which knows some Webs without a file, and names of files as DOS had them only."""

    @property
    def suffix(self) -> str:
        """What file names end in."""
        return f".{self.extension.upper() if self.for_acblscore else self.extension}"

    def holds_together(self, documents: Sequence[Document]) -> bool:
        """Tell whether several movements go into one file.

        Sections of one event do for Bridgemates; movements of a library are events of their own.
        """
        return self.holds_many and (not self.holds_players or all(document.section.letter for document in documents))


def begins_like(test: Callable[[str], bool]) -> Callable[[bytes], bool]:
    """Return a test of bytes that looks at the beginning of a text."""
    return lambda data: test(data[:4096].decode("utf-8-sig", errors="replace"))


def text_of(data: bytes, source: str) -> str:
    """Return a text in UTF-8 of bounded length."""
    if len(data) > MOST_TEXT:
        raise FormatError(source, f"too large for a movement, over {MOST_TEXT // 2**20} MB")
    return decoded(data, source=source)


def lines_of(data: bytes, source: str) -> str:
    """Return text that is read line by line, which has not unreasonably many of them."""
    text = text_of(data, source)
    if max(data.count(b"\n"), data.count(b"\r")) > MOST_LINES:
        raise FormatError(source, f"too large for movements, over {MOST_LINES:,} lines")
    return text


def windows_lines_of(data: bytes, source: str) -> str:
    """Return lines in UTF-8, or else as Windows programs in Western Europe have always written them."""
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
    """Return the one document that a file can hold."""
    if len(documents) != 1:
        raise CannotExpress(f"{what} file holds one movement, not {len(documents)}: write them to files of their own")
    return documents[0]


def boards_of(document: Document, what: str) -> Boards:
    """Return the boards of a document, where a file has board numbers."""
    if document.section.boards is None:
        raise CannotExpress(f"{what} holds board numbers: tell how many boards a round has, like --boards-per-round 2")
    return document.section.boards

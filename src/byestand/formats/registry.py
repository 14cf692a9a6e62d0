"""Every format in one table, and files of any of them: told by content, not only by their names."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from os import PathLike
from pathlib import Path
from typing import TypeVar

from byestand.errors import BadRequest, ByestandError, CannotExpress, FormatError
from byestand.formats import asc, bws, csv, ebuscore, json, magic_contest, mov, xlsx
from byestand.formats.document import DECLARED, MAY_BE_MEANT, Document
from byestand.formats.files import decoded, read_bytes
from byestand.formats.meant import meant
from byestand.formats.swivels import folded, unfolded
from byestand.formats.waiting import with_waiting_players
from byestand.model import Movement, Revenge

MOST_BYTES = 32 * 1024 * 1024
"""The largest file read, whatever its format; readers of text have a lower limit of their own."""
MOST_TEXT = 8 * 1024 * 1024
MOST_LINES = 66_000
"""255 tables in 255 rounds have a third less; millions of short lines would take seconds and gigabytes to refuse."""


@dataclass(frozen=True, slots=True)
class Format:
    """How to tell, read and write a format; all speak of documents and of bytes."""

    name: str
    extension: str
    words: str
    looks_like: Callable[[bytes], bool]
    loads: Callable[[bytes, str], tuple[Document | FormatError, ...]]
    """The movements, and where one that cannot be read does not hide the others, the reason for it."""
    dumps: Callable[[Sequence[Document]], bytes]
    warnings: Callable[[Sequence[Document]], tuple[str, ...]] = lambda _: ()
    is_text: bool = True
    holds_many: bool = False
    """Whether a file can have several movements, or sections."""
    tells_revenge: bool = False
    """Whether it declares revenge rounds itself."""
    holds_players: bool = False
    board_by_board: bool = False
    """Whether it knows of rounds only: where players change seats within a round, every board is written as one."""
    leaves_out_waiting: bool = False
    """Whether a table at which a single player lacks is written as empty, with nobody who waits there."""
    forgiven: frozenset[str] = MAY_BE_MEANT
    """Rules of which a breach is only a warning, because such a file may mean it."""

    @property
    def suffix(self) -> str:
        """What file names end in; ACBLscore's are in capitals."""
        return f".{self.extension.upper() if self.name == 'mov' else self.extension}"

    def holds_together(self, documents: Sequence[Document]) -> bool:
        """Tell whether several movements go into one file.

        Sections of one event do for Bridgemates; movements of a library are events of their own.
        """
        return self.holds_many and (not self.holds_players or all(document.section for document in documents))


Refusal = TypeVar("Refusal", bound=ByestandError)


def load(path: str | PathLike[str]) -> tuple[Document, ...]:
    """Return the movements in a file of any format that is understood."""
    return loads(read_bytes(path, most=MOST_BYTES), source=str(path))


def load_blocks(path: str | PathLike[str]) -> tuple[Document | FormatError, ...]:
    """Return the movements in a file, and in a file with many the reason for each that cannot be read."""
    return blocks(read_bytes(path, most=MOST_BYTES), source=str(path))


def loads(data: bytes, *, source: str = "data") -> tuple[Document, ...]:
    """Return the movements in data of any format, or refuse it for the first that cannot be read."""
    documents, refused = parted(blocks(data, source=source))
    if refused:
        raise refused[0]
    return tuple(documents)


def blocks(data: bytes, *, source: str = "data") -> tuple[Document | FormatError, ...]:
    """Return the movements in data of any format, and in text with many the reason for each that cannot be read.

    *source* is the name for errors, its extension a hint.
    """
    if not data:
        raise FormatError(source, "the file is empty")
    looking_so = [known for known in FORMATS.values() if known.looks_like(data)]
    # Where nothing looks right, the reader for that extension says best what it misses.
    named_so = [known for known in FORMATS.values() if Path(source).suffix.lower() == f".{known.extension}"]
    for known in (*looking_so, *named_so):
        found = known.loads(data, source)
        return tuple(_completed(block, known) if isinstance(block, Document) else block for block in found)
    _text(data, source)  # says so if it is no text at all
    raise FormatError(source, f"in none of the formats known: {', '.join(FORMATS)}")


def parted(found: Iterable[Document | Refusal]) -> tuple[list[Document], list[Refusal]]:
    """Return the movements of a file, and the reasons for those that it does not yield."""
    documents: list[Document] = []
    refused: list[Refusal] = []
    for block in found:
        if isinstance(block, Document):
            documents.append(block)
        else:
            refused.append(block)
    return documents, refused


def _completed(document: Document, known: Format) -> Document:
    """Return a document with what the format itself cannot tell of."""
    document = replace(document, forgiven=document.forgiven | known.forgiven)
    if known.board_by_board:
        document = folded(document)
    if known.leaves_out_waiting:
        document = with_waiting_players(document)
    return document if known.tells_revenge else with_revenge(document)


def with_revenge(document: Document) -> Document:
    """Return a document with the revenge rounds that most formats cannot tell of.

    The last rounds in which most of those who meet have met before are meant so: no mistake makes everybody meet again.
    """
    movement = document.movement
    if movement.is_individual or movement.revenge_rounds:
        return document
    met: set[tuple[int, int]] = set()
    again: list[bool] = []
    for row in movement.seats.tolist():
        pairs = {(min(a, b), max(a, b)) for a, b in row if a and b}
        again.append(2 * len(pairs & met) > len(pairs))
        met |= pairs
    last = list(takewhile(lambda r: again[r - 1], range(movement.rounds, 1, -1)))
    # Where earlier rounds are of the same kind, everybody meets again throughout: that is no revenge.
    if not last or any(again[: -len(last)]):
        return document
    rounds = tuple(reversed(last))
    note = f"round {', '.join(map(str, rounds))} taken for revenge: most opponents meet again"
    return replace(document, movement=movement.claiming(Revenge(rounds)), notes=(*document.notes, note))


def format_of(name: str) -> Format:
    """Return a format by its name or extension."""
    wanted = name.lower().removeprefix(".")
    for known in FORMATS.values():
        if wanted in (known.name, known.extension):
            return known
    raise BadRequest(f"no such format; there are {', '.join(FORMATS)}: {name!r}")


def _text(data: bytes, source: str) -> str:
    if len(data) > MOST_TEXT:
        raise FormatError(source, f"too large for a movement, over {MOST_TEXT // 2**20} MB")
    return decoded(data, source=source)


def _lines(data: bytes, source: str) -> str:
    """Return text that is read line by line, which has not unreasonably many of them."""
    text = _text(data, source)
    if max(data.count(b"\n"), data.count(b"\r")) > MOST_LINES:
        raise FormatError(source, f"too large for movements, over {MOST_LINES:,} lines")
    return text


def _windows_text(data: bytes, source: str) -> str:
    """Return text in UTF-8, or else as Windows programs in Western Europe have always written it."""
    try:
        return _lines(data, source)
    except FormatError as fault:
        if fault.offset is None or b"\0" in data:
            raise
        return data.decode("cp1252", errors="replace")


def _looks(test: Callable[[str], bool]) -> Callable[[bytes], bool]:
    """Return a test of bytes that looks at the beginning of a text."""
    return lambda data: test(data[:4096].decode("utf-8-sig", errors="replace"))


def _crlf(text: str) -> bytes:
    """Return text with the line ends that Windows programs expect."""
    return text.replace("\n", "\r\n").encode()


def _one(documents: Sequence[Document], what: str) -> Document:
    if len(documents) != 1:
        raise CannotExpress(f"{what} file holds one movement, not {len(documents)}: write them to files of their own")
    return documents[0]


def _boards(document: Document, what: str) -> int:
    if document.boards_per_round is None:
        raise CannotExpress(f"{what} holds board numbers: tell how many boards a round has")
    return document.boards_per_round


_NO_SWIVEL = "rows say where everybody sits down; who changes seats within a round is left out"


def _alone(movement: Movement) -> tuple[Document, ...]:
    return (Document(movement, line=1),)


FORMATS = {
    known.name: known
    for known in (
        Format(
            "json",
            "json",
            "our own, whole and lossless",
            _looks(json.looks_like),
            lambda data, source: (json.document(_text(data, source), source=source),),
            lambda documents: json.dumps(_one(documents, "a json").movement, meant=meant(documents[0])).encode(),
            tells_revenge=True,
        ),
        Format(
            "csv",
            "csv",
            "rows for spreadsheets and scripts",
            _looks(csv.looks_like),
            lambda data, source: _alone(csv.loads(_lines(data, source), source=source)),
            lambda documents: csv.dumps(_one(documents, "a csv").movement).encode(),
            lambda documents: (_NO_SWIVEL,) if documents[0].movement.swivel else (),
        ),
        Format(
            "mov",
            "mov",
            "ACBLscore",
            mov.looks_like,
            lambda data, source: (mov.loads(data, source=source),),
            lambda documents: mov.dumps(_one(documents, "a .MOV")),
            lambda documents: mov.warnings(_one(documents, "a .MOV")),
            is_text=False,
        ),
        Format(
            "bws",
            "bws",
            "Bridgemate, BridgeTab, TabScore",
            bws.looks_like,
            lambda data, source: bws.loads(data, source=source),
            lambda documents: bws.dumps(tuple(map(unfolded, documents))),
            lambda documents: bws.warnings(tuple(map(unfolded, documents))),
            is_text=False,
            holds_many=True,
            holds_players=True,
            board_by_board=True,
            leaves_out_waiting=True,
        ),
        Format(
            "xlsx",
            "xlsx",
            "a spreadsheet as directors lay it out",
            xlsx.looks_like,
            lambda data, source: xlsx.loads(data, source=source),
            xlsx.dumps,
            is_text=False,
            holds_many=True,
            tells_revenge=True,
        ),
        Format(
            "magic",
            "tsv",
            "Magic Contest, to paste",
            _looks(magic_contest.looks_like),
            lambda data, source: (magic_contest.loads(_lines(data, source), source=source),),
            lambda documents: magic_contest.dumps(
                _one(documents, "a Magic Contest").movement, boards_per_round=_boards(documents[0], "Magic Contest")
            ).encode(),
        ),
        Format(
            "asc",
            "asc",
            "the open .ASC format",
            _looks(asc.looks_like),
            lambda data, source: _alone(asc.loads(_lines(data, source), source=source)),
            lambda documents: _crlf(asc.dumps(unfolded(_one(documents, "an .ASC")).movement)),
            board_by_board=True,
            # A table may be declared unused, so that boards need not move.
            forgiven=MAY_BE_MEANT | {"ragged-round"},
        ),
        Format(
            "ebuscore",
            "txt",
            "EBUScore and Jeff Smith's programs",
            _looks(ebuscore.looks_like),
            lambda data, source: tuple(ebuscore.blocks(_windows_text(data, source), source=source)),
            lambda documents: _crlf(ebuscore.dumps(tuple(map(unfolded, documents)))),
            holds_many=True,
            board_by_board=True,
            # Sit-outs and unused tables are declared in it, and the groups in play.
            forgiven=MAY_BE_MEANT | DECLARED,
        ),
    )
}

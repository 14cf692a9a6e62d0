"""What people name on the command line: movements of the catalogue, files, folders and patterns of files."""

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from glob import glob
from itertools import islice
from pathlib import Path

import click

from byestand.catalog.sections import NamedSection, by_name, named_sections, with_letters
from byestand.cli.words import Shown, can_be_file, is_there
from byestand.errors import BadRequest, ByestandError, FormatError
from byestand.formats.document import Document
from byestand.formats.files import reason as reason_of
from byestand.formats.registry import FORMATS, load_blocks, parted
from byestand.model.boards import Boards
from byestand.model.session import Section
from byestand.texts import plain_number, printable
from byestand.words.titles import title_of

EXTENSIONS = tuple(f".{known.extension}" for known in FORMATS.values())
MAX_FILES_IN_FOLDER = 5_000
"""Movement files that are read below one folder: the whole library in four formats."""
MAX_FILES_LISTED = 100_000
"""Files of any kind that are looked at below one folder, in under a second."""


@dataclass(frozen=True, slots=True)
class Source:
    """A name of the catalogue, or a file; or something that is neither, with the reason."""

    text: str
    is_file: bool
    relative: Path = Path()
    """Where a file stands within the folder that was named."""
    wanted: str = ""
    """Which of the movements of a file is meant: its number, section, or a part of its title; empty for all."""
    refusal: ByestandError | None = None

    def blocks(
        self, missing: Sequence[str] = (), boards_per_round: int | None = None, *, chained: bool = False
    ) -> tuple[Document | FormatError, ...]:
        """Return the movements it stands for, and the reason for each block of a file that cannot be read.

        Individuals change seats for so many boards a round, or for three.
        """
        if self.refusal:
            raise self.refusal
        if not self.is_file:
            named = NamedSection("", self.text, tuple(missing), boards_per_round)
            return (Document(by_name(named, chained=chained)),)
        if chained:
            raise BadRequest("a file says itself how its boards flow: --chain goes with names only")
        if missing:
            raise BadRequest("a file says itself who is missing: --missing goes with names only")
        found = load_blocks(self.text)
        return tuple(found[i] for i in self._meant(found)) if self.wanted else found

    def _meant(self, found: Sequence[Document | FormatError]) -> list[int]:
        """Return which movements of a file are meant: that number, else that label or section, else that title."""
        number = plain_number(self.wanted)
        if number is not None and 1 <= number <= len(found):
            return [number - 1]
        sought = self.wanted.casefold()
        known = [(i, block) for i, block in enumerate(found) if isinstance(block, Document)]
        labelled = [
            i
            for i, d in known
            if sought == d.section.letter.casefold() or f"[{sought}]" in title_of(d.movement).casefold()
        ]
        titled = [i for i, d in known if sought in title_of(d.movement).casefold()]
        if not (labelled or titled):
            many = "1 movement" if len(found) == 1 else f"{len(found)} movements"
            raise BadRequest(f"none of the {many} in {self.text} has that number or title: {self.wanted[:40]!r}")
        return labelled or titled


def sources(arguments: Sequence[str]) -> Iterator[Source]:
    """Yield what is meant: files of a folder and of its folders, files that fit a pattern, a file, or a name.

    An argument that can be a file (it has a dot or a slash in it, or there is such a file) is one; else it is a name.
    ``FILE#3`` or ``FILE#M6`` is one of the movements in a file.
    """
    for argument in arguments:
        path = Path(argument)
        if any(mark in argument for mark in "*?") and not is_there(path, "exists"):
            yield from _fitting(argument)
        elif argument.strip() and is_there(path, "is_dir"):
            yield from _in_folder(path)
        else:
            file, _, wanted = argument.rpartition("#")
            if file and is_there(Path(file), "is_file") and not is_there(path, "exists"):
                yield Source(file, is_file=True, relative=Path(Path(file).name), wanted=wanted.strip())
            else:
                yield Source(argument, can_be_file(argument), Path(path.name))


def readable(blocks: Sequence[Document | FormatError]) -> tuple[list[Document], int]:
    """Return the movements that can be read, and the exit code: the reasons for the others are told.

    Where there is none the last reason is raised.
    """
    documents, refused = parted(blocks)
    for refusal in refused if documents else refused[:-1]:
        click.echo(f"byestand: {refusal}", err=True)
    if refused and not documents:
        raise refused[-1]
    return documents, FormatError.exit_code if refused else 0


def section_documents(
    arguments: Sequence[str],
    missing: Sequence[str] = (),
    boards_per_round: tuple[int, ...] | None = None,
    first_board: int | None = None,
    *,
    chained: bool = False,
) -> tuple[list[Document], int]:
    """Return what ``NAME``, ``FILE``, ``B=NAME`` or ``B=FILE`` stand for; a letter makes it that section.

    With several sections a missing pair is told with its letter, ``BN18``; with one it need not be. Boards a round are
    told once, or for each of the arguments; then every document has them, and else those of its own. What cannot be
    read of a file with many is told, and makes the exit code.
    """
    found, codes = [], [0]
    for named in named_sections(arguments, missing=missing, boards_per_round=boards_per_round):
        documents, code = _documents(named, first_board, chained=chained)
        codes.append(code)
        if named.letter:
            _require_one(documents, f"{named.letter}={named.text}")
        found += documents
    return found, max(codes)


def section_of(named: NamedSection) -> Section:
    """Return the section of a name, or of a file with one movement, sound; what the file says of boards holds."""
    documents, _ = _documents(named)
    section = _require_one(documents, named.text).section
    section.judged.or_refused(named.text)
    return section


def with_boards_told(document: Document, per_round: int | None, first: int | None) -> Document:
    """Return a document with the boards that were told; what was not told stays as the file has it."""
    own = document.section.boards
    if per_round is None and own is None:
        if first is not None:
            raise BadRequest("tell how many boards make a round, too: --first-board goes with --boards-per-round")
        return document
    usual = own or Boards(1)
    boards = Boards(usual.per_round if per_round is None else per_round, usual.first if first is None else first)
    return document.with_boards(boards)


def _documents(
    named: NamedSection, first_board: int | None = None, *, chained: bool = False
) -> tuple[list[Document], int]:
    blocks = _one_source(named.text).blocks(named.missing, named.boards_per_round, chained=chained)
    documents, code = readable(blocks)
    told = [with_boards_told(document, named.boards_per_round, first_board) for document in documents]
    return [document.with_letter(named.letter) if named.letter else document for document in told], code


def _require_one(documents: Sequence[Document], argument: str) -> Document:
    if len(documents) > 1:
        reason = f"a section has one movement, and the file has {len(documents)}; name one, like"
        raise BadRequest(f"{reason} {argument.partition('#')[0]}#1")
    return documents[0]


def _one_source(argument: str) -> Source:
    named = list(sources([argument]))
    if len(named) > 1:
        raise BadRequest(f"name one file at a time, or use 'byestand convert': {argument!r}")
    return named[0]


def all_lettered(documents: Sequence[Document]) -> list[Document]:
    """Return the documents as sections of one room: with a letter each, where there are several."""
    letters = with_letters([document.section.letter for document in documents])
    return [document.with_letter(letter) for document, letter in zip(documents, letters, strict=True)]


def _fitting(pattern: str) -> Iterator[Source]:
    # Only * and ? are ours: a bracket is part of a name.
    found = sorted(glob(pattern.replace("[", "[[]"), recursive=True))  # noqa: PTH207 - the pattern may be absolute
    files = [file for file in found if Path(file).is_file()]
    if not files:
        yield _refused(pattern, "no file fits this pattern")
    yield from (Source(file, is_file=True, relative=Path(Path(file).name)) for file in files)


def _in_folder(folder: Path) -> Iterator[Source]:
    closed: list[OSError] = []
    walk = os.walk(folder, onerror=closed.append)
    inside = list(islice((Path(parent, name) for parent, _, names in walk for name in names), MAX_FILES_LISTED + 1))
    files = sorted(file for file in inside if file.suffix.lower() in EXTENSIONS and _may_be_file(file))
    movements = [file for file in files if not _is_index(file)]
    if len(inside) > MAX_FILES_LISTED or len(movements) > MAX_FILES_IN_FOLDER:
        yield _refused(str(folder), _too_many(len(movements[:MAX_FILES_IN_FOLDER])))
    for fault in closed:  # what is in there may be movements: that must not look like nothing
        yield _refused(str(fault.filename), f"cannot look into it: {reason_of(fault)}")
    if not movements and not closed:
        yield _refused(str(folder), f"no files in it that can be movements ({', '.join(EXTENSIONS)})")
    for file in movements[:MAX_FILES_IN_FOLDER]:
        yield Source(str(file), is_file=True, relative=file.relative_to(folder))


def _too_many(read: int) -> str:
    limits = f"at most {MAX_FILES_IN_FOLDER:,} movement files among {MAX_FILES_LISTED:,} files are read"
    return f"the folder is too large: {limits}, so only {read:,} are; name a smaller folder"


def _refused(text: str, reason: str) -> Source:
    return Source(text, is_file=False, refusal=FormatError(text, reason))


def _is_index(file: Path) -> bool:
    """Tell whether it is the index that `catalog` writes beside its folders: no movement."""
    return file.stem == "INDEX" and any(is_there(file.parent / name, "is_dir") for name in ("WEBS", "MOREWEBS"))


def _may_be_file(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError:  # whoever reads it tells the reason
        return True


def in_file(
    named: str, missing: Sequence[str], boards_per_round: int | None, *, chained: bool, alone: bool
) -> tuple[list[Shown], int]:
    """Return the movements of a file, *alone* where one is wanted and no more; and the exit code.

    What cannot be read is told, and does not hide the rest.
    """
    (source, *others) = sources([named])
    if source.refusal:
        raise source.refusal
    if others or not source.is_file:
        raise BadRequest(f"show takes one name or one file, not a folder or a pattern: {named!r}")
    blocks = source.blocks(missing, chained=chained)
    if alone and len(blocks) > 1:
        raise BadRequest(f"csv and json hold one movement, and the file has {len(blocks)}; name one, like {named}#1")
    documents, code = readable(blocks)
    return [_shown(document, boards_per_round) for document in documents], code


def _shown(document: Document, boards_per_round: int | None) -> Shown:
    if not document.section.judged.is_sound:
        title = printable(title_of(document.movement))
        click.echo(f"byestand: {title} is broken; 'byestand verify' tells where", err=True)
    boarded = document.with_boards(Boards(boards_per_round)) if boards_per_round is not None else document
    return Shown(boarded, _own_words(document))


def _own_words(document: Document) -> str:
    """Return what the file says about the movement, where that is more than its title."""
    lines = [printable(line) for line in document.description.split("\n") if line.strip()]
    if lines in ([], [title_of(document.movement)]):
        return ""
    return "\nThe file says:\n" + "".join(f"  {line}\n" for line in lines)

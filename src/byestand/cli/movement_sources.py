"""The movements that the command line names: codes of the catalogue, files, folders and patterns of files."""

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from glob import glob
from itertools import islice
from pathlib import Path

import click

from byestand.catalog.section_syntax import NamedSection, by_name, named_sections, with_letters
from byestand.cli.param_types import MovementOutput, can_be_file, is_there
from byestand.errors import BadRequest, ByestandError, FormatError
from byestand.formats.document import Document
from byestand.formats.file_io import reason as reason_of
from byestand.formats.formats import FORMATS, load_blocks, load_partial
from byestand.language import say, say_many
from byestand.model.boards import Boards
from byestand.model.session import Section
from byestand.sanitize import plain_number, printable
from byestand.words.titles import title_of

EXTENSIONS = tuple(f".{known.extension}" for known in FORMATS.values())
MAX_FILES_IN_FOLDER = 5_000
"""Movement files that are read in one folder: enough for the whole library in four formats."""
MAX_FILES_LISTED = 100_000
"""Files of any kind that are listed in one folder, which takes less than a second."""


@dataclass(frozen=True, slots=True)
class Source:
    """A movement code, a file, or something that is neither, with the reason."""

    text: str
    is_file: bool
    relative: Path = Path()
    """The path of a file within the given folder."""
    selector: str = ""
    """Which movement of a file is meant: its number, section, or a part of its title. Empty for all."""
    refusal: ByestandError | None = None

    def blocks(
        self, missing: Sequence[str] = (), boards_per_round: int | None = None, *, chained: bool = False
    ) -> tuple[Document | FormatError, ...]:
        """Return the movements, and the error for each block of a file that cannot be read.

        In an individual, players change seats for each board of a round; the default is 3 boards per round.
        """
        if self.refusal:
            raise self.refusal
        if not self.is_file:
            named = NamedSection("", self.text, tuple(missing), boards_per_round)
            return (Document(by_name(named, chained=chained)),)
        if chained:
            raise BadRequest(say("--chain works with movement names only, not with files"))
        if missing:
            raise BadRequest(say("--missing works with movement names only, not with files"))
        blocks = load_blocks(self.text)
        return tuple(blocks[i] for i in self._matches(blocks)) if self.selector else blocks

    def _matches(self, blocks: Sequence[Document | FormatError]) -> list[int]:
        """Return the indexes of the movements with the number, else with the label or section, else with the title."""
        number = plain_number(self.selector)
        if number is not None and 1 <= number <= len(blocks):
            return [number - 1]
        sought = self.selector.casefold()
        known = [(i, block) for i, block in enumerate(blocks) if isinstance(block, Document)]
        labelled = [
            i
            for i, d in known
            if sought == d.section.letter.casefold() or f"[{sought}]" in title_of(d.movement).casefold()
        ]
        titled = [i for i, d in known if sought in title_of(d.movement).casefold()]
        if not (labelled or titled):
            raise BadRequest(
                say_many(
                    "{file} has 1 movement, and it does not have this number or title: {wanted!r}",
                    "{file} has {number} movements, none with this number or title: {wanted!r}",
                    len(blocks),
                    file=self.text,
                    wanted=self.selector[:40],
                )
            )
        return labelled or titled


def sources(arguments: Sequence[str]) -> Iterator[Source]:
    """Yield the sources of arguments: all files in a folder, files that match a pattern, a file, or a movement code.

    An argument with a dot or a slash, or one that is an existing file, is a file; any other is a movement code.
    ``FILE#3`` or ``FILE#M6`` is one of the movements in a file.
    """
    for argument in arguments:
        path = Path(argument)
        if any(mark in argument for mark in "*?") and not is_there(path, "exists"):
            yield from _select(argument)
        elif argument.strip() and is_there(path, "is_dir"):
            yield from _in_folder(path)
        else:
            file, _, wanted = argument.rpartition("#")
            if file and is_there(Path(file), "is_file") and not is_there(path, "exists"):
                yield Source(file, is_file=True, relative=Path(Path(file).name), selector=wanted.strip())
            else:
                yield Source(argument, can_be_file(argument), Path(path.name))


def readable(blocks: Sequence[Document | FormatError]) -> tuple[list[Document], int]:
    """Return the movements that can be read, and the exit code. Errors of the others are reported.

    Raise the last error if no movement can be read.
    """
    documents, refused = load_partial(blocks)
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
    """Return the documents of ``NAME``, ``FILE``, ``B=NAME`` or ``B=FILE``, and the exit code.

    With several sections a missing pair has its section letter, ``BN18``; with one section it may have none. Boards per
    round are given once or for each argument, and replace those of the files. Blocks that cannot be read are reported
    and decide the exit code.
    """
    sections, codes = [], [0]
    for named in named_sections(arguments, missing=missing, boards_per_round=boards_per_round):
        documents, code = _documents(named, first_board, chained=chained)
        codes.append(code)
        if named.letter:
            _require_one(documents, f"{named.letter}={named.text}")
        sections += documents
    return sections, max(codes)


def section_of(named: NamedSection) -> Section:
    """Return the section of a movement code, or of a file with one movement; raise if it has errors."""
    documents, _ = _documents(named)
    section = _require_one(documents, named.text).section
    section.judged.require_valid(named.text)
    return section


def with_boards(document: Document, per_round: int | None, first: int | None) -> Document:
    """Return a document with the given boards; values that are not given stay as in the file."""
    own = document.section.boards
    if per_round is None and own is None:
        if first is not None:
            raise BadRequest(say("--first-board needs --boards-per-round"))
        return document
    default = own or Boards(1)
    boards = Boards(default.per_round if per_round is None else per_round, default.first if first is None else first)
    return document.with_boards(boards)


def _documents(
    named: NamedSection, first_board: int | None = None, *, chained: bool = False
) -> tuple[list[Document], int]:
    blocks = _one_source(named.text).blocks(named.missing, named.boards_per_round, chained=chained)
    documents, code = readable(blocks)
    documents = [with_boards(document, named.boards_per_round, first_board) for document in documents]
    return [document.with_letter(named.letter) if named.letter else document for document in documents], code


def _require_one(documents: Sequence[Document], argument: str) -> Document:
    if len(documents) > 1:
        raise BadRequest(
            say(
                "a section has 1 movement, the file has {count}; choose one, for example {example}#1",
                count=len(documents),
                example=argument.partition("#")[0],
            )
        )
    return documents[0]


def _one_source(argument: str) -> Source:
    source, *others = sources([argument])
    if others:
        raise BadRequest(say("give one file at a time, or use 'byestand convert': {argument!r}", argument=argument))
    return source


def add_section_letters(documents: Sequence[Document]) -> list[Document]:
    """Return the documents as sections of one session: each with a letter, if there are several."""
    letters = with_letters([document.section.letter for document in documents])
    return [document.with_letter(letter) for document, letter in zip(documents, letters, strict=True)]


def _select(pattern: str) -> Iterator[Source]:
    # Only * and ? are wildcards: a bracket is part of a name.
    paths = sorted(glob(pattern.replace("[", "[[]"), recursive=True))  # noqa: PTH207 - the pattern may be absolute
    files = [path for path in paths if Path(path).is_file()]
    if not files:
        yield _refusal(pattern, say("no files match this pattern"))
    yield from (Source(file, is_file=True, relative=Path(Path(file).name)) for file in files)


def _in_folder(folder: Path) -> Iterator[Source]:
    closed: list[OSError] = []
    walk = os.walk(folder, onerror=closed.append)
    inside = list(islice((Path(parent, name) for parent, _, names in walk for name in names), MAX_FILES_LISTED + 1))
    files = sorted(file for file in inside if file.suffix.lower() in EXTENSIONS and _may_be_file(file))
    movements = [file for file in files if not _is_index(file)]
    if len(inside) > MAX_FILES_LISTED or len(movements) > MAX_FILES_IN_FOLDER:
        yield _refusal(str(folder), _too_many(len(movements[:MAX_FILES_IN_FOLDER])))
    for error in closed:  # such a folder may contain movements, so it must be reported
        yield _refusal(str(error.filename), say("cannot read the folder: {reason}", reason=reason_of(error)))
    if not movements and not closed:
        extensions = ", ".join(EXTENSIONS)
        yield _refusal(str(folder), say("no movement files in this folder ({extensions})", extensions=extensions))
    for file in movements[:MAX_FILES_IN_FOLDER]:
        yield Source(str(file), is_file=True, relative=file.relative_to(folder))


def _too_many(read: int) -> str:
    return say(
        "only {read:,} files read; use a smaller folder (limits: {movements:,} movement files, {files:,} files)",
        read=read,
        movements=MAX_FILES_IN_FOLDER,
        files=MAX_FILES_LISTED,
    )


def _refusal(text: str, reason: str) -> Source:
    return Source(text, is_file=False, refusal=FormatError(text, reason))


def _is_index(file: Path) -> bool:
    """Return whether a file is the index that `catalog` writes next to its folders, and not a movement."""
    return file.stem == "INDEX" and any(is_there(file.parent / name, "is_dir") for name in ("WEBS", "MOREWEBS"))


def _may_be_file(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError:  # reading the file reports the reason
        return True


def in_file(
    named: str, missing: Sequence[str], boards_per_round: int | None, *, chained: bool, alone: bool
) -> tuple[list[MovementOutput], int]:
    """Return the movements of a file, and the exit code; with *alone* raise if there are several.

    Blocks that cannot be read are reported, and the others are returned.
    """
    (source, *others) = sources([named])
    if source.refusal:
        raise source.refusal
    if others or not source.is_file:
        raise BadRequest(say("give one name or one file, not a folder or a pattern: {argument!r}", argument=named))
    blocks = source.blocks(missing, chained=chained)
    if alone and len(blocks) > 1:
        count = len(blocks)
        raise BadRequest(
            say("the file has {count} movements; choose one, for example {file}#1", count=count, file=named)
        )
    documents, code = readable(blocks)
    return [_show_document(document, boards_per_round) for document in documents], code


def _show_document(document: Document, boards_per_round: int | None) -> MovementOutput:
    if not document.section.judged.is_sound:
        title = printable(title_of(document.movement))
        text = say("{title} has errors; run 'byestand verify' for details", title=title)
        click.echo(f"byestand: {text}", err=True)
    with_boards = document.with_boards(Boards(boards_per_round)) if boards_per_round is not None else document
    return MovementOutput(with_boards.section, _description(document))


def _description(document: Document) -> str:
    """Return the description in the file, if it is more than the title."""
    lines = [printable(line) for line in document.description.split("\n") if line.strip()]
    if lines in ([], [title_of(document.movement)]):
        return ""
    return f"\n{say('Description in the file:')}\n" + "".join(f"  {line}\n" for line in lines)

"""What people name on the command line: movements of the catalogue, files, folders and patterns of files."""

import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from glob import glob
from pathlib import Path

from byestand.catalog import find
from byestand.errors import BadRequest, ByestandError, FormatError
from byestand.formats.document import Document
from byestand.formats.files import reason as reason_of
from byestand.formats.registry import FORMATS, load, load_blocks

EXTENSIONS = tuple(f".{known.extension}" for known in FORMATS.values())


@dataclass(frozen=True, slots=True)
class Source:
    """A name of the catalogue, or a file; or something that is neither, with the reason."""

    text: str
    is_file: bool
    relative: Path = Path()
    """Where a file stands within the folder that was named."""
    refusal: ByestandError | None = None

    def documents(
        self, missing: Sequence[str] = (), boards_per_round: int | None = None, *, chained: bool = False
    ) -> tuple[Document, ...]:
        """Return the movements it stands for; individuals change seats for so many boards a round, or for three."""
        if self.refusal:
            raise self.refusal
        if not self.is_file:
            movement = find(self.text, missing=missing, chained=chained, boards_per_round=boards_per_round)
            return (Document(movement, boards_per_round=len(movement.swivel) or boards_per_round),)
        if chained:
            raise BadRequest("a file says itself how its boards flow: --chain goes with names only")
        if missing:
            raise BadRequest("a file says itself who is missing: --missing goes with names only")
        return load(self.text)

    def blocks(self, missing: Sequence[str] = ()) -> tuple[Document | FormatError, ...]:
        """Return the movements it stands for, and the reason for each block of a file that cannot be read."""
        return load_blocks(self.text) if self.is_file and not missing else self.documents(missing)


def sources(arguments: Sequence[str]) -> Iterator[Source]:
    """Yield what is meant: files of a folder and of its folders, files that fit a pattern, a file, or a name.

    An argument that can be a file (it has a dot or a slash in it, or there is such a file) is one; else it is a name.
    """
    for argument in arguments:
        path = Path(argument)
        if any(mark in argument for mark in "*?") and not _is(path, "exists"):
            yield from _fitting(argument)
        elif argument.strip() and _is(path, "is_dir"):
            yield from _in_folder(path)
        else:
            is_file = any(mark in argument for mark in "./\\") or _is(path, "is_file")
            yield Source(argument, is_file, Path(path.name))


def section_documents(
    arguments: Sequence[str],
    missing: Sequence[str] = (),
    boards_per_round: int | None = None,
    *,
    chained: bool = False,
) -> list[Document]:
    """Return what ``NAME``, ``FILE``, ``B=NAME`` or ``B=FILE`` stand for; a letter makes it that section.

    With several sections a missing pair is told with its letter, ``BN18``; with one it need not be.
    """
    letters = [_letter(argument) for argument in arguments]
    own: dict[int, list[str]] = {}
    for label in missing:
        own.setdefault(_home(label, letters), []).append(label)
    found = []
    for i, (argument, letter) in enumerate(zip(arguments, letters, strict=True)):
        gone = [label.strip().upper().removeprefix(letter) for label in own.get(i, ())]
        documents = _one_source(argument, letter).documents(gone, boards_per_round, chained=chained)
        if letter and len(documents) > 1:
            raise BadRequest(f"a section has one movement, and the file has {len(documents)}: {argument!r}")
        found += [replace(document, section=letter) if letter else document for document in documents]
    return found


def _letter(argument: str) -> str:
    section, equals, _ = argument.partition("=")
    return section.upper() if equals and is_letter(section) else ""


def _one_source(argument: str, letter: str) -> Source:
    named = list(sources([argument.partition("=")[2] if letter else argument]))
    if len(named) > 1:
        raise BadRequest(f"name one file at a time, or use 'byestand convert': {argument!r}")
    return named[0]


def _home(label: str, letters: Sequence[str]) -> int:
    """Return which section a missing pair belongs to."""
    bare = label.strip().upper()
    homes = [i for i, letter in enumerate(letters) if letter and re.fullmatch(rf"{letter}[NE]?\d+", bare)]
    if homes:
        return homes[0]
    if len(letters) == 1:
        return 0
    raise BadRequest(f"say of which section a pair is missing, like {letters[0] or 'A'}N18: {label[:40]!r}")


def is_letter(section: str) -> bool:
    """Tell whether a section can be called so: one to three plain letters."""
    return section.isascii() and section.isalpha() and len(section) <= 3


def require_different_letters(documents: Sequence[Document]) -> None:
    """Raise where two sections have the same letter."""
    letters = [document.section for document in documents if document.section]
    if len(set(letters)) < len(letters):
        raise BadRequest(f"sections need different letters, not {', '.join(letters)}")


def _fitting(pattern: str) -> Iterator[Source]:
    # Only * and ? are ours: a bracket is part of a name.
    found = sorted(glob(pattern.replace("[", "[[]"), recursive=True))  # noqa: PTH207 - the pattern may be absolute
    files = [file for file in found if Path(file).is_file()]
    if not files:
        yield Source(pattern, is_file=False, refusal=FormatError(pattern, "no file fits this pattern"))
    yield from (Source(file, is_file=True, relative=Path(Path(file).name)) for file in files)


def _in_folder(folder: Path) -> Iterator[Source]:
    closed: list[OSError] = []
    inside = (Path(parent, name) for parent, _, names in os.walk(folder, onerror=closed.append) for name in names)
    files = sorted(file for file in inside if file.suffix.lower() in EXTENSIONS and _may_be_file(file))
    movements = [file for file in files if not _is_index(file)]
    for fault in closed:  # what is in there may be movements: that must not look like nothing
        refusal = FormatError(str(fault.filename), f"cannot look into it: {reason_of(fault)}")
        yield Source(str(fault.filename), is_file=False, refusal=refusal)
    if not movements and not closed:
        reason = f"no files in it that can be movements ({', '.join(EXTENSIONS)})"
        yield Source(str(folder), is_file=False, refusal=FormatError(str(folder), reason))
    yield from (Source(str(file), is_file=True, relative=file.relative_to(folder)) for file in movements)


def _is_index(file: Path) -> bool:
    """Tell whether it is the index that `catalog` writes beside its folders: no movement."""
    return file.stem == "INDEX" and any(_is(file.parent / name, "is_dir") for name in ("WEBS", "MOREWEBS"))


def _may_be_file(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError:  # whoever reads it tells the reason
        return True


def _is(path: Path, what: str) -> bool:
    try:
        return bool(getattr(path, what)())
    except (OSError, ValueError):  # no file can have such a name
        return False

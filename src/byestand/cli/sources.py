"""What people name on the command line: movements of the catalogue, files, folders and patterns of files."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from glob import glob
from pathlib import Path

from byestand.catalog import find
from byestand.errors import BadRequest, FormatError
from byestand.formats.document import Document
from byestand.formats.registry import FORMATS, load, load_blocks

EXTENSIONS = tuple(f".{known.extension}" for known in FORMATS.values())


@dataclass(frozen=True, slots=True)
class Source:
    """A name of the catalogue, or a file."""

    text: str
    is_file: bool

    def documents(self, missing: Sequence[str] = ()) -> tuple[Document, ...]:
        """Return the movements it stands for."""
        if not self.is_file:
            return (Document(find(self.text, missing=missing)),)
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
            found = sorted(file for file in glob(argument, recursive=True) if Path(file).is_file())  # noqa: PTH207 - may be absolute
            if not found:
                raise FormatError(argument, "no file fits this pattern")
            yield from (Source(file, is_file=True) for file in found)
        elif _is(path, "is_dir"):
            yield from (Source(str(file), is_file=True) for file in _in_folder(path))
        else:
            yield Source(argument, is_file=any(mark in argument for mark in "./\\") or _is(path, "is_file"))


def _in_folder(folder: Path) -> list[Path]:
    # the index that `catalog` writes is no movement
    files = (file for file in folder.rglob("*") if file.stem.upper() != "INDEX" and file.is_file())
    found = sorted(file for file in files if file.suffix.lower() in EXTENSIONS)
    if not found:
        raise FormatError(str(folder), f"no files in it that can be movements ({', '.join(EXTENSIONS)})")
    return found


def _is(path: Path, what: str) -> bool:
    try:
        return bool(getattr(path, what)())
    except (OSError, ValueError):  # no file can have such a name
        return False

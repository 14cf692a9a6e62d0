"""Safe reading and writing of files: bounded, strict about encoding, and never half-written.

Lines are numbered as in editors, and whole numbers are checked against a range.
"""

import os
import re
import time
from collections.abc import Iterator
from contextlib import suppress
from os import PathLike
from pathlib import Path

from byestand.errors import FormatError
from byestand.language import phrase, say
from byestand.sanitize import plain_number

MAX_BYTES = 8 * 1024 * 1024
"""The largest file that is read; real files have some 10,000 bytes."""
ZIP = b"PK"
"""The first bytes of every zip file; no text format starts with them."""
OUTPUTS = ("/dev/stdout", "/dev/stderr")
OPEN_FILES = ("/dev/fd", "/proc/self/fd")
"""Folders with the open files of a program, by number."""
# Not str.splitlines, which also breaks at form feeds and the like: editors count only these three.
_BREAK = re.compile(r"\r\n|\r|\n")


def read_bytes(path: str | PathLike[str], *, most: int = MAX_BYTES) -> bytes:
    """Return the contents of a file of limited size."""
    try:
        with Path(path).open("rb") as file:
            data = file.read(most + 1)
    except (OSError, ValueError) as fault:
        raise FormatError(str(path), say("cannot read the file: {reason}", reason=reason(fault))) from fault
    if len(data) > most:
        raise FormatError(str(path), say("the file is larger than {limit} MB", limit=most // 2**20))
    return data


def read_text(path: str | PathLike[str]) -> str:
    """Return the contents of a text file, which must be UTF-8 and not empty."""
    return decode_utf8(read_bytes(path), source=str(path))


def decode_utf8(data: bytes, *, source: str) -> str:
    """Return data as text, which must be UTF-8 and not empty."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        raise FormatError(source, say("not a text file in UTF-8"), offset=fault.start) from fault
    if "\0" in text:
        raise FormatError(source, say("not a text file"), offset=text.index("\0"))
    if not text.strip():
        raise FormatError(source, say("the file is empty"))
    return text


def numbered_lines(text: str) -> Iterator[tuple[int, str]]:
    """Yield every line with its number, with the line ends of any system."""
    yield from enumerate(_BREAK.split(text), start=1)


def whole_number(cell: str, low: int, high: int, what: str, *, source: str, line: int) -> int:
    """Return the whole number in a cell; raise for any other text or a number out of range."""
    digits = cell.strip()
    number = plain_number(digits)
    if number is None or not low <= number <= high:
        reason = say("expected a whole number from {low} to {high}: {cell!r}", low=low, high=high, cell=cell[:40])
        raise FormatError(source, f"{what}: {reason}", line=line)
    return number


def write_text(path: str | PathLike[str], text: str) -> None:
    """Write a text file completely or not at all."""
    try:
        data = text.encode("utf-8")
    except UnicodeEncodeError as fault:
        raise FormatError(str(path), say("cannot write the file: {reason}", reason=fault.reason)) from fault
    write_bytes(path, data)


def make_folder(path: str | PathLike[str]) -> Path:
    """Return a folder to write to; create it if it does not exist."""
    folder = Path(path)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as fault:
        raise FormatError(str(path), say("cannot create the folder: {reason}", reason=reason(fault))) from fault
    return folder


def write_bytes(path: str | PathLike[str], data: bytes, *, durable: bool = True) -> None:
    """Write a file completely or not at all: to a temporary file beside it, which is then renamed.

    With *durable* it waits until the data is on the disk.
    """
    try:
        target = Path(path).resolve()
        if is_stream(path):
            with target.open("wb") as stream:
                stream.write(data)
            return
        require_writable(target)
        _replace(target, data, durable=durable)
    except (OSError, ValueError, RuntimeError) as fault:
        raise FormatError(str(path), say("cannot write the file: {reason}", reason=reason(fault))) from fault


def is_stream(path: str | PathLike[str]) -> bool:
    """Return whether a path is a pipe, a device or a folder, which must not be replaced by a file.

    The output of a program is a stream even if it is redirected to a file. Other files below /dev are not: /dev/shm is
    an ordinary folder.
    """
    named = Path(path)
    return named.exists() and (not named.is_file() or str(named) in OUTPUTS or str(named.parent) in OPEN_FILES)


def require_writable(path: str | PathLike[str]) -> None:
    """Raise if a file is read-only: a new file of the same name would circumvent that."""
    target = Path(path)
    # An administrator may write any file, but a read-only file should stay.
    if target.is_file() and not (os.access(target, os.W_OK) and target.stat().st_mode & 0o222):
        raise FormatError(str(path), say("the file is read-only; choose another name or change its permissions"))


def holds(path: str | PathLike[str], data: bytes) -> bool:
    """Return whether a file exists with exactly these contents."""
    try:
        target = Path(path)
        return target.is_file() and target.stat().st_size == len(data) and target.read_bytes() == data
    except (OSError, ValueError):
        return False


def _replace(target: Path, data: bytes, *, durable: bool) -> None:
    temporary = target.with_name(f".{target.name[:200]}.{os.getpid()}.{time.monotonic_ns():x}")
    try:
        with temporary.open("xb") as file:
            file.write(data)
            file.flush()
            if durable:
                os.fsync(file.fileno())
        if target.exists():
            temporary.chmod(target.stat().st_mode & 0o777)
        temporary.replace(target)
    except BaseException:
        with suppress(OSError):
            temporary.unlink()
        raise


_REASONS: dict[type[Exception], str] = {
    FileNotFoundError: phrase("no such file or directory"),
    IsADirectoryError: phrase("is a directory"),
    NotADirectoryError: phrase("not a directory"),
    PermissionError: phrase("permission denied"),
}


def reason(fault: Exception) -> str:
    """Return why a file cannot be read or written; for a rare error the message of the operating system."""
    if type(fault) in _REASONS:
        return say(_REASONS[type(fault)])
    strerror = getattr(fault, "strerror", None)
    return str(strerror or fault).lower()

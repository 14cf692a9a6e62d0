"""Reading and writing files safely: bounded, strict about encoding, and never half-written.

Text is read line by line, numbered as editors do, with whole numbers that must be in range.
"""

import os
import re
import time
from collections.abc import Iterator
from contextlib import suppress
from os import PathLike
from pathlib import Path

from byestand.errors import FormatError
from byestand.texts import plain_number

MOST_BYTES = 8 * 1024 * 1024
"""The largest file read; real ones have some ten thousand bytes."""
ZIP = b"PK"
"""How every zip begins, and no text of ours."""
OUTPUTS = ("/dev/stdout", "/dev/stderr")
OPEN_FILES = ("/dev/fd", "/proc/self/fd")
"""Where a program finds what it has open, by number."""
# Not str.splitlines, which also breaks at form feeds and the like: editors count these three only.
_BREAK = re.compile(r"\r\n|\r|\n")


def read_bytes(path: str | PathLike[str], *, most: int = MOST_BYTES) -> bytes:
    """Return the contents of a file that is not unreasonably large."""
    try:
        with Path(path).open("rb") as file:
            data = file.read(most + 1)
    except (OSError, ValueError) as fault:
        raise FormatError(str(path), f"cannot read it: {reason(fault)}") from fault
    if len(data) > most:
        raise FormatError(str(path), f"too large for a movement, over {most // 2**20} MB")
    return data


def read_text(path: str | PathLike[str]) -> str:
    """Return the contents of a text file, which must be UTF-8 and not empty."""
    return decoded(read_bytes(path), source=str(path))


def decoded(data: bytes, *, source: str) -> str:
    """Return data as text, which must be UTF-8 and not empty."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        raise FormatError(source, "not a text file in UTF-8", offset=fault.start) from fault
    if "\0" in text:
        raise FormatError(source, "not a text file", offset=text.index("\0"))
    if not text.strip():
        raise FormatError(source, "the file is empty")
    return text


def numbered_lines(text: str) -> Iterator[tuple[int, str]]:
    """Yield every line with its number, whichever system ended it."""
    yield from enumerate(_BREAK.split(text), start=1)


def whole_number(cell: str, low: int, high: int, what: str, *, source: str, line: int) -> int:
    """Return the whole number in a cell; anything else, or one out of range, is refused."""
    digits = cell.strip()
    number = plain_number(digits)
    if number is None or not low <= number <= high:
        reason = f"expected a whole number from {low} to {high} for {what}: {cell[:40]!r}"
        raise FormatError(source, reason, line=line)
    return number


def write_text(path: str | PathLike[str], text: str) -> None:
    """Write a text file whole or not at all."""
    try:
        data = text.encode("utf-8")
    except UnicodeEncodeError as fault:
        raise FormatError(str(path), f"cannot write it: {fault.reason}") from fault
    write_bytes(path, data)


def make_folder(path: str | PathLike[str]) -> Path:
    """Return a folder to write to; make it if it is not there."""
    folder = Path(path)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as fault:
        raise FormatError(str(path), f"cannot make the folder: {reason(fault)}") from fault
    return folder


def write_bytes(path: str | PathLike[str], data: bytes, *, durable: bool = True) -> None:
    """Write a file whole or not at all: into a temporary file beside it, which then takes its name.

    *durable* waits until it is on the disk.
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
        raise FormatError(str(path), f"cannot write it: {reason(fault)}") from fault


def is_stream(path: str | PathLike[str]) -> bool:
    """Tell whether it is a pipe or a device, which cannot be replaced by a file and must not be; or a folder.

    What stands for the output of a program is one even where that is led into a file. Not so any other file below
    /dev: /dev/shm is a place for files like any other.
    """
    named = Path(path)
    return named.exists() and (not named.is_file() or str(named) in OUTPUTS or str(named.parent) in OPEN_FILES)


def require_writable(path: str | PathLike[str]) -> None:
    """Raise where a file is read-only: taking its name would be a way around that."""
    target = Path(path)
    # The administrator may write anything, but a file without the right to is meant to stay.
    if target.is_file() and not (os.access(target, os.W_OK) and target.stat().st_mode & 0o222):
        raise FormatError(str(path), "cannot write it: it is read-only; name another place, or make it writable first")


def holds(path: str | PathLike[str], data: bytes) -> bool:
    """Tell whether a file is there with exactly these contents."""
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


def reason(fault: Exception) -> str:
    """Return what the operating system had to say, without its number."""
    strerror = getattr(fault, "strerror", None)
    return str(strerror or fault).lower()

"""Session files of older versions: refused without opening them, and moved aside.

Opening an older file that has a write-ahead log would change its bytes. So the header shows whether a file may be one,
and a copy in a temporary folder whether it is one: it may be damaged, and its log may have changes. A file that is cut
off or damaged is never taken for an older one.
"""

import errno
import os
import shutil
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

from byestand.errors import FormatError
from byestand.language import say
from byestand.server.storage.schema import SQLITE_TABLES, SQLITE_VERSION
from byestand.server.storage.sqlite_errors import damaged_file_error, error_for, older_file_error

_HEADER_BYTES = 100
_MAGIC = b"SQLite format 3\0"
_VERSION_BYTES = slice(60, 64)
_CHANGES = ("-wal", "-journal")
"""Endings of the files with changes: those that are not in the session file yet, and those to be taken back."""
_SIDE_FILES = (*_CHANGES, "-shm")
"""Endings of all files that belong to a session file."""
_TABLES_SINCE = 8
"""The first version with the tables of today: an earlier version in a file that has them is damage."""
_LOCKED_FIRST, _LOCKED_BYTES = 0x40000002, 510
"""The bytes that SQLite locks as long as a program has a file open."""


def refuse_older(path: Path) -> None:
    """Raise OlderVersion for a file of an older version, which is not changed; raise FormatError if it is damaged."""
    version = _version_in_header(path)
    if version is None or version >= SQLITE_VERSION:
        return
    try:
        version = _older_version(path)
    except sqlite3.Error as fault:
        raise error_for(fault, str(path)) from fault
    except OSError as fault:
        reason = say("the older session file cannot be checked: {error}", error=fault.strerror)
        raise FormatError(str(path), reason) from fault
    if version is not None:
        raise older_file_error(str(path), version)


def _version_in_header(path: Path) -> int | None:
    """Return the version in the header of a file; None if it has none, as a new file, and SQLite has to judge it."""
    try:
        if not path.is_file():
            return None
        with path.open("rb") as file:
            header = file.read(_HEADER_BYTES)
    except OSError:
        return None
    if len(header) < _HEADER_BYTES or not header.startswith(_MAGIC):
        return None
    return int.from_bytes(header[_VERSION_BYTES], signed=True)


def _older_version(path: Path) -> int | None:
    """Return the version of an older file; None if it is new or of another program; raise if it is damaged."""
    with TemporaryDirectory() as folder:
        copy = Path(folder) / "copy"
        # The session file first: if a program moves changes into it meanwhile, they are still in its log.
        shutil.copyfile(path, copy)
        for ending in _CHANGES:
            with suppress(FileNotFoundError):
                shutil.copyfile(f"{path}{ending}", f"{copy}{ending}")
        with closing(sqlite3.connect(copy)) as base:
            (version,) = base.execute("pragma user_version").fetchone()
            schema = _schema(base)
            if version >= SQLITE_VERSION or "nights" not in dict(schema):
                return None
            is_whole = base.execute("pragma integrity_check(1)").fetchone() == ("ok",)
        has_todays_tables = version < _TABLES_SINCE and schema == _todays_schema()
        if version < 0 or not is_whole or has_todays_tables:
            raise damaged_file_error(str(path))
        return int(version)


def _schema(base: sqlite3.Connection) -> list[tuple[str, str]]:
    return sorted(base.execute("select name, coalesce(sql, '') from sqlite_schema").fetchall())


def _todays_schema() -> list[tuple[str, str]]:
    with closing(sqlite3.connect(":memory:")) as base:
        for statement in SQLITE_TABLES:
            base.execute(statement)
        return _schema(base)


def move_aside(path: Path, version: int) -> None:
    """Move a file of an older version, with the files that belong to it, to a free name in its folder.

    An interruption separates nothing: those files are copied before the session file is renamed, and deleted after.
    """
    copies: list[Path] = []
    try:
        with _lock(path) as is_there:
            if not is_there:
                return
            beside = [ending for ending in _SIDE_FILES if Path(f"{path}{ending}").is_file()]
            target = _free_name(path, version)
            for ending in beside:
                copies.append(Path(f"{target}{ending}"))
                _copy_to_disk(Path(f"{path}{ending}"), copies[-1])
            path.rename(target)
            copies.clear()
            for ending in beside:
                with suppress(OSError):  # the file is moved; SQLite discards what does not belong to a new one
                    Path(f"{path}{ending}").unlink(missing_ok=True)
    except OSError as fault:
        for copy in copies:
            copy.unlink(missing_ok=True)
        reason = say("the older session file cannot be moved: {error}", error=fault.strerror)
        raise FormatError(str(path), reason) from fault


@contextmanager
def _lock(path: Path) -> Iterator[bool]:
    """Keep other programs from a file, and yield whether it is still there; raise FormatError if one uses it.

    Windows itself refuses to rename a file that is open.
    """
    with ExitStack() as stack:
        if sys.platform != "win32":
            import fcntl  # noqa: PLC0415 - Windows has none

            file = stack.enter_context(path.open("r+b"))
            try:
                fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB, _LOCKED_BYTES, _LOCKED_FIRST)
            except OSError as fault:
                if fault.errno not in (errno.EACCES, errno.EAGAIN):
                    raise
                reason = say("another program is using this older session file. Stop it and start Byestand again")
                raise FormatError(str(path), reason) from fault
            yield path.is_file() and os.path.samestat(path.stat(), os.fstat(file.fileno()))
        else:
            yield path.is_file()


def _free_name(path: Path, version: int) -> Path:
    """Return a name in the same folder that says what the file is and that no file has."""
    for number in count(1):
        ending = f"-{number}" if number > 1 else ""
        target = path.with_name(f"{path.stem}-before-release-v{version}{ending}{path.suffix}")
        if not any(os.path.lexists(f"{target}{ending}") for ending in ("", *_SIDE_FILES)):
            break
    return target


def _copy_to_disk(source: Path, target: Path) -> None:
    """Copy a file to a new one, and wait until it is on the disk."""
    with source.open("rb") as old, target.open("xb") as new:
        shutil.copyfileobj(old, new)
        new.flush()
        os.fsync(new.fileno())
    shutil.copystat(source, target)


def moved_files(path: Path) -> tuple[Path, ...]:
    """Return the older files that were moved aside."""
    return tuple(sorted(path.parent.glob(f"{path.stem}-before-release-v*{path.suffix}")))


def moved_text(files: tuple[Path, ...]) -> str:
    """Return where older files are now; empty if there are none."""
    if not files:
        return ""
    return say(
        "sessions from before the first release cannot be read; they are now in {files}",
        files=", ".join(map(str, files)),
    )

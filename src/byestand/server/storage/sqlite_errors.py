"""Errors of SQLite as sentences."""

import sqlite3

from byestand.errors import FormatError
from byestand.language import phrase, say
from byestand.server.storage.database import OlderVersion, cannot_save

ERRORS = {
    "SQLITE_FULL": phrase("the disk is full. Free some space and save again"),
    "SQLITE_READONLY": phrase("no write permission for the session file or its folder"),
    "SQLITE_CANTOPEN": phrase("the session file cannot be opened or created"),
    "SQLITE_NOTADB": phrase("not a session file, or damaged; the file is unchanged"),
    "SQLITE_CORRUPT": phrase("the session file is damaged; it is unchanged"),
    "SQLITE_BUSY": phrase("another program is using the session file. Try again"),
    "SQLITE_IOERR": phrase("disk error while the session file was read or written"),
}
"""Phrases for SQLite's error codes."""


def error_for(fault: sqlite3.Error, source: str) -> FormatError:
    """Return the error for a fault of SQLite."""
    name = getattr(fault, "sqlite_errorname", "")
    sentence = next((text for code, text in ERRORS.items() if name.startswith(code)), "")
    return FormatError(source, say(sentence) if sentence else cannot_save(fault))


def foreign_file_error(source: str) -> FormatError:
    """Return the error for a file of another program."""
    return FormatError(source, say(ERRORS["SQLITE_NOTADB"]))


def damaged_file_error(source: str) -> FormatError:
    """Return the error for a damaged file."""
    return FormatError(source, say(ERRORS["SQLITE_CORRUPT"]))


def older_file_error(source: str, version: int) -> OlderVersion:
    """Return the error for a file of an older version."""
    reason = say(
        "the sessions were saved before the first release (version {version}) and cannot be read;"
        " the file is unchanged. Move it away to start a new one",
        version=version,
    )
    return OlderVersion(source, reason, version)

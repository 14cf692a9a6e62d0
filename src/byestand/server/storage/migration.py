"""The step to tables with summaries and checksums (SQLite 6, PostgreSQL 3), as far as SQL cannot do it.

Stored events stay as they are; they get a checksum. What was damaged before cannot be found any more.
"""

import json
import sqlite3
from contextlib import suppress

from byestand.server.storage.database import OpenDatabase
from byestand.server.storage.records import checksum
from byestand.texts import can_be_kept


def fill_new_columns(base: OpenDatabase) -> None:
    """Fill the new columns of every night and its events."""
    for (id,) in base.execute("select id from nights").fetchall():
        # The night of a page that SQLite cannot read stays without checksums, so that it counts as damaged.
        with suppress(sqlite3.DatabaseError):
            _fill_night(base, id)
            _fill_events(base, id)


def _fill_night(base: OpenDatabase, id: int) -> None:
    """Take the name from the night as it was stored; date, state and tables are unknown until the night is opened."""
    statement = "select workspace, contents, changed, revision from nights where id = ?"
    workspace, contents, changed, revision = base.execute(statement, (id,)).fetchone()
    name = name_in(contents)
    summary = id, workspace, name, None, changed, revision, "", None
    base.execute("update nights set name = ?, checksum = ? where id = ?", (name, checksum(*summary), id))


def name_in(contents: str) -> str:
    """Return the name of a night in json, if it can be read and stored."""
    try:
        night = json.loads(contents)
    except (ValueError, RecursionError):
        return ""
    name = night.get("name") if isinstance(night, dict) else None
    return name if isinstance(name, str) and can_be_kept(name) else ""


def _fill_events(base: OpenDatabase, id: int) -> None:
    statement = "select revision, at, kind, author, key, contents from events where night = ?"
    rows = base.execute(statement, (id,)).fetchall()
    checksums = [(checksum(*row), id, row[0]) for row in rows]
    base.executemany("update events set checksum = ? where night = ? and revision = ?", checksums)

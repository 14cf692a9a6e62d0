"""The open connection to a session file: reused, and closed when the file was replaced."""

import shutil
import sqlite3
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from byestand.errors import FormatError
from byestand.night import events as of
from byestand.server.storage.database import OpenDatabase
from byestand.server.storage.nights import VisibleNights
from byestand.server.storage.sqlite import SqliteDatabase
from byestand.server.storage.store import Store
from tests.support.stores import TUESDAY


@pytest.fixture
def nights(tmp_path: Path) -> VisibleNights:
    return VisibleNights(Store(SqliteDatabase(tmp_path / "nights.sqlite")))


def test_one_connection_serves_all_requests(nights: VisibleNights, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite3, "connect", None)
    id = nights.add(TUESDAY)
    nights.append(id, of.NotesChanged("kept"))
    assert nights.get(id).state.notes == "kept"


def test_every_change_is_on_the_disk_before_it_is_acknowledged(nights: VisibleNights) -> None:
    nights.add(TUESDAY)
    with nights.store.database.open() as base:
        names = ("synchronous", "journal_mode", "secure_delete")
        assert [base.execute(f"pragma {name}").fetchone()[0] for name in names] == [2, "wal", 1]


def test_a_deleted_file_is_a_sentence_and_nothing_is_acknowledged(nights: VisibleNights, tmp_path: Path) -> None:
    id = nights.add(TUESDAY)
    for path in tmp_path.iterdir():
        path.unlink()
    for _ in range(2):
        with pytest.raises(FormatError, match="no such table"):
            nights.append(id, of.NotesChanged("lost"))


def test_a_file_that_is_put_in_its_place_is_the_one_that_counts(nights: VisibleNights, tmp_path: Path) -> None:
    id = nights.add(TUESDAY)
    nights.store.database.erase_deleted()  # everything is in the one file
    backup = shutil.copy(tmp_path / "nights.sqlite", tmp_path / "backup")
    nights.append(id, of.NotesChanged("after the backup"))
    for name in ("nights.sqlite-wal", "nights.sqlite-shm"):
        (tmp_path / name).unlink()
    Path(backup).replace(tmp_path / "nights.sqlite")
    assert (nights.get(id).state.notes, nights.get(id).revision) == ("", 1)
    nights.append(id, of.NotesChanged("saved"))
    assert VisibleNights(Store(SqliteDatabase(tmp_path / "nights.sqlite"))).get(id).state.notes == "saved"


def test_a_transaction_that_fails_changes_nothing_and_the_next_one_works(nights: VisibleNights) -> None:
    id = nights.add(TUESDAY)
    for fault in (_fail, lambda base: base.execute("no statement")):
        with pytest.raises((ZeroDivisionError, FormatError)):
            _delete_and(nights, fault)
    nights.append(id, of.NotesChanged("kept"))
    assert nights.get(id).state.notes == "kept"


def _delete_and(nights: VisibleNights, fault: Callable[[OpenDatabase], object]) -> None:
    with nights.store.database.open() as base:
        base.execute("delete from nights")
        fault(base)


def _fail(base: OpenDatabase) -> None:
    raise ZeroDivisionError(base)


class BusyOnce(sqlite3.Connection):
    """A connection to a file that another process changes to a write-ahead log at the same moment."""

    was_busy = False

    def execute(self, sql: str, *args: Any) -> sqlite3.Cursor:  # noqa: ANN401 - as sqlite3 has it
        if "wal" in sql and not self.was_busy:
            self.was_busy = True
            fault = sqlite3.OperationalError("database is locked")
            fault.sqlite_errorname = "SQLITE_BUSY"
            raise fault
        return super().execute(sql, *args)


def test_processes_that_start_at_once_wait_for_each_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    waits: list[float] = []
    monkeypatch.setattr(time, "sleep", waits.append)
    monkeypatch.setattr(sqlite3, "connect", partial(sqlite3.connect, factory=BusyOnce))
    with SqliteDatabase(tmp_path / "nights.sqlite").open() as base:
        assert base.execute("pragma journal_mode").fetchone()[0] == "wal"
    assert len(waits) == 1

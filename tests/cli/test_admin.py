"""``byestand admin``: what an operator can do with all workspaces."""

import json
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from byestand import cli
from byestand.night.events import NotesChanged
from byestand.server.storage.nights import NightScope, VisibleNights
from byestand.server.storage.sqlite import SqliteDatabase
from byestand.server.storage.store import Store, store_at
from byestand.server.storage.workspaces import Workspaces
from tests.support.postgres import cluster
from tests.support.setups import session_setup

YEARS_AGO = "2020-02-29"


class AdminOutput(NamedTuple):
    """How a command ended."""

    code: int
    out: str
    err: str


@dataclass
class Admin:
    """The command, for the nights of one place."""

    data_file: tuple[str, str]
    heard: pytest.CaptureFixture[str]
    busy: int = 2
    """The workspace with two sessions."""

    def __call__(self, *args: str) -> AdminOutput:
        code = cli.run(["admin", args[0], *self.data_file, *args[1:]])
        return AdminOutput(code, *self.heard.readouterr())

    def run_json(self, *args: str) -> dict[str, Any]:
        """Return the output as data."""
        said = self(*args, "--json")
        assert said.code == 0, said.err
        return dict[str, Any](json.loads(said.out))


def two_desks(store: Store) -> int:
    """Make two workspaces: one with two sessions, whose number is returned, and one without visits."""
    busy, old = Workspaces(store).new(), Workspaces(store).new()
    for name in ("Zerlina Quaxo", "Other"):
        VisibleNights(store, NightScope(workspace=busy)).add(session_setup(name, "W0605"))
    VisibleNights(store, NightScope(workspace=old)).add(session_setup("Old", "W0605"))
    with store.database.open() as base:
        base.execute("update workspaces set visited = ? where id = ?", (YEARS_AGO, old))
    return busy


@pytest.fixture
def admin(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Admin:
    """Return the command for two workspaces besides the laptop's."""
    monkeypatch.delenv("BYESTAND_STORE", raising=False)
    return Admin(
        ("--data", str(tmp_path / "n.sqlite")), capsys, two_desks(Store(SqliteDatabase(tmp_path / "n.sqlite")))
    )


def test_in_a_postgresql_all_of_it_does_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    url = cluster().fresh()
    store = store_at(url)
    admin = Admin(("--store", url), capsys, two_desks(store))
    store.database.close()
    counted = admin.run_json("stats")
    assert [counted[name] for name in ("workspaces", "sessions", "events", "files")] == [2, 3, 3, 0]
    assert counted["bytes"] > 4096
    assert counted["visited"].pop("2020-02") == 1
    assert list(counted["visited"].values()) == [1]
    assert admin.run_json("sweep") == {"deleted": 1, "days": 400}
    assert admin.run_json("delete-workspace", str(admin.busy), "--yes") == {"deleted": admin.busy, "sessions": 2}
    assert set(admin.run_json("vacuum")) == {"freed"}
    assert [admin.run_json("stats")[name] for name in ("workspaces", "sessions", "events")] == [0, 0, 0]
    gone = f"byestand: no workspace with this number: {admin.busy}\n"
    assert admin("delete-workspace", str(admin.busy), "--yes") == AdminOutput(4, "", gone)


def test_all_is_counted_without_a_name(admin: Admin) -> None:
    said = admin("stats")
    assert said.code == 0
    assert said.out.startswith("2 workspaces, 3 sessions, 3 log entries, ")
    assert "last opened in 2020-02: 1 workspace\n" in said.out
    assert "9999" not in said.out
    assert "Quaxo" not in said.out
    data = admin.run_json("stats")
    assert (data["workspaces"], data["sessions"], data["events"], data["files"]) == (2, 3, 3, 0)
    assert data["bytes"] > 4096
    assert data["visited"]["2020-02"] == 1


def test_a_desk_is_deleted_when_that_is_meant(admin: Admin) -> None:
    unasked = "byestand: cannot ask for confirmation without a terminal; add --yes to delete the workspace: 2\n"
    assert admin("delete-workspace", "2") == AdminOutput(2, "", unasked)
    assert admin.run_json("delete-workspace", "2", "--yes") == {"deleted": 2, "sessions": 2}
    assert admin.run_json("stats")["sessions"] == 1
    assert admin("delete-workspace", "2", "--yes") == AdminOutput(4, "", "byestand: no workspace with this number: 2\n")


def test_nobody_visits_the_desk_of_a_laptop_and_it_stays(admin: Admin) -> None:
    assert admin("delete-workspace", "1", "--yes").code == 4
    assert admin("sweep").out == "1 workspace deleted\n"
    assert admin.run_json("stats")["workspaces"] == 1
    assert admin.run_json("sweep", "--days", "1") == {"deleted": 0, "days": 1}


def test_the_room_of_what_was_deleted_is_given_back(admin: Admin) -> None:
    nights = VisibleNights(Store(SqliteDatabase(Path(admin.data_file[1]))), NightScope(workspace=admin.busy))
    notes = "x" * 500_000
    id = nights.add(session_setup("Long", "W0605"))
    nights.append(id, NotesChanged(notes))
    nights.throw_away(id)
    assert admin.run_json("vacuum")["freed"] > 0.9 * len(notes)
    assert admin("vacuum").out == "0 KB freed\n"


@pytest.mark.parametrize(
    ("args", "code", "said"),
    [
        (("stats", "--nonsense"), 2, "nonsense"),
        (("delete-workspace", "two"), 2, "two"),
        (("delete-workspace", "99", "--yes"), 4, "no workspace with this number: 99"),
        (("sweep", "--days", "0"), 2, "the number of days must be 1 to 36500: 0"),
        (("sweep", "--days", "1000000"), 2, "the number of days must be 1 to 36500: 1000000"),
        (("sweep", "--days", "9" * 20), 2, "expected a number of at most 9 digits: '99999999999999999999'"),
        (("nonsense",), 2, "nonsense"),
        (("stats", "--store", "postgresql://x"), 2, "use either --store or --data, not both"),
    ],
)
def test_what_is_wrong_is_said_in_one_sentence(admin: Admin, args: tuple[str, ...], code: int, said: str) -> None:
    found = admin(*args)
    assert (found.code, found.out, found.err.count("\n")) == (code, "", 1)
    assert said in found.err


def test_a_file_that_is_not_there_is_not_made(admin: Admin, tmp_path: Path) -> None:
    other = tmp_path / "other.sqlite"
    admin.data_file = ("--data", str(other))
    found = admin("stats")
    assert (found.code, "no session file found" in found.err) == (5, True)
    assert not other.exists()
    other.touch()
    assert admin("stats") == found
    assert not other.stat().st_size
    admin.data_file = ("--data", "")
    assert admin("stats") == AdminOutput(2, "", "byestand: --data needs a file or its folder: ''\n")


def test_the_file_of_another_program_is_left_as_it_is(admin: Admin, tmp_path: Path) -> None:
    other = tmp_path / "recipes.sqlite"
    with closing(sqlite3.connect(other)) as base, base:
        base.execute("create table recipes (name text)")
    before = other.read_bytes()
    admin.data_file = ("--data", str(other))
    found = admin("stats")
    assert (found.code, "not a session file" in found.err) == (5, True)
    assert other.read_bytes() == before

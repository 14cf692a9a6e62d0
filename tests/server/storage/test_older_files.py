"""Session files of older versions: refused unchanged, or moved aside unchanged; damaged files are none of them."""

import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from byestand.errors import FormatError
from byestand.server.storage import older_files
from byestand.server.storage.database import OlderVersion
from byestand.server.storage.nights import VisibleNights
from byestand.server.storage.older_files import moved_files
from byestand.server.storage.schema import SQLITE_VERSION
from byestand.server.storage.sqlite import SqliteDatabase, open_file
from byestand.server.storage.store import Store, open_store
from tests.support.older_files import (
    DUMP,
    LAST_NOTES,
    files_in,
    last_notes,
    write_all_in_log,
    write_killed,
    write_older,
)
from tests.support.stores import TUESDAY

WRITERS = [write_older, write_killed, write_all_in_log]
Write = Callable[[Path], None]
MOVED = "nights-before-release-v7"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    folder = tmp_path / "data"
    folder.mkdir()
    return folder / "nights.sqlite"


def names_after_move(files: dict[str, bytes], name: str = MOVED) -> dict[str, bytes]:
    """Return files under the names to which they are moved."""
    return {name + file.removeprefix("nights"): data for file, data in files.items()}


def without_today(folder: Path) -> dict[str, bytes]:
    """Return all files in a folder except those of today's session file."""
    return {name: data for name, data in files_in(folder).items() if not name.startswith("nights.sqlite")}


def write_today(path: Path) -> None:
    nights = VisibleNights(Store(SqliteDatabase(path)))
    nights.add(TUESDAY)
    nights.store.database.close()


@pytest.mark.parametrize("write", WRITERS)
def test_an_older_file_is_refused_with_its_version_and_not_a_byte_changes(path: Path, write: Write) -> None:
    write(path)
    before = files_in(path.parent)
    for _ in range(2):
        with pytest.raises(OlderVersion) as refused:
            SqliteDatabase(path)
        assert str(refused.value) == (
            f"{path}: the sessions were saved before the first release (version 7) and cannot be read;"
            " the file is unchanged. Move it away to start a new one"
        )
    assert files_in(path.parent) == before


@pytest.mark.parametrize("version", range(8))
def test_every_older_version_is_refused(path: Path, version: int) -> None:
    with closing(sqlite3.connect(path)) as base:
        base.executescript(DUMP.replace("user_version = 7", f"user_version = {version}"))
    before = files_in(path.parent)
    with pytest.raises(OlderVersion, match=rf"\(version {version}\)"):
        SqliteDatabase(path)
    assert files_in(path.parent) == before


@pytest.mark.parametrize("write", WRITERS)
def test_an_older_file_is_moved_with_all_that_belongs_to_it(path: Path, write: Write) -> None:
    write(path)
    before = files_in(path.parent)
    store = open_store(path, is_older_moved=True)
    assert not store.trouble
    assert without_today(path.parent) == names_after_move(before)
    VisibleNights(store).add(TUESDAY)
    assert len(VisibleNights(open_store(path, is_older_moved=True)).all()) == 1
    assert without_today(path.parent) == names_after_move(before)
    (target,) = moved_files(path)
    assert target == path.with_name(f"{MOVED}.sqlite")
    assert (last_notes(target) == LAST_NOTES) == (write is not write_older)


@pytest.mark.parametrize("taken", ["", "-wal", "-journal", "-shm"])
def test_no_other_file_is_overwritten(path: Path, taken: str) -> None:
    write_killed(path)
    before = files_in(path.parent)
    other = path.with_name(f"{MOVED}.sqlite{taken}")
    other.write_bytes(b"mine")
    open_store(path, is_older_moved=True)
    assert without_today(path.parent) == {other.name: b"mine"} | names_after_move(before, f"{MOVED}-2")


STEPS = ["copy 1", "copy 2", "copied", "renamed", "delete 1", "delete 2"]


@pytest.mark.parametrize("step", STEPS)
def test_an_interruption_at_any_step_separates_nothing_and_the_next_start_goes_on(
    path: Path, step: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_killed(path)
    before = files_in(path.parent)
    copy, rename, unlink, steps = older_files._copy_to_disk, Path.rename, Path.unlink, list[str]()  # noqa: SLF001

    def reach(name: str) -> None:
        steps.append(name)
        if name == step:
            raise KeyboardInterrupt  # as after a power cut, nothing tidies up

    def copy_one(source: Path, target: Path) -> None:
        reach(f"copy {len(steps) + 1}")
        copy(source, target)

    def rename_it(file: Path, target: Path) -> Path:
        reach("copied")
        renamed = rename(file, target)
        reach("renamed")
        return renamed

    def unlink_one(file: Path, *, missing_ok: bool = False) -> None:
        if file.parent == path.parent:
            reach(f"delete {sum('delete' in name for name in steps) + 1}")
        unlink(file, missing_ok=missing_ok)

    with monkeypatch.context() as patch:
        patch.setattr(older_files, "_copy_to_disk", copy_one)
        patch.setattr(Path, "rename", rename_it)
        patch.setattr(Path, "unlink", unlink_one)
        with pytest.raises(KeyboardInterrupt):
            open_store(path, is_older_moved=True)
    assert steps == STEPS[: STEPS.index(step) + 1]
    store = open_store(path, is_older_moved=True)
    assert not store.trouble
    assert VisibleNights(store).all() == ()
    (target,) = moved_files(path)
    for ending in ("", "-wal", "-shm"):
        assert Path(f"{target}{ending}").read_bytes() == before[f"nights.sqlite{ending}"]
    assert last_notes(target) == LAST_NOTES


def test_what_cannot_be_moved_stays_and_no_copy_is_left(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_killed(path)
    before = files_in(path.parent)

    def refuse(*_: object) -> None:
        raise OSError(30, "Read-only file system")

    monkeypatch.setattr(Path, "rename", refuse)
    trouble = open_store(path, is_older_moved=True).trouble
    assert f"{path}: the older session file cannot be moved: Read-only file system. Choose another" in trouble
    assert files_in(path.parent) == before


HOLD = """
import sqlite3, sys
base = sqlite3.connect(sys.argv[1])
print(base.execute("select name from nights").fetchall(), flush=True)
input()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows itself refuses to rename an open file")
def test_a_file_that_another_program_has_open_is_not_moved(path: Path) -> None:
    write_killed(path)
    command = [sys.executable, "-c", HOLD, str(path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        assert other.stdout
        other.stdout.readline()
        before = files_in(path.parent)
        trouble = open_store(path, is_older_moved=True).trouble
        assert f"{path}: another program is using this older session file. Stop it and start" in trouble
        assert files_in(path.parent) == before
        other.communicate(b"\n")
    assert not open_store(path, is_older_moved=True).trouble
    assert last_notes(*moved_files(path)) == LAST_NOTES


@pytest.mark.skipif(sys.platform == "win32", reason="Windows itself refuses to rename an open file")
def test_a_file_that_another_process_has_moved_meanwhile_is_not_moved_again(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import fcntl  # noqa: PLC0415 - Windows has none

    def replace(*_: object) -> None:
        path.rename(path.with_name("elsewhere"))
        write_today(path)

    write_older(path)
    monkeypatch.setattr(fcntl, "lockf", replace)
    store = open_store(path, is_older_moved=True)
    assert not store.trouble
    assert len(VisibleNights(store).all()) == 1
    assert moved_files(path) == ()


def cut(size: int) -> Callable[[bytes], bytes]:
    return lambda data: data[:size]


DAMAGE: dict[str, Callable[[bytes], bytes]] = {
    **{f"cut to {size}": cut(size) for size in (50, 99, 100, 511, 512, 4095, 4096, 8192, 40000, -4096, -1)},
    "no magic": lambda data: b"x" + data[1:],
    "a page overwritten": lambda data: data[:8192] + b"\xff" * 4096 + data[12288:],
    "all but the header overwritten": lambda data: data[:100] + b"\0" * (len(data) - 100),
    "a negative version": lambda data: data[:60] + b"\xff\xff\xff\xff" + data[64:],
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_older_file_is_not_taken_for_an_older_one(path: Path, damage: str) -> None:
    write_older(path)
    path.write_bytes(DAMAGE[damage](path.read_bytes()))
    before = files_in(path.parent)
    with pytest.raises(FormatError) as refused:
        open_file(path, is_older_moved=True)
    assert not isinstance(refused.value, OlderVersion)
    assert "damaged" in str(refused.value)
    assert files_in(path.parent) == before


def test_a_version_that_is_raised_without_other_tables_makes_files_older(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_today(path)
    monkeypatch.setattr(older_files, "SQLITE_VERSION", SQLITE_VERSION + 1)
    with pytest.raises(OlderVersion, match=rf"\(version {SQLITE_VERSION}\)"):
        older_files.refuse_older(path)


def test_a_file_that_cannot_be_checked_is_left_as_it_is(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_older(path)
    before = files_in(path.parent)

    def refuse(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(shutil, "copyfile", refuse)
    trouble = open_store(path, is_older_moved=True).trouble
    assert f"{path}: the older session file cannot be checked: No space left on device" in trouble
    assert files_in(path.parent) == before


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such locks")
def test_a_file_system_without_locks_is_not_called_another_program(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import fcntl  # noqa: PLC0415 - Windows has none

    def refuse(*_: object) -> None:
        raise OSError(37, "No locks available")

    write_older(path)
    monkeypatch.setattr(fcntl, "lockf", refuse)
    trouble = open_store(path, is_older_moved=True).trouble
    assert "the older session file cannot be moved: No locks available" in trouble


@pytest.mark.parametrize("version", range(SQLITE_VERSION))
def test_a_file_of_today_whose_version_is_damaged_is_not_an_older_one(path: Path, version: int) -> None:
    write_today(path)
    data = path.read_bytes()
    path.write_bytes(data[:60] + version.to_bytes(4) + data[64:])
    before = files_in(path.parent)
    assert "the session file is damaged; it is unchanged" in open_store(path, is_older_moved=True).trouble
    assert files_in(path.parent) == before


def test_a_file_that_was_never_completed_is_a_new_one(path: Path) -> None:
    """Its program was killed before the end of the first transaction, which the journal takes back."""
    with closing(sqlite3.connect(path, isolation_level=None)) as base:
        base.execute("pragma cache_size = 1")
        base.execute("begin")
        for statement in DUMP.replace("BEGIN TRANSACTION;", "").partition("COMMIT;")[0].split(";\n"):
            base.execute(statement)
        base.execute("pragma user_version = 7")
        base.execute("insert into uploads values ('x', 'x', 'x', zeroblob(1000000), 0)")
        journal = Path(f"{path}-journal").read_bytes()
        base.execute("commit")
    Path(f"{path}-journal").write_bytes(journal)
    assert path.read_bytes()[60:64] == (7).to_bytes(4)
    assert open_store(path, is_older_moved=True).trouble == ""
    assert moved_files(path) == ()


@pytest.mark.parametrize("data", [None, b""])
def test_a_missing_or_empty_file_is_a_new_one(path: Path, data: bytes | None) -> None:
    if data is not None:
        path.write_bytes(data)
    assert open_store(path, is_older_moved=True).trouble == ""
    assert moved_files(path) == ()


def test_a_file_of_today_with_a_log_is_opened(path: Path) -> None:
    nights = VisibleNights(Store(SqliteDatabase(path)))
    nights.add(TUESDAY)
    copy = path.with_name("copy.sqlite")
    for ending in ("", "-wal"):
        shutil.copy(f"{path}{ending}", f"{copy}{ending}")
    assert len(VisibleNights(open_store(copy, is_older_moved=True)).all()) == 1


def test_a_file_of_another_program_is_not_moved(path: Path) -> None:
    with closing(sqlite3.connect(path)) as base:
        base.executescript("create table songs (title text); pragma user_version = 7")
    before = files_in(path.parent)
    assert "not a session file, or damaged" in open_store(path, is_older_moved=True).trouble
    assert files_in(path.parent) == before


def test_an_older_file_that_is_put_in_the_place_of_the_open_one_is_refused_unchanged(path: Path) -> None:
    nights = VisibleNights(Store(SqliteDatabase(path)))
    nights.add(TUESDAY)
    for file in path.parent.iterdir():
        file.unlink()
    write_killed(path)
    before = files_in(path.parent)
    for _ in range(2):
        with pytest.raises(OlderVersion):
            nights.all()
    assert files_in(path.parent) == before

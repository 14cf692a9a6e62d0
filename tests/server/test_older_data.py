"""Older data as users and operators meet it: the app, a service, ``admin``, PostgreSQL and a backup."""

import io
import os
import signal
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from html import unescape
from pathlib import Path

import httpx2
import psycopg
import pytest

from byestand import cli
from byestand.server.storage.nights import VisibleNights
from byestand.server.storage.sqlite import SqliteDatabase
from byestand.server.storage.store import Store
from tests.support.app import PATIENCE, client
from tests.support.crawler import InThisProcess
from tests.support.older_files import files_in, write_killed
from tests.support.paths import GOLDEN
from tests.support.postgres import cluster
from tests.support.stores import InPostgres, contents

NIGHTS = GOLDEN / "nights"
REFUSED = "the sessions were saved before the first release (version {}) and cannot be read"
MOVE_AWAY = "the file is unchanged. Move it away to start a new one"


@dataclass(frozen=True)
class Started:
    """An app and the first lines that it printed."""

    lines: tuple[str, ...]
    address: str
    process: "subprocess.Popen[str]"

    def stop(self) -> str:
        """Stop it; return what it printed on stderr."""
        self.process.send_signal(signal.SIGINT)
        return self.process.communicate(timeout=PATIENCE)[1]


@contextmanager
def start_app(home: Path, *options: str, **variables: str) -> Iterator[Started]:
    """Yield the app, started with a data folder of its own."""
    process = subprocess.Popen(
        [sys.executable, "-m", "byestand", "serve", "--no-browser", "--port", "0", *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"XDG_DATA_HOME": str(home)} | variables,
    )
    assert process.stdout
    lines = []
    while "Byestand is running at " not in (line := process.stdout.readline()):
        assert line, process.communicate()
        lines.append(line)
    try:
        yield Started(tuple(lines), line.split()[4], process)
    finally:
        if process.poll() is None:
            process.kill()
            process.communicate()


@pytest.fixture
def usual(tmp_path: Path) -> Path:
    """Return the usual session file below a data folder of its own, of the older version."""
    path = tmp_path / "byestand" / "nights.sqlite"
    path.parent.mkdir()
    write_killed(path)
    return path


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="the data folder has no variable there")
def test_an_older_file_in_the_usual_folder_does_not_stop_the_app(usual: Path, tmp_path: Path) -> None:
    before = files_in(usual.parent)
    target = usual.with_name("nights-before-release-v7.sqlite")
    sentence = f"sessions from before the first release cannot be read; they are now in {target}"
    for warning in (f"{sentence}\n", ""):
        with start_app(tmp_path) as app:
            page = unescape(httpx2.get(f"{app.address}nights").text)
            assert sentence in page
            assert "Sessions are saved automatically" in page
            assert app.lines == ()
            assert app.stop() == warning
    for ending in ("", "-wal", "-shm"):
        assert Path(f"{target}{ending}").read_bytes() == before[f"nights.sqlite{ending}"]


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="the data folder has no variable there")
@pytest.mark.parametrize("way", ["--data", "BYESTAND_DATA", "folder"])
def test_an_older_file_that_the_user_named_is_left_and_the_app_says_that_nothing_is_saved(
    usual: Path, tmp_path: Path, way: str
) -> None:
    before = files_in(usual.parent)
    options = {"--data": ["--data", str(usual)], "folder": ["--data", str(usual.parent)]}.get(way, [])
    variables = {"BYESTAND_DATA": str(usual)} if way == "BYESTAND_DATA" else {}
    with start_app(tmp_path, *options, **variables) as app:
        sentence = f"sessions are not saved: {usual}: {REFUSED.format(7)}; {MOVE_AWAY}"
        assert app.lines == (f"{sentence}. Choose another file with byestand serve --data\n",)
        assert sentence in unescape(httpx2.get(app.address).text)
        assert app.stop() == ""
    assert files_in(usual.parent) == before


@pytest.mark.parametrize("is_named", [False, True])
def test_a_service_with_an_older_file_does_not_start(usual: Path, tmp_path: Path, is_named: bool) -> None:
    if not is_named and sys.platform in ("win32", "darwin"):
        pytest.skip("the data folder has no variable there")
    before = files_in(usual.parent)
    options = ["--data", str(usual)] if is_named else []
    ended = subprocess.run(
        [sys.executable, "-m", "byestand", "serve", "--port", "0", "--public", "https://bridge.example.org/", *options],
        capture_output=True,
        text=True,
        env=os.environ | {"XDG_DATA_HOME": str(tmp_path)},
        timeout=PATIENCE,
        check=False,
    )
    error = f"byestand: {usual}: {REFUSED.format(7)}; {MOVE_AWAY}\n"
    assert (ended.returncode, ended.stdout, ended.stderr) == (5, "", error)
    assert files_in(usual.parent) == before


@pytest.mark.parametrize("command", [["stats"], ["sweep"], ["vacuum"], ["delete-workspace", "1", "--yes"]])
def test_admin_refuses_an_older_file(usual: Path, command: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    before = files_in(usual.parent)
    assert cli.run(["admin", *command, "--data", str(usual)]) == 5
    said = capsys.readouterr()
    assert (said.out, said.err) == ("", f"byestand: {usual}: {REFUSED.format(7)}; {MOVE_AWAY}\n")
    assert files_in(usual.parent) == before


@pytest.mark.parametrize("version", [4, 1])
@pytest.mark.parametrize(
    "command", [["admin", "stats"], ["serve", "--port", "0", "--public", "https://bridge.example.org/"]]
)
def test_an_older_postgresql_is_refused_and_nothing_is_changed(
    command: list[str], version: int, capsys: pytest.CaptureFixture[str]
) -> None:
    place = InPostgres(cluster().fresh())
    with psycopg.connect(place.url) as base:
        base.execute((NIGHTS / "postgres_4.sql").read_bytes())
    place.set_version(version)
    before, columns = contents(place), place.do(COLUMNS)
    assert before["nights"]
    assert cli.run([*command, "--store", place.url]) == 5
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("byestand: postgresql://")
    assert said.err.endswith(f": {REFUSED.format(version)}; nothing is changed. Use an empty database\n")
    assert (contents(place), place.do(COLUMNS)) == (before, columns)


COLUMNS = """select table_name, column_name, data_type, column_default from information_schema.columns
    where table_schema = 'public' order by 1, 2"""


def test_an_older_backup_is_refused_and_nothing_is_added(tmp_path: Path) -> None:
    older = (NIGHTS / "backup_1.zip").read_bytes()
    with zipfile.ZipFile(io.BytesIO(older)) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    newer = files | {"desk.json": files["desk.json"].replace(b'"version": 1', b'"version": 3')}
    no_list = {name: data for name, data in files.items() if name != "desk.json"}
    sentences = {
        "Old.zip: a backup from before the first release (version 1) cannot be read. Import it with the version that"
        " made it": older,
        "Old.zip: the zip is damaged": older[:-50],
        "Old.zip, desk.json: not json": make_zip(files | {"desk.json": files["desk.json"][:-20]}),
        "Old.zip: not a Byestand backup: workspace.json is missing": make_zip(no_list),
        "Old.zip: not a Byestand backup: workspace.json is missing ": make_zip(newer),
    }
    with client(tmp_path / "n.sqlite", pool=InThisProcess()) as laptop:
        for sentence, data in sentences.items():
            answer = laptop.post("/nights/import", files={"file": ("Old.zip", data)})
            assert answer.status_code == 422
            assert sentence.strip() in unescape(answer.text)
    assert VisibleNights(Store(SqliteDatabase(tmp_path / "n.sqlite"))).all() == ()


def make_zip(files: dict[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return out.getvalue()

"""A workspace exported to one file: the same logs after the import, or one message and nothing added."""

import io
import json
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from byestand.night import night_document
from byestand.server.guards.body_limits import MEGABYTE
from byestand.server.storage.nights import NightScope, VisibleNights
from byestand.server.storage.quota import Quota
from byestand.server.storage.records import EventRow
from byestand.server.storage.sqlite import SqliteDatabase
from byestand.server.storage.store import Store
from tests.support.app import client, state_of
from tests.support.crawler import InThisProcess
from tests.support.hosted_service import NIGHT_FORM, Service, a_log
from tests.support.stores import rewrite_event


def test_from_a_laptop_to_a_service_and_back_every_log_is_the_same(tmp_path: Path) -> None:
    path = tmp_path / "laptop.sqlite"
    mine = VisibleNights(Store(SqliteDatabase(path)))
    for name in ("Tuesday", "Wednesday"):
        mine.add(a_log(name))
    unreadable = mine.add(a_log("From the future"))
    rewrite_event(mine.store, unreadable, 2, kind="levitated")
    mine.put_on_desk(1)
    logs = _backup(mine)
    service = Service.at(tmp_path / "service.sqlite", pool=InThisProcess())
    with client(path, pool=InThisProcess()) as laptop:
        data = laptop.get("/nights/everything.zip").content
    browser = service.browser()
    assert browser.post("/nights/import", files={"file": ("all.zip", data)}).headers["location"] == "/nights"
    assert _backup(VisibleNights(service.store, NightScope(workspace=2))) == logs
    current = VisibleNights(service.store, NightScope(workspace=2)).current()
    assert current
    assert current.title == "Tuesday II"
    with client(tmp_path / "other.sqlite", pool=InThisProcess()) as other:
        again = browser.get("/nights/everything.zip").content
        assert other.post("/nights/import", files={"file": ("all.zip", again)}).status_code == 303
    assert _backup(VisibleNights(Store(SqliteDatabase(tmp_path / "other.sqlite")))) == logs


def _without(name: str) -> Callable[[dict[str, str]], dict[str, str]]:
    return lambda files: {other: text for other, text in files.items() if other != name}


def _night(text: str) -> Callable[[dict[str, str]], dict[str, str]]:
    return lambda files: files | {"night-1.json": text}


def _listing(text: str) -> Callable[[dict[str, str]], dict[str, str]]:
    return lambda files: files | {"workspace.json": text}


def _unread(contents: str, *events: str) -> Callable[[dict[str, str]], dict[str, str]]:
    return _night(f'{{"name": {contents}, "events": [{", ".join(events)}]}}')


_LIST = '{"format": "byestand workspace", "version": 2, "sessions": [{}]}'
_EVENT = '[1.0, "a", "b", "director", ""]'
_TOO_LARGE = "all.zip, night-1.json: a session that cannot be opened here, and larger than 1 MB or 5,000 log entries"


@pytest.mark.parametrize(
    ("spoil", "sentence"),
    [
        (_night("{}"), "all.zip, night-1.json: "),
        (_night('{"name": 1, "events": []}'), "all.zip, night-1.json: not a session"),
        (lambda files: _night(files["night-1.json"].replace("W0605", "W9999"))(files), "all.zip, night-1.json: "),
        (_without("night-1.json"), "a listed session is missing: &#39;night-1.json&#39;"),
        (_without("workspace.json"), "not a Byestand backup: workspace.json is missing"),
        (_listing("[]"), "all.zip, workspace.json: expected the format"),
        (_listing(_LIST.replace("2", "9")), "newer"),
        (_listing("{"), "all.zip, workspace.json: not json"),
        (_listing(_LIST.replace("{}", "1")), "expected an object @ $.sessions[0]"),
        (_night(" " * 9_000_000), "all.zip: larger than 8 MB unpacked: &#39;night-1.json&#39;"),
        (_night(""), "all.zip, night-1.json: not json"),
        (_unread('"x"', "[1.0, 2.0, 3.0, 4.0, 5.0]"), "not a session"),
        (_unread('"x"', '[1.0, "a", "b"]'), "not a session"),
        (_unread(r'"\ud800"', _EVENT), "not a session"),
        (_unread('"x"', r'[1.0, "a", "\u0000", "director", ""]'), "not a session"),
        (_unread('"x"', '[NaN, "a", "b", "director", ""]'), "not a session"),
        (_unread('"x"', *[_EVENT] * 5001), _TOO_LARGE),
        (_unread(f'"{"x" * 2**20}"', _EVENT), _TOO_LARGE),
    ],
)
def test_what_is_damaged_foreign_or_too_much_is_refused_in_one_sentence_and_nothing_is_added(
    tmp_path: Path, spoil: Callable[[dict[str, str]], dict[str, str]], sentence: str
) -> None:
    with client(tmp_path / "n.sqlite", pool=InThisProcess()) as laptop:
        laptop.post("/nights", data=NIGHT_FORM)
        laptop.post("/nights", data=NIGHT_FORM)
        files = _files(laptop.get("/nights/everything.zip").content)
        answer = laptop.post("/nights/import", files={"file": ("all.zip", _zip(spoil(files)))})
        assert (answer.status_code in (400, 404, 422), sentence in answer.text) == (True, True), answer.text
        assert len(VisibleNights(Store(SqliteDatabase(tmp_path / "n.sqlite"))).all()) == 2


def test_a_file_with_a_spoilt_middle_is_refused(tmp_path: Path) -> None:
    data = bytearray(_zip({"workspace.json": _LIST}))
    middle = data.index(b"workspace.json") + len("workspace.json")
    data[middle : middle + 12] = b"\xff" * 12
    with client(tmp_path / "n.sqlite", pool=InThisProcess()) as laptop:
        answer = laptop.post("/nights/import", files={"file": ("all.zip", bytes(data))})
        assert (answer.status_code, "all.zip: the zip is damaged" in answer.text) == (422, True)


@pytest.mark.parametrize("cut", [2, 60, 400])
def test_a_file_that_is_cut_off_is_refused(tmp_path: Path, cut: int) -> None:
    with client(tmp_path / "n.sqlite", pool=InThisProcess()) as laptop:
        laptop.post("/nights", data=NIGHT_FORM)
        data = laptop.get("/nights/everything.zip").content
        answer = laptop.post("/nights/import", files={"file": ("all.zip", data[:cut])})
        assert (answer.status_code, "all.zip: the zip is damaged" in answer.text) == (422, True)


def test_a_date_that_is_none_is_now(tmp_path: Path) -> None:
    with client(tmp_path / "n.sqlite", pool=InThisProcess()) as laptop:
        laptop.post("/nights", data=NIGHT_FORM)
        files = _files(laptop.get("/nights/everything.zip").content)
        told = json.loads(files["workspace.json"])
        told["sessions"][0]["changed"] = "2026-99-99 <script>"
        files["workspace.json"] = json.dumps(told)
        assert laptop.post("/nights/import", files={"file": ("all.zip", _zip(files))}).status_code == 303
        assert laptop.get("/nights").status_code == 200


def test_what_there_is_no_room_for_is_not_added(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    service = Service.at(tmp_path / "n.sqlite", pool=InThisProcess())
    mine = service.browser()
    for name in ("Tuesday", "Wednesday"):
        mine.post("/nights", data=NIGHT_FORM | {"name": name})
    data = mine.get("/nights/everything.zip").content
    monkeypatch.setattr("byestand.server.storage.nights.DEFAULT_QUOTA", Quota(nights=3))
    refused = mine.post("/nights/import", files={"file": ("all.zip", data)})
    assert (refused.status_code, "imit of 3 sessions reached" in refused.text) == (404, True)
    assert len(service.store.rows(2)) == 2


def test_of_what_is_refused_no_desk_stays_and_what_it_unpacks_to_counts_as_sent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    service = Service.at(tmp_path / "n.sqlite", pool=InThisProcess())
    night = night_document.dumps(a_log("Tuesday")) + " " * 4 * 2**20
    monkeypatch.setattr("byestand.server.storage.workspaces.DEFAULT_QUOTA", Quota(events=2))
    small = _zip({"workspace.json": _LIST.replace("{}", '{"file": "a"}'), "a": night})
    assert len(small) < 10_000
    refused = service.browser().post("/nights/import", files={"file": ("all.zip", small)})
    assert (refused.status_code, "imit of 2 events" in refused.text) == (404, True)
    with service.store.database.open() as base:
        assert base.execute("select count(*) from workspaces where id > 1").fetchone() == (0,)
    assert state_of(service.app).rate_limits.uploads.delay("203.0.113.7", 125 * MEGABYTE)
    assert not state_of(service.app).rate_limits.uploads.delay("203.0.113.8", 125 * MEGABYTE)


def _backup(nights: VisibleNights) -> list[tuple[str, str, list[EventRow]]]:
    """Return the whole content of a workspace, except the numbers of its sessions."""
    store = nights.store
    return sorted((row.name, row.changed_at, store.events(row.id)) for row in store.rows(nights.reach.workspace))


def _files(data: bytes) -> dict[str, str]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name).decode() for name in archive.namelist()}


def _zip(files: dict[str, str]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return out.getvalue()

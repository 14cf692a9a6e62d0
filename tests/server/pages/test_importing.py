"""Uploaded nights: read in another process than the server, each limit with a file at it and one beyond it."""

import io
import json
import os
import zipfile
from asyncio import run
from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import accumulate
from pathlib import Path
from typing import NoReturn

import pytest

from byestand.errors import FormatError, RequestRefused
from byestand.job import Job, job
from byestand.night import night_document
from byestand.server.jobs.pool import WorkerPool
from byestand.server.pages.workspace import night_import
from byestand.server.pages.workspace.night_import import LIMITS, ImportLimits, UnpackProgress
from byestand.server.storage.records import EventRow, NewNight
from byestand.server.storage.workspaces import Upload
from byestand.server.web.uploads import naming_file
from tests.support.app import client
from tests.support.crawler import InThisProcess
from tests.support.hosted_service import a_log

read_night, read_batch = night_import.read_night.run, night_import.read_batch.run
NIGHT = night_document.dumps(a_log("Tuesday"))
EVENTS = len(a_log("Tuesday").entries)


def archive(members: Mapping[str, str], packing: int = zipfile.ZIP_DEFLATED) -> bytes:
    """Return a zip."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", packing) as packed:
        for name, text in members.items():
            packed.writestr(name, text)
    return out.getvalue()


def export_night(*nights: str, current: int = 0) -> dict[str, str]:
    """Return the files of an archive with these nights."""
    names = [f"n{number}" for number in range(len(nights))]
    listed = [{"file": name, "current": number == current} for number, name in enumerate(names)]
    listing = json.dumps({"format": "byestand workspace", "version": 2, "sessions": listed})
    return {"workspace.json": listing, **dict(zip(names, nights, strict=True))}


TWO = export_night(NIGHT, NIGHT)
UNREAD = json.dumps({"name": "x", "events": [[1.0, "levitated", "{}", "director", ""]] * 3})


def depth(text: str) -> int:
    """Return how deeply json without brackets in texts is nested."""
    return max(accumulate((character in "[{") - (character in "]}") for character in text))


def containers(text: str) -> int:
    """Return how many lists and objects such json has."""
    return text.count("[") + text.count("{")


@dataclass(frozen=True)
class Case:
    """A file exactly at a limit, and the message of a stricter limit."""

    limit: str
    is_allowed: int
    sentence: str
    files: Mapping[str, str]


CASES = [
    Case("members", 3, "all.zip: more than 2 files in the zip", TWO),
    Case("list_bytes", len(TWO["workspace.json"]), "all.zip: larger than {} bytes unpacked: 'workspace.json'", TWO),
    Case("night_bytes", len(NIGHT), "all.zip: larger than {} bytes unpacked: 'n0'", TWO),
    Case(
        "total_bytes",
        2 * len(NIGHT),
        "all.zip: larger than {} bytes unpacked, all sessions together",
        TWO,
    ),
    Case("nights", 2, "all.zip: expected 1 to 1 sessions, not 2", TWO),
    Case("events", 2 * EVENTS, "all.zip: more than {} log entries in all sessions together", TWO),
    Case("depth", depth(NIGHT), "all.zip, n0: json nested more than {} levels deep", TWO),
    Case("containers", containers(NIGHT), "all.zip, n0: json with more than {} lists and objects", TWO),
    Case(
        "unread_events", 3, "all.zip, n0: a session that cannot be opened here, and larger than", export_night(UNREAD)
    ),
    Case("unread_bytes", len(UNREAD), "all.zip, n0: a session that cannot be opened here, and", export_night(UNREAD)),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.limit)
def test_a_zip_at_a_limit_is_read_and_one_beyond_it_is_refused_with_limit_and_file(case: Case) -> None:
    data = archive(case.files)
    at_limit: ImportLimits = replace(LIMITS, **{case.limit: case.is_allowed})
    assert read_batch("all.zip", data, UnpackProgress(), 1.0, at_limit).is_last
    stricter: ImportLimits = replace(LIMITS, **{case.limit: case.is_allowed - 1})
    with pytest.raises(FormatError) as refused:
        read_batch("all.zip", data, UnpackProgress(), 1.0, stricter)
    assert str(refused.value).startswith(case.sentence.format(f"{case.is_allowed - 1:,}"))


@pytest.mark.parametrize("limit", ["depth", "containers"])
def test_a_single_night_at_a_limit_is_read_and_one_beyond_it_is_refused(limit: str) -> None:
    allowed = {"depth": depth, "containers": containers}[limit](NIGHT)
    at_limit: ImportLimits = replace(LIMITS, **{limit: allowed})
    assert len(read_night("a.json", NIGHT.encode(), 1.0, at_limit).events) == EVENTS
    stricter: ImportLimits = replace(LIMITS, **{limit: allowed - 1})
    with pytest.raises(FormatError, match=rf"^a\.json: json .* more than {allowed - 1} l"):
        read_night("a.json", NIGHT.encode(), 1.0, stricter)


def test_brackets_in_texts_are_not_nesting() -> None:
    night = night_document.dumps(a_log('"' + "[{" * 35))
    assert len(read_night("a.json", night.encode(), 1.0).events) == EVENTS


@pytest.mark.parametrize("opening", ["[", '{"a":', '[{"a":'])
def test_json_that_is_nested_without_end_is_refused_by_its_depth(opening: str) -> None:
    with pytest.raises(FormatError, match=r"^a\.json: json nested more than 64 levels deep$"):
        read_night("a.json", (opening * 100_000).encode(), 1.0)
    with pytest.raises(FormatError, match=r"^all\.zip, workspace\.json: json nested more than 64 levels deep$"):
        read_batch("all.zip", archive({"workspace.json": opening * 100_000}), UnpackProgress(), 1.0)


def test_more_events_than_a_night_can_have_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(night_document, "MAX_EVENTS", EVENTS)
    assert len(read_night("a.json", NIGHT.encode(), 1.0).events) == EVENTS
    monkeypatch.setattr(night_document, "MAX_EVENTS", EVENTS - 1)
    with pytest.raises(FormatError, match=rf"^a\.json: expected 1 to {EVENTS - 1} events"):
        read_night("a.json", NIGHT.encode(), 1.0)


def test_a_small_zip_with_a_long_list_is_refused_unparsed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("json.loads", lambda text: pytest.fail(f"parsed {len(text)} characters"))
    data = archive({"workspace.json": '{"sessions": [' + "[]," * 2_700_000 + "1]}"})
    assert len(data) < 10_000
    with pytest.raises(FormatError, match=r"^all\.zip: larger than 1 MB unpacked: 'workspace\.json'$"):
        read_batch("all.zip", data, UnpackProgress(), 1.0)


def test_a_night_that_stays_unread_has_its_name() -> None:
    (night,) = read_batch("x.zip", archive(export_night(UNREAD)), UnpackProgress(), 0.0).nights
    assert night.summary.name == "x"


def test_a_night_that_stays_unread_has_no_key_twice() -> None:
    event = [1.0, "levitated", "{}", "director", "once"]
    unread = json.dumps({"name": "x", "events": [event, event]})
    with pytest.raises(FormatError, match="two log entries have the same key"):
        read_batch("x.zip", archive(export_night(unread)), UnpackProgress(), 0.0)


def test_sizes_are_measured_and_not_believed() -> None:
    data = archive(export_night(NIGHT + " " * 100_000))
    size = (len(NIGHT) + 100_000).to_bytes(4, "little")
    assert data.count(size) == 2, "in the directory and before the data"
    smaller = data.replace(size, (10).to_bytes(4, "little"))
    with pytest.raises(FormatError, match=r"^all\.zip: the zip is damaged"):
        read_batch("all.zip", smaller, UnpackProgress(), 1.0)


@pytest.mark.parametrize("packing", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_a_zip_whose_unpacking_cannot_be_stopped_at_a_limit_is_refused(packing: int) -> None:
    with pytest.raises(FormatError, match=r"^all\.zip: unsupported compression; use a normal zip: 'workspace\.json'$"):
        read_batch("all.zip", archive(TWO, packing), UnpackProgress(), 1.0)


@pytest.mark.parametrize(("batch_bytes", "batches"), [(1, 4), (len(NIGHT) * 3 // 2, 2), (LIMITS.batch_bytes, 1)])
def test_batches_together_are_all_nights_and_no_limit_is_larger_because_of_them(batch_bytes: int, batches: int) -> None:
    names = ("Monday", "Tuesday", "Wednesday", "Thursday")
    files = export_night(*(night_document.dumps(a_log(name)) for name in names), current=1)
    data, total = archive(files), sum(len(files[name]) for name in files if name != "workspace.json")
    limits = replace(LIMITS, batch_bytes=batch_bytes, total_bytes=total, events=4 * EVENTS)
    found, currents = _read_all(data, limits)
    assert [night.summary.name for night in found] == [f"{name} II" for name in names]
    assert len(currents) == batches
    assert [current for current in currents if current is not None] == [1]
    for stricter in (replace(limits, total_bytes=total - 1), replace(limits, events=4 * EVENTS - 1)):
        with pytest.raises(FormatError):
            _read_all(data, stricter)


def _read_all(data: bytes, limits: ImportLimits) -> tuple[list[NewNight], list[int | None]]:
    progress, nights, currents, is_last = UnpackProgress(), list[NewNight](), list[int | None](), False
    while not is_last:
        batch = read_batch("all.zip", data, progress, 1.0, limits)
        assert batch.nights, "every batch gets on"
        nights += batch.nights
        currents.append(batch.current)
        progress, is_last = batch.progress, batch.is_last
    return nights, currents


def test_an_archive_in_many_batches_is_imported_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    small = replace(LIMITS, batch_bytes=1)
    monkeypatch.setattr(read_batch, "__defaults__", (small,))
    with client(tmp_path / "n.sqlite", pool=InThisProcess()) as laptop:
        data = archive(export_night(NIGHT, NIGHT, NIGHT))
        assert laptop.post("/nights/import", files={"file": ("all.zip", data)}).headers["location"] == "/nights"
        assert laptop.get("/nights").text.count("Tuesday II") >= 3


def test_a_worker_that_gives_up_names_the_file_and_a_full_queue_does_not() -> None:
    upload = Upload("all.zip", b"")
    with pytest.raises(RequestRefused, match=r"^all\.zip: that takes longer than 45 seconds"), naming_file(upload):
        raise RequestRefused(503, "that takes longer than 45 seconds here")
    with pytest.raises(RequestRefused, match=r"^too much is asked at once"), naming_file(upload):
        raise RequestRefused(503, "too much is asked at once", after=5)
    with pytest.raises(RequestRefused, match=r"^there is no format"), naming_file(upload):
        raise RequestRefused(404, "there is no format")


class NoWorker(InThisProcess):
    """Counts the jobs that the server sends to a worker, and refuses them."""

    def __init__(self) -> None:
        super().__init__()
        self.jobs: list[str] = []

    async def work(self, job: Job[..., object], *args: object, **named: object) -> NoReturn:
        """Refuse a job."""
        del args, named
        self.jobs.append(job.name[1])
        raise RequestRefused(503, "no worker")


@pytest.mark.parametrize(
    ("name", "data", "job"),
    [("a.json", NIGHT.encode(), "read_night"), ("all.zip", archive(TWO), "read_batch")],
)
def test_the_server_reads_no_upload_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, data: bytes, job: str
) -> None:
    pool = NoWorker()
    with client(tmp_path / "n.sqlite", pool=pool) as laptop:
        for parser in ("json.loads", "zipfile.ZipFile", "byestand.formats.file_io.decode_utf8"):
            monkeypatch.setattr(parser, lambda *args, **named: pytest.fail(f"read in the server: {args} {named}"))
        refused = laptop.post("/nights/import", files={"file": (name, data)})
    assert (refused.status_code, f"{name}: no worker" in refused.text, pool.jobs) == (503, True, [job])


@job("check")
def read_and_name_process() -> tuple[int, NewNight]:
    """Return which process reads a night, and the night."""
    return os.getpid(), read_night("a.json", NIGHT.encode(), 1.0)


def test_a_worker_is_another_process_and_returns_values() -> None:
    async def read() -> tuple[tuple[int, NewNight], night_import.Batch]:
        pool = WorkerPool()
        batch = await pool.work(night_import.read_batch, "all.zip", archive(TWO), UnpackProgress(), 1.0)
        return (await pool.work(read_and_name_process)).value, batch.value

    (process, night), batch = run(read())
    assert process != os.getpid()
    assert (type(night), type(night.events[0])) == (NewNight, EventRow)
    assert (batch.nights, batch.current, batch.is_last) == ((night, night), 0, True)

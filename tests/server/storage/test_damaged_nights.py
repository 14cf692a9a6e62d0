"""Damaged session files: everything is right, or one true message says what is wrong. Nothing else is exported."""

import io
import re
import shutil
import zipfile
from functools import cache
from pathlib import Path
from tempfile import mkdtemp

import pytest
from starlette.testclient import TestClient

from byestand.errors import FormatError
from byestand.model.event import Event
from byestand.night import events as of
from byestand.night import night_document
from byestand.server.storage.nights import VisibleNights
from byestand.server.storage.sqlite import SqliteDatabase
from byestand.server.storage.store import Store
from tests.support.app import client, state_of
from tests.support.crawler import InThisProcess
from tests.support.damage import NIGHT, byte_variants, damage_by_sql, sql_variants
from tests.support.setups import session_setup

NAMES = {1: "Monday", 2: "Tuesday", 3: "Wednesday"}
PAGE_BYTES = 4096
SENTENCE = re.compile(r"damaged|cannot be read|essions are not saved: |cannot be saved there")


@cache
def original() -> Path:
    """Return a file with three sessions, of which the second is the current one."""
    path = Path(mkdtemp()) / "nights.sqlite"
    nights = VisibleNights(Store(SqliteDatabase(path)))
    for id, name in NAMES.items():
        assert nights.add(session_setup(name, "M0505", names={"N1": "Anna"})) == id
        nights.append(id, *(of.NotesChanged(f"{name} {number}") for number in range(1, 4)))
        nights.append(
            id,
            of.EventChanged(Event(title=f"{name} evening")),
            of.Started({"A": 5}),
            of.RoundCalled(2),
            of.ClockPaused(),
        )
    nights.put_on_desk(NIGHT)
    nights.store.database.close()
    return path


@cache
def exports() -> dict[int, str]:
    """Return the files that undamaged nights make."""
    nights = VisibleNights(Store(SqliteDatabase(original())))
    texts = {id: nights.export(id).text for id in NAMES}
    nights.store.database.close()
    return texts


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    exports()
    return Path(shutil.copy(original(), tmp_path))


def check(path: Path, undamaged: set[int]) -> None:
    """Visit every page of a file; nights that are undamaged must be whole, others whole or refused in a sentence."""
    with client(path, pool=InThisProcess()) as page:
        page.get("/")
        for id in NAMES:
            check_night(page, id, is_undamaged=id in undamaged)
        check_everything(page, undamaged)
        check_list(page, undamaged)


def check_night(page: TestClient, id: int, *, is_undamaged: bool) -> None:
    answers = [page.get(f"/nights/{id}{part}") for part in ("", "/play", "/results", "/night.json")]
    answers.append(page.post(f"/nights/{id}", data={"revision": "8", "notes": f"{NAMES[id]} 3"}))
    for answer in answers:
        assert answer.status_code in (200, 303, 404, 422), answer.text
        assert "may have been deleted" not in answer.text
        assert answer.status_code < 400 or SENTENCE.search(answer.text), answer.text
    shown, exported = answers[0], answers[3]
    if exported.status_code == 200:
        first = re.search(r'filename="?night-\d+-events-1-to-(\d+)', exported.headers["content-disposition"])
        check_export(id, exported.text, int(first[1]) if first else None)
        assert first is None or SENTENCE.search(shown.text), "a part is exported, and the page says nothing"
        assert not (is_undamaged and first)
    if is_undamaged:
        assert {answer.status_code for answer in answers} <= {200, 303}


def check_export(id: int, text: str, count: int | None) -> None:
    """Check that a session is exported unchanged, or as far as the file name says."""
    if count is None:
        assert text == exports()[id]
    else:
        whole = night_document.loads(exports()[id])
        assert night_document.loads(text).entries == whole.entries[:count]


def check_everything(page: TestClient, undamaged: set[int]) -> None:
    answer = page.get("/nights/everything.zip")
    if answer.status_code != 200:
        assert answer.status_code == 422
        assert SENTENCE.search(answer.text)
        assert undamaged != set(NAMES)
        return
    with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
        files = {name: archive.read(name).decode() for name in archive.namelist()}
    listed = {int(id) for id in re.findall(r'"night-(\d+)\.json"', files["workspace.json"])}
    sentences = files.get("damaged.txt", "")
    assert undamaged <= listed
    for id in NAMES:
        if id in listed:
            assert files[f"night-{id}.json"] == exports()[id]
        elif state_of(page.app).services.store.trouble == "":
            assert re.search(rf"\bsession {id}\b", sentences), sentences


def check_list(page: TestClient, undamaged: set[int]) -> None:
    answer = page.get("/nights")
    assert answer.status_code in (200, 422)
    if answer.status_code == 422 or state_of(page.app).services.store.trouble:
        assert SENTENCE.search(answer.text), answer.text
        return
    for id, name in NAMES.items():
        assert f">{name} evening</a>" in answer.text or re.search(rf"[Ss]ession {id}\b", answer.text), answer.text
        assert id not in undamaged or f">{name} evening</a>" in answer.text


SQL = dict(sql_variants())
BYTES = dict(byte_variants(original().stat().st_size, PAGE_BYTES))


def test_there_are_enough_variants() -> None:
    assert len(SQL) + len(BYTES) >= 60


def test_an_undamaged_file_is_right(copy: Path) -> None:
    check(copy, set(NAMES))


@pytest.mark.parametrize("name", SQL)
def test_a_damaged_row_is_a_sentence_or_harmless_and_all_else_is_right(copy: Path, name: str) -> None:
    damage_by_sql(copy, SQL[name])
    check(copy, set(NAMES) - ({NIGHT, 3} if "in another night" in name else {NIGHT}))


@pytest.mark.parametrize("name", BYTES)
def test_a_damaged_page_is_a_sentence_or_harmless(copy: Path, name: str) -> None:
    copy.write_bytes(BYTES[name](copy.read_bytes()))
    check(copy, set())


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("event 4: deleted", "damaged: event 4 is missing; events 1 to 3 can be exported"),
        ("event 8: deleted", "damaged: event 8 is missing; events 1 to 7 can be exported"),
        ("event 1: other kind", "damaged: event 1 has changed; it cannot be opened"),
        (
            "row: a revision less",
            ("damaged: the session list has 7 events, not 8; events 1 to 8 can be exported"),
        ),
    ],
)
def test_the_sentence_says_what_is_damaged_and_what_can_be_exported(copy: Path, name: str, sentence: str) -> None:
    damage_by_sql(copy, SQL[name])
    nights = VisibleNights(Store(SqliteDatabase(copy)))
    with pytest.raises(FormatError, match=f"^session {NIGHT}: {sentence}$"):
        nights.get(NIGHT)

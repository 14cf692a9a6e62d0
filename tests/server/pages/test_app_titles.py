"""The app takes files with any title, and nights with any words: an answer or a sentence, never a fault of ours."""

import json
from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient

from byestand.catalog import find
from byestand.formats import json as own_json
from byestand.formats.formats import FORMATS
from tests.support.app import client
from tests.support.crawler import InThisProcess
from tests.support.setups import section_data, session_data

STRANGE = ("a\0b", "\ud800", "half\udcff", "\x1b[31m\x9b", "two\nlines", "\u202eright to left", "\ufffe", "x" * 600)


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with client(tmp_path_factory.mktemp("titles") / "nights.sqlite", pool=InThisProcess()) as found:
        yield found


@pytest.mark.parametrize("words", STRANGE)
@pytest.mark.parametrize("key", ["title", "name"])
def test_a_file_with_any_title_is_judged_shown_and_converted(app: TestClient, key: str, words: str) -> None:
    data = json.dumps(json.loads(own_json.dumps(find("W0605"))) | {key: words}).encode()
    verdict = app.post("/api/verify", params={"name": "a.json"}, content=data)
    assert (verdict.status_code, verdict.json()["sound"]) == (200, True)
    shown = app.post("/check", files={"file": ("a.json", data)}).headers["location"]
    assert app.get(shown).status_code == 200
    for to in ("asc", "ebuscore", "xlsx"):
        taken = app.post("/api/convert", params={"to": to, "boards": "2"}, content=data)
        assert taken.status_code == 200
        again = app.post("/api/verify", params={"name": f"a.{FORMATS[to].extension}"}, content=taken.content)
        assert (again.status_code, again.json()["sound"]) == (200, True)


@pytest.mark.parametrize("words", STRANGE)
@pytest.mark.parametrize("key", ["title", "notes", "contestants", "format", "letter"])
def test_a_night_with_any_words_is_taken_or_refused(app: TestClient, key: str, words: str) -> None:
    section = section_data(contestants={words: {"members": [{"name": words}]}} if key == "contestants" else {})
    data = session_data("Tuesday", section | {"letter": words} if key == "letter" else section)
    if key == "title":
        data["setup"]["event"]["title"] = words
    elif key in ("notes", "format"):
        data[key] = words
    answer = app.post("/nights/import", files={"file": ("night.json", json.dumps(data))})
    assert answer.status_code in (303, 422)
    if answer.status_code == 303:
        assert app.get(answer.headers["location"]).status_code == 200
        assert app.get(f"{answer.headers['location']}/night.json").status_code == 200

"""Print settings are entered once, stored by the browser, and used on every sheet."""

import io
from collections.abc import Iterator

import pytest
from pypdf import PdfReader
from starlette.testclient import TestClient

from tests.support.app import client
from tests.support.clock import today
from tests.support.crawler import InThisProcess
from tests.support.pdf_reader import as_typed


@pytest.fixture
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with client(tmp_path_factory.mktemp("house") / "nights.sqlite", pool=InThisProcess()) as found:
        yield found


def paper(answer: bytes) -> list[str]:
    return [as_typed(page.extract_text()) for page in PdfReader(io.BytesIO(answer)).pages]


def test_what_is_told_once_stands_on_every_sheet_and_in_the_form(app: TestClient) -> None:
    told = {
        "club": "Fair Oaks",
        "title": "Tuesday Pairs",
        "session": "session 1 of 2",
        "section": "B",
        "back": "/m/W0605",
    }
    remembered = app.post("/house", data=told | {"paper": "letter", "date": "today", "mats": "2"})
    assert (remembered.status_code, remembered.headers["location"]) == (303, "/m/W0605")
    before = today()
    for sheets in ("boarding", "mats", "guides"):
        answer = app.get(f"/m/W0605/paper/{sheets}.pdf")
        assert [float(side) for side in PdfReader(io.BytesIO(answer.content)).pages[0].mediabox[2:]] in (
            [612, 792],
            [792, 612],
        )
        for text in paper(answer.content):
            assert all(words in text for words in ("Fair Oaks", "Tuesday Pairs", "session 1 of 2")), text
            assert any(f"{day:%B %Y}" in text for day in (before, today())), text
    form = app.get("/house").text
    assert 'value="Fair Oaks"' in form
    assert '<option value="letter" selected>' in form


def test_what_an_address_says_itself_goes_before_what_is_remembered(app: TestClient) -> None:
    app.post("/house", data={"club": "Fair Oaks"})
    (page,) = paper(app.get("/m/W0605/paper/boarding.pdf?club=Riverside").content)
    assert "Riverside" in page
    assert "Fair Oaks" not in page


@pytest.mark.parametrize(
    ("told", "says"),
    [
        ({"club": "x" * 81}, "the club name is longer than 80 characters"),
        ({"starts": "7pm"}, "starts: expected a time such as 19:30: &#39;7pm&#39;"),
        ({"minutes": "many"}, "inutes must be a whole number"),
        ({"section": "9!"}, "section name must be 1 to 3 letters: &#39;9!&#39;"),
        ({"date": "Tuesday"}, "date: expected a date such as 2026-11-17: &#39;Tuesday&#39;"),
        ({"paper": "a5"}, "aper must be one of a4, letter"),
    ],
)
def test_what_could_not_be_printed_is_refused_and_not_remembered(
    app: TestClient, told: dict[str, str], says: str
) -> None:
    answer = app.post("/house", data=told)
    assert answer.status_code == 400
    assert says in answer.text
    assert "house" not in app.cookies


def test_one_table_and_one_pair_are_printed_again(app: TestClient) -> None:
    form = app.get("/m/W0605/paper").text
    assert 'name="table"' in form
    (mat,) = paper(app.get("/m/W0605/paper/mats.pdf?table=4&boards=4").content)
    assert "4" in mat
    refused = app.get("/m/W0605/paper/mats.pdf?table=7&boards=4")
    assert refused.status_code == 400
    assert "table must be 1 to 6, not 7" in refused.text


@pytest.mark.parametrize("back", ["https://example.org/", "//example.org", "javascript:alert(1)", "/\\example.org"])
def test_nobody_is_sent_to_another_site(app: TestClient, back: str) -> None:
    assert app.post("/house", data={"back": back}).headers["location"] == "/"
    assert f'href="{back}"' not in app.get("/house", params={"back": back}).text


def test_a_cookie_of_others_does_no_harm(app: TestClient) -> None:
    for cookie in ("club=" + "x" * 5000, "%FF%00", "date=never", "a=b&c=d", "=&=&="):
        app.cookies.set("house", cookie)
        assert app.get("/house").status_code in (200, 400)
        assert app.get("/m/W0605/paper/boarding.pdf").status_code in (200, 400)


@pytest.mark.parametrize("letter", ["x", "橋", "🂡"])
def test_texts_of_eighty_characters_are_remembered_in_every_script(app: TestClient, letter: str) -> None:
    texts = {name: letter * 79 + name[0] for name in ("club", "title", "session")}
    assert app.post("/house", data=texts | {"paper": "letter"}).status_code == 303
    form = app.get("/house").text
    assert all(f'value="{text}"' in form for text in texts.values())
    assert '<option value="letter" selected>' in form

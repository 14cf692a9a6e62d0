"""A night has a title, a club and a date of its own: the same on every device, on paper and in files."""

import datetime as dt
import io
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from pypdf import PdfReader
from starlette.testclient import TestClient

from byestand.words.dates import session_title
from tests.support.app import client
from tests.support.clock import today
from tests.support.crawler import InThisProcess, Offers
from tests.support.pdf_reader import as_typed

COOKIE = urlencode({"club": "Old Club", "title": "Old title", "date": "today", "starts": "9:15", "section": "Q"})
"""As earlier versions remembered it."""


@pytest.fixture
def app(tmp_path: Path) -> Iterator[TestClient]:
    with client(tmp_path / "nights.sqlite", pool=InThisProcess()) as found:
        yield found


def save(app: TestClient, **form: str | list[str]) -> str:
    answer = app.post("/nights", data={"movement": "W0605", **form})
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"])


def setup_of(app: TestClient, night: str) -> dict[str, Any]:
    setup: dict[str, Any] = app.get(f"{night}/night.json").json()["setup"]
    return setup


def title_of_day(event: dict[str, Any], *, is_individual: bool = False) -> str:
    """Return the title that an event has by its own date; the day may have ended since."""
    return session_title(dt.date.fromisoformat(event["date"]), is_individual=is_individual)


def paper(app: TestClient, address: str) -> str:
    answer = app.get(address)
    assert answer.status_code == 200, answer.text
    return "\n".join(as_typed(page.extract_text()) for page in PdfReader(io.BytesIO(answer.content)).pages)


class TestNewNights:
    @pytest.mark.parametrize(("movement", "is_individual"), [("W0605", False), ("I1313", True)])
    def test_a_night_that_nobody_names_is_called_by_its_day(
        self, app: TestClient, movement: str, is_individual: bool
    ) -> None:
        before = today()
        event = setup_of(app, save(app, movement=movement))["event"]
        assert dt.date.fromisoformat(event["date"]) in (before, today())
        assert event["title"] == title_of_day(event, is_individual=is_individual)
        assert event["club"] == ""

    @pytest.mark.parametrize(
        "address", ["/?pairs=37&cases=2", "/m/W0605", "/individuals?players=13", "/change?now=W0605&pairs=14"]
    )
    def test_no_page_offers_a_movement_code_as_a_title(self, app: TestClient, address: str) -> None:
        forms = [form for form in Offers("/", app.get(address).text).forms if form.action == "/nights"]
        assert forms
        for form in forms[:2]:
            answer = app.post("/nights", data=dict(form.fields))
            title = setup_of(app, answer.headers["location"])["event"]["title"]
            assert not re.search(r"\b[HIMRSW]\d{4}", title), title

    def test_a_second_session_says_which_one_it_is(self, app: TestClient) -> None:
        page = app.post("/second", data={"movement": "M0707", "seconds": "1"}).text
        (form,) = [form for form in Offers("/", page).forms if form.action == "/nights"]
        night = app.post("/nights", data=dict(form.fields)).headers["location"]
        assert setup_of(app, night)["event"]["session"] == "session 2"

    def test_the_club_is_that_of_the_night_saved_last(self, app: TestClient) -> None:
        first = save(app)
        app.post(first, data={"club": "Fair Oaks"})
        app.cookies.set("house", COOKIE)
        assert setup_of(app, save(app))["event"]["club"] == "Fair Oaks"

    def test_the_first_night_takes_the_club_that_the_browser_remembers(self, app: TestClient) -> None:
        app.cookies.set("house", COOKIE)
        event = setup_of(app, save(app))["event"]
        assert (event["club"], event["title"]) == ("Old Club", title_of_day(event))

    @pytest.mark.parametrize("cookie", ["club=" + "x" * 150, "club=%0A%07", "%FF%00", "club=%E6%A9%8B"])
    def test_any_cookie_leads_to_a_night_that_can_be_opened(self, app: TestClient, cookie: str) -> None:
        app.cookies.set("house", cookie)
        assert app.get(save(app)).status_code == 200

    def test_a_movement_from_a_file_becomes_a_night_with_a_title_of_its_day(self, app: TestClient) -> None:
        file = app.get("/m/W0605/file/json").content
        token = app.post("/check", files={"file": ("W0605.json", file)}).headers["location"]
        night = app.post(f"{token}/keep").headers["location"]
        event = setup_of(app, night)["event"]
        assert event["title"] == title_of_day(event)

    def test_the_rounds_of_an_arrow_switch_are_stored(self, app: TestClient) -> None:
        night = save(app, movement="M0707", boards="3", winners="1")
        (section,) = setup_of(app, night)["sections"]
        assert section["movement"]["switch_rounds"]

    @pytest.mark.parametrize(("scoring", "method"), [("imps", "cross-imps"), ("matchpoints", "matchpoints")])
    def test_the_scoring_of_the_plan_is_that_of_the_night(self, app: TestClient, scoring: str, method: str) -> None:
        page = app.get(f"/?pairs=14&scoring={scoring}").text
        form = next(form for form in Offers("/", page).forms if form.action == "/nights")
        night = app.post("/nights", data=dict(form.fields)).headers["location"]
        assert setup_of(app, night)["scoring"]["method"] == method


class TestEveryDevice:
    def test_two_browsers_print_the_same_heading(self, app: TestClient) -> None:
        night = save(app, name="Tuesday Pairs")
        app.post(night, data={"club": "Fair Oaks", "date": "2026-11-17", "session": "session 1 of 2"})
        texts = []
        for cookie in ("", COOKIE):
            app.cookies.clear()
            app.cookies.set("house", cookie)
            texts.append([paper(app, f"{night}{part}/paper/boarding.pdf") for part in ("", "/section/A")])
        assert texts[0] == texts[1]
        for text in texts[0]:
            assert all(
                words in text for words in ("Fair Oaks", "Tuesday Pairs", "session 1 of 2", "17 November 2026")
            ), text

    def test_an_address_does_not_change_the_heading_either(self, app: TestClient) -> None:
        night = save(app, name="Tuesday Pairs")
        text = paper(app, f"{night}/paper/boarding.pdf?title=Other&club=Riverside&date=2020-01-01")
        assert "Tuesday Pairs" in text
        assert not any(words in text for words in ("Other", "Riverside", "2020"))

    def test_the_page_with_the_paper_shows_what_is_printed(self, app: TestClient) -> None:
        night = save(app, name="Tuesday Pairs")
        app.post(night, data={"club": "Fair Oaks", "date": "2026-11-17"})
        app.cookies.set("house", COOKIE + "&paper=letter")
        for address in (f"{night}/paper", f"{night}/section/A/paper"):
            shown = dict(re.findall("<dt>(.*?)</dt><dd>(.*?)</dd>", app.get(address).text))
            expected = {"Club": "Fair Oaks", "Event": "Tuesday Pairs", "Date": "2026-11-17", "Paper": "letter"}
            assert shown == expected

    def test_an_imp_night_has_forms_for_imps(self, app: TestClient) -> None:
        night = save(app, scoring="imps")
        assert "IMP" in paper(app, f"{night}/paper/travellers.pdf")
        assert "IMP" not in paper(app, f"{save(app)}/paper/travellers.pdf")

    def test_paper_has_the_times_of_the_clock(self, app: TestClient) -> None:
        night = save(app, starts="19:30", minutes_per_board="8")
        app.cookies.set("house", COOKIE)
        text = paper(app, f"{night}/paper/announce.pdf")
        assert "19:30" in text
        assert "9:15" not in text
        assert "16 minutes per round" in " ".join(text.split())


class TestTyping:
    def test_title_club_date_and_session_are_saved(self, app: TestClient) -> None:
        night = save(app)
        typed = {"name": "Autumn Teams", "club": "Fair Oaks", "date": "2026-11-17", "session": "final"}
        assert app.post(night, data=typed).status_code == 303
        text = app.get(night).text
        for name, value in typed.items():
            assert re.search(rf'name="{name}"[^>]* value="{value}"', text), name
        assert "Autumn Teams</a>" in app.get("/help").text

    def test_what_a_form_does_not_have_stays(self, app: TestClient) -> None:
        night = save(app, name="Tuesday")
        app.post(night, data={"club": "Fair Oaks", "date": "2026-11-17"})
        app.post(night, data={"notes": "window open"})
        event = setup_of(app, night)["event"]
        assert (event["title"], event["club"], event["date"]) == ("Tuesday", "Fair Oaks", "2026-11-17")

    def test_a_club_and_a_date_can_be_removed(self, app: TestClient) -> None:
        night = save(app)
        app.post(night, data={"club": "Fair Oaks"})
        app.post(night, data={"club": "", "date": ""})
        event = setup_of(app, night)["event"]
        assert (event["club"], event["date"]) == ("", None)

    @pytest.mark.parametrize(
        ("typed", "says"),
        [
            ({"date": "Tuesday"}, "date: expected a date such as 2026-11-17"),
            ({"club": "x" * 81}, "the club must be one line of at most 80 printable characters"),
            ({"session": "\a"}, "the session must be one line of at most 80 printable characters"),
        ],
    )
    def test_what_cannot_be_saved_is_refused_and_stays_in_the_form(
        self, app: TestClient, typed: dict[str, str], says: str
    ) -> None:
        night = save(app)
        before = setup_of(app, night)
        refused = app.post(night, data=typed | {"notes": "typed"})
        assert (refused.status_code, says in refused.text) == (400, True)
        assert "typed" in refused.text
        assert setup_of(app, night) == before

    def test_of_two_windows_the_second_does_not_overwrite_the_club(self, app: TestClient) -> None:
        night = save(app)
        app.post(night, data={"revision": "1", "club": "First"})
        late = app.post(night, data={"revision": "1", "club": "Second"})
        assert late.status_code == 409
        assert setup_of(app, night)["event"]["club"] == "First"

"""The header of every page names the night that the page is about, and its tabs and ticks are that night's."""

import re
from collections.abc import Iterator
from html import unescape

import pytest
from starlette.testclient import TestClient

from tests.support.app import client
from tests.support.crawler import InThisProcess

NAME = re.compile(r'id="open-night".*?</aside>', re.DOTALL)


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with client(tmp_path_factory.mktemp("open") / "nights.sqlite", pool=InThisProcess()) as found:
        yield found


@pytest.fixture(scope="module")
def play_night(page: TestClient) -> str:
    """Return a session in play, and another one that was saved later and so is the current one."""
    where = str(page.post("/nights", data={"movement": "M0707", "boards": "2", "name": "Tuesday"}).headers["location"])
    page.post(f"{where}/play/start", data={"revision": "1"})
    page.post("/nights", data={"movement": "W0605", "boards": "4", "name": "Thursday"})
    return where


def header(page: TestClient, path: str) -> str:
    answer = page.get(path)
    assert answer.status_code in (200, 400, 404), path
    found = NAME.search(answer.text)
    assert found, path
    return unescape(found[0])


@pytest.mark.parametrize(
    "path",
    [
        *("", "/play", "/play/log", "/play/minutes", "/paper", "/results", "/ranking", "/codes"),
        *("/section/A", "/section/A/paper", "/section/A/wrong"),
    ],
)
def test_every_page_of_a_night_names_that_night_and_not_the_one_on_the_desk(
    page: TestClient, play_night: str, path: str
) -> None:
    named = header(page, f"{play_night}{path}")
    assert "Tuesday" in named
    assert "Thursday" not in named
    assert "Current session" not in named


@pytest.mark.parametrize("path", ["/change", "/second"])
def test_pages_that_are_asked_about_a_night_name_that_night(page: TestClient, play_night: str, path: str) -> None:
    assert "Tuesday" in header(page, f"{path}?night={play_night.rpartition('/')[2]}")


@pytest.mark.parametrize("path", ["/help", "/nights/99999/play", "/change?night=abc", "/nights"])
def test_other_pages_say_which_night_lies_on_the_desk(page: TestClient, play_night: str, path: str) -> None:
    assert play_night
    assert "Current session" in header(page, path)
    assert "Thursday" in header(page, path)


def test_tabs_and_ticks_are_those_of_the_night_that_is_named(page: TestClient, play_night: str) -> None:
    text = page.get(f"{play_night}/codes").text
    way = text[text.index('class="way"') : text.index("</nav>")]
    assert set(re.findall('href="(/nights/[0-9]+)', way)) == {play_night}
    assert way.count(", done") == 3, "it is being played"
    assert f"{play_night}/section/A" in NAME.search(text)[0]  # type: ignore[index]


def test_wall_phones_and_codes_are_linked_on_every_page_of_a_night(page: TestClient, play_night: str) -> None:
    for path in ("/play", "/results", "/section/A/wrong"):
        links = re.findall('href="([^"]+)"', header(page, f"{play_night}{path}"))
        assert {f"{play_night}/{word}" for word in ("wall", "pair", "codes")} <= set(links)

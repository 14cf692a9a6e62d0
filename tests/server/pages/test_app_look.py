"""The steps of a session: the navigation, its pages, the search for names, and background work."""

import asyncio
import mimetypes
import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest
from starlette.requests import ClientDisconnect, Request
from starlette.testclient import TestClient

from byestand.server.jobs.job_results import Done
from byestand.server.jobs.job_results import JobFile as FileResult
from byestand.server.pages.paper import sheet_choice as paper
from byestand.server.services import Services, while_wanted
from byestand.server.storage.sqlite import SqliteDatabase
from byestand.server.storage.store import Store
from byestand.server.web.app_url import SHARED
from tests.support.app import by_name, client
from tests.support.crawler import InThisProcess, without_printing

ROUND = {"movement": "W0605", "boards": "2", "name": "Tuesday"}


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with client(tmp_path_factory.mktemp("look") / "nights.sqlite", pool=InThisProcess()) as found:
        yield found


@pytest.fixture(scope="module")
def night(page: TestClient) -> str:
    """Twelve pairs, two of them with names; one board is scored."""
    where = str(page.post("/nights", data=ROUND).headers["location"])
    names = {"name": "Tuesday", "letter": "A", "first": "1", "pairs": "N2\tAnna & Boris\nE3\tClara & Anna", "notes": ""}
    assert page.post(where, data=names).status_code in (200, 303)
    lines = {f"at-{round}-{table}-1": text for round, table, text in ((1, 1, "4sn="), (5, 2, "3ntn-1"))}
    assert page.post(f"{where}/results?board=1", data=lines).status_code == 303
    return where


def steps(text: str) -> dict[str, str]:
    """Return the link of each step of the session; empty for plain text."""
    way = text[text.index('class="way"') : text.index("</nav>")]
    found = re.findall(r'<a( href="([^"]*)")?[^>]*>.*?class="long">([^<]*)<', way)
    return {words: unescape(link) for _, link, words in found}


def words(text: str) -> str:
    return unescape(" ".join(re.sub(r"<.*?>", " ", text[text.index("<main") :]).split()))


def test_without_a_night_only_what_is_there_can_be_opened(tmp_path_factory: pytest.TempPathFactory) -> None:
    with client(tmp_path_factory.mktemp("empty") / "nights.sqlite", pool=InThisProcess()) as page:
        assert steps(page.get("/").text) == {
            "Plan": "/",
            "Movement": "",
            "Print and export": "",
            "Play": "",
            "Results": "",
        }
        looked_at = steps(page.get("/m/W0605?boards=4").text)
        assert looked_at["Movement"] == "/m/W0605?boards=4"
        assert looked_at["Print and export"] == "/m/W0605/paper?boards=4"


def test_with_a_night_every_step_is_that_of_the_night_and_can_be_opened(page: TestClient, night: str) -> None:
    found = steps(page.get(night).text)
    assert set(found) == {"Plan", "Movement", "Print and export", "Play", "Results"}
    for link in found.values():
        assert link.startswith(night)
        answer = page.get(link)
        assert answer.status_code == 200, link
        assert answer.text.count('aria-current="step"') == 1


def test_people_are_found_by_a_part_of_the_name_and_by_the_bare_number(page: TestClient, night: str) -> None:
    """Two are called Anna: N2 stays at table 2, where E1 comes in round 2, and E3 has moved to table 4."""
    text = words(page.get(f"{night}/section/A?pair=anna&round=2").text)
    assert "Round 2: N2 Anna & Boris at table 2, NS, against E1; E3 Clara & Anna at table 4, EW, against N4" in text
    both = words(page.get("/m/W0605?pair=5").text)
    assert "N5 at table 5" in both
    assert "E5 at table 5" in both
    assert page.get("/m/W0605?pair=Zoe").status_code == 400


def test_ticked_sheets_are_printed_and_no_others(page: TestClient, night: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(paper, "render_booklet", without_printing)
    for address in ("/m/W0605/paper.pdf", f"{night}/paper.pdf", f"{night}/section/A/paper.pdf"):
        answer = page.get(f"{address}?sheets=boarding&sheets=chart")
        assert answer.headers["content-disposition"].endswith('-boarding-chart.pdf"'), address
        assert page.get(address).status_code == 400, "nothing is ticked"
        assert "select at least one sheet" in page.get(address).text


def test_a_refusal_keeps_the_form_and_shows_what_there_is_instead(page: TestClient) -> None:
    """Nine tables in rounds of one board have at most nine rounds: with more boards per round it is possible."""
    answer = page.get("/?pairs=18&per_round=1&boards=40&winners=2")
    assert answer.status_code == 404
    assert 'name="boards" inputmode="numeric" autocomplete="off" value="40"' in answer.text
    links = [unescape(link) for link in re.findall(r'class="btn[^"]*" href="(/\?[^"]*)"', answer.text)]
    assert links
    for link in links:
        assert page.get(link).status_code == 200, link


def test_every_board_and_everybody_has_a_page_behind_the_ranking(page: TestClient, night: str) -> None:
    ranking = page.get(f"{night}/ranking").text
    links = {unescape(link) for link in re.findall(rf'href="({night}/ranking/[^"]+)"', ranking)}
    assert f"{night}/ranking/board/1" in links
    assert f"{night}/ranking/of/N2" in links
    for link in links:
        assert page.get(link).status_code == 200, link
    assert "3 NT" in words(page.get(f"{night}/ranking/of/N2").text)
    for nobody in ("board/2", "board/99", "of/N9", "of/%22"):
        assert page.get(f"{night}/ranking/{nobody}").status_code == 404, nobody


def test_what_nobody_waits_for_is_given_up_and_what_others_wait_for_is_not() -> None:
    async def story() -> None:
        desk, began, ended = Services(Store(SqliteDatabase(None))), asyncio.Event(), []
        go_on = asyncio.Event()

        class Slow(InThisProcess):
            async def work(self, *args: object, **kwargs: object) -> Done[FileResult]:  # type: ignore[override]
                del args, kwargs
                began.set()
                try:
                    await go_on.wait()
                except asyncio.CancelledError:
                    ended.append("given up")
                    raise
                return Done(FileResult(b"done", "application/pdf"))

        desk.pool = Slow()
        leaving = asyncio.Event()

        async def receive() -> dict[str, str]:
            await leaving.wait()
            return {"type": "http.disconnect"}

        request = Request({"type": "http"}, receive)
        first = asyncio.ensure_future(
            while_wanted(request, desk.run(paper.section_paper, by_name("W0605"), "mats", ()))
        )
        other = asyncio.ensure_future(desk.run(paper.section_paper, by_name("W0605"), "mats", ()))
        await began.wait()
        await asyncio.sleep(0)
        leaving.set()
        with pytest.raises(ClientDisconnect):
            await first
        assert ended == [], "the other still waits"
        go_on.set()
        assert (await other).body == b"done"
        go_on.clear()
        began.clear()
        leaving.clear()
        alone = asyncio.ensure_future(
            while_wanted(request, desk.run(paper.section_paper, by_name("W0605"), "chart", ()))
        )
        await began.wait()
        leaving.set()
        with pytest.raises(ClientDisconnect):
            await alone
        await asyncio.sleep(0)
        assert ended == ["given up"]

    asyncio.run(story())


def test_colours_are_the_same_roles_by_day_and_by_night() -> None:
    """Every colour of tokens.css that is not type or space has another in dark.css, and there are no others."""
    day, dark = ((SHARED / name).read_text() for name in ("tokens.css", "dark.css"))
    colours = set(re.findall(r"(--[\w-]+): #", day[day.index(":root") : day.index("@media print")]))
    assert set(re.findall(r"(--[\w-]+): #", dark)) == colours


def test_scripts_and_fonts_are_kept_by_browsers_and_pages_never(page: TestClient) -> None:
    script = page.get("/static/live.js")
    assert script.headers["cache-control"] == "no-cache"
    again = page.get("/static/live.js", headers={"if-none-match": script.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert page.get("/").headers["cache-control"] == "no-store"


def test_pages_address_files_by_their_contents_so_that_they_are_never_asked_for_again(page: TestClient) -> None:
    found = set(re.findall(r'="(/static/[^"]+)"', page.get("/").text))
    assert found
    for path in found:
        assert page.get(path).headers["cache-control"] == "public, max-age=31536000, immutable"
    old = page.get(f"/static/v{'0' * 12}/live.js")
    assert (old.status_code, old.headers["cache-control"]) == (200, "no-cache")
    assert page.get("/static/v000000000000/../app_url.py").status_code == 404


def test_pages_scripts_and_styles_are_compressed_and_what_is_packed_or_small_is_not(page: TestClient) -> None:
    packed = {"/", "/static/components.css", "/static/app.js", "/api/openapi.json"}
    plain = {"/static/fonts/literata.woff2", "/static/icon.svg", "/m/W0605/file/xlsx", "/files/library.zip?tables=4"}
    for path in packed | plain:
        answer = page.get(path, headers={"accept-encoding": "gzip"})
        assert (answer.status_code, answer.headers.get("content-encoding")) == (200, "gzip" if path in packed else None)
        asked = page.get(path, headers={"accept-encoding": "identity"})
        assert "content-encoding" not in asked.headers
        if path in packed:
            assert (asked.content, "Accept-Encoding" in asked.headers["vary"]) == (answer.content, True)
            assert int(answer.headers["content-length"]) < len(answer.content) / 2


def test_scripts_are_scripts_whatever_the_machine_thinks(tmp_path: Path) -> None:
    """On Windows the type of a file comes from the registry, which other programs may have changed."""
    mimetypes.add_type("text/plain", ".js")
    with client(tmp_path / "nights.sqlite", pool=InThisProcess()) as found:
        assert found.get("/static/app.js").headers["content-type"] == "text/javascript; charset=utf-8"

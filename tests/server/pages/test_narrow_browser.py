"""Every page on a narrow screen: nothing scrolls sideways; and pictures of paper that do not hold up the next page."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Request, expect

from byestand.model.timing import Timing
from byestand.night import events as of
from tests.support.browser import Held, follow, visit, without_thumbs
from tests.support.played_nights import PlayedNight, night, run_night, section_setup, with_results

WIDTHS = (320, 512, 640, 683, 960)
"""A small phone, and screens of 1024, 1280, 1366 and 1920 px at 200 %."""
ALONE = ("/", "/?pairs=37&boards=26", "/m/W1813?boards=2", "/m/R1111", "/m/W1813/paper", "/m/W0909/rovers", "/m/W1912")
OTHERS = ("/library", "/help", "/check", "/individuals?players=22", "/second", "/change", "/nights", "/house", "/join")
OF_A_NIGHT = (
    *("", "/play", "/play?call=3", "/play/log", "/play/minutes", "/paper", "/codes", "/results?round=1&table=3"),
    *("/results?board=1", "/ranking", "/ranking/board/1", "/ranking/of/N1", "/section/A", "/section/A/wrong"),
    *("/section/A/wrong?after=2&left=E4&seconds=0.1", "/section/A/wrong?after=2&came=1&seconds=0.1"),
    *("/section/A/wrong?after=2&kind=boards&table=3", "/wall", "/wall?show=list", "/wall?show=ranking"),
    *("/pair", "/pair/E5"),
)
TOO_WIDE = """() => { document.querySelectorAll("details").forEach(one => { one.open = true; });
    return document.documentElement.scrollWidth - innerWidth; }"""


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, str]]:
    """Yield the address of an app and of a night with long names that is being played."""
    with run_night(tmp_path_factory.mktemp("narrow") / "nights.sqlite") as (nights, address):
        plan = with_results(night(section_setup("W0807", boards=3), title="The-longest-name-of-a-night-" + "x" * 50))
        long_name = "Maximiliane von Habsburg-Lothringen & Konstantin Oppenheimer"
        plan = plan.with_names(dict.fromkeys(plan.names, long_name))
        played = PlayedNight(nights, nights.add(plan.log), plan)
        played.start(Timing(round_seconds=900), round=2)
        played.say(of.ResultsReleased())
        yield address, f"/nights/{played.id}"


def test_no_page_scrolls_sideways_on_a_small_phone_or_at_twice_the_size(
    browser: Browser, club: tuple[str, str]
) -> None:
    address, where = club
    too_wide = []
    with visit(browser, address) as opened:
        without_thumbs(opened.page)
        for path in (*ALONE, *OTHERS, *(where + path for path in OF_A_NIGHT)):
            page = opened.go(path)
            for width in WIDTHS:
                page.set_viewport_size({"width": width, "height": 720})
                if (by := page.evaluate(TOO_WIDE)) > 0:
                    too_wide.append(f"{path} at {width} px: {by} px too wide")
        opened.troubles[:] = [trouble for trouble in opened.troubles if "ERR_" not in trouble]
    assert too_wide == []


def test_two_pictures_of_sheets_are_drawn_at_once_and_none_when_the_page_is_left(
    browser: Browser, address: str
) -> None:
    def is_preview(request: Request) -> bool:
        return request.url.endswith(".svg") and "/paper/" in request.url

    with visit(browser, address) as opened:
        held, stopped = Held(is_preview), list[str]()
        opened.page.on("requestfailed", lambda request: stopped.append(request.url))
        opened.page.route("**/paper/*.svg", held.take)
        page = opened.go("/m/W0605/paper")
        expect(page.locator("img[data-preview][src]")).to_have_count(2)
        assert page.locator("img[data-preview]").count() > 5
        first = held.routes[0].request.url
        held.let_one_go()
        expect(page.locator("img[data-preview][src]")).to_have_count(3)
        follow(page.get_by_role("link", name="Movement", exact=True))
        assert len(stopped) == 2
        assert first not in stopped

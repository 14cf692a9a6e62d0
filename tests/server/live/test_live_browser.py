"""Live screens in a browser: they follow the director's page, use the server time, and recover after errors."""

import re
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import APIResponse, Browser, Page, Route, expect

from byestand.model.timing import Break, Timing
from byestand.night import events as of
from byestand.server.live.message import clock_views
from byestand.server.storage.nights import VisibleNights
from tests.support.app import PATIENCE
from tests.support.browser import visit
from tests.support.people import with_names
from tests.support.played_nights import PlayedNight, night, run_night, section_setup

SEEN = """seen => {
    Object.defineProperty(document, "hidden", {get: () => !seen, configurable: true});
    document.dispatchEvent(new Event("visibilitychange"));
}"""


@pytest.fixture(scope="module")
def serve_night(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[VisibleNights, str]]:
    """Yield a store, and the address of its server."""
    with run_night(tmp_path_factory.mktemp("live") / "nights.sqlite") as found:
        yield found


@pytest.fixture
def club(serve_night: tuple[VisibleNights, str]) -> tuple[PlayedNight, str]:
    """Return a session with a skip after round 5 before play, and the address of its server."""
    nights, address = serve_night
    plan = night(section_setup("M1008", boards=2))
    return PlayedNight(nights, nights.add(plan.log), plan), address


def time_left(page: Page) -> int:
    """Return the seconds that a page shows."""
    minutes, seconds = page.locator("[data-left]:visible").first.inner_text().split(":")
    return 60 * int(minutes) + int(seconds)


def expect_tick(page: Page) -> None:
    """Wait until a page shows other seconds than now."""
    before = time_left(page)
    expect(page.locator("[data-left]:visible").first).not_to_have_text(f"{before // 60}:{before % 60:02}")


def truly_left(played: PlayedNight) -> float:
    """Return the seconds that are left."""
    now = played.nights.log(played.id).state
    return now.clocks[0].face(now.setup.timing, time.time()).seconds_left or 0.0


def shows_what_is_left(page: Page, played: PlayedNight) -> bool:
    """Return whether a page shows the time left within two seconds; reading it takes a while, too."""
    patience = time.monotonic() + PATIENCE
    while time.monotonic() < patience:
        most, shown, least = truly_left(played), time_left(page), truly_left(played)
        if least - 2 <= shown <= most + 2:
            return True
        page.wait_for_timeout(100)
    return False


def test_a_wall_a_phone_and_one_that_comes_late_follow_the_evening(
    browser: Browser, club: tuple[PlayedNight, str]
) -> None:
    played, address = club
    wall_address, phone_address = (f"/nights/{played.id}/{path}" for path in ("wall", "pair/E5"))
    with ExitStack() as stack:
        wall = stack.enter_context(visit(browser, address)).go(wall_address)
        phone = stack.enter_context(visit(browser, address)).go(phone_address)
        asked: list[str] = []
        phone.on("request", lambda request: asked.append(urlsplit(request.url).path))
        expect(wall.get_by_text("find your table")).to_be_visible()
        expect(phone.get_by_text("Before play")).to_be_visible()
        with phone.expect_response(f"**{phone_address}"):
            played.start()
        expect(wall.locator(".w-rd")).to_contain_text("Round 1 of 8, until", use_inner_text=True)
        expect(phone.get_by_text("Round 1 of 8")).to_be_visible()
        asked.clear()
        played.call(2)
        expect(wall.locator(".w-rd")).to_contain_text("Round 2 of 8, until", use_inner_text=True)
        expect(phone.get_by_text("Round 2 of 8")).to_be_visible()
        expect(phone.locator(".where:visible")).to_have_text("Table6")
        # A phone has all rounds: it receives the current one, and reloads nothing.
        assert not any(path.startswith("/nights/") for path in asked)
        late = stack.enter_context(visit(browser, address)).go(wall_address)
        for page in (wall, phone, late):
            assert shows_what_is_left(page, played)
        expect_tick(wall)
        played.say(with_names("A", "N6", "Zoe Young & Xaver Winter"))
        expect(phone.get_by_text("Zoe Young & Xaver Winter")).to_be_visible()
        played.say(of.Undone(played.nights.log(played.id).state.revision))
        expect(phone.get_by_text("Zoe Young & Xaver Winter")).to_have_count(0)


def test_a_screen_with_a_wrong_clock_that_slept_is_right_when_it_wakes(
    browser: Browser, club: tuple[PlayedNight, str]
) -> None:
    played, address = club
    played.start()
    with visit(browser, address) as there:
        page = there.page
        page.clock.install(time="2001-01-01T00:00:00Z")
        there.go(f"/nights/{played.id}/wall")
        expect_tick(page)
        assert shows_what_is_left(page, played)
        page.clock.fast_forward(300_000)
        assert truly_left(played) - time_left(page) > 200
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        assert shows_what_is_left(page, played)


def test_warnings_are_said_and_a_skip_takes_the_wall(browser: Browser, club: tuple[PlayedNight, str]) -> None:
    played, address = club
    with visit(browser, address) as there:
        page = there.go(f"/nights/{played.id}/wall")
        page.get_by_role("button", name="Turn sound on").click()
        expect(page.get_by_role("button", name="Sound on")).to_have_attribute("aria-pressed", "true")
        played.start(round=5)
        expect(page.locator(".w-next .hot")).to_contain_text("Skip: EW up two tables")
        expect(page.locator(".w-alert")).to_be_hidden()
        played.say(of.RoundLengthened(-841))
        expect(page.locator(".w-alert .big")).to_have_text("Skip: EW up two tables")
        expect(page.locator("[data-said]")).to_have_text(re.compile(r"^0:\d\d left$"))  # 59, or when it is heard of
        played.say(of.RoundLengthened(-58))
        expect(page.locator("[data-clock]")).to_have_attribute("data-state", "over")
        expect(page.locator("[data-said]")).to_have_text("Time is up")
        played.say(of.WallMessageSet("Please be quick"))
        expect(page.locator(".w-alert")).to_contain_text("Please be quick")
        played.call(6)
        expect(page.locator(".w-alert")).to_have_count(0)


def test_a_lost_connection_is_shown_and_heals(browser: Browser, tmp_path: Path) -> None:
    plan = night(section_setup("M0505", boards=2))
    with ExitStack() as first:
        nights, address = first.enter_context(run_night(tmp_path / "nights.sqlite"))
        played = PlayedNight(nights, nights.add(plan.log), plan)
        played.start()
        with visit(browser, address) as there:
            page = there.page
            page.clock.install()
            there.go(f"/nights/{played.id}/wall")
            expect(page.locator(".w-rd")).to_contain_text("Round 1 of 5, until", use_inner_text=True)
            with page.expect_request("**/stream"):  # it has noticed that its stream has ended, and opens it again
                first.close()
            page.clock.fast_forward(6000)
            expect(page.locator("[data-connection]")).to_contain_text("No connection since")
            with run_night(tmp_path / "nights.sqlite", urlsplit(address).port or 0) as (again, _):
                PlayedNight(again, played.id, plan).call(2)
                expect(page.locator(".w-rd")).to_contain_text("Round 2 of 5, until", use_inner_text=True)
                expect(page.locator("[data-connection]")).to_be_hidden()
                page.goto("about:blank")  # or it would miss this server, too
            # While the server does not answer, the browser shows its own text.
            there.troubles[:] = [trouble for trouble in there.troubles if "ERR_" not in trouble]


def test_what_happens_while_a_page_is_fetched_is_fetched_too(browser: Browser, club: tuple[PlayedNight, str]) -> None:
    played, address = club
    played.start()
    answers: list[tuple[Route, APIResponse]] = []
    with visit(browser, address) as there:
        page = there.go(f"/nights/{played.id}/play")
        expect(page.get_by_role("button", name="Call round 2")).to_be_visible()
        page.route("**/play", lambda route: answers.append((route, route.fetch())), times=1)
        played.call(2)
        while not answers:  # held back when the server has given it
            page.wait_for_timeout(10)
        played.call(3)
        expect(page.locator("[data-round]")).to_have_text("3")
        ((route, answer),) = answers
        route.fulfill(response=answer)
        expect(page.get_by_role("button", name="Call round 4")).to_be_visible()


def test_a_hidden_page_leaves_its_stream_to_others_and_a_woken_one_asks_anew(
    browser: Browser, club: tuple[PlayedNight, str]
) -> None:
    played, address = club
    played.start()
    with visit(browser, address) as there:
        page = there.go(f"/nights/{played.id}/wall")
        with page.expect_event("requestfailed", lambda request: request.url.endswith("/stream")):
            page.evaluate(SEEN, False)
        played.call(2)
        with page.expect_request("**/stream"):
            page.evaluate(SEEN, True)
        expect(page.locator(".w-rd")).to_contain_text("Round 2 of 8, until", use_inner_text=True)
        with page.expect_request("**/stream"):  # a machine that slept, in which performance.now() stood still
            page.evaluate("() => { const now = Date.now; Date.now = () => now() + 5000; }")


def test_the_end_of_each_section_follows_its_clock(browser: Browser, serve_night: tuple[VisibleNights, str]) -> None:
    nights, address = serve_night
    plan = night(section_setup("M0404", boards=2), section_setup("M0505", boards=2))
    played = PlayedNight(nights, nights.add(plan.log), plan)
    played.start(Timing(separate_clocks=True))
    with visit(browser, address) as there:
        page = there.go(f"/nights/{played.id}/wall")
        played.say(of.RoundLengthened(1800, section="B"))
        ends = [clock.finish for clock in clock_views(nights.log(played.id).state, time.time())]
        expect(page.locator("footer [data-finish]")).to_have_text(ends)


def test_a_desk_that_is_refused_stays_and_asks_again(browser: Browser, club: tuple[PlayedNight, str]) -> None:
    played, address = club
    played.start()
    with visit(browser, address) as there:
        page = there.go(f"/nights/{played.id}/play")
        page.route("**/play", lambda route: route.fulfill(status=503, body="<p>too much at once"), times=1)
        with page.expect_response(lambda response: response.status == 503):
            played.call(2)
        expect(page.get_by_role("button", name="Call round 3")).to_be_visible()


def test_scripts_show_the_break_as_the_server_does(browser: Browser, club: tuple[PlayedNight, str]) -> None:
    played, address = club
    timing = Timing(round_seconds=900, breaks=(Break(1, 600), Break(2, until=time.time() - 100)))
    with visit(browser, address) as there:
        page = there.go(f"/nights/{played.id}/wall")
        clock = page.locator("[data-clock]").first

        def agrees(state: str) -> None:
            expect(clock).to_have_attribute("data-state", state)
            (shown,) = clock_views(played.nights.log(played.id).state, time.time())
            assert shown.state == state

        played.start(timing, ago=1000)
        agrees("break")
        played.say(of.RoundLengthened(60))
        expect(clock.locator("[data-left]:visible").first).to_have_text(re.compile(r"^9:[0-5]\d$"))
        agrees("break")
        played.say(of.ClockPaused())
        agrees("break-paused")
        expect(clock).to_contain_text("clock paused", use_inner_text=True)
        expect(clock.locator("[data-left]:visible").first).to_have_text(re.compile(r"^9:[0-5]\d$"))
        played.say(of.ClockResumed())
        agrees("break")
        played.say(of.RoundLengthened(-9 * 60))
        played.say(of.RoundLengthened(-20))
        agrees("break-over")
        expect(clock).to_contain_text("Break over", use_inner_text=True)
        played.call(2, ago=950)  # the hour until which the next break was to last has passed
        agrees("over")
        expect(clock).not_to_contain_text("Break until", use_inner_text=True)

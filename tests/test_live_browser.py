"""Screens that live, in a browser: they follow what is said at the desk, count from the server's instant, and heal."""

import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import APIResponse, Browser, Page, Route, expect

from browser import violations, visit
from byestand.formats import json as movement_json
from byestand.model import Event
from byestand.night import events as of
from byestand.night.clock import Break, Timing
from byestand.night.setting import Setting
from byestand.server.nights.store import Store
from byestand.words.calls import round_calls
from living import Played, night, running, section_of, with_results
from repaired import stand_passed_by

SIZES = ((1920, 1080), (1280, 720))
SMALLEST = 0.03
"""Of the height, on a wall."""
SMALL_TEXTS = """least => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found = [];
    while (walker.nextNode()) {
        const text = walker.currentNode.textContent.trim();
        const element = walker.currentNode.parentElement;
        if (!text || !element.checkVisibility() || element.closest(".sr, noscript")) continue;
        const size = parseFloat(getComputedStyle(element).fontSize);
        const drawn = element.closest("svg") ? element.getBoundingClientRect().height / 1.3 : size;
        if (drawn < least * innerHeight) found.push(`${drawn} ${text}`);
    }
    return found;
}"""
CUT_OFF = """() => {
    const boxes = "main, .w-round, .w-next, .w-alert, .w-sections > section, .w-page, .w-rank";
    const cut = (box) => box.scrollHeight > box.clientHeight + 5 || box.scrollWidth > box.clientWidth + 5;
    const all = () => [...document.querySelectorAll(boxes)].filter((box) => box.checkVisibility() && cut(box)).map(
        (box) => `${box.className} ${box.scrollWidth}x${box.scrollHeight} in ${box.clientWidth}x${box.clientHeight}`);
    const pages = [...document.querySelectorAll("[data-page]")];
    if (!pages.length) return all();
    return pages.flatMap((page) => { for (const other of pages) other.hidden = other !== page; return all(); });
}"""
NO_SCROLL_BARS = """() => {
    const root = document.documentElement;
    return root.scrollHeight <= innerHeight && root.scrollWidth <= innerWidth;
}"""


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Store, str]]:
    """Yield a store, and the address of its server."""
    with running(tmp_path_factory.mktemp("live") / "nights.sqlite") as found:
        yield found


@pytest.fixture
def club(served: tuple[Store, str]) -> tuple[Played, str]:
    """Return a night with a skip after round 5, nobody playing yet, and the address of its server."""
    store, address = served
    plan = night(Setting("M1008", boards=2))
    return Played(store, store.add(plan), plan), address


def left(page: Page) -> int:
    """Return the seconds that a page shows."""
    minutes, seconds = page.locator("[data-left]:visible").first.inner_text().split(":")
    return 60 * int(minutes) + int(seconds)


def truly_left(played: Played) -> float:
    """Return the seconds that are left."""
    now = played.store.log(played.id).now
    return now.clocks[0].ends(now.timing, time.time()) - time.time()


def test_a_wall_a_phone_and_one_that_comes_late_follow_the_evening(browser: Browser, club: tuple[Played, str]) -> None:
    played, address = club
    wall_address, phone_address = (f"/nights/{played.id}/{path}" for path in ("wall", "pair/E5"))
    with ExitStack() as stack:
        wall = stack.enter_context(visit(browser, address)).go(wall_address)
        phone = stack.enter_context(visit(browser, address)).go(phone_address)
        asked: list[str] = []
        phone.on("request", lambda request: asked.append(urlsplit(request.url).path))
        expect(wall.get_by_text("your table")).to_be_visible()
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
        assert asked == []  # a phone knows the evening: it is told the round, and fetches nothing
        late = stack.enter_context(visit(browser, address)).go(wall_address)
        for page in (wall, phone, late):
            assert abs(left(page) - truly_left(played)) <= 2
        before = left(wall)
        expect(wall.locator("[data-left]:visible").first).not_to_have_text(f"{before // 60}:{before % 60:02}")
        played.say(of.Named({"N6": "Zoe Young & Xaver Winter"}))
        expect(phone.get_by_text("Zoe Young & Xaver Winter")).to_be_visible()
        played.say(of.Undone(played.store.log(played.id).now.position))
        expect(phone.get_by_text("Zoe Young & Xaver Winter")).to_have_count(0)


def test_a_screen_with_a_wrong_clock_that_slept_is_right_when_it_wakes(
    browser: Browser, club: tuple[Played, str]
) -> None:
    played, address = club
    played.start()
    with visit(browser, address) as there:
        page = there.page
        page.clock.install(time="2001-01-01T00:00:00Z")
        there.go(f"/nights/{played.id}/wall")
        page.wait_for_function("document.querySelector('[data-left]').textContent")
        page.wait_for_timeout(100)
        assert abs(left(page) - truly_left(played)) <= 2
        page.clock.fast_forward(300_000)
        assert truly_left(played) - left(page) > 200
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        page.wait_for_function(
            "most => { const [m, s] = document.querySelector('[data-left]').textContent.split(':');"
            " return Math.abs(60 * m + Number(s) - most) < 10 }",
            arg=truly_left(played),
        )


def test_warnings_are_said_and_a_skip_takes_the_wall(browser: Browser, club: tuple[Played, str]) -> None:
    played, address = club
    with visit(browser, address) as there:
        page = there.go(f"/nights/{played.id}/wall")
        page.get_by_role("button", name="Gong is off").click()
        expect(page.get_by_role("button", name="Gong is on")).to_have_attribute("aria-pressed", "true")
        played.start(round=5)
        expect(page.locator(".w-next .hot")).to_contain_text("EW skip a table")
        expect(page.locator(".w-alert")).to_be_hidden()
        played.say(of.Lengthened(-841))
        expect(page.locator(".w-alert .big")).to_have_text("EW skip a table")
        expect(page.locator("[data-said]")).to_have_text("0:59 left")
        played.say(of.Lengthened(-58))
        expect(page.locator("[data-clock]")).to_have_attribute("data-state", "over")
        expect(page.locator("[data-said]")).to_have_text("time is up")
        played.say(of.Shown("Please be quick"))
        expect(page.locator(".w-alert")).to_contain_text("Please be quick")
        played.call(6)
        expect(page.locator(".w-alert")).to_have_count(0)


def test_a_lost_connection_is_shown_and_heals(browser: Browser, tmp_path: Path) -> None:
    plan = night(Setting("M0505", boards=2))
    with ExitStack() as first:
        store, address = first.enter_context(running(tmp_path / "nights.sqlite"))
        played = Played(store, store.add(plan), plan)
        played.start()
        with visit(browser, address) as there:
            page = there.page
            page.clock.install()
            there.go(f"/nights/{played.id}/wall")
            expect(page.locator(".w-rd")).to_contain_text("Round 1 of 5, until", use_inner_text=True)
            first.close()
            page.wait_for_timeout(500)
            page.clock.fast_forward(6000)
            expect(page.locator("[data-connection]")).to_contain_text("no connection since")
            with running(tmp_path / "nights.sqlite", urlsplit(address).port or 0) as (again, _):
                Played(again, played.id, plan).call(2)
                expect(page.locator(".w-rd")).to_contain_text("Round 2 of 5, until", use_inner_text=True)
                expect(page.locator("[data-connection]")).to_be_hidden()
            # While nobody answers the browser says so in its own words.
            there.troubles[:] = [trouble for trouble in there.troubles if "ERR_" not in trouble]


def test_what_happens_while_a_page_is_fetched_is_fetched_too(browser: Browser, club: tuple[Played, str]) -> None:
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


def test_a_desk_that_is_refused_stays_and_asks_again(browser: Browser, club: tuple[Played, str]) -> None:
    played, address = club
    played.start()
    with visit(browser, address) as there:
        page = there.go(f"/nights/{played.id}/play")
        page.route("**/play", lambda route: route.fulfill(status=503, body="<p>too much at once"), times=1)
        with page.expect_response(lambda response: response.status == 503):
            played.call(2)
        expect(page.get_by_role("button", name="Call round 3")).to_be_visible()


@pytest.fixture(scope="module")
def walls(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[dict[str, str], str]]:
    """Yield every kind of wall and phone by its address, and the server."""
    with running(tmp_path_factory.mktemp("walls") / "nights.sqlite") as (store, address):
        rover = night(Setting("W1813ER", missing=("N19",), boards=2, cases=1))
        four = night(
            *(Setting("M1008", boards=2), Setting("H0813", boards=2), Setting("M0909", boards=2)),
            Setting("M0808R", boards=2),
        )
        plans = {
            "before": rover,
            "crowded": night(Setting("W4013", boards=2)),
            "round": rover,
            "last minute": night(Setting("M1008", boards=2)),
            "break": rover,
            "repaired": night(Setting("a night", boards=2, brought=movement_json.dumps(stand_passed_by()))),
            "told": rover,
            "told much": rover,
            "together": four,
            "apart": four,
            "players": night(Setting("R1111", boards=2)),
            "ended": with_results(rover),
        }
        kept = {name: Played(store, store.add(plan), plan) for name, plan in plans.items()}
        kept["before"].say(of.Timed(Timing(starts=time.time() + 3600)))
        kept["round"].start(round=6, ago=10)
        kept["round"].say(of.Shown("Dinner is at eight, in the garden; the bar closes at nine"))
        kept["last minute"].start(round=5, ago=860)
        kept["break"].start(Timing(breaks=(Break(7, 1200),)), round=7, ago=1000)
        kept["repaired"].start(round=2, ago=860)
        kept["told"].start(round=2, ago=10)
        call = round_calls(section_of(rover), Event())
        kept["told"].say(of.Shown("\n".join(call[3])))
        kept["told much"].say(of.Shown("\n".join((*call[1], *call[1]))[:2000]))
        kept["together"].start(round=5, ago=10)
        kept["apart"].start(Timing(apart=True), round=5, ago=10)
        kept["players"].start(round=3, ago=10)
        kept["ended"].start(round=14)
        kept["ended"].say(of.Released())
        yield {name: f"/nights/{played.id}" for name, played in kept.items()}, address


def test_walls_are_readable_from_the_last_row_and_have_no_scroll_bars(
    browser: Browser, walls: tuple[dict[str, str], str]
) -> None:
    nights, address = walls
    faults: list[str] = []
    with visit(browser, address) as there:
        for width, height in SIZES:
            there.page.set_viewport_size({"width": width, "height": height})
            for name, path in nights.items():
                page = there.go(f"{path}/wall")
                page.wait_for_load_state("load")
                told = [*page.evaluate(SMALL_TEXTS, SMALLEST), *page.evaluate(CUT_OFF)]
                faults += [f"{name} at {width}: {fault}" for fault in told]
                if not page.evaluate(NO_SCROLL_BARS):
                    faults.append(f"{name} at {width}: scroll bars")
    assert not faults, "\n".join(faults)


def test_axe_finds_nothing_on_walls_and_phones(browser: Browser, walls: tuple[dict[str, str], str]) -> None:
    nights, address = walls
    pages = {name: f"{nights[name]}/wall" for name in ("before", "last minute", "apart", "ended")}
    pages |= {"phone": f"{nights['round']}/pair/E5", "results": f"{nights['ended']}/pair/E5"}
    pages |= {"player": f"{nights['players']}/pair/5", "finding": f"{nights['round']}/pair?who=oak"}
    with visit(browser, address, axe=True) as there:
        there.page.emulate_media(reduced_motion="reduce")  # colours are looked at when they have changed
        found = {name: violations(there.go(path)) for name, path in pages.items()}
    assert {name: faults for name, faults in found.items() if faults} == {}


def test_no_phone_scrolls_sideways(browser: Browser, walls: tuple[dict[str, str], str]) -> None:
    nights, address = walls
    with visit(browser, address) as there:
        there.page.set_viewport_size({"width": 360, "height": 740})
        for path in ("round/pair/E5", "ended/pair/E5", "players/pair/5", "round/pair?who=oak", "before/pair/E19"):
            name, _, rest = path.partition("/")
            page = there.go(f"{nights[name]}/{rest}")
            assert page.evaluate("document.documentElement.scrollWidth") <= 360, path

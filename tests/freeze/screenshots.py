"""Take the pictures in docs/screenshots: every page of a session in play, in light and dark mode.

    .venv/bin/python -m tests.freeze.screenshots [word in the name of a page …]

On a phone and a laptop, and on a projector for pages made for one. Chromium writes WebP itself, at a quality that suits
text. In these pictures it is always about 21:00.
"""

import base64
import os
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page

from byestand.formats.formats import loads
from byestand.model.timing import Break, Timing
from byestand.night import events as of
from byestand.server.storage.nights import VisibleNights
from tests.support.app import broken_csv, serve
from tests.support.browser import chromium, visit
from tests.support.browser_session import names
from tests.support.paths import ROOT
from tests.support.people import with_names
from tests.support.played_nights import PlannedNight, PlayedNight, run_night
from tests.support.result_sets import received_rows, with_results

FOLDER = ROOT / "docs" / "screenshots"
SIZES = {"phone": (390, 844, 0.9), "laptop": (1280, 800, 0.7), "projector": (1920, 1080, 0.45)}
"""The window, and its scale in the picture."""
QUALITY = 45
UNHINTED = "--font-render-hinting=none"
"""Letters have exact positions in pictures that are smaller than the page."""
MINUTE = 60
PORT, SERVICE = "8747", "https://bridge.example.org"
BOTH, ALL, WALL, POCKET = ("phone", "laptop"), tuple(SIZES), ("projector",), ("phone",)
DAY_AND_NIGHT, DARK = ("light", "dark"), ("dark",)
FIRST_PAGE = "text=/page 1 of/"
"""Displays turn their pages every twelve seconds."""

BEFORE = {
    "who-empty": "/",
    "who": "/?pairs=37&cases=2",
    "refused": "/m/W1912",
    "individuals": "/individuals?players=44",
    "second-session": "/second?movement=W1813",
    "walked-in": "/change?now=W1813&pairs=38",
    "library": "/library?tables=18",
    "help": "/help",
    "house": "/house",
    "nights": "/nights",
    "names": "/nights/1",
    "paper": "/nights/1/paper",
    "desk-before": "/nights/1/play",
    "minutes": "/nights/1/play/minutes",
}
AT_THE_END = {
    "results": "/nights/1/results?board=1",
    "slip": "/nights/1/results?round=5&table=7",
    "board": "/nights/1/ranking/board/1",
    "personal": "/nights/1/ranking/of/E5",
    "log": "/nights/1/play/log",
}


class Camera:
    """Takes pictures of pages at all sizes, in both themes."""

    def __init__(self, browser: Browser, address: str, wanted: Sequence[str]) -> None:
        self.browser, self.address, self.wanted = browser, address, wanted

    def take(
        self, name: str, path: str, sizes: Sequence[str] = BOTH, themes: Sequence[str] = DAY_AND_NIGHT, wait: str = ""
    ) -> None:
        """Take a page when the expected element is there."""
        for page, size, theme in self.windows(name, sizes, themes):
            page.goto(self.address + path)
            if wait:
                page.locator(wait).first.wait_for()
            self.shoot(page, name, size, theme)

    def windows(
        self, name: str, sizes: Sequence[str] = BOTH, themes: Sequence[str] = DAY_AND_NIGHT
    ) -> Iterator[tuple[Page, str, str]]:
        """Yield a window for each picture of a page; none if the page is not selected."""
        if self.wanted and not any(word in name for word in self.wanted):
            return
        for theme in themes:
            with visit(self.browser, self.address, theme=theme) as there:
                for size in sizes:
                    width, height, _ = SIZES[size]
                    there.page.set_viewport_size({"width": width, "height": height})
                    yield there.page, size, theme

    def shoot(self, page: Page, name: str, size: str, theme: str) -> None:
        """Take a picture of the current page."""
        width, height, scale = SIZES[size]
        page.wait_for_timeout(500)
        clip = {"x": page.evaluate("scrollX"), "y": page.evaluate("scrollY"), "width": width, "height": height}
        taken = page.context.new_cdp_session(page).send(
            "Page.captureScreenshot", {"format": "webp", "quality": QUALITY, "clip": clip | {"scale": scale}}
        )
        (FOLDER / f"{name}-{size}-{theme}.webp").write_bytes(base64.b64decode(taken["data"]))


def main() -> None:
    """Play a session, and take all pictures during play."""
    FOLDER.mkdir(exist_ok=True)
    _in_the_evening()
    with tempfile.TemporaryDirectory() as folder, chromium(UNHINTED) as browser:
        data = Path(folder) / "nights.sqlite"
        with run_night(data) as (nights, address), _director(browser, address) as desk:
            camera = Camera(browser, address, sys.argv[1:])
            _set_up(desk, address)
            _before(camera)
            night = PlayedNight(nights, 1, PlannedNight(nights.log(1).state.setup))
            _play(night, camera, desk)
            _end(night, camera, desk)
        with serve(data, "--lan") as app:
            camera = Camera(browser, app.address, sys.argv[1:])
            camera.take("codes", "/nights/1/codes")
            camera.take("join", "/join")
        _service(browser, Path(folder) / "service.sqlite")


def _service(browser: Browser, data: Path) -> None:
    """Take pictures of pages that exist only on a hosted service; the picture shows an invented host name."""
    address = f"http://127.0.0.1:{PORT}"
    with serve(data, "--port", PORT, "--public", address):
        camera = Camera(browser, address, sys.argv[1:])
        for page, size, theme in camera.windows("your-desk"):
            page.goto(f"{address}/m/W0605")
            page.get_by_role("button", name="Save session").first.click()
            page.get_by_label("Title", exact=True).wait_for()
            page.goto(f"{address}/desk")
            page.locator("#link").evaluate(f"it => it.value = it.value.replace('{address}', '{SERVICE}')")
            camera.shoot(page, "your-desk", size, theme)


def _in_the_evening() -> None:
    os.environ["TZ"] = f"CLUB{time.gmtime().tm_hour - 21}"
    time.tzset()


@contextmanager
def _director(browser: Browser, address: str) -> Iterator[Page]:
    with visit(browser, address) as there:
        yield there.page


def _set_up(desk: Page, address: str) -> None:
    desk.goto(f"{address}/?pairs=37&cases=2")
    desk.get_by_role("button", name="Save session").first.click()
    desk.get_by_label("Names of pairs").fill("\n".join(names(37)))
    desk.get_by_label("Title", exact=True).fill("Thursday Pairs")
    desk.get_by_role("button", name="Save", exact=True).click()
    desk.get_by_text("37 of 37 pairs have names").wait_for()


def _before(camera: Camera) -> None:
    for name, path in BEFORE.items():
        camera.take(name, path)
    camera.take("movement", "/nights/1/section/A?pair=E5&round=4", ALL)
    camera.take("chart", "/nights/1/section/A?pair=E5&round=4#chart", ALL)
    camera.take("figures", "/nights/1/section/A#figures")
    camera.take("wall-start", "/nights/1/wall", WALL, DARK, FIRST_PAGE)
    camera.take("phone-find", "/nights/1/pair?who=hazel", POCKET)
    for page, size, theme in camera.windows("check"):
        page.goto(f"{camera.address}/check")
        page.set_input_files("#file", {"name": "our game.csv", "mimeType": "text/csv", "buffer": broken_csv()})
        page.locator(".verdict").wait_for()
        camera.shoot(page, "check", size, theme)


def _play(night: PlayedNight, camera: Camera, desk: Page) -> None:
    """Play up to round 5, in which table 7 has the wrong boards; a late pair came after round 1."""
    base, six_minutes_left = f"{camera.address}/nights/1", 9 * MINUTE
    night.start(Timing(breaks=(Break(7, 10 * MINUTE),)), ago=six_minutes_left + 4 * 15 * MINUTE)
    _choose(night.nights, desk, f"{base}/section/A/wrong?after=1&kind=came&came=1", six_minutes_left + 46 * MINUTE)
    night.say(with_names("A", "N19", names(38)[-1]), ago=six_minutes_left + 45 * MINUTE)
    for round in range(2, 6):
        night.call(round, ago=six_minutes_left + (5 - round) * 15 * MINUTE)
    _bring(desk, base, before=5)
    camera.take("desk", "/nights/1/play", ALL)
    camera.take("wall-round", "/nights/1/wall", WALL, DARK)
    camera.take("phone", "/nights/1/pair/E5", POCKET)
    wrong = "/nights/1/section/A/wrong?after=5&kind=boards"
    camera.take("mishap", f"{wrong}&table=7#table")
    camera.take("ways", f"{wrong}&boards=5:7=12#ways")
    _choose(night.nights, desk, f"{camera.address}{wrong}&boards=5:7=12", MINUTE)
    camera.take("desk-repaired", "/nights/1/play")
    desk.goto(f"{base}/play")
    desk.get_by_role("button", name="Show on display").click()
    desk.get_by_role("button", name="Remove from display").wait_for()
    camera.take("wall-told", "/nights/1/wall", WALL, DARK)


def _choose(nights: VisibleNights, desk: Page, address: str, ago: float) -> None:
    """Report a problem, and choose the first repair option."""
    nights.store.now = lambda: time.time() - ago  # instead of waiting for an hour
    desk.goto(address)
    desk.get_by_role("button", name="Use this repair").first.click()
    desk.get_by_text("Repair in use").first.wait_for()


def _bring(desk: Page, base: str, before: int = 99) -> None:
    """Import the results of the Bridgemates for all rounds before one."""
    (document,) = loads(desk.request.get(f"{base}/file/bws").body(), source="tonight.bws")
    rows = [row for row in received_rows(document) if int(str(row["Round"])) < before]
    desk.goto(f"{base}/results")
    back = with_results(document, rows)
    desk.locator("input[type=file]").set_input_files(
        {"name": "tonight.bws", "mimeType": "application/octet-stream", "buffer": back}
    )
    desk.wait_for_url(lambda url: "/bring/" in url or "/ranking" in url)
    if "/bring/" in desk.url:
        desk.get_by_role("button", name="Import").click()
        desk.wait_for_url("**/ranking**")


def _end(night: PlayedNight, camera: Camera, desk: Page) -> None:
    base = f"{camera.address}/nights/1"
    for round in range(6, 15):
        night.call(round)
    _bring(desk, base)
    night.say(of.ResultsReleased(released=True))
    for name, path in AT_THE_END.items():
        camera.take(name, path)
    camera.take("ranking", "/nights/1/ranking", ALL)
    camera.take("wall-ranking", "/nights/1/wall", WALL, DARK, FIRST_PAGE)
    camera.take("phone-results", "/nights/1/pair/E5", POCKET, wait="table.own")


if __name__ == "__main__":
    main()

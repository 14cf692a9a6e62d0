"""Debian's Chromium for tests: offline, and every request, error and violation remembered."""

import os
import random
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Locator,
    Page,
    Request,
    Route,
    expect,
    sync_playwright,
)

from tests.support import app
from tests.support.paths import VENDOR

PROGRAMS = ("chromium-headless-shell", "chromium", "chromium-browser")
"""The first that is there: without windows it asks less of the machine."""
CHROMIUM = next(filter(None, map(shutil.which, PROGRAMS)), PROGRAMS[0])
QUIETLY = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--js-flags=--no-opt",  # no page runs long enough to win back what it costs to make its scripts quicker
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",  # whoever else is asked for is not found
)
AXE = VENDOR / "axe.min.js"
COLOURS = ("color-contrast", "link-in-text-block")
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
PATIENCE = 1000 * app.PATIENCE
"""Milliseconds, as playwright counts."""


@contextmanager
def chromium(*options: str) -> Iterator[Browser]:
    """Yield a browser."""
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=[*QUIETLY, *options], timeout=PATIENCE)
        yield browser
        browser.close()


def patient(context: BrowserContext) -> BrowserContext:
    """Return the windows of somebody who waits as long as a busy machine takes; slow ones, where tests are run so."""
    context.set_default_timeout(PATIENCE)
    if os.environ.get("BYESTAND_LATE"):
        context.on("page", _slowed_down)
    return context


def _slowed_down(page: Page) -> None:
    machine = page.context.new_cdp_session(page)
    machine.send("Emulation.setCPUThrottlingRate", {"rate": 4})
    late = {"latency": random.uniform(200, 800), "downloadThroughput": -1, "uploadThroughput": -1}  # noqa: S311
    machine.send("Network.emulateNetworkConditions", {"offline": False, **late})


@contextmanager
def next_page(page: Page) -> Iterator[None]:
    """Wait for the page that something leads to, until it is there with its scripts.

    What is typed or read before that may be typed into, or read on, the page that is just being left.
    """
    page.wait_for_load_state()
    with page.expect_event("load"):
        yield


def follow(link: Locator) -> None:
    """Click on what leads to another page."""
    with next_page(link.page):
        link.click()


def call_next_round(desk: Page) -> None:
    """Press Enter on the desk, and call the round although time is left or results are missing."""
    with next_page(desk):
        desk.keyboard.press("Enter")
    follow(desk.locator("#call-now"))


@dataclass
class Visit:
    """A page, and what went wrong on it."""

    page: Page
    address: str
    troubles: list[str] = field(default_factory=list)

    def go(self, path: str) -> Page:
        """Open an address of the app."""
        self.page.goto(self.address + path)
        return self.page


@contextmanager
def visit(
    browser: Browser, address: str, *, javascript: bool = True, theme: str = "light", axe: bool = False
) -> Iterator[Visit]:
    """Yield a page on which no error may happen, and which asks nobody but our server."""
    context = patient(
        browser.new_context(
            java_script_enabled=javascript,
            color_scheme="dark" if theme == "dark" else "light",
            bypass_csp=axe,
            accept_downloads=True,
            viewport={"width": 1280, "height": 800},
        )
    )
    found = Visit(context.new_page(), address)

    def guard(request: Request) -> None:
        if urlsplit(request.url).netloc != urlsplit(address).netloc:
            found.troubles.append(f"asked {request.url}")

    def heard(message: ConsoleMessage) -> None:
        # A page that says no has its status; the browser reports that as an error of its own.
        if message.type == "error" and "Failed to load resource" not in message.text:
            found.troubles.append(message.text)

    context.on("request", guard)  # a route would ask us about every file, and the browser would keep none
    found.page.on("console", heard)
    found.page.on("pageerror", lambda error: found.troubles.append(str(error)))
    yield found
    context.close()
    assert not found.troubles, found.troubles


def without_thumbs(page: Page) -> None:
    """Leave out, from now on, the small pictures of sheets: all of them are printed for that, and nobody looks here."""
    machine = page.context.new_cdp_session(page)  # a route would have the browser keep no file
    machine.send("Network.enable")
    machine.send("Network.setBlockedURLs", {"urls": ["*/paper/*.svg*"]})


def is_htmx(request: Request) -> bool:
    """Tell whether the script on a page asks, and not the browser for a page."""
    return "hx-request" in request.headers


@dataclass
class Held:
    """Questions of the script on a page, or others, which wait until the test lets them go."""

    wanted: Callable[[Request], bool] = is_htmx
    routes: list[Route] = field(default_factory=list)
    closed: bool = True

    def take(self, route: Route) -> None:
        """Hold a question back, or let it through."""
        if self.closed and self.wanted(route.request):
            self.routes.append(route)
        else:
            route.fallback()

    def let_one_go(self) -> None:
        """Let the question go that came first."""
        self.routes.pop(0).fallback()

    def let_all_go(self) -> None:
        """Let everything go, from now on too."""
        self.closed = False
        while self.routes:
            self.let_one_go()


def held_back(page: Page) -> Held:
    """Return what holds back, from now on, all questions of the script on a page, once that has been loaded."""
    page.wait_for_load_state()
    held = Held()
    page.route("**/*", held.take)
    return held


def violations(page: Page) -> list[str]:
    """Return what axe finds on a page, and in the dark: there colours are others, and nothing else."""
    page.wait_for_load_state()
    page.add_script_tag(path=str(AXE))
    by_day = _find_browser(page, {"type": "tag", "values": RULES})
    page.emulate_media(color_scheme="dark")
    by_night = _find_browser(page, {"type": "rule", "values": [*COLOURS]})
    page.emulate_media(color_scheme="light")
    return [*by_day, *(f"in the dark: {fault}" for fault in by_night)]


def _find_browser(page: Page, only: dict[str, object]) -> list[str]:
    found = page.evaluate("only => axe.run(document, {runOnly: only, resultTypes: ['violations']})", only)
    return [
        f"{v['id']}: {node['html'][:160]} {node['failureSummary'][:300]}"
        for v in found["violations"]
        for node in v["nodes"][:3]
    ]

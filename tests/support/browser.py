"""Debian's Chromium for tests: offline, with every request, error and violation recorded."""

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
"""The first one installed is used; without windows it needs less CPU and memory."""
CHROMIUM = next(filter(None, map(shutil.which, PROGRAMS)), PROGRAMS[0])
QUIETLY = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--js-flags=--no-opt",  # optimising the scripts costs more than it gains on short pages
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",  # no other host is found
)
AXE = VENDOR / "axe.min.js"
COLOURS = ("color-contrast", "link-in-text-block")
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
PATIENCE = 1000 * app.PATIENCE
"""In milliseconds, for playwright."""


@contextmanager
def chromium(*options: str) -> Iterator[Browser]:
    """Yield a browser."""
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=[*QUIETLY, *options], timeout=PATIENCE)
        yield browser
        browser.close()


def patient(context: BrowserContext) -> BrowserContext:
    """Return windows with timeouts long enough for a busy machine; their answers are late if tests are run so."""
    context.set_default_timeout(PATIENCE)
    if os.environ.get("BYESTAND_LATE"):
        context.on("page", _delay_answers)
    return context


def _delay_answers(page: Page) -> None:
    """Delay answers only: Chromium throttles the processor by a busy loop per window, which starves everything else."""
    machine = page.context.new_cdp_session(page)
    late = {"latency": random.uniform(200, 800), "downloadThroughput": -1, "uploadThroughput": -1}  # noqa: S311
    machine.send("Network.emulateNetworkConditions", {"offline": False, **late})


@contextmanager
def next_page(page: Page) -> Iterator[None]:
    """Wait until the next page and its scripts are loaded.

    Otherwise a test may type into the old page, or read it.
    """
    page.wait_for_load_state()
    with page.expect_event("load"):
        yield


def follow(link: Locator) -> None:
    """Click a link to another page."""
    with next_page(link.page):
        link.click()


def call_next_round(desk: Page) -> None:
    """Press Enter on the director's page, and call the round although time is left or results are missing."""
    with next_page(desk):
        desk.keyboard.press("Enter")
    follow(desk.locator("#call-now"))


@dataclass
class Visit:
    """A page, and the errors on it."""

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
    """Yield a page on which no error may happen, and which sends requests only to our server."""
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
        # A page with an error status; the browser reports that as an error too.
        if message.type == "error" and "Failed to load resource" not in message.text:
            found.troubles.append(message.text)

    context.on("request", guard)  # a route would handle every file and disable the browser's cache
    found.page.on("console", heard)
    found.page.on("pageerror", lambda error: found.troubles.append(str(error)))
    yield found
    context.close()
    assert not found.troubles, found.troubles


def without_thumbs(page: Page) -> None:
    """Leave out the thumbnails of sheets from now on: rendering them takes time, and no test looks at them."""
    machine = page.context.new_cdp_session(page)  # a route would disable the browser's cache
    machine.send("Network.enable")
    machine.send("Network.setBlockedURLs", {"urls": ["*/paper/*.svg*"]})


def is_htmx(request: Request) -> bool:
    """Return whether a request comes from the script on a page, not from page navigation."""
    return "hx-request" in request.headers


@dataclass
class Held:
    """Requests of the script on a page, or others, which wait until the test releases them."""

    wanted: Callable[[Request], bool] = is_htmx
    routes: list[Route] = field(default_factory=list)
    closed: bool = True

    def take(self, route: Route) -> None:
        """Hold a request, or let it through."""
        if self.closed and self.wanted(route.request):
            self.routes.append(route)
        else:
            route.fallback()

    def let_one_go(self) -> None:
        """Release the first held request."""
        self.routes.pop(0).fallback()

    def let_all_go(self) -> None:
        """Release all requests, also later ones."""
        self.closed = False
        while self.routes:
            self.let_one_go()


def held_back(page: Page) -> Held:
    """Return an object that holds all requests of the script on a page from now on, once the page is loaded."""
    page.wait_for_load_state()
    held = Held()
    page.route("**/*", held.take)
    return held


def violations(page: Page) -> list[str]:
    """Return the violations that axe finds on a page, in light and dark mode; only colours differ there."""
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

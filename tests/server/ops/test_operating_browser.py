"""A service in a browser: below a path every request stays below it, and all open windows are notified."""

from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, expect

from tests.support.app import serve
from tests.support.browser import patient
from tests.support.hosted_service import NIGHT_FORM
from tests.support.nginx import IS_THERE, hosted_behind_nginx
from tests.support.ports import free_ports

PREFIX = "/byestand"
WINDOWS = 12
REMEMBER_WORRIES = """addEventListener("DOMContentLoaded", () => {
  window.worries = [];
  const place = document.querySelector("[data-connection]");
  new MutationObserver(() => window.worries.push(place.textContent)).observe(place, { childList: true });
});"""
"""Records the connection states of a page."""


def test_an_evening_below_a_prefix_asks_for_nothing_outside_it(browser: Browser, tmp_path: Path) -> None:
    (port,) = free_ports(1)
    public = f"http://127.0.0.1:{port}{PREFIX}"
    asked: set[str] = set()
    said: list[str] = []
    with serve(tmp_path / "n.sqlite", "--port", str(port), "--public", public):
        context = patient(browser.new_context())
        page = context.new_page()
        page.on("request", lambda request: asked.add(urlsplit(request.url).path))
        page.on("console", lambda message: said.append(message.text))
        page.goto(f"{public}/")
        page.evaluate("document.querySelector('[data-theme-button]').click()")
        answer = page.request.post(
            f"{public}/nights",
            form={"movement": "W0605", "boards": "2", "name": "Tuesday"},
            headers={"origin": public.removesuffix(PREFIX)},
        )
        with page.expect_response("**/stream"):
            page.goto(f"{answer.url}/play")
        page.locator("[data-key=Enter]").click()
        expect(page.locator("[data-left]:visible").first).to_contain_text(":")
        cookies = {cookie["name"]: cookie["path"] for cookie in context.cookies()}
        context.close()
    assert {path for path in asked if not path.startswith(f"{PREFIX}/")} == set()
    assert any(path.endswith("/stream") for path in asked)
    assert cookies["theme"] == cookies["byestand-desk"] == f"{PREFIX}/"
    assert said == []


@pytest.mark.skipif(not IS_THERE, reason="there is no nginx of Debian's")
def test_windows_for_which_there_is_no_stream_follow_the_evening_too_and_are_not_worried(browser: Browser) -> None:
    """By HTTP/2 a browser opens as many streams as it has windows, and a device has eight of each process."""
    with hosted_behind_nginx() as site:
        context = patient(browser.new_context(ignore_https_errors=True))
        context.add_init_script(REMEMBER_WORRIES)
        night = context.request.post(
            f"{site.address}/nights", form={**NIGHT_FORM}, headers={"origin": site.address}
        ).url
        pages = [context.new_page() for _ in range(WINDOWS)]
        for page in pages:
            page.goto(f"{night}/pair/N1")
        started = context.request.post(f"{night}/play/start", form={"revision": "1"}, headers={"origin": site.address})
        assert started.ok
        for page in pages:
            expect(page.get_by_text("Round 1 of 5")).to_be_visible()
        asked = site.requests().count(f"127.0.0.1 GET {urlsplit(night).path}/stream")
        assert asked > WINDOWS
        assert [page.evaluate("window.worries.filter(Boolean)") for page in pages] == [[]] * WINDOWS
        context.close()

"""A service below a path of its own, in a browser: every request stays below it, and screens follow the desk."""

import socket
from pathlib import Path
from urllib.parse import urlsplit

from playwright.sync_api import Browser, expect

from tests.support.app import serving
from tests.support.browser import patient

PREFIX = "/byestand"


def free_port() -> int:
    with socket.socket() as asking:
        asking.bind(("127.0.0.1", 0))
        return int(asking.getsockname()[1])


def test_an_evening_below_a_prefix_asks_for_nothing_outside_it(browser: Browser, tmp_path: Path) -> None:
    port = free_port()
    public = f"http://127.0.0.1:{port}{PREFIX}"
    asked: set[str] = set()
    said: list[str] = []
    with serving(tmp_path / "n.sqlite", "--port", str(port), "--public", public):
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

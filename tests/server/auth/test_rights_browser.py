"""Access by a scanned link in a browser: the code is sent once, as a form, and is shown nowhere afterwards."""

from pathlib import Path
from urllib.parse import urlsplit

from playwright.sync_api import Browser, Request, expect

from tests.support.app import serve
from tests.support.browser import violations, visit
from tests.support.played_nights import run_night
from tests.support.setups import session_setup


def test_a_scanned_code_is_in_no_address_that_is_asked_for_and_in_no_history(browser: Browser, tmp_path: Path) -> None:
    with serve(tmp_path / "n.sqlite", "--lan") as running:
        assert running.process.stdout
        link = next(line for line in running.process.stdout if "/join#" in line).split()[-1]
        code = urlsplit(link).fragment
        asked: list[str] = []

        def noted(request: Request) -> None:
            asked.append(f"{request.method} {request.url} {request.headers.get('referer', '')}")

        with visit(browser, running.address) as there:
            there.page.on("request", noted)
            there.page.goto(f"{running.address}/join#{code}", wait_until="commit")  # it goes on by itself
            there.page.wait_for_url(f"{running.address}/")
            assert any(line.startswith(f"POST {running.address}/join ") for line in asked)
            assert not any(code in line.replace(f"GET {running.address}/join#{code} ", "") for line in asked)
            there.page.go_back()
            assert code not in there.page.url

        with visit(browser, running.address, axe=True) as there:
            there.page.emulate_media(reduced_motion="reduce")  # a button takes its time to change its colour
            page = there.go("/join")
            page.get_by_label("Code").fill("abc def ghj")
            page.get_by_role("button", name="Enter code").click()
            expect(page.get_by_role("alert")).to_contain_text("unknown code")
            assert violations(page) == []


def test_the_page_of_codes_fits_a_narrow_screen_and_a_code_is_typed_as_it_is_shown(
    browser: Browser, tmp_path: Path
) -> None:
    addresses = "192.168.100.105", "10.0.0.7"
    with (
        run_night(tmp_path / "n.sqlite", lan=addresses) as (nights, address),
        visit(browser, address, axe=True) as there,
    ):
        nights.add(session_setup("Thursday", "M0303"))
        page = there.go("/nights/1/codes")
        assert violations(page) == []
        page.set_viewport_size({"width": 320, "height": 640})
        assert page.evaluate("document.documentElement.scrollWidth") == 320
        page.get_by_label("http://192.168.100.105:8013/").check()
        page.get_by_role("button", name="Use this address").click()
        expect(page.locator(".lead")).to_contain_text("http://192.168.100.105:8013/join")
        code = page.locator(".ways .code").first.inner_text()
        page = there.go("/join")
        page.get_by_label("Code").fill(code.lower())
        page.get_by_role("button", name="Enter code").click()
        expect(page).to_have_url(f"{address}/nights/1/pair/N1")

"""A director types slips without looking at the screen: no key is lost, and a refused line waits to be typed again."""

import re

from playwright.sync_api import Browser, Page, Request, expect

from tests.support.browser import Held, Visit, next_page, visit

KEEP = """async () => (await fetch("/nights", {method: "POST", body: new URLSearchParams(
    [["name", "Tuesday"], ["boards", "2"], ["movement", "M0505"]])})).url"""


def slip(opened: Visit, round: int = 1, table: int = 1) -> Page:
    """Save a session of five tables and two boards per round, and open a slip."""
    night = str(opened.go("/").evaluate(KEEP)).removeprefix(opened.address)
    page = opened.go(f"{night}/results?round={round}&table={table}")
    expect(page.locator("tbody input").first).to_be_focused()
    return page


def hold_back_sheets(page: Page) -> Held:
    """Hold back every request that saves a whole slip, until the test lets it go."""

    def is_sheet(request: Request) -> bool:
        return request.method == "POST" and "hx-request" not in request.headers

    held = Held(is_sheet)
    page.route("**/results?*", held.take)
    return held


def results_in(page: Page) -> list[tuple[str, str]]:
    """Return the stored tables and results of round 1, by board."""
    address = re.sub(r"/results.*", "/results/results.csv", page.url)
    names, *rows = (line.split(",") for line in page.request.get(address).text().splitlines())
    found = [dict(zip(names, row, strict=False)) for row in rows]
    return [(f"{one['table']}:{one['board']}", one["score"]) for one in found if one["score"]]


def test_keys_pressed_while_the_next_slip_comes_are_typed_into_it(browser: Browser, address: str) -> None:
    """Two and a half slips are typed at once, while the first is still being sent."""
    with visit(browser, address) as opened:
        page = slip(opened)
        held = hold_back_sheets(page)
        page.keyboard.type("420\n650\n")
        page.keyboard.type("-50\n10x")
        page.keyboard.press("Backspace")
        page.keyboard.type("0\n62")
        while not held.routes:
            page.wait_for_timeout(10)
        held.let_all_go()
        expect(page.get_by_role("heading", name="Round 1, table 3", exact=True)).to_be_visible()
        expect(page.locator("tbody input").first).to_have_value("62")
        page.keyboard.type("0\n")
        expect(page.locator("#at-1-3-5-said")).to_have_text("+620")
        assert "table=3" in page.url
        assert results_in(page) == [("1:1", "420"), ("1:2", "650"), ("2:3", "-50"), ("2:4", "100"), ("3:5", "620")]
        page.go_back()
        expect(page.get_by_role("heading", name="Round 1, table 2", exact=True)).to_be_visible()


def test_the_last_line_of_a_slip_is_selected_where_it_was_refused(browser: Browser, address: str) -> None:
    """No contract gives 425; 650 replaces it."""
    with visit(browser, address) as opened:
        page = slip(opened)
        page.keyboard.type("420\n425\n")
        last = page.locator("tbody input").nth(1)
        expect(last).to_have_attribute("aria-invalid", "true")
        expect(last).to_be_focused()
        page.keyboard.type("650")
        expect(last).to_have_value("650")
        page.keyboard.press("Enter")
        expect(page.get_by_role("heading", name="Round 1, table 2", exact=True)).to_be_visible()
        assert results_in(page) == [("1:1", "420"), ("1:2", "650")]


def test_what_was_typed_for_the_next_slip_does_not_end_in_a_refused_line(browser: Browser, address: str) -> None:
    with visit(browser, address) as opened:
        page = slip(opened)
        held = hold_back_sheets(page)
        page.keyboard.type("420\n425\n")
        while not held.routes:
            page.wait_for_timeout(10)
        page.keyboard.type("620\n")
        held.let_all_go()
        expect(page.locator("#saved")).to_contain_text("Not accepted: 620")
        expect(page.locator("tbody input").nth(1)).to_have_value("425")
        assert results_in(page) == [("1:1", "420")]


def test_a_refused_line_is_selected_on_a_page_that_was_saved_whole(browser: Browser, address: str) -> None:
    with visit(browser, address) as opened:
        page = slip(opened)
        page.keyboard.type("425")
        with next_page(page):
            page.get_by_role("button", name="Save", exact=True).click()
        page.keyboard.type("420")
        expect(page.locator("tbody input").first).to_have_value("420")


def test_after_the_last_slip_comes_the_ranking(browser: Browser, address: str) -> None:
    with visit(browser, address) as opened:
        page = slip(opened, round=5, table=5)
        with next_page(page):
            page.keyboard.type("pass\npass\n")
        expect(page.get_by_role("heading", name="Ranking (not final)")).to_be_visible()


def test_without_an_answer_the_slip_stays_and_says_so(browser: Browser, address: str) -> None:
    with visit(browser, address) as opened:
        page = slip(opened)
        held = hold_back_sheets(page)
        page.keyboard.type("420\n650\n")
        while not held.routes:
            page.wait_for_timeout(10)
        held.routes.pop().abort()
        held.closed = False
        expect(page.locator("#saved")).to_have_text(
            "Not saved: the server does not answer. Check that Byestand is running."
        )
        expect(page.locator("tbody input").nth(1)).to_have_value("650")
        page.keyboard.press("Enter")
        expect(page.get_by_role("heading", name="Round 1, table 2", exact=True)).to_be_visible()
        assert results_in(page) == [("1:1", "420"), ("1:2", "650")]
        opened.troubles[:] = [trouble for trouble in opened.troubles if "ERR_" not in trouble]

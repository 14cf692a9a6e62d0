"""The director's page in a browser: Enter calls rounds, two windows follow each other, and no input is lost."""

import re

from playwright.sync_api import Browser, expect

from tests.support.browser import Visit, call_next_round, follow, next_page, violations, visit

KEEP = """async movements => (await fetch("/nights", {method: "POST", body: new URLSearchParams(
    [["name", "Tuesday"], ["boards", "2"], ...movements.map(name => ["movement", name])])})).url"""

ENTER_A_MOMENT_LATER = """() => document.addEventListener("htmx:afterSettle", () =>
    document.body.dispatchEvent(new KeyboardEvent("keydown", {key: "Enter", bubbles: true})), {once: true})"""


def save_night(opened: Visit, *movements: str) -> str:
    """Save a session, and return the address of its director's page."""
    night: str = opened.go("/").evaluate(KEEP, list(movements))
    return f"{night.removeprefix(opened.address)}/play"


def test_two_windows_play_one_night(address: str, browser: Browser) -> None:
    with visit(browser, address) as one, visit(browser, address) as other:
        desk = save_night(one, "M0808", "M0707")
        mine, theirs = one.go(desk), other.go(desk)
        theirs.evaluate(ENTER_A_MOMENT_LATER)  # when the button already says round 2, which is not intended
        with next_page(mine):
            mine.keyboard.press("Enter")
        for page in (mine, theirs):
            expect(page.get_by_role("button", name="Call round 2")).to_be_visible()
        expect(theirs.locator("[data-left]")).to_have_text(re.compile(r"^1[0-4]:(?!59)"))  # two seconds later
        theirs.fill("#not-here", "half typed")
        theirs.check("#later")
        theirs.check("#in-B")
        theirs.focus("#pause")
        call_next_round(mine)
        expect(theirs.get_by_role("button", name="Call round 3")).to_be_visible()
        expect(theirs.locator("#not-here")).to_have_value("half typed")
        expect(theirs.locator("#later")).to_be_checked()
        expect(theirs.locator("#in-B")).to_be_checked()
        expect(theirs.locator("#pause")).to_be_focused()
        theirs.keyboard.press("Enter")  # on the button that has the focus, and no round is called
        expect(mine.get_by_role("button", name="Resume")).to_be_visible()
        call_next_round(mine)
        expect(mine.get_by_role("button", name="Call round 4")).to_be_visible()


def test_enter_asks_before_a_round_is_called_and_waits_when_pressed_again(address: str, browser: Browser) -> None:
    """Ten boards are missing and a quarter of an hour is left; a result that comes in meanwhile is counted."""
    with visit(browser, address, axe=True) as opened:
        desk = save_night(opened, "M0505")
        page = opened.go(desk)
        follow(page.locator("#call"))
        with next_page(page):
            page.keyboard.press("Enter")
        question = page.get_by_role("alertdialog", name="Call round 2 now?")
        expect(question).to_contain_text("10 results of round 1 are missing")
        expect(question).to_contain_text("tables 1, 2, 3, 4 and 5: no results yet")
        expect(page.locator("#wait")).to_be_focused()
        assert violations(page) == []
        page.check("#results-later")
        page.request.post(
            f"{opened.address}{desk.removesuffix('play')}results?round=1&table=1",
            form={"at-1-1-1": "pass", "at-1-1-2": "pass"},
        )
        expect(question).to_contain_text("8 results of round 1 are missing")
        expect(page.locator("#results-later")).to_be_checked()
        page.focus("#wait")
        with next_page(page):
            page.keyboard.press("Enter")
        expect(page.locator("[data-round]")).to_have_text("1")
        expect(question).to_have_count(0)
        call_next_round(page)
        expect(page.locator("[data-round]")).to_have_text("2")


def test_the_grid_shows_boards_until_they_are_hidden_again(address: str, browser: Browser) -> None:
    with visit(browser, address) as opened:
        desk = save_night(opened, "M0505")
        page = opened.go(desk)
        follow(page.locator("#call"))
        boards = page.get_by_role("region", name="Tables and rounds").locator("tbody tr").nth(1).locator(".grid-boards")
        expect(boards.first).to_be_hidden()
        follow(page.get_by_role("button", name="Show boards"))
        expect(boards).to_have_text(["3-4", "5-6", "7-8", "9-10", "1-2"])
        page = opened.go(desk)
        expect(boards.first).to_be_visible()
        follow(page.get_by_role("button", name="Hide boards"))
        expect(boards.first).to_be_hidden()


def test_nobody_is_shut_out_of_the_desk(address: str, browser: Browser) -> None:
    """No fault that axe finds, by day and by night, before play and while it goes on, and with something to answer."""
    with visit(browser, address, axe=True) as opened:
        desk = save_night(opened, "M0808")
        opened.page.emulate_media(reduced_motion="reduce")  # no colour transitions
        found = [*violations(opened.go(desk)), *violations(opened.go(f"{desk}/minutes"))]
        page = opened.go(desk)
        follow(page.locator("#call"))
        follow(page.locator("#happened-left"))
        found += violations(page)
        page.select_option("#gone", "E4")
        page.get_by_role("button", name="Show options").first.click()
        expect(page.locator("#said-h")).to_be_visible()
        for path in (desk, f"{desk}/log"):
            found += violations(opened.go(path))
        assert found == []


def test_the_desk_does_without_a_script(address: str, browser: Browser) -> None:
    with visit(browser, address) as opened:
        desk = save_night(opened, "M0808")
    with visit(browser, address, javascript=False) as opened:
        page = opened.go(desk)
        for name in (
            *("Start round 1", "Call round 2", "Call round 2 now", "Pause", "Resume"),
            *("Call round 3", "Call round 3 now"),
        ):
            follow(page.get_by_role("button", name=name))
        page.get_by_role("button", name="Undo: Round 3 called").click()
        expect(page.get_by_role("button", name="Call round 3")).to_be_visible()

"""A director's stories of nights that went wrong, walked in a browser: from the room picture to the slips."""

import re

from playwright.sync_api import Browser, Locator, Page, expect
from pypdf import PdfReader

from tests.support.browser import Visit, follow, violations, visit


def gone_wrong(there: Visit, movement: str, after: int) -> Page:
    """Save a movement for tonight, and open the report form after a round."""
    page = there.go(f"/m/{movement}")
    follow(page.get_by_role("button", name="Save session"))
    follow(page.get_by_role("link", name="Repair"))
    page.get_by_label("Current or last round").select_option(str(after))
    follow(page.get_by_role("button", name="Show", exact=True))
    expect(page.get_by_role("heading", name=f"Room in round {after}")).to_be_visible()
    return page


def play_night(page: Page, table: int, boards: str) -> None:
    """Report the boards that a table played, by clicking on it."""
    follow(page.locator(".room.wide").get_by_role("link", name=f"Table {table}", exact=True))
    page.get_by_label("Boards played").select_option(label=boards)
    report_problem(page.locator("#table"))


def report_problem(form: Locator) -> None:
    """Confirm the report."""
    follow(form.get_by_role("button", name="Show options"))


def figures(page: Page, way: str) -> list[str]:
    """Return the figures of a repair option: lost, repeats, sets shared, tables affected, changes."""
    card = page.locator(".cards > .card").filter(has=page.get_by_role("heading", name=way, exact=True))
    return card.locator("dd").all_text_contents()


def test_a_bye_stand_was_passed_by_and_three_tables_get_slips(browser: Browser, address: str) -> None:
    """M0808R round 2, table 4 plays group 6 instead of 5: nothing is lost if tables 4, 5 and 8 get instructions."""
    with visit(browser, address) as there:
        page = gone_wrong(there, "M0808R", 2)
        play_night(page, 4, "11-12")
        expect(page.get_by_text("Table 4 played boards 11-12 in round 2, not 9-10.")).to_be_visible()
        assert figures(page, "Change tables 4-5, 8")[:4] == ["0", "0", "5", "3"]
        assert figures(page, "Continue, with rulings")[0] == "2"
        page.get_by_role("button", name="Use this repair: Change tables 4-5, 8").click()
        expect(page.get_by_text("Repair in use after round 2: Change tables 4-5, 8")).to_be_visible()
        with page.expect_download() as download:
            page.get_by_role("link", name="Print instruction slips").click()
        text = " ".join(sheet.extract_text() for sheet in PdfReader(download.value.path()).pages)
        assert set(re.findall(r"table\s(\d)\b", text, re.IGNORECASE)) >= {"4", "5", "8"}
        assert "share" in text


def test_two_tables_exchanged_their_boards_without_scripts(browser: Browser, address: str) -> None:
    """M0909 round 3, tables 3 and 4: one is cancelled, one more lost; only table 8 is affected, and shares twice."""
    with visit(browser, address, javascript=False) as there:
        page = gone_wrong(there, "M0909", 3)
        play_night(page, 3, "11-12")
        play_night(page, 4, "9-10")
        expect(page.locator(".happened li")).to_have_count(2)
        expect(page.locator(".cards > .card").first).to_contain_text("Change table 8")
        assert figures(page, "Change table 8") == ["2", "0", "2", "1", "2"]
        assert figures(page, "Continue, with rulings")[0] == "4"
        expect(page.locator(".cards > .card").first.locator(".wide .box.told")).to_have_count(1)
        page.get_by_role("link", name="Remove: Table 4").click()
        expect(page.locator(".happened li")).to_have_count(1)


def test_ew_went_up_two_and_everybody_moves_alike(browser: Browser, address: str) -> None:
    """M0909 after round 3: nothing lost and no repeat opponents with calls to the whole room."""
    with visit(browser, address) as there:
        page = gone_wrong(there, "M0909", 4)
        page.locator("#up").select_option(label="up 2 tables")
        report_problem(page.locator(".whole-room"))
        expect(page.get_by_text("After round 3 EW moved up 2 tables.")).to_be_visible()
        assert figures(page, "One move for the whole room")[:2] == ["0", "0"]
        page.get_by_role("button", name="Use this repair: One move for the whole room").click()
        expect(page.get_by_text("Repair in use after round 4: One move for the whole room")).to_be_visible()


def test_the_skip_was_forgotten_and_the_plan_goes_on(browser: Browser, address: str) -> None:
    """M0807, the skip after round 4 forgotten and round 5 played: those are replays, and nothing else is lost."""
    with visit(browser, address) as there:
        page = gone_wrong(there, "M0807", 5)
        page.get_by_label("EW skipped a table").select_option(label="not at all")
        report_problem(page.locator(".whole-room"))
        expect(page.get_by_text("The skip was forgotten.")).to_be_visible()
        assert figures(page, "Continue, with rulings")[0] == "8"
        expect(page.locator(".cards > .card").first).to_contain_text("cancelled")


def test_a_pair_left_and_it_was_not_so(browser: Browser, address: str) -> None:
    """M0909, EW 4 after round 5: four lost, proved best. The page suits a phone, and axe finds nothing on it."""
    with visit(browser, address, theme="dark", axe=True) as there:
        page = gone_wrong(there, "M0909", 5)
        page.get_by_label("Pair that left").select_option("E4")
        report_problem(page.locator(".whole-room"))
        assert figures(page, "Continue, with rulings") == ["4", "0", "0", "0", "0"]
        expect(page.locator(".cards > .card").first).to_contain_text("proved best")
        follow(page.locator(".room.wide").get_by_role("link", name="Table 2", exact=True))
        assert violations(page) == []
        page.set_viewport_size({"width": 390, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        follow(page.get_by_role("button", name="Use this repair: Continue, with rulings"))
        assert violations(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        page.get_by_role("button", name="Undo this repair").click()
        expect(page.get_by_role("link", name="Repair")).to_be_visible()

"""A director types results with the keyboard alone: a traveller from line to line, a wrong line, the ranking."""

from playwright.sync_api import Browser, Page, expect

from tests.support.browser import Visit, next_page, violations, visit


def results(there: Visit) -> Page:
    """Save W0605 for tonight, and go to its results with the keyboard."""
    page = there.go("/m/W0605")
    for link in (
        page.get_by_role("button", name="Save session"),
        page.get_by_role("link", name="Results", exact=True),
    ):
        with next_page(page):
            link.press("Enter")
    expect(page.get_by_role("heading", name="Board 1", exact=True)).to_be_visible()
    return page


def test_a_traveller_is_typed_from_line_to_line_and_a_wrong_one_is_put_right(browser: Browser, address: str) -> None:
    """Only the keyboard is used; at the end all six lines are there, and the ranking."""
    with visit(browser, address, axe=True) as there:
        page = results(there)
        keys, line = page.keyboard, page.get_by_label("Result of N2 against E4")
        expect(page.get_by_label("Result of N1 against E1")).to_be_focused()
        for text in ("4sn=", "4z n ="):
            keys.type(text)
            keys.press("Enter")
        expect(page.locator("#at-5-2-1-said")).to_have_text("expected a contract such as 3NT, 4SX or PASS: '4z n ='")
        expect(line).to_be_focused()
        expect(line).to_have_attribute("aria-invalid", "true")
        expect(line).to_have_value("4z n =")
        assert violations(page) == []
        for text in ("4h n 10", "3ntxe-2", "pass", "-50"):  # the wrong one is marked, and typed over
            keys.type(text)
            keys.press("Enter")
        expect(page.locator("#at-1-5-1-said")).to_have_text("-50")
        expect(page.locator("#at-5-2-1-said")).to_have_text("+420 4H N =")
        keys.type("4s n +1")
        keys.press("Enter")
        expect(page.get_by_role("heading", name="Board 2", exact=True)).to_be_visible()
        expect(page.locator(".boards .full")).to_have_count(1)
        with next_page(page):
            page.get_by_role("link", name="Current ranking").press("Enter")
        expect(page.get_by_role("heading", name="Ranking (not final)")).to_be_visible()
        first = page.get_by_role("region", name="Ranking, North-South").locator("tbody tr").first
        assert first.locator("th, td").all_inner_texts() == ["1", "N6", "", "1", "10.00", "100.00"]
        assert violations(page) == []
        page.set_viewport_size({"width": 390, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_without_scripts_enter_saves_a_line_and_waits_for_the_next(browser: Browser, address: str) -> None:
    with visit(browser, address, javascript=False) as there:
        page = results(there)
        for text, field in (("4sn=", "N1 against E1"), ("5z", "N2 against E4"), ("pass", "N2 against E4")):
            line = page.get_by_label(f"Result of {field}")
            expect(line).to_be_focused()
            line.fill(text)
            with next_page(page):
                page.keyboard.press("Enter")
        expect(page.get_by_label("Result of N3 against E6")).to_be_focused()
        expect(page.get_by_label("Result of N2 against E4")).to_have_value("PASS")


def test_a_line_changed_in_another_window_is_not_saved_over(browser: Browser, address: str) -> None:
    with visit(browser, address) as there:
        page = results(there)
        other = page.context.new_page()
        other.goto(page.url)
        for window, text in ((other, "pass"), (page, "4sn=")):
            window.get_by_label("Result of N1 against E1").fill(text)
            window.keyboard.press("Tab")
            said = "All changes saved." if window is other else "changed in another window"
            expect(window.locator("#saved")).to_contain_text(said)
        page.get_by_role("button", name="Overwrite with mine").press("Enter")
        expect(page.get_by_label("Result of N1 against E1")).to_have_value("4S N =")

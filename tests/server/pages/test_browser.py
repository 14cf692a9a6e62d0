"""The stories that the app is for, walked in a browser: with scripts, and without them where that makes sense."""

import re
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect
from pypdf import PdfReader

from byestand.catalog import find
from byestand.formats import csv, formats
from byestand.verify import judge
from tests.support.app import broken_csv
from tests.support.browser import Held, follow, held_back, is_htmx, next_page, violations, visit, without_thumbs
from tests.support.night_files import title_in
from tests.support.played_nights import run_night

WITH_AND_WITHOUT = pytest.mark.parametrize("javascript", [True, False], ids=["scripts", "no scripts"])
WHERE_E1_IS = "document.querySelector('.wide [data-label=E1]').getBoundingClientRect().x"
PAGES = {
    "tonight": "/?pairs=13&cases=2",
    "refused": "/?pairs=2",
    "movement": "/m/W0605ER?missing=N7&pair=E5&round=2&cases=2",
    "paper": "/m/W0605/paper?boards=4",
    "change": "/change?now=W1813&pairs=38",
    "second": "/second?movement=M0505&seconds=1",
    "individuals": "/individuals?players=20",
    "check": "/check",
    "library": "/library?tables=5",
    "help": "/help",
    "house": "/house?back=/m/W0605",
    "not there": "/m/W1912",
}
ALIKE = ("/", "/m/M0707?winners=1", "/m/R0505", "/nights", "/nights/1")
"""Their parts are on other pages too: only their width is tested."""


@WITH_AND_WITHOUT
def test_37_pairs_to_a_choice_to_paper_to_a_mov_file_that_is_sound(
    browser: Browser, address: str, tmp_path: Path, javascript: bool
) -> None:
    with visit(browser, address, javascript=javascript) as there:
        page = there.go("/")
        without_thumbs(page)
        page.get_by_label("Number of pairs").fill("37")
        page.get_by_label("Sets of boards").fill("2")
        if not javascript:
            page.get_by_role("button", name="Show movements").click()
        headline = page.get_by_role("heading", level=1)
        expect(headline).to_have_text("18-table Web with a rover W1813ER without N19")
        expect(page.get_by_text("The Mitchell would be M19")).to_be_visible()
        follow(page.get_by_role("link", name="Open movement"))
        expect(page.locator("article.movement")).to_be_visible()
        expect(headline).to_have_text("18-table Web with a rover W1813ER without N19")
        follow(page.get_by_role("link", name="Print", exact=True))
        with page.expect_download() as download:
            page.get_by_role("link", name="Print all standard sheets").click()
        pages = PdfReader(download.value.path()).pages
        assert len(pages) > 18
        assert "TABLE" in pages[0].extract_text()
        assert "Recap East–West" in pages[-1].extract_text()
        with page.expect_download() as download:
            advice = "all seats: enter N19 as missing in the scoring program"
            page.get_by_role("link", name=f".MOV ACBLscore, {advice} Download").click()
        path = tmp_path / download.value.suggested_filename
        download.value.save_as(path)
        assert path.name == "W1813ER.MOV"
        (document,) = formats.load(path)
        assert judge(document.movement).is_sound
        # A .MOV file cannot express empty seats: it has them all, and the page says so.
        assert document.movement.same_schedule(find("W1813ER"))


@WITH_AND_WITHOUT
def test_a_late_pair_leads_to_the_party_table(browser: Browser, address: str, javascript: bool) -> None:
    """W1813 is set up for 36; with 38 the two new pairs are the rover and the host of the party table."""
    with visit(browser, address, javascript=javascript) as there:
        page = there.go("/change")
        page.get_by_label("Current movement").fill("W1813")
        page.get_by_label("Pairs present now").fill("38")
        if not javascript:
            page.get_by_role("button", name="Show options").click()
        expect(page.locator(".best h2")).to_have_text("18-table Web with a rover W1813ER")
        expect(page.locator(".best")).to_contain_text("party table")
        expect(page.locator(".best")).to_contain_text("No boards to move")


@WITH_AND_WITHOUT
def test_the_faulty_cells_of_a_broken_file_are_marked(
    browser: Browser, address: str, tmp_path: Path, javascript: bool
) -> None:
    file = tmp_path / "ours.csv"
    file.write_bytes(broken_csv())
    with visit(browser, address, javascript=javascript) as there:
        page = there.go("/check")
        page.set_input_files("#file", file)
        if not javascript:
            page.get_by_role("button", name="Check file").click()
        expect(page.locator(".verdict.broken")).to_be_visible()
        marked = page.locator("td.error[data-round='2']")
        expect(marked).to_have_count(2)
        expect(marked.first).to_contain_text("round 2: E1 has more than one seat, at tables 1 and 2")
        expect(page.get_by_text("W0605").first).to_be_visible()


def test_a_file_dropped_on_the_page_is_checked(browser: Browser, address: str) -> None:
    with visit(browser, address) as there:
        page = there.go("/check")
        transfer = page.evaluate_handle(
            "text => { const t = new DataTransfer(); t.items.add(new File([text], 'dropped.csv')); return t; }",
            broken_csv().decode(),
        )
        page.dispatch_event("[data-drop]", "drop", {"dataTransfer": transfer})
        expect(page.get_by_role("heading", level=1)).to_have_text("dropped.csv")


@pytest.mark.parametrize(
    ("path", "field", "typed", "old", "new"),
    [
        ("/?pairs=36&cases=2", "Number of pairs", ("24", "20"), ".best h1 a", "20 pairs"),
        ("/change?now=W1813&pairs=38", "Pairs present now", ("40", "37"), ".best h2 a", "Now 37 pairs"),
        ("/individuals?players=44", "Number of players", ("52", "20"), ".best h1 a", "Best for 20 players"),
        ("/library?tables=6", "Tables", ("8", "5"), "tbody th a", "M0505"),
    ],
)
def test_an_old_answer_cannot_be_opened_while_a_new_one_is_asked_for(
    browser: Browser, address: str, path: str, field: str, typed: tuple[str, str], old: str, new: str
) -> None:
    """Answers are held back until the test lets them go, so that no machine is too slow or too quick for it."""
    with visit(browser, address) as there:
        page = there.go(path)
        held = held_back(page)
        where = page.locator(old).first.bounding_box()
        assert where

        def cannot_be_opened() -> None:
            expect(page.locator("#answer")).to_have_attribute("aria-busy", "true")
            page.mouse.click(where["x"] + 4, where["y"] + where["height"] / 2)
            page.evaluate("document.querySelector('#answer a').focus()")
            assert page.evaluate("document.activeElement.closest('#answer')") is None, "nor with the keyboard"
            assert address_now() == before

        def address_now() -> object:
            return page.evaluate("location.href")

        before = address_now()
        box = page.get_by_label(field, exact=True)
        with page.expect_request(is_htmx):
            box.fill(typed[0])
            cannot_be_opened()
        box.fill(typed[1])
        box.press("Enter")  # sends at once, while the first request is still open
        cannot_be_opened()
        with page.expect_request(is_htmx):
            held.let_one_go()
        before = address_now()
        cannot_be_opened()  # the answer to the first request has come
        held.let_all_go()
        expect(page.locator("#answer")).to_contain_text(new)
        expect(page.locator("#answer")).to_have_attribute("aria-busy", "false")
        page.locator(old).first.click()
        expect(page.locator("article.movement")).to_be_visible()


def test_a_page_waits_for_its_scripts_and_what_is_typed_before_they_are_there_is_answered(
    browser: Browser, address: str
) -> None:
    with visit(browser, address) as there:
        page, scripts = there.page, Held(lambda request: request.url.endswith(".js"))
        page.route("**/*", scripts.take)
        page.goto(f"{address}/", wait_until="commit")
        page.wait_for_function("() => document.readyState === 'interactive'", polling=20)
        assert page.evaluate("document.activeElement.id") == "", "no field asks for keys that nobody takes"
        page.get_by_label("Number of pairs").fill("37")
        scripts.let_all_go()
        expect(page.locator(".best h1")).to_contain_text("18-table Web")


def test_half_a_number_is_no_mistake_until_the_field_is_left(browser: Browser, address: str) -> None:
    with visit(browser, address) as there:
        page = there.go("/")
        page.get_by_label("Number of pairs").press_sequentially("3")
        expect(page.locator("#pairs-note")).to_contain_text("not 3")
        expect(page.get_by_role("alert")).to_have_count(0)
        page.get_by_label("Number of pairs").press_sequentially("7")
        expect(page.locator(".best h1")).to_be_visible()
        page.get_by_label("Number of pairs").fill("3")
        expect(page.locator("#pairs-note")).to_contain_text("not 3")
        page.get_by_label("Sets of boards").focus()
        expect(page.get_by_role("alert")).to_contain_text("not 3")


def test_paper_that_nobody_waits_for_is_stopped(browser: Browser, address: str) -> None:
    with visit(browser, address) as there:
        page = there.go("/m/W0605/paper")
        page.route("**/paper.pdf*", lambda _: None)  # so that it takes as long as the test does
        page.get_by_role("button", name="Print selected").first.click()
        expect(page.get_by_text("Printing …")).to_be_visible()
        with page.expect_event("requestfailed"):
            page.get_by_role("button", name="Stop").click()
        expect(page.get_by_text("Printing …")).to_have_count(0)


def test_the_answer_says_so_when_the_app_is_gone(browser: Browser, tmp_path: Path) -> None:
    with ExitStack() as app:
        _, address = app.enter_context(run_night(tmp_path / "n.sqlite"))
        with visit(browser, address) as there:
            page = there.go("/?pairs=36")
            app.close()
            page.get_by_label("Number of pairs").fill("24")
            expect(page.locator("#answer")).to_have_text("The server does not answer. Check that Byestand is running.")
            assert there.troubles
            assert [trouble for trouble in there.troubles if "htmx:" not in trouble] == []
            there.troubles.clear()


def test_what_is_typed_about_a_night_is_saved_without_leaving_the_field(browser: Browser, address: str) -> None:
    with visit(browser, address) as there:
        page = there.go("/m/W0605?boards=4")
        follow(page.get_by_role("button", name="Save session"))
        saved = page.locator("#saved")
        expect(saved).to_contain_text("have names. All changes saved")
        held = held_back(page)
        with page.expect_request(is_htmx):
            page.get_by_label("Notes").fill("window stays open")
        expect(saved).to_contain_text("Not saved yet")
        held.let_all_go()
        expect(saved).to_contain_text("have names. All changes saved")
        page.get_by_label("Title", exact=True).fill("The first Friday")
        expect(page.get_by_role("heading", level=1)).to_have_text("The first Friday")
        expect(page.locator("#open-night")).to_contain_text("The first Friday")
        expect(page.get_by_label("Title", exact=True)).to_be_focused()
        kept = page.request.get(f"{page.url}/night.json").json()
        assert (title_in(kept), kept["notes"]) == ("The first Friday", "window stays open")


@WITH_AND_WITHOUT
def test_a_refused_list_stays_where_it_was_typed(browser: Browser, address: str, javascript: bool) -> None:
    """Thirteen names for twelve pairs; then the last is taken out."""
    with visit(browser, address, javascript=javascript) as there:
        page = there.go("/m/W0605?boards=4")
        follow(page.get_by_role("button", name="Save session"))
        names = [f"Pair {number}" for number in range(1, 14)]
        page.get_by_label("Names of pairs").fill("\n".join(names))
        page.get_by_role("button", name="Save", exact=True).click()
        expect(page.locator("#saved")).to_contain_text(
            "more names than the 12 pairs of this session, from line 13: 'Pair 13'"
        )
        expect(page.get_by_label("Names of pairs")).to_have_value("\n".join(names))
        expect(page.locator("#seating tbody tr")).to_have_count(12)
        page.get_by_label("Names of pairs").fill("\n".join(names[:12]))
        page.get_by_role("button", name="Save", exact=True).click()
        expect(page.locator("#saved")).to_contain_text("12 of 12 pairs have names. All changes saved")
        expect(page.locator("#seating")).to_contain_text("Pair 12")


@WITH_AND_WITHOUT
def test_two_windows_do_not_overwrite_each_other(browser: Browser, address: str, javascript: bool) -> None:
    with visit(browser, address, javascript=javascript) as there:
        page = there.go("/m/W0605?boards=4")
        follow(page.get_by_role("button", name="Save session"))
        other = page.context.new_page()
        other.goto(page.url)
        for window, words in ((page, "from the first"), (other, "from the second")):
            window.get_by_label("Notes").fill(words)
            save = window.get_by_role("button", name="Save", exact=True)
            save.click() if javascript else follow(save)
            expect(window.locator("#saved")).to_contain_text(
                "have names. All changes saved" if window is page else "changed in another window"
            )
        expect(other.get_by_label("Notes")).to_have_value("from the second")
        other.get_by_role("button", name="Overwrite with mine").click()
        expect(other.locator("#saved")).to_contain_text("have names. All changes saved")
        page.reload()
        expect(page.get_by_label("Notes")).to_have_value("from the second")


@WITH_AND_WITHOUT
def test_a_second_session_with_pasted_names(browser: Browser, address: str, javascript: bool) -> None:
    with visit(browser, address, javascript=javascript) as there:
        page = there.go("/second")
        page.get_by_label("First session").fill("M0505")
        page.get_by_label("Names of pairs").fill("N1\tAnna & Boris\nE5\tCarl & Dora")
        page.get_by_role("button", name="Assign seats").click()
        expect(page.locator(".seating tbody tr")).to_have_count(10)
        expect(page.locator(".seating")).to_contain_text("Carl & Dora")


def test_pairs_and_boards_move_and_a_pair_can_be_followed(browser: Browser, address: str) -> None:
    """In W0605 EW pair 1 goes from table 1 to table 2 after round 1, as in any Mitchell."""
    with visit(browser, address) as there:
        page = there.go("/m/W0605")
        page.get_by_label("Find a pair").fill("e1")
        expect(page.locator("[data-whereabouts]")).to_contain_text("E1 at table 1")
        before = page.evaluate(WHERE_E1_IS)
        page.get_by_role("button", name="Next round").click()
        expect(page.locator("[data-whereabouts]")).to_contain_text("E1 at table 2")
        expect(page.locator("td.mine")).to_have_count(5)
        page.wait_for_function(f"before => {WHERE_E1_IS} > before + 20", arg=before)  # it goes there bit by bit
        expect(page).to_have_url(re.compile("round=2"))
        page.get_by_role("slider", name="Round").press("ArrowRight")
        expect(page.locator("label [data-round-out]")).to_have_text("3")
        page.get_by_role("button", name="Play animation").click()
        expect(page.locator("label [data-round-out]")).to_have_text("5")


def test_a_pair_of_a_howell_is_followed_with_the_way_it_sits_and_an_arrow_to_where_it_goes(
    browser: Browser, address: str
) -> None:
    """The pair that sits NS at table 1 of H0407 and moves on; the last pair is stationary, and has no arrow."""
    with visit(browser, address) as there:
        page = there.go("/m/H0407")
        first = find("H0407").at(1, 1).contestants
        page.get_by_label("Find a pair").fill(first[0])
        expect(page.locator("[data-whereabouts]")).to_have_text(
            f"Round 1: {first[0]} at table 1, NS, against {first[1]}"
        )
        expect(page.locator(".wide [data-way]")).to_have_attribute("d", re.compile("^M"))
        page.get_by_label("Find a pair").fill("8")
        expect(page.locator(".wide [data-way]")).to_have_attribute("d", "")


def test_rounds_and_pairs_are_shown_without_scripts_too(browser: Browser, address: str) -> None:
    with visit(browser, address, javascript=False) as there:
        page = there.go("/m/W0605?pair=E1")
        page.get_by_role("link", name="Next round").click()
        expect(page.locator("[data-whereabouts]")).to_contain_text("E1 at table 2, EW, against N2")
        expect(page.locator(".wide .token.mine")).to_have_count(1)


def test_the_keyboard_alone_suffices(browser: Browser, address: str) -> None:
    with visit(browser, address) as there:
        page = there.go("/help")
        page.keyboard.press("Tab")
        expect(page.locator(":focus")).to_have_text("Skip to content")
        page.keyboard.press("Enter")
        there.go("/")
        expect(page.get_by_label("Number of pairs")).to_be_focused()
        page.keyboard.type("36")
        expect(page.locator(".best h1")).to_be_visible()
        for _ in range(40):
            page.keyboard.press("Tab")
            if page.locator(":focus").inner_text() == "Open movement":
                break
        page.keyboard.press("Enter")
        expect(page.locator("article.movement")).to_be_visible()


def test_the_theme_is_kept(browser: Browser, address: str) -> None:
    for javascript in (True, False):
        with visit(browser, address, javascript=javascript) as there:
            page = there.go("/help")
            page.get_by_text("More", exact=True).click()
            page.get_by_role("button", name="Theme").click()
            expect(page.locator("html")).to_have_attribute("data-theme", "dark")
            there.go("/library?tables=4")
            expect(page.locator("html")).to_have_attribute("data-theme", "dark")


def test_no_page_is_wider_than_a_phone(browser: Browser, address: str) -> None:
    with visit(browser, address) as there:
        follow(there.go("/m/W0605").get_by_role("button", name="Save session"))
        for path in (*PAGES.values(), *ALIKE):
            page = there.go(path)
            for width in (390, 320):
                page.set_viewport_size({"width": width, "height": 740})
                assert page.evaluate("document.documentElement.scrollWidth") <= width, path


def test_axe_finds_nothing_on_any_page(browser: Browser, address: str) -> None:
    """WCAG 2.2 A and AA, and good practice besides; colours in both themes."""
    with visit(browser, address, axe=True) as there:
        found = {name: violations(there.go(path)) for name, path in PAGES.items()}
        page = there.go("/check")
        page.set_input_files("#file", {"name": "a.csv", "mimeType": "text/csv", "buffer": broken_csv()})
        expect(page.locator(".verdict.broken")).to_be_visible()
        found["report"] = violations(page)
        sound = csv.dumps(find("W0605")).encode()
        with next_page(page):
            page.set_input_files("#file", {"name": "b.csv", "mimeType": "text/csv", "buffer": sound})
        follow(page.get_by_role("button", name="Save session"))
        found["night"] = violations(page)
        assert {name: faults for name, faults in found.items() if faults} == {}

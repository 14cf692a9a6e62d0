"""A complete session of a club: names, movement, paper, play with many problems, results, ranking.

The director works in one window and watches a second one; a display and a phone have their own browsers. All of it is
played on a hosted service, where processes are killed and the database is restarted; half of it on a laptop with one
process, which is killed in between.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from byestand.formats.formats import load
from tests.support.browser import call_next_round, follow, next_page, patient, without_thumbs
from tests.support.browser_session import Server, Service, names
from tests.support.fake_stream import fake_stream
from tests.support.postgres import away, cluster
from tests.support.result_sets import received_rows, with_results

LATE = "Quentin Quince & Ulla Ulmus"


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    found = Server(tmp_path / "nights.sqlite")
    found.start()
    yield found
    found.end()


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    found = Service(cluster().fresh(), tmp_path)
    found.start()
    yield found
    found.end()


class Evening:
    """All viewers of the session, each in a separate browser context."""

    def __init__(self, browser: Browser, server: Server | Service) -> None:
        self.server, self.troubles = server, list[str]()
        self.contexts: list[BrowserContext] = []
        self._browser = browser
        self.desk = self.open_page(width=1280, height=900)
        without_thumbs(self.desk)

    def open_page(self, path: str = "", *, width: int, height: int) -> Page:
        """Return a page in a new browser context."""
        context = patient(self._browser.new_context(viewport={"width": width, "height": height}))
        self.contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: self.troubles.append(f"{page.url}: {error}"))
        if path:
            page.goto(self.server.address + path)
        return page

    def press(self, name: str) -> None:
        """Press a button on the director's page."""
        follow(self.desk.get_by_role("button", name=name).first)

    def call(self, round: int) -> None:
        """Call the next round with the keyboard, and see it on every screen."""
        expect(self.desk.get_by_role("button", name=f"Call round {round}")).to_be_visible()
        self.desk.bring_to_front()
        call_next_round(self.desk)
        self.see(round)

    def see(self, round: int) -> None:
        """Check the round on the director's page, the display and the phone."""
        expect(self.desk.locator("[data-round]").first).to_have_text(str(round))
        expect(self.wall.locator("[data-round]").first).to_have_text(str(round))
        expect(self.phone.locator(f'[data-row="{round}"]')).to_have_attribute("data-now", "is")

    def power_cut(self) -> None:
        """Kill the server while display and phone send requests; a half-loaded director's page would ignore keys."""
        self.desk.wait_for_load_state()
        self.server.kill()

    wall: Page
    phone: Page


@pytest.mark.slow
def test_a_whole_evening_with_everything_that_goes_wrong(browser: Browser, service: Service, tmp_path: Path) -> None:
    evening = Evening(browser, service)
    _enter_attendance(evening)
    _paper(evening)
    _screens_with_codes(evening)
    evening.press("Start round 1")
    evening.see(1)
    evening.power_cut()
    _a_pair_comes_late(evening)
    for round in range(2, 6):
        evening.call(round)
    evening.power_cut()
    _wrong_boards(evening)
    for round in range(6, 10):
        evening.call(round)
    _two_windows(evening)
    _a_pair_leaves(evening)
    _the_database_is_restarted(evening)
    for round in range(11, 14):
        evening.call(round)
    _type_result(evening)
    evening.power_cut()
    evening.desk.goto(f"{service.address}/nights/1/play")
    evening.press("End play")
    evening.press("End play now")
    _bridgemates(evening, tmp_path)
    evening.power_cut()
    _results(evening)
    expect(evening.wall.locator("body")).to_contain_text("%")
    assert service.kills == 4
    assert evening.troubles == []


@pytest.mark.slow
def test_half_an_evening_on_a_laptop_whose_power_fails(browser: Browser, server: Server) -> None:
    """Differences on a laptop: one process and one file, and screens that need no codes."""
    evening = Evening(browser, server)
    _enter_attendance(evening)
    evening.power_cut()
    evening.desk.reload()
    expect(evening.desk.get_by_label("Title", exact=True)).to_have_value("Thursday Pairs")
    expect(evening.desk.locator("#seating")).to_contain_text(names(37)[36])
    _screens(evening)
    evening.press("Start round 1")
    evening.see(1)
    evening.power_cut()
    evening.call(2)
    _type_result(evening)
    evening.power_cut()
    _results(evening)
    assert server.kills == 3
    assert evening.troubles == []


def _enter_attendance(evening: Evening) -> None:
    desk = evening.desk
    desk.goto(evening.server.address)
    desk.get_by_label("Number of pairs").fill("37")
    desk.get_by_label("Sets of boards").fill("2")
    expect(desk.get_by_role("heading", name="18-table Web with a rover").first).to_be_visible()
    evening.press("Save session")
    desk.get_by_label("Names of pairs").fill("\n".join(names(37)))
    desk.get_by_label("Title", exact=True).fill("Thursday Pairs")
    desk.get_by_role("button", name="Save", exact=True).click()
    expect(desk.locator("#saved")).to_contain_text("37 of 37 pairs have names")


def _paper(evening: Evening) -> None:
    desk = evening.desk
    follow(desk.get_by_role("link", name="Print and export"))
    expect(desk.get_by_role("heading", name="Print and export")).to_be_visible()
    card = desk.request.get(f"{evening.server.address}/nights/1/paper/announce.pdf")
    assert card.headers["content-type"] == "application/pdf"


def _screens(evening: Evening) -> None:
    follow(evening.desk.locator("#main").get_by_role("link", name="Play", exact=True))
    _looked_at(evening, "/nights/1/wall", "/nights/1/pair")


def _screens_with_codes(evening: Evening) -> None:
    """Display and phone get access with the codes that the director shows."""
    desk = evening.desk
    follow(desk.get_by_role("link", name="Play", exact=True))
    wall, phone = ("".join(code.split()) for code in desk.locator(".screens .code").all_inner_texts())
    assert (len(wall), len(phone)) == (9, 9)
    _looked_at(evening, f"/join#{wall}", f"/join#{phone}")


def _looked_at(evening: Evening, wall: str, phone: str) -> None:
    evening.wall = evening.open_page(wall, width=1280, height=720)
    expect(evening.wall.locator("body")).to_contain_text("Alder")
    evening.phone = evening.open_page(phone, width=390, height=844)
    evening.phone.get_by_label("Name or pair number").fill(names(37)[22].split()[1].lower())
    evening.phone.keyboard.press("Enter")
    evening.phone.get_by_role("button", name=names(37)[22]).click()


def _a_pair_comes_late(evening: Evening) -> None:
    desk = evening.desk
    evening.press("Late pair")
    evening.press("Show options")
    evening.press("Use this repair")
    expect(desk.locator("body")).to_contain_text("Repair in use")
    desk.get_by_label("Substitute for").fill("N19")
    desk.get_by_label("New names").fill(LATE)
    evening.press("Save substitute")
    expect(desk.locator("body")).to_contain_text("Undo: N19")


def _wrong_boards(evening: Evening) -> None:
    """In round 5 table 7 has played the boards of another table."""
    desk = evening.desk
    evening.press("Wrong boards")
    follow(desk.get_by_role("link", name="Table 7", exact=True).first)
    boards = desk.get_by_label("Boards played")
    planned = boards.input_value()
    others = boards.locator("option").evaluate_all("options => options.map(option => option.value)")
    boards.select_option(next(value for value in others if value not in (planned, "")))
    evening.press("Show options")
    desk.goto(f"{evening.server.address}/nights/1/play")
    expect(desk.locator(".banner.warn")).to_contain_text("No repair chosen yet")
    follow(desk.get_by_role("link", name="Repair options"))
    evening.press("Use this repair")
    expect(desk.locator("body")).to_contain_text("Repair in use")


def _two_windows(evening: Evening) -> None:
    """The director calls round 10 in a second window; the first, which did not hear of it yet, cannot call it again."""
    stale = evening.desk.context.new_page()
    fake_stream(stale)
    stale.goto(f"{evening.server.address}/nights/1/play")
    evening.call(10)
    stale.get_by_role("button", name="Call round 10").click()
    expect(stale.get_by_role("alert")).to_contain_text("another user or window changed this first", ignore_case=True)
    stale.close()


def _a_pair_leaves(evening: Evening) -> None:
    desk = evening.desk
    evening.press("Pair left")
    desk.get_by_label("Pair that left").select_option("E4")
    evening.press("Show options")
    evening.press("Use this repair")
    expect(desk.locator("body")).to_contain_text("Repair in use")


def _the_database_is_restarted(evening: Evening) -> None:
    """A button pressed meanwhile shows an error and is pressed again; all screens recover by themselves."""
    desk = evening.desk
    with away(cluster()):
        evening.press("Call round 11")
        expect(desk.locator("body")).to_contain_text("the session database does not answer")
        expect(evening.wall.locator("[data-round]").first).to_have_text("10")
    desk.get_by_role("link", name="Back", exact=True).click()


def _type_result(evening: Evening) -> None:
    """The slip of table 5 in round 1, where the phone's owner played, is typed with the keyboard."""
    desk = evening.desk
    desk.goto(f"{evening.server.address}/nights/1/results?round=1&table=5")
    for line, text in enumerate(("4sn=", "3nt e -1")):
        expect(desk.locator("tbody input").nth(line)).to_be_focused()
        desk.keyboard.type(text)
        desk.keyboard.press("Enter")
    expect(desk.get_by_role("heading", name="Round 1, table 6", exact=True)).to_be_visible()
    desk.goto(f"{evening.server.address}/nights/1/play")
    expect(desk.get_by_label("Clock")).to_contain_text("Results: 2 of")


def _results(evening: Evening) -> None:
    """Every pair sees its own; the wall shows all of them when play is over."""
    evening.desk.goto(f"{evening.server.address}/nights/1/play")
    evening.press("Publish results")
    expect(evening.phone.get_by_role("heading", name="Your results")).to_be_visible()
    expect(evening.phone.locator("table.own")).to_be_visible()


def _bridgemates(evening: Evening, tmp_path: Path) -> None:
    """The Bridgemate file of the session comes back with all results, and is imported."""
    desk, base = evening.desk, evening.server.address
    sent = tmp_path / "tonight.bws"
    sent.write_bytes(desk.request.get(f"{base}/nights/1/file/bws").body())
    (document,) = load(sent)
    back = tmp_path / "back.bws"
    back.write_bytes(with_results(document, list(received_rows(document))))
    desk.goto(f"{base}/nights/1/results")
    with next_page(desk):
        desk.locator("input[type=file]").set_input_files(back)
    evening.press("Replace all results")
    expect(desk.locator("body")).to_contain_text("%")

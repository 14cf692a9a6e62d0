"""Displays and phones in a browser: nothing too small, nothing cut off, accessible to all."""

import time
from collections.abc import Iterator
from itertools import cycle

import pytest
from playwright.sync_api import Browser

from byestand.formats import json as movement_json
from byestand.model.event import Event
from byestand.model.timing import Break, Timing
from byestand.night import events as of
from tests.support.browser import violations, visit
from tests.support.played_nights import (
    PlannedNight,
    PlayedNight,
    night,
    run_night,
    section_of,
    section_setup,
    with_results,
)
from tests.support.repaired_movements import stand_passed_by
from tests.support.round_calls import round_calls

SIZES = ((1920, 1080), (1280, 720))
SMALLEST = 0.03
"""Of the height, on a wall."""
SMALL_TEXTS = """least => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found = [];
    while (walker.nextNode()) {
        const text = walker.currentNode.textContent.trim();
        const element = walker.currentNode.parentElement;
        if (!text || !element.checkVisibility() || element.closest(".sr, noscript")) continue;
        const size = parseFloat(getComputedStyle(element).fontSize);
        const drawn = element.closest("svg") ? element.getBoundingClientRect().height / 1.3 : size;
        if (drawn < least * innerHeight) found.push(`${drawn} ${text}`);
    }
    return found;
}"""
CUT_OFF = """() => {
    const boxes = "main, .w-round, .w-next, .w-alert, .w-sections > section, .w-page, .w-rank";
    const cut = (box) => box.scrollHeight > box.clientHeight + 5 || box.scrollWidth > box.clientWidth + 5;
    const all = () => [...document.querySelectorAll(boxes)].filter((box) => box.checkVisibility() && cut(box)).map(
        (box) => `${box.className} ${box.scrollWidth}x${box.scrollHeight} in ${box.clientWidth}x${box.clientHeight}`);
    const pages = [...document.querySelectorAll("[data-page]")];
    if (!pages.length) return all();
    return pages.flatMap((page) => { for (const other of pages) other.hidden = other !== page; return all(); });
}"""
CUT_NAMES = """() => {
    const names = document.querySelectorAll(".w-list li span:last-child, .w-rank li span:nth-child(2)");
    return [...names].filter((name) => name.scrollWidth > name.clientWidth + 1).map((name) => name.textContent);
}"""
LONG = ("Bartholomew Featherstonehaugh", "Maria-Magdalena van den Berghe", "Konstantin Papadopoulos", "Jo Ng")
FONTS = "document.fonts.ready.then(() => {})"
"""Nothing is measured before they are there."""
NO_SCROLL_BARS = """() => {
    const root = document.documentElement;
    return root.scrollHeight <= innerHeight && root.scrollWidth <= innerWidth;
}"""


def long_named(plan: PlannedNight) -> PlannedNight:
    """Return a session in which nearly all contestants have long names."""
    names = cycle(LONG)
    return plan.with_names({label: f"{next(names)} & {next(names)}" for label in plan.names})


@pytest.fixture(scope="module")
def walls(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[dict[str, str], str]]:
    """Yield every kind of wall and phone by its address, and the server."""
    with run_night(tmp_path_factory.mktemp("walls") / "nights.sqlite") as (nights, address):
        rover = night(section_setup("W1813ER", missing=("N19",), boards=2), sets=1)
        four = night(
            *(section_setup("M1008", boards=2), section_setup("H0813", boards=2), section_setup("M0909", boards=2)),
            section_setup("M0808R", boards=2),
        )
        plans = {
            "before": rover,
            "crowded": night(section_setup("W4013", boards=2)),
            "round": rover,
            "last minute": night(section_setup("M1008", boards=2)),
            "break": rover,
            "repaired": night(section_setup("a night", boards=2, document=movement_json.dumps(stand_passed_by()))),
            "told": rover,
            "told much": rover,
            "together": four,
            "apart": four,
            "players": night(section_setup("R1111", boards=2)),
            "ended": with_results(rover),
            "long names": long_named(rover),
            "long names ended": with_results(long_named(rover)),
        }
        kept = {name: PlayedNight(nights, nights.add(plan.log), plan) for name, plan in plans.items()}
        kept["before"].say(of.TimingChanged(Timing(starts=time.time() + 3600)))
        kept["round"].start(round=6, ago=10)
        kept["round"].say(of.WallMessageSet("Dinner is at eight, in the garden; the bar closes at nine"))
        kept["last minute"].start(round=5, ago=860)
        kept["break"].start(Timing(breaks=(Break(7, 1200),)), round=7, ago=1000)
        kept["repaired"].start(round=2, ago=860)
        kept["told"].start(round=2, ago=10)
        call = round_calls(section_of(rover), Event())
        kept["told"].say(of.WallMessageSet("\n".join(call[3])))
        kept["told much"].say(of.WallMessageSet("\n".join((*call[1], *call[1]))[:2000]))
        kept["together"].start(round=5, ago=10)
        kept["apart"].start(Timing(separate_clocks=True), round=5, ago=10)
        kept["players"].start(round=3, ago=10)
        for ended in (kept["ended"], kept["long names ended"]):
            ended.start(round=14)
            ended.say(of.ResultsReleased())
        yield {name: f"/nights/{played.id}" for name, played in kept.items()}, address


def test_walls_are_readable_from_the_last_row_and_have_no_scroll_bars(
    browser: Browser, walls: tuple[dict[str, str], str]
) -> None:
    nights, address = walls
    faults: list[str] = []
    with visit(browser, address) as there:
        for width, height in SIZES:
            there.page.set_viewport_size({"width": width, "height": height})
            for name, path in nights.items():
                page = there.go(f"{path}/wall")
                page.evaluate(FONTS)
                told = [*page.evaluate(SMALL_TEXTS, SMALLEST), *page.evaluate(CUT_NAMES), *page.evaluate(CUT_OFF)]
                faults += [f"{name} at {width}: {fault}" for fault in told]
                if not page.evaluate(NO_SCROLL_BARS):
                    faults.append(f"{name} at {width}: scroll bars")
    assert not faults, "\n".join(faults)


def test_axe_finds_nothing_on_walls_and_phones(browser: Browser, walls: tuple[dict[str, str], str]) -> None:
    nights, address = walls
    pages = {name: f"{nights[name]}/wall" for name in ("before", "last minute", "apart", "ended")}
    pages |= {"phone": f"{nights['round']}/pair/E5", "results": f"{nights['ended']}/pair/E5"}
    pages |= {"player": f"{nights['players']}/pair/5", "finding": f"{nights['round']}/pair?who=oak"}
    with visit(browser, address, axe=True) as there:
        there.page.emulate_media(reduced_motion="reduce")  # colours are read after their transitions
        found = {name: violations(there.go(path)) for name, path in pages.items()}
    assert {name: faults for name, faults in found.items() if faults} == {}


def test_no_phone_scrolls_sideways(browser: Browser, walls: tuple[dict[str, str], str]) -> None:
    nights, address = walls
    with visit(browser, address) as there:
        there.page.set_viewport_size({"width": 360, "height": 740})
        for path in ("round/pair/E5", "ended/pair/E5", "players/pair/5", "round/pair?who=oak", "before/pair/E19"):
            name, _, rest = path.partition("/")
            page = there.go(f"{nights[name]}/{rest}")
            page.evaluate(FONTS)
            assert page.evaluate("document.documentElement.scrollWidth") <= 360, path

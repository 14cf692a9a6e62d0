"""The clocks of open pages, in a browser: scripts show what the server shows, also with an old message."""

import json
import time
from collections.abc import Iterator, Mapping
from dataclasses import asdict, replace

import pytest
from playwright.sync_api import Browser, expect

from byestand.model.timing import Break, Timing
from byestand.night import events as of
from byestand.server.live.message import ClockView, clock_views, hour, message
from byestand.server.storage.nights import VisibleNights
from tests.support.browser import visit
from tests.support.fake_stream import fake_stream
from tests.support.played_nights import PlayedNight, night, run_night, section_setup
from tests.support.random_clocks import random_clocks

LOOK_UP = """async (cases) => {
    const { clockFace } = await import("/static/clock.js");
    return cases.map(([clock, zone, instants]) => instants.map((at) => clockFace(clock, at, zone)));
}"""


@pytest.fixture(scope="module")
def serve_night(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[VisibleNights, str]]:
    """Yield a store, and the address of its server."""
    with run_night(tmp_path_factory.mktemp("clock") / "nights.sqlite") as found:
        yield found


@pytest.fixture
def club(serve_night: tuple[VisibleNights, str]) -> tuple[PlayedNight, str]:
    """Return a session of four rounds before play, and the address of its server."""
    nights, address = serve_night
    plan = night(section_setup("M0404", boards=2))
    return PlayedNight(nights, nights.add(plan.log), plan), address


def test_the_script_looks_up_what_the_server_shows(browser: Browser, club: tuple[PlayedNight, str]) -> None:
    played, address = club
    state = played.nights.log(played.id).state
    cases: list[tuple[object, object, tuple[float, ...]]] = []
    expected: list[list[ClockView]] = []
    for case in random_clocks(seed=5, number=700):
        setup = replace(state.setup, timing=case.timing)
        now = replace(state, clocks=(case.clock,), setup=setup)
        sent = message(now)
        clocks = json.loads(json.dumps(sent["clocks"]))
        zone = time.localtime(case.instants[0]).tm_gmtoff  # not that of today, if one of them is in summer
        cases.append((clocks[0], zone, case.instants))
        expected.append([clock_views(now, instant)[0] for instant in case.instants])
    with visit(browser, address) as there:
        found = there.go("/help").evaluate(LOOK_UP, cases)
    for case_, faces, shown in zip(cases, found, expected, strict=True):
        for at, face, server in zip(case_[2], faces, shown, strict=True):
            same = {key: value for key, value in asdict(server).items() if key in face and key != "part"}
            assert face == same | {"part": pytest.approx(server.part, abs=0.01)}, (case_, at)


NOW = 1_800_000_000.0
"""The time of the last message, five minutes after a round was called."""
ROUND = Timing(900)
PAUSE = (of.ClockPaused(),)
TWENTY_MINUTES_LATER: Mapping[str, tuple[Timing, int, tuple[of.NightEvent, ...], str, str, int]] = {
    "the end of the round": (ROUND, 1, (), "over", "0:00", 20 + 3 * 15),
    "a warning": (Timing(29 * 60), 1, (), "warned", "4:00", 24 + 3 * 29),
    "a pause": (ROUND, 1, PAUSE, "paused", "10:00", 30 + 3 * 15),
    "a break": (Timing(900, breaks=(Break(1, 1200),)), 1, (), "break", "10:00", 30 + 3 * 15),
    "the end of a break": (Timing(900, breaks=(Break(1, 300),)), 1, (), "break-over", "0:00", 20 + 3 * 15),
    "the end of play": (ROUND, 4, (), "over", "0:00", 20),
}
"""The timing, the round and the events; the state, the time left and the minutes from now to the end."""


@pytest.mark.parametrize("what", TWENTY_MINUTES_LATER)
def test_a_page_that_got_no_message_for_twenty_minutes_shows_the_right_time(
    browser: Browser, club: tuple[PlayedNight, str], what: str
) -> None:
    played, address = club
    timing, round, events, state, left, minutes = TWENTY_MINUTES_LATER[what]
    played.nights.store.now = lambda: NOW - 300
    played.nights.append(played.id, of.TimingChanged(timing), of.Started({"A": 4}))
    played.nights.append(played.id, *(of.RoundCalled(number) for number in range(2, round + 1)))
    played.nights.store.now = lambda: NOW
    played.nights.append(played.id, *events)
    sent = message(played.nights.log(played.id).state) | {"now": NOW, "zone": time.localtime(NOW).tm_gmtoff}
    with visit(browser, address) as there:
        there.page.add_init_script("window.elapsed = 0; performance.now = () => window.elapsed;")
        stream = fake_stream(there.page)
        for path in ("wall", "play", "pair/N2"):
            page = there.go(f"/nights/{played.id}/{path}")
            stream.send(sent)
            expect(page.locator("[data-left]").first).to_have_text("24:00" if what == "a warning" else "10:00")
            page.evaluate("window.elapsed = 20 * 60 * 1000")
            expect(page.locator("[data-clock]").first).to_have_attribute("data-state", state)
            expect(page.locator("[data-left]").first).to_have_text(left)
            if path != "pair/N2":
                expect(page.locator("[data-finish]")).to_have_text([hour(NOW + 60 * minutes)])
        assert not stream.requests

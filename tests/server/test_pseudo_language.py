"""The app in the pseudo-language: every text that people read is in the catalogue.

A fault is a text outside of « and » that is no name, code, label or number; the message lists them page by page.
"""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from ipaddress import ip_address
from pathlib import Path

import pytest
from hypothesis import given
from starlette.testclient import TestClient

from byestand.job import job
from byestand.language import ENGLISH, PSEUDO, current_language, say, use_language
from byestand.model.timing import Break, Timing
from byestand.night import events as of
from byestand.night.log import EventLog
from byestand.night.state import ReportItem
from byestand.server.app import make_app
from byestand.server.auth.access_codes import Codes
from byestand.server.auth.addresses import LanAddresses
from byestand.server.auth.lan_access import LanAccess
from byestand.server.auth.roles import Role
from byestand.server.config import HostingConfig
from byestand.server.jobs.lanes import LaneLimits
from byestand.server.jobs.pool import WorkerPool
from byestand.server.services import Services
from byestand.server.storage.nights import VisibleNights
from byestand.server.storage.sqlite import SqliteDatabase
from byestand.server.storage.store import Store
from tests.support.app import PATIENCE, TidyClient, broken_csv, state_of
from tests.support.crawler import InThisProcess
from tests.support.played_nights import FIRST, SURNAMES, Club, PlayedNight, night, section_setup, with_results
from tests.support.random_events import logs
from tests.support.untranslated_text import faults_in, untranslated_texts

TITLE = "Quokka"
NAMES = (*FIRST.split(), *SURNAMES.split(), "Tree", TITLE, "Wombat", "ours")
"""Names of people, sessions and files."""
TYPED = ("lead", "today")
"""Input in examples of results and dates."""
RULES = ("seated-nowhere", "seated-twice", "met-twice", "board-twice")
"""Names of rules in the report about a file."""
KNOWN = (*NAMES, *TYPED, *RULES)
NAVIGATE = {"sec-fetch-mode": "navigate", "sec-fetch-dest": "document"}
PHONE = "192.168.1.77"

WITHOUT_SESSION = {
    "planner, empty": "/",
    "planner": "/?pairs=37&cases=2",
    "planner, one winner": "/?pairs=22&winners=1",
    "planner, sections": "/?pairs=62&sections=2",
    "planner, refused": "/?pairs=1",
    "movement": "/m/W1812ER?boards=2&cases=2&missing=N19",
    "movement of players": "/m/R0707S?boards=2",
    "movement, one winner": "/m/M0808?boards=3&winners=1",
    "movement, proved impossible": "/m/W1912",
    "print": "/m/W1812ER/paper?boards=2",
    "check a file": "/check",
    "help": "/help",
    "individuals": "/individuals?players=29",
    "second session, empty": "/second",
    "second session": "/second?movement=M0505&seconds=1",
    "late changes, empty": "/change",
    "late changes": "/change?now=W1813&pairs=37",
    "print settings": "/house",
    "library": "/library?tables=6",
    "saved sessions, empty": "/nights",
    "error 404, page": "/nothing/here",
    "error 404, session": "/nights/99",
    "error 400": "/m/X9999",
    "join": "/join",
}
OF_SESSION = {
    "set-up": "",
    "play": "/play",
    "clock and breaks": "/play/minutes",
    "log": "/play/log",
    "report a late pair": "/play/happened?kind=came",
    "report a pair that left": "/play/happened?kind=left",
    "report wrong boards": "/play/happened?kind=boards",
    "report a wrong pair": "/play/happened?kind=pair",
    "report a wrong move": "/play/happened?kind=moved",
    "display": "/wall",
    "phone, choice": "/pair",
    "phone": "/pair/{label}",
    "codes": "/codes",
    "movement": "/section/A",
    "print": "/paper",
    "repair, empty": "/section/A/wrong",
    "repair": "/section/A/wrong?after=1&left={left}",
    "results": "/results",
    "results of a table": "/results?round=1&table=1&section=A",
    "results of a board": "/results?board=1&section=A",
    "ranking": "/ranking",
    "board": "/ranking/board/1",
    "personal": "/ranking/of/{label}",
}
HOSTED = {"start, hosted": "/", "workspace, empty": "/desk", "saved sessions, hosted": "/nights"}


@dataclass
class Tour:
    """Pages of the app in the pseudo-language, by name."""

    page: TestClient
    pages: dict[str, str] = field(default_factory=dict)

    def get(self, name: str, address: str) -> None:
        """Open a page."""
        answer = self.page.get(address)
        if answer.is_redirect:
            answer = self.page.get(answer.headers["location"])
        self.pages[name] = answer.text

    def session(self, state: str, played: PlayedNight, label: str, left: str) -> None:
        """Open all pages of a session."""
        for name, path in OF_SESSION.items():
            self.get(f"{name}, {state}", f"/nights/{played.id}{path.format(label=label, left=left)}")


@contextmanager
def app_in_xx(folder: Path, *, hosted: bool = False) -> Iterator[tuple[Store, Callable[[str], TestClient]]]:
    """Yield a store, and a function that returns a client at an address, of an app in the pseudo-language."""
    store = Store(SqliteDatabase(folder / "nights.sqlite"))
    hosting = HostingConfig.parse("https://bridge.example.org/", (), 400) if hosted else None
    addresses = LanAddresses(8013, interfaces=lambda: [ip_address("192.168.1.5"), ip_address("10.0.0.7")])
    lan = None if hosted else LanAccess(Codes(store), addresses)
    app = make_app(store, lan=lan, hosting=hosting, language=PSEUDO)
    state_of(app).services.pool = InThisProcess()
    url = "https://bridge.example.org" if hosted else "http://192.168.1.5:8013"

    def client(address: str) -> TestClient:
        return TidyClient(app, base_url=url, client=(address, 50000), follow_redirects=False)

    with client("127.0.0.1"):  # which starts the app
        yield store, client


def _pages(folder: Path) -> dict[str, str]:
    with app_in_xx(folder) as (store, client):
        tour, nights = Tour(client("127.0.0.1")), VisibleNights(store)
        for name, address in WITHOUT_SESSION.items():
            tour.get(name, address)
        report = tour.page.post("/check", files={"file": ("ours.csv", broken_csv())}).headers["location"]
        tour.get("check a file, report", report)
        club = Club(nights, tour.page)
        before = club.keep(night(section_setup("W0605"), title=TITLE))
        tour.session("before play", before, "N1", "E4")
        timing = Timing(breaks=(Break(2),))
        during = club.keep(with_results(night(section_setup("W0605"), title=TITLE)))
        during.start(timing, round=2)
        during.say(
            of.WallMessageSet("Wombat"),
            of.MishapReported("A", (ReportItem("after", "1"), ReportItem("left", "E4"))),
            of.AttendanceChanged("A", "N2", present=False),
            of.ClockPaused(),
            of.ClockResumed(),
            of.RoundLengthened(60, later_rounds=True),
        )
        tour.session("during play", during, "N1", "E4")
        after = club.keep(with_results(night(section_setup("W0605"), title=TITLE)))
        after.start(timing, round=6)
        after.say(of.ResultsReleased())
        tour.session("after play", after, "N1", "E4")
        two = club.keep(night(section_setup("M0505"), section_setup("R0505", boards=3), title=TITLE))
        two.start(Timing(separate_clocks=True), round=2)
        tour.session("two sections", two, "AN1", "E4")
        tour.get("saved sessions", "/nights")
        tour.pages["error 409"] = tour.page.post(f"/nights/{during.id}/results/throw-away", data={"revision": "1"}).text
        tour.pages["error 413"] = tour.page.post("/check", content=b"x" * 9_000_000, headers=NAVIGATE).text
        phone = client(PHONE)
        tour.pages["error 403"] = phone.get("/", headers=NAVIGATE).text
        code = Codes(store).code(Role("pair", during.id))
        phone.cookies.update(phone.post("/join", data={"code": code}).cookies)
        tour.pages["phone of a new pair"] = phone.get(f"/nights/{during.id}/pair").text
        state_of(tour.page.app).rate_limits.requests.take(PHONE, 2000)
        tour.pages["error 429"] = phone.get("/", headers=NAVIGATE).text
        return tour.pages


def _hosted_pages(folder: Path) -> dict[str, str]:
    with app_in_xx(folder, hosted=True) as (_, client):
        tour = Tour(client("203.0.113.7"))
        for name, address in (
            ("start, hosted", "/"),
            ("workspace, empty", "/desk"),
            ("saved sessions, hosted", "/nights"),
        ):
            tour.get(name, address)
        tour.page.post("/nights", data={"movement": "W0605", "boards": "2", "name": TITLE})
        tour.get("workspace", "/desk")
        return tour.pages


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Return all pages by name."""
    patch = pytest.MonkeyPatch()
    patch.setattr("byestand.server.web.address_limits.MAX_DELAY", 0.0)
    try:
        return _pages(tmp_path_factory.mktemp("lan")) | _hosted_pages(tmp_path_factory.mktemp("hosted"))
    finally:
        patch.undo()


STATES = ("before play", "during play", "after play", "two sections")
PAGES = (
    *WITHOUT_SESSION,
    "check a file, report",
    *(f"{name}, {state}" for state in STATES for name in OF_SESSION),
    "saved sessions",
    *("error 409", "error 413", "error 403", "phone of a new pair", "error 429"),
    *HOSTED,
    "workspace",
)


@pytest.mark.parametrize("name", PAGES)
def test_every_text_of_a_page_is_in_the_catalogue(pages: dict[str, str], name: str) -> None:
    assert untranslated_texts(pages[name], KNOWN) == []


def test_all_pages_are_looked_at_and_are_in_the_language(pages: dict[str, str]) -> None:
    assert sorted(pages) == sorted(PAGES)
    assert [name for name, text in pages.items() if "«" not in text] == []
    assert [name for name, text in pages.items() if text.count("«") != text.count("»")] == []


class TestErrorsForPrograms:
    @pytest.mark.parametrize(
        ("address", "status"),
        [
            ("/api/nothing", 404),
            ("/api/plan", 400),
            ("/api/plan?pairs=many", 400),
            ("/api/plan?pairs=36&refuse=fish", 400),
            ("/api/movements/M0909/repair?left=E4", 400),
            (f"/api/plan?pairs={'9' * 300}", 400),
        ],
    )
    def test_an_error_is_a_phrase(self, tmp_path: Path, address: str, status: int) -> None:
        with app_in_xx(tmp_path) as (_, client):
            answer = client("127.0.0.1").get(address)
        assert (answer.status_code, faults_in(answer.json()["error"])) == (status, [])

    def test_too_long_too_many_and_another_host(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("byestand.server.web.address_limits.MAX_DELAY", 0.0)
        with app_in_xx(tmp_path) as (_, client):
            here, phone = client("127.0.0.1"), client(PHONE)
            long = here.post("/api/verify", content=b"x" * 9_000_000)
            strange = here.get("/api/plan", headers={"host": "evil.example"})
            alien = here.post("/api/verify", headers={"origin": "https://evil.example"})
            state_of(here.app).rate_limits.requests.take(PHONE, 2000)
            many = phone.get("/api/plan")
        answers = (long, strange, alien, many)
        assert [answer.status_code for answer in answers] == [413, 421, 403, 429]
        assert [faults_in(answer.json()["error"]) for answer in answers] == [[]] * 4


@given(logs())
def test_the_sentences_of_a_log_are_in_the_catalogue(log: EventLog) -> None:
    stored = ("after", "round")  # the title of a repair is stored with it
    with use_language(PSEUDO):
        sentences = [log.sentence(revision) for revision in range(1, log.state.revision + 1)]
    assert [sentence for sentence in sentences if faults_in(sentence, stored)] == []


@job("quick")
def greet() -> str:
    """Return a phrase."""
    return say("Table mats")


def test_a_worker_runs_a_job_in_the_language_of_its_request() -> None:
    async def ask() -> str:
        with use_language(PSEUDO):
            done = await WorkerPool({"quick": LaneLimits(1, PATIENCE)}).work(greet)
        return done.value

    assert asyncio.run(ask()) == "«Table mats»"
    assert current_language() == ENGLISH


def test_results_are_cached_for_each_language() -> None:
    services = Services(Store(SqliteDatabase(None)), pool=InThisProcess())

    async def both() -> list[str]:
        greetings = [await services.run(greet)]
        with use_language(PSEUDO):
            greetings.append(await services.run(greet))
        return [*greetings, await services.run(greet)]

    assert asyncio.run(both()) == ["Table mats", "«Table mats»", "Table mats"]

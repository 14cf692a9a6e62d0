"""Sessions in play for tests of displays and phones: names, events at given times, and an app."""

import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from html.parser import HTMLParser
from ipaddress import ip_address
from pathlib import Path
from threading import Thread

import uvicorn
from starlette.testclient import TestClient

from byestand.formats.document import Document
from byestand.formats.results import csv
from byestand.model.boards import Boards
from byestand.model.event import Event
from byestand.model.session import Section
from byestand.model.setup import CatalogMovement, CustomMovement, SectionSetup, SessionSetup
from byestand.model.timing import Timing
from byestand.night import events as of
from byestand.night.events.people import names_of
from byestand.night.log import EventLog
from byestand.night.results import EnteredLine
from byestand.night.stamp import Stamp
from byestand.server.app import make_app
from byestand.server.auth.access_codes import Codes
from byestand.server.auth.addresses import LanAddresses
from byestand.server.auth.lan_access import LanAccess
from byestand.server.storage.nights import VisibleNights
from byestand.server.storage.store import open_store
from byestand.session.resolve import resolve
from tests.support.app import client, state_of
from tests.support.crawler import InThisProcess
from tests.support.people import entry_texts
from tests.support.result_sets import as_csv, received_rows

SURNAMES = "Alder Birch Cedar Dogwood Elm Fir Gorse Hazel Iris Juniper Koa Larch Maple Nutmeg Oak Pine Quince Rowan"
FIRST = "Anna Béla Clara David Élise Felix Greta Hugo"


@dataclass(frozen=True)
class PlannedNight:
    """A session before it is stored."""

    setup: SessionSetup
    results: tuple[EnteredLine, ...] = ()

    @property
    def names(self) -> Mapping[str, str]:
        """All names by the labels on pages."""
        return names_of(self.setup)

    @property
    def log(self) -> EventLog:
        """The log with the first event of the session."""
        return EventLog().append(of.NightCreated(self.setup, results=self.results), Stamp(0.0))

    def with_names(self, names: Mapping[str, str]) -> "PlannedNight":
        """Return the session with other names, by the labels on pages."""
        sections = []
        for one in self.setup.sections:
            own = {label: names[self.setup.seat_label(one.letter, label)] for label in one.contestants}
            sections.append(replace(one, contestants=entry_texts(own)))
        return replace(self, setup=replace(self.setup, sections=tuple(sections)))


def section_setup(
    name: str, *, boards: int = 2, missing: tuple[str, ...] = (), one_winner: bool = False, document: str = ""
) -> SectionSetup:
    """Return a section as a director sets it up; `night` gives it its letter."""
    chosen = CatalogMovement(name, missing, one_winner)
    return SectionSetup("A", CustomMovement(document, name) if document else chosen, Boards(boards))


def night(*sections: SectionSetup, title: str = "Thursday Pairs", sets: int | None = None) -> PlannedNight:
    """Return a session in which all contestants have different names."""
    lettered = tuple(replace(section, letter="ABCD"[i]) for i, section in enumerate(sections))
    setup = SessionSetup(Event(title=title), sections=lettered, sets=sets)
    number, named = 0, []
    for section, resolved in zip(lettered, resolve(setup).sections, strict=True):
        names = {}
        for contestant in resolved.movement.field.present:
            alone, both = person(2 * number), f"{person(2 * number)} & {person(2 * number + 1)}"
            names[resolved.movement.field.label(contestant)] = alone if resolved.movement.is_individual else both
            number += 1
        named.append(replace(section, contestants=entry_texts(names)))
    return PlannedNight(replace(setup, sections=tuple(named)))


def person(number: int) -> str:
    """Return a name: people with the same first name have different surnames."""
    first, surnames = FIRST.split(), SURNAMES.split()
    generation = number // len(surnames)
    return f"{first[(number + generation) % len(first)]} {surnames[number % len(surnames)]}{'-Tree' * (generation % 2)}"


def section_of(plan: PlannedNight, number: int = 0) -> Section:
    """Return a section as pages show it."""
    return resolve(plan.setup).sections[number]


def with_results(plan: PlannedNight) -> PlannedNight:
    """Return a session of one section with a result for every table and board."""
    lines = csv.loads(as_csv(list(received_rows(Document(section_of(plan))))), source="a test")
    return replace(plan, results=tuple(EnteredLine("A", replace(line, section="", number=0)) for line in lines))


def rounds_of(setup: SessionSetup) -> Mapping[str, int]:
    """Return the number of rounds of each section."""
    both = zip(setup.sections, resolve(setup).sections, strict=True)
    return {section.letter: resolved.movement.rounds for section, resolved in both}


VOID = frozenset({"br", "img", "input", "link", "meta"})


class _Reader(HTMLParser):
    """Reads visible text: nothing hidden, and nothing that is shown only in other states of the clock."""

    def __init__(self) -> None:
        super().__init__()
        self.words: list[str] = []
        self._open: list[tuple[str, bool, str]] = [("", True, "")]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        has, (_, seen, state) = dict(attrs), self._open[-1]
        state = has.get("data-state") or state
        there = "hidden" not in has and (not state or state in (has.get("data-on") or state).split())
        if tag not in VOID:
            self._open.append((tag, seen and there and tag not in ("head", "script"), state))

    def handle_endtag(self, tag: str) -> None:
        while self._open.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        if self._open[-1][1]:
            self.words += data.split()


def visible(page: str) -> str:
    """Return the visible text of a page, with spaces between words."""
    reader = _Reader()
    reader.feed(page)
    return " ".join(reader.words)


@dataclass
class PlayedNight:
    """A stored session, and the events that can be added."""

    nights: VisibleNights
    id: int
    plan: PlannedNight

    def say(self, *events: of.NightEvent, ago: float = 0.0) -> None:
        """Add an event a number of seconds ago."""
        self.nights.store.now = lambda: time.time() - ago  # instead of waiting for a quarter of an hour
        self.nights.append(self.id, *events)

    def start(self, timing: Timing | None = None, *, round: int = 1, ago: float = 0.0) -> None:
        """Play up to a round, which was called a number of seconds ago."""
        self.say(of.TimingChanged(timing or Timing()), of.Started(rounds_of(self.plan.setup)), ago=ago)
        for number in range(2, round + 1):
            self.call(number, ago=ago)

    def call(self, round: int, *, ago: float = 0.0) -> None:
        """Call a round in all sections."""
        for clock in self.nights.log(self.id).state.clocks:
            self.say(of.RoundCalled(round, clock.section), ago=ago)


@dataclass
class Club:
    """An app in this process, and its sessions."""

    nights: VisibleNights
    page: TestClient

    def keep(self, plan: PlannedNight) -> PlayedNight:
        """Store a session."""
        return PlayedNight(self.nights, self.nights.add(plan.log), plan)


@contextmanager
def club(data: Path) -> Iterator[Club]:
    """Yield a club whose pages are requested in this process."""
    with client(data, pool=InThisProcess()) as page:
        yield Club(VisibleNights(state_of(page.app).services.store), page)


@contextmanager
def run_night(data: Path, port: int = 0, lan: Sequence[str] = ()) -> Iterator[tuple[VisibleNights, str]]:
    """Yield the sessions and the address of a server for browsers, in a thread of the test.

    With addresses in *lan* it is open to the local network, as if this machine had these addresses.
    """
    store = open_store(data)
    addresses = LanAddresses(8013, interfaces=lambda: [ip_address(one) for one in lan])
    app = make_app(store, lan=LanAccess(Codes(store), addresses) if lan else None)
    state_of(app).services.pool = InThisProcess()
    # Logging is not configured, because that would affect all later tests.
    config = uvicorn.Config(app, port=port, log_config=None, log_level="error", timeout_graceful_shutdown=1)
    server = uvicorn.Server(config)
    thread = Thread(target=server.run)
    thread.start()
    while not server.started and thread.is_alive():
        time.sleep(0.01)
    try:
        (socket,) = server.servers[0].sockets
        yield VisibleNights(store), f"http://127.0.0.1:{socket.getsockname()[1]}"
    finally:
        state_of(app).services.live.end()
        server.should_exit = True
        thread.join()

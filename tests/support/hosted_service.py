"""A service for many clubs in this process; two of these with one file are two processes."""

import re
from dataclasses import dataclass
from pathlib import Path

from starlette.applications import Starlette
from starlette.routing import Route
from starlette.testclient import TestClient

from byestand.model.event import Event
from byestand.model.setup import CatalogMovement, SectionSetup, SessionSetup
from byestand.night import events as of
from byestand.night.log import EventLog
from byestand.night.stamp import Stamp
from byestand.server.app import make_app
from byestand.server.auth.hosted_access import HostedAccess
from byestand.server.config import HostingConfig
from byestand.server.jobs.pool import WorkerPool
from byestand.server.storage.sqlite import SqliteDatabase
from byestand.server.storage.store import Store
from byestand.server.urls import routes
from tests.support.app import TidyClient, state_of
from tests.support.people import entry_texts

PUBLIC = "https://bridge.example.org/"
NAMES = ("Zanzibar", "Quixote", "Dulcinea")
NIGHT_FORM = {"movement": "W0605", "boards": "2", "name": "Tuesday"}


def a_log(name: str) -> EventLog:
    """Return a session with some events."""
    section = SectionSetup("A", CatalogMovement("W0605"), contestants=entry_texts({"N1": f"{NAMES[1]} & {NAMES[2]}"}))
    setup = SessionSetup(Event(title=name), sections=(section,))
    log = EventLog().append(of.NightCreated(setup, "mine"), Stamp(1_700_000_000.25))
    log = log.append(of.EventChanged(Event(title=f"{name} II")), Stamp(1_700_000_001.5))
    return log.append(of.NotesChanged("later"), Stamp(1_700_000_002.125))


def every_address(night: str, part: str) -> list[str]:
    """Return every address with its methods, for a session, with a value for each other variable part."""
    return sorted(
        f"{method} " + re.sub(r"\{\w+\}", part, route.path.replace("{id:int}", night))
        for route in routes()
        if isinstance(route, Route)
        for method in (route.methods or set()) - {"HEAD"}
    )


@dataclass
class Service:
    """The app, and its parts."""

    app: Starlette
    store: Store

    @classmethod
    def at(cls, path: Path, *, public: str = PUBLIC, days: int = 400, pool: WorkerPool | None = None) -> "Service":
        """Return an app with the sessions of a file; with its own *pool* it needs no workers."""
        return cls.start(Store(SqliteDatabase(path)), public=public, days=days, pool=pool)

    @classmethod
    def start(cls, store: Store, *, public: str = PUBLIC, days: int = 400, pool: WorkerPool | None = None) -> "Service":
        """Return the same with the sessions of a store."""
        hosting = HostingConfig.parse(public, (), days)
        app = make_app(store, names=(hosting.host,), hosting=hosting)
        if pool is not None:
            state_of(app).services.pool = pool
        return cls(app, store)

    @property
    def door(self) -> HostedAccess:
        """Return the access control."""
        found = state_of(self.app).entrance
        assert isinstance(found, HostedAccess)
        return found

    def browser(self, cookies: dict[str, str] | None = None, address: str = "203.0.113.7") -> TestClient:
        """Return a browser with cookies."""
        return TidyClient(
            self.app,
            base_url=self.door.config.public.rstrip("/"),
            client=(address, 50000),
            follow_redirects=False,
            raise_server_exceptions=False,  # blank pages are not what every route expects
            cookies=cookies or {},
        )

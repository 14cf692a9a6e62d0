"""Figures for Prometheus, at an address of their own that is never public: how much, how long, how many.

No label tells of a person, a desk or a night: only of routes, lanes and kinds. Imported only where figures are wanted.
"""

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, cast

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    make_wsgi_app,
    start_http_server,
)
from starlette.applications import Starlette

from byestand.errors import BadRequest, ByestandError
from byestand.server.jobs.lanes import Lanes
from byestand.server.live.hub import Hub
from byestand.server.ops.access_log import Answered
from byestand.server.storage.database import Database, OpenDatabase
from byestand.server.storage.schema import ALWAYS_VISITED
from byestand.server.storage.store import Conflict, Store

if TYPE_CHECKING:
    from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

PATH = "/metrics"
SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60)
"""Into which what takes time is sorted."""
A_WHILE = 60.0
"""So many seconds desks and nights stay counted."""


COUNTING = {
    "desks": f"select count(*) from workspaces where visited <> '{ALWAYS_VISITED}'",  # noqa: S608 - our own word
    "nights": "select count(*) from nights",
}
"""What is counted, and how: the desk of a laptop, which every file has, is nobody's on a service."""


class Metrics:
    """All figures of one process."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        self._requests = self._counter("requests", "Requests that were answered.", "method", "route", "status")
        self._request_seconds = self._histogram("request_seconds", "Until a request was answered.", "route")
        self._limited = self._counter("limited", "Requests that were told to come again.", "limit")

    def answered(self, one: Answered) -> None:
        """Count a request."""
        self._requests.labels(one.method, one.route, one.status).inc()
        self._request_seconds.labels(one.route).observe(one.seconds)

    def watch(self, app: Starlette) -> None:
        """Count from now on what happens in an app."""
        self._watch_lanes(app.state.services.pool.lanes, app.state.services.lanes)
        self._watch_streams(app.state.services.live)
        self._watch_store(app.state.services.store)
        app.state.rate_limits.on_refused = lambda kind: self._limited.labels(kind).inc()

    def serve(self, host: str, port: int) -> int:
        """Tell the figures to who asks there, in a thread of their own, and return the port."""
        try:
            server, _ = start_http_server(port, host, self.registry)
        except (OSError, UnicodeError) as fault:  # names with empty or endless parts are no Unicode for Python
            why = str(fault.strerror or fault).lower() if isinstance(fault, OSError) else "that is no name"
            raise BadRequest(f"figures cannot be told there, {why}: {f'{host}:{port}'!r}") from fault
        server.set_app(_at_one_path(make_wsgi_app(self.registry)))
        return server.server_port

    def _watch_lanes(self, *all_lanes: Lanes) -> None:
        waiting, running = (
            self._gauge(name, words, "lane")
            for name, words in (("waiting", "Questions that wait."), ("working", "Questions that are worked on."))
        )
        waits = self._histogram("wait_seconds", "For which questions waited for their turn.", "lane")
        refused = self._counter("refused", "Questions for which the queue was too long.", "lane")
        for lanes in all_lanes:
            for lane in lanes.limits:
                waiting.labels(lane).set_function(partial(lanes.waiting, lane))
                running.labels(lane).set_function(partial(lanes.running.__getitem__, lane))
            lanes.on_wait = lambda lane, seconds: waits.labels(lane).observe(seconds)
            lanes.on_refused = lambda lane: refused.labels(lane).inc()

    def _watch_streams(self, live: Hub) -> None:
        self._gauge("streams", "Open streams.").set_function(lambda: live.streams)
        news = self._histogram("news_seconds", "From the moment that an event is known until streams are told.")
        live.told_after = news.observe

    def _watch_store(self, store: Store) -> None:
        appends = self._counter("appends", "What was kept of nights.")
        overtaken = self._counter("overtaken", "What had to be asked again, because somebody else was quicker.")
        errors = self._counter("database_errors", "Times that the database did not do what it was asked.")
        store.database = cast("Database", Watched(store.database, appends.inc, overtaken.inc, errors.inc))
        counts = Counts(store.database)
        for table, counting in COUNTING.items():
            gauge = self._gauge(table, f"How many {table} there are, counted every minute at most.")
            gauge.set_function(partial(counts.of, counting))

    def _counter(self, name: str, words: str, *labels: str) -> Counter:
        return Counter(f"byestand_{name}", words, labels, registry=self.registry)

    def _gauge(self, name: str, words: str, *labels: str) -> Gauge:
        return Gauge(f"byestand_{name}", words, labels, registry=self.registry)

    def _histogram(self, name: str, words: str, *labels: str) -> Histogram:
        return Histogram(f"byestand_{name}", words, labels, registry=self.registry, buckets=SECONDS)


def _at_one_path(app: "WSGIApplication") -> "WSGIApplication":
    """Return an app that answers at `PATH` only: the library's answers everywhere."""

    def answer(environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        if environ["PATH_INFO"] == PATH:
            return app(environ, start_response)
        start_response("404 Not Found", [("content-type", "text/plain")])
        return [f"figures are at {PATH}\n".encode()]

    return answer


@dataclass(eq=False)
class Counts:
    """How many lines tables have; counting takes its time, so what was counted stays for a while."""

    database: Database
    _kept: dict[str, tuple[float, float]] = field(default_factory=dict)

    def of(self, counting: str) -> float:
        """Return how many; what was known before, where the database does not answer."""
        at, many = self._kept.get(counting, (float("-inf"), float("nan")))
        if time.monotonic() - at > A_WHILE:
            try:
                with self.database.open() as base:
                    (many,) = base.execute(counting).fetchone()
            except ByestandError:
                return many
            self._kept[counting] = time.monotonic(), many
        return many


@dataclass(eq=False)
class Watched:
    """A database that counts what becomes of what it is asked."""

    inner: Database
    appended: Callable[[], None]
    overtaken: Callable[[], None]
    failed: Callable[[], None]

    def __getattr__(self, name: str) -> object:
        """Return everything else as the database has it."""
        return getattr(self.inner, name)

    @contextmanager
    def open(self) -> Iterator[OpenDatabase]:
        """Yield the database."""
        try:
            with self.inner.open() as base:
                yield base
        except Conflict:
            self.overtaken()
            raise
        except ByestandError as no:
            if no.__cause__ is not None:  # it speaks for an error of the database; others are about what was asked
                self.failed()
            raise

    def notify(self, base: OpenDatabase, news: str) -> None:
        """Have other processes hear it."""
        if news.startswith("moved:"):
            self.appended()
        self.inner.notify(base, news)

"""Metrics for Prometheus, at a separate address that is never public.

Labels are routes, lanes and kinds, never a person, a workspace or a session. Imported only with --metrics. The
descriptions are for operators and not translated.
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
from byestand.language import say
from byestand.server.jobs.lanes import Lanes
from byestand.server.live.hub import Hub
from byestand.server.ops.access_log import RequestRecord
from byestand.server.storage.database import Database, OpenDatabase
from byestand.server.storage.schema import ALWAYS_VISITED
from byestand.server.storage.store import Conflict, Store
from byestand.server.web.app_state import state_of

if TYPE_CHECKING:
    from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

PATH = "/metrics"
SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60)
"""Buckets of durations."""
COUNT_CACHE_SECONDS = 60.0
"""Seconds for which counts of workspaces and sessions are cached."""


COUNTING = {
    "workspaces": f"select count(*) from workspaces where visited <> '{ALWAYS_VISITED}'",  # noqa: S608 - our own word
    "sessions": "select count(*) from nights",
}
"""Counted tables; the workspace of a laptop, which every file has, is left out."""


class Metrics:
    """All metrics of one process."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        self._requests = self._counter("requests", "Answered requests.", "method", "route", "status")
        self._request_seconds = self._histogram("request_seconds", "Duration of requests.", "route")
        self._limited = self._counter("limited", "Requests refused by a rate limit.", "limit")

    def count_request(self, one: RequestRecord) -> None:
        """Count a request."""
        self._requests.labels(one.method, one.route, one.status).inc()
        self._request_seconds.labels(one.route).observe(one.seconds)

    def watch(self, app: Starlette) -> None:
        """Start to count the events of an app."""
        state = state_of(app)
        self._watch_lanes(state.services.pool.lanes, state.services.lanes)
        self._watch_streams(state.services.live)
        self._watch_store(state.services.store)
        state.rate_limits.on_refused = lambda kind: self._limited.labels(kind).inc()

    def serve(self, host: str, port: int) -> int:
        """Serve the metrics in a separate thread, and return the port."""
        try:
            server, _ = start_http_server(port, host, self.registry)
        except (OSError, UnicodeError) as fault:  # Python raises UnicodeError for an invalid host name
            place = f"{host}:{port}"
            if isinstance(fault, OSError):
                error = fault.strerror or fault
                reason = say("metrics cannot be served there ({error}): {place!r}", error=error, place=place)
            else:
                reason = say("metrics cannot be served there, unknown host name: {place!r}", place=place)
            raise BadRequest(reason) from fault
        server.set_app(_at_one_path(make_wsgi_app(self.registry)))
        return server.server_port

    def _watch_lanes(self, *all_lanes: Lanes) -> None:
        waiting, running = (
            self._gauge(name, words, "lane")
            for name, words in (("waiting", "Waiting jobs."), ("working", "Running jobs."))
        )
        waits = self._histogram("wait_seconds", "Waiting time of jobs.", "lane")
        refused = self._counter("refused", "Jobs refused because the queue was full.", "lane")
        for lanes in all_lanes:
            for lane in lanes.limits:
                waiting.labels(lane).set_function(partial(lanes.waiting_count, lane))
                running.labels(lane).set_function(partial(lanes.running_jobs.__getitem__, lane))
            lanes.on_wait = lambda lane, seconds: waits.labels(lane).observe(seconds)
            lanes.on_refused = lambda lane: refused.labels(lane).inc()

    def _watch_streams(self, live: Hub) -> None:
        self._gauge("streams", "Open streams.").set_function(lambda: live.streams)
        news = self._histogram("news_seconds", "Time from an event until its message is ready.")
        live.told_after = news.observe

    def _watch_store(self, store: Store) -> None:
        appends = self._counter("appends", "Saved changes of sessions.")
        overtaken = self._counter("overtaken", "Changes that were repeated because of another change.")
        errors = self._counter("database_errors", "Errors of the database.")
        store.database = cast("Database", MeteredDatabase(store.database, appends.inc, overtaken.inc, errors.inc))
        counts = RowCounts(store.database)
        for table, counting in COUNTING.items():
            gauge = self._gauge(table, f"Number of {table}, counted at most once a minute.")
            gauge.set_function(partial(counts.count, counting))

    def _counter(self, name: str, words: str, *labels: str) -> Counter:
        return Counter(f"byestand_{name}", words, labels, registry=self.registry)

    def _gauge(self, name: str, words: str, *labels: str) -> Gauge:
        return Gauge(f"byestand_{name}", words, labels, registry=self.registry)

    def _histogram(self, name: str, words: str, *labels: str) -> Histogram:
        return Histogram(f"byestand_{name}", words, labels, registry=self.registry, buckets=SECONDS)


def _at_one_path(app: "WSGIApplication") -> "WSGIApplication":
    """Return an app that answers only at `PATH`; that of the library answers everywhere."""

    def answer(environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        if environ["PATH_INFO"] == PATH:
            return app(environ, start_response)
        start_response("404 Not Found", [("content-type", "text/plain")])
        return [f"metrics are at {PATH}\n".encode()]

    return answer


@dataclass(eq=False)
class RowCounts:
    """Cached numbers of rows."""

    database: Database
    _cache: dict[str, tuple[float, float]] = field(default_factory=dict)

    def count(self, counting: str) -> float:
        """Return a number of rows; the last known one if the database does not answer."""
        at, count = self._cache.get(counting, (float("-inf"), float("nan")))
        if time.monotonic() - at > COUNT_CACHE_SECONDS:
            try:
                with self.database.open() as base:
                    (count,) = base.execute(counting).fetchone()
            except ByestandError:
                return count
            self._cache[counting] = time.monotonic(), count
        return count


@dataclass(eq=False)
class MeteredDatabase:
    """A database that counts changes, conflicts and errors."""

    inner: Database
    on_append: Callable[[], None]
    overtaken: Callable[[], None]
    on_failure: Callable[[], None]

    def __getattr__(self, name: str) -> object:
        """Return any other attribute of the database."""
        return getattr(self.inner, name)

    @contextmanager
    def open(self) -> Iterator[OpenDatabase]:
        """Yield a transaction."""
        try:
            with self.inner.open() as base:
                yield base
        except Conflict:
            self.overtaken()
            raise
        except ByestandError as error:
            if error.__cause__ is not None:  # an error of the database; others are about the request
                self.on_failure()
            raise

    def notify(self, base: OpenDatabase, news: str) -> None:
        """Notify other processes."""
        if news.startswith("moved:"):
            self.on_append()
        self.inner.notify(base, news)

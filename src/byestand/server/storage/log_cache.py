"""A cache of the logs of the sessions used last."""

from threading import Lock
from typing import NamedTuple

from byestand.night.log import EventLog

LOG_CACHE_SIZE = 512


class CachedLog(NamedTuple):
    """A log as last read or written."""

    log: EventLog
    head: str
    """The checksum of its last event."""


class LogCache:
    """Logs by session number."""

    def __init__(self) -> None:
        self._logs: dict[int, CachedLog] = {}
        """The last used one is at the end."""
        self._lock = Lock()

    def get(self, id: int) -> CachedLog | None:
        """Return the log of a session; None if it is not cached."""
        with self._lock:
            cached = self._logs.pop(id, None)
            if cached:
                self._logs[id] = cached
            return cached

    def remember(self, id: int, cached: CachedLog) -> None:
        """Add a log, and drop the least recently used one if there are too many."""
        with self._lock:
            self._logs.pop(id, None)
            self._logs[id] = cached
            if len(self._logs) > LOG_CACHE_SIZE:
                del self._logs[next(iter(self._logs))]

    def forget(self, id: int) -> None:
        """Drop the log of a session."""
        with self._lock:
            self._logs.pop(id, None)

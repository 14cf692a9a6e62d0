"""The logs that are in memory, those of the nights that were used last."""

from threading import Lock
from typing import NamedTuple

from byestand.night.log import EventLog

LOG_CACHE_SIZE = 512


class CachedLog(NamedTuple):
    """A log as it was read or written last."""

    log: EventLog
    head: str
    """The checksum of its last event."""


class LogCache:
    """Logs by the numbers of their nights."""

    def __init__(self) -> None:
        self._logs: dict[int, CachedLog] = {}
        """The one that was used last at the end."""
        self._lock = Lock()

    def get(self, id: int) -> CachedLog | None:
        """Return the log of a night, if it is there."""
        with self._lock:
            cached = self._logs.pop(id, None)
            if cached:
                self._logs[id] = cached
            return cached

    def remember(self, id: int, cached: CachedLog) -> None:
        """Keep a log, and drop the one that was not used for the longest time if there are too many."""
        with self._lock:
            self._logs.pop(id, None)
            self._logs[id] = cached
            if len(self._logs) > LOG_CACHE_SIZE:
                del self._logs[next(iter(self._logs))]

    def forget(self, id: int) -> None:
        """Drop the log of a night."""
        with self._lock:
            self._logs.pop(id, None)

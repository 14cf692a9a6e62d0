"""A cache for the results of jobs.

The cache is bounded in bytes, and each result is computed once, however many requests wait for it. A key is a
fingerprint: an argument may be a file of many megabytes. Errors and results of searches that ran out of time are not
cached. Results that were not used for an hour are dropped.
"""

import asyncio
import hashlib
import time
from collections import Counter, OrderedDict
from collections.abc import Awaitable, Callable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import fields, is_dataclass
from datetime import date
from datetime import time as time_of_day
from enum import Enum
from fractions import Fraction
from typing import Any, TypeVar

from byestand.server.jobs.job_results import Done

T = TypeVar("T")

MAX_BYTES = 64 * 1024 * 1024
MAX_AGE = 3600.0
"""Seconds."""
OVERHEAD = 1024
"""Approximate bytes of an entry besides its result."""
PLAIN = (str, int, float, Enum, Fraction, date, time_of_day, range, type(None))


def fingerprint(value: object) -> bytes:
    """Return a short key for plain values, dataclasses and collections of them; equal values have equal keys.

    >>> len(fingerprint(("check.content", b"a whole file", ())))
    32
    """
    digest = hashlib.sha256()
    if isinstance(value, bytes):
        digest.update(value)
    elif isinstance(value, (tuple, list)):
        for item in value:
            digest.update(fingerprint(item))
    elif isinstance(value, (AbstractSet, Mapping)):
        items = value.items() if isinstance(value, Mapping) else value
        for key in sorted(map(fingerprint, items)):
            digest.update(key)
    elif isinstance(value, PLAIN):
        digest.update(repr(value).encode())
    elif is_dataclass(value) and not isinstance(value, type):
        for field in fields(value):
            digest.update(fingerprint(getattr(value, field.name)))
    else:
        raise TypeError(f"no job takes an argument of this type: {type(value).__qualname__}")
    # The same content in another type is another value.
    digest.update(f"{type(value).__module__}.{type(value).__qualname__}".encode())
    return digest.digest()


class Cache:
    """The results used last."""

    def __init__(self, max_bytes: int = MAX_BYTES, clock: Callable[[], float] = time.monotonic) -> None:
        self._max_bytes = max_bytes
        self._clock = clock
        self._results: OrderedDict[bytes, tuple[Done[Any], float]] = OrderedDict()
        """With the time of their last use, the earliest first."""
        self._bytes = 0
        self._tasks: dict[bytes, asyncio.Future[Done[Any]]] = {}
        self._waiting: Counter[bytes] = Counter()

    async def get(self, key: bytes, make: Callable[[], Awaitable[Done[T]]]) -> T:
        """Return the result for a key; compute it if it is not cached."""
        if key in self._results:
            done, _ = self._results.pop(key)
            self._results[key] = done, self._clock()
        else:
            done = await self._make(key, make)
        value: T = done.value
        return value

    async def _make(self, key: bytes, make: Callable[[], Awaitable[Done[T]]]) -> Done[Any]:
        task = self._tasks.get(key)
        if task is None:
            # A separate task: the first request may be cancelled while others still wait.
            task = self._tasks[key] = asyncio.ensure_future(make())
            task.add_done_callback(lambda ended: self._keep(key, ended))
        self._waiting[key] += 1
        try:
            return await asyncio.shield(task)
        finally:
            self._waiting[key] -= 1
            if not self._waiting[key]:
                del self._waiting[key]
                if task.cancel():  # no request waits for it any more
                    del self._tasks[key]

    def _keep(self, key: bytes, task: "asyncio.Future[Done[Any]]") -> None:
        if self._tasks.get(key) is task:
            del self._tasks[key]
        if task.cancelled() or task.exception() or task.result().ran_out_of_time:
            return
        size = task.result().size + OVERHEAD
        if size > self._max_bytes // 4:
            return
        self._results[key] = task.result(), self._clock()
        self._bytes += size
        while self._bytes > self._max_bytes:
            self._drop()

    def forget_old(self) -> None:
        """Drop results that were not used for an hour."""
        while self._results and next(iter(self._results.values()))[1] < self._clock() - MAX_AGE:
            self._drop()

    def _drop(self) -> None:
        _, (dropped, _) = self._results.popitem(last=False)
        self._bytes -= dropped.size + OVERHEAD

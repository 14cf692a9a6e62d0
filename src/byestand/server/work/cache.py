"""Answers kept for who asks the same again: bounded in bytes, and each made once however many wait for it.

They are kept under the fingerprint of the question: what was asked may be a file of many megabytes. What is true of a
moment only, a refusal or an answer for which a search ran out of time, is not kept.
"""

import asyncio
import hashlib
from collections import OrderedDict
from collections.abc import Awaitable, Callable

from byestand.server.work.answers import Answer

MOST_BYTES = 64 * 1024 * 1024
OVERHEAD = 1024
"""What an answer takes besides its body, about."""


def fingerprint(question: object) -> bytes:
    """Return a short key for texts, bytes, numbers and tuples of them; others have other ones.

    >>> len(fingerprint(("check.content", b"a whole file", ())))
    32
    """
    digest = hashlib.sha256()
    if isinstance(question, tuple):
        for part in question:
            digest.update(fingerprint(part))
    else:
        digest.update(question if isinstance(question, bytes) else repr(question).encode())
    # Bytes that spell a number, or the parts of a tuple, are another question.
    digest.update(type(question).__name__.encode())
    return digest.digest()


class Cache:
    """The answers given last."""

    def __init__(self, most_bytes: int = MOST_BYTES) -> None:
        self._most = most_bytes
        self._kept: OrderedDict[bytes, Answer] = OrderedDict()
        self._bytes = 0
        self._making: dict[bytes, asyncio.Future[Answer]] = {}

    async def get(self, key: bytes, make: Callable[[], Awaitable[Answer]]) -> Answer:
        """Return the answer for a key; make it where nobody has asked that before."""
        if kept := self._kept.get(key):
            self._kept.move_to_end(key)
            return kept
        making = self._making.get(key)
        if making is None:
            # A task of its own: whoever asked first may go away, and others still wait.
            making = self._making[key] = asyncio.ensure_future(make())
            making.add_done_callback(lambda done: self._keep(key, done))
        return await asyncio.shield(making)

    def _keep(self, key: bytes, done: "asyncio.Future[Answer]") -> None:
        self._making.pop(key, None)
        if done.cancelled() or done.exception() or done.result().passing:
            return
        size = self._size(done.result())
        if size > self._most // 4:
            return
        self._kept[key] = done.result()
        self._bytes += size
        while self._bytes > self._most:
            _, dropped = self._kept.popitem(last=False)
            self._bytes -= self._size(dropped)

    @staticmethod
    def _size(answer: Answer) -> int:
        return len(answer.body) + OVERHEAD

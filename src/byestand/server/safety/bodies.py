"""What is sent to us, counted while it arrives: nothing is parsed, kept or worked on that is more than it may be.

Forms are taken apart where everybody else is answered too, and a separator costs far more there than a letter. So
their separators are counted on the way in, which is quick, and a form with more fields than any of ours ends there.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from python_multipart.multipart import parse_options_header
from starlette.datastructures import Headers
from starlette.types import Message, Receive

from byestand.errors import Refused
from byestand.server.work.answers import API

MEGABYTE = 1024 * 1024
MOST_BODY = 8 * MEGABYTE
"""The largest upload: as large as the largest movement file that is read."""
MOST_FORM = MEGABYTE
"""The longest form without a file: room for hundreds of names in any writing."""
MOST_FIELDS = 200
"""So many fields or parts; our longest form has some eighty."""
MOST_UNDER_WAY = 16 * MOST_BODY
"""Of everybody together, from the first byte until the answer."""


@dataclass(frozen=True, slots=True)
class Bound:
    """What one request may send."""

    most: int
    separator: bytes = b""
    """What stands between fields; nothing where the body is a file."""

    @property
    def sentence(self) -> str:
        """Why more is refused."""
        if self.most == MOST_FORM:
            return f"a form without a file is at most {MOST_FORM // MEGABYTE} MB long"
        return f"at most {MOST_BODY // MEGABYTE} MB can be sent; movement files are far smaller"


def bound_of(path: str, headers: Headers) -> Bound:
    """Return what may be sent: to the API a file, elsewhere a form, with a file in parts or without."""
    if path.startswith(API):
        return Bound(MOST_BODY)
    kind, options = parse_options_header(headers.get("content-type", ""))
    if kind.startswith(b"multipart/"):
        return Bound(MOST_BODY, b"--" + options.get(b"boundary", b""))
    return Bound(MOST_FORM, b"&")


class Intake:
    """All bodies that are under way."""

    def __init__(self) -> None:
        self._under_way = 0

    @contextmanager
    def counted(self, receive: Receive, bound: Bound) -> Iterator[Receive]:
        """Yield a receiver that refuses what is too much; what it took counts until the request is answered."""
        taken = fields = 0
        rest = b""

        async def receiving() -> Message:
            nonlocal taken, fields, rest
            message = await receive()
            body = message.get("body", b"")
            taken += len(body)
            self._under_way += len(body)
            if taken > bound.most:
                raise Refused(413, bound.sentence)
            if self._under_way > MOST_UNDER_WAY:
                raise Refused(503, "too much is sent at once; try again in a moment")
            if bound.separator:
                seen = rest + body
                fields += seen.count(bound.separator)
                # a separator may be cut in two on its way
                rest = seen[max(0, len(seen) - len(bound.separator) + 1) :]
            if fields > MOST_FIELDS:
                raise Refused(413, f"a form has at most {MOST_FIELDS} fields here")
            return message

        try:
            yield receiving
        finally:
            self._under_way -= taken

"""Results of jobs: pages, files and refusals before they become responses; plain data that crosses processes."""

import json
import pickle
from dataclasses import dataclass
from pathlib import Path
from traceback import extract_tb
from typing import Any, Generic, TypeVar

from byestand.errors import (
    BadRequest,
    BrokenMovement,
    ByestandError,
    CannotExpress,
    FormatError,
    NoSuchMovement,
    NotFound,
    NotFoundInTime,
    OutOfDate,
    Refused,
)

T_co = TypeVar("T_co", covariant=True)

HTML = "text/html"
JSON = "application/json"
OBJECT_WEIGHT = 8
"""Times as much memory as its pickle takes a value of many small objects, at most: a programme takes 7."""
API = "/api/"
"""How addresses for programs begin."""

STATUS: dict[type[ByestandError], int] = {
    BadRequest: 400,
    NoSuchMovement: 404,
    NotFound: 404,
    NotFoundInTime: 503,
    BrokenMovement: 422,
    FormatError: 422,
    CannotExpress: 422,
    OutOfDate: 409,
}
"""How each way to say no is told to a browser or a script."""


@dataclass(frozen=True, slots=True)
class Page:
    """The inside of a page, without the frame that all pages have."""

    body: bytes
    title: str
    status: int = 200


@dataclass(frozen=True, slots=True)
class File:
    """A file, a picture, or data for programs."""

    body: bytes
    media: str
    filename: str = ""
    """The name under which a browser saves it; without one it is shown."""


def json_file(data: object) -> File:
    """Return data for programs."""
    return File(json.dumps(data, ensure_ascii=False).encode(), JSON)


@dataclass(frozen=True, slots=True)
class Packed:
    """The result of a job on its way from a worker."""

    contents: bytes
    late: bool

    @classmethod
    def of(cls, value: object, *, late: bool) -> "Packed":
        """Return a result as it travels."""
        return cls(pickle.dumps(value, pickle.HIGHEST_PROTOCOL), late)

    def unpacked(self) -> "Done[Any]":
        """Return the result; only our own workers send these."""
        value = pickle.loads(self.contents)  # noqa: S301 - see above
        weight = 1 if isinstance(value, (Page, File)) else OBJECT_WEIGHT
        return Done(value, len(self.contents) * weight, self.late)


@dataclass(frozen=True, slots=True)
class Done(Generic[T_co]):
    """The result of a job that ended well."""

    value: T_co
    size: int = 0
    """Bytes of memory, about."""
    late: bool = False
    """Whether a search ran out of time for it: asking again may give a better result."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """A no as data: to come out of another process, or to be put on a page."""

    status: int
    sentence: str
    fault: str = ""
    """Where it is a fault of ours, the calls that led to it: for the terminal, never for who asked."""
    bare: tuple[str, ...] = ()
    """The same without a word that somebody may have typed: for logs."""


def refusal(no: ByestandError) -> Refusal:
    """Return an error of ours with its status."""
    status = next((STATUS[kind] for kind in type(no).__mro__ if kind in STATUS), 400)
    return Refusal(no.status if isinstance(no, Refused) else status, str(no))


def bare(fault: BaseException) -> tuple[str, ...]:
    """Return the kind of a fault and the calls that led to it, the last first; then of what it came from.

    What a fault says may quote what somebody typed, and is left out of logs.

    >>> try:
    ...     {}["Smith"]
    ... except KeyError as fault:
    ...     bare(fault)[0]
    'KeyError'
    """
    calls = [f"{Path(call.filename).name}:{call.lineno} {call.name}" for call in extract_tb(fault.__traceback__)]
    before = fault.__cause__ or fault.__context__
    return (type(fault).__name__, *reversed(calls), *(bare(before) if before else ()))

"""Results of jobs: pages, files and errors as plain data that crosses processes."""

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
    RequestRefused,
)

T_co = TypeVar("T_co", covariant=True)

HTML = "text/html"
JSON = "application/json"
OBJECT_WEIGHT = 8
"""The most memory that many small objects take, as a multiple of their pickle; the rounds of a session take 7."""
API = "/api/"
"""Start of the addresses for programs."""

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
"""The HTTP status of each error."""


@dataclass(frozen=True, slots=True)
class JobPage:
    """The content of a page, without the frame of all pages."""

    body: bytes
    title: str
    status: int = 200


@dataclass(frozen=True, slots=True)
class JobFile:
    """A file, a picture, or data for programs."""

    body: bytes
    media: str
    filename: str = ""
    """The name under which a browser saves it; empty if the browser shows it."""


def json_file(data: object) -> JobFile:
    """Return data for programs."""
    return JobFile(json.dumps(data, ensure_ascii=False).encode(), JSON)


@dataclass(frozen=True, slots=True)
class PackedResult:
    """The pickled result of a job."""

    contents: bytes
    ran_out_of_time: bool

    @classmethod
    def pack(cls, value: object, *, late: bool) -> "PackedResult":
        """Return a pickled result."""
        return cls(pickle.dumps(value, pickle.HIGHEST_PROTOCOL), late)

    def unpack(self) -> "Done[Any]":
        """Return the result; only our own workers send it."""
        value = pickle.loads(self.contents)  # noqa: S301 - see above
        weight = 1 if isinstance(value, (JobPage, JobFile)) else OBJECT_WEIGHT
        return Done(value, len(self.contents) * weight, self.ran_out_of_time)


@dataclass(frozen=True, slots=True)
class Done(Generic[T_co]):
    """The result of a successful job."""

    value: T_co
    size: int = 0
    """Approximate bytes of memory."""
    ran_out_of_time: bool = False
    """Whether a search ran out of time: the next one may give a better result."""


@dataclass(frozen=True, slots=True)
class JobError:
    """An error as data, for another process or a page."""

    status: int
    sentence: str
    fault: str = ""
    """The traceback of an internal error, for the terminal only."""
    stack_frames: tuple[str, ...] = ()
    """The traceback without anything that a user typed, for logs."""


def refusal(error: ByestandError) -> JobError:
    """Return an error with its HTTP status."""
    status = next((STATUS[kind] for kind in type(error).__mro__ if kind in STATUS), 400)
    return JobError(error.status if isinstance(error, RequestRefused) else status, str(error))


def stack_frames(fault: BaseException) -> tuple[str, ...]:
    """Return the type of an exception and its calls, the last first; then those of its cause.

    The message of an exception may quote user input, so logs leave it out.

    >>> try:
    ...     {}["Smith"]
    ... except KeyError as fault:
    ...     stack_frames(fault)[0]
    'KeyError'
    """
    calls = [f"{Path(call.filename).name}:{call.lineno} {call.name}" for call in extract_tb(fault.__traceback__)]
    before = fault.__cause__ or fault.__context__
    return (type(fault).__name__, *reversed(calls), *(stack_frames(before) if before else ()))

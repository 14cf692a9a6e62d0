"""What a page, a file or a refusal is before it becomes a response: plain data that travels between processes."""

import json
from dataclasses import dataclass

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

HTML = "text/html"
JSON = "application/json"
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
class Answer:
    """The inside of a page (without the frame that all pages have), a file, or data."""

    body: bytes
    media: str = HTML
    status: int = 200
    title: str = ""
    """What the page is called; only pages have one."""
    filename: str = ""
    """The name under which a file is kept."""
    passing: bool = False
    """Whether a search ran out of time for it: who asks again may get a better one."""


def json_answer(data: object) -> Answer:
    """Return data for programs."""
    return Answer(json.dumps(data, ensure_ascii=False).encode(), JSON)


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
    return Refusal(no.status if isinstance(no, Refused) else STATUS.get(type(no), 400), str(no))

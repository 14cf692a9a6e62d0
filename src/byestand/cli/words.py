"""What people type and what they read: numbers and ranges in, printable lines out, as wide as the terminal is."""

import os.path
import re
import sys
from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, NamedTuple, TypeVar

import click

from byestand.errors import BadRequest
from byestand.formats.document import Document
from byestand.texts import plain_number
from byestand.typed import span

if TYPE_CHECKING:
    from pathlib import Path

T = TypeVar("T")
R = TypeVar("R")
_LETTER = re.compile("[^ -~\n]")
USUAL_WIDTH = 100
"""Of a file or a pipe."""


def json_text(data: object) -> str:
    r"""Return data as json for people to read: letters of all scripts as they are, what upsets a terminal escaped.

    >>> print(json_text(["é", "\x85\u202e\ud800"]))
    [
     "é",
     "\u0085\u202e\ud800"
    ]
    """
    import json

    text = json.dumps(data, indent=1, ensure_ascii=False)
    return _LETTER.sub(lambda found: found[0] if found[0].isprintable() else json.dumps(found[0])[1:-1], text)


def can_be_file(argument: str) -> bool:
    """Tell whether an argument means a file: it has a dot or a slash in it, or there is such a file."""
    # Whoever shows W1813 does not wait for pathlib.
    return any(mark in argument for mark in "./\\") or os.path.isfile(argument)  # noqa: PTH113


def is_there(path: "Path", what: str) -> bool:
    """Tell whether a path "exists", "is_file" or "is_dir"; what no file can be called is not there."""
    try:
        return bool(getattr(path, what)())
    except (OSError, ValueError):
        return False


class Shown(NamedTuple):
    """A movement to be shown: with board numbers where the boards a round are known, and what is told besides."""

    document: Document
    remarks: str = ""


def with_request(kind: Callable[..., R]) -> Callable[[Callable[[R], T]], Callable[..., T]]:
    """Return a decorator with which a command gets all its arguments as one value of a kind."""

    def decorate(command: Callable[[R], T]) -> Callable[..., T]:
        @wraps(command)
        def packed(**options: object) -> T:
            return command(kind(**options))

        return packed

    return decorate


class WholeNumber(click.ParamType[int]):
    """A whole number in plain digits."""

    name = "N"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Return the number."""
        if isinstance(value, int):
            return value
        digits = str(value).removeprefix("-")
        number = plain_number(digits)
        if number is None:
            wanted = "a number of fewer digits" if digits.isascii() and digits.isdigit() else "a whole number"
            self.fail(f"expected {wanted}: {value!r}", param, ctx)
        return -number if str(value).startswith("-") else number


class Parsed(click.ParamType[T]):
    """A value of which a function reads the text and refuses what does not fit."""

    def __init__(self, name: str, parse: Callable[[str], T]) -> None:
        self.name = name
        self.parse = parse

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> T:
        """Return the value."""
        try:
            return self.parse(str(value))
        except BadRequest as bad:
            self.fail(str(bad), param, ctx)


class BoardsARound(click.ParamType[tuple[int, ...]]):
    """Boards a round: ``2`` for all sections, or ``4,3``, one number for each."""

    name = "N or N,M"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> tuple[int, ...]:
        """Return the numbers."""
        if isinstance(value, tuple):
            return value
        return tuple(WHOLE_NUMBER.convert(part.strip(), param, ctx) for part in str(value).split(","))


FIRST_BOARD = "The number of the first board, if not 1: 27 where a second session goes on counting."
NAMES = "Who plays: a list, N1 Anna & Boris, or a csv file with section,table,direction,name,number."
SPAN = Parsed("N or N-M", span)
"""A number or a range of numbers: ``18`` or ``14-20``."""
WHOLE_NUMBER = WholeNumber()
BOARDS_A_ROUND = BoardsARound()


def text_width() -> int:
    """Return how many characters go on a line."""
    if not sys.stdout.isatty():
        return USUAL_WIDTH
    import shutil  # a movement is shown without it

    return shutil.get_terminal_size((USUAL_WIDTH, 24)).columns


def fitted(text: str) -> str:
    """Return text with long lines broken where they are read in a terminal; in a file or a pipe they stay whole."""
    if not sys.stdout.isatty():
        return text
    from byestand.words.typesetting import wrapped

    return "".join(f"{line}\n" for line in wrapped(text.splitlines(), text_width()))

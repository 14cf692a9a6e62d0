"""Shared by all commands: types of option values, and text as wide as the terminal."""

import os.path
import re
import sys
from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, NamedTuple, TypeVar

import click

from byestand.errors import BadRequest
from byestand.language import say
from byestand.model.session import Section
from byestand.parse import span
from byestand.sanitize import plain_number

if TYPE_CHECKING:
    from pathlib import Path

T = TypeVar("T")
R = TypeVar("R")
_LETTER = re.compile("[^ -~\n]")
USUAL_WIDTH = 100
"""Characters per line in a file or a pipe."""


def json_text(data: object) -> str:
    r"""Return data as readable json: letters of all scripts unchanged, control characters escaped.

    >>> print(json_text(["é", "\x85\u202e\ud800"]))
    [
     "é",
     "\u0085\u202e\ud800"
    ]
    """
    import json

    text = json.dumps(data, indent=1, ensure_ascii=False)
    return _LETTER.sub(lambda match: match[0] if match[0].isprintable() else json.dumps(match[0])[1:-1], text)


def can_be_file(argument: str) -> bool:
    """Return whether an argument means a file: it contains a dot or a slash, or such a file exists."""
    # Showing W1813 does not need pathlib, which takes time to import.
    return any(mark in argument for mark in "./\\") or os.path.isfile(argument)  # noqa: PTH113


def is_there(path: "Path", what: str) -> bool:
    """Return whether a path "exists", "is_file" or "is_dir"; False for a name that no file can have."""
    try:
        return bool(getattr(path, what)())
    except (OSError, ValueError):
        return False


class MovementOutput(NamedTuple):
    """A movement to show, with board numbers if the boards per round are known, and remarks to print below it."""

    section: Section
    remarks: str = ""


def with_request(kind: Callable[..., R]) -> Callable[[Callable[[R], T]], Callable[..., T]]:
    """Return a decorator that passes all arguments to a command as one value of a class."""

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
            if digits.isascii() and digits.isdigit():
                self.fail(say("expected a number of at most 9 digits: {value!r}", value=value), param, ctx)
            self.fail(say("expected a whole number: {value!r}", value=value), param, ctx)
        return -number if str(value).startswith("-") else number


class ParsedType(click.ParamType[T]):
    """A value that a function parses; the function raises BadRequest for invalid text."""

    def __init__(self, name: str, parse: Callable[[str], T]) -> None:
        self.name = name
        self.parse = parse

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> T:
        """Return the value."""
        try:
            return self.parse(str(value))
        except BadRequest as error:
            self.fail(str(error), param, ctx)


class BoardsARound(click.ParamType[tuple[int, ...]]):
    """Boards per round: ``2`` for all sections, or ``4,3``, one number per section."""

    name = "N or N,M"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> tuple[int, ...]:
        """Return the numbers."""
        if isinstance(value, tuple):
            return value
        return tuple(WHOLE_NUMBER.convert(part.strip(), param, ctx) for part in str(value).split(","))


FIRST_BOARD = "Number of the first board (default 1), such as 27 for a second session."
NAMES = "Names file: one pair per line (N1 Anna & Boris), or csv with section,table,direction,name,number."
MINUTES_PER_BOARD = "Minutes per board (default 7.5)."
MISSING = "Missing pair, such as N19 or E3. May be repeated."
SPAN = ParsedType("N or N-M", span)
"""A number or a range of numbers: ``18`` or ``14-20``."""
WHOLE_NUMBER = WholeNumber()
BOARDS_A_ROUND = BoardsARound()


def text_width() -> int:
    """Return the number of characters per line."""
    if not sys.stdout.isatty():
        return USUAL_WIDTH
    import shutil  # not needed without a terminal

    return shutil.get_terminal_size((USUAL_WIDTH, 24)).columns


def wrap_to_terminal(text: str) -> str:
    """Return text with long lines wrapped for a terminal; in a file or a pipe they stay whole."""
    if not sys.stdout.isatty():
        return text
    from byestand.sentences.text_layout import wrap_lines

    return "".join(f"{line}\n" for line in wrap_lines(text.splitlines(), text_width()))

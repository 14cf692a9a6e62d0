"""A value from a json file with its path, so that a refusal can say where it is: ``$.schedule[3].ns``.

Json formats have a version: what an earlier Byestand wrote is brought up step by step; a later one is told of. A
format's number goes up when what is written can no longer be read by those who know the number before.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NoReturn, TypeAlias

from byestand.errors import FormatError

MAX_TEXT_CHARS = 1000
HIGHEST_VERSION = 10**6
NIGHT = "byestand night"
"""What the app calls a whole evening in a file."""

Step: TypeAlias = Callable[[dict[str, Any]], dict[str, Any]]
"""From the data of one version to that of the next."""


@dataclass(frozen=True, slots=True)
class Checked:
    """A value from a json file that is checked when it is read."""

    value: Any
    path: str
    source: str

    def refuse(self, reason: str) -> NoReturn:
        """Raise a FormatError with the path of the value."""
        raise FormatError(self.source, f"{reason} @ {self.path}")

    def __getitem__(self, key: str) -> "Checked":
        if not isinstance(self.value, dict):
            self.refuse("expected an object")
        if key not in self.value:
            self.refuse(f"{key!r} is not there")
        return Checked(self.value[key], f"{self.path}.{key}", self.source)

    def has(self, key: str) -> bool:
        """Tell whether this is an object with that key."""
        return isinstance(self.value, dict) and key in self.value

    def only(self, known: str) -> None:
        """Refuse an object with other keys than the known ones."""
        if not isinstance(self.value, dict):
            self.refuse("expected an object")
        if unknown := sorted(set(self.value) - set(known.split())):
            self.refuse(f"unknown key {unknown[0]!r}")

    def items(self) -> "list[Checked]":
        """Return the members of a list."""
        if not isinstance(self.value, list):
            self.refuse("expected a list")
        return [Checked(item, f"{self.path}[{i}]", self.source) for i, item in enumerate(self.value)]

    def is_null(self) -> bool:
        """Tell whether the value is null."""
        return self.value is None

    def flag(self) -> bool:
        """Return true or false."""
        if not isinstance(self.value, bool):
            self.refuse("expected true or false")
        return self.value

    def rising(self, highest: int) -> tuple[int, ...]:
        """Return whole numbers from 1, each greater than the one before."""
        found = tuple(number.number(1, highest) for number in self.items())
        if list(found) != sorted(set(found)):
            self.refuse("expected rising numbers")
        return found

    def text(self) -> str:
        """Return a text of reasonable length."""
        if not isinstance(self.value, str) or len(self.value) > MAX_TEXT_CHARS:
            self.refuse(f"expected a text of at most {MAX_TEXT_CHARS} characters")
        return self.value

    def number(self, low: int, high: int) -> int:
        """Return a whole number in a range."""
        # bool is an int in Python, but not in json
        if type(self.value) is not int or not low <= self.value <= high:
            self.refuse(f"expected a whole number from {low} to {high}")
        return self.value

    def number_at(self, key: str, low: int, high: int) -> int:
        """Return the whole number at a key of an object; faster than ``self[key].number(low, high)``."""
        value = self.value.get(key) if isinstance(self.value, dict) else None
        if type(value) is int and low <= value <= high:
            return value
        return self[key].number(low, high)


def version_in(top: Checked, *, format: str, newest: int) -> int:
    """Return the version that the data of a file have; refuse another format, or a version yet to come."""
    told = top.value if isinstance(top.value, dict) else {}
    version = told.get("version") if told.get("format") == format else None
    if told.get("format") == NIGHT != format:
        raise FormatError(top.source, "a night, not a movement: bring it in with 'byestand serve', under Nights")
    if type(version) is not int or not 1 <= version <= HIGHEST_VERSION:
        raise FormatError(top.source, f"expected the format {format!r}, version {newest} or earlier")
    if version > newest:
        raise FormatError(
            top.source,
            f"written by a newer version of Byestand (format {version}, and {newest} is the newest known here);"
            " update Byestand to open it",
        )
    return version


def brought_up(top: Checked, *, format: str, newest: int, steps: Mapping[int, Step]) -> Checked:
    """Return the data of a file as the newest version has them."""
    version = version_in(top, format=format, newest=newest)
    data = dict(top.value)
    for step in range(version, newest):
        data = steps[step](data)
    return Checked(data | {"version": newest}, top.path, top.source)

"""A value from a JSON file with its path, so that an error can name the place: ``$.schedule[3].ns``.

Each JSON format has a version, which rises when its shape changes. Files of other versions are refused.
"""

from dataclasses import dataclass
from typing import Any, NoReturn

from byestand.errors import FormatError
from byestand.language import say

MAX_TEXT_CHARS = 1000
HIGHEST_VERSION = 10**6
SESSION = "byestand session"
"""The format of a file with a saved session."""
EARLIER_NAMES = {"byestand night": SESSION}
"""Names of formats before version 10 of session files; such files are only refused."""


@dataclass(frozen=True, slots=True)
class JsonCursor:
    """A value from a JSON file that is checked when it is read."""

    value: Any
    path: str
    source: str

    def refuse(self, reason: str) -> NoReturn:
        """Raise a FormatError with the path of the value."""
        raise FormatError(self.source, f"{reason} @ {self.path}")

    def __getitem__(self, key: str) -> "JsonCursor":
        if not isinstance(self.value, dict):
            self.refuse(say("expected an object"))
        if key not in self.value:
            self.refuse(say("key {key!r} is missing", key=key))
        return JsonCursor(self.value[key], f"{self.path}.{key}", self.source)

    def has(self, key: str) -> bool:
        """Return whether this is an object with a key."""
        return isinstance(self.value, dict) and key in self.value

    def only(self, known: str) -> None:
        """Raise for an object with keys other than the known ones."""
        if not isinstance(self.value, dict):
            self.refuse(say("expected an object"))
        if unknown := sorted(set(self.value) - set(known.split())):
            self.refuse(say("unknown key {key!r}", key=unknown[0]))

    def items(self) -> "list[JsonCursor]":
        """Return the members of a list."""
        if not isinstance(self.value, list):
            self.refuse(say("expected a list"))
        return [JsonCursor(item, f"{self.path}[{i}]", self.source) for i, item in enumerate(self.value)]

    def is_null(self) -> bool:
        """Return whether the value is null."""
        return self.value is None

    def flag(self) -> bool:
        """Return true or false."""
        if not isinstance(self.value, bool):
            self.refuse(say("expected true or false"))
        return self.value

    def increasing_numbers(self, highest: int) -> tuple[int, ...]:
        """Return whole numbers from 1 in rising order."""
        numbers = tuple(number.number(1, highest) for number in self.items())
        if list(numbers) != sorted(set(numbers)):
            self.refuse(say("expected numbers in rising order"))
        return numbers

    def text(self) -> str:
        """Return a text of limited length."""
        if not isinstance(self.value, str) or len(self.value) > MAX_TEXT_CHARS:
            self.refuse(say("expected a text of at most {limit} characters", limit=MAX_TEXT_CHARS))
        return self.value

    def number(self, low: int, high: int) -> int:
        """Return a whole number in a range."""
        # bool is an int in Python, but not in JSON
        if type(self.value) is not int or not low <= self.value <= high:
            self.refuse(say("expected a whole number from {low} to {high}", low=low, high=high))
        return self.value

    def number_at(self, key: str, low: int, high: int) -> int:
        """Return the whole number at a key of an object; faster than ``self[key].number(low, high)``."""
        value = self.value.get(key) if isinstance(self.value, dict) else None
        if type(value) is int and low <= value <= high:
            return value
        return self[key].number(low, high)


def require_version(top: JsonCursor, *, format: str, version: int) -> None:
    """Raise for data of another format, or of an older or newer version."""
    data = top.value if isinstance(top.value, dict) else {}
    name = data.get("format")
    file_format = EARLIER_NAMES.get(name, name) if isinstance(name, str) else None
    file_version = data.get("version") if file_format == format else None
    if file_format == SESSION != format:
        raise FormatError(top.source, say("a saved session, not a movement; import it on the page Saved sessions"))
    if type(file_version) is not int or not 1 <= file_version <= HIGHEST_VERSION:
        raise FormatError(
            top.source, say("expected the format {format!r}, version {version}", format=format, version=version)
        )
    if file_version > version:
        raise FormatError(
            top.source,
            say(
                "written by a newer Byestand (version {version}, this one reads version {own}); update Byestand",
                version=file_version,
                own=version,
            ),
        )
    if file_version < version:
        raise FormatError(
            top.source,
            say(
                "written before the first release (version {version}, this Byestand reads version {own});"
                " open it with the Byestand that wrote it",
                version=file_version,
                own=version,
            ),
        )

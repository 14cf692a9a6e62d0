"""Versions of json formats.

Json formats have a version: what an earlier Byestand wrote is brought up step by step; a later one is told of. A
format's number goes up when what is written can no longer be read by those who know the number before.
"""

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from byestand.checked import Checked
from byestand.errors import FormatError

HIGHEST_VERSION = 10**6
NIGHT = "byestand night"
"""What the app calls a whole evening in a file."""

Step: TypeAlias = Callable[[dict[str, Any]], dict[str, Any]]
"""From the data of one version to that of the next."""


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

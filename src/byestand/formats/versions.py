"""Json formats with a version: what an earlier Byestand wrote is brought up step by step; a later one is told of.

A format's number goes up when what is written can no longer be read by those who know the number before.
"""

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from byestand.errors import FormatError
from byestand.formats.checked import Checked

Step: TypeAlias = Callable[[dict[str, Any]], dict[str, Any]]
"""From the data of one version to that of the next."""
HIGHEST = 10**6


def brought_up(top: Checked, *, format: str, newest: int, steps: Mapping[int, Step]) -> Checked:
    """Return the data of a file as the newest version has them; refuse another format, or a version yet to come."""
    version = top["version"].value if top["format"].value == format else None
    if type(version) is not int or not 1 <= version <= HIGHEST:
        raise FormatError(top.source, f"expected the format {format!r}, version {newest} or earlier")
    if version > newest:
        raise FormatError(
            top.source,
            f"written by a newer version of Byestand (format {version}, and {newest} is the newest known here);"
            " update Byestand to open it",
        )
    data = dict(top.value)
    for step in range(version, newest):
        data = steps[step](data)
    return Checked(data | {"version": newest}, top.path, top.source)

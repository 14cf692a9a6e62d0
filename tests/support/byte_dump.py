"""Readable golden dumps of binary files, with offsets and the meaning of each value.

A line is an offset (``707``, or ``44+4067`` for page 44 of a file of pages), bytes in hex or a text in quotes, and a
remark after ``#``. ``00 x 65`` is a repeated byte; ``|`` is only a separator.
"""

import re

from tests.support.paths import GOLDEN

PAGE = 4096

_LINE = re.compile(
    r'(?:(?P<page>\d+)\+)?(?P<offset>\d+) +(?:"(?P<text>[^"]*)"|(?P<hex>[0-9A-F |]+)(?:x (?P<times>\d+))?)'
)


def written_out(name: str, *, over: bytes) -> bytes:
    """Return the bytes of a golden dump; bytes that it does not list are those of *over*."""
    told = bytearray(over)
    for line in (GOLDEN / name).read_text().splitlines():
        words = line.partition("#")[0].strip()
        if words:
            found = _LINE.fullmatch(words)
            assert found, line
            here = int(found["page"] or 0) * PAGE + int(found["offset"])
            value = (
                found["text"].encode() if found["text"] is not None else bytes.fromhex(found["hex"].replace("|", ""))
            )
            value *= int(found["times"] or 1)
            told[here : here + len(value)] = value
    return bytes(told)

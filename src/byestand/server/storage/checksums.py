"""Checksums of stored rows, by which damaged ones are found."""

import json
from hashlib import blake2b

DIGEST_BYTES = 8


def checksum(*values: str | float | None) -> str:
    """Return the checksum of the values of a row, in their order.

    Of an event: revision, at, kind, author, key, contents. Of a night: `records.NightRow` without its checksums.

    >>> checksum(1, 0.5, "noted", "director", "", "{}") == checksum(2, 0.5, "noted", "director", "", "{}")
    False
    """
    return blake2b(json.dumps(values).encode(), digest_size=DIGEST_BYTES).hexdigest()

"""The log of a service: one line of json for every request on stdout, and one for every fault on stderr.

Never a name, a code, an address of a visitor, a cookie, or anything else that somebody sent.
"""

import json
import logging
import sys
from datetime import UTC, datetime
from typing import TextIO

from byestand.server.jobs.faults import bare
from byestand.server.jobs.results import Refusal
from byestand.server.ops.access_log import REQUEST, Answered


def answered(one: Answered) -> None:
    """Write that a request was answered."""
    _write(
        sys.stdout,
        request=one.request,
        method=one.method,
        route=one.route,
        status=one.status,
        milliseconds=round(1000 * one.seconds, 1),
        bytes=one.sent,
    )


def failed(refused: Refusal) -> None:
    """Write a fault of ours in one of those who work for the server."""
    _write(sys.stderr, request=REQUEST.get(), said="a fault of ours", fault=refused.bare)


def happened(said: str, **more: object) -> None:
    """Write what else happens to the service: that it begins, that it ends."""
    _write(sys.stdout, said=said, **more)


class OneLine(logging.Handler):
    """Writes what libraries log: the first line of it, for others may quote what they were working on."""

    def emit(self, record: logging.LogRecord) -> None:
        """Write one thing."""
        fault = record.exc_info[1] if record.exc_info else None
        said = next(iter(record.getMessage().splitlines()), "")
        _write(sys.stderr, request=REQUEST.get(), said=said, **({"fault": bare(fault)} if fault else {}))


def begin() -> None:
    """Have everything that libraries log written so."""
    logging.basicConfig(level=logging.WARNING, handlers=[OneLine()], force=True)


def _write(to: TextIO, **fields: object) -> None:
    now = datetime.now(UTC).isoformat(timespec="milliseconds")
    to.write(json.dumps({"time": now, **fields}, ensure_ascii=False) + "\n")
    to.flush()

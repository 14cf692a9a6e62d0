"""What can go wrong with PostgreSQL, as sentences; none of them has a password in it."""

import re

import psycopg

from byestand.errors import BadRequest, ByestandError, FormatError, NotFound, Refused

AWAY = "the database of nights does not answer, so nothing was saved; try again in a moment"
BUSY = "the database of nights has too much to do, so nothing was saved; try again in a moment"
TEMPORARY = {
    "08": AWAY,
    "25006": "the database of nights only reads for the moment, so nothing was saved; try again later",
    "40": BUSY,
    "53100": "the disk of the database of nights is full, so nothing was saved; tell who runs this service",
    "53": BUSY,
    "55P03": BUSY,
    "57014": BUSY,
    "57": AWAY,
    "58": "the disk of the database of nights does not work as it should; tell who runs this service",
}
"""Sentences for PostgreSQL's error codes, or their beginnings, where waiting may help."""
_SOON = re.compile("starting up|shutting down|not (yet )?accept|recovery|too many|remaining connection", re.IGNORECASE)


def may_come_back(fault: psycopg.OperationalError) -> bool:
    """Tell whether a database that could not be opened may answer in a moment."""
    return "FATAL" not in str(fault) or bool(_SOON.search(str(fault)))


def error_for(fault: psycopg.Error, source: str) -> ByestandError:
    """Return the error for a request that failed."""
    code = fault.sqlstate or ""
    if code == "23503":
        return NotFound("that was thrown away meanwhile, so nothing was saved")
    if isinstance(fault, psycopg.DataError):
        return BadRequest("there is a sign in it that cannot be kept, so nothing was saved")
    sentence = next((text for prefix, text in TEMPORARY.items() if code.startswith(prefix)), "")
    if not sentence and isinstance(fault, psycopg.OperationalError):
        sentence = AWAY
    return Refused(503, sentence) if sentence else FormatError(source, f"nights cannot be kept there: {_text(fault)}")


def startup_error(fault: psycopg.Error, source: str) -> FormatError:
    """Return the error for a database that cannot be used at all, for the operator."""
    is_silent = isinstance(fault, psycopg.OperationalError) and not fault.sqlstate and may_come_back(fault)
    problem = "no database answers there" if is_silent else "nights cannot be kept there"
    return FormatError(source, f"{problem}: {_text(fault)}")


def _text(fault: psycopg.Error) -> str:
    """Return the server's message, or that of the last attempt to reach it."""
    message = fault.diag.message_primary or str(fault).strip().partition("\n")[0]
    return re.sub(r"^.*(FATAL|failed|bad):\s+", "", message)

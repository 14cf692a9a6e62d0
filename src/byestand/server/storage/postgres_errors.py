"""Errors of PostgreSQL as sentences, without passwords."""

import re

import psycopg

from byestand.errors import BadRequest, ByestandError, FormatError, NotFound, RequestRefused
from byestand.language import phrase, say
from byestand.server.storage.database import cannot_save

AWAY = phrase("the session database does not answer. Try again in a moment")
BUSY = phrase("the session database is busy. Try again in a moment")
TEMPORARY = {
    "08": AWAY,
    "25006": phrase("the session database is read-only at the moment. Try again later"),
    "40": BUSY,
    "53100": phrase("the disk of the session database is full. Tell the operator of this service"),
    "53": BUSY,
    "55P03": BUSY,
    "57014": BUSY,
    "57": AWAY,
    "58": phrase("disk error of the session database. Tell the operator of this service"),
}
"""Phrases for PostgreSQL's error codes, or their first characters, if waiting may help."""
_SOON = re.compile("starting up|shutting down|not (yet )?accept|recovery|too many|remaining connection", re.IGNORECASE)


def may_come_back(fault: psycopg.OperationalError) -> bool:
    """Return whether a database that could not be opened may answer soon."""
    return "FATAL" not in str(fault) or bool(_SOON.search(str(fault)))


def error_for(fault: psycopg.Error, source: str) -> ByestandError:
    """Return the error for a request that failed."""
    code = fault.sqlstate or ""
    if code == "23503":
        return NotFound(say("this was deleted in the meantime"))
    if isinstance(fault, psycopg.DataError):
        return BadRequest(say("the text has a character that cannot be stored"))
    sentence = next((text for prefix, text in TEMPORARY.items() if code.startswith(prefix)), "")
    if not sentence and isinstance(fault, psycopg.OperationalError):
        sentence = AWAY
    return RequestRefused(503, say(sentence)) if sentence else FormatError(source, cannot_save(_text(fault)))


def startup_error(fault: psycopg.Error, source: str) -> FormatError:
    """Return the error for a database that cannot be used at all, for the operator."""
    is_silent = isinstance(fault, psycopg.OperationalError) and not fault.sqlstate and may_come_back(fault)
    reason = say("no database answers there: {error}", error=_text(fault)) if is_silent else cannot_save(_text(fault))
    return FormatError(source, reason)


def _text(fault: psycopg.Error) -> str:
    """Return the message of the server, or of the last attempt to connect."""
    message = fault.diag.message_primary or str(fault).strip().partition("\n")[0]
    return re.sub(r"^.*(FATAL|failed|bad):\s+", "", message)

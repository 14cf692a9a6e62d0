"""The codes that open a right: made from secrets that never leave this machine, and all dead when theirs is renewed.

For each right of each night one secret is kept, in the file of the nights; the director's is that of the whole desk. A
code is a keyed hash (HMAC-SHA256) of whose right it is, so that nothing is kept for each of hundreds of pairs, and who
knows the code of one pair knows nothing of another's.

What is typed or scanned has 80 bits in sixteen letters: short enough to type on a television, and with a few tries a
second, all that `tries` lets through, beyond guessing in the age of the universe. What a device keeps as its cookie has
256 bits and a name of its own for the device; it is never typed, so its length costs nothing and guessing it is
hopeless without any limit.
"""

import hashlib
import hmac
import re
import secrets
import sqlite3
from base64 import b32encode, urlsafe_b64encode
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from threading import Lock
from urllib.parse import unquote

from byestand.server.rights.right import LETTERS, Kind, Right

TABLES = (
    """create table if not exists secrets (
        night integer not null, right text not null, secret blob not null, primary key (night, right)
    ) strict""",
    """create trigger if not exists secrets_go_with_their_night after delete on nights begin
        delete from secrets where night = old.id;
    end""",
)
CODE_BYTES = 10
SECRET_BYTES = 32
LETTERS_IN_A_GROUP = 4
LONGEST = 200
"""No code of ours and no cookie is as long."""

_SUBJECT = r"(?P<kind>[DWP])(?P<night>\d{0,18})(?:\.(?P<pair>.+?))?"
_CODE = re.compile(_SUBJECT + r"[-\s]+(?P<proof>(?:[A-Z0-9][-\s]*){16})", re.IGNORECASE)
_COOKIE = re.compile(_SUBJECT + r"~(?P<device>[\w-]{16})~(?P<proof>[\w-]{43})", re.ASCII)
_MISREAD = str.maketrans("018", "OIB")
"""Figures that are in no code, and the letters they are taken for."""
_KINDS = {letter: kind for kind, letter in LETTERS.items()}


@dataclass(frozen=True, slots=True)
class Pass:
    """What a cookie proves: a right, and which device has it."""

    right: Right
    device: str


class Codes:
    """All codes of a desk."""

    def __init__(self, opened: Callable[[], AbstractContextManager[sqlite3.Connection]]) -> None:
        self._opened = opened
        self._lock = Lock()
        self._nobodys = secrets.token_bytes(SECRET_BYTES)
        """What codes for nights that have none are held against: it takes as long as for those that have."""
        self.renewals = 0
        """How often codes were made anew: who looks again only then sees at once that his are dead."""
        with opened() as base:
            for statement in TABLES:
                base.execute(statement)
            rows = base.execute("select night, right, secret from secrets").fetchall()
        self._secrets: dict[tuple[int, str], bytes] = {(night, right): secret for night, right, secret in rows}

    def code(self, right: Right) -> str:
        """Return the code that opens a right; its secret is made where there is none yet."""
        letters = b32encode(_proof(self._secret(right), "code", right.subject)[:CODE_BYTES]).decode()
        groups = re.findall("." * LETTERS_IN_A_GROUP, letters)
        return "-".join((right.subject, *groups))

    def cookie(self, right: Right) -> str:
        """Return what a device with a right keeps: no other has the same."""
        device = secrets.token_urlsafe(12)
        return f"{right.subject}~{device}~{self._cookie_proof(self._secret(right), right.subject, device)}"

    def opened_by(self, code: str) -> Right | None:
        """Return what a code opens that somebody typed, with small letters and without hyphens if he likes."""
        found = _CODE.fullmatch(code.strip()) if len(code) < LONGEST else None
        right = _right(found) if found else Right("director")
        told = re.sub(r"[-\s]", "", found["proof"]).upper().translate(_MISREAD) if found else ""
        right = replace(right, pair=right.pair.upper())  # no label has small letters
        proof = b32encode(_proof(self._known(right), "code", right.subject)[:CODE_BYTES])
        return right if hmac.compare_digest(proof, told.encode()) else None

    def shown_by(self, cookie: str) -> Pass | None:
        """Return what the cookie of a device proves."""
        found = _COOKIE.fullmatch(cookie) if len(cookie) < LONGEST else None
        if not found:
            return None
        right, device = _right(found), found["device"]
        proof = self._cookie_proof(self._known(right), right.subject, device)
        return Pass(right, device) if hmac.compare_digest(proof, found["proof"]) else None

    def renew(self, kind: Kind, night: int) -> None:
        """Make new codes for a right, of a night or of the director; the old ones open nothing from now on."""
        with self._lock:
            self._make(0 if kind == "director" else night, kind)
        self.renewals += 1

    def _secret(self, right: Right) -> bytes:
        whose = right.night, right.kind
        if known := self._secrets.get(whose):
            return known
        with self._lock:  # two may ask for the first code at once: theirs is the same
            return self._secrets.get(whose) or self._make(*whose)

    def _known(self, right: Right) -> bytes:
        return self._secrets.get((right.night, right.kind), self._nobodys)

    def _make(self, night: int, kind: Kind) -> bytes:
        """Make a secret and keep it: on the disk first, so that no code is shown that opens nothing tomorrow."""
        secret = secrets.token_bytes(SECRET_BYTES)
        with self._opened() as base:
            base.execute("insert or replace into secrets values (?, ?, ?)", (night, kind, secret))
        self._secrets[night, kind] = secret
        return secret

    @staticmethod
    def _cookie_proof(secret: bytes, subject: str, device: str) -> str:
        return urlsafe_b64encode(_proof(secret, "cookie", f"{subject}~{device}")).decode().rstrip("=")


def _proof(secret: bytes, use: str, subject: str) -> bytes:
    return hmac.digest(secret, f"{use} {subject}".encode(), hashlib.sha256)


def _right(found: re.Match[str]) -> Right:
    """Return the right that is claimed; whether it is given is another question."""
    return Right(_KINDS[found["kind"].upper()], int(found["night"] or 0), unquote(found["pair"] or ""))

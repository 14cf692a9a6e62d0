"""The codes that open a right: made from secrets that never leave this machine, and all dead when theirs is renewed.

For each right of each night one secret is kept beside it; the director's is that of the whole desk. They are looked up
every time: what another process, or another machine, has made anew is dead here at once. A code is a keyed hash
(HMAC-SHA256) of whose right it is, so that nothing is kept for each of hundreds of pairs, and who knows the code of one
pair knows nothing of another's.

What is typed or scanned has 80 bits in sixteen letters: short enough to type on a television, and with what `tries`
lets through, half a try a second from each address, beyond guessing even with a million of them. What opens the desk of
one club among many is in a link and is never typed, so it has 160 bits. What a device keeps as its cookie has 256 bits
and a name of its own for the device; its length costs nothing, and guessing it is hopeless without any limit.
"""

import hashlib
import hmac
import re
import secrets
from base64 import b32encode, urlsafe_b64encode
from dataclasses import dataclass, replace
from urllib.parse import unquote

from byestand.errors import NotFound
from byestand.server.auth.right import LETTERS, Right
from byestand.server.storage.database import OpenDatabase
from byestand.server.storage.notify import Notification
from byestand.server.storage.sqlite import SECRET_BYTES
from byestand.server.storage.store import Store
from byestand.server.storage.workspaces import first_day

CODE_BYTES, LINK_BYTES = 10, 20
"""Of what is typed, and of what is only scanned or opened."""
LETTERS_IN_A_GROUP = 4
LONGEST = 200
"""No code of ours and no cookie is as long."""

_SUBJECT = r"(?P<number>[0-9]{1,18})(?:\.(?P<pair>.+?))?"
_CODE = re.compile(r"(?P<kind>[DWPdwp])" + _SUBJECT + r"[-\s]+(?P<proof>(?:(?:[A-Za-z0-9][-\s]*){16}){1,2})")
"""Small letters stand in it, because what Python takes for others in another case (the sign of Kelvin) is no letter."""
_COOKIE = re.compile(r"(?P<kind>[DWP])" + _SUBJECT + r"~(?P<device>[\w-]{16})~(?P<proof>[\w-]{43})", re.ASCII)
_MISREAD = str.maketrans("018", "OIB")
"""Figures that are in no code, and the letters they are taken for."""
_KINDS = {letter: kind for kind, letter in LETTERS.items()}


@dataclass(frozen=True, slots=True)
class Pass:
    """What a cookie proves: a right, and which device has it."""

    right: Right
    device: str


class Codes:
    """All codes of all desks; where they expire, of those only that somebody visited in so many *days*."""

    def __init__(self, store: Store, *, director_bytes: int = CODE_BYTES, days: int | None = None) -> None:
        self._store = store
        self._director_bytes = director_bytes
        self._days = days
        self._nobodys = secrets.token_bytes(SECRET_BYTES)
        """What codes for nights that have none are held against: it takes as long as for those that have."""

    def code(self, right: Right) -> str:
        """Return the code that opens a right; its secret is made where there is none yet."""
        groups = re.findall("." * LETTERS_IN_A_GROUP, self._letters(self._secret(right), right))
        return "-".join((right.subject, *groups))

    def cookie(self, right: Right) -> str:
        """Return what a device with a right keeps: no other has the same."""
        device = secrets.token_urlsafe(12)
        return f"{right.subject}~{device}~{self._cookie_proof(self._secret(right), right.subject, device)}"

    def opened_by(self, code: str) -> Right | None:
        """Return what a code opens that somebody typed, with small letters and without hyphens if he likes."""
        found = _CODE.fullmatch(code.strip()) if len(code) < LONGEST else None
        right = _right(found) if found else Right("director")  # which no desk 0 has
        told = re.sub(r"[-\s]", "", found["proof"]).upper().translate(_MISREAD) if found else ""
        right = replace(right, pair=right.pair.upper())  # no label has small letters
        proof = self._letters(self._known(right), right)
        return right if hmac.compare_digest(proof, told) else None

    def shown_by(self, cookie: str) -> Pass | None:
        """Return what the cookie of a device proves."""
        found = _COOKIE.fullmatch(cookie) if len(cookie) < LONGEST else None
        if not found:
            return None
        right, device = _right(found), found["device"]
        proof = self._cookie_proof(self._known(right), right.subject, device)
        return Pass(right, device) if hmac.compare_digest(proof, found["proof"]) else None

    def renew(self, right: Right) -> None:
        """Make new codes for a right of a night, or of a desk; the old ones open nothing from now on."""
        secret = secrets.token_bytes(SECRET_BYTES)
        news = Notification("renewed desk", right.desk) if right.is_director else Notification("renewed", right.night)
        with self._store.database.open() as base:
            if right.is_director:
                base.execute("update workspaces set secret = ? where id = ?", (secret, right.desk))
            else:
                _write(base, right, secret, "do update set secret = excluded.secret")
            self._store.notify(base, news)
        self._store.on_notification(news)

    def _letters(self, secret: bytes, right: Right) -> str:
        many = self._director_bytes if right.is_director else CODE_BYTES
        return b32encode(_proof(secret, "code", right.subject)[:many]).decode()

    def _secret(self, right: Right) -> bytes:
        """Return the secret behind a right; the first who asks makes it, and whoever asks with him gets the same."""
        with self._store.database.open() as base:
            found = _read(base, right)
            if found is None and not right.is_director:  # a desk has its own from the beginning, or is gone
                _write(base, right, secrets.token_bytes(SECRET_BYTES), "do nothing")
                found = _read(base, right)
        if found is None:
            raise NotFound("this was deleted meanwhile")
        return found

    def _known(self, right: Right) -> bytes:
        with self._store.database.open() as base:
            return _read(base, right, since=first_day(self._store, self._days)) or self._nobodys

    @staticmethod
    def _cookie_proof(secret: bytes, subject: str, device: str) -> str:
        return urlsafe_b64encode(_proof(secret, "cookie", f"{subject}~{device}")).decode().rstrip("=")


def _proof(secret: bytes, use: str, subject: str) -> bytes:
    return hmac.digest(secret, f"{use} {subject}".encode(), hashlib.sha256)


def _read(base: OpenDatabase, right: Right, *, since: str = "") -> bytes | None:
    """Return a secret; none where nobody visited the desk *since* a day."""
    if right.is_director:
        found = base.execute(_OF_A_DESK, (right.desk, since)).fetchone()
    else:
        found = base.execute(_OF_A_NIGHT, (right.night, right.kind, since)).fetchone()
    return bytes(found[0]) if found else None


_OF_A_DESK = "select secret from workspaces where id = ? and visited >= ?"
_OF_A_NIGHT = """select secret from secrets where night = ? and "right" = ? and not exists
    (select 1 from nights join workspaces on workspaces.id = nights.workspace
    where nights.id = secrets.night and workspaces.visited < ?)"""


_WRITE = 'insert into secrets (night, "right", secret) values (?, ?, ?) on conflict (night, "right") '


def _write(base: OpenDatabase, right: Right, secret: bytes, otherwise: str) -> None:
    base.execute(_WRITE + otherwise, (right.night, right.kind, secret))


def _right(found: re.Match[str]) -> Right:
    """Return the right that is claimed; whether it is given is another question."""
    kind, number = _KINDS[found["kind"].upper()], int(found["number"])
    if kind == "director":
        return Right(kind, desk=number)
    return Right(kind, number, unquote(found["pair"] or ""))

"""Access codes that people type or scan, and the cookies of devices.

One secret is stored for each right of each session, and one for each workspace. Codes and cookies are keyed hashes
(HMAC-SHA256) of the right, made from its secret; a new secret ends all of them at once, in every process.

A code of a session has nine characters without look-alikes (44 bits). The table ``codes`` has a hash of each code that
was shown. A code belongs to one session and expires with it: see `OPEN_NIGHT`. The director's code has 80 bits on a
laptop; on a hosted service, where it is a link and never typed, 160. A cookie has 256 bits.
"""

import hashlib
import hmac
import re
import secrets
from base64 import b32encode, urlsafe_b64encode
from collections import OrderedDict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from urllib.parse import unquote

from byestand.errors import NotFound, RequestRefused
from byestand.language import say
from byestand.server.auth.roles import LETTERS, Role
from byestand.server.storage.database import Notification, OpenDatabase
from byestand.server.storage.records import MOMENT
from byestand.server.storage.sqlite import SECRET_BYTES
from byestand.server.storage.store import Store
from byestand.server.storage.workspaces import first_day

ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXY3456789"
"""The characters of a code: no O or 0, no I or 1, no Z or 2."""
CODE_LENGTH, GROUP = 9, 3
CODES_TRIED = 3
"""The number of codes tried for a right: another session may have the same one."""
DIRECTOR_BYTES, LINK_BYTES = 10, 20
"""Of the director's code on a laptop and on a hosted service."""
LINK_GROUP = 4
MAX_SEEN = 16384
"""Valid cookies in memory."""
LONGEST = 200
"""Longer than any code or cookie."""
DAY = 24 * 3600
SHOWN_AGAIN = DAY / 2
"""Seconds after which a code that is shown again counts as shown now."""

_SEPARATORS = re.compile("[-\\s\u2010-\u2015]")
"""Spaces and dashes, which may be anywhere in a code."""
_LINK = re.compile(r"[Dd](?P<number>[0-9]{1,18})[-\s]*(?P<proof>(?:(?:[A-Za-z0-9][-\s]*){16}){1,2})")
"""The code of a director."""
_COOKIE = re.compile(
    r"(?P<kind>[DWP])(?P<number>[0-9]{1,18})(?:\.(?P<pair>.+?))?~(?P<device>[\w-]{16})~(?P<proof>[\w-]{43})", re.ASCII
)
_MISREAD = str.maketrans("018", "OIB")
"""Digits that are in no link, and the letters that look like them."""
_KINDS = {letter: kind for kind, letter in LETTERS.items()}


@dataclass(frozen=True, slots=True)
class Credential:
    """The right that a cookie proves, and its device."""

    right: Role
    device: str


class Codes:
    """All codes of all workspaces; with *days*, only of workspaces that were visited since."""

    def __init__(self, store: Store, *, director_bytes: int = DIRECTOR_BYTES, days: int | None = None) -> None:
        self._store = store
        self._director_bytes = director_bytes
        self._days = days
        self._seen: OrderedDict[str, None] = OrderedDict()
        """Valid cookies, the last used one at the end."""
        self._unknown = secrets.token_bytes(SECRET_BYTES)
        """Compared with codes of sessions without a secret, so that they take as long as others."""

    def code(self, right: Role) -> str:
        """Return the code of a right, as shown to users."""
        (code,) = self.codes((right,))
        return code

    def codes(self, rights: Iterable[Role]) -> tuple[str, ...]:
        """Return the codes of rights, in one transaction; make secrets if there are none yet."""
        with self._store.database.open() as base:
            return tuple(self._code(base, right) for right in rights)

    def cookie(self, right: Role) -> str:
        """Return a new cookie for a device with a right."""
        device = secrets.token_urlsafe(12)
        with self._store.database.open() as base:
            secret = _secret(base, right)
        return f"{right.subject}~{device}~{self._cookie_proof(secret, right.subject, device)}"

    def opened_by(self, code: str) -> Role | None:
        """Return the right of a typed code, in small letters or capitals, in groups or not."""
        if len(code) >= LONGEST:
            return None
        typed = _SEPARATORS.sub("", code)
        if len(typed) == CODE_LENGTH and typed.isascii():
            return self._opened_by_typed(typed.upper())
        return self._opened_by_link(code.strip())

    def shown_by(self, cookie: str) -> Credential | None:
        """Return the right and the device of a cookie; None if it is not valid."""
        match = _COOKIE.fullmatch(cookie) if len(cookie) < LONGEST else None
        if not match:
            return None
        right, device = _right(match), match["device"]
        proof = self._cookie_proof(self._known_codes(right), right.subject, device)
        is_valid = hmac.compare_digest(proof, match["proof"])
        self._seen.pop(cookie, None)
        if is_valid:
            self._seen[cookie] = None
            while len(self._seen) > MAX_SEEN:
                self._seen.popitem(last=False)
        return Credential(right, device) if is_valid else None

    def has_seen(self, cookie: str) -> bool:
        """Return whether a cookie was valid when it was last checked; this alone gives no access."""
        return cookie in self._seen

    def renew(self, right: Role) -> None:
        """Replace the codes of a right of a session or a workspace; the old ones stop working."""
        secret = secrets.token_bytes(SECRET_BYTES)
        news = (
            Notification("renewed workspace", right.desk) if right.is_director else Notification("renewed", right.night)
        )
        with self._store.database.open() as base:
            if right.is_director:
                base.execute("update workspaces set secret = ? where id = ?", (secret, right.desk))
            else:
                _write(base, right, secret, "do update set secret = excluded.secret")
                base.execute("delete from codes where night = ? and role = ?", (right.night, right.kind))
            self._store.notify(base, news)
        self._store.on_notification(news)

    def _code(self, base: OpenDatabase, right: Role) -> str:
        secret = _secret(base, right)
        if right.is_director:
            return "-".join((right.subject, *_groups(self._link_letters(secret, right), LINK_GROUP)))
        for letters in _candidates(secret, right):
            if self._is_stored(base, letters, right):
                return " ".join(_groups(letters, GROUP))
        raise RequestRefused(503, say("no code could be created; try again in a moment"))

    def _is_stored(self, base: OpenDatabase, letters: str, right: Role) -> bool:
        """Store that a code is shown now; return whether it belongs to this right and not to another."""
        key, owner = _hash(letters), (right.night, right.kind, right.pair)
        find = "select night, role, pair from codes where hash = ?"
        recently = base.execute(f"{find} and shown >= ?", (key, self._moment(SHOWN_AGAIN))).fetchone()
        if recently is None:
            base.execute(_SHOW, (key, *owner, self._moment()))
        return tuple(recently or base.execute(find, (key,)).fetchone()) == owner

    def _opened_by_typed(self, letters: str) -> Role | None:
        since = self._moment(DAY)
        with self._store.database.open() as base:
            row = base.execute(_OPENED, (_hash(letters), since, since)).fetchone()
            right = Role(row[1], row[0], row[2]) if row else None
            secret = _read(base, right, since=first_day(self._store, self._days)) if right else None
        # The secret may have been renewed while another process stored the code.
        return right if right and secret and letters in _candidates(secret, right) else None

    def _opened_by_link(self, code: str) -> Role | None:
        match = _LINK.fullmatch(code)
        right = Role("director", desk=int(match["number"]) if match else 0)  # 0 is no workspace
        typed = re.sub(r"[-\s]", "", match["proof"]).upper().translate(_MISREAD) if match else ""
        proof = self._link_letters(self._known_codes(right), right)
        return right if hmac.compare_digest(proof, typed) else None

    def _link_letters(self, secret: bytes, right: Role) -> str:
        return b32encode(_proof(secret, "code", right.subject)[: self._director_bytes]).decode()

    def _moment(self, seconds_ago: float = 0) -> str:
        return f"{datetime.fromtimestamp(self._store.now() - seconds_ago, UTC):{MOMENT}}"

    def _known_codes(self, right: Role) -> bytes:
        with self._store.database.open() as base:
            return _read(base, right, since=first_day(self._store, self._days)) or self._unknown

    @staticmethod
    def _cookie_proof(secret: bytes, subject: str, device: str) -> str:
        return urlsafe_b64encode(_proof(secret, "cookie", f"{subject}~{device}")).decode().rstrip("=")


def is_link(code: str) -> bool:
    """Return whether a typed code looks like the code of a director."""
    return len(_SEPARATORS.sub("", code)) > CODE_LENGTH and code.strip()[:1].upper() == LETTERS["director"]


def _proof(secret: bytes, use: str, subject: str) -> bytes:
    return hmac.digest(secret, f"{use} {subject}".encode(), hashlib.sha256)


def _candidates(secret: bytes, right: Role) -> Iterator[str]:
    """Yield the possible codes of a right, the usual one first."""
    for attempt in range(CODES_TRIED):
        number = int.from_bytes(_proof(secret, f"typed {attempt}", right.subject), "big")
        yield "".join(ALPHABET[number // len(ALPHABET) ** place % len(ALPHABET)] for place in range(CODE_LENGTH))


def _hash(letters: str) -> bytes:
    return hashlib.sha256(letters.encode()).digest()


def _groups(letters: str, size: int) -> list[str]:
    return re.findall("." * size, letters)


def _secret(base: OpenDatabase, right: Role) -> bytes:
    """Return the secret of a right; make it if there is none. Parallel requests get the same."""
    secret = _read(base, right)
    if secret is None and not right.is_director:  # a workspace has its own from the start, or is deleted
        _write(base, right, secrets.token_bytes(SECRET_BYTES), "do nothing")
        secret = _read(base, right)
    if secret is None:
        raise NotFound(say("this was deleted in the meantime"))
    return secret


def _read(base: OpenDatabase, right: Role, *, since: str = "") -> bytes | None:
    """Return a secret; None if the workspace was not visited *since* a day."""
    if right.is_director:
        row = base.execute(_OF_A_DESK, (right.desk, since)).fetchone()
    else:
        row = base.execute(_OF_A_NIGHT, (right.night, right.kind, since)).fetchone()
    return bytes(row[0]) if row else None


_OF_A_DESK = "select secret from workspaces where id = ? and visited >= ?"
_OF_A_NIGHT = """select secret from secrets where night = ? and role = ? and not exists
    (select 1 from nights join workspaces on workspaces.id = nights.workspace
    where nights.id = secrets.night and workspaces.visited < ?)"""
OPEN_NIGHT = "(nights.state in ('planned', '') or nights.changed >= ?)"
"""Codes work until a day after the last change of a started session; the state of unread sessions is unknown."""
_OPENED = f"""select codes.night, codes.role, codes.pair from codes join nights on nights.id = codes.night
    where codes.hash = ? and ({OPEN_NIGHT} or codes.shown >= ?)"""  # noqa: S608 - our own words
_SHOW = """insert into codes (hash, night, role, pair, shown) values (?, ?, ?, ?, ?)
    on conflict (hash) do update set shown = excluded.shown
    where codes.night = excluded.night and codes.role = excluded.role and codes.pair = excluded.pair"""

_WRITE = "insert into secrets (night, role, secret) values (?, ?, ?) on conflict (night, role) "


def _write(base: OpenDatabase, right: Role, secret: bytes, otherwise: str) -> None:
    base.execute(_WRITE + otherwise, (right.night, right.kind, secret))


def _right(match: re.Match[str]) -> Role:
    """Return the right that a cookie claims, without checking the proof."""
    kind, number = _KINDS[match["kind"]], int(match["number"])
    if kind == "director":
        return Role(kind, desk=number)
    return Role(kind, number, unquote(match["pair"] or ""))

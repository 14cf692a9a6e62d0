"""Uploaded files: kept for a day under a word that nobody guesses, the newest few of each visitor."""

import secrets
from dataclasses import dataclass

from byestand.errors import NotFound
from byestand.server.storage.store import Store
from byestand.server.storage.workspaces import A_DESK
from byestand.texts import can_be_kept

MOST = 12
MOST_BYTES = 32 * 1024 * 1024
"""Of all files of one visitor together; his newest is there, whatever its size."""


A_DAY = 24 * 3600


@dataclass(frozen=True, slots=True)
class Upload:
    """A file that somebody dropped."""

    name: str
    data: bytes


@dataclass(frozen=True, slots=True)
class Uploads:
    """All that were dropped."""

    store: Store

    def keep(self, upload: Upload, owner: str) -> str:
        """Keep a file for a day, and return the word by which it is found."""
        token, now = secrets.token_urlsafe(12), self.store.now()
        with self.store.database.open() as base:
            base.execute("delete from uploads where at < ?", (now - A_DAY,))
            row = token, owner, upload.name, upload.data, now
            base.execute("insert into uploads (token, owner, name, data, at) values (?, ?, ?, ?, ?)", row)
            kept = base.execute(_OF_AN_OWNER, (owner,)).fetchall()
            room = MOST_BYTES
            for number, (other, size) in enumerate(kept, start=1):
                room -= size
                if other != token and (number > MOST or room < 0):
                    base.execute("delete from uploads where token = ?", (other,))
        return token

    def kept(self, token: str, owner: str) -> Upload:
        """Return a file that was dropped; what came from a desk only to who sits at it."""
        statement = "select name, data, owner from uploads where token = ? and at >= ?"
        with self.store.database.open() as base:
            asked = token if can_be_kept(token) else ""
            found = base.execute(statement, (asked, self.store.now() - A_DAY)).fetchone()
        if found is None or (found[2].startswith(A_DESK) and found[2] != owner):
            raise NotFound("that file is no longer at hand: drop it again")
        return Upload(found[0], bytes(found[1]))

    def forget_old(self) -> None:
        """Forget what nobody needs any more."""
        with self.store.database.open() as base:
            many = base.execute("delete from uploads where at < ?", (self.store.now() - A_DAY,)).rowcount
        if many:
            self.store.database.erase_deleted()


_OF_AN_OWNER = "select token, length(data) from uploads where owner = ? order by at desc, token"

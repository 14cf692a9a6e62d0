"""The entrance of a service that many clubs share: everybody may come, and has his own desk once he keeps something.

Nobody is the director by where he asks from; whoever shows no desk is the director of an empty one.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar, Literal

from starlette.responses import Response
from starlette.types import Scope

from byestand.server.auth.codes import LINK_BYTES, Codes, Pass
from byestand.server.auth.entrance import COOKIE, Entrance, Standing, cookies_in
from byestand.server.auth.right import Access, Right
from byestand.server.config import Hosting
from byestand.server.storage.nights import VisibleNights
from byestand.server.storage.store import Store
from byestand.server.storage.workspaces import Desks, day

DESK = "byestand-desk"
"""Where a device keeps its desk."""
DAY = 24 * 3600
DESK_LASTS, RIGHT_LASTS = 400 * DAY, 30 * DAY
"""Browsers keep nothing longer than the first."""
NOBODY = Pass(Right("director"), "")


@dataclass(eq=False)
class SeenToday:
    """Who came today, as far as this process knows: a desk is written to once a day, and not with every page."""

    day: str = ""
    devices: set[Pass] = field(default_factory=set)

    def has(self, holder: Pass, today: str) -> bool:
        """Tell whether a device was here today."""
        return today == self.day and holder in self.devices

    def add(self, holder: Pass, today: str) -> None:
        """Have a device be here today; when that is written down, and not before: the database may be away."""
        if today != self.day:
            self.day, self.devices = today, set()
        self.devices.add(holder)


@dataclass(frozen=True)
class Hosted(Entrance):
    """The door of a service."""

    hosting: Hosting
    store: Store
    access: Access
    seen: SeenToday = field(default_factory=SeenToday)
    has_many_desks: ClassVar[bool] = True

    @classmethod
    def of(cls, hosting: Hosting, store: Store, access: Access) -> "Hosted":
        """Return the door to what is kept in a store."""
        return cls(Codes(store, director_bytes=LINK_BYTES, days=hosting.days), hosting, store, access)

    @property
    def days(self) -> int:
        """How long a desk stays that nobody visits."""
        return self.hosting.days

    def addresses(self, scope: Scope) -> tuple[str, ...]:
        """Return what people open."""
        del scope
        return (self.hosting.public,)

    def standing(self, scope: Scope) -> Standing:
        """Return the standing of who asks, without looking into the database."""
        cookies = cookies_in(scope)
        is_known = any(self.codes.has_seen(cookies.get(name, "")) for name in (DESK, COOKIE))
        return "device" if is_known else "stranger"

    def holder(self, scope: Scope) -> Pass:
        """Return who asks: the director of his desk, except where only another code of his opens something."""
        cookies = cookies_in(scope)
        desk, shown = (self.codes.shown_by(cookies.get(name, "")) for name in (DESK, COOKIE))
        mine = desk if desk and desk.right.is_director else NOBODY
        if shown is None or shown.right.is_director:
            return mine
        opens = self._opens_more(shown.right, scope["method"], scope["path"])
        own = mine != NOBODY and VisibleNights(self.store, mine.right.reach).has(shown.right.night)
        return shown if opens and not own else mine

    def _opens_more(self, right: Right, method: str, path: str) -> bool:
        """Return whether a right opens what is not open to anybody."""
        return self.access.allows(right, method, path) and not self.access.allows(None, method, path)

    def beside(self, scope: Scope, holder: Pass | None) -> Mapping[str, str]:
        """Keep search engines away from all that may have names on it; and once a day, a desk on its device."""
        if holder is None or not (holder.right.is_director and holder.right.desk):
            return {} if holder == NOBODY and self.access.allows(NOBODY.right, "GET", scope["path"]) else NOT_INDEXED
        if self.seen.has(holder, today := day(self.store)):
            return NOT_INDEXED
        Desks(self.store).visited(holder.right.desk)
        self.seen.add(holder, today)
        cookies = cookies_in(scope)
        again = Response()
        _set(again, DESK, cookies[DESK], DESK_LASTS)
        return {**NOT_INDEXED, "set-cookie": again.headers["set-cookie"]}

    def keep(self, response: Response, right: Right) -> None:
        """Have a device keep a right, or a desk; both have room in one browser."""
        name, lasts = (DESK, DESK_LASTS) if right.is_director else (COOKIE, RIGHT_LASTS)
        _set(response, name, self.codes.cookie(right), lasts)

    def forget(self, response: Response, *, desk: bool) -> None:
        """Take one of them away."""
        _set(response, DESK if desk else COOKIE, "", 0)


def _set(response: Response, name: str, value: str, seconds: int) -> None:
    """Set a cookie; a desk's comes along when somebody follows a link to us, and with nothing that others send."""
    same_site: Literal["lax", "strict"] = "lax" if name == DESK else "strict"
    response.set_cookie(name, value, max_age=seconds, httponly=True, samesite=same_site)


NOT_INDEXED = {"x-robots-tag": "noindex, nofollow"}

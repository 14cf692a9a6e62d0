"""The entrance of a hosted service: each visitor has a separate workspace after saving something.

The address of a client gives no rights. A visitor without a workspace is the director of an empty one.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar, Literal

from starlette.responses import Response
from starlette.types import Scope

from byestand.server.auth.access_codes import LINK_BYTES, Codes, Credential
from byestand.server.auth.access_control import COOKIE, AccessControl, VisitorRole, cookies_in
from byestand.server.auth.roles import Access, Role
from byestand.server.config import HostingConfig
from byestand.server.storage.nights import VisibleNights
from byestand.server.storage.store import Store
from byestand.server.storage.workspaces import Workspaces, day

DESK = "byestand-desk"
"""The cookie with the workspace of a device."""
DAY = 24 * 3600
DESK_LASTS, RIGHT_LASTS = 400 * DAY, 30 * DAY
"""Browsers keep no cookie longer than the first."""
NOBODY = Credential(Role("director"), "")


@dataclass(eq=False)
class SeenToday:
    """Devices seen today by this process: the visit of a workspace is stored once a day."""

    day: str = ""
    devices: set[Credential] = field(default_factory=set)

    def has(self, holder: Credential, today: str) -> bool:
        """Return whether a device was seen today."""
        return today == self.day and holder in self.devices

    def add(self, holder: Credential, today: str) -> None:
        """Add a device, after its visit is stored in the database."""
        if today != self.day:
            self.day, self.devices = today, set()
        self.devices.add(holder)


@dataclass(frozen=True)
class HostedAccess(AccessControl):
    """The entrance of a hosted service."""

    config: HostingConfig
    store: Store
    access: Access
    visits: SeenToday = field(default_factory=SeenToday)
    has_many_desks: ClassVar[bool] = True

    @classmethod
    def from_store(cls, hosting: HostingConfig, store: Store, access: Access) -> "HostedAccess":
        """Return the entrance to a store."""
        return cls(Codes(store, director_bytes=LINK_BYTES, days=hosting.days), hosting, store, access)

    @property
    def days(self) -> int:
        """Days that an unvisited workspace is kept."""
        return self.config.days

    def addresses(self, scope: Scope) -> tuple[str, ...]:
        """Return the public address."""
        del scope
        return (self.config.public,)

    def visitor_role(self, scope: Scope) -> VisitorRole:
        """Return the standing of a client, without using the database."""
        cookies = cookies_in(scope)
        is_known = any(self.codes.has_seen(cookies.get(name, "")) for name in (DESK, COOKIE))
        return "device" if is_known else "stranger"

    def holder(self, scope: Scope) -> Credential:
        """Return the director of a workspace, or the holder of another code if only that opens the page."""
        cookies = cookies_in(scope)
        desk, shown = (self.codes.shown_by(cookies.get(name, "")) for name in (DESK, COOKIE))
        mine = desk if desk and desk.right.is_director else NOBODY
        if shown is None or shown.right.is_director:
            return mine
        opens = self._opens_more(shown.right, scope["method"], scope["path"])
        own = mine != NOBODY and VisibleNights(self.store, mine.right.reach).has(shown.right.night)
        return shown if opens and not own else mine

    def _opens_more(self, right: Role, method: str, path: str) -> bool:
        """Return whether a right opens what is not open to all."""
        return self.access.allows(right, method, path) and not self.access.allows(None, method, path)

    def response_headers(self, scope: Scope, holder: Credential | None) -> Mapping[str, str]:
        """Return headers against search engines for pages with names; once a day, renew the workspace cookie."""
        if holder is None or not (holder.right.is_director and holder.right.desk):
            return {} if holder == NOBODY and self.access.allows(NOBODY.right, "GET", scope["path"]) else NOT_INDEXED
        if self.visits.has(holder, today := day(self.store)):
            return NOT_INDEXED
        Workspaces(self.store).record_visit(holder.right.desk)
        self.visits.add(holder, today)
        cookies = cookies_in(scope)
        response = Response()
        _set(response, DESK, cookies[DESK], DESK_LASTS)
        return {**NOT_INDEXED, "set-cookie": response.headers["set-cookie"]}

    def keep(self, response: Response, right: Role) -> None:
        """Set the cookie of a right or a workspace; a browser can have both."""
        name, lasts = (DESK, DESK_LASTS) if right.is_director else (COOKIE, RIGHT_LASTS)
        _set(response, name, self.codes.cookie(right), lasts)

    def forget(self, response: Response, *, desk: bool) -> None:
        """Delete one of the cookies."""
        _set(response, DESK if desk else COOKIE, "", 0)


def _set(response: Response, name: str, value: str, seconds: int) -> None:
    """Set a cookie; browsers send that of a workspace when a user follows a link from another site."""
    same_site: Literal["lax", "strict"] = "lax" if name == DESK else "strict"
    response.set_cookie(name, value, max_age=seconds, httponly=True, samesite=same_site)


NOT_INDEXED = {"x-robots-tag": "noindex, nofollow"}

"""The entrance of a laptop that is open to its network: one workspace, whose director uses it or has its code."""

from dataclasses import dataclass
from typing import ClassVar

from starlette.responses import Response
from starlette.types import Scope

from byestand.server.auth.access_codes import Credential
from byestand.server.auth.access_control import (
    ADDRESS_COOKIE,
    COOKIE,
    COOKIE_MAX_AGE,
    AccessControl,
    VisitorRole,
    cookies_in,
)
from byestand.server.auth.addresses import LanAddresses, from_this_machine, typed_url
from byestand.server.auth.roles import DIRECTOR, Role

THIS_MACHINE = Credential(DIRECTOR, "")


@dataclass(frozen=True)
class LanAccess(AccessControl):
    """The entrance of an app that is open to the local network."""

    lan_addresses: LanAddresses
    others: ClassVar[str] = "others on your network"

    def visitor_role(self, scope: Scope) -> VisitorRole:
        """Return the standing of a client, without using the database."""
        if from_this_machine(scope):
            return "director"
        return "device" if self.codes.has_seen(cookies_in(scope).get(COOKIE, "")) else "stranger"

    def holder(self, scope: Scope) -> Credential | None:
        """Return the right and the device of a request; None if it has no right."""
        if from_this_machine(scope):
            return THIS_MACHINE
        holder = self.codes.shown_by(cookies_in(scope).get(COOKIE, ""))
        self.lan_addresses.note_request(scope, is_known=holder is not None)
        return holder

    def addresses(self, scope: Scope) -> tuple[str, ...]:
        """Return the addresses for other devices: first the director's choice, or the address the director uses.

        There are none without a network.
        """
        here = "" if from_this_machine(scope) else typed_url(scope)
        urls = self.lan_addresses.urls()
        chosen = cookies_in(scope).get(ADDRESS_COOKIE, "")
        first = [url for url in (chosen if chosen in (*urls, here) else "", here) if url]
        return tuple(dict.fromkeys((*first, *urls)))

    def keep(self, response: Response, right: Role) -> None:
        """Set the cookie of a right, in place of an earlier one."""
        response.set_cookie(COOKIE, self.codes.cookie(right), max_age=COOKIE_MAX_AGE, httponly=True, samesite="strict")

    def forget(self, response: Response, *, desk: bool) -> None:
        """Delete the cookie."""
        del desk
        response.delete_cookie(COOKIE, httponly=True, samesite="strict")

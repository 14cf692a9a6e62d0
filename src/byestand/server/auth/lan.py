"""The entrance of a laptop that is open to its network: one desk, and its director sits before it or has its code."""

from dataclasses import dataclass
from typing import ClassVar

from starlette.responses import Response
from starlette.types import Scope

from byestand.server.auth.addresses import LanAddresses, from_this_machine, typed_url
from byestand.server.auth.codes import Pass
from byestand.server.auth.entrance import A_MONTH, ADDRESS_COOKIE, COOKIE, Entrance, Standing, cookies_in
from byestand.server.auth.right import DIRECTOR, Right

THIS_MACHINE = Pass(DIRECTOR, "")


@dataclass(frozen=True)
class Lan(Entrance):
    """The door of an app that others may come to."""

    lan_addresses: LanAddresses
    others: ClassVar[str] = "others on your network"

    def standing(self, scope: Scope) -> Standing:
        """Return the standing of who asks, without looking into the database."""
        if from_this_machine(scope):
            return "director"
        return "device" if self.codes.has_seen(cookies_in(scope).get(COOKIE, "")) else "stranger"

    def holder(self, scope: Scope) -> Pass | None:
        """Return who asks, and with which right; nobody we know where there is none."""
        if from_this_machine(scope):
            return THIS_MACHINE
        holder = self.codes.shown_by(cookies_in(scope).get(COOKIE, ""))
        self.lan_addresses.note_request(scope, is_known=holder is not None)
        return holder

    def addresses(self, scope: Scope) -> tuple[str, ...]:
        """Return where others reach this machine: first what the director chose, or the address that he came to.

        There is none where it is on no network.
        """
        here = "" if from_this_machine(scope) else typed_url(scope)
        urls = self.lan_addresses.urls()
        chosen = cookies_in(scope).get(ADDRESS_COOKIE, "")
        first = [url for url in (chosen if chosen in (*urls, here) else "", here) if url]
        return tuple(dict.fromkeys((*first, *urls)))

    def keep(self, response: Response, right: Right) -> None:
        """Have a device keep a right in place of what it had."""
        response.set_cookie(COOKIE, self.codes.cookie(right), max_age=A_MONTH, httponly=True, samesite="strict")

    def forget(self, response: Response, *, desk: bool) -> None:
        """Take it away."""
        del desk
        response.delete_cookie(COOKIE, httponly=True, samesite="strict")

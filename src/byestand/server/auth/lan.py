"""The entrance of a laptop that is open to its network: one desk, and its director sits before it or has its code."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from starlette.datastructures import Headers
from starlette.requests import cookie_parser
from starlette.responses import Response
from starlette.types import Scope

from byestand.server.auth.addresses import LanAddresses, from_this_machine, typed_url
from byestand.server.auth.attempts import Attempts
from byestand.server.auth.codes import Codes, Pass
from byestand.server.auth.entrance import A_MONTH, ADDRESS_COOKIE, COOKIE, Standing
from byestand.server.auth.right import DIRECTOR, Right

THIS_MACHINE = Pass(DIRECTOR, "")


@dataclass(frozen=True, slots=True)
class Lan:
    """The door of an app that others may come to."""

    codes: Codes
    lan_addresses: LanAddresses
    attempts: Attempts = field(default_factory=Attempts)
    has_many_desks: bool = False
    others: str = "others on your network"
    days: int | None = None

    def standing(self, scope: Scope) -> Standing:
        """Return the standing of who asks, without looking into the database."""
        if from_this_machine(scope):
            return "director"
        return "device" if self.codes.has_seen(_cookies(scope).get(COOKIE, "")) else "stranger"

    def holder(self, scope: Scope) -> Pass | None:
        """Return who asks, and with which right; nobody we know where there is none."""
        if from_this_machine(scope):
            return THIS_MACHINE
        holder = self.codes.shown_by(_cookies(scope).get(COOKIE, ""))
        self.lan_addresses.note_request(scope, is_known=holder is not None)
        return holder

    def addresses(self, scope: Scope) -> tuple[str, ...]:
        """Return where others reach this machine: first what the director chose, or the address that he came to.

        There is none where it is on no network.
        """
        here = "" if from_this_machine(scope) else typed_url(scope)
        urls = self.lan_addresses.urls()
        chosen = _cookies(scope).get(ADDRESS_COOKIE, "")
        first = [url for url in (chosen if chosen in (*urls, here) else "", here) if url]
        return tuple(dict.fromkeys((*first, *urls)))

    def beside(self, scope: Scope, holder: Pass | None) -> Mapping[str, str]:
        """Return nothing: no search engine comes here."""
        del scope, holder
        return {}

    def keep(self, response: Response, right: Right) -> None:
        """Have a device keep a right in place of what it had."""
        response.set_cookie(COOKIE, self.codes.cookie(right), max_age=A_MONTH, httponly=True, samesite="strict")

    def forget(self, response: Response, *, desk: bool) -> None:
        """Take it away."""
        del desk
        response.delete_cookie(COOKIE, httponly=True, samesite="strict")


def _cookies(scope: Scope) -> dict[str, str]:
    return cookie_parser(Headers(scope=scope).get("cookie", ""))

"""The entrance of a laptop that is open to its network: one desk, and its director sits before it or has its code."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from ipaddress import IPv6Address, ip_address

from starlette.datastructures import Headers
from starlette.requests import cookie_parser
from starlette.responses import Response
from starlette.types import Scope

from byestand.server.auth.codes import Codes, Pass
from byestand.server.auth.entrance import A_MONTH, COOKIE
from byestand.server.auth.right import DIRECTOR, Right
from byestand.server.rights.tries import Tries

THIS_MACHINE = Pass(DIRECTOR, "")
FORWARDED = ("forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip")


@dataclass(frozen=True, slots=True)
class Lan:
    """The door of an app that others may come to."""

    codes: Codes
    where: Callable[[], str]
    """At which address they reach it now, like ``http://192.168.1.5:8013/``; networks change in an evening."""
    tries: Tries = field(default_factory=Tries)
    has_many_desks: bool = False
    others: str = "others on your network"
    days: int | None = None

    def holder(self, scope: Scope) -> Pass | None:
        """Return who asks, and with which right; nobody we know where there is none."""
        if from_this_machine(scope):
            return THIS_MACHINE
        cookies = cookie_parser(Headers(scope=scope).get("cookie", ""))
        return self.codes.shown_by(cookies.get(COOKIE, ""))

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


def from_this_machine(scope: Scope) -> bool:
    """Tell whether somebody sits before this machine: by where the connection comes from, which no header can claim.

    What came through another server says so, and is not from here although that server may be: headers take a right
    away, and never give one.
    """
    headers = Headers(scope=scope)
    if any(name in headers for name in FORWARDED):
        return False
    try:
        found = ip_address(scope["client"][0] if scope.get("client") else "")
    except ValueError:
        return False
    return ((found.ipv4_mapped or found) if isinstance(found, IPv6Address) else found).is_loopback

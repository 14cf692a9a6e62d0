"""What the app knows where others are let in."""

from collections.abc import Callable
from dataclasses import dataclass, field
from ipaddress import IPv6Address, ip_address

from starlette.datastructures import Headers
from starlette.requests import Request, cookie_parser
from starlette.types import Scope

from byestand.server.rights.codes import Codes, Pass
from byestand.server.rights.right import DIRECTOR
from byestand.server.rights.tries import Tries

COOKIE = "byestand-right"
THIS_MACHINE = Pass(DIRECTOR, "")
FORWARDED = ("forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip")


@dataclass(frozen=True, slots=True)
class Lan:
    """The door of an app that others may come to."""

    codes: Codes
    where: Callable[[], str]
    """At which address they reach it now, like ``http://192.168.1.5:8013/``; networks change in an evening."""
    tries: Tries = field(default_factory=Tries)

    def holder(self, scope: Scope) -> Pass | None:
        """Return who asks, and with which right; nobody we know where there is none."""
        if from_this_machine(scope):
            return THIS_MACHINE
        cookies = cookie_parser(Headers(scope=scope).get("cookie", ""))
        return self.codes.shown_by(cookies.get(COOKIE, ""))


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


def lan(request: Request) -> Lan | None:
    """Return the door of the app; none where everybody who can ask sits before this machine."""
    found = request.app.state.lan
    assert found is None or isinstance(found, Lan)  # noqa: S101 - put there when the app was made
    return found

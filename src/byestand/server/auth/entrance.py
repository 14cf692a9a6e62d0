"""How others come in, where others come: to a club's laptop on its network, or to a service that many clubs share."""

from collections.abc import Mapping
from typing import Literal, Protocol, TypeAlias

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Scope

from byestand.server.auth.attempts import Attempts
from byestand.server.auth.codes import Codes, Pass
from byestand.server.auth.right import Right

COOKIE = "byestand-right"
"""Where a device keeps what a code has opened to it."""
ADDRESS_COOKIE = "byestand-address"
"""Where a director's browser keeps which address of several it shows to others."""
Standing: TypeAlias = Literal["director", "device", "stranger"]
"""Of a client: the director at the machine itself, a device with a valid cookie, or anybody else."""
A_MONTH = 30 * 24 * 3600


class Entrance(Protocol):
    """What pages ask: which codes open what, where, and to whom."""

    @property
    def codes(self) -> Codes:
        """What is typed or scanned."""

    @property
    def attempts(self) -> Attempts:
        """Wrong codes."""

    @property
    def has_many_desks(self) -> bool:
        """Whether each who comes has a desk of his own."""

    @property
    def others(self) -> str:
        """Who may come, in sentences."""

    @property
    def days(self) -> int | None:
        """How long a desk stays that nobody visits, where it does not stay for ever."""

    def addresses(self, scope: Scope) -> tuple[str, ...]:
        """Return where others come in, like ``http://192.168.1.5:8013/``, the best one for who asks first."""

    def standing(self, scope: Scope) -> Standing:
        """Return the standing of who asks, without looking into the database."""

    def holder(self, scope: Scope) -> Pass | None:
        """Return who asks, and with which right; nobody we know where there is none."""

    def beside(self, scope: Scope, holder: Pass | None) -> Mapping[str, str]:
        """Return the headers that every answer to him has."""

    def keep(self, response: Response, right: Right) -> None:
        """Have a device keep a right from now on."""

    def forget(self, response: Response, *, desk: bool) -> None:
        """Have it keep that no more: its *desk*, or what a code has opened to it."""


def entrance(request: Request) -> Entrance | None:
    """Return how others come in; nothing where everybody who can ask sits before this machine."""
    found: Entrance | None = request.app.state.entrance
    return found

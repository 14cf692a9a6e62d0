"""The door: asks of every request who comes, and lets in who may."""

from starlette.requests import Request
from starlette.types import ASGIApp, Receive, Scope, Send

from byestand.server.rights.access import may
from byestand.server.rights.lan import HOLDER, THIS_MACHINE, Lan
from byestand.server.rights.page import NOT_YOURS, join_page
from byestand.server.work.pool import CLIENT


class Door:
    """The one place that decides, inside the guard and around all pages."""

    def __init__(self, app: ASGIApp, *, lan: Lan | None) -> None:
        self._app = app
        self._lan = lan

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request in, or show where a code is typed."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        scope[HOLDER] = holder = self._lan.holder(scope) if self._lan else THIS_MACHINE
        if holder and holder.device:
            CLIENT.set(holder.device)  # turns are for devices: the phones of a club may share one address
        if may(holder.right if holder else None, scope["method"], scope["path"]):
            await self._app(scope, receive, send)
            return
        refused = join_page(Request(scope), status=403, sentence=NOT_YOURS)
        await refused(scope, receive, send)

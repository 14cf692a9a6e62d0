"""The door: asks of every request who comes, and lets in who may."""

from asyncio import to_thread

from starlette.requests import Request
from starlette.types import ASGIApp, Receive, Scope, Send

from byestand.server.guard import STATIC
from byestand.server.nights.store import Store
from byestand.server.rights.access import may
from byestand.server.rights.lan import THIS_MACHINE, Lan
from byestand.server.rights.page import NOT_YOURS, join_page
from byestand.server.visitor import Visitor, welcomed
from byestand.server.work.pool import CLIENT


class Door:
    """The one place that decides, inside the guard and around all pages."""

    def __init__(self, app: ASGIApp, *, store: Store, lan: Lan | None) -> None:
        self._app = app
        self._store = store
        self._lan = lan

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request in, or show where a code is typed."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        visitor = await to_thread(self._seen, scope)
        welcomed(scope, visitor)
        if visitor.holder and visitor.holder.device:
            CLIENT.set(visitor.holder.device)  # turns are for devices: the phones of a club may share one address
        if may(visitor.right, scope["method"], scope["path"]):
            await self._app(scope, receive, send)
            return
        refused = join_page(Request(scope), status=403, sentence=NOT_YOURS)
        await refused(scope, receive, send)

    def _seen(self, scope: Scope) -> Visitor:
        holder = self._lan.holder(scope) if self._lan else THIS_MACHINE
        return Visitor.of(self._store, holder, looks_at_desk=not scope["path"].startswith(STATIC))

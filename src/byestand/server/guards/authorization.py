"""Authorization: finds the visitor of every request and refuses what they may not open."""

from asyncio import to_thread
from collections.abc import Mapping

from starlette.requests import Request
from starlette.types import ASGIApp, Receive, Scope, Send

from byestand.errors import ByestandError
from byestand.language import say
from byestand.server.auth.access_control import AccessControl
from byestand.server.auth.lan_access import THIS_MACHINE
from byestand.server.auth.roles import CODE_REQUIRED_ERROR, Access
from byestand.server.auth.visitor import Visitor, attach_visitor
from byestand.server.guards.security import with_headers
from byestand.server.jobs.job_results import refusal
from byestand.server.storage.store import Store
from byestand.server.web.app_url import STATIC
from byestand.server.web.navigation import night_in_address
from byestand.server.web.responses import join_page, unseen_page


class AuthMiddleware:
    """The middleware that authorizes all requests."""

    def __init__(self, app: ASGIApp, *, store: Store, entrance: AccessControl | None, access: Access) -> None:
        self._app = app
        self._store = store
        self._entrance = entrance
        self._access = access

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer an authorized request; show the page for a code to others."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        try:
            visitor, added = await to_thread(self._visitor, scope)
        except ByestandError as error:  # the database cannot be read now
            refused = refusal(error)
            await unseen_page(Request(scope), refused.status, refused.sentence)(scope, receive, send)
            return
        attach_visitor(scope, visitor)
        sent = with_headers(send, added)
        if self._access.allows(visitor.right, scope["method"], scope["path"]):
            await self._app(scope, receive, sent)
            return
        response = join_page(Request(scope), status=403, sentence=say(CODE_REQUIRED_ERROR))
        await response(scope, receive, sent)

    def _visitor(self, scope: Scope) -> tuple[Visitor, Mapping[str, str]]:
        """Return the visitor, and the headers of every answer; static files are open to all."""
        if scope["path"].startswith(STATIC):
            return Visitor.from_request(self._store, None if self._entrance else THIS_MACHINE, looks_at_desk=False), {}
        holder = self._entrance.holder(scope) if self._entrance else THIS_MACHINE
        night = night_in_address(scope["path"], scope["query_string"].decode("latin-1"))
        added = self._entrance.response_headers(scope, holder) if self._entrance else {}
        return Visitor.from_request(self._store, holder, night=night), added

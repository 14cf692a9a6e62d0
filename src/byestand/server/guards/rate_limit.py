"""The middleware that limits the requests and the uploads of one address."""

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from byestand.errors import RequestRefused
from byestand.sanitize import plain_number
from byestand.server.guards.body_limits import MAX_BODY, MEGABYTE, body_bound
from byestand.server.guards.connection_limit import is_director
from byestand.server.guards.security import refusal_response
from byestand.server.token_bucket import client_address
from byestand.server.web.address_limits import RateLimits
from byestand.server.web.app_url import STATIC

STATIC_COST = 0.1
"""Tokens of a script or a stylesheet; a page loads about 12 of them."""
SMALL_FORM = 64 * 1024
"""Bytes of a form that is never refused because of earlier uploads: results can always be typed."""


class RateLimit:
    """The middleware; the director's own machine is not limited."""

    def __init__(self, app: ASGIApp, limits: RateLimits) -> None:
        self._app = app
        self._limits = limits

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, at once or after a delay, or refuse it with the time to wait."""
        if scope["type"] != "http" or is_director(scope):
            await self._app(scope, receive, send)
            return
        address = client_address(scope)
        try:
            await self._limits.wait_for_request(address, STATIC_COST if scope["path"].startswith(STATIC) else 1.0)
            if scope["method"] == "POST" and (size := _upload_size(scope)) > SMALL_FORM:
                self._limits.require_upload(address, size)
        except RequestRefused as refused:
            await refusal_response(scope, refused.status, str(refused), after=refused.after)(scope, receive, send)
            return

        async def counted() -> Message:
            message = await receive()
            self._limits.uploads.take(address, len(message.get("body", b"")))
            return message

        await self._app(scope, counted, send)


def _upload_size(scope: Scope) -> int:
    """Return the bytes that must be free: a megabyte for a file, the announced length for a form."""
    headers = Headers(scope=scope)
    announced = plain_number(headers.get("content-length", ""))
    if announced is None or body_bound(scope["path"], headers).size == MAX_BODY:
        return MEGABYTE
    return min(announced, MEGABYTE)

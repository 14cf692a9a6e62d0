"""A request to a service as it was sent to the public address, before proxies handed it on."""

from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import RedirectResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from byestand.server.config import PORTS, Hosting
from byestand.server.jobs.job import ROOT_PATH


class PublicAddress:
    """Middleware that knows the scheme, the host and the path of the public address; who asks is uvicorn's business.

    A proxy may leave the port out of ``Host``, may be reached by http itself, and may take the path off or not.
    """

    def __init__(self, app: ASGIApp, hosting: Hosting) -> None:
        self._app = app
        self._prefix = hosting.prefix
        public = urlsplit(hosting.public)
        self._scheme, self._netloc = public.scheme, public.netloc
        name = public.netloc.removesuffix(f":{public.port}")
        self._hosts = {name, f"{name}:{public.port or PORTS[public.scheme]}"}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Hand a request on, and have what it is answered with lead to the public address."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        if self._prefix and scope["path"] == self._prefix:
            await RedirectResponse(f"{self._prefix}/", 308)(scope, receive, send)
            return
        ROOT_PATH.set(self._prefix)
        scope["scheme"] = self._scheme
        if Headers(scope=scope).get("host", "").lower() in self._hosts:
            others = (one for one in scope["headers"] if one[0] != b"host")
            scope["headers"] = [(b"host", self._netloc.encode()), *others]
        if scope["path"].startswith(f"{self._prefix}/"):
            scope["path"] = scope["path"].removeprefix(self._prefix)

        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                self._lead(MutableHeaders(scope=message))
            await send(message)

        await self._app(scope, receive, sending)

    def _lead(self, headers: MutableHeaders) -> None:
        where = headers.get("location", "")
        if where.startswith("/") and not where.startswith("//"):
            headers["location"] = self._prefix + where
        cookies = headers.getlist("set-cookie")
        del headers["set-cookie"]
        for cookie in cookies:
            below = cookie.replace("; Path=/", f"; Path={self._prefix}/")
            headers.append("set-cookie", f"{below}; Secure" if self._scheme == "https" else below)

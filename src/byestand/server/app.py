"""The app: its middleware, routes and error handlers."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from http import HTTPStatus
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import DEFAULT_EXCLUDED_CONTENT_TYPES, GZipMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import Scope

from byestand.errors import ByestandError, RequestRefused
from byestand.language import ENGLISH, phrase, say, use_language
from byestand.server.auth.access_control import VisitorRole
from byestand.server.auth.hosted_access import HostedAccess
from byestand.server.auth.lan_access import LanAccess
from byestand.server.auth.visitor import has_visitor
from byestand.server.config import HostingConfig
from byestand.server.guards.authorization import AuthMiddleware
from byestand.server.guards.body_limits import BodyLimit, Deadlines, DrainBody
from byestand.server.guards.connection_limit import ConnectionLimit
from byestand.server.guards.locale import Locale
from byestand.server.guards.rate_limit import RateLimit
from byestand.server.guards.security import PublicAddress, SecurityHeaders, TrustedHost, security_headers
from byestand.server.jobs.job_results import refusal
from byestand.server.jobs.lanes import WORK_SECONDS
from byestand.server.jobs.pool import INTERNAL_ERROR, WorkerPool
from byestand.server.ops.access_log import AccessLog, Listener
from byestand.server.ops.shutdown import HealthMiddleware, Shutdown
from byestand.server.pages.plan.view import welcome
from byestand.server.services import Services
from byestand.server.storage.store import Store
from byestand.server.storage.workspaces import sweep_every_hour
from byestand.server.token_bucket import AddressBuckets
from byestand.server.urls import ACCESS, MENU, routes
from byestand.server.web.address_limits import RateLimits
from byestand.server.web.app_state import AppState, app_state, attach_state
from byestand.server.web.render import environment
from byestand.server.web.responses import refused_page, unseen_page
from byestand.server.web.running_requests import RunningRequests

DATABASE_LABEL = phrase("the session database")
"""The name of the database in the error messages of a hosted service."""
NOT_COMPRESSED = (
    *DEFAULT_EXCLUDED_CONTENT_TYPES,
    "application/pdf",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
)
"""Files that are compressed already, and streams, which are sent line by line."""
COMPRESSION = Middleware(GZipMiddleware, minimum_size=1000, compresslevel=5, exclude_content_types=NOT_COMPRESSED)
MAX_STREAMS_OF_ADDRESS = 600
"""On a hosted service; the phones of a club may share one address."""
THREADS = 32
"""In which requests wait for the database; Python's default is little more than the number of processors."""


def make_app(
    store: Store,
    *,
    names: Iterable[str] = (),
    lan: LanAccess | None = None,
    hosting: HostingConfig | None = None,
    listeners: Sequence[Listener] = (),
    deadlines: Deadlines = Deadlines(),  # noqa: B008 - it is frozen
    language: str = ENGLISH,
) -> Starlette:
    """Return the app, which answers in one *language*.

    With *lan* it is open to the local network, under the host *names* of this machine. With *hosting* many clubs share
    it. Each function in *told* is called for every request. The body of a request has to arrive within the *deadlines*.
    """
    shared = Services(store, WorkerPool(seconds=AddressBuckets(WORK_SECONDS) if hosting else None))
    entrance = HostedAccess.from_store(hosting, store, ACCESS) if hosting else lan
    if hosting:
        with use_language(language):
            store.database.source = say(DATABASE_LABEL)
        shared.live.most_of_an_address = MAX_STREAMS_OF_ADDRESS
    store.on_notification, store.on_missed = shared.live.notify, shared.live.refresh_all
    requests, rate_limits = RunningRequests(), RateLimits()
    app = Starlette(
        routes=routes(),
        middleware=[
            Middleware(Locale, language=language),
            # In front of a hosted service nginx compresses.
            Middleware(PublicAddress, hosting=hosting) if hosting else COMPRESSION,
            Middleware(Shutdown, requests=requests),
            *([Middleware(HealthMiddleware, database=store.database, requests=requests)] if hosting else []),
            *([Middleware(AccessLog, listeners=listeners)] if listeners else []),
            Middleware(DrainBody),
            # Requests that are refused because of their Host or Origin use a place and tokens too.
            Middleware(ConnectionLimit, standing=entrance.visitor_role if entrance else _director),
            Middleware(RateLimit, limits=rate_limits),
            Middleware(TrustedHost, names=(hosting.host,) if hosting else names, hosted=hosting is not None),
            Middleware(SecurityHeaders),
            Middleware(BodyLimit, deadlines=deadlines),
            Middleware(AuthMiddleware, store=store, entrance=entrance, access=ACCESS),
        ],
        exception_handlers=HANDLERS,
        lifespan=_run(shared, entrance.days if entrance else None),
    )
    attach_state(app, AppState(shared, hosting, entrance, MENU, rate_limits, requests, language))
    return app


def _director(scope: Scope) -> VisitorRole:
    """Return the standing of all clients if only this machine can connect."""
    del scope
    return "director"


def _run(shared: Services, days: int | None) -> Callable[[Starlette], AbstractAsyncContextManager[None]]:
    """Return what starts and stops with the app."""

    @asynccontextmanager
    async def running(app: Starlette) -> AsyncIterator[None]:
        del app
        asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(THREADS))
        await shared.pool.open()
        await shared.live.open()
        shared.store.listen()
        welcome()  # compiles its templates before the first request
        environment().get_template("frame.html")
        sweeping = asyncio.create_task(sweep_every_hour(shared.store, days, shared.cache.forget_old))
        try:
            yield
        finally:
            sweeping.cancel()
            await shared.live.close()
            await shared.pool.close()
            shared.store.database.close()

    return running


async def _refuse(request: Request, error: ByestandError) -> Response:
    refused = refusal(error)
    page = refused_page(request, refused.status, refused.sentence)
    if isinstance(error, RequestRefused) and error.after:
        page.headers["retry-after"] = str(error.after)
    if refused.status == HTTPStatus.REQUEST_TIMEOUT:
        page.headers["connection"] = "close"
    return page


_HTTP_ERRORS = {404: phrase("page not found"), 405: phrase("this action is not allowed here")}


async def _http(request: Request, error: HTTPException) -> Response:
    sentence = _HTTP_ERRORS.get(error.status_code, phrase("the server could not read the request"))
    return refused_page(request, error.status_code, say(sentence))


async def _answer_disconnect(request: Request, fault: ClientDisconnect) -> Response:
    """Answer a client that disconnected before the whole request had arrived."""
    del request, fault
    return Response(status_code=400)


async def _broken(request: Request, fault: Exception) -> Response:
    del fault
    page = refused_page if has_visitor(request) else unseen_page  # authorization itself may have failed
    with use_language(app_state(request).language):  # no middleware sees this response
        response = page(request, 500, say(INTERNAL_ERROR))
    response.headers.update(security_headers(request.scope))
    return response


HANDLERS: Mapping[Any, Callable[..., Awaitable[Response]]] = {
    ByestandError: _refuse,
    HTTPException: _http,
    ClientDisconnect: _answer_disconnect,
    Exception: _broken,
}
"""The types of Starlette have no handlers of a certain exception."""

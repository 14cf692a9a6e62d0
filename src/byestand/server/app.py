"""The app: the frame around the table of addresses, who is let in, and what becomes of every no."""

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

from byestand.errors import ByestandError, Refused
from byestand.server.auth.entrance import Standing
from byestand.server.auth.hosted import Hosted
from byestand.server.auth.lan import Lan
from byestand.server.auth.visitor import is_welcomed
from byestand.server.config import Hosting
from byestand.server.jobs.lanes import WORK_SECONDS
from byestand.server.jobs.pool import Pool
from byestand.server.jobs.results import refusal
from byestand.server.ops.access_log import AccessLog, Told
from byestand.server.ops.shutdown import Health, RunningRequests, Shutdown
from byestand.server.pages.plan.view import welcome
from byestand.server.services import Services
from byestand.server.storage.store import Store
from byestand.server.storage.workspaces import sweep_every_hour
from byestand.server.token_bucket import AddressBuckets
from byestand.server.urls import ACCESS, MENU, routes
from byestand.server.web.authorization import Door
from byestand.server.web.body_limits import BodyLimit, Deadlines, DrainBody
from byestand.server.web.connection_limit import ConnectionLimit
from byestand.server.web.rate_limit import RateLimit, RateLimits
from byestand.server.web.render import environment
from byestand.server.web.responses import refused_page, unseen_page
from byestand.server.web.security import PublicAddress, SecurityHeaders, TrustedHost, security_headers

UNNAMED = "the database of nights"
"""What it is called where strangers read it."""
NOT_COMPRESSED = (
    *DEFAULT_EXCLUDED_CONTENT_TYPES,
    "application/pdf",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
)
"""What is compressed already, and streams, which are sent line by line."""
COMPRESSION = Middleware(GZipMiddleware, minimum_size=1000, compresslevel=5, exclude_content_types=NOT_COMPRESSED)
MAX_STREAMS_OF_ADDRESS = 600
"""On a service; the phones of a club may share one address."""
THREADS = 32
"""In which requests wait for the database, each a moment: by itself Python has only a few more than processors."""


def make_app(
    store: Store,
    *,
    names: Iterable[str] = (),
    lan: Lan | None = None,
    hosting: Hosting | None = None,
    told: Sequence[Told] = (),
    deadlines: Deadlines = Deadlines(),  # noqa: B008 - it is frozen
) -> Starlette:
    """Return the app; where others may come *names* are what the machine is called, and *lan* is the door.

    With *hosting* many clubs share it. Those in *told* are told of every request; its body has to arrive within the
    *deadlines*.
    """
    shared = Services(store, Pool(seconds=AddressBuckets(WORK_SECONDS) if hosting else None))
    entrance = Hosted.of(hosting, store, ACCESS) if hosting else lan
    if hosting:
        store.database.source = UNNAMED
        shared.live.most_of_an_address = MAX_STREAMS_OF_ADDRESS
    store.on_notification, store.on_missed = shared.live.told, shared.live.missed
    requests, rate_limits = RunningRequests(), RateLimits()
    app = Starlette(
        routes=routes(),
        middleware=[
            # Before a service nginx compresses.
            Middleware(PublicAddress, hosting=hosting) if hosting else COMPRESSION,
            Middleware(Shutdown, requests=requests),
            *([Middleware(Health, database=store.database, requests=requests)] if hosting else []),
            *([Middleware(AccessLog, told=told)] if told else []),
            Middleware(DrainBody),
            # Also what is refused because of its Host or Origin takes a place and tokens.
            Middleware(ConnectionLimit, standing=entrance.standing if entrance else _director),
            Middleware(RateLimit, limits=rate_limits),
            Middleware(TrustedHost, names=(hosting.host,) if hosting else names, hosted=hosting is not None),
            Middleware(SecurityHeaders),
            Middleware(BodyLimit, deadlines=deadlines),
            Middleware(Door, store=store, entrance=entrance, access=ACCESS),
        ],
        exception_handlers=HANDLERS,
        lifespan=_running(shared, entrance.days if entrance else None),
    )
    app.state.services, app.state.entrance, app.state.hosting = shared, entrance, hosting
    app.state.menu, app.state.requests, app.state.rate_limits = MENU, requests, rate_limits
    return app


def _director(scope: Scope) -> Standing:
    """Return the standing of everybody where only this machine can ask."""
    del scope
    return "director"


def _running(shared: Services, days: int | None) -> Callable[[Starlette], AbstractAsyncContextManager[None]]:
    """Return what begins with the app and ends with it."""

    @asynccontextmanager
    async def running(app: Starlette) -> AsyncIterator[None]:
        del app
        asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(THREADS))
        await shared.pool.open()
        await shared.live.open()
        shared.store.listen()
        welcome()  # nobody waits until its templates are compiled
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


async def _refused(request: Request, no: ByestandError) -> Response:
    said = refusal(no)
    page = refused_page(request, said.status, said.sentence)
    if isinstance(no, Refused) and no.after:
        page.headers["retry-after"] = str(no.after)
    if said.status == HTTPStatus.REQUEST_TIMEOUT:
        page.headers["connection"] = "close"
    return page


async def _http(request: Request, no: HTTPException) -> Response:
    sentences = {404: "there is no such page", 405: "that cannot be done here"}
    return refused_page(request, no.status_code, sentences.get(no.status_code, str(no.detail).lower()))


async def _gone(request: Request, fault: ClientDisconnect) -> Response:
    """Answer somebody who went away before all was sent: nobody reads it, and it is no fault of anybody's."""
    del request, fault
    return Response(status_code=400)


async def _broken(request: Request, fault: Exception) -> Response:
    del fault
    page = refused_page if is_welcomed(request) else unseen_page  # it may be the door itself
    response = page(request, 500, "something went wrong in here; the terminal tells more")
    response.headers.update(security_headers(request.scope))  # no other middleware sees this response
    return response


HANDLERS: Mapping[Any, Callable[..., Awaitable[Response]]] = {
    ByestandError: _refused,
    HTTPException: _http,
    ClientDisconnect: _gone,
    Exception: _broken,
}
"""Starlette's types know handlers of any exception only, not of a certain one."""

"""The app: the frame around the table of addresses, who is let in, and what becomes of every no."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import DEFAULT_EXCLUDED_CONTENT_TYPES, GZipMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import ASGIApp

from byestand.errors import ByestandError, Refused
from byestand.server.auth.hosted import Hosted
from byestand.server.auth.lan import Lan
from byestand.server.auth.visitor import is_welcomed
from byestand.server.config import Hosting
from byestand.server.guard import Safety
from byestand.server.jobs.pool import Pool
from byestand.server.jobs.results import refusal
from byestand.server.operating.limits import STREAMS, Limited, Visits
from byestand.server.ops.access_log import Journal, Told
from byestand.server.ops.health import Health
from byestand.server.ops.shutdown import Ending
from byestand.server.pages.plan.view import welcome
from byestand.server.services import Services
from byestand.server.storage.cleanup import sweep_every_hour
from byestand.server.storage.store import Store
from byestand.server.urls import ACCESS, MENU, routes
from byestand.server.web.authorization import Door
from byestand.server.web.drain_body import DrainBody
from byestand.server.web.public_address import PublicAddress
from byestand.server.web.render import environment
from byestand.server.web.responses import refused_page, unseen_page
from byestand.server.work.turns import ALONE, HOSTED

UNNAMED = "the database of nights"
"""What it is called where strangers read it."""
NOT_COMPRESSED = (
    *DEFAULT_EXCLUDED_CONTENT_TYPES,
    "application/pdf",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
)
"""What is compressed already, and streams, which are sent line by line."""
COMPRESSION = Middleware(GZipMiddleware, minimum_size=1000, compresslevel=5, exclude_content_types=NOT_COMPRESSED)
THREADS = 32
"""In which requests wait for the database, each a moment: by itself Python has only a few more than processors."""


def make_app(
    store: Store,
    *,
    names: Iterable[str] = (),
    lan: Lan | None = None,
    hosting: Hosting | None = None,
    told: Sequence[Told] = (),
) -> Starlette:
    """Return the app; where others may come *names* are what the machine is called, and *lan* is the door.

    With *hosting* many clubs share it. Those in *told* are told of every request.
    """
    shared = Services(store, Pool(shares=HOSTED if hosting else ALONE))
    entrance = Hosted.of(hosting, store, ACCESS) if hosting else lan
    names = (hosting.host,) if hosting else tuple(names)
    if hosting:
        store.database.source = UNNAMED
    store.on_notification, store.on_missed = shared.live.told, shared.live.missed

    app = Starlette(
        routes=routes(),
        middleware=[
            *(() if hosting else (COMPRESSION,)),  # nginx does it before a service
            Middleware(Safety, names=names, hosted=hosting is not None),
            Middleware(Door, store=store, entrance=entrance, access=ACCESS),
        ],
        exception_handlers=HANDLERS,
        lifespan=_running(shared, entrance.days if entrance else None),
    )
    app.state.services = shared
    app.state.entrance = entrance
    app.state.hosting = hosting
    app.state.menu = MENU
    app.middleware_stack = app.state.ending = Ending(DrainBody(_surrounded(app, hosting, told)))
    return app


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


def _surrounded(app: Starlette, hosting: Hosting | None, told: Sequence[Told]) -> ASGIApp:
    """Return the app with all that is around it where it is hosted, and where somebody is told of requests."""
    shared: Services = app.state.services
    stack = app.build_middleware_stack()
    if hosting:
        shared.live.most_of_an_address = STREAMS
        app.state.visits = Visits()
        stack = Limited(stack, app.state.visits)
    if told:
        stack = Journal(stack, told)
    if hosting:
        stack = app.state.health = Health(stack, shared.store.database)
        stack = PublicAddress(stack, hosting)
    return stack


async def _refused(request: Request, no: ByestandError) -> Response:
    said = refusal(no)
    page = refused_page(request, said.status, said.sentence)
    if isinstance(no, Refused) and no.after:
        page.headers["retry-after"] = str(no.after)
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
    return page(request, 500, "something went wrong in here; the terminal tells more")


HANDLERS: Mapping[Any, Callable[..., Awaitable[Response]]] = {
    ByestandError: _refused,
    HTTPException: _http,
    ClientDisconnect: _gone,
    Exception: _broken,
}
"""Starlette's types know handlers of any exception only, not of a certain one."""

"""The app: the frame around the table of addresses, who is let in, and what becomes of every no."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import DEFAULT_EXCLUDED_CONTENT_TYPES, GZipMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Mount, Route, Router
from starlette.types import ASGIApp, Receive, Scope, Send

from byestand.errors import ByestandError, Refused
from byestand.server.app_url import FILES
from byestand.server.desks.sweep import sweep_every_hour
from byestand.server.frame import framed, refused_page, unseen_page
from byestand.server.guard import START, Safety
from byestand.server.hosting import Hosting
from byestand.server.jobs.pool import Pool
from byestand.server.jobs.results import refusal
from byestand.server.office import Office
from byestand.server.operating.drain_body import DrainBody
from byestand.server.operating.ending import Ending
from byestand.server.operating.health import Health
from byestand.server.operating.journal import Journal, Told
from byestand.server.operating.limits import STREAMS, Limited, Visits
from byestand.server.operating.public_address import PublicAddress
from byestand.server.rendering import environment, welcome
from byestand.server.rights.door import Door
from byestand.server.rights.hosted import Hosted
from byestand.server.rights.lan import Lan
from byestand.server.static_files import VersionedFiles
from byestand.server.storage.store import Store
from byestand.server.table import routes
from byestand.server.visitor import is_welcomed
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
    shared, pages = Office(store, Pool(shares=HOSTED if hosting else ALONE)), Pages()
    entrance = Hosted.of(hosting, store) if hosting else lan
    names = (hosting.host,) if hosting else tuple(names)
    if hosting:
        store.database.source = UNNAMED
    store.on_notification, store.on_missed = shared.live.told, shared.live.missed

    app = Starlette(
        routes=[Mount("/static", VersionedFiles(directory=FILES), name="static")],
        middleware=[
            *(() if hosting else (COMPRESSION,)),  # nginx does it before a service
            Middleware(Safety, names=names, hosted=hosting is not None),
            Middleware(Door, store=store, entrance=entrance),
        ],
        exception_handlers=HANDLERS,
        lifespan=_running(shared, pages, entrance.days if entrance else None),
    )
    app.router.default = pages
    app.state.office = shared
    app.state.entrance = entrance
    app.state.hosting = hosting
    app.middleware_stack = app.state.ending = Ending(DrainBody(_surrounded(app, hosting, pages, told)))
    return app


def _running(
    shared: Office, pages: "Pages", days: int | None
) -> Callable[[Starlette], AbstractAsyncContextManager[None]]:
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
        table = asyncio.create_task(asyncio.to_thread(pages.drawn_up))
        sweeping = asyncio.create_task(sweep_every_hour(shared.store, days, shared.cache.forget_old))
        try:
            yield
        finally:
            await table
            sweeping.cancel()
            await shared.live.close()
            await shared.pool.close()
            shared.store.database.close()

    return running


def _surrounded(app: Starlette, hosting: Hosting | None, pages: "Pages", told: Sequence[Told]) -> ASGIApp:
    """Return the app with all that is around it where it is hosted, and where somebody is told of requests."""
    shared: Office = app.state.office
    stack = app.build_middleware_stack()
    if hosting:
        shared.live.most_of_an_address = STREAMS
        app.state.visits = Visits()
        stack = Limited(stack, app.state.visits)
    if told:
        stack = Journal(stack, pages.templates, told)
    if hosting:
        stack = app.state.health = Health(stack, shared.store.database)
        stack = PublicAddress(stack, hosting)
    return stack


@dataclass(eq=False)
class Pages:
    """All pages; the first one is there already while the table of the others is being drawn up."""

    _table: Router | None = None

    def drawn_up(self) -> Router:
        """Return the table of all addresses, which takes its time at first."""
        if self._table is None:
            self._table = Router(routes())
        return self._table

    def templates(self) -> Mapping[object, str]:
        """Return the addresses as the table has them, by who answers there."""
        routes = self._table.routes if self._table else ()
        return {route.endpoint: route.path for route in routes if isinstance(route, Route)}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["path"] == START and not scope["query_string"] and scope["method"] in ("GET", "HEAD"):
            first = framed(Request(scope), welcome())
            await first(scope, receive, send)
            return
        table = self._table
        if table is None:
            table = await asyncio.to_thread(self.drawn_up)
        await table(scope, receive, send)


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

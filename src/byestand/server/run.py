"""Starting: a free port, one line with the address, the browser on a desktop; Ctrl-C ends it."""

import asyncio
import os
import signal
import socket
import sys
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from threading import Event, Thread, Timer

import uvicorn
from starlette.applications import Starlette
from starlette.routing import Route
from uvicorn.config import LOGGING_CONFIG

from byestand.errors import BadRequest, ByestandError
from byestand.server.app import make_app
from byestand.server.auth.addresses import LanAddresses, parse_ip
from byestand.server.auth.codes import Codes
from byestand.server.auth.lan import Lan
from byestand.server.auth.right import DIRECTOR
from byestand.server.auth.screens import blocks, screens_for
from byestand.server.config import Hosting
from byestand.server.live.hub import MOST_STREAMS, Hub
from byestand.server.ops import access_log
from byestand.server.ops.listening import HIGHEST_PORT, listen, local_url
from byestand.server.ops.operator import Operator, to_systemd
from byestand.server.ops.shutdown import HEALTH
from byestand.server.storage.sqlite import SqliteDatabase, usual_path
from byestand.server.storage.store import Store, open_store, store_at
from byestand.server.urls import routes
from byestand.server.web.app_url import STATIC
from byestand.server.web.body_limits import Deadlines
from byestand.server.web.connection_limit import MAX_REQUESTS
from byestand.server.web.connections import LimitedConnection, OpenConnections

DEADLINES = Deadlines()
SPARE_FILES = 2048
"""For requests, workers and the files of nights, however many streams there are."""
SECONDS_TO_END = 3
"""So long what is under way may still take; then whoever waits is told that the app is ending."""
SECONDS_TO_FINISH = 60
"""The same for a service: longer than the longest work takes."""
SECONDS_TO_SAY_SO = 8
"""So long that may take at most, on however busy a machine; then connections are cut."""
SECONDS_TO_BE_MISSED = 5.0
"""So long a service that ends is still there, and says that it ends, so that nobody is sent to it any more."""
WHO_SEES_WHAT = (
    "Everybody on your network reaches {where} and sees nothing there without a code. A display's code\n"
    "shows the wall of one night, with names; a pair's code its own page; the director's code everything, to change\n"
    "and to throw away too. This machine needs none. Nothing is encrypted: who taps the network can read it."
)
MORE_ADDRESSES = (
    "This machine has other addresses too: {others}. If phones cannot open the first one,\n"
    "choose another on the page Walls and phones."
)
NO_NETWORK = (
    "This machine is on no network, so no other device reaches it. Connect it; the page Walls and phones has\n"
    "the address then."
)
HERE = "127.0.0.1"
EVERYWHERE = "0.0.0.0"  # noqa: S104 - that is what --lan asks for


def serve(
    host: str | None,
    port: int,
    *,
    lan: bool,
    browser: bool,
    data: Path | None,
    tell: Callable[[str], object],
    url: str = "",
    hosting: Hosting | None = None,
    operator: Operator | None = None,
) -> None:
    """Serve until Ctrl-C; tell where, and with *lan* who is let in with what; with *hosting* for many clubs.

    Nights are in the file of *data*, or in the database of *url*; the *operator* is told what happens.
    """
    host, operator = host or (EVERYWHERE if lan else HERE), operator or Operator()
    if port and port == operator.place[1]:
        raise BadRequest(f"figures need a port of their own, not the one of the pages: {port}")
    listening = _listening(host, port, lan=lan, hosting=hosting, tell=tell)
    try:
        store = store_at(url) if url else _store_of(data, tell, hosted=hosting is not None)
    except ByestandError:
        for one in listening:
            one.close()
        raise
    names = {host, socket.gethostname(), f"{socket.gethostname()}.local"} if host != HERE else set()
    door = Lan(Codes(store), LanAddresses.of(listening[0])) if lan else None
    app = make_app(store, names=names, lan=door, hosting=hosting, told=operator.told, deadlines=DEADLINES)
    operator.watch(app)

    def started() -> None:
        here = local_url(listening)
        if operator.log:
            access_log.happened("begins", at=here)
        else:
            with suppress(BrokenPipeError):  # nobody reads what is printed; the pages are there all the same
                _told(here, door, browser, tell)
        to_systemd("READY=1")

    # Ctrl-C is how it is meant to end, or SIGTERM: nothing was interrupted, and the exit code is 0.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    with suppress(KeyboardInterrupt), _workers_spared():
        _Telling(_configured(app, operator), started, partial(_end, app)).run(sockets=listening)


def _listening(
    host: str, port: int, *, lan: bool, hosting: Hosting | None, tell: Callable[[str], object]
) -> list[socket.socket]:
    """Return sockets on the port, or on the next one that is free, and tell of that."""
    if not 0 <= port <= HIGHEST_PORT:
        raise BadRequest(f"a port is a number from 0 to 65535: {port}")
    if hosting:
        _require_room_for(hosting.prefix)
    found = listen(host, port, lan=lan, hosted=hosting is not None)
    taken = found[0].getsockname()[1]
    if port and taken != port:
        tell(f"port {port} is taken; the next free one is {taken}")
    return found


def _configured(app: Starlette, operator: Operator) -> uvicorn.Config:
    live: Hub = app.state.services.live
    live.most = room_for_streams()
    hosting: Hosting | None = app.state.hosting
    connections = OpenConnections(live.most + min(MAX_REQUESTS, live.most // 2), DEADLINES, _is_trusted(hosting))
    return uvicorn.Config(
        app, log_level="error", access_log=False, server_header=False, ws="none",
        proxy_headers=bool(hosting), forwarded_allow_ips=hosting.trusted if hosting else [],
        timeout_graceful_shutdown=_patience(hosting) + SECONDS_TO_SAY_SO, timeout_keep_alive=30,
        http=partial(LimitedConnection, connections),  # type: ignore[arg-type]  # uvicorn only calls it
        log_config=None if operator.log or hosting else LOGGING_CONFIG,
    )  # fmt: skip


def _is_trusted(hosting: Hosting | None) -> Callable[[str], bool]:
    """Return whether an address may hold any number of connections: this machine, or a proxy."""

    def is_trusted(address: str) -> bool:
        ip = parse_ip(address)
        return ip is not None and (ip.is_loopback or any(ip in one for one in (hosting.proxies if hosting else ())))

    return is_trusted


async def _end(app: Starlette) -> None:
    """Have everybody go elsewhere, before nobody is let in any more and all streams end."""
    to_systemd("STOPPING=1")
    if app.state.hosting:
        app.state.requests.is_ending = True
        await be_missed()
    app.state.services.live.end()
    asyncio.get_running_loop().call_later(_patience(app.state.hosting), app.state.requests.end)


async def be_missed() -> None:
    """Wait until whoever shares requests out has noticed."""
    await asyncio.sleep(SECONDS_TO_BE_MISSED)


def _patience(hosting: Hosting | None) -> int:
    return SECONDS_TO_FINISH if hosting else SECONDS_TO_END


def _store_of(data: Path | None, tell: Callable[[str], object], *, hosted: bool) -> Store:
    """Return the nights of this machine, and tell where they are if that is new, or that they are not kept.

    A service that could not keep them does not begin: nobody sits before it.
    """
    path = usual_path(data)
    new_folder = not path.parent.is_dir()
    store = Store(SqliteDatabase(path)) if hosted else open_store(path)
    if store.trouble:
        tell(store.trouble)
    elif data and new_folder:
        tell(f"nights are kept in a folder that was not there before: {path.parent}")
    return store


def room_for_streams() -> int:
    """Return how many streams there is room for: each takes a file, of which a process has only so many.

    Systems let a process raise its own limit a good way; where they do not, there is room for fewer.
    """
    if sys.platform == "win32":
        return MOST_STREAMS
    import resource  # noqa: PLC0415 - Windows has none

    wanted = MOST_STREAMS + SPARE_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with suppress(ValueError, OSError):
            most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
            soft = most
    return MOST_STREAMS if soft == resource.RLIM_INFINITY else min(MOST_STREAMS, soft - min(SPARE_FILES, soft // 2))


@contextmanager
def _workers_spared() -> Iterator[None]:
    """Start workers that do not hear the Ctrl-C that ends the server; the terminal sends it to all of them.

    A process has the deafness of the thread that starts it, from its first moment on. So the server hears with another
    one. Windows knows nothing like it; there a worker is deaf when it is ready (`jobs.pool.get_ready`).
    """
    if sys.platform == "win32":
        yield
        return
    Thread(target=Event().wait, daemon=True).start()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class _Telling(uvicorn.Server):
    """A server that says when it answers and when it ends; inheriting is the one way that the library has for it."""

    def __init__(
        self, config: uvicorn.Config, started: Callable[[], None], ending: Callable[[], Awaitable[None]]
    ) -> None:
        super().__init__(config)
        self._then = started
        self._ending = ending

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, and say so."""
        await super().startup(sockets)
        if self.started:
            self._then()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End, and say so first: it waits until nobody is spoken to any more."""
        await self._ending()
        await super().shutdown(sockets)


def _told(here: str, door: Lan | None, browser: bool, tell: Callable[[str], object]) -> None:
    tell(f"Byestand is at {here} (Ctrl-C ends it)")
    if door:
        _tell_others(door, tell)
    sys.stdout.flush()
    if browser and _has_display():
        import webbrowser  # noqa: PLC0415 - a server without a screen never needs it

        later = Timer(0.1, webbrowser.open, (here,))
        later.daemon = True
        later.start()


def _tell_others(door: Lan, tell: Callable[[str], object]) -> None:
    """Tell how others reach this machine, and who sees what."""
    urls = door.lan_addresses.urls()
    if not urls:
        tell(NO_NETWORK)
        return
    (way_in,) = screens_for(door.codes, urls[0], (DIRECTOR,))
    tell(WHO_SEES_WHAT.format(where=urls[0]))
    if len(urls) > 1:
        tell(MORE_ADDRESSES.format(others=", ".join(urls[1:])))
    tell(f"For another device of yours, with the director's code; open or scan it: {way_in.link}")
    tell(blocks(way_in.link))


def _has_display() -> bool:
    return sys.platform in ("win32", "darwin") or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _require_room_for(prefix: str) -> None:
    """Refuse a path before all others that is also a page: nobody could tell whether a proxy has taken it off."""
    ours = (STATIC, HEALTH, *(route.path for route in routes() if isinstance(route, Route)))
    if prefix and prefix.split("/")[1] in {path.split("/")[1] for path in ours}:
        raise BadRequest(f"the public address cannot be below a path that is one of our pages: {prefix!r}")

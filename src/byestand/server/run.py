"""Starting the server: a free port, a line with the address, the browser on a desktop. Ctrl-C stops it."""

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
from byestand.language import phrase, say
from byestand.server.app import make_app
from byestand.server.auth.access_codes import Codes
from byestand.server.auth.access_links import blocks, screens_for
from byestand.server.auth.addresses import LanAddresses, parse_ip
from byestand.server.auth.lan_access import LanAccess
from byestand.server.auth.roles import DIRECTOR
from byestand.server.config import HostingConfig
from byestand.server.guards.body_limits import Deadlines
from byestand.server.guards.connection_limit import MAX_REQUESTS
from byestand.server.guards.connections import LimitedConnection, OpenConnections
from byestand.server.live.hub import MAX_STREAMS
from byestand.server.ops import access_log
from byestand.server.ops.listen_port import HIGHEST_PORT, listen, local_url
from byestand.server.ops.observability import Observability, to_systemd
from byestand.server.ops.shutdown import HEALTH
from byestand.server.storage.older_files import moved_files, moved_text
from byestand.server.storage.sqlite import SqliteDatabase, named_path, usual_path
from byestand.server.storage.store import Store, open_store, store_at
from byestand.server.urls import routes
from byestand.server.web.app_state import state_of
from byestand.server.web.app_url import STATIC

DEADLINES = Deadlines()
SPARE_FILES = 2048
"""For requests, workers and session files, besides the streams."""
SECONDS_TO_END = 3
"""For running requests when the server stops; then they are answered with an error."""
SECONDS_TO_FINISH = 60
"""The same on a hosted service: longer than the longest job."""
SECONDS_TO_SAY_SO = 8
"""For these answers, even on a busy machine; then connections are closed."""
SECONDS_TO_BE_MISSED = 5.0
"""That a stopping service still reports its state, so that proxies send no more requests."""
WHO_SEES_WHAT = phrase(
    "Devices on your network can open {url}, but they need a code.\n"
    "A display's code shows the display of one session, with names. A pair's code shows the page of that pair.\n"
    "The director's code gives full access. This machine needs no code.\n"
    "The connection is not encrypted; others on the network could read it."
)
MORE_ADDRESSES = phrase(
    "This machine also has other addresses: {urls}.\n"
    'If phones cannot open the first one, choose another on the page "Access codes".'
)
NO_NETWORK = phrase(
    "This machine is not connected to a network, so other devices cannot open the app.\n"
    'Connect it, then open the page "Access codes" for the address.'
)
HERE = "127.0.0.1"
ALL_INTERFACES = "0.0.0.0"  # noqa: S104 - for --lan


def serve(
    host: str | None,
    port: int,
    *,
    lan: bool,
    browser: bool,
    data: Path | None,
    tell: Callable[[str], object],
    warn: Callable[[str], object],
    url: str = "",
    hosting: HostingConfig | None = None,
    operator: Observability | None = None,
) -> None:
    """Serve until Ctrl-C, and *tell* the address; with *lan* also the codes; with *hosting* for many clubs.

    Sessions are in the file *data*, or in the database at *url*. The *operator* gets logs and metrics.
    """
    host, operator = host or (ALL_INTERFACES if lan else HERE), operator or Observability()
    if port and port == operator.place[1]:
        raise BadRequest(say("--metrics needs another port than the app: {port}", port=port))
    listening = _listen(host, port, lan=lan, hosting=hosting, tell=tell)
    try:
        store = store_at(url) if url else _store_of(data, tell, warn, hosted=hosting is not None)
    except ByestandError:
        for bound in listening:
            bound.close()
        raise
    names = {host, socket.gethostname(), f"{socket.gethostname()}.local"} if host != HERE else set()
    door = LanAccess(Codes(store), LanAddresses.from_socket(listening[0])) if lan else None
    app = make_app(store, names=names, lan=door, hosting=hosting, listeners=operator.listeners, deadlines=DEADLINES)
    operator.watch(app)

    def started() -> None:
        here = local_url(listening)
        if operator.log:
            access_log.log_lifecycle("begins", at=here)
        else:
            with suppress(BrokenPipeError):  # the output is closed; the app works all the same
                _tell_address(here, door, browser, tell)
        to_systemd("READY=1")

    # Ctrl-C and SIGTERM are the normal ways to stop: the exit code is 0.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    with suppress(KeyboardInterrupt), _workers_spared():
        _ReportingServer(_configure(app, operator), started, partial(_end, app)).run(sockets=listening)


def _listen(
    host: str, port: int, *, lan: bool, hosting: HostingConfig | None, tell: Callable[[str], object]
) -> list[socket.socket]:
    """Return sockets on the port, or on the next free one, and *tell* if it is another."""
    if not 0 <= port <= HIGHEST_PORT:
        raise BadRequest(say("the port must be 0 to {most}: {port}", most=HIGHEST_PORT, port=port))
    if hosting:
        _require_room_for(hosting.prefix)
    sockets = listen(host, port, lan=lan, hosted=hosting is not None)
    used = sockets[0].getsockname()[1]
    if port and used != port:
        tell(say("port {port} is in use; using {other}", port=port, other=used))
    return sockets


def _configure(app: Starlette, operator: Observability) -> uvicorn.Config:
    live, hosting = state_of(app).services.live, state_of(app).hosting_config
    live.most = room_for_streams()
    connections = OpenConnections(live.most + min(MAX_REQUESTS, live.most // 2), DEADLINES, _is_trusted(hosting))
    return uvicorn.Config(
        app, log_level="error", access_log=False, server_header=False, ws="none",
        proxy_headers=bool(hosting), forwarded_allow_ips=hosting.trusted_proxies if hosting else [],
        timeout_graceful_shutdown=_patience(hosting) + SECONDS_TO_SAY_SO, timeout_keep_alive=30,
        http=partial(LimitedConnection, connections),  # type: ignore[arg-type]  # uvicorn only calls it
        log_config=None if operator.log or hosting else LOGGING_CONFIG,
    )  # fmt: skip


def _is_trusted(hosting: HostingConfig | None) -> Callable[[str], bool]:
    """Return a test whether an address may have any number of connections: this machine or a proxy."""

    def is_trusted(address: str) -> bool:
        ip = parse_ip(address)
        return ip is not None and (
            ip.is_loopback or any(ip in network for network in (hosting.proxies if hosting else ()))
        )

    return is_trusted


async def _end(app: Starlette) -> None:
    """Report that the server stops, wait until proxies have noticed, and end all streams."""
    to_systemd("STOPPING=1")
    state = state_of(app)
    if state.hosting_config:
        state.requests.is_ending = True
        await wait_for_drain()
    state.services.live.end()
    asyncio.get_running_loop().call_later(_patience(state.hosting_config), state.requests.end)


async def wait_for_drain() -> None:
    """Wait until proxies have noticed."""
    await asyncio.sleep(SECONDS_TO_BE_MISSED)


def _patience(hosting: HostingConfig | None) -> int:
    return SECONDS_TO_FINISH if hosting else SECONDS_TO_END


def _store_of(
    data: Path | None, tell: Callable[[str], object], warn: Callable[[str], object], *, hosted: bool
) -> Store:
    """Return the sessions of this machine; *tell* of a new folder, or that sessions cannot be saved.

    A hosted service that cannot save sessions does not start. Otherwise an older file is moved aside with a warning,
    unless the user named it.
    """
    path, is_moved = usual_path(data), not hosted and named_path(data) is None
    new_folder, moved_before = not path.parent.is_dir(), moved_files(path)
    store = Store(SqliteDatabase(path)) if hosted else open_store(path, is_older_moved=is_moved)
    if is_moved:
        moved = moved_files(path)
        store.notice = moved_text(moved)
        if moved != moved_before:
            warn(store.notice)
    if store.trouble:
        tell(store.trouble)
    elif data and new_folder:
        tell(say("created a new folder for sessions: {folder}", folder=path.parent))
    return store


def room_for_streams() -> int:
    """Return the possible number of streams: each needs an open file, which the system limits.

    Most systems let a process raise its own limit.
    """
    if sys.platform == "win32":
        return MAX_STREAMS
    import resource  # noqa: PLC0415 - Windows has none

    wanted = MAX_STREAMS + SPARE_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with suppress(ValueError, OSError):
            limit = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
            resource.setrlimit(resource.RLIMIT_NOFILE, (limit, hard))
            soft = limit
    return MAX_STREAMS if soft == resource.RLIM_INFINITY else min(MAX_STREAMS, soft - min(SPARE_FILES, soft // 2))


@contextmanager
def _workers_spared() -> Iterator[None]:
    """Start workers that ignore Ctrl-C, which the terminal sends to all processes.

    A process inherits the blocked signals of the thread that starts it, so another thread receives the signal for the
    server. On Windows a worker ignores Ctrl-C only when it is ready (`jobs.pool.get_ready`).
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


class _ReportingServer(uvicorn.Server):
    """A server that calls back when it has started and when it stops; uvicorn has no other way."""

    def __init__(
        self, config: uvicorn.Config, started: Callable[[], None], ending: Callable[[], Awaitable[None]]
    ) -> None:
        super().__init__(config)
        self._then = started
        self._ending = ending

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, then call back."""
        await super().startup(sockets)
        if self.started:
            self._then()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Call back, then stop: uvicorn waits for open connections."""
        await self._ending()
        await super().shutdown(sockets)


def _tell_address(here: str, door: LanAccess | None, browser: bool, tell: Callable[[str], object]) -> None:
    tell(say("Byestand is running at {url} (press Ctrl-C to stop)", url=here))
    if door:
        _tell_others(door, tell)
    sys.stdout.flush()
    if browser and _has_display():
        import webbrowser  # noqa: PLC0415 - only a desktop needs it

        later = Timer(0.1, webbrowser.open, (here,))
        later.daemon = True
        later.start()


def _tell_others(door: LanAccess, tell: Callable[[str], object]) -> None:
    """Tell how other devices open the app, and what each code shows."""
    urls = door.lan_addresses.urls()
    if not urls:
        tell(say(NO_NETWORK))
        return
    (screen,) = screens_for(door.codes, urls[0], (DIRECTOR,))
    tell(say(WHO_SEES_WHAT, url=urls[0]))
    if len(urls) > 1:
        tell(say(MORE_ADDRESSES, urls=", ".join(urls[1:])))
    tell(say("To use the app on another device of yours, open or scan: {link}", link=screen.link))
    tell(blocks(screen.link))


def _has_display() -> bool:
    return sys.platform in ("win32", "darwin") or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _require_room_for(prefix: str) -> None:
    """Raise BadRequest if the path of the public address is also a page: a proxy may remove it or not."""
    ours = (STATIC, HEALTH, *(route.path for route in routes() if isinstance(route, Route)))
    if prefix and prefix.split("/")[1] in {path.split("/")[1] for path in ours}:
        raise BadRequest(say("the path of --public is a page of the app; choose another: {path!r}", path=prefix))

"""Starting: a free port, one line with the address, the browser on a desktop; Ctrl-C ends it."""

import errno
import os
import socket
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from threading import Timer

import uvicorn

from byestand.errors import BadRequest
from byestand.server.app import make_app
from byestand.server.store import opened, usual_path

PORTS_TRIED = 20
SECONDS_TO_END = 3
EVERYWHERE = frozenset({"0.0.0.0", "::", ""})  # noqa: S104 - what people say, not what we do unasked


def serve(host: str, port: int, *, browser: bool, data: Path | None, tell: Callable[[str], object]) -> None:
    """Serve until Ctrl-C; tell where."""
    if not 0 <= port <= 65535:
        raise BadRequest(f"a port is a number up to 65535: {port}")
    listening = _listen(host, port)
    taken = listening.getsockname()[1]
    if port and taken != port:
        tell(f"port {port} is taken; the next free one is {taken}")
    store = opened(usual_path(data))
    if store.trouble:
        tell(store.trouble)
    everywhere = host in EVERYWHERE
    names = {host, socket.gethostname(), f"{socket.gethostname()}.local"} if host != "127.0.0.1" else set()
    app = make_app(store, names=names)
    address = f"http://{'127.0.0.1' if everywhere else f'[{host}]' if ':' in host else host}:{taken}/"
    config = uvicorn.Config(
        app, log_level="error", access_log=False, server_header=False, timeout_graceful_shutdown=SECONDS_TO_END,
        timeout_keep_alive=30, limit_concurrency=512,
    )  # fmt: skip
    server = _Telling(config, lambda: _told(address, browser, tell))
    # Ctrl-C is how it is meant to end: nothing was interrupted, and the exit code is 0.
    with suppress(KeyboardInterrupt):
        server.run(sockets=[listening])


class _Telling(uvicorn.Server):
    """A server that says when it answers; inheriting is the one way that the library has for it."""

    def __init__(self, config: uvicorn.Config, started: Callable[[], None]) -> None:
        super().__init__(config)
        self._then = started

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, and say so."""
        await super().startup(sockets)
        if self.started:
            self._then()


def _told(address: str, browser: bool, tell: Callable[[str], object]) -> None:
    tell(f"Byestand is at {address} (Ctrl-C ends it)")
    sys.stdout.flush()
    if browser and _has_display():
        import webbrowser  # noqa: PLC0415 - a server without a screen never needs it

        later = Timer(0.1, webbrowser.open, (address,))
        later.daemon = True
        later.start()


def _has_display() -> bool:
    return sys.platform in ("win32", "darwin") or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _listen(host: str, port: int) -> socket.socket:
    """Return a socket on the port, or on the next one that is free."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for candidate in range(port, min(port + PORTS_TRIED, 65536)) if port else (0,):
        found = socket.socket(family, socket.SOCK_STREAM)
        if os.name == "posix":
            found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            found.bind((host, candidate))
            found.listen(2048)
        except OSError as fault:
            found.close()
            if not _is_taken(fault):
                raise BadRequest(f"cannot serve there, {str(fault.strerror or fault).lower()}: {host!r}") from fault
        else:
            found.set_inheritable(False)
            return found
    raise BadRequest(f"ports {port} to {port + PORTS_TRIED - 1} are all taken; name another with --port")


def _is_taken(fault: OSError) -> bool:
    return fault.errno in (errno.EADDRINUSE, errno.EACCES)

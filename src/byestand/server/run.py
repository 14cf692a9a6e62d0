"""Starting: a free port, one line with the address, the browser on a desktop; Ctrl-C ends it."""

import errno
import os
import signal
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from ipaddress import ip_address
from pathlib import Path
from threading import Event, Thread, Timer

import uvicorn

from byestand.errors import BadRequest
from byestand.server.app import make_app
from byestand.server.nights.store import opened, usual_path

PORTS_TRIED = 20
SECONDS_TO_END = 3
FIRST_FREE_TO_ALL = 1024
"""Lower ports belong to the administrator on most systems."""
FAR_AWAY = {socket.AF_INET: "192.0.2.1", socket.AF_INET6: "2001:db8::1"}
"""Addresses that nobody has: they are for documentation."""


def serve(host: str, port: int, *, browser: bool, data: Path | None, tell: Callable[[str], object]) -> None:
    """Serve until Ctrl-C; tell where."""
    if not 0 <= port <= 65535:
        raise BadRequest(f"a port is a number up to 65535: {port}")
    listening = _listen(host, port)
    taken = listening.getsockname()[1]
    if port and taken != port:
        tell(f"port {port} is taken; the next free one is {taken}")
    path = usual_path(data)
    new_folder = not path.parent.is_dir()
    store = opened(path)
    if store.trouble:
        tell(store.trouble)
    elif data and new_folder:
        tell(f"nights are kept in a folder that was not there before: {path.parent}")
    names = {host, socket.gethostname(), f"{socket.gethostname()}.local"} if host != "127.0.0.1" else set()
    app = make_app(store, names=names)
    here, there = addresses(listening)
    config = uvicorn.Config(
        app, log_level="error", access_log=False, server_header=False, timeout_graceful_shutdown=SECONDS_TO_END,
        timeout_keep_alive=30, limit_concurrency=512,
    )  # fmt: skip
    server = _Telling(config, lambda: _told(here, there, browser, tell))
    # Ctrl-C is how it is meant to end: nothing was interrupted, and the exit code is 0.
    with suppress(KeyboardInterrupt), _workers_spared():
        server.run(sockets=[listening])


@contextmanager
def _workers_spared() -> Iterator[None]:
    """Start workers that do not hear the Ctrl-C that ends the server; the terminal sends it to all of them.

    A process has the deafness of the thread that starts it, from its first moment on. So the server hears with another
    one. Windows knows nothing like it; there a worker is deaf when it is ready (`work.pool.get_ready`).
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
    """A server that says when it answers; inheriting is the one way that the library has for it."""

    def __init__(self, config: uvicorn.Config, started: Callable[[], None]) -> None:
        super().__init__(config)
        self._then = started

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, and say so."""
        await super().startup(sockets)
        if self.started:
            self._then()


def addresses(listening: socket.socket) -> tuple[str, str]:
    """Return where it answers on this machine, and where others reach it; nothing where they do not."""
    found, port = listening.getsockname()[:2]
    ip = ip_address(found)
    inside = ip
    if ip.is_unspecified:
        inside = ip_address("127.0.0.1" if listening.family == socket.AF_INET else "::1")
    outside = "" if ip.is_loopback else _outside(listening.family) if ip.is_unspecified else _quoted(found)
    return f"http://{_quoted(str(inside))}:{port}/", f"http://{outside}:{port}/" if outside else ""


def _quoted(address: str) -> str:
    return f"[{address}]" if ":" in address else address


def _outside(family: socket.AddressFamily) -> str:
    """Return the address from which this machine would speak to others, which sends nothing; or its name."""
    with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as asking:
        asking.connect((FAR_AWAY[family], 9))
        return _quoted(asking.getsockname()[0])
    return socket.gethostname()


def _told(here: str, there: str, browser: bool, tell: Callable[[str], object]) -> None:
    tell(f"Byestand is at {here} (Ctrl-C ends it)")
    if there:
        tell(
            f"Everybody on your network can open {there} too: without a password they can see, change and throw away\n"
            "your nights with all names, and send files. Without --host it answers on this machine alone."
        )
    sys.stdout.flush()
    if browser and _has_display():
        import webbrowser  # noqa: PLC0415 - a server without a screen never needs it

        later = Timer(0.1, webbrowser.open, (here,))
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
            if fault.errno == errno.EACCES and candidate < FIRST_FREE_TO_ALL:
                raise BadRequest(
                    f"this machine lets only its administrator serve on ports below {FIRST_FREE_TO_ALL}; name a higher"
                    f" one, like --port 8013: {candidate}"
                ) from fault
            if fault.errno not in (errno.EADDRINUSE, errno.EACCES):
                raise BadRequest(f"cannot serve there, {str(fault.strerror or fault).lower()}: {host!r}") from fault
        else:
            found.set_inheritable(False)
            return found
    raise BadRequest(f"ports {port} to {min(port + PORTS_TRIED, 65536) - 1} are all taken; name another with --port")

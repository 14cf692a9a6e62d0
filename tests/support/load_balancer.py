"""One address for several processes: connections go to each in turn, and dead ones are skipped."""

import socket
from collections.abc import Sequence
from contextlib import suppress
from itertools import cycle
from select import select
from threading import Thread


class Balancer:
    """A minimal load balancer, which knows nothing about the content."""

    def __init__(self, ports: Sequence[int]) -> None:
        self._many = len(ports)
        self._turns = cycle(ports)
        self._listening = socket.create_server(("127.0.0.1", 0), backlog=256)
        self.port: int = self._listening.getsockname()[1]
        Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self._listening.accept()
                Thread(target=self._serve, args=(near,), daemon=True).start()

    def _serve(self, near: socket.socket) -> None:
        with near:
            for _ in range(self._many):
                with (
                    suppress(ConnectionRefusedError),
                    socket.create_connection(("127.0.0.1", next(self._turns))) as far,
                ):
                    _carry(near, far)
                    return

    def close(self) -> None:
        """Accept no more connections."""
        self._listening.close()


def _carry(near: socket.socket, far: socket.socket) -> None:
    """Pass data from one end to the other until one of them is closed."""
    other = {near: far, far: near}
    with suppress(OSError):
        while True:
            for source in select([near, far], [], [])[0]:
                data = source.recv(65536)
                if not data:
                    return
                other[source].sendall(data)

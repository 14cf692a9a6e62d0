"""The running requests of an app. A separate module: `AppState` has them, and the middleware of `ops` tracks them."""

import asyncio
from dataclasses import dataclass, field


@dataclass(eq=False)
class RunningRequests:
    """The running requests, and whether the server is about to stop."""

    is_ending: bool = False
    """Whether proxies should send no more requests, although all are still answered."""
    timeouts: set[asyncio.Timeout] = field(default_factory=set)

    def end(self) -> None:
        """Cancel all running requests."""
        for timeout in self.timeouts:
            timeout.reschedule(asyncio.get_running_loop().time())

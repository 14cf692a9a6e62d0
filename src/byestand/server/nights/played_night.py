"""A night that is played: its log and its state, and the data that the workers make of it."""

from asyncio import to_thread
from dataclasses import dataclass

from starlette.requests import Request

from byestand.night.log import EventLog
from byestand.night.state import NightState
from byestand.server.auth.visitor import visitor


@dataclass(frozen=True, slots=True)
class PlayedNight:
    """A night with its number and its log."""

    id: int
    log: EventLog

    @property
    def state(self) -> NightState:
        """The night after all events of the log."""
        return self.log.state

    @property
    def path(self) -> str:
        """The address of the night."""
        return f"/nights/{self.id}"


async def played_night(request: Request) -> PlayedNight:
    """Return the night that a request is about."""
    id: int = request.path_params["id"]
    return PlayedNight(id, await to_thread(visitor(request).nights.log, id))

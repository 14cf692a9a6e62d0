"""What all requests of one app share, as one typed object: Starlette's own state accepts and returns anything.

Only this module reads Starlette's.
"""

from dataclasses import dataclass

from starlette.applications import Starlette
from starlette.requests import Request

from byestand.server.auth.access_control import AccessControl
from byestand.server.config import HostingConfig
from byestand.server.services import Services
from byestand.server.web.address_limits import RateLimits
from byestand.server.web.navigation import MenuEntry
from byestand.server.web.running_requests import RunningRequests


@dataclass(frozen=True, slots=True)
class AppState:
    """What all requests of one app share."""

    services: Services
    hosting_config: HostingConfig | None
    """None on a laptop."""
    entrance: AccessControl | None
    """None if only this machine can connect."""
    menu: tuple[MenuEntry, ...]
    rate_limits: RateLimits
    requests: RunningRequests
    language: str


def attach_state(app: Starlette, state: AppState) -> None:
    """Put the state into an app."""
    app.state.shared = state


def state_of(app: Starlette) -> AppState:
    """Return the state of an app."""
    state = app.state.shared
    assert isinstance(state, AppState)  # noqa: S101 - only `attach_state` writes it
    return state


def app_state(request: Request) -> AppState:
    """Return the state of the app of a request."""
    return state_of(request.app)


def services(request: Request) -> Services:
    """Return the services of the app of a request."""
    return app_state(request).services


def entrance(request: Request) -> AccessControl | None:
    """Return the entrance of the app of a request; None if only this machine can connect."""
    return app_state(request).entrance

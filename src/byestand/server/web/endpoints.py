"""Routes, and endpoints that only run a job with what an address asks."""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Match, Route
from starlette.types import Scope

from byestand.server.jobs.job import Job
from byestand.server.jobs.results import File, Page
from byestand.server.services import services
from byestand.server.web.query import Pairs
from byestand.server.web.responses import Endpoint, asked_in, file_or_page

ROUTE = "byestand.route"
"""Where a request carries the path of its route, as the table of addresses has it."""


class PageRoute(Route):
    """A route whose requests carry its path: several routes may have the same endpoint."""

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        """Return whether a request is for this route, and what it carries then."""
        match, child_scope = super().matches(scope)
        return match, {**child_scope, ROUTE: self.path}


def asking(page: Job[[Pairs], Page | File]) -> Endpoint:
    """Return an endpoint that asks a page with what stands after the question mark."""

    async def endpoint(request: Request) -> Response:
        return file_or_page(request, await services(request).run(page, asked_in(request).pairs))

    return endpoint


def asking_about(page: Job[[str, Pairs], Page | File]) -> Endpoint:
    """Return an endpoint that asks a page about the one thing that the address names."""

    async def endpoint(request: Request) -> Response:
        (name,) = request.path_params.values()
        return file_or_page(request, await services(request).run(page, name, asked_in(request).pairs))

    return endpoint

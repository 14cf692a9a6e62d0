"""Routes, and endpoints that only run a job with what an address asks."""

from starlette.convertors import Convertor, register_url_convertor
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


class Number(Convertor[int]):
    """A number in an address: no longer than those of nights, for Python reads none of thousands of digits."""

    regex = "[0-9]{1,18}"

    def convert(self, value: str) -> int:
        """Return the number that was written."""
        return int(value)

    def to_string(self, value: int) -> str:
        """Return how it is written."""
        return str(value)


register_url_convertor("int", Number())  # in place of Starlette's, which takes as many digits as there are


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

"""Routes, endpoints that run a job with the query of the address, and static files."""

import mimetypes
import os
import re

from starlette.convertors import Convertor, register_url_convertor
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Match, Route
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from byestand.job import Job
from byestand.server.jobs.job_results import JobFile, JobPage
from byestand.server.web.app_state import services
from byestand.server.web.app_url import SHARED, files_version, own_files
from byestand.server.web.query import Pairs
from byestand.server.web.responses import Endpoint, asked_in, file_or_page

ROUTE = "byestand.route"
"""The key in the scope of a request for the path of its route, as in the table of addresses."""


class PageRoute(Route):
    """A route that puts its path into the scope: several routes may have the same endpoint."""

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        """Return whether a request is for this route, and the additions to its scope."""
        match, child_scope = super().matches(scope)
        return match, {**child_scope, ROUTE: self.path}


class NightIdConvertor(Convertor[int]):
    """A number in an address: at most as long as a session number, because Python limits the digits of a number."""

    regex = "[0-9]{1,18}"

    def convert(self, value: str) -> int:
        """Return the number."""
        return int(value)

    def to_string(self, value: int) -> str:
        """Return the digits."""
        return str(value)


register_url_convertor("int", NightIdConvertor())  # instead of Starlette's, which takes any number of digits


def query_endpoint(page: Job[[Pairs], JobPage | JobFile]) -> Endpoint:
    """Return an endpoint that runs a job with the query of the address."""

    async def endpoint(request: Request) -> Response:
        return file_or_page(request, await services(request).run(page, asked_in(request).pairs))

    return endpoint


def asking_about(page: Job[[str, Pairs], JobPage | JobFile]) -> Endpoint:
    """Return an endpoint that runs a job with the name in the path and the query."""

    async def endpoint(request: Request) -> Response:
        (name,) = request.path_params.values()
        return file_or_page(request, await services(request).run(page, name, asked_in(request).pairs))

    return endpoint


FOR_EVER = "public, max-age=31536000, immutable"


class PageFiles(StaticFiles):
    """Serves the shared files, and the scripts and stylesheets of every feature under their file names.

    They are also below a version of all files, where browsers may cache them for ever. A page of another version, while
    a service is upgraded, gets the current file without caching.
    """

    def __init__(self) -> None:
        mimetypes.add_type("text/javascript", ".js")  # the registry of Windows may have text/plain
        super().__init__(directory=SHARED)
        self._own = own_files()

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Return a file."""
        version, _, rest = path.replace(os.sep, "/").partition("/")
        if not re.fullmatch("v[0-9a-f]{12}", version):
            return await super().get_response(path, scope)
        response = await super().get_response(rest, scope)
        if version == files_version():
            response.headers["cache-control"] = FOR_EVER
        return response

    def lookup_path(self, path: str) -> tuple[str, os.stat_result | None]:
        """Return the path of a file and its status."""
        if own := self._own.get(path):
            return str(own), own.stat()
        return super().lookup_path(path)

"""Scripts, styles and fonts, which browsers may keep for ever below the version of all of them."""

import re

from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from byestand.server.app_url import files_version

FOR_EVER = "public, max-age=31536000, immutable"


class VersionedFiles(StaticFiles):
    """The static files, by their names, and below the version of all of them.

    A page of another version, as there is while a service is upgraded, gets today's file and is told to ask again.
    """

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Return a file."""
        version, _, rest = path.replace("\\", "/").partition("/")
        if not re.fullmatch("v[0-9a-f]{12}", version):
            return await super().get_response(path, scope)
        response = await super().get_response(rest, scope)
        if version == files_version():
            response.headers["cache-control"] = FOR_EVER
        return response

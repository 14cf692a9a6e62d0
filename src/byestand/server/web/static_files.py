"""Scripts, stylesheets and fonts: those of all pages in one folder, those of one feature beside its templates."""

import mimetypes
import os
import re

from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from byestand.server.web.app_url import SHARED, files_version, own_files

FOR_EVER = "public, max-age=31536000, immutable"


class PageFiles(StaticFiles):
    """Serves the shared files, and the scripts and stylesheets of every feature under their names alone.

    They are also below the version of all of them, where browsers may keep them for ever. A page of another version, as
    there is while a service is upgraded, gets today's file and is told to ask again.
    """

    def __init__(self) -> None:
        mimetypes.add_type("text/javascript", ".js")  # the registry of Windows may say text/plain: no module runs then
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
        """Return where a file lies, and what the system knows of it."""
        if own := self._own.get(path):
            return str(own), own.stat()
        return super().lookup_path(path)

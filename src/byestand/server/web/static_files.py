"""Scripts, stylesheets and fonts: those of all pages in one folder, those of one feature beside its templates."""

import mimetypes
import os
from pathlib import Path

from starlette.staticfiles import StaticFiles

from byestand.server.web.render import PAGES

SHARED = Path(__file__).parent / "static"


class PageFiles(StaticFiles):
    """Serves the shared files, and the scripts and stylesheets of every feature under their names alone."""

    def __init__(self) -> None:
        mimetypes.add_type("text/javascript", ".js")  # the registry of Windows may say text/plain: no module runs then
        super().__init__(directory=SHARED)
        self._own = {path.name: path for kind in ("js", "css") for path in PAGES.glob(f"*/*.{kind}")}

    def lookup_path(self, path: str) -> tuple[str, os.stat_result | None]:
        """Return where a file lies, and what the system knows of it."""
        if own := self._own.get(path):
            return str(own), own.stat()
        return super().lookup_path(path)

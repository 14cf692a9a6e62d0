"""Addresses of the app as browsers have to ask for them: below the path of a service, and with a version for files.

Routes, redirects and templates name every page as if the app were at the top. Templates get `app_url` around each of
their addresses when they are compiled; redirects and cookies get the path from `public_address`.
"""

import re
from functools import cache
from hashlib import sha256
from pathlib import Path

from jinja2.exceptions import TemplateSyntaxError
from jinja2.ext import Extension

from byestand.server.jobs.job import ROOT_PATH

STATIC = "/static/"
"""Scripts, styles and fonts: browsers may keep them, if they ask whether they are still the same."""
SHARED = Path(__file__).parent / "static"
"""Files of all pages."""
PAGES = Path(__file__).parents[1] / "pages"
"""The folders of all features, each with its own templates, scripts and stylesheets."""


def app_url(address: str) -> str:
    """Return an address of ours as browsers have to ask for it, and any other as it is."""
    if not address.startswith("/") or address.startswith("//"):
        return address
    if address.startswith(STATIC):
        address = f"{STATIC}{files_version()}/{address.removeprefix(STATIC)}"
    return ROOT_PATH.get() + address


def own_files() -> dict[str, Path]:
    """Return the scripts and stylesheets of every feature under their names."""
    return {path.name: path for kind in ("js", "css") for path in PAGES.glob(f"*/*.{kind}")}


@cache
def files_version() -> str:
    """Return a word for the contents of all static files: what is fetched by it can be kept for ever."""
    found = sha256()
    for path in sorted([*own_files().values(), *(path for path in SHARED.rglob("*") if path.is_file())]):
        found.update(f"{path.name} {path.stat().st_size}\n".encode() + path.read_bytes())
    return f"v{found.hexdigest()[:12]}"


_ATTRIBUTE = r'(\s(?:href|src|action|formaction|hx-get|hx-post|data-stream|data-home|data-preview)=")'
_WRITTEN = re.compile(rf"{_ATTRIBUTE}/(static/)?(?!/)")
_EXPRESSION = re.compile(rf"{_ATTRIBUTE}{{{{(.*?)}}}}", re.DOTALL)
_UNCLEAR = re.compile(rf"{_ATTRIBUTE}{{%")


class AppUrls(Extension):
    """Has every address in a template pass through `app_url`, so that no template can forget it."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        """Return the source of a template with the calls put in, each on its line."""
        if unclear := _UNCLEAR.search(source):
            line = source.count("\n", 0, unclear.end()) + 1
            raise TemplateSyntaxError("an address begins with a path or an expression", line, name, filename)
        source = _EXPRESSION.sub(r"\1{{ app_url(\2) }}", source)
        return _WRITTEN.sub(r'\1{{ app_url("/\2") }}', source)

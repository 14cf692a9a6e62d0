"""Addresses of the app for browsers: below the path of a service, and with a version for static files.

Routes, redirects and templates write every address as if the app were at the top. Templates get `app_url` around each
of their addresses when they are compiled; redirects and cookies get the path from `guards.security.PublicAddress`.
"""

import re
from functools import cache
from hashlib import sha256
from pathlib import Path

from jinja2.exceptions import TemplateSyntaxError
from jinja2.ext import Extension

from byestand.server.jobs.root_path import ROOT_PATH

STATIC = "/static/"
"""Scripts, styles and fonts."""
SHARED = Path(__file__).parent / "static"
"""Files of all pages."""
PAGES = Path(__file__).parents[1] / "pages"
"""The folders of all features, each with its own templates, scripts and stylesheets."""


def app_url(address: str) -> str:
    """Return an address of the app for browsers, and any other address unchanged."""
    if not address.startswith("/") or address.startswith("//"):
        return address
    if address.startswith(STATIC):
        address = f"{STATIC}{files_version()}/{address.removeprefix(STATIC)}"
    return ROOT_PATH.get() + address


def own_files() -> dict[str, Path]:
    """Return the scripts and stylesheets of every feature by file name."""
    return {path.name: path for kind in ("js", "css") for path in PAGES.glob(f"*/*.{kind}")}


@cache
def files_version() -> str:
    """Return a version of the contents of all static files, which browsers may cache for ever."""
    digest = sha256()
    for path in sorted([*own_files().values(), *(path for path in SHARED.rglob("*") if path.is_file())]):
        digest.update(f"{path.name} {path.stat().st_size}\n".encode() + path.read_bytes())
    return f"v{digest.hexdigest()[:12]}"


_ATTRIBUTE = r'(\s(?:href|src|action|formaction|hx-get|hx-post|data-stream|data-home|data-preview)=")'
_WRITTEN = re.compile(rf"{_ATTRIBUTE}/(static/)?(?!/)")
_EXPRESSION = re.compile(rf"{_ATTRIBUTE}{{{{(.*?)}}}}", re.DOTALL)
_UNCLEAR = re.compile(rf"{_ATTRIBUTE}{{%")


class AppUrls(Extension):
    """Puts `app_url` around every address in a template."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        """Return the source of a template with the calls added, on the same lines."""
        if unclear := _UNCLEAR.search(source):
            line = source.count("\n", 0, unclear.end()) + 1
            raise TemplateSyntaxError("an address must start with a path or an expression", line, name, filename)
        source = _EXPRESSION.sub(r"\1{{ app_url(\2) }}", source)
        return _WRITTEN.sub(r'\1{{ app_url("/\2") }}', source)

"""QR codes: as a picture on a page, and as text in a terminal."""

import io
from functools import lru_cache
from typing import TYPE_CHECKING

from markupsafe import Markup

if TYPE_CHECKING:
    from segno import QRCode

QUIET = 2
"""Modules of white around the code in a terminal, which has a margin of its own."""
WHITE_ON_BLACK, AS_BEFORE = "\x1b[97;40m", "\x1b[0m"


@lru_cache(maxsize=512)
def picture(text: str, title: str) -> Markup:
    """Return the code as SVG: dark on light in every theme, as wide as its class says."""
    drawn = _made(text).svg_inline(omitsize=True, svgclass="qr", lineclass=None, dark="#000", light="#fff", title=title)
    return Markup(drawn)  # noqa: S704 - paths of ours, and a title that segno escapes


def blocks(text: str) -> str:
    """Return the code in lines of half blocks, white on black whatever colours the terminal has."""
    out = io.StringIO()
    _made(text).terminal(out, compact=True, border=QUIET)
    return "\n".join(f"{WHITE_ON_BLACK}{line}{AS_BEFORE}" for line in out.getvalue().splitlines())


def _made(text: str) -> "QRCode":
    import segno  # noqa: PLC0415 - it takes its time, and a server on this machine alone needs none

    return segno.make_qr(text, error="m")

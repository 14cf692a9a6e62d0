"""QR codes: as a picture on a page, and as text in a terminal."""

import io
from collections.abc import Iterator
from functools import lru_cache
from itertools import groupby
from typing import TYPE_CHECKING

from markupsafe import Markup

if TYPE_CHECKING:
    from segno import QRCode

MARGIN = 4
"""Modules of white around a picture: phones want them."""
TERMINAL_MARGIN = 2
"""A terminal has a margin of its own."""
WHITE_ON_BLACK, AS_BEFORE = "\x1b[97;40m", "\x1b[0m"
SVG = Markup('<svg class="qr" viewBox="0 0 {size} {size}" role="img"><title>{title}</title><path d="{path}"/></svg>')


@lru_cache(maxsize=512)
def picture(text: str, title: str) -> Markup:
    """Return the code as SVG: its dark modules as one shape; its class makes what is behind it white in every theme."""
    rows = [bytes(row) for row in _made(text).matrix_iter(border=MARGIN)]
    return SVG.format(size=len(rows), title=title, path="".join(_bars(rows)))


def _bars(rows: list[bytes]) -> Iterator[str]:
    """Yield the dark modules, those side by side in one bar."""
    for y, row in enumerate(rows):
        for dark, modules in groupby(enumerate(row), key=lambda module: module[1]):
            if dark:
                places = [x for x, _ in modules]
                yield f"M{places[0]} {y}h{len(places)}v1h-{len(places)}z"


def blocks(text: str) -> str:
    """Return the code in lines of half blocks, white on black whatever colours the terminal has."""
    out = io.StringIO()
    _made(text).terminal(out, compact=True, border=TERMINAL_MARGIN)
    return "\n".join(f"{WHITE_ON_BLACK}{line}{AS_BEFORE}" for line in out.getvalue().splitlines())


def _made(text: str) -> "QRCode":
    import segno  # noqa: PLC0415 - it takes its time, and a server on this machine alone needs none

    return segno.make_qr(text, error="m")

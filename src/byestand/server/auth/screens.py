"""What the desk shows for others to scan or type: where to go, the code, and the same as a QR code."""

import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from typing import TYPE_CHECKING

from markupsafe import Markup
from starlette.requests import Request

from byestand.server.auth.codes import Codes
from byestand.server.auth.entrance import entrance
from byestand.server.auth.right import Kind, Right
from byestand.server.auth.visitor import visitor

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


TITLES: dict[Kind, str] = {"display": "The wall", "pair": "Phones of the pairs", "director": "Another device of yours"}
OPENS: dict[Kind, str] = {
    "display": "clock, moves, start list and ranking, with names; read only",
    "pair": "each pair its own page, which a phone chooses once; read only",
    "director": "everything: see, change, throw away",
}
"""What becomes visible to whom a code is shown."""
STAY_AWAKE = "set this screen never to sleep: without https the browser cannot keep it awake"


@dataclass(frozen=True, slots=True)
class Screen:
    """One way in."""

    right: Right
    title: str
    opens: str
    address: str
    """To be typed, without the code."""
    code: str
    link: str
    """Both together; the code stands behind the # and so is sent to nobody."""
    picture: Markup
    advice: str = ""
    """What the director should do with that screen."""


def screens(request: Request, night: int) -> tuple[Screen, ...]:
    """Return the ways in to a night: for a wall, for phones, for a device of the director's.

    None where no other device reaches the app. Make them in a thread: the first time a code is written down.
    """
    door = entrance(request)
    addresses = door.addresses(request.scope) if door else ()
    if not door or not addresses:
        return ()
    mine = visitor(request).right
    assert mine  # noqa: S101 - only the director is shown ways in
    rights = Right("display", night), Right("pair", night), mine
    return screens_for(door.codes, addresses[0], rights)


def screens_for(codes: Codes, app: str, rights: Sequence[Right]) -> tuple[Screen, ...]:
    """Return the ways in with rights, where others open the *app*; with that of one pair for a card of its own."""
    return tuple(_screen(app, right, code) for right, code in zip(rights, codes.codes(rights), strict=True))


def _screen(app: str, right: Right, code: str) -> Screen:
    address = f"{app}join"
    link = f"{address}#{code.replace(' ', '')}"
    title = right.pair or TITLES[right.kind]
    advice = "" if app.startswith("https:") or right.kind != "display" else STAY_AWAKE
    return Screen(right, title, OPENS[right.kind], address, code, link, picture(link, f"To scan: {title}"), advice)

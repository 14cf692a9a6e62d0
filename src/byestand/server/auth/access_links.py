"""Access codes for other devices: the address, the code, and both as a QR code."""

import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from typing import TYPE_CHECKING

from markupsafe import Markup
from starlette.requests import Request

from byestand.language import phrase, say
from byestand.server.auth.access_codes import Codes
from byestand.server.auth.access_control import AccessControl
from byestand.server.auth.roles import Kind, Role
from byestand.server.auth.visitor import visitor

if TYPE_CHECKING:
    from segno import QRCode


MARGIN = 4
"""White modules around a picture, which phones need."""
TERMINAL_MARGIN = 2
"""White modules around the code in a terminal."""
WHITE_ON_BLACK, AS_BEFORE = "\x1b[97;40m", "\x1b[0m"
SVG = Markup('<svg class="qr" viewBox="0 0 {size} {size}" role="img"><title>{title}</title><path d="{path}"/></svg>')


@lru_cache(maxsize=512)
def picture(text: str, title: str) -> Markup:
    """Return a QR code as SVG, with its dark modules as one shape; its class sets a white background."""
    rows = [bytes(row) for row in _make_link(text).matrix_iter(border=MARGIN)]
    return SVG.format(size=len(rows), title=title, path="".join(_bars(rows)))


def _bars(rows: list[bytes]) -> Iterator[str]:
    """Yield the dark modules, adjacent ones as one bar."""
    for y, row in enumerate(rows):
        for dark, modules in groupby(enumerate(row), key=lambda module: module[1]):
            if dark:
                places = [x for x, _ in modules]
                yield f"M{places[0]} {y}h{len(places)}v1h-{len(places)}z"


def blocks(text: str) -> str:
    """Return a QR code in lines of half blocks, white on black in any terminal."""
    out = io.StringIO()
    _make_link(text).terminal(out, compact=True, border=TERMINAL_MARGIN)
    return "\n".join(f"{WHITE_ON_BLACK}{line}{AS_BEFORE}" for line in out.getvalue().splitlines())


def _make_link(text: str) -> "QRCode":
    import segno  # noqa: PLC0415 - slow to import, and a server without other devices needs none

    return segno.make_qr(text, error="m")


TITLES: dict[Kind, str] = {
    "display": phrase("Display"),
    "pair": phrase("Phone page"),
    "director": phrase("Your other devices"),
}
OPENS: dict[Kind, str] = {
    "display": phrase("Clock, moves, start list and ranking, with names; read only"),
    "pair": phrase("One pair's page per phone; read only"),
    "director": phrase("Full access: view, change, delete"),
}
"""What a device with a code can see."""
STAY_AWAKE = phrase("Set this screen to never sleep: without https the browser cannot keep it awake")


@dataclass(frozen=True, slots=True)
class AccessLink:
    """The access code for one kind of device."""

    right: Role
    title: str
    opens: str
    address: str
    """To type, without the code."""
    code: str
    link: str
    """Address and code; the code is behind the #, so browsers do not send it."""
    picture: Markup
    advice: str = ""
    """What the director should do with that device."""


def screens(request: Request, entrance: AccessControl | None, night: int) -> tuple[AccessLink, ...]:
    """Return the access codes of a session: for a display, for phones, for another device of the director.

    Empty if no other device can open the app. Call it in a thread: a new code is stored in the database.
    """
    addresses = entrance.addresses(request.scope) if entrance else ()
    if not entrance or not addresses:
        return ()
    mine = visitor(request).right
    assert mine  # noqa: S101 - only the director sees codes
    rights = Role("display", night), Role("pair", night), mine
    return screens_for(entrance.codes, addresses[0], rights)


def screens_for(codes: Codes, app: str, rights: Sequence[Role]) -> tuple[AccessLink, ...]:
    """Return the access codes of rights, for devices that open the *app* at this address."""
    return tuple(_screen(app, right, code) for right, code in zip(rights, codes.codes(rights), strict=True))


def _screen(app: str, right: Role, code: str) -> AccessLink:
    address = f"{app}join"
    link = f"{address}#{code.replace(' ', '')}"
    title = right.pair or say(TITLES[right.kind])
    advice = "" if app.startswith("https:") or right.kind != "display" else say(STAY_AWAKE)
    image = picture(link, f"{say('QR code')}: {title}")
    return AccessLink(right, title, say(OPENS[right.kind]), address, code, link, image, advice)

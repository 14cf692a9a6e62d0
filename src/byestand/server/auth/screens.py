"""What the desk shows for others to scan or type: where to go, the code, and the same as a picture."""

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup
from starlette.requests import Request

from byestand.server.auth.codes import Codes
from byestand.server.auth.entrance import entrance
from byestand.server.auth.qr import picture
from byestand.server.auth.right import Kind, Right
from byestand.server.auth.visitor import visitor

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

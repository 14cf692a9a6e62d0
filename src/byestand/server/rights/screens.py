"""What the desk shows for others to scan or type: where to go, the code, and the same as a picture."""

from dataclasses import dataclass

from markupsafe import Markup
from starlette.requests import Request

from byestand.server.rights.lan import Lan, lan
from byestand.server.rights.qr import picture
from byestand.server.rights.right import DIRECTOR, Right

WHAT = {
    "director": "everything: see, change, throw away",
    "display": "the wall of this night, with names; changes nothing",
    "pair": "where a pair sits and whom it meets; changes nothing",
}
"""What becomes visible to whom a code is shown."""


@dataclass(frozen=True, slots=True)
class Screen:
    """One way in."""

    right: Right
    opens: str
    address: str
    """To be typed, without the code."""
    code: str
    link: str
    """Both together; the code stands behind the # and so is sent to nobody."""
    picture: Markup


def screens(request: Request, night: int) -> tuple[Screen, ...]:
    """Return the ways in to a night: for a wall, for phones, for a device of the director's.

    None where the app is on this machine alone. Make them in a thread: the first time a code is written down.
    """
    door = lan(request)
    if door is None:
        return ()
    return tuple(screen(door, right) for right in (Right("display", night), Right("pair", night), DIRECTOR))


def screen(door: Lan, right: Right) -> Screen:
    """Return the way in with a right; with that of one pair for a card of its own."""
    address, code = f"{door.where()}join", door.codes.code(right)
    link = f"{address}#{code}"
    title = f"A code to scan: {right.kind}{' ' + right.pair if right.pair else ''}"
    return Screen(right, WHAT[right.kind], address, code, link, picture(link, title))

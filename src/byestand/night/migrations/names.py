"""Names up to version 8: one text for a contestant, which was split into members whenever it was shown.

What has not the expected shape is left as it is: the codec refuses it with its path.
"""

from byestand import codec
from byestand.model.limits import MAX_NAME_CHARS
from byestand.model.people import Contestant
from byestand.night.migrations.documents import Data


def upgrade_names(data: Data) -> Data:
    """Return a night, or the fields of an event, with contestants in place of names."""
    upgraded: Data = {}
    for key, value in data.items():
        match key, value:
            case (("setup" | "before"), dict()):
                upgraded[key] = upgrade_names(value)
            case (("sections" | "repairs"), list()):
                upgraded[key] = [upgrade_names(one) if isinstance(one, dict) else one for one in value]
            case "names", dict() if "contestants" not in data:
                upgraded["contestants"] = {label: _contestant(name) for label, name in value.items() if name != ""}
            case "names", list() if "contestants" not in data:
                upgraded["contestants"] = [_seat(seat) if isinstance(seat, dict) else seat for seat in value]
            case _:
                upgraded[key] = value
    return upgraded


def _seat(seat: Data) -> Data:
    if "name" not in seat or "contestant" in seat:
        return seat
    contestant = None if seat["name"] == "" else _contestant(seat["name"])
    return {key: value for key, value in seat.items() if key != "name"} | {"contestant": contestant}


def _contestant(name: object) -> object:
    if not isinstance(name, str) or len(name) > MAX_NAME_CHARS:
        return {"members": [{"name": name}]}
    return codec.write(Contestant, Contestant.parse(name))

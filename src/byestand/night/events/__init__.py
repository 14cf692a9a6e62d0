"""What can happen in a night, one class a kind: what it is about, and what the night is after it."""

from collections.abc import Mapping

from byestand.night.events.event import Event
from byestand.night.events.happening import Repaired, Results, Seen, Undone
from byestand.night.events.playing import Lengthened, Paused, Released, Resumed, RoundCalled, Shown, Started, Timed
from byestand.night.events.setting_up import Awaited, Called, Named, Noted, SectionsCompared, SetUp, TakenOver

__all__ = [
    "KINDS", "Awaited", "Called", "Event", "Lengthened", "Named", "Noted", "Paused", "Released", "Repaired", "Results",
    "Resumed", "RoundCalled", "SectionsCompared", "Seen", "SetUp", "Shown", "Started", "TakenOver", "Timed", "Undone",
]  # fmt: skip

KINDS: Mapping[str, type[Event]] = {one.kind: one for one in Event.__subclasses__()}

"""What the workers told of a night that is played, as the desk has it in hand."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from time import localtime
from typing import Any, TypeAlias

from byestand.errors import BadRequest
from byestand.model.timing import Timing
from byestand.night.fold import Log
from byestand.night.night import dumps
from byestand.server.office import Office
from byestand.server.play.room import Hours, told

People: TypeAlias = Mapping[str, Mapping[str, Any]]
"""Name, first table and seat of everybody, by label."""


@dataclass(frozen=True)
class Told:
    """What `room.told` has found, read."""

    data: dict[str, Any]

    @classmethod
    async def of(cls, office: Office, id: int, log: Log) -> "Told":
        """Return what there is to tell of a night as its log has it."""
        now = log.now
        if not now.plan.sections:
            raise BadRequest("this night has no movement yet: choose one, and then play it")
        clocks = {section.letter: now.clock(section.letter) for section in now.plan.sections}
        under_way = tuple((letter, clock.round if clock else 0) for letter, clock in clocks.items())
        answer = await office.ask(
            told, id, dumps(now.night), under_way, tuple(now.troubles.items()), hours_of(now.timing)
        )
        return cls(json.loads(answer.body))

    @property
    def people(self) -> People:
        """Everybody, by label."""
        found: People = self.data["people"]
        return found

    @property
    def sections(self) -> list[dict[str, Any]]:
        """The sections, as `room.InSection` has them."""
        found: list[dict[str, Any]] = self.data["sections"]
        return found

    @cached_property
    def rounds(self) -> dict[str, int]:
        """How many rounds each section has."""
        return {section["letter"]: section["rounds"] for section in self.sections}

    @property
    def call(self) -> str:
        """What is said for the next round, in all sections."""
        return "\n".join(line for section in self.sections for line in section["say"])


def hours_of(timing: Timing) -> Hours:
    """Return when play begins and how long rounds are, by the clock on the wall."""
    if timing.starts is None:
        return Hours(None, timing.seconds)
    begins = localtime(timing.starts)
    return Hours((begins.tm_hour, begins.tm_min), timing.seconds)

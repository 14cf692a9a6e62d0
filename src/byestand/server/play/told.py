"""What the workers tell of a night that is played, as the desk has it in hand."""

from time import localtime

from byestand.errors import BadRequest
from byestand.model.timing import Timing
from byestand.night.legacy import night_of
from byestand.night.log import EventLog
from byestand.night.night import dumps
from byestand.server.office import Office
from byestand.server.play.room import Hours, Told, told


async def told_of(office: Office, id: int, log: EventLog) -> Told:
    """Return what there is to tell of a night as its log has it."""
    now = log.state
    if not now.setup.sections:
        raise BadRequest("this night has no movement yet: choose one, and then play it")
    clocks = {section.letter: now.clock(section.letter) for section in now.setup.sections}
    under_way = tuple((letter, clock.round if clock else 0) for letter, clock in clocks.items())
    return await office.run(
        told, id, dumps(night_of(now)), under_way, tuple(now.mishaps.items()), hours_of(now.setup.timing)
    )


def hours_of(timing: Timing) -> Hours:
    """Return when play begins and how long rounds are, by the clock on the wall."""
    if timing.starts is None:
        return Hours(None, timing.seconds)
    begins = localtime(timing.starts)
    return Hours((begins.tm_hour, begins.tm_min), timing.seconds)

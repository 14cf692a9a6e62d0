"""The times of a new night, as its plan asks for them."""

from datetime import datetime, timedelta

from byestand.errors import BadRequest
from byestand.model.boards import USUAL_BOARDS_PER_ROUND
from byestand.model.setup import SessionSetup
from byestand.model.timing import LONGEST_ROUND, MINUTE, USUAL_BOARD, Timing
from byestand.server.web.query import Asked
from byestand.texts import plain_figure
from byestand.typed import hour

LONG_AGO = 6
"""An hour that was so many hours ago was yesterday's, so that tomorrow's is meant."""


A_DAY = timedelta(days=1)


def planned_timing(setup: SessionSetup, asked: Asked, now: float) -> Timing:
    """Return the timing of a new night: its start and the minutes per board as the plan asked for them."""
    a_board, starts = asked.figure("minutes_per_board"), asked.text("starts")
    boards = max((one.boards.per_round for one in setup.sections if one.boards), default=USUAL_BOARDS_PER_ROUND)
    seconds = round_length(boards * (a_board * MINUTE if a_board else USUAL_BOARD))
    return Timing(seconds=seconds, starts=next_time(starts, now - LONG_AGO * 60 * MINUTE) if starts else None)


def round_length(seconds: float) -> int:
    """Return whole seconds; refuse more than a round can last."""
    if seconds > LONGEST_ROUND:
        raise BadRequest(f"nothing lasts longer than four hours here: {plain_figure(seconds / MINUTE)} minutes")
    return round(seconds)


def next_time(text: str, after: float) -> float:
    """Return when it is that hour for the first time after an instant, by the clock of this machine."""
    told, first = hour(text), datetime.fromtimestamp(after).astimezone()
    found = first.replace(hour=told.hour, minute=told.minute, second=0, microsecond=0)
    return (found if found >= first else found + A_DAY).timestamp()

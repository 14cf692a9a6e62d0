"""Days and hours in words: the same on every machine, whatever language it speaks."""

import datetime as dt

from byestand.language import say

_DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
_WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_FULL_MONTHS = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip


def date_words(day: dt.date) -> str:
    """Return a day.

    >>> date_words(dt.date(2026, 11, 17))
    'Tue 17 Nov 2026'
    """
    return f"{_DAYS[day.weekday()]} {day.day} {_MONTHS[day.month - 1]} {day.year}"


def session_title(day: dt.date, *, is_individual: bool = False) -> str:
    """Return what a session of a day is called if nobody names it.

    >>> session_title(dt.date(2026, 11, 19)), session_title(dt.date(2026, 5, 1), is_individual=True)
    ('Thursday pairs, 19 November', 'Friday individual, 1 May')
    """
    phrase = "{weekday} individual, {day} {month}" if is_individual else "{weekday} pairs, {day} {month}"
    return say(phrase, weekday=_WEEKDAYS[day.weekday()], day=day.day, month=_FULL_MONTHS[day.month - 1])


def clock_words(starts: dt.time, minutes: int = 0) -> str:
    """Return an hour of the day, so many minutes after another.

    >>> clock_words(dt.time(19, 30)), clock_words(dt.time(23, 30), 45)
    ('19:30', '0:15')
    """
    later = (starts.hour * 60 + starts.minute + minutes) % (24 * 60)
    return f"{later // 60}:{later % 60:02}"

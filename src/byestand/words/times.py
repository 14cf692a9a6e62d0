"""Days and hours in words: the same on every machine, whatever language it speaks."""

import datetime as dt

_DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def date_words(day: dt.date) -> str:
    """Return a day.

    >>> date_words(dt.date(2026, 11, 17))
    'Tue 17 Nov 2026'
    """
    return f"{_DAYS[day.weekday()]} {day.day} {_MONTHS[day.month - 1]} {day.year}"


def clock_words(starts: dt.time, minutes: int = 0) -> str:
    """Return an hour of the day, so many minutes after another.

    >>> clock_words(dt.time(19, 30)), clock_words(dt.time(23, 30), 45)
    ('19:30', '0:15')
    """
    later = (starts.hour * 60 + starts.minute + minutes) % (24 * 60)
    return f"{later // 60}:{later % 60:02}"

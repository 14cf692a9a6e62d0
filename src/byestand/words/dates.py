"""Days and hours in words."""

import datetime as dt
from collections.abc import Callable

from byestand.language import say, say_in

_DAYS: tuple[Callable[[], str], ...] = (
    lambda: say_in("short weekday", "Mon"),
    lambda: say_in("short weekday", "Tue"),
    lambda: say_in("short weekday", "Wed"),
    lambda: say_in("short weekday", "Thu"),
    lambda: say_in("short weekday", "Fri"),
    lambda: say_in("short weekday", "Sat"),
    lambda: say_in("short weekday", "Sun"),
)
_WEEKDAYS: tuple[Callable[[], str], ...] = (
    lambda: say("Monday"),
    lambda: say("Tuesday"),
    lambda: say("Wednesday"),
    lambda: say("Thursday"),
    lambda: say("Friday"),
    lambda: say("Saturday"),
    lambda: say("Sunday"),
)
_MONTHS: tuple[Callable[[], str], ...] = (
    lambda: say_in("short month", "Jan"),
    lambda: say_in("short month", "Feb"),
    lambda: say_in("short month", "Mar"),
    lambda: say_in("short month", "Apr"),
    lambda: say_in("short month", "May"),
    lambda: say_in("short month", "Jun"),
    lambda: say_in("short month", "Jul"),
    lambda: say_in("short month", "Aug"),
    lambda: say_in("short month", "Sep"),
    lambda: say_in("short month", "Oct"),
    lambda: say_in("short month", "Nov"),
    lambda: say_in("short month", "Dec"),
)
_FULL_MONTHS: tuple[Callable[[], str], ...] = (
    lambda: say("January"),
    lambda: say("February"),
    lambda: say("March"),
    lambda: say("April"),
    lambda: say("May"),
    lambda: say("June"),
    lambda: say("July"),
    lambda: say("August"),
    lambda: say("September"),
    lambda: say("October"),
    lambda: say("November"),
    lambda: say("December"),
)


def date_words(day: dt.date) -> str:
    """Return a date.

    >>> date_words(dt.date(2026, 11, 17))
    'Tue 17 Nov 2026'
    """
    weekday, month = _DAYS[day.weekday()](), _MONTHS[day.month - 1]()
    return say("{weekday} {day} {month} {year}", weekday=weekday, day=day.day, month=month, year=day.year)


def full_date(day: dt.date) -> str:
    """Return a date on paper.

    >>> full_date(dt.date(2026, 11, 18))
    '18 November 2026'
    """
    return say("{day} {month} {year}", day=day.day, month=_FULL_MONTHS[day.month - 1](), year=day.year)


def session_title(day: dt.date, *, is_individual: bool = False) -> str:
    """Return the default name of a session.

    >>> session_title(dt.date(2026, 11, 19)), session_title(dt.date(2026, 5, 1), is_individual=True)
    ('Thursday pairs, 19 November', 'Friday individual, 1 May')
    """
    weekday, month = _WEEKDAYS[day.weekday()](), _FULL_MONTHS[day.month - 1]()
    if is_individual:
        return say("{weekday} individual, {day} {month}", weekday=weekday, day=day.day, month=month)
    return say("{weekday} pairs, {day} {month}", weekday=weekday, day=day.day, month=month)


def clock_words(starts: dt.time, minutes: int = 0) -> str:
    """Return the time some minutes after another.

    >>> clock_words(dt.time(19, 30)), clock_words(dt.time(23, 30), 45)
    ('19:30', '0:15')
    """
    later = (starts.hour * 60 + starts.minute + minutes) % (24 * 60)
    return f"{later // 60}:{later % 60:02}"

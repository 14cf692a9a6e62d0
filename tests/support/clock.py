"""The clock of the tests. With BYESTAND_TEST_CLOCK=23:59 it is that minute when the tests of a file begin.

Only the time zone is changed. Instants stay true, and every process that a test starts has the same time of day; only
Chromium does not know such a zone and has UTC, but pages show the times of the server.
"""

import datetime as dt
import os
import time

VARIABLE = "BYESTAND_TEST_CLOCK"
MINUTES_PER_DAY = 24 * 60


def today() -> dt.date:
    """Return the date of the tests and of the app. It may change at any time: ask before and after."""
    return dt.date.today()  # noqa: DTZ011 - the director's day


def set_clock() -> None:
    """Change the time zone so that it is the minute that the variable names, if it is set."""
    wanted = os.environ.get(VARIABLE)
    if wanted and hasattr(time, "tzset"):
        os.environ["TZ"] = zone_in_which(dt.time.fromisoformat(wanted), time.time())
        time.tzset()


def zone_in_which(wanted: dt.time, instant: float) -> str:
    """Return the time zone, at most twelve hours from UTC, in which it is this hour and minute at an instant.

    >>> zone_in_which(dt.time(23, 59), 0.0), zone_in_which(dt.time(5, 30), 0.0)
    ('<TEST>+00:01', '<TEST>-05:30')
    """
    minutes = 60 * wanted.hour + wanted.minute - int(instant // 60)
    east = (minutes + MINUTES_PER_DAY // 2) % MINUTES_PER_DAY - MINUTES_PER_DAY // 2
    return f"<TEST>{'-' if east >= 0 else '+'}{abs(east) // 60:02}:{abs(east) % 60:02}"

"""Numbers as people type them, ranges, rounds, days and hours: read the same way on the command line and in the app."""

import datetime as dt

from byestand.errors import BadRequest
from byestand.texts import plain_number


def span(text: str) -> range:
    """Return a number or a range of numbers.

    >>> span("18"), span("14-20"), span("14 – 20")
    (range(18, 19), range(14, 21), range(14, 21))
    """
    low, dash, high = text.replace("–", "-").replace(" ", "").partition("-")
    first, last = plain_number(low), plain_number(high if dash else low)
    if first is None or last is None:
        raise BadRequest(f"expected a number or a range like 14-20: {text[:40]!r}")
    if first > last:
        raise BadRequest(f"the range is empty: {text[:40]!r}")
    return range(first, last + 1)


def rounds(text: str) -> tuple[int, ...]:
    """Return some rounds, which may be none.

    >>> rounds("12, 13"), rounds("12 13"), rounds("none")
    ((12, 13), (12, 13), ())
    """
    parts = () if text.strip().lower() == "none" else text.replace(",", " ").split() or ("",)
    numbers = tuple(number for number in map(plain_number, parts) if number is not None)
    if len(numbers) < len(parts):
        raise BadRequest(f"expected rounds like 12,13, or none: {text[:40]!r}")
    return numbers


def day(text: str) -> dt.date:
    """Return a day.

    >>> day("2026-11-17")
    datetime.date(2026, 11, 17)
    """
    try:
        return dt.date.fromisoformat(text)
    except ValueError:
        raise BadRequest(f"expected a day like 2026-11-17: {text[:40]!r}") from None


def hour(text: str) -> dt.time:
    """Return an hour of the day.

    >>> hour("19:30")
    datetime.time(19, 30)
    """
    try:
        return dt.datetime.strptime(text, "%H:%M").time()  # noqa: DTZ007 - an hour of no day
    except ValueError:
        raise BadRequest(f"expected an hour like 19:30: {text[:40]!r}") from None

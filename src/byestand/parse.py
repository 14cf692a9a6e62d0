"""Parsers of typed numbers, ranges, rounds, dates and times, for the command line and the app."""

import datetime as dt

from byestand.errors import BadRequest
from byestand.language import say
from byestand.sanitize import plain_number


def span(text: str) -> range:
    """Return a number or a range of numbers.

    >>> span("18"), span("14-20"), span("14 – 20")
    (range(18, 19), range(14, 21), range(14, 21))
    """
    low, dash, high = text.replace("–", "-").replace(" ", "").partition("-")
    first, last = plain_number(low), plain_number(high if dash else low)
    if first is None or last is None:
        raise BadRequest(say("expected a number or a range such as 14-20: {text!r}", text=text[:40]))
    if first > last:
        raise BadRequest(say("the range must start with the smaller number, such as 24-28: {text!r}", text=text[:40]))
    return range(first, last + 1)


def rounds(text: str) -> tuple[int, ...]:
    """Return a list of rounds, which may be empty.

    >>> rounds("12, 13"), rounds("12 13"), rounds("none")
    ((12, 13), (12, 13), ())
    """
    parts = () if text.strip().lower() == "none" else text.replace(",", " ").split() or ("",)
    numbers = tuple(number for number in map(plain_number, parts) if number is not None)
    if len(numbers) < len(parts):
        raise BadRequest(say("expected rounds such as 12,13, or none: {text!r}", text=text[:40]))
    return numbers


def day(text: str) -> dt.date:
    """Return a date.

    >>> day("2026-11-17")
    datetime.date(2026, 11, 17)
    """
    try:
        return dt.date.fromisoformat(text)
    except ValueError:
        raise BadRequest(say("expected a date such as 2026-11-17: {text!r}", text=text[:40])) from None


def hour(text: str) -> dt.time:
    """Return a time of day.

    >>> hour("19:30")
    datetime.time(19, 30)
    """
    try:
        return dt.datetime.strptime(text, "%H:%M").time()  # noqa: DTZ007 - only the time of day is used
    except ValueError:
        raise BadRequest(say("expected a time such as 19:30: {text!r}", text=text[:40])) from None

"""What people type and files hold: whole numbers, ranges of them, rounds. Read here, the same everywhere."""

from byestand.errors import BadRequest


def plain_number(text: str) -> int | None:
    """Return a whole number written in plain digits, at most nine of them; None for anything else.

    Python's own `int` takes signs, underscores, digits of any script, and as many of them as there is memory for.

    >>> [plain_number(text) for text in ("18", "007", "-1", "1_000", "٣", "", "1" * 10)]
    [18, 7, None, None, None, None, None]
    """
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None


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

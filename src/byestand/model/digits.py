"""Numbers that people type and files hold."""


def plain_number(text: str) -> int | None:
    """Return a whole number written in plain digits, at most nine of them; None for anything else.

    Python's own `int` takes signs, underscores, digits of any script, and as many of them as there is memory for.

    >>> [plain_number(text) for text in ("18", "007", "-1", "1_000", "٣", "", "1" * 10)]
    [18, 7, None, None, None, None, None]
    """
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None

"""Text from files and users, made safe for messages and for titles of one line.

It is a layer below everything else because the errors need it. Text from a file, a name or an address can then not
disturb a terminal, break a line or fail to be encoded as UTF-8.
"""

MAX_SENTENCE_CHARS = 700
"""The longest messages of Byestand have half of it; longer ones quote a long input."""
MAX_PATH_CHARS = 200
"""Characters of a file name in a message."""
MAX_TITLE_CHARS = 1000
MAX_NAME_CHARS = 80
"""Characters in the name of a pair or a player."""
_FORMULA_SIGNS = "=+-@\t\r\n＝＋－＠"
"""Characters that start a formula in a spreadsheet, or let the next character start one."""
_JOINERS = "\N{ZERO WIDTH NON-JOINER}\N{ZERO WIDTH JOINER}"
"""Needed for Persian, Hindi and many emoji, although Python does not call them printable."""


def printable(text: str) -> str:
    r"""Return text with all control characters and line breaks escaped.

    >>> printable("a\x1b[31m\nb\ud800")
    'a\\x1b[31m\\nb\\ud800'
    """
    if text.isprintable():
        return text
    return "".join(c if _can_be_shown(c) else c.encode("unicode_escape").decode("ascii") for c in text)


def sentence(text: str) -> str:
    """Return a message that can be shown as it is: printable and of bounded length."""
    # An escape replaces 1 character by at most 10, so cutting first loses nothing and is fast.
    return _cut(printable(text[: MAX_SENTENCE_CHARS + 1]), MAX_SENTENCE_CHARS)


def place(source: str) -> str:
    """Return the name of a file for a message; a long name keeps its end, which identifies the file."""
    return source if len(source) <= MAX_PATH_CHARS else f"…{source[1 - MAX_PATH_CHARS :]}"


def title_line(text: str) -> str:
    r"""Return text as one line of printable characters, which every format, page and terminal can hold.

    >>> title_line("Club\nnight\0"), title_line("چهار‌شنبه")
    ('Club night�', 'چهار\u200cشنبه')
    """
    if text.isprintable() and len(text) <= MAX_TITLE_CHARS:
        return text
    return _cut("".join(map(_fit, text[: MAX_TITLE_CHARS + 1])), MAX_TITLE_CHARS)


def is_one_line(text: str) -> bool:
    r"""Return whether text is one line that every format, page and terminal can hold unchanged.

    >>> is_one_line("چهار\u200cشنبه"), is_one_line("two\nlines"), is_one_line("\u202e")
    (True, False, False)
    """
    return title_line(text) == text


def is_storable(text: str) -> bool:
    r"""Return whether text of several lines can be written to any file: no NUL and no lone surrogate.

    >>> is_storable("two\nlines"), is_storable("\ud800"), is_storable("\0")
    (True, False, False)
    """
    return "\0" not in text and text.encode(errors="ignore").decode() == text


def is_like_formula(text: str) -> bool:
    r"""Return whether a spreadsheet may read text as a formula, by its first character after apostrophes and spaces.

    >>> [is_like_formula(text) for text in ("=1+1", "'@home", " -x", "\tx", "Anna-Marie", "'t Hart", "")]
    [True, True, True, True, False, False, False]
    """
    first = text.lstrip(" '")[:1]
    return bool(first) and first in _FORMULA_SIGNS


def guard_cell(text: str) -> str:
    """Return text for a cell of a CSV file, with an apostrophe in front if a spreadsheet would read a formula.

    >>> guard_cell("=1+1"), guard_cell("Anna"), guard_cell("'=1+1")
    ("'=1+1", 'Anna', "''=1+1")
    """
    return f"'{text}" if is_like_formula(text) else text


def unguard_cell(cell: str) -> str:
    """Return the text of a cell that `guard_cell` wrote.

    >>> unguard_cell("'=1+1"), unguard_cell("'t Hart"), unguard_cell("-50")
    ('=1+1', "'t Hart", '-50')
    """
    return cell[1:] if cell.startswith("'") and is_like_formula(cell) else cell


def _can_be_shown(letter: str) -> bool:
    return letter.isprintable() or letter in _JOINERS


def _fit(letter: str) -> str:
    if _can_be_shown(letter):
        return letter
    return " " if letter.isspace() else "\N{REPLACEMENT CHARACTER}"


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most - 1]}…"


def plain_figure(number: float) -> str:
    """Return a number in plain digits, without an exponent for up to 12 digits.

    >>> plain_figure(7.5), plain_figure(99999999.0), plain_figure(7.0)
    ('7.5', '99999999', '7')
    """
    return f"{number:.12g}"


def plain_number(text: str) -> int | None:
    """Return a whole number of at most 9 plain digits; None for any other text.

    Python's own `int` accepts signs, underscores, digits of any script and any length.

    >>> [plain_number(text) for text in ("18", "007", "-1", "1_000", "٣", "", "1" * 10)]
    [18, 7, None, None, None, None, None]
    """
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None

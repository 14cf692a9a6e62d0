"""Words that came from outside, made fit: for a sentence on a screen, and for the one line that a title is.

Below everything else, because the errors already need it. Whatever a file, a name or an address holds, nothing of it
can upset a terminal, break a line, or fail to be written as UTF-8.
"""

MOST_SENTENCE = 700
"""Our longest own sentences have half of it; what is longer quotes something that nobody will read."""
MOST_PLACE = 200
"""Letters of the name of a file in a sentence."""
MOST_TITLE = 1000
MOST_NAME = 80
"""Letters of the name of a pair or a player."""
_FORMULA_SIGNS = "=+-@\t\r\n＝＋－＠"
"""What begins a formula in a spreadsheet, or lets the next character begin one."""
_JOINERS = "\N{ZERO WIDTH NON-JOINER}\N{ZERO WIDTH JOINER}"
"""Python does not call them printable, and Persian, Hindi and many pictures are spelt with them."""


def printable(text: str) -> str:
    r"""Return text with everything that could upset a terminal, or make two lines of one, escaped.

    >>> printable("a\x1b[31m\nb\ud800")
    'a\\x1b[31m\\nb\\ud800'
    """
    if text.isprintable():
        return text
    return "".join(c if _can_be_shown(c) else c.encode("unicode_escape").decode("ascii") for c in text)


def sentence(text: str) -> str:
    """Return a sentence that can be shown as it is: printable, and cut where it quotes without end."""
    # An escape is at most ten letters for one, so that cutting first loses nothing and costs little.
    return _cut(printable(text[: MOST_SENTENCE + 1]), MOST_SENTENCE)


def place(source: str) -> str:
    """Return the name of a file for a sentence; of a long one the end, which tells it from others."""
    return source if len(source) <= MOST_PLACE else f"…{source[1 - MOST_PLACE :]}"


def title_line(text: str) -> str:
    r"""Return text as every format, page and terminal can carry it: one line, of letters that can be written.

    >>> title_line("Club\nnight\0"), title_line("چهار‌شنبه")
    ('Club night�', 'چهار\u200cشنبه')
    """
    if text.isprintable() and len(text) <= MOST_TITLE:
        return text
    return _cut("".join(map(_fit, text[: MOST_TITLE + 1])), MOST_TITLE)


def is_one_line(text: str) -> bool:
    r"""Tell whether text is one line that every format, page and terminal can carry as it is.

    >>> is_one_line("چهار\u200cشنبه"), is_one_line("two\nlines"), is_one_line("\u202e")
    (True, False, False)
    """
    return title_line(text) == text


def can_be_kept(text: str) -> bool:
    r"""Tell whether text of many lines can be written to any file: no NUL, and no half of a letter.

    >>> can_be_kept("two\nlines"), can_be_kept("\ud800"), can_be_kept("\0")
    (True, False, False)
    """
    return "\0" not in text and text.encode(errors="ignore").decode() == text


def is_like_formula(text: str) -> bool:
    r"""Tell whether a spreadsheet may take text for a formula: by its first character, apostrophes and blanks aside.

    >>> [is_like_formula(text) for text in ("=1+1", "'@home", " -x", "\tx", "Anna-Marie", "'t Hart", "")]
    [True, True, True, True, False, False, False]
    """
    first = text.lstrip(" '")[:1]
    return bool(first) and first in _FORMULA_SIGNS


def guard_cell(text: str) -> str:
    """Return text for a cell of a csv file: an apostrophe keeps it text where a spreadsheet would take a formula.

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
    """Return a number that somebody typed in plain digits: no power of ten for up to twelve of them.

    >>> plain_figure(7.5), plain_figure(99999999.0), plain_figure(7.0)
    ('7.5', '99999999', '7')
    """
    return f"{number:.12g}"


def plain_number(text: str) -> int | None:
    """Return a whole number written in plain digits, at most nine of them; None for anything else.

    Python's own `int` takes signs, underscores, digits of any script, and as many of them as there is memory for.

    >>> [plain_number(text) for text in ("18", "007", "-1", "1_000", "٣", "", "1" * 10)]
    [18, 7, None, None, None, None, None]
    """
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None

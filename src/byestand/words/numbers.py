"""Numbers in sentences: said the same way by the judge, the planner, the sheets and the screens."""

from collections.abc import Iterable, Sequence
from itertools import groupby


def enumerated(items: Iterable[object]) -> str:
    """Return things in a row.

    >>> enumerated([1]), enumerated([1, 2, 3])
    ('1', '1, 2 and 3')
    """
    *most, last = map(str, items)
    return f"{', '.join(most)} and {last}" if most else last


MOST_NAMED = 5
"""So many numbers are named one by one; of more the runs are."""
_FIRST = (
    *("first", "second", "third", "fourth", "fifth", "sixth"),
    *("seventh", "eighth", "ninth", "tenth", "eleventh", "twelfth"),
)


def ordinal(number: int) -> str:
    """Return which one of several it is, in figures.

    >>> [ordinal(number) for number in (1, 2, 3, 4, 11, 12, 13, 21, 22, 112)]
    ['1st', '2nd', '3rd', '4th', '11th', '12th', '13th', '21st', '22nd', '112th']
    """
    ending = "th" if number // 10 % 10 == 1 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def ordinal_word(number: int) -> str:
    """Return which one of several it is, up to the twelfth in letters.

    >>> ordinal_word(1), ordinal_word(12), ordinal_word(22)
    ('first', 'twelfth', '22nd')
    """
    return _FIRST[number - 1] if number <= len(_FIRST) else ordinal(number)


def in_words(number: int, word: str) -> str:
    """Return a number of things.

    >>> in_words(1, "round"), in_words(13, "round")
    ('1 round', '13 rounds')
    """
    return f"{number} {word}{'' if number == 1 else 's'}"


def numbered(word: str, items: Sequence[object]) -> str:
    """Return things with their word before them, one or many.

    >>> numbered("round", [7]), numbered("round", [1, 7, 13])
    ('round 7', 'rounds 1, 7 and 13')
    """
    return f"{word}{'s' if len(items) > 1 else ''} {enumerated(items)}"


def numbered_runs(word: str, numbers: Sequence[int]) -> str:
    """Return numbers with their word before them, one or many; of three and more, runs are joined.

    >>> numbered_runs("table", [7]), numbered_runs("table", [3, 4]), numbered_runs("table", [3, 4, 5, 8])
    ('table 7', 'tables 3 and 4', 'tables 3-5, 8')
    """
    return numbered(word, numbers) if len(numbers) < 3 else f"{word}s {ranges(numbers)}"


def listed(word: str, numbers: Sequence[int]) -> str:
    """Return numbers with their word before them: a few one by one, of more the runs.

    >>> listed("table", [14, 16, 18]), listed("table", range(1, 31))
    ('tables 14, 16 and 18', 'tables 1-30')
    """
    return numbered(word, numbers) if len(numbers) <= MOST_NAMED else numbered_runs(word, numbers)


def ranges(numbers: Iterable[int]) -> str:
    """Return numbers in order, runs of them joined.

    >>> ranges([3, 2, 4, 7, 9, 10])
    '2-4, 7, 9-10'
    """
    runs = groupby(enumerate(sorted(numbers)), key=lambda item: item[1] - item[0])
    return ", ".join(between([number for _, number in run]) for _, run in runs)


def between(figures: Iterable[int]) -> str:
    """Return the lowest and the highest of some figures.

    >>> between([26, 24, 28]), between([13, 13])
    ('24-28', '13')
    """
    found = set(figures)
    low, high = min(found), max(found)
    return str(low) if low == high else f"{low}-{high}"

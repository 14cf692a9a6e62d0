"""Numbers in sentences: lists, ranges, ordinals and counted things."""

from collections.abc import Callable, Iterable, Sequence
from itertools import groupby

from byestand.language import say, say_in, say_many


def join_items(items: Iterable[object]) -> str:
    """Return a list with "and".

    >>> join_items([1]), join_items([1, 2, 3])
    ('1', '1, 2 and 3')
    """
    *most, last = map(str, items)
    return say("{items} and {last}", items=", ".join(most), last=last) if most else last


def alternatives(items: Iterable[object]) -> str:
    """Return a list with "or".

    >>> alternatives([1]), alternatives([1, 2, 3])
    ('1', '1, 2 or 3')
    """
    *most, last = map(str, items)
    return say("{items} or {last}", items=", ".join(most), last=last) if most else last


MAX_LABELS = 5
"""A longer list of numbers is given as ranges."""
_ORDINAL_WORDS: tuple[Callable[[], str], ...] = (
    lambda: say("first"),
    lambda: say("second"),
    lambda: say("third"),
    lambda: say("fourth"),
    lambda: say("fifth"),
    lambda: say("sixth"),
    lambda: say("seventh"),
    lambda: say("eighth"),
    lambda: say("ninth"),
    lambda: say("tenth"),
    lambda: say("eleventh"),
    lambda: say("twelfth"),
)
_NUMBER_WORDS: dict[int, Callable[[], str]] = {
    1: lambda: say_in("number", "one"),
    2: lambda: say_in("number", "two"),
    3: lambda: say_in("number", "three"),
}


def number_word(number: int) -> str:
    """Return a number as it is announced: a word up to three, then figures.

    >>> number_word(2), number_word(4)
    ('two', '4')
    """
    word = _NUMBER_WORDS.get(number)
    return word() if word else str(number)


def ordinal(number: int) -> str:
    """Return an ordinal in figures.

    >>> [ordinal(number) for number in (1, 2, 3, 4, 11, 12, 13, 21, 22, 112)]
    ['1st', '2nd', '3rd', '4th', '11th', '12th', '13th', '21st', '22nd', '112th']
    """
    match 0 if number // 10 % 10 == 1 else number % 10:
        case 1:
            return say("{number}st", number=number)
        case 2:
            return say("{number}nd", number=number)
        case 3:
            return say("{number}rd", number=number)
        case _:
            return say("{number}th", number=number)


def ordinal_word(number: int) -> str:
    """Return an ordinal, up to the twelfth as a word.

    >>> ordinal_word(1), ordinal_word(12), ordinal_word(22)
    ('first', 'twelfth', '22nd')
    """
    return _ORDINAL_WORDS[number - 1]() if number <= len(_ORDINAL_WORDS) else ordinal(number)


_COUNTS: dict[str, Callable[[int], str]] = {
    "board": lambda n: say_many("{number} board", "{number} boards", n),
    "deal group": lambda n: say_many("{number} deal group", "{number} deal groups", n),
    "error": lambda n: say_many("{number} error", "{number} errors", n),
    "minute": lambda n: say_many("{number} minute", "{number} minutes", n),
    "pair": lambda n: say_many("{number} pair", "{number} pairs", n),
    "player": lambda n: say_many("{number} player", "{number} players", n),
    "repeat meeting": lambda n: say_many("{number} repeat meeting", "{number} repeat meetings", n),
    "result": lambda n: say_many("{number} result", "{number} results", n),
    "round": lambda n: say_many("{number} round", "{number} rounds", n),
    "score": lambda n: say_many("{number} score", "{number} scores", n),
    "second": lambda n: say_many("{number} second", "{number} seconds", n),
    "set": lambda n: say_many("{number} set", "{number} sets", n),
    "sit-out": lambda n: say_many("{number} sit-out", "{number} sit-outs", n),
    "table": lambda n: say_many("{number} table", "{number} tables", n),
}
_NAMED: dict[str, Callable[[int, str], str]] = {
    "board": lambda n, numbers: say_many("board {numbers}", "boards {numbers}", n, numbers=numbers),
    "group": lambda n, numbers: say_many("group {numbers}", "groups {numbers}", n, numbers=numbers),
    "pair": lambda n, numbers: say_many("pair {numbers}", "pairs {numbers}", n, numbers=numbers),
    "Pair": lambda n, numbers: say_many("Pair {numbers}", "Pairs {numbers}", n, numbers=numbers),
    "player": lambda n, numbers: say_many("player {numbers}", "players {numbers}", n, numbers=numbers),
    "Player": lambda n, numbers: say_many("Player {numbers}", "Players {numbers}", n, numbers=numbers),
    "round": lambda n, numbers: say_many("round {numbers}", "rounds {numbers}", n, numbers=numbers),
    "section": lambda n, numbers: say_many("section {numbers}", "sections {numbers}", n, numbers=numbers),
    "set": lambda n, numbers: say_many("set {numbers}", "sets {numbers}", n, numbers=numbers),
    "table": lambda n, numbers: say_many("table {numbers}", "tables {numbers}", n, numbers=numbers),
    "Table": lambda n, numbers: say_many("Table {numbers}", "Tables {numbers}", n, numbers=numbers),
}


def with_noun(word: str, count: int, numbers: str) -> str:
    """Return the noun, singular or plural by *count*, and its numbers as a finished list.

    >>> with_noun("board", 2, "23-24, 21-22")
    'boards 23-24, 21-22'
    """
    return _NAMED[word](count, numbers)


def in_words(number: int, word: str) -> str:
    """Return a number of things.

    >>> in_words(1, "round"), in_words(13, "round")
    ('1 round', '13 rounds')
    """
    return _COUNTS[word](number)


def number_labels(word: str, items: Sequence[object]) -> str:
    """Return the noun and a list of numbers.

    >>> number_labels("round", [7]), number_labels("round", [1, 7, 13])
    ('round 7', 'rounds 1, 7 and 13')
    """
    return with_noun(word, len(items), join_items(items))


def list_labels(word: str, numbers: Sequence[int]) -> str:
    """Return the noun and its numbers; a long list as ranges.

    >>> list_labels("table", [14, 16, 18]), list_labels("table", range(1, 31))
    ('tables 14, 16 and 18', 'tables 1-30')
    """
    return with_noun(word, len(numbers), short_list(numbers))


def ranges_from_three(numbers: Sequence[int]) -> str:
    """Return one or two numbers as a list, more as ranges."""
    return join_items(numbers) if len(numbers) < 3 else ranges(numbers)


def short_list(numbers: Sequence[int]) -> str:
    """Return numbers as a list; a long list as ranges."""
    return join_items(numbers) if len(numbers) <= MAX_LABELS else ranges(numbers)


def ranges(numbers: Iterable[int]) -> str:
    """Return numbers in order, consecutive ones as ranges.

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
    distinct = set(figures)
    low, high = min(distinct), max(distinct)
    return str(low) if low == high else f"{low}-{high}"

"""Names in lists: the part by which a name is sorted, and its place in the alphabet.

No rule is right for every name. The surname is the last word with its particles, and accents are ignored.
"""

import unicodedata
from typing import NamedTuple

_PARTICLES = """
af al av ben bin da das de dei del della den der di do dos du el ibn la las le lo los mac san santa st st. ten ter van
vom von zu zum zur
"""
PARTICLES = frozenset(_PARTICLES.split())
"""Words that belong to the surname after them."""
SUFFIXES = frozenset(("jr", "jr.", "sr", "sr.", "ii", "iii", "iv"))
_LETTERS = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i", "ŋ": "n"})


class SortedName(NamedTuple):
    """A name in two parts."""

    surname: str
    rest: str


def split_name(name: str) -> SortedName:
    """Return the surname, by which a name is sorted, and the rest.

    >>> split_name("Anna van den Berghe")
    SortedName(surname='van den Berghe', rest='Anna')
    >>> split_name("Berghe, Anna"), split_name("Cher")
    (SortedName(surname='Berghe', rest='Anna'), SortedName(surname='Cher', rest=''))
    """
    before, comma, after = name.partition(",")
    if comma and after.strip():
        return SortedName(" ".join(before.split()), " ".join(after.split()))
    words = name.split()
    first = len(words) - 1
    while first > 1 and words[first].casefold() in SUFFIXES:
        first -= 1
    while first > 1 and words[first - 1].casefold() in PARTICLES:
        first -= 1
    return SortedName(" ".join(words[max(first, 0) :]), " ".join(words[: max(first, 0)]))


def with_initials(name: str) -> str:
    """Return a name with initials, where there is no room for all of it.

    >>> with_initials("Maria-Magdalena van den Berghe"), with_initials("Cher"), with_initials("Юрий Щербаков")
    ('M.-M. van den Berghe', 'Cher', 'Ю. Щербаков')
    """
    surname, rest = split_name(name)
    return " ".join((*initials_of(rest).split(), surname))


def initials_of(names: str) -> str:
    """Return first names as initials.

    >>> initials_of("Maria-Magdalena Anna")
    'M.-M. A.'
    """
    return " ".join("-".join(f"{part[0]}." for part in word.split("-") if part) for word in names.split())


def alphabetical(words: str) -> str:
    """Return the key by which words are sorted: letters without accents, in lower case.

    >>> sorted(["Zając", "Łukasik", "Ábrahám", "O'Brien", "Obst", "Abel"], key=alphabetical)
    ['Abel', 'Ábrahám', 'Łukasik', "O'Brien", 'Obst', 'Zając']
    """
    plain = unicodedata.normalize("NFKD", words.casefold()).translate(_LETTERS)
    return "".join(letter for letter in plain if letter.isalnum() or letter == " ")

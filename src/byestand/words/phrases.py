"""Whole phrases with named gaps: the one place through which sentences of `words` are said.

The English phrase is its own key, so that another language is a catalogue from these phrases to others, looked up
here; a phrase with a number in it comes as two, for one and for many.
"""


def say(phrase: str, **gaps: object) -> str:
    """Return a phrase with its gaps filled.

    >>> say("{who} stay.", who="NS pairs")
    'NS pairs stay.'
    """
    return phrase.format(**gaps)


def say_many(one: str, many: str, number: int, **gaps: object) -> str:
    """Return the phrase for one, or that for several, with its gaps filled; ``{number}`` is the number.

    >>> say_many("1 case", "{number} cases", 1), say_many("1 case", "{number} cases", 3)
    ('1 case', '3 cases')
    """
    return say(one if number == 1 else many, number=number, **gaps)

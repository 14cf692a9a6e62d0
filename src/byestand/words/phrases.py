"""Capitals at the beginning of a sentence, for texts that do not choose a whole phrase yet."""


def first_up(words: str) -> str:
    """Return words with a capital at the beginning.

    >>> first_up("pair 7"), first_up("EW 7")
    ('Pair 7', 'EW 7')
    """
    return words[:1].upper() + words[1:]

"""How wide words are in Byestand Sans, as a share of their size: enough to know what fits before it is set."""

_NARROW, _WIDE = frozenset("filjtrI.,:;'|!()[]"), frozenset("mwMWÆŒæœ@%…—")
_BOLD = 1.08


def ems(words: str, *, bold: bool = False) -> float:
    """Return the width of words at size 1, rather too much than too little.

    >>> round(ems("25–26"), 2), round(ems("12", bold=True), 2)
    (2.5, 1.08)
    """
    return sum(map(_width, words)) * (_BOLD if bold else 1.0)


def _width(letter: str) -> float:
    if letter in " \u00a0":
        return 0.2
    if letter in _NARROW:
        return 0.36
    if letter in _WIDE:
        return 0.95
    if letter.isdigit() or letter in "-–":
        return 0.5
    if ord(letter) > 0x2E80:
        return 1.0  # Chinese, Japanese, Korean: squares
    return 0.66 if letter.isupper() else 0.54

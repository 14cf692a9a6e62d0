"""Checks of the words on a printed page."""

from itertools import takewhile

from tests.support.pdf_reader import Word


def can_be_read(words: list[Word]) -> None:
    small = [word for word in words if word.size < 6.99]
    assert not small


def do_not_overlap(words: list[Word]) -> None:
    tallest = max(word.size for word in words)
    ordered = sorted(words, key=lambda word: word.y)
    for i, a in enumerate(ordered):
        for b in takewhile(lambda b: b.y < a.y + 0.6 * tallest, ordered[i + 1 :]):  # noqa: B023 - used at once
            if b.y - a.y < 0.6 * min(a.size, b.size):
                kerned = 0.05 * min(a.size, b.size)
                assert max(b.x - a.x - a.width, a.x - b.x - b.width) > -kerned, f"{a} and {b}"

"""Read guide cards from their pages, which are cut into thirds."""

from collections.abc import Iterator, Sequence

from tests.support.pdf_reader import Word

Card = tuple[str, list[str], list[list[str]]]
"""The title; the texts above and below the rows; the cells of the rows."""


def pieces(page: Sequence[Word], width: float, height: float, across: int = 3, down: int = 3) -> Iterator[list[Word]]:
    """Yield the words on each piece after the page was cut into equal ones, from the upper left."""
    for row in range(down):
        for column in range(across):
            yield [
                word
                for word in page
                if word.x // (width / across) == column and (height - word.y) // (height / down) == row
            ]


def cards_on(page: Sequence[Word], width: float, height: float) -> Iterator[Card]:
    """Yield the cards of a page, except blank ones."""
    for piece in pieces(page, width, height):
        titles = [word.text for word in piece if word.size > 20]
        if titles:
            words = sorted((word for word in piece if 9 < word.size <= 20), key=_middle, reverse=True)
            lines = [sorted(line, key=lambda word: word.x) for line in _lines(words)]
            cells = [[word.text for word in line] for line in lines]
            head = next(i for i, line in enumerate(cells) if line[0] in ("Round", "Rd"))
            rows = [line for line in cells[head + 1 :] if line[0].isdigit()]
            yield " ".join(titles), [" ".join(line) for line in cells if line not in rows], rows


def _middle(word: Word) -> float:
    return word.y + 0.33 * word.size


def _lines(words: Sequence[Word]) -> Iterator[list[Word]]:
    """Yield words next to each other, of any size."""
    together: list[Word] = []
    for word in words:
        if together and _middle(together[0]) - _middle(word) > 1.5:
            yield together
            together = []
        together.append(word)
    yield together

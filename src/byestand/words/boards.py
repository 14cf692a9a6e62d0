"""What deal groups are called: by their numbers, or by the boards they consist of."""

from collections.abc import Sequence

from byestand.model import Boards


def board_range(group: int, boards: Boards | None) -> str:
    """Return the boards of one group.

    >>> board_range(3, None), board_range(3, Boards(1)), board_range(3, Boards(2, first=27)), board_range(0, Boards(2))
    ('3', '3', '31-32', '-')
    """
    if not group:
        return "-"
    first, last = (boards or Boards(1)).numbers(group)
    return str(last) if first == last else f"{first}-{last}"


def board_words(groups: Sequence[int], boards: Boards | None) -> str:
    """Return several groups in words, in the order given.

    >>> board_words((10, 11, 12), None), board_words((12, 11), Boards(2)), board_words((4,), None)
    ('groups 10, 11, 12', 'boards 23-24, 21-22', 'group 4')
    """
    many = len(groups) > 1 or (boards is not None and boards.per_round > 1)
    word = group_word(boards)
    return f"{word}{'s' if many else ''} {', '.join(board_range(group, boards) for group in groups)}"


def board_span(first_group: int, last_group: int, boards: Boards | None) -> str:
    """Return the first and the last board of neighbouring groups.

    >>> board_span(1, 13, Boards(2)), board_span(1, 13, None), board_span(1, 13, Boards(2, first=27))
    ('1-26', '1-13', '27-52')
    """
    numbered = boards or Boards(1)
    return f"{numbered.numbers(first_group)[0]}-{numbered.numbers(last_group)[1]}"


def group_word(boards: Boards | None) -> str:
    """Return the word for what the numbers count."""
    return "board" if boards else "group"

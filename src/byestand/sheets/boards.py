"""What a deal group is called on paper: its number, or the boards it consists of."""

from collections.abc import Sequence

from byestand.model import board_numbers


def boards(group: int, boards_per_round: int | None) -> str:
    """Return the boards of one group.

    >>> boards(3, None), boards(3, 1), boards(3, 2), boards(0, 2)
    ('3', '3', '5-6', '-')
    """
    if not group:
        return "-"
    first, last = board_numbers(group, 1 if boards_per_round is None else boards_per_round)
    return str(last) if first == last else f"{first}-{last}"


def named(groups: Sequence[int], boards_per_round: int | None) -> str:
    """Return several groups in words, in the order given.

    >>> named((10, 11, 12), None), named((12, 11), 2), named((4,), None)
    ('groups 10, 11, 12', 'boards 23-24, 21-22', 'group 4')
    """
    word = "group" if boards_per_round is None else "board"
    many = len(groups) > 1 or boards_per_round not in (None, 1)
    return f"{word}{'s' if many else ''} {', '.join(boards(group, boards_per_round) for group in groups)}"

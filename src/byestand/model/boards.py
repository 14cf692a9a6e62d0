"""Deal groups and the boards they consist of."""

from byestand.errors import BadRequest

MOST_BOARDS = 12
"""The most boards of a round; real ones have two, three or four."""


def board_numbers(group: int, boards_per_round: int) -> tuple[int, int]:
    """Return the first and the last board of a deal group; 0 and 0 for no group.

    >>> board_numbers(3, 2), board_numbers(0, 2)
    ((5, 6), (0, 0))
    """
    if not 1 <= boards_per_round <= MOST_BOARDS:
        raise BadRequest(f"a round has 1 to {MOST_BOARDS} boards, not {boards_per_round}")
    last = group * boards_per_round
    return (last - boards_per_round + 1, last) if group else (0, 0)

"""What a deal group is called on paper: its number, or the boards it consists of."""

from collections.abc import Sequence

from byestand.errors import BadRequest

MOST_BOARDS = 12


def check_boards_per_round(boards_per_round: int | None) -> None:
    """Raise unless so many boards can be played in a round."""
    if boards_per_round is not None and not 1 <= boards_per_round <= MOST_BOARDS:
        raise BadRequest(f"a round has 1 to {MOST_BOARDS} boards, not {boards_per_round}")


def boards(group: int, boards_per_round: int | None) -> str:
    """Return the boards of one group.

    >>> boards(3, None), boards(3, 1), boards(3, 2)
    ('3', '3', '5-6')
    """
    if not group:
        return "-"
    if boards_per_round in (None, 1):
        return str(group)
    last = group * boards_per_round
    return f"{last - boards_per_round + 1}-{last}"


def named(groups: Sequence[int], boards_per_round: int | None) -> str:
    """Return several groups in words, in the order given.

    >>> named((10, 11, 12), None), named((12, 11), 2), named((4,), None)
    ('groups 10, 11, 12', 'boards 23-24, 21-22', 'group 4')
    """
    many = len(groups) > 1 or (boards_per_round or 1) > 1
    word = ("groups" if many else "group") if boards_per_round is None else ("boards" if many else "board")
    return f"{word} {', '.join(boards(group, boards_per_round) for group in groups)}"

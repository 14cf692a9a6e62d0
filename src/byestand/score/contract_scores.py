"""The score of a contract (Law 77 of the Laws of Duplicate Bridge 2017), and all possible scores."""

import re
from collections.abc import Mapping
from functools import lru_cache

from byestand.errors import BadRequest
from byestand.language import say
from byestand.model.board_conditions import is_vulnerable
from byestand.model.line import NOTRUMP, Contract, Strain

SIDES = {"N": "NS", "S": "NS", "E": "EW", "W": "EW"}
_TRICK: Mapping[Strain, int] = {"C": 20, "D": 20, "H": 30, "S": 30, NOTRUMP: 30}
_FIRST_NOTRUMP = 10
"""The extra points of the first trick at notrump."""
GAME = 100
ALL_TRICKS = 13
_CONTRACT = re.compile(r"([1-7])(NT|N|[CDHS♣♦♥♠])(XX|X|\*\*|\*|)", re.IGNORECASE)
_STRAINS: Mapping[str, Strain] = {strain: strain for strain in _TRICK} | {
    "♣": "C",
    "♦": "D",
    "♥": "H",
    "♠": "S",
    "N": NOTRUMP,
}


def contract(text: str) -> Contract:
    """Parse a contract; case and spaces do not matter.

    >>> contract("4 H x") == contract("4♥*"), contract("3n")
    (True, Contract(level=3, strain='NT', doubled=0))
    """
    match = _CONTRACT.fullmatch("".join(text.split()))
    if not match:
        raise BadRequest(say("expected a contract such as 3NT, 4SX or PASS: {text!r}", text=text[:40]))
    level, strain, doubled = match.groups()
    return Contract(int(level), _STRAINS[strain.upper()], len(doubled))


def made_score(contract: Contract, tricks: int, *, vulnerable: bool) -> int:
    """Return the score of declarer's side for a number of tricks.

    >>> made_score(Contract(3, "NT"), 9, vulnerable=True), made_score(Contract(4, "S", 1), 8, vulnerable=False)
    (600, -300)
    """
    over = tricks - contract.tricks
    if over < 0:
        return -_penalty(-over, contract.doubled, vulnerable=vulnerable)
    times = 1 << contract.doubled
    bid = times * (contract.level * _TRICK[contract.strain] + _FIRST_NOTRUMP * (contract.strain == NOTRUMP))
    bonus = (500 if vulnerable else 300) if bid >= GAME else 50
    slam = {6: 750 if vulnerable else 500, 7: 1500 if vulnerable else 1000}.get(contract.level, 0)
    each = contract.doubled * (200 if vulnerable else 100) if contract.doubled else _TRICK[contract.strain]
    return bid + bonus + slam + over * each + 50 * contract.doubled


def _penalty(down: int, doubled: int, *, vulnerable: bool) -> int:
    if not doubled:
        return down * (100 if vulnerable else 50)
    # Doubled: 100, 300, 500, then 300 per trick; vulnerable 200, 500, then 300 per trick.
    first = 200 if vulnerable else 100
    second_and_third = 300 if vulnerable else 200
    points = first + sum(second_and_third if nth <= 3 else 300 for nth in range(2, down + 1))
    return doubled * points


def score(contract: Contract, declarer: str, tricks: int, board: int) -> int:
    """Return the score of North-South on a board.

    >>> score(Contract(4, "S"), "E", 10, board=1)
    -420
    """
    side = SIDES[declarer]
    points = made_score(contract, tricks, vulnerable=is_vulnerable(board, side))
    return points if side == "NS" else -points


def is_possible(points: int, board: int) -> bool:
    """Return whether any contract gives North-South this score on a board.

    >>> is_possible(75, 1), is_possible(620, 1), is_possible(620, 2), is_possible(0, 1)
    (False, False, True, True)
    """
    return points in _possible((board - 1) % 16)


@lru_cache
def _possible(like_board: int) -> frozenset[int]:
    ns, ew = (_scores(vulnerable=is_vulnerable(like_board + 1, side)) for side in ("NS", "EW"))
    return frozenset((0, *ns, *(-points for points in ew)))


@lru_cache
def _scores(*, vulnerable: bool) -> frozenset[int]:
    return frozenset(
        made_score(Contract(level, strain, doubled), tricks, vulnerable=vulnerable)
        for level in range(1, 8)
        for strain in _TRICK
        for doubled in range(3)
        for tricks in range(ALL_TRICKS + 1)
    )

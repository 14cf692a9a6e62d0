"""Deal groups and the boards they consist of."""

from dataclasses import dataclass
from typing import Annotated

from byestand.errors import BadRequest
from byestand.language import say
from byestand.marks import Whole
from byestand.model.limits import MAX_BOARDS_PER_ROUND, MAX_FIRST_BOARD

USUAL_BOARDS_PER_ROUND = 2


@dataclass(frozen=True, slots=True)
class Boards:
    """How deal groups become boards: boards per round and the number of the first board.

    >>> Boards(2).numbers(3), Boards(2, first=27).numbers(3), Boards(2).numbers(0)
    ((5, 6), (31, 32), (0, 0))
    >>> Boards(2).after(13)
    Boards(per_round=2, first=27)
    """

    per_round: Annotated[int, Whole(1, MAX_BOARDS_PER_ROUND)]
    first: Annotated[int, Whole(1, MAX_FIRST_BOARD)] = 1

    def __post_init__(self) -> None:
        if not 1 <= self.per_round <= MAX_BOARDS_PER_ROUND:
            raise BadRequest(
                say(
                    "boards per round must be 1 to {limit}, not {boards}",
                    limit=MAX_BOARDS_PER_ROUND,
                    boards=self.per_round,
                )
            )
        if not 1 <= self.first <= MAX_FIRST_BOARD:
            raise BadRequest(
                say("the first board must be 1 to {limit}, not {board}", limit=MAX_FIRST_BOARD, board=self.first)
            )

    def numbers(self, group: int) -> tuple[int, int]:
        """Return the first and the last board of a deal group; 0 and 0 for no group."""
        first = self.first + (group - 1) * self.per_round
        return (first, first + self.per_round - 1) if group else (0, 0)

    def numbers_of(self, group: int) -> range:
        """Return the boards of a deal group; none for no group."""
        first, last = self.numbers(group)
        return range(first, last + 1) if group else range(0)

    def all(self, deal_groups: int) -> range:
        """Return every board of a session with a number of deal groups."""
        return range(self.first, self.first + deal_groups * self.per_round)

    def after(self, deal_groups: int) -> "Boards":
        """Return the boards of the next session, numbered on from this one."""
        return Boards(self.per_round, self.all(deal_groups).stop)

"""Who plays how much in an individual: how many sit out in a round, and how many boards a player gets."""

from functools import lru_cache
from typing import NamedTuple

from byestand.catalog import Name, find_judged
from byestand.verify.measures import measure
from byestand.words.numbers import between


class Turnout(NamedTuple):
    """How many sit out, and how much everybody plays."""

    out: range
    """How many sit out in a round: from the fewest to the most."""
    boards: range
    """How many boards a player gets: from the fewest to the most."""

    def __str__(self) -> str:
        sitting = between(self.out)
        who = "nobody sits" if sitting == "0" else f"{sitting} {'sits' if sitting == '1' else 'sit'}"
        return f"{who} out{'' if sitting == '0' else ' in a round'}; each player gets {between(self.boards)} boards"


@lru_cache(maxsize=256)
def turnout(name: Name, missing: tuple[str, ...], boards_per_round: int) -> Turnout:
    """Return how many sit out in the rounds of a movement for single players, and how many boards they get."""
    judged = find_judged(name, missing=missing, boards_per_round=boards_per_round)
    movement, played = judged.movement, measure(judged).groups_played
    out = len(movement.field.present) - len(movement.seat_names) * movement.played.sum(axis=1)
    fewest, most = (boards_per_round * groups for groups in (min(played), max(played)))
    return Turnout(range(int(out.min()), int(out.max()) + 1), range(fewest, most + 1))

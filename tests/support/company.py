"""Partners and opponents in individual movements, counted board by board."""

from dataclasses import dataclass

import numpy as np

from byestand.model.movement import Movement
from byestand.verify.measures.balance import Matrix


@dataclass(frozen=True, slots=True)
class Company:
    """How many boards two players play together; contestants in the order of `movement.field.present`."""

    partners: Matrix
    opponents: Matrix


def company(movement: Movement) -> Company:
    """Count the boards of all partners and opponents; without a swivel a round counts as one board."""
    width = movement.field.size + 1
    found = {what: np.zeros((width, width), dtype=np.int64) for what in ("partners", "opponents")}
    for board in range(1, max(1, len(movement.swivel)) + 1):
        north, south, east, west = movement.seats_on(board)[movement.is_played].T
        for what, pairs in (
            ("partners", ((north, south), (east, west))),
            ("opponents", ((north, east), (north, west), (south, east), (south, west))),
        ):
            for one, other in pairs:
                count = np.bincount(one * width + other, minlength=width * width).reshape(width, width)
                found[what] += count + count.T
    here = np.array(movement.field.present)
    among_them = np.ix_(here, here)
    return Company(found["partners"][among_them], found["opponents"][among_them])

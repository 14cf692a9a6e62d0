"""All measures of a movement at once, as plain data."""

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from byestand.model import Judged, Movement
from byestand.verify.measures.balance import Matrix, balance, competition, line_balance
from byestand.verify.measures.comparisons import apples_and_oranges


@dataclass(frozen=True)
class Measures:
    """What a director wants to know before choosing; figures for contestants are in the order of `contestants`."""

    judged: Judged = field(repr=False)
    groups_in_play: int
    """Deal groups that anybody plays."""
    groups_played: tuple[int, ...]
    """How many different ones each contestant plays."""
    plays_per_group: tuple[int, ...]
    opponents_met: tuple[int, ...]
    """How many different opponents each contestant meets."""
    repeat_opponents: int
    """Meetings beyond the first, of any two."""
    sit_outs: tuple[int, ...]
    """Rounds that each contestant does not play."""
    tables_walked: tuple[int, ...]
    """How many tables each contestant passes, the short way round the room."""
    apples_and_oranges: float
    """The share of comparisons on deals that only one of the two has played."""

    @cached_property
    def contestants(self) -> tuple[str, ...]:
        """What they are called."""
        return tuple(map(self.movement.field.label, self.movement.field.present))

    @cached_property
    def stationary(self) -> tuple[str, ...]:
        """Those who never leave their table."""
        return tuple(label for label, way in zip(self.contestants, self.tables_walked, strict=True) if not way)

    @property
    def movement(self) -> Movement:
        """What was measured."""
        return self.judged.movement

    # The balance takes longer than all the rest, and many a question can do without.

    @cached_property
    def competition(self) -> Matrix:
        """C(i, j): how much each two compete."""
        return competition(self.movement)

    @cached_property
    def balance(self) -> float:
        """Qf of the whole field, as if there were one winner."""
        return balance(self.competition)

    @cached_property
    def line_balance(self) -> tuple[float, ...]:
        """Qf within each line."""
        return line_balance(self.movement, self.competition)

    @property
    def factored_groups(self) -> dict[int, int]:
        """Deal groups played less often than others, with how often: their matchpoints are factored."""
        most = max(self.plays_per_group)
        return {group: plays for group, plays in enumerate(self.plays_per_group, start=1) if 0 < plays < most}


def measure(judged: Judged) -> Measures:
    """Measure a movement, for pairs or individuals, by what was counted to judge it."""
    movement, evidence = judged.movement, judged.evidence
    present = np.array(movement.field.present)
    meetings, plays = evidence.meetings + evidence.meetings.T, evidence.plays > 0
    busy = np.bincount(movement.seats[movement.played].ravel(), minlength=movement.field.size + 1)[present]
    return Measures(
        judged=judged,
        groups_in_play=int(plays.any(axis=0).sum()),
        groups_played=tuple(plays[present].sum(axis=1).tolist()),
        plays_per_group=movement.plays_per_group(),
        opponents_met=tuple((meetings[present] > 0).sum(axis=1).tolist()),
        repeat_opponents=int((meetings - (meetings > 0)).sum()) // 2,
        sit_outs=tuple((movement.rounds - busy).tolist()),
        tables_walked=tuple(_walked(movement)[present].tolist()),
        apples_and_oranges=apples_and_oranges(judged),
    )


def _walked(movement: Movement) -> Matrix:
    """Return how many tables each contestant passes in all, the short way round the room."""
    rounds, tables, seats = movement.seats.shape
    at = np.zeros((rounds, movement.field.size + 1), dtype=np.int64)
    row, table, _ = np.indices((rounds, tables, seats))
    at[row, movement.seats] = table + 1
    apart = np.abs(np.diff(at, axis=0))
    both = (at[1:] > 0) & (at[:-1] > 0)
    way: Matrix = np.where(both, np.minimum(apart, tables - apart), 0).sum(axis=0)
    return way

"""All measures of a movement at once, as plain data."""

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
import numpy.typing as npt

from byestand.model import Judged, Movement
from byestand.verify.measures.balance import Matrix, balance, competition, line_balance
from byestand.verify.measures.comparisons import apples_and_oranges


@dataclass(frozen=True)
class Measures:
    """What a director wants to know before choosing; figures for contestants are in the order of `contestants`.

    Each is counted when it is asked for: many a question can do without most of them.
    """

    judged: Judged = field(repr=False)

    @property
    def movement(self) -> Movement:
        """What was measured."""
        return self.judged.movement

    @cached_property
    def contestants(self) -> tuple[str, ...]:
        """What they are called."""
        return tuple(map(self.movement.field.label, self.movement.field.present))

    @cached_property
    def stationary(self) -> tuple[str, ...]:
        """Those who never leave their table."""
        return tuple(label for label, way in zip(self.contestants, self.tables_walked, strict=True) if not way)

    @cached_property
    def groups_in_play(self) -> int:
        """Deal groups that anybody plays."""
        return int(self._plays.any(axis=0).sum())

    @cached_property
    def groups_played(self) -> tuple[int, ...]:
        """How many different ones each contestant plays."""
        return tuple(self._plays[self._present].sum(axis=1).tolist())

    @cached_property
    def plays_per_group(self) -> tuple[int, ...]:
        """How often each deal group is played; the first figure is group 1."""
        return self.movement.plays_per_group()

    @cached_property
    def opponents_met(self) -> tuple[int, ...]:
        """How many different opponents each contestant meets."""
        met = self.judged.evidence.meetings > 0
        return tuple((met | met.T)[self._present].sum(axis=1).tolist())

    @cached_property
    def repeat_opponents(self) -> int:
        """Meetings beyond the first, of any two."""
        meetings = self.judged.evidence.meetings
        return int(meetings.sum() - np.count_nonzero(meetings))

    @cached_property
    def sit_outs(self) -> tuple[int, ...]:
        """Rounds that each contestant does not play."""
        return tuple((self.movement.rounds - self.judged.evidence.plays.sum(axis=1)[self._present]).tolist())

    @cached_property
    def tables_walked(self) -> tuple[int, ...]:
        """How many tables each contestant passes, the short way round the room."""
        at = self.judged.evidence.tables
        apart = np.abs(np.diff(at, axis=0))
        both = (at[1:] > 0) & (at[:-1] > 0)
        way = np.where(both, np.minimum(apart, self.movement.tables - apart), 0).sum(axis=0)
        return tuple(way[self._present].tolist())

    @cached_property
    def apples_and_oranges(self) -> float:
        """The share of comparisons on deals that only one of the two has played."""
        return apples_and_oranges(self.judged)

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

    @cached_property
    def factored_groups(self) -> dict[int, int]:
        """Deal groups played less often than others, with how often: their matchpoints are factored."""
        most = max(self.plays_per_group)
        return {group: plays for group, plays in enumerate(self.plays_per_group, start=1) if 0 < plays < most}

    @cached_property
    def _present(self) -> Matrix:
        return np.array(self.movement.field.present)

    @cached_property
    def _plays(self) -> npt.NDArray[np.bool_]:
        return self.judged.evidence.plays > 0


def measure(judged: Judged) -> Measures:
    """Measure a movement, for pairs or individuals, by what was counted to judge it."""
    return Measures(judged)

"""All measures of a movement, based on the counts of the judge, and the same as data for programs.

Unlike comparisons (apples and oranges) are those on boards that only one of the pairs played. Matchpoints on boards
played fewer times than others are factored in one of two ways: with A scores of E expected, and two points for every
score beaten, a result of M becomes (M + 1)·E/A - 1 by Neuberg's formula, which keeps an average and takes account of
the missing scores; and M·(E - 1)/(A - 1) by factoring to the top. The method of ACBLscore for boards that the movement
itself plays less often is not known.

The keys of the data are documented in docs/reference.md.
"""

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
import numpy.typing as npt

from byestand.errors import BadRequest
from byestand.language import say
from byestand.model.field import Field
from byestand.model.judged import Judged
from byestand.model.movement import Movement
from byestand.verify.measures.balance import Matrix, balance, competition, line_balance
from byestand.verify.measures.copies import copies
from byestand.verify.measures.howell_bounds import ROUNDING, bound_of
from byestand.words.titles import title_of


@dataclass(frozen=True)
class Measures:
    """The figures of a movement; those of contestants are in the order of `contestants`.

    Each figure is computed when it is first used.
    """

    judged: Judged = field(repr=False)

    @property
    def movement(self) -> Movement:
        """The measured movement."""
        return self.judged.movement

    @cached_property
    def contestants(self) -> tuple[str, ...]:
        """The labels of the contestants."""
        return tuple(map(self.movement.field.label, self.movement.field.present))

    @cached_property
    def stationary(self) -> tuple[str, ...]:
        """The contestants that never leave their table."""
        return tuple(label for label, walked in zip(self.contestants, self.tables_walked, strict=True) if not walked)

    @cached_property
    def groups_in_play(self) -> int:
        """The number of deal groups that are played."""
        return int(self._plays.any(axis=0).sum())

    @cached_property
    def groups_played(self) -> tuple[int, ...]:
        """The number of different deal groups that each contestant plays."""
        return tuple(self._plays[self._present].sum(axis=1).tolist())

    @cached_property
    def plays_per_group(self) -> tuple[int, ...]:
        """The number of plays of each deal group, group 1 first."""
        return self.movement.plays_per_group()

    @cached_property
    def opponents_met(self) -> tuple[int, ...]:
        """The number of different opponents of each contestant."""
        met = self.judged.evidence.meetings > 0
        return tuple((met | met.T)[self._present].sum(axis=1).tolist())

    @cached_property
    def repeat_opponents(self) -> int:
        """The number of repeat meetings."""
        meetings = self.judged.evidence.meetings
        return int(meetings.sum() - np.count_nonzero(meetings))

    @cached_property
    def sit_outs(self) -> tuple[int, ...]:
        """The number of rounds that each contestant does not play."""
        return tuple((self.movement.rounds - self.judged.evidence.plays.sum(axis=1)[self._present]).tolist())

    @cached_property
    def tables_walked(self) -> tuple[int, ...]:
        """The number of tables that each contestant walks, the shorter way round the room."""
        at = self.judged.evidence.tables
        apart = np.abs(np.diff(at, axis=0))
        both = (at[1:] > 0) & (at[:-1] > 0)
        walked = np.where(both, np.minimum(apart, self.movement.tables - apart), 0).sum(axis=0)
        return tuple(walked[self._present].tolist())

    @cached_property
    def apples_and_oranges(self) -> float:
        """The share of comparisons on boards that only one of the two has played."""
        return apples_and_oranges(self.judged)

    @cached_property
    def competition(self) -> Matrix:
        """C(i, j): the competition between each two contestants."""
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
    def balance_bound(self) -> float:
        """The upper bound of Qf of the whole field: a theorem for pairs in one line, otherwise 100."""
        return bound_of(self.judged)

    @property
    def balance_proved(self) -> bool:
        """Whether it is proved that no such movement is better balanced."""
        return self.balance > self.balance_bound - ROUNDING

    @cached_property
    def factored_groups(self) -> dict[int, int]:
        """Deal groups played less often than others, with their plays: their matchpoints are factored."""
        most = max(self.plays_per_group)
        return {group: plays for group, plays in enumerate(self.plays_per_group, start=1) if 0 < plays < most}

    @cached_property
    def _present(self) -> Matrix:
        return np.array(self.movement.field.present)

    @cached_property
    def _plays(self) -> npt.NDArray[np.bool_]:
        return self.judged.evidence.plays > 0


def measure(judged: Judged) -> Measures:
    """Return the measures of a judged movement, for pairs or individuals."""
    if not isinstance(judged, Judged):
        raise BadRequest(say("measure needs a judged movement: measure(judge(movement))"))
    return Measures(judged)


def apples_and_oranges(judged: Judged, *, one_winner: bool = False) -> float:
    """Return the share of comparisons within a line on boards that only one of the two has played.

    Every contestant is compared, on every deal group it plays, with every other one of its line. In a Mitchell of t
    tables and r rounds the share is (t - r) / (t - 1); in a complete Web it is 0. With *one_winner* all contestants are
    one line: (2t - 2r) / (2t - 1) in that Mitchell, with or without arrow switches.
    """
    field, plays = judged.movement.field, judged.evidence.plays > 0
    if one_winner:
        field = Field((field.size,), field.missing)
    plays[sorted(field.missing)] = False
    made = apart = 0
    for line, size in enumerate(field.lines):
        first = field.before(line) + 1
        there = len(field.members(line))
        on_each = plays[first : first + size].sum(axis=0)
        # Everyone who played a board is compared on it with all others of the line, including those who did not.
        made += int(on_each.sum()) * (there - 1)
        apart += int((on_each * (there - on_each)).sum())
    return apart / made if made else 0.0


@dataclass(frozen=True, slots=True)
class FactoredTop:
    """The top and the bottom on a board with fewer scores."""

    neuberg_top: float
    neuberg_bottom: float
    ratio_top: float


def factored_top(times_played: int, most: int) -> FactoredTop:
    """Return the top and the bottom of a board played fewer times than others, which are played *most* times.

    >>> board = factored_top(17, 18)
    >>> round(board.neuberg_top, 2), round(board.ratio_top, 2), round(board.neuberg_bottom, 2)
    (33.94, 34.0, 0.06)
    """
    top = 2 * (times_played - 1)
    return FactoredTop(
        neuberg_top=(top + 1) * most / times_played - 1,
        neuberg_bottom=most / times_played - 1,
        ratio_top=top * (most - 1) / (times_played - 1) if times_played > 1 else float(most - 1),
    )


def measures_data(measures: Measures, boards_per_round: int, *, cases: int | None = None) -> dict[str, object]:
    """Return all figures of a movement, with the sharing for a number of sets (*cases*)."""
    movement = measures.movement
    need = copies(measures.judged, cases=cases)
    return {
        "name": movement.name,
        "title": title_of(movement),
        "boards_in_play": measures.groups_in_play * boards_per_round,
        "apples_and_oranges": round(measures.apples_and_oranges, 6),
        "balance": round(measures.balance, 4),
        "balance_bound": round(measures.balance_bound, 4),
        "balance_proved": measures.balance_proved,
        "line_balance": [round(figure, 4) for figure in measures.line_balance],
        "plays_per_group": list(measures.plays_per_group),
        "repeat_opponents": measures.repeat_opponents,
        "contestants": [
            {
                "label": label,
                "boards_played": measures.groups_played[i] * boards_per_round,
                "opponents_met": measures.opponents_met[i],
                "sits_out_rounds": measures.sit_outs[i],
                "tables_walked": measures.tables_walked[i],
            }
            for i, label in enumerate(measures.contestants)
        ],
        "competition": measures.competition.tolist(),
        "cases": need.cases,
        "copies_of_group": list(need.fewest),
        "clashes": [{"round": c.round, "group": c.group, "tables": list(c.tables)} for c in need.clashes],
        "extra_copies": [{"group": group, "before_round": round} for group, round in need.extra],
    }

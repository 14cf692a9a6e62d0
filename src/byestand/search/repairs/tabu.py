"""For early mishaps, when much is open: give a lost cell a group, throw out who stands against it, and so on.

What was thrown out does not come back for a while, so the search does not go round in circles. It proves nothing.
"""

from contextlib import suppress
from itertools import count
from random import Random

from byestand.search.outcome import Clock, OutOfTimeError
from byestand.search.repairs.problem import Problem, Values

STEP_UNITS = 2
"""Work of one step."""

TENURE = 12
"""For how many steps at least a cell does not get back what was taken from it."""


class Tabu:
    """A walk from the plan to continuations that lose fewer cells."""

    def __init__(self, problem: Problem, extra: int, clock: Clock) -> None:
        self.problem, self.clock, start = problem, clock, problem.plan
        self.most_sharing = [sharing + extra for sharing in problem.plan_sharing]
        self.holder: list[dict[int, int]] = [{} for _ in problem.seen_masks]
        """Who plays a group, and in which cell."""
        for cell, group in enumerate(start):
            for one in problem.who[cell] if group else ():
                self.holder[one][group] = cell
        self.values, self.uses, self.shared = start.copy(), problem.uses(start), problem.sharing(start)
        self.lost = [cell for cell, group in enumerate(start) if not group]
        self.until: dict[tuple[int, int], int] = {}
        self.dice = Random()  # noqa: S311 - no secrets, and the same walk every time

    def run(self, enough: int, patience: int) -> Values:
        """Walk until no more than *enough* cells are lost, or nothing is gained in so many steps; return the best."""
        self.dice.seed(patience)
        best, fewest, since = list(self.values), len(self.lost), 0
        with suppress(OutOfTimeError):
            for step in count():
                if fewest <= enough or step - since > patience:
                    break
                self.clock.tick(STEP_UNITS)
                self._step(step)
                if len(self.lost) < fewest:
                    best, fewest, since = list(self.values), len(self.lost), step
        return best

    def _step(self, step: int) -> None:
        """Give a lost cell the group that throws out fewest others."""
        cell = self.lost[self.dice.randrange(len(self.lost))]
        least, chosen = 99, list[tuple[int, list[int]]]()
        rest = self.problem.unseen[cell]
        while rest:
            group = rest.bit_length() - 1
            rest ^= 1 << group
            against = self._against(cell, group)
            if len(against) <= least and (not against or self.until.get((cell, group), 0) <= step):
                if len(against) < least:
                    least, chosen = len(against), []
                chosen.append((group, against))
        if chosen:
            planned = self.problem.planned[cell]
            as_planned = [choice for choice in chosen if choice[0] == planned]
            group, against = self.dice.choice(as_planned or chosen)
            for other in against:
                self.until[other, self.values[other]] = step + TENURE + self.dice.randrange(TENURE)
                self._take_away(other)
            self._give(cell, group)

    def _against(self, cell: int, group: int) -> list[int]:
        """The cells that stand against it: people play it there, or too many tables have it in this round."""
        problem, round = self.problem, self.problem.round_of[cell]
        against = {self.holder[one][group] for one in problem.who[cell] if group in self.holder[one]}
        uses = self.uses[round][group] - sum([problem.round_of[other] == round for other in against])
        shares = uses >= problem.copies and self.shared[round] >= self.most_sharing[round]
        if shares or uses >= problem.most_uses[round]:
            same = [c for c in problem.in_round[round] if self.values[c] == group and c not in against]
            against.add(same[self.dice.randrange(len(same))])
        return list(against)

    def _take_away(self, cell: int) -> None:
        group, round = self.values[cell], self.problem.round_of[cell]
        for one in self.problem.who[cell]:
            del self.holder[one][group]
        self.uses[round][group] -= 1
        self.shared[round] -= self.uses[round][group] >= self.problem.copies
        self.values[cell] = 0
        self.lost.append(cell)

    def _give(self, cell: int, group: int) -> None:
        round = self.problem.round_of[cell]
        for one in self.problem.who[cell]:
            self.holder[one][group] = cell
        self.shared[round] += self.uses[round][group] >= self.problem.copies
        self.uses[round][group] += 1
        self.values[cell] = group
        self.lost.remove(cell)

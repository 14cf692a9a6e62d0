"""The weights that decide the order of a plan.

Every movement gets points for its drawbacks; the fewest points win. One point is the cost of one unlike comparison in
a hundred.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import TypeAlias

from byestand.errors import BadRequest
from byestand.language import say

MAX_POINTS = 1000

Costs: TypeAlias = Mapping[str, float]
"""The drawbacks of one candidate: names of `Weights`, each with its amount."""


@dataclass(frozen=True, slots=True)
class Weights:
    """Points for each drawback."""

    apples_and_oranges: float = 100
    """All comparisons are unlike; half of them cost half the points."""
    apples_at_imps: float = 100
    """Unlike comparisons, added at IMPs: one pair misses a swing of 17, another a swing of 1 (Hill 2019)."""
    under_70_percent: float = 30
    """Some pairs play less than 70% of the boards in play, which the EBU does not allow."""
    cases: float = 1
    """Each set of boards to deal, beyond the first."""
    second_case: float = 12
    """A second set, if the number of sets is not given: a good movement for one set comes first."""
    further_cases: float = 9
    """Each set beyond the second, if the number of sets is not given;
    or a tenth of it for each board to copy by hand instead."""
    sharing: float = 100
    """All tables share boards in all rounds, because there are too few sets;
    a fifth of it for sharing at any table in all rounds."""
    skip: float = 1.5
    """EW skip a table once: some pairs forget."""
    revenge: float = 4
    """Each round in which everyone has repeat opponents."""
    relay: float = 2
    """Two tables share boards all session (a relay Mitchell)."""
    weave: float = 3
    """Boards and pairs move in both directions (crisscross)."""
    rover: float = 5
    """A rover displaces other pairs."""
    party_table: float = 2
    """Boards are brought to a party table each round."""
    sitting_out: float = 0.7
    """Each board that the pair with the most sit-outs misses."""
    factored: float = 5
    """All boards are factored, because they are not played equally often (matchpoints only)."""
    long_rounds: float = 1.5
    """Four boards per round; five cost four times as much, six nine times: fewer opponents, longer sit-outs."""
    single_boards: float = 4
    """One board per round: players move more than they play."""
    imbalance: float = 0.4
    """With one winner, each percent that the balance Qf is under 100."""
    two_winners: float = 3.5
    """Two winners if the number is open: three times as much at seven tables, six times at six, ten times at five;
    NS and EW are too few for separate rankings."""
    one_winner: float = 9
    """One winner if the number is open, each table beyond seven: clubs use a Mitchell or a Web there."""
    guide_cards: float = 1.5
    """Pairs change direction when they move, and each needs a guide card."""
    turning: float = 0.5
    """Stationary pairs change direction in some rounds, as their mat shows."""
    nobody_stays: float = 0.3
    """Each table without a stationary pair: more players walk, and further."""
    other_length: float = 5
    """Each board more or fewer than requested."""
    sections: float = 2
    """Each section beyond the first."""
    reboarding: float = 2
    """Each table to re-board when the number of pairs changes before round 1; half of it to renumber one."""

    def with_points(self, changes: Mapping[str, float]) -> "Weights":
        """Return changed weights; each has one of the names above and 0 to 1,000 points."""
        known = asdict(self)
        for name, points in changes.items():
            if name not in known:
                raise BadRequest(
                    say("unknown weight; weights are {weights}: {name!r}", weights=", ".join(known), name=name)
                )
            if not 0 <= points <= MAX_POINTS:
                raise BadRequest(
                    say("a weight must be 0 to {most} points, not {points:g}", most=MAX_POINTS, points=points)
                )
        return replace(self, **changes)


def points(costs: Costs, weights: Weights) -> dict[str, float]:
    """Return the points for each drawback, the worst first."""
    weighed = {name: amount * getattr(weights, name) for name, amount in costs.items() if amount}
    return dict(sorted(weighed.items(), key=lambda item: -item[1]))


def is_no_worse(costs: Costs, others: Costs) -> bool:
    """Return whether these costs are in nothing higher than the others."""
    return all(amount <= others.get(name, 0) + 1e-9 for name, amount in costs.items())

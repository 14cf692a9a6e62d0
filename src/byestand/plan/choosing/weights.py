"""What a director minds, and how much: the one place where the order of a plan comes from.

Every way to run the night gets points for what is wrong with it; the fewest points win. One point is what it costs when
one comparison in a hundred is made between pairs who played different boards.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import TypeAlias

from byestand.errors import BadRequest

MOST_POINTS = 1000

Costs: TypeAlias = Mapping[str, float]
"""How much is wrong with one way to run the night: each name of `Weights`, and how much of it there is."""


@dataclass(frozen=True, slots=True)
class Weights:
    """Points for each thing that can be wrong."""

    apples_and_oranges: float = 100
    """All comparisons between pairs who played different boards; half of them, half the points."""
    apples_at_imps: float = 100
    """The same comparisons again at IMPs: one pair misses a swing of 17, another a swing of 1 (Hill 2019)."""
    under_70_percent: float = 30
    """Somebody plays less than 70 % of the boards in use, which the EBU does not allow."""
    cases: float = 1
    """Each case of boards to deal, beyond the first."""
    second_case: float = 12
    """A second case, where nobody said how many there are: a good movement for one case comes first."""
    further_cases: float = 9
    """Each case beyond the second, where nobody said how many there are;
    or a tenth of it for each board to copy by hand instead."""
    sharing: float = 100
    """All tables share boards in all rounds, because there are too few cases;
    a fifth of it for sharing anywhere, all night."""
    skip: float = 1.5
    """EW skip a table once: somebody forgets."""
    revenge: float = 4
    """Each round in which everybody meets opponents again."""
    relay: float = 2
    """Two tables share all night (a relay)."""
    weave: float = 3
    """Boards and pairs move both ways (crisscross)."""
    rover: float = 5
    """A pair roams and displaces others."""
    party_table: float = 2
    """Boards are brought to a party table each round."""
    sitting_out: float = 0.7
    """Each board that the unluckiest pair misses."""
    factored: float = 5
    """All boards are factored, for they are not played equally often (matchpoints only)."""
    long_rounds: float = 1.5
    """Four boards a round; five cost four times as much, six nine times: fewer opponents, longer sit-outs."""
    single_boards: float = 4
    """One board a round: people move more than they play."""
    imbalance: float = 0.4
    """With one winner, each per cent that the balance Qf is under 100."""
    two_winners: float = 3.5
    """Two winners where one will do as well: three times as much at seven tables, six times at six, ten times at five;
    NS and EW are too few for a ranking each."""
    one_winner: float = 9
    """One winner where two will do as well, each table beyond seven: clubs run a Mitchell or a Web there."""
    guide_cards: float = 1.5
    """Pairs change direction as they go, and each needs a card to know where."""
    turning: float = 0.5
    """Pairs that stay turn their table in some rounds, which their mat tells."""
    nobody_stays: float = 0.3
    """Each table at which nobody stays all night: more people walk, and farther."""
    other_length: float = 5
    """Each board more or fewer than was asked for."""
    sections: float = 2
    """Each section beyond the first."""
    reboarding: float = 2
    """Each table to be boarded anew when the room is set up and somebody comes or goes; half of it to renumber one."""

    def having(self, changes: Mapping[str, float]) -> "Weights":
        """Return other weights; each is named as above and has 0 to 1,000 points."""
        known = asdict(self)
        for name, points in changes.items():
            if name not in known:
                raise BadRequest(f"no such weight; there are {', '.join(known)}: {name!r}")
            if not 0 <= points <= MOST_POINTS:
                raise BadRequest(f"a weight is 0 to {MOST_POINTS} points: {points:g}")
        return replace(self, **changes)


def points(costs: Costs, weights: Weights) -> dict[str, float]:
    """Return the points for each thing that is wrong, the worst first."""
    weighed = {name: amount * getattr(weights, name) for name, amount in costs.items() if amount}
    return dict(sorted(weighed.items(), key=lambda item: -item[1]))


def no_worse(costs: Costs, others: Costs) -> bool:
    """Tell whether nothing is worse in these costs than in the others."""
    return all(amount <= others.get(name, 0) + 1e-9 for name, amount in costs.items())

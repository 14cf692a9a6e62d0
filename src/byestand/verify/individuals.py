"""What is particular about individuals: who may meet, who may be left over, how partners change within a round."""

from collections import Counter
from collections.abc import Iterator

from byestand.model import Movement
from byestand.model.judged import Evidence, Finding

PARTNERS = ((0, 1), (2, 3))
OPPONENTS = ((0, 2), (0, 3), (1, 2), (1, 3))
"""Seats, in the order N, S, E, W."""


def may_be_left_over(movement: Movement) -> bool:
    """Tell whether up to three players may sit out for want of a fourth: all are one line, or some are missing."""
    return is_one_line(movement) or (movement.is_individual and bool(movement.field.missing))


def is_one_line(movement: Movement) -> bool:
    """Tell whether single players are numbered and ranked in one line."""
    return movement.is_individual and len(movement.field.lines) == 1


def is_whist(movement: Movement) -> bool:
    """Tell whether everybody may meet everybody: players in one line who keep their seats for a round.

    Then partners meet again as opponents, by intention. With a swivel they are both within one round.
    """
    return is_one_line(movement) and not movement.swivel


def the_swivel_changes_partners(evidence: Evidence) -> Iterator[Finding]:
    """Within a round everybody partners each of the three others equally often, or once more or less."""
    swivel = evidence.movement.swivel
    if not swivel:
        return
    # Whoever is North's partner settles the other partnership too.
    partner = {turn: (turn[:2] if "N" in turn[:2] else turn[2:]).replace("N", "") for turn in swivel}
    times = Counter({"S": 0, "E": 0, "W": 0})
    times.update(partner[turn] for turn in swivel)
    if max(times.values()) - min(times.values()) > 1:
        often, rarely = times.most_common()[0][0], times.most_common()[-1][0]
        yield Finding(
            "swivel-uneven",
            f"of {len(swivel)} boards of a round North plays {times[often]} with {_SEAT[often]},"
            f" {times[rarely]} with {_SEAT[rarely]}",
        )


_SEAT = {"S": "South", "E": "East", "W": "West"}

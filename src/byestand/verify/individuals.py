"""Laws for individuals: partners change, on every board of a round and from round to round; nobody plays favourites."""

from collections import Counter
from collections.abc import Iterator

import numpy as np

from byestand.model import Movement
from byestand.verify.evidence import Counts, Evidence, Mask
from byestand.verify.finding import Finding
from byestand.verify.say import where

PARTNERS = ((0, 1), (2, 3))
OPPONENTS = ((0, 2), (0, 3), (1, 2), (1, 3))
"""Seats, in the order N, S, E, W."""


def may_be_left_over(movement: Movement) -> bool:
    """Tell whether up to three players may sit out for want of a fourth: all are one line, or some are missing."""
    return movement.is_individual and (len(movement.field.lines) == 1 or bool(movement.field.missing))


def is_whist(movement: Movement) -> bool:
    """Tell whether everybody may meet everybody: players in one line who keep their seats for a round.

    Then partners meet again as opponents, by intention. With a swivel they are both within one round.
    """
    return movement.is_individual and len(movement.field.lines) == 1 and not movement.swivel


def whist_players_meet_as_they_should(evidence: Evidence) -> Iterator[Finding]:
    """In one line of players nobody has the same partner twice, or the same opponent three times."""
    movement = evidence.movement
    if not is_whist(movement) or evidence.meetings.max() <= 1:
        return
    for seats, most, what in ((PARTNERS, 1, "are partners again"), (OPPONENTS, 2, "are opponents a third time")):
        for one, other in where(_together(movement, seats)[1:, 1:] > most):
            rounds = [round for round, _ in _tables(movement, seats, one, other)]
            if len(rounds) <= most:
                continue  # somebody has two seats at one table: another law's business
            who = (movement.field.label(one), movement.field.label(other))
            yield Finding(
                "met-twice",
                f"round {rounds[most]}: {who[0]} and {who[1]} {what}",
                round=rounds[most],
                contestants=who,
            )


def _together(movement: Movement, seats: tuple[tuple[int, int], ...]) -> Counts:
    """Count how often two players have such seats at one table, the lower number first."""
    width = movement.field.size + 1
    who = movement.seats[movement.played]
    pairs = np.concatenate([who[:, list(pair)] for pair in seats])
    low, high = pairs.min(axis=1), pairs.max(axis=1)
    return np.bincount(low * width + high, minlength=width * width).reshape(width, width)


def _tables(movement: Movement, seats: tuple[tuple[int, int], ...], one: int, other: int) -> list[tuple[int, int]]:
    found: Mask = np.zeros(movement.played.shape, dtype=np.bool_)
    for a, b in seats:
        here, there = movement.seats[:, :, a], movement.seats[:, :, b]
        found |= ((here == one) & (there == other)) | ((here == other) & (there == one))
    return where(found & movement.played)


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

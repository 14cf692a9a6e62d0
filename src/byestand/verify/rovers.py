"""Laws about rovers and party tables. That nobody is met and no board played twice are laws for everybody already."""

from collections import Counter
from collections.abc import Iterator

import numpy as np

from byestand.model.judged import Evidence, Finding
from byestand.words.numbers import enumerated


def the_rover_roves(evidence: Evidence) -> Iterator[Finding]:
    """The rover is at the party table in one round, and the host in every round."""
    movement, rover = evidence.movement, evidence.movement.rover
    if rover is None:
        return
    party = rover.party_table
    who, host = movement.field.label(rover.contestant), movement.field.label(rover.host)
    at_home = tuple(r for r, here in _party(evidence) if rover.contestant in here)
    if len(at_home) != 1:
        when = f"in rounds {enumerated(at_home)}" if at_home else "in no round"
        yield Finding(
            "rover-stays",
            f"the rover {who} is at the party table {when}, not in one",
            round=at_home[1] if at_home else 0,
            tables=(party,),
            contestants=(who,),
        )
    for r, here in _party(evidence):
        if rover.host not in here and rover.host not in movement.field.missing:
            yield Finding(
                "host-away",
                f"round {r}: {host} is not at the party table {party}, where it should stay",
                round=r,
                tables=(party,),
                contestants=(host,),
            )


def the_party_plays_what_the_rover_plays(evidence: Evidence) -> Iterator[Finding]:
    """The displaced pair finds at the party table the group it would have played anyway."""
    movement, rover = evidence.movement, evidence.movement.rover
    if rover is None or rover.host in movement.field.missing:
        return
    party = rover.party_table
    groups = movement.groups.tolist()
    for row, column, _ in np.argwhere(movement.seats == rover.contestant).tolist():
        there, here = groups[row][party - 1], groups[row][column]
        if column != party - 1 and here != there:
            yield Finding(
                "party-out-of-step",
                f"round {row + 1}: the party table {party} has group {there},"
                f" the rover at table {column + 1} group {here}",
                round=row + 1,
                tables=(column + 1, party),
                group=there,
            )


def nobody_is_displaced_twice(evidence: Evidence) -> Iterator[Finding]:
    """No pair has to make room for the rover more than once."""
    movement, rover = evidence.movement, evidence.movement.rover
    if rover is None:
        return
    guests = [(r, c) for r, here in _party(evidence) for c in here if c not in (0, rover.contestant, rover.host)]
    times = Counter(contestant for _, contestant in guests)
    for contestant in sorted(c for c, count in times.items() if count > 1):
        rounds = tuple(r for r, guest in guests if guest == contestant)
        who = movement.field.label(contestant)
        yield Finding(
            "displaced-twice",
            f"{who} is displaced by the rover in rounds {enumerated(rounds)}",
            round=rounds[1],
            tables=(rover.party_table,),
            contestants=(who,),
        )


def the_first_party_group_is_met_once(evidence: Evidence) -> Iterator[Finding]:
    """What rover and host play against each other comes to neither in another round."""
    movement, rover = evidence.movement, evidence.movement.rover
    if rover is None or rover.host in movement.field.missing:
        return
    groups = dict(enumerate(movement.groups[:, rover.party_table - 1].tolist(), start=1))
    for r, here in _party(evidence):
        again = tuple(other for other, group in groups.items() if other != r and group == groups[r])
        if rover.contestant in here and again:
            yield Finding(
                "party-group-again",
                f"round {r}: rover and host have group {groups[r]} at the party table,"
                f" which comes there again in round {enumerated(again)}",
                round=r,
                tables=(rover.party_table,),
                group=groups[r],
            )


def _party(evidence: Evidence) -> list[tuple[int, list[int]]]:
    """Return who sits at the party table, round by round."""
    movement, rover = evidence.movement, evidence.movement.rover
    if rover is None:
        return []
    return list(enumerate(movement.seats[:, rover.party_table - 1].tolist(), start=1))

"""Somebody comes or goes before round 1: every way to go on, the least trouble first.

Tables in their order, each with the boards on it, are a sequence; so are those of the movement that takes over. The
longest common subsequence is what can stay as it is (renumbered perhaps): the rest is boarded anew.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from byestand.catalog import Name, find, parse
from byestand.errors import BadRequest, NotFound
from byestand.model.movement import Movement
from byestand.plan.changing.changeover import Alignment, alignment, anew, changeover, kind_of_change
from byestand.plan.choosing.candidate import Candidate
from byestand.plan.choosing.candidates import candidate
from byestand.plan.choosing.planner import Choice, Ranker, acceptable, candidates, ranked, rankings
from byestand.plan.choosing.room import FEWEST_BOARDS_A_SESSION, MOST_BOARDS_A_SESSION, Room
from byestand.plan.choosing.ways import Way
from byestand.plan.choosing.weights import Weights

RENUMBERED = 0.5
"""A table that only gets another number, as part of one that is boarded anew."""
A_LONGER_NIGHT = 3
"""A round more than people came for, in tables boarded anew."""
OTHER_SEATS = 1
"""Everybody gets up and sits down elsewhere, in tables boarded anew."""


@dataclass(frozen=True)
class WhatIf:
    """One way to go on, in its place."""

    choice: Choice
    kind: str
    """What is done, in two or three words."""
    reboarded: tuple[int, ...]
    """Tables of the new movement to be boarded, new ones among them."""
    words: tuple[str, ...]
    """What to do and say, in this order."""


def what_if(
    name: str | Name, room: Room, weights: Weights | None = None, *, missing: Sequence[str] = ()
) -> tuple[WhatIf, ...]:
    """Return every way to go on with as many pairs as the room has now, the least trouble first.

    The movement set up is called *name*, without those who were *missing*. Rounds are as many as it has, or as the new
    number of tables can play. With a new table there may be one more, if that makes it complete; and where no rover
    lasts so long, one that lasts a round less is offered.
    """
    weights = weights or Weights()
    now = replace(find(name, missing=missing), name=find(name).name)
    if room.pairs == len(now.field.present):
        raise BadRequest(f"{now.name} is for {room.pairs} pairs: nothing changes")
    # Boards are those that are there, however many rounds take over.
    room, rank = replace(room, boards=range(FEWEST_BOARDS_A_SESSION, MOST_BOARDS_A_SESSION + 1)), rankings
    if room.winners == "any":  # as many as people have sat down for
        room, rank = replace(room, winners="1" if len(now.field.lines) == 1 else "2"), _rankings_after_a_change
    found = _all_lengths(now, room, rank)
    if not found:
        raise NotFound(f"nothing takes over from {now.name} for {room.pairs} pairs; allow more, or plan the room anew")
    return tuple(_explained(now, choice) for choice in ranked(found, room, weights))


def _rankings_after_a_change(way: Way, room: Room) -> tuple[bool, ...]:
    """Return the rankings for the room; a rover who sits both ways may make one field of two."""
    return (True,) if any(name.rover_kind and name.is_one_field for name in way.names) else rankings(way, room)


def _all_lengths(now: Movement, room: Room, rank: Ranker) -> list[Candidate]:
    rounds = now.rounds
    while not (found := _of_length(now, room, rounds, rank)) and rounds > now.rounds // 2:
        rounds -= 1
    if not any(made.has_rover for made in found):
        found += [made for made in _of_length(now, room, rounds - 1, rank) if made.has_rover]
    if room.tables > now.tables:
        found += [made for made in _of_length(now, room, now.rounds + 1, rank) if _is_complete(made)]
    return found


def _is_complete(made: Candidate) -> bool:
    """Tell whether nobody roams, all play the same boards, and nobody is met twice."""
    return made.same_boards and not made.has_rover and not made.measures.repeat_opponents


def _of_length(now: Movement, room: Room, rounds: int, rank: Ranker) -> list[Candidate]:
    """Return every candidate for so many rounds, with what there is to board anew."""
    found = []
    tried = (
        (*_as_they_sit(now, room, rounds, rank), *candidates(room, rounds, room.per_round[0], rank)) if rounds else ()
    )
    for made in tried:
        then = made.movements[0]
        kept = alignment(now, then)
        trouble = len(anew(then, kept)) + RENUMBERED * sum(old != new for old, new in kept)
        trouble += A_LONGER_NIGHT * (rounds > now.rounds) + OTHER_SEATS * bool(_sitting_down_anew(now, then))
        # Before round 1 the least trouble comes first, even where a rover who sits both ways makes one ranking of two.
        uncounted = dict.fromkeys(("imbalance", "one_winner"), 0.0) if made.has_rover else {}
        found.append(replace(made, costs={**made.costs, **uncounted, "reboarding": trouble}))
    return found


def _as_they_sit(now: Movement, room: Room, rounds: int, rank: Ranker) -> list[Candidate]:
    """Return the movement that is set up, with its empty seats taken as far as there are pairs for them.

    In one field a pair may also be missing from now on: its last number, so that nobody has to sit elsewhere.
    """
    more = room.pairs - len(now.field.present)
    gone = [now.field.label(contestant) for contestant in sorted(now.field.missing)]
    one_less = more == -1 and not gone and len(now.field.lines) == 1 and not now.rover
    if rounds != now.rounds or not (one_less or 0 < more <= len(gone)):
        return []
    missing = (now.field.label(now.field.size),) if one_less else tuple(gone[more:])
    way = Way((parse(now.name),), missing)
    tried = (candidate(way, room.per_round[0], room, one_winner=one) for one in rank(way, room))
    return [made for made in tried if isinstance(made, Candidate) and acceptable(made, room)]


def _explained(now: Movement, choice: Choice) -> WhatIf:
    made = choice.candidate
    kept: Alignment = alignment(now, made.movements[0])
    words = (*changeover(now, made), *_sitting_down_anew(now, made.movements[0]))
    return WhatIf(choice, kind_of_change(now, made), anew(made.movements[0], kept), words)


def _sitting_down_anew(now: Movement, then: Movement) -> tuple[str, ...]:
    """Return what to tell people whose seat in round 1 depends on how many they are: in one field there is no line."""
    if _has_lines(now) and _has_lines(then):
        return ()
    tables = min(now.tables, then.tables)
    both = (now.seats[0, :tables] > 0) & (then.seats[0, :tables] > 0)
    same = (now.seats[0, :tables] == then.seats[0, :tables])[both].all()
    if same and now.rounds == then.rounds and not _has_lines(now) and not _has_lines(then):
        return ()
    return ("Everybody sits down anew, by the new cards and mats: pairs start at other tables, and go other ways.",)


def _has_lines(movement: Movement) -> bool:
    """Tell whether NS stay and EW move; under a rover who sits both ways they do."""
    return len(movement.field.lines) > 1 or movement.rover is not None

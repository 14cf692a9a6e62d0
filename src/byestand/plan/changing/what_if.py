"""Late changes: options when the number of pairs changes before round 1, the least work first.

Tables in order, each with its boards, are a sequence; so are those of the new movement. The longest common
subsequence can stay as it is, perhaps renumbered; the rest must be boarded again.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from byestand.catalog import Name, find, parse
from byestand.errors import BadRequest, NotFound
from byestand.language import say
from byestand.model.movement import Movement
from byestand.plan.changing.changeover import Alignment, alignment, anew, changeover, kind_of_change
from byestand.plan.choosing.arrangements import Arrangement
from byestand.plan.choosing.candidate import Candidate
from byestand.plan.choosing.candidates import candidate
from byestand.plan.choosing.planner import RankedCandidate, Ranker, acceptable, candidates, rank_candidates, rankings
from byestand.plan.choosing.room import MAX_BOARDS_PER_SESSION, MIN_BOARDS_PER_SESSION, Room
from byestand.plan.choosing.weights import Weights

RENUMBERING_COST = 0.5
"""The cost of renumbering a table, in tables to re-board."""
EXTRA_ROUND_COST = 3
"""The cost of an extra round, in tables to re-board."""
OTHER_SEATS = 1
"""The cost of new seats for everyone, in tables to re-board."""


@dataclass(frozen=True)
class LateChangeOption:
    """One option for a late change, with its rank."""

    choice: RankedCandidate
    kind: str
    """The kind of change in a few words."""
    reboarded_tables: tuple[int, ...]
    """Tables of the new movement to board, including new ones."""
    words: tuple[str, ...]
    """What to do and say, in order."""


def what_if(
    name: str | Name, room: Room, weights: Weights | None = None, *, missing: Sequence[str] = ()
) -> tuple[LateChangeOption, ...]:
    """Return every option for the number of pairs that the room has now, the least work first.

    The current movement is *name*, without the *missing* pairs. The number of rounds is the same, or what the new
    number of tables allows. With a new table there may be one more round, if that makes the movement complete. If no
    rover lasts all rounds, one that lasts a round less is offered.
    """
    weights = weights or Weights()
    now = replace(find(name, missing=missing), name=find(name).name)
    if room.pairs == len(now.field.present):
        raise BadRequest(
            say("{movement} already seats {pairs} pairs; no change is needed", movement=now.name, pairs=room.pairs)
        )
    # The boards per round stay, for any number of rounds.
    room, rank = replace(room, boards=range(MIN_BOARDS_PER_SESSION, MAX_BOARDS_PER_SESSION + 1)), rankings
    if room.winners == "any":  # as many winners as now
        room, rank = replace(room, winners="1" if len(now.field.lines) == 1 else "2"), _rankings_after_a_change
    options = _all_lengths(now, room, rank)
    if not options:
        raise NotFound(
            say(
                "no movement can replace {movement} for {pairs} pairs; allow more options, or plan again",
                movement=now.name,
                pairs=room.pairs,
            )
        )
    return tuple(_explain(now, choice) for choice in rank_candidates(options, room, weights))


def _rankings_after_a_change(way: Arrangement, room: Room) -> tuple[bool, ...]:
    """Return the rankings for the room; a two-way rover may give one ranking instead of two."""
    return (True,) if any(name.rover_kind and name.is_one_field for name in way.names) else rankings(way, room)


def _all_lengths(now: Movement, room: Room, rank: Ranker) -> list[Candidate]:
    rounds = now.rounds
    while not (options := _of_length(now, room, rounds, rank)) and rounds > now.rounds // 2:
        rounds -= 1
    if not any(made.has_rover for made in options):
        options += [made for made in _of_length(now, room, rounds - 1, rank) if made.has_rover]
    if room.tables > now.tables:
        options += [made for made in _of_length(now, room, now.rounds + 1, rank) if _is_complete(made)]
    return options


def _is_complete(made: Candidate) -> bool:
    """Return whether there is no rover, all play the same boards, and there are no repeat opponents."""
    return made.same_boards and not made.has_rover and not made.measures.repeat_opponents


def _of_length(now: Movement, room: Room, rounds: int, rank: Ranker) -> list[Candidate]:
    """Return every candidate for a number of rounds, with the work of changing to it."""
    options = []
    tried = (
        (*_with_current_seats(now, room, rounds, rank), *candidates(room, rounds, room.per_round[0], rank))
        if rounds
        else ()
    )
    for made in tried:
        then = made.movements[0]
        kept = alignment(now, then)
        trouble = len(anew(then, kept)) + RENUMBERING_COST * sum(old != new for old, new in kept)
        trouble += EXTRA_ROUND_COST * (rounds > now.rounds) + OTHER_SEATS * bool(_new_seats_text(now, then))
        # The least work comes first, even if a two-way rover gives one ranking instead of two.
        uncounted = dict.fromkeys(("imbalance", "one_winner"), 0.0) if made.has_rover else {}
        options.append(replace(made, costs={**made.costs, **uncounted, "reboarding": trouble}))
    return options


def _with_current_seats(now: Movement, room: Room, rounds: int, rank: Ranker) -> list[Candidate]:
    """Return the current movement, with its empty seats taken as far as there are pairs for them.

    With one winner a pair may also become missing: the last number, so that no pair has to change seats.
    """
    more = room.pairs - len(now.field.present)
    gone = [now.field.label(contestant) for contestant in sorted(now.field.missing)]
    one_less = more == -1 and not gone and len(now.field.lines) == 1 and not now.rover
    if rounds != now.rounds or not (one_less or 0 < more <= len(gone)):
        return []
    missing = (now.field.label(now.field.size),) if one_less else tuple(gone[more:])
    way = Arrangement((parse(now.name),), missing)
    tried = (candidate(way, room.per_round[0], room, one_winner=is_one_winner) for is_one_winner in rank(way, room))
    return [made for made in tried if isinstance(made, Candidate) and acceptable(made, room)]


def _explain(now: Movement, choice: RankedCandidate) -> LateChangeOption:
    made = choice.candidate
    kept: Alignment = alignment(now, made.movements[0])
    words = (*changeover(now, made), *_new_seats_text(now, made.movements[0]))
    return LateChangeOption(choice, kind_of_change(now, made), anew(made.movements[0], kept), words)


def _new_seats_text(now: Movement, then: Movement) -> tuple[str, ...]:
    """Return that everyone takes a new seat, if starting seats depend on the number of pairs, as in a Howell."""
    if _has_lines(now) and _has_lines(then):
        return ()
    tables = min(now.tables, then.tables)
    both = (now.seats[0, :tables] > 0) & (then.seats[0, :tables] > 0)
    same = (now.seats[0, :tables] == then.seats[0, :tables])[both].all()
    if same and now.rounds == then.rounds and not _has_lines(now) and not _has_lines(then):
        return ()
    return (
        say("Everyone takes a new seat from the new guide cards and mats. Starting tables and moves are different."),
    )


def _has_lines(movement: Movement) -> bool:
    """Return whether NS are stationary and EW move, as they also do with a two-way rover."""
    return len(movement.field.lines) > 1 or movement.rover is not None

"""All ways to run the night, the best first."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TypeAlias

from byestand.errors import BadRequest, NotFound
from byestand.model.limits import MAX_BOARDS_PER_ROUND
from byestand.plan.choosing.candidate import Candidate
from byestand.plan.choosing.candidates import TWO_RANKINGS, candidate
from byestand.plan.choosing.reasons import FEW_TABLES, notes, reason, why_not_the_mitchell, with_more_boards
from byestand.plan.choosing.room import Room
from byestand.plan.choosing.seating import seats_given
from byestand.plan.choosing.ways import Way, ways
from byestand.plan.choosing.weights import Costs, Weights, no_worse, points
from byestand.search import late_answers
from byestand.words.numbers import between

MOST_BOARDS_OFF = 6
"""So many boards more or fewer than asked for are offered at most, where nothing else is."""


MOST_BOARDS_NEAR = 2
"""So many boards more or fewer are offered beside the number asked for."""
MOST_NEAR = 2
"""So many ways with another number of boards are offered beside those with the number asked for."""


@dataclass(frozen=True)
class Choice:
    """A candidate in its place, with the reason why it is there."""

    rank: int
    candidate: Candidate
    points: dict[str, float]
    """What is wrong with it, weighed, the worst first; without what is right."""
    reason: str

    @property
    def cost(self) -> float:
        """All its points."""
        return sum(self.points.values())


@dataclass(frozen=True)
class Plan:
    """The choices for a room, the best first, and what there is to say about the obvious Mitchell."""

    room: Room
    choices: tuple[Choice, ...]
    mitchell: str
    more_boards: str
    """What could be run with more boards than there are; empty where that is no better."""
    notes: tuple[str, ...]
    """What was assumed, who sits where, and what else is good to know about the best."""
    not_in_time: tuple[str, ...] = ()
    """Sentences about what may exist and was not found in the time given: it is not among the choices."""

    def shortlist(self, length: int = 5) -> tuple[Choice, ...]:
        """Return the first choices, and the first of each kind that a director would ask about."""
        kinds = {kind: choice for choice in reversed(self.choices) if (kind := _kind(choice.candidate))}
        wanted = {choice.rank for choice in (*self.choices[:length], *kinds.values())}
        return tuple(choice for choice in self.choices if choice.rank in wanted)


def plan(room: Room, weights: Weights | None = None) -> Plan:
    """Return every way to run the room that no other way beats in everything, ranked and explained."""
    weights = weights or Weights()
    with late_answers() as late:
        exact = _all_lengths(room)
        found = [*exact, *_near(room, weights)] if exact else _nearly(room)
    if not found:
        raise NotFound(_nothing(room, weights))
    choices = ranked(found, room, weights)
    order = [choice.candidate for choice in choices]
    best = order[0]
    more = with_more_boards(best, order, weights) if room.cases is not None else ""
    not_in_time = tuple(dict.fromkeys(search.sentence for search in late if search.sentence))
    mitchell = why_not_the_mitchell(room, best, weights)
    return Plan(room, choices, mitchell, more, tuple(notes(room, best, exact=bool(exact))), not_in_time)


def ranked(found: list[Candidate], room: Room, weights: Weights) -> tuple[Choice, ...]:
    """Return the candidates that no other one beats in everything, the best first, each with the reason."""
    order = sorted(undominated(found), key=lambda made: place(made, weights))
    return tuple(
        Choice(rank, made, points(made.costs, weights), reason(made, room, order[0], weights))
        for rank, made in enumerate(order, start=1)
    )


def _all_lengths(room: Room) -> list[Candidate]:
    return [made for rounds, per_round in room.lengths() for made in candidates(room, rounds, per_round)]


def _nearly(room: Room) -> list[Candidate]:
    """Return what there is where nothing of the usual kind has the boards wanted: long rounds, or a few boards off."""
    found: list[Candidate] = []
    if room.boards_per_round is None and room.tables < FEW_TABLES and any(room.lengths()):
        # Five tables with two winners play 24 boards in four long rounds, or not at all.
        long = replace(room, boards_per_round=range(1, MAX_BOARDS_PER_ROUND + 1))
        found += _all_lengths(long)
    if any(room.lengths()) and _unwanted(room):
        return found  # it is for the director to say which wish to give up
    return found + _boards_off(room)


def _near(room: Room, weights: Weights) -> list[Candidate]:
    """Return the best with a board or two more or fewer, of each length one, where an exact number is asked for."""
    if len(room.boards) > 1:
        return []
    found = [made for off in range(1, MOST_BOARDS_NEAR + 1) for made in _off_by(room, off)]
    best: dict[int, Candidate] = {}
    for made in sorted(found, key=lambda made: place(made, weights)):
        best.setdefault(made.boards_played, made)
    return list(best.values())[:MOST_NEAR]


def _boards_off(room: Room) -> list[Candidate]:
    """Return what there is with as few boards more or fewer as possible than the room wants."""
    return next(filter(None, (_off_by(room, off) for off in range(1, MOST_BOARDS_OFF + 1))), [])


def _off_by(room: Room, off: int) -> list[Candidate]:
    """Return what there is with so many boards more, or fewer, than the room wants."""
    lengths = [
        (boards // per_round, per_round)
        for boards in (room.boards[0] - off, room.boards[-1] + off)
        for per_round in room.per_round
        if boards > 0 and boards % per_round == 0
    ]
    return [made for length in lengths for made in candidates(room, *length)]


def _kind(made: Candidate) -> str:
    """Return what sort of evening it is, of those worth a word whatever their rank."""
    if made.boards_off:
        return "another number of boards"
    if len(made.movements) > 1:
        return f"{len(made.movements)} sections"
    if made.has_rover:
        return "rover"
    return "same boards for all" if made.same_boards else ""


def place(made: Candidate, weights: Weights) -> tuple[float, int, str]:
    """Return what candidates are sorted by: points, of equals more opponents, and then the name."""
    return round(sum(points(made.costs, weights).values()), 6), -made.rounds, str(made.way)


def rankings(way: Way, room: Room) -> tuple[bool, ...]:
    """Return how a way can be ranked as the room wants it: whether there is one winner; nothing where it cannot."""
    if any(name.is_one_field for name in way.names):
        return () if room.winners == "2" else (True,)
    # The arrow cannot be switched where a rover keeps to one side.
    has_arrow = not any(name.rover_kind for name in way.names)
    if room.winners == "any":
        return (False, True) if has_arrow and room.pairs // 2 < TWO_RANKINGS else (False,)
    if room.winners == "1":
        return (True,) if has_arrow else ()
    return (False,)


Ranker: TypeAlias = Callable[[Way, Room], tuple[bool, ...]]


def candidates(room: Room, rounds: int, per_round: int, rank: Ranker = rankings) -> list[Candidate]:
    """Return every acceptable candidate of one length, each schedule once."""
    found: dict[tuple[bytes, bool], Candidate] = {}
    for way in ways(room.tables, rounds, half=room.is_odd, sections=room.sections, keep=bool(room.stationary)):
        for one_winner in rank(way, room):
            made = candidate(way, per_round, room, one_winner=one_winner)
            # A rover may last a round less than the movement under it.
            if isinstance(made, Candidate) and made.rounds == rounds and acceptable(made, room):
                found.setdefault((made.schedule, one_winner), made)
    return list(found.values())


def acceptable(made: Candidate, room: Room) -> bool:
    """Tell whether the director will put up with it."""
    refused: Costs = made.costs
    return not (
        (refused["skip"] and not room.skip)
        or (refused["rover"] and not room.rover)
        or (refused["party_table"] and not room.party_table)
        or (not room.sharing and shares(made, room))
        or (refused["guide_cards"] and not room.guide_cards)
        or (room.extra_groups is not None and made.extra_groups != room.extra_groups)
        or (room.stationary and len(made.staying) < room.stationary)
        or (room.seats and seats_given(made, room) is None)
    )


def shares(made: Candidate, room: Room) -> bool:
    """Tell whether tables must share boards: for want of cases; or in a relay, without a case more than it needs."""
    spare = room.cases_at_hand > made.cases
    too_few = made.costs["sharing"] or (made.boards_to_copy and made.cases <= room.cases_at_hand)
    return bool(too_few or (made.has_relay and not spare))


def undominated(found: list[Candidate]) -> list[Candidate]:
    """Drop what another one of the same length, in as many sections, beats or equals in everything."""
    kept: dict[tuple[int, int, int], list[Candidate]] = {}
    for made in found:
        rivals = kept.setdefault((made.rounds, made.boards_per_round, len(made.movements)), [])
        if not any(no_worse(rival.costs, made.costs) for rival in rivals):
            rivals[:] = [rival for rival in rivals if not no_worse(made.costs, rival.costs)] + [made]
    left = {id(made) for rivals in kept.values() for made in rivals}
    return [made for made in found if id(made) in left]


def _nothing(room: Room, weights: Weights) -> str:
    """Say why there is no plan, and what to take instead."""
    if not any(room.lengths()):
        raise BadRequest(
            f"no number of rounds gives {between(room.boards)} boards with {between(room.per_round)} a round;"
            " allow a range of boards"
        )
    unwanted, near = _unwanted(room), sorted(_boards_off(room), key=lambda made: place(made, weights))
    advice = f"; allow {' or '.join(unwanted)}, or" if unwanted else "; allow"
    instead = f": {near[0].way} has {near[0].boards_played}" if near else ""
    return f"no movement suits that room{_too_many_stay(room)}{advice} other numbers of boards{instead}"


def _too_many_stay(room: Room) -> str:
    """Say where it is because so many want to stay: they meet only those who move, each once."""
    moving = 2 * room.tables - room.stationary  # somebody missing among them
    if not room.stationary or min(rounds for rounds, _ in room.lengths()) <= moving:
        return ""
    return f": whoever stays meets only those who move, and {room.stationary} can stay for {moving} rounds at most"


def _unwanted(room: Room) -> list[str]:
    """Return what the director will not have."""
    return [
        word
        for word, allowed in {
            "a rover": room.rover,
            "a party table": room.party_table,
            "sharing": room.sharing,
            "a skip": room.skip,
            "guide cards": room.guide_cards,
            "different boards for some": room.extra_groups != 0,
            "another number of extra deal groups": room.extra_groups in (None, 0),
            "fewer pairs that stay": not room.stationary,
        }.items()
        if not allowed
    ]

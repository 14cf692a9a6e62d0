"""All suitable movements for a room, the best first."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TypeAlias

from byestand.errors import BadRequest, NotFound
from byestand.language import say, say_many
from byestand.model.limits import MAX_BOARDS_PER_ROUND
from byestand.plan.choosing.arrangements import Arrangement, arrangements
from byestand.plan.choosing.candidate import Candidate
from byestand.plan.choosing.candidates import TWO_RANKINGS, candidate
from byestand.plan.choosing.reasons import FEW_TABLES, mitchell_comparison, notes, reasons, with_more_boards
from byestand.plan.choosing.room import Room
from byestand.plan.choosing.stationary_seats import assign_stationary_seats
from byestand.plan.choosing.weights import Costs, Weights, is_no_worse, points
from byestand.search import late_answers
from byestand.words.numbers import between

MAX_BOARDS_FROM_REQUEST = 6
"""Largest difference from the number of boards requested, if nothing else is available."""
MAX_NEARBY_BOARDS = 2
"""Largest difference from the number of boards requested, if there are exact candidates too."""
MAX_NEARBY_OPTIONS = 2
"""How many candidates with another number of boards are offered in addition to exact ones."""


@dataclass(frozen=True)
class RankedCandidate:
    """A candidate with its rank and the reasons for it."""

    rank: int
    candidate: Candidate
    points: dict[str, float]
    """Its weighted drawbacks, the worst first."""
    reasons: tuple[str, ...]
    """Short sentences: what it offers, what it needs, and why it is ranked below the best."""

    @property
    def reason(self) -> str:
        """The reasons as one text."""
        return " ".join(self.reasons)

    @property
    def cost(self) -> float:
        """The sum of its points."""
        return sum(self.points.values())


@dataclass(frozen=True)
class Plan:
    """The choices for a room, the best first, with notes."""

    room: Room
    choices: tuple[RankedCandidate, ...]
    mitchell: str
    """How the best choice compares with the obvious Mitchell."""
    more_boards: str
    """What is better if more boards are copied; "" if nothing is."""
    notes: tuple[str, ...]
    """What was assumed, where stationary pairs sit, and other notes about the best choice."""
    not_in_time: tuple[str, ...] = ()
    """Movements that may exist but were not found in the time given, one sentence each."""

    def shortlist(self, length: int = 5) -> tuple[RankedCandidate, ...]:
        """Return the first choices, and the first of each notable kind."""
        kinds = {kind: choice for choice in reversed(self.choices) if (kind := _kind(choice.candidate))}
        wanted = {choice.rank for choice in (*self.choices[:length], *kinds.values())}
        return tuple(choice for choice in self.choices if choice.rank in wanted)


def plan(room: Room, weights: Weights | None = None) -> Plan:
    """Return every movement for the room that no other one beats in everything, ranked and explained."""
    weights = weights or Weights()
    with late_answers() as late:
        exact = _all_lengths(room)
        options = [*exact, *_near_candidates(room, weights)] if exact else _fallback_candidates(room)
    if not options:
        raise NotFound(_missing_plan_text(room, weights))
    choices = rank_candidates(options, room, weights)
    order = [choice.candidate for choice in choices]
    best = order[0]
    more = with_more_boards(best, order, weights) if room.cases is not None else ""
    not_in_time = tuple(dict.fromkeys(search.sentence for search in late if search.sentence))
    mitchell = mitchell_comparison(room, best, weights)
    return Plan(room, choices, mitchell, more, tuple(notes(room, best, exact=bool(exact))), not_in_time)


def rank_candidates(found: list[Candidate], room: Room, weights: Weights) -> tuple[RankedCandidate, ...]:
    """Return the candidates that no other one beats in everything, the best first, each with its reasons."""
    order = sorted(pareto_front(found), key=lambda made: place(made, weights))
    return tuple(
        RankedCandidate(rank, made, points(made.costs, weights), reasons(made, room, order[0], weights))
        for rank, made in enumerate(order, start=1)
    )


def _all_lengths(room: Room) -> list[Candidate]:
    return [made for rounds, per_round in room.lengths() for made in candidates(room, rounds, per_round)]


def _fallback_candidates(room: Room) -> list[Candidate]:
    """Return candidates with long rounds or a few boards more or fewer, if no usual one has the boards requested."""
    options: list[Candidate] = []
    if room.boards_per_round is None and room.tables < FEW_TABLES and any(room.lengths()):
        # Five tables with two winners can play 24 boards only in four long rounds.
        long = replace(room, boards_per_round=range(1, MAX_BOARDS_PER_ROUND + 1))
        options += _all_lengths(long)
    if any(room.lengths()) and _excluded_reasons(room):
        return options  # the director decides which requirement to give up
    return options + _closest_candidates(room)


def _near_candidates(room: Room, weights: Weights) -> list[Candidate]:
    """Return the best candidates with 1 or 2 boards more or fewer, if an exact number is requested."""
    if len(room.boards) > 1:
        return []
    options = [made for off in range(1, MAX_NEARBY_BOARDS + 1) for made in _candidates_off_by(room, off)]
    best: dict[int, Candidate] = {}
    for made in sorted(options, key=lambda made: place(made, weights)):
        best.setdefault(made.boards_played, made)
    return list(best.values())[:MAX_NEARBY_OPTIONS]


def _closest_candidates(room: Room) -> list[Candidate]:
    """Return the candidates with the smallest difference from the number of boards requested."""
    return next(filter(None, (_candidates_off_by(room, off) for off in range(1, MAX_BOARDS_FROM_REQUEST + 1))), [])


def _candidates_off_by(room: Room, off: int) -> list[Candidate]:
    """Return the candidates with exactly *off* boards more or fewer than requested."""
    lengths = [
        (boards // per_round, per_round)
        for boards in (room.boards[0] - off, room.boards[-1] + off)
        for per_round in room.per_round
        if boards > 0 and boards % per_round == 0
    ]
    return [made for length in lengths for made in candidates(room, *length)]


def _kind(made: Candidate) -> str:
    """Return the notable kind of a candidate, a key; "" for others."""
    if made.boards_off:
        return "boards-off"
    if len(made.movements) > 1:
        return f"sections-{len(made.movements)}"
    if made.has_rover:
        return "rover"
    return "same-boards" if made.same_boards else ""


def place(made: Candidate, weights: Weights) -> tuple[float, int, str]:
    """Return the sort key of a candidate: points, then more opponents, then the name."""
    return round(sum(points(made.costs, weights).values()), 6), -made.rounds, made.arrangement.sort_key


def rankings(way: Arrangement, room: Room) -> tuple[bool, ...]:
    """Return the possible rankings of a way for the room, as "one winner or not"; empty if there is none."""
    if any(name.is_one_field for name in way.names):
        return () if room.winners == "2" else (True,)
    # No arrow switch is possible with a rover that always sits in one direction.
    has_arrow = not any(name.rover_kind for name in way.names)
    if room.winners == "any":
        return (False, True) if has_arrow and room.pairs // 2 < TWO_RANKINGS else (False,)
    if room.winners == "1":
        return (True,) if has_arrow else ()
    return (False,)


Ranker: TypeAlias = Callable[[Arrangement, Room], tuple[bool, ...]]


def candidates(room: Room, rounds: int, per_round: int, rank: Ranker = rankings) -> list[Candidate]:
    """Return every acceptable candidate of one length, each schedule once."""
    unique: dict[tuple[bytes, bool], Candidate] = {}
    for way in arrangements(room.tables, rounds, half=room.is_odd, sections=room.sections, keep=bool(room.stationary)):
        for one_winner in rank(way, room):
            made = candidate(way, per_round, room, one_winner=one_winner)
            # A rover may last one round less than its base movement.
            if isinstance(made, Candidate) and made.rounds == rounds and acceptable(made, room):
                unique.setdefault((made.schedule, one_winner), made)
    return list(unique.values())


def acceptable(made: Candidate, room: Room) -> bool:
    """Return whether a candidate meets the requirements of the room."""
    refused: Costs = made.costs
    return not (
        (refused["skip"] and not room.skip)
        or (refused["rover"] and not room.rover)
        or (refused["party_table"] and not room.party_table)
        or (not room.sharing and shares(made, room))
        or (refused["guide_cards"] and not room.guide_cards)
        or (room.extra_groups is not None and made.extra_groups != room.extra_groups)
        or (room.stationary and len(made.stationary_tables) < room.stationary)
        or (room.seats and assign_stationary_seats(made, room) is None)
    )


def shares(made: Candidate, room: Room) -> bool:
    """Return whether tables must share boards: too few sets, or a relay without a spare set."""
    spare = room.cases_at_hand > made.cases
    too_few = made.costs["sharing"] or (made.boards_to_copy and made.cases <= room.cases_at_hand)
    return bool(too_few or (made.has_relay and not spare))


def pareto_front(found: list[Candidate]) -> list[Candidate]:
    """Return the candidates that no other one of the same length and sections beats or equals in everything."""
    front: dict[tuple[int, int, int], list[Candidate]] = {}
    for made in found:
        rivals = front.setdefault((made.rounds, made.boards_per_round, len(made.movements)), [])
        if not any(is_no_worse(rival.costs, made.costs) for rival in rivals):
            rivals[:] = [rival for rival in rivals if not is_no_worse(made.costs, rival.costs)] + [made]
    left = {id(made) for rivals in front.values() for made in rivals}
    return [made for made in found if id(made) in left]


def _missing_plan_text(room: Room, weights: Weights) -> str:
    """Return why there is no plan, and what to allow instead."""
    if not any(room.lengths()):
        raise BadRequest(
            say(
                "{boards} boards cannot be divided into rounds of {per_round}; enter a range of boards",
                boards=between(room.boards),
                per_round=between(room.per_round),
            )
        )
    clauses = [say("no movement fits these requirements"), *_stationary_limit(room)]
    clauses.append(
        f"{say('allow one of these')}: {', '.join((*_excluded_reasons(room), say('another number of boards')))}"
    )
    if near := sorted(_closest_candidates(room), key=lambda made: place(made, weights)):
        clauses.append(
            say("{movement} has {boards} boards", movement=near[0].arrangement, boards=near[0].boards_played)
        )
    return "; ".join(clauses)


def _stationary_limit(room: Room) -> list[str]:
    """Return that there are too many stationary pairs, if so: they meet only moving pairs, each once."""
    moving = 2 * room.tables - room.stationary  # a missing pair included
    if not room.stationary or min(rounds for rounds, _ in room.lengths()) <= moving:
        return []
    return [
        say_many(
            "stationary pairs meet moving pairs only, so 1 stationary pair allows at most {rounds} rounds",
            "stationary pairs meet moving pairs only, so {number} stationary pairs allow at most {rounds} rounds",
            room.stationary,
            rounds=moving,
        )
    ]


def _excluded_reasons(room: Room) -> list[str]:
    """Return what the director does not want to use."""
    return [
        text
        for text, allowed in {
            say("a rover"): room.rover,
            say("a party table"): room.party_table,
            say("sharing"): room.sharing,
            say("a skip"): room.skip,
            say("guide cards"): room.guide_cards,
            say("different boards for some pairs"): room.extra_groups != 0,
            say("another number of extra deal groups"): room.extra_groups in (None, 0),
            say("fewer stationary pairs"): not room.stationary,
        }.items()
        if not allowed
    ]

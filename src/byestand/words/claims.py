"""How people move, in words: one function for each kind of claim, and one table of them.

A function is given the claims of its kind that stand together, and returns everything there is to say about them, for
every occasion: when the room is set up, when it is announced, under a chart, on the mat of a table.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain, groupby, pairwise
from typing import Any, TypeAlias

from byestand.model import Boards, Card, Claim, Follow, Jump, Movement, Revenge, Route, Stay, Step, Swivel, Turn
from byestand.model.seen import claims_seen
from byestand.words.people import called, who
from byestand.words.phrases import Instructions, say, say_many
from byestand.words.roving import (
    announced_routes,
    brief_routes,
    hosts_of,
    route_lists,
    route_notes,
    rover_at_table,
    rover_in_round,
)
from byestand.words.steps import SKIP, Run, jump_words, over_the_edge, runs, step_words, steps_left, usual_step
from byestand.words.turns import (
    seat_changes,
    switch_announcements,
    switch_sentences,
    swivel_words,
    turning_pairs,
    turning_sentences,
)


def _nothing(*_: int) -> Iterable[Any]:
    return ()


Sentences: TypeAlias = Callable[[], Iterable[str]]
Lists: TypeAlias = Callable[[], Iterable[Instructions]]
Later: TypeAlias = Callable[[], Iterable[tuple[int, Instructions]]]


@dataclass(frozen=True, slots=True)
class Told:
    """Everything there is to say about some claims of one kind; it is worked out when somebody asks for it."""

    moves: Sentences = _nothing
    """The rule and what departs from it, told when setting up."""
    opening: Sentences = _nothing
    """What of it is said before round 1; the rest is announced when it comes."""
    later: Later = _nothing
    """What is announced when it comes, with the round after which that is."""
    lists: Lists = _nothing
    """What needs a list of its own when setting up."""
    announced: Lists = _nothing
    """What needs one in the announcements before play."""
    notes: Sentences = _nothing
    """What is told under a chart."""
    brief: Sentences = _nothing
    """What is told where there is room for few words."""
    at_table: Callable[[int], Iterable[str]] = _nothing
    """What stands on the mat of a table."""
    in_round: Callable[[int, int], Iterable[str]] = _nothing
    """What stands on the mat of a table beside a round."""


Teller: TypeAlias = Callable[[Sequence[Any], Movement, Boards | None], Told]


def told(movement: Movement, claims: Sequence[Claim], boards: Boards | None = None) -> list[Told]:
    """Return what there is to say about claims: how people come to tables in their order, then what comes on top."""
    jumps = any(isinstance(claim, Jump) for claim in claims)
    # Jumps are a list of their own, which begins with who stays.
    ways = [claim for claim in claims if type(claim) in WAYS and not (jumps and isinstance(claim, Stay))]
    on_top = sorted((claim for claim in claims if type(claim) in ON_TOP), key=lambda claim: _PLACES[type(claim)])
    return [_WORDS[kind](list(those), movement, boards) for kind, those in groupby([*ways, *on_top], key=type)]


def told_of(movement: Movement, boards: Boards | None = None) -> list[Told]:
    """Return what there is to say about a movement, be it that it says itself how people move or that it is seen."""
    return told(movement, claims_seen(movement), boards)


def player_moves(movement: Movement, *, before_play: bool = False) -> tuple[str, ...]:
    """Return how the players move; *before_play* without what is announced when it comes.

    Rovers, spare players and jumps have lists of their own.
    """
    if movement.rounds == 1:
        return (say("They stay: there is one round only."),)
    claims = claims_seen(movement)
    if [type(claim) for claim in claims if type(claim) in WAYS] == [Card]:
        return (say("Everybody goes by guide card."),)
    parts = told(movement, claims)
    return tuple(chain(*(part.opening() if before_play else part.moves() for part in parts), _absent(movement)))


def _absent(movement: Movement) -> Iterable[str]:
    # The host of a party table that is not there is met by nobody.
    if gone := sorted(movement.field.missing - hosts_of(movement)):
        labels = ", ".join(map(movement.field.label, gone))
        yield say("Missing: {who}. Whoever comes to play them sits out.", who=labels)


def _stay(claims: Sequence[Stay], movement: Movement, boards: Boards | None) -> Told:
    del boards

    def lines() -> Iterator[str]:
        for claim in claims:
            people = who(claim.contestants, movement)
            yield say_many("{who} stays.", "{who} stay.", len(claim.contestants), who=people)

    return Told(lines, lines)


def _step(claims: Sequence[Step], movement: Movement, boards: Boards | None) -> Told:
    del boards
    steps = [step for step in claims if steps_left(step, movement)]
    skip_rounds = [
        (step, run) for step in steps for run in _runs(step, movement) if (usual_step(step, movement), run.step) == SKIP
    ]
    skipping = "skip: after {rounds} {who} go up two tables; announce it."
    return Told(
        lambda: (line for step in steps for line, _ in _walk(step, movement)),
        lambda: (line for step in steps for line, is_skip in _walk(step, movement) if not is_skip),
        lambda: ((run.first, _skip(movement, step, run)) for step, run in skip_rounds),
        notes=lambda: (
            say(skipping, rounds=run.rounds, who=who(step.contestants, movement)) for step, run in skip_rounds
        ),
        brief=lambda: (
            say("{who} skip after {rounds}.", who=_line(step, movement), rounds=run.rounds) for step, run in skip_rounds
        ),
    )


def _walk(step: Step, movement: Movement) -> Iterator[tuple[str, bool]]:
    """Yield the usual step, then the rounds after which another one is made; beside each whether that is a skip."""
    people, usual = who(step.contestants, movement), usual_step(step, movement)
    left = steps_left(step, movement)
    if movement.history and 2 * left.count(usual) <= len(left) > 1:
        # After a mishap no step may be the usual one: each is told.
        for by, _, rounds in _runs(step, movement):
            yield say("After {rounds} {who} go {step}.", rounds=rounds, who=people, step=_far(by, step)), False
        return
    yield say("{who} go {step}.", who=people, step=_far(usual, step)), False
    for by, _, rounds in _runs(step, movement):
        if (usual, by) == SKIP:
            yield say("After {rounds} they go {step}: the skip, announce it.", rounds=rounds, step=_far(by, step)), True
        elif by != usual:
            phrase = "After {rounds} they go {step}." if by else "After {rounds} they stay where they are."
            yield say(phrase, rounds=rounds, step=_far(by, step)), False


def _runs(step: Step, movement: Movement) -> Iterator[Run]:
    return runs(steps_left(step, movement), movement.moves_left.start)


def _line(claim: Stay | Step, movement: Movement) -> str:
    """Return which line they are, as short as people say it; where they are none, who they are."""
    lines = [movement.field.members(line) for line in range(len(movement.field.lines))]
    roving = {c for route in movement.claimed(Route) for c in (route.contestant, route.host)}
    if len(lines) == 2:
        for side, members in zip(movement.seat_names, lines, strict=True):
            if set(claim.contestants) - roving == set(members) - roving:
                return side
    return who(claim.contestants, movement)


def _far(by: int, step: Step) -> str:
    return step_words(by) + over_the_edge(by, step.tables)


def _skip(movement: Movement, step: Step, run: Run) -> Instructions:
    people = who(step.contestants, movement)
    now = say("{who} skip a table now: go {step}.", who=people, step=_far(run.step, step))
    others = [stay for stay in movement.claimed(Stay) if movement.layout]
    as_usual = tuple(say("{who} stay and boards move as usual.", who=_line(stay, movement)) for stay in others)
    return Instructions(say("After {rounds}: the skip", rounds=run.rounds), (now, *as_usual))


def _jump(claims: Sequence[Jump], movement: Movement, boards: Boards | None) -> Told:
    del boards

    def lists() -> Iterator[Instructions]:
        if movement.moves_left:
            lines = (say("North stays."), *jump_words(claims, movement))
            yield Instructions(say("Players and boards, after every round"), lines)

    return Told(lists=lists, announced=lists)


def _follow(claims: Sequence[Follow], movement: Movement, boards: Boards | None) -> Told:
    del boards

    def lines() -> Iterator[str]:
        return (_one_circle(follow, movement) for follow in claims)

    by_card = () if all(follow.same_seat for follow in claims) else (say("Guide cards tell which way to sit."),)
    return Told(lines, lines, at_table=lambda _: by_card)


def _one_circle(follow: Follow, movement: Movement) -> str:
    number, one = movement.field.number, called(movement).one
    in_order = follow.contestants
    people, first, last = who(in_order, movement), number(in_order[0]), number(in_order[-1])
    by_card = "go to the table they have just left; guide cards tell which way to sit"
    seat = say("sit down where they have just sat" if follow.same_seat else by_card)
    if all(b == a + 1 for a, b in pairwise(in_order)):
        phrase = "{who} follow the {one} one lower; {one} {first} follows {one} {last}: {seat}."
        return say(phrase, who=people, one=one, first=first, last=last, seat=seat)
    order = ", ".join(str(number(c)) for c in in_order)
    return say(
        "{who} follow one another in this order: {order}, and again: {seat}.", who=people, order=order, seat=seat
    )


def _card(claims: Sequence[Card], movement: Movement, boards: Boards | None) -> Told:
    del boards

    def lines() -> Iterator[str]:
        return (say("{who} go by guide card.", who=who(card.contestants, movement)) for card in claims)

    return Told(lines, lines)


def _route(claims: Sequence[Route], movement: Movement, boards: Boards | None) -> Told:
    return Told(
        lists=partial(route_lists, claims, movement, boards),
        announced=partial(announced_routes, claims, movement),
        notes=partial(route_notes, movement),
        brief=partial(brief_routes, movement),
        at_table=partial(rover_at_table, movement),
        in_round=partial(rover_in_round, movement),
    )


def _swivel(claims: Sequence[Swivel], movement: Movement, boards: Boards | None) -> Told:
    del boards, movement
    (swivel,) = claims
    heading, changes, turns = say("Within a round"), seat_changes(swivel), swivel.turns
    lines = tuple(swivel_words(swivel)) or (say("Everybody keeps the seat."),)
    note = "Seats on the {many} boards of a round (who sits N, S, E, W): {turns}."
    return Told(
        lists=lambda: (Instructions(heading, lines),),
        announced=lambda: (Instructions(heading, changes),) if changes else (),
        notes=lambda: (say(note, many=len(turns), turns=", ".join(turns)),) if len(turns) > 1 else (),
        at_table=lambda _: changes,
    )


def _revenge(claims: Sequence[Revenge], movement: Movement, boards: Boards | None) -> Told:
    del boards
    rounds = [round for claim in claims for round in claim.rounds if round in movement.rounds_left]
    if not rounds:
        return Told()
    listed = ", ".join(map(str, rounds))
    moves = (say("Opponents meet again, on fresh boards, in round {rounds}: revenge.", rounds=listed),)
    return Told(
        lambda: moves,
        lambda: moves,
        notes=lambda: (say("Revenge: in round {rounds} opponents meet again, on fresh boards.", rounds=listed),),
        brief=lambda: (say("Revenge in round {rounds}.", rounds=listed),),
        in_round=lambda _, now: (say("revenge: these have met before"),) if now in rounds else (),
    )


def _turn(claims: Sequence[Turn], movement: Movement, boards: Boards | None) -> Told:
    del boards, claims
    turning = turning_pairs(movement)

    def moves() -> Iterator[str]:
        yield from switch_sentences(movement)
        yield from turning_sentences(movement)

    def in_round(table: int, now: int) -> Iterable[str]:
        pair = turning.get(table)
        if pair and pair.pair and now in pair.rounds:
            yield say("pair {pair} sits {seat}", pair=pair.pair, seat=pair.turned)

    return Told(
        moves=moves,
        opening=partial(turning_sentences, movement),
        later=partial(switch_announcements, movement),
        at_table=lambda table: (turning[table].words,) if table in turning and turning[table].pair else (),
        in_round=in_round,
    )


WAYS: Mapping[type[Claim], Teller] = {Stay: _stay, Step: _step, Jump: _jump, Follow: _follow, Card: _card}
"""How people come to tables; everybody has one of these, or a route."""
ON_TOP: Mapping[type[Claim], Teller] = {Route: _route, Swivel: _swivel, Revenge: _revenge, Turn: _turn}
"""What comes on top, in the order in which it is told."""
_WORDS = {**WAYS, **ON_TOP}
_PLACES = {kind: place for place, kind in enumerate(ON_TOP)}

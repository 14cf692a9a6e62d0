"""How people move, in words: one function for each kind of claim, and one table of them.

A function is given the claims of its kind that stand together, and returns everything there is to say about them, for
every occasion: when the room is set up, when it is announced, under a chart, on the mat of a table.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain, groupby, pairwise
from typing import Any, TypeAlias

from byestand.model import Boards, Card, Claim, Follow, Jump, Movement, Revenge, Route, Stay, Step, Swivel, Turn
from byestand.model.seen import claims_seen
from byestand.words.jumps import jump_words
from byestand.words.lists import Instructions
from byestand.words.people import called, who
from byestand.words.phrases import say, say_many
from byestand.words.rover import announced_routes, hosts_of, route_lists, route_notes, rover_at_table, rover_in_round
from byestand.words.steps import SKIP, over_the_edge, runs, step_words, usual_step
from byestand.words.switches import switch_announcements, switch_sentences
from byestand.words.swivel import seat_changes, swivel_words


def _nothing(*_: int) -> Iterable[str]:
    return ()


@dataclass(frozen=True, slots=True)
class Told:
    """Everything there is to say about some claims of one kind."""

    moves: tuple[str, ...] = ()
    """The rule and what departs from it, told when setting up."""
    opening: tuple[str, ...] = ()
    """What of it is said before round 1; the rest is announced when it comes."""
    later: tuple[Instructions, ...] = ()
    """What is announced when it comes."""
    lists: tuple[Instructions, ...] = ()
    """What needs a list of its own when setting up."""
    announced: tuple[Instructions, ...] = ()
    """What needs one in the announcements before play."""
    notes: tuple[str, ...] = ()
    """What is told under a chart."""
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
    return tuple(chain(*(part.opening if before_play else part.moves for part in parts), _absent(movement)))


def _absent(movement: Movement) -> Iterable[str]:
    # The host of a party table that is not there is met by nobody.
    if gone := sorted(movement.field.missing - hosts_of(movement)):
        labels = ", ".join(map(movement.field.label, gone))
        yield say("Missing: {who}. Whoever comes to play them sits out.", who=labels)


def _stay(claims: Sequence[Stay], movement: Movement, boards: Boards | None) -> Told:
    del boards
    lines = tuple(
        say_many("{who} stays.", "{who} stay.", len(claim.contestants), who=who(claim.contestants, movement))
        for claim in claims
    )
    return Told(lines, lines)


def _step(claims: Sequence[Step], movement: Movement, boards: Boards | None) -> Told:
    del boards
    parts = [_one_step(step, movement) for step in claims if step.by]
    return Told(
        tuple(chain(*(part.moves for part in parts))),
        tuple(chain(*(part.opening for part in parts))),
        tuple(chain(*(part.later for part in parts))),
        notes=tuple(chain(*(part.notes for part in parts))),
    )


def _one_step(step: Step, movement: Movement) -> Told:
    """Return the usual step, then the rounds after which another one is made."""
    people, usual = who(step.contestants, movement), usual_step(step)
    rule = say("{who} go {step}.", who=people, step=step_words(usual) + over_the_edge(usual, step.tables))
    moves, opening, later, notes = [rule], [rule], [], []
    for by, rounds in runs(step.by):
        how = step_words(by) + over_the_edge(by, step.tables)
        if (usual, by) == SKIP:
            moves.append(say("After {rounds} they go {step}: the skip, announce it.", rounds=rounds, step=how))
            notes.append(say("skip: after {rounds} {who} go up two tables; announce it.", rounds=rounds, who=people))
            later.append(_skip(movement, people, rounds, how))
        elif by != usual:
            phrase = "After {rounds} they go {step}." if by else "After {rounds} they stay where they are."
            moves.append(say(phrase, rounds=rounds, step=how))
            opening.append(moves[-1])
    return Told(tuple(moves), tuple(opening), tuple(later), notes=tuple(notes))


def _skip(movement: Movement, people: str, rounds: str, how: str) -> Instructions:
    now = say("{who} skip a table now: go {step}.", who=people, step=how)
    as_usual = (say("NS stay and boards move as usual."),) if movement.layout else ()
    return Instructions(say("After {rounds}: the skip", rounds=rounds), (now, *as_usual))


def _jump(claims: Sequence[Jump], movement: Movement, boards: Boards | None) -> Told:
    del boards
    heading = say("Players and boards, after every round")
    lists = (Instructions(heading, (say("North stays."), *jump_words(claims, movement))),)
    return Told(lists=lists, announced=lists) if movement.rounds > 1 else Told()


def _follow(claims: Sequence[Follow], movement: Movement, boards: Boards | None) -> Told:
    del boards
    lines = tuple(_one_circle(follow, movement) for follow in claims)
    return Told(lines, lines)


def _one_circle(follow: Follow, movement: Movement) -> str:
    number, one = movement.field.number, called(movement).one
    in_order = follow.contestants
    people, first, last = who(in_order, movement), number(in_order[0]), number(in_order[-1])
    seat = say("sit down where they have just sat" if follow.same_seat else "go to the table they have just left")
    if all(b == a + 1 for a, b in pairwise(in_order)):
        phrase = "{who} follow the {one} one lower; {one} {first} follows {one} {last}: {seat}."
        return say(phrase, who=people, one=one, first=first, last=last, seat=seat)
    order = ", ".join(str(number(c)) for c in in_order)
    return say(
        "{who} follow one another in this order: {order}, and again: {seat}.", who=people, order=order, seat=seat
    )


def _card(claims: Sequence[Card], movement: Movement, boards: Boards | None) -> Told:
    del boards
    lines = tuple(say("{who} go by guide card.", who=who(card.contestants, movement)) for card in claims)
    return Told(lines, lines)


def _route(claims: Sequence[Route], movement: Movement, boards: Boards | None) -> Told:
    return Told(
        lists=tuple(route_lists(claims, movement, boards)),
        announced=tuple(announced_routes(claims, movement)),
        notes=tuple(route_notes(claims, movement)),
        at_table=partial(rover_at_table, claims, movement),
        in_round=partial(rover_in_round, claims, movement),
    )


def _swivel(claims: Sequence[Swivel], movement: Movement, boards: Boards | None) -> Told:
    del boards, movement
    (swivel,) = claims
    heading, changes = say("Within a round"), seat_changes(swivel)
    lines = tuple(swivel_words(swivel)) or (say("Everybody keeps the seat."),)
    note = say(
        "Seats on the {many} boards of a round (who sits N, S, E, W): {turns}.",
        many=len(swivel.turns),
        turns=", ".join(swivel.turns),
    )
    return Told(
        lists=(Instructions(heading, lines),),
        announced=(Instructions(heading, changes),) if changes else (),
        notes=(note,) if len(swivel.turns) > 1 else (),
        at_table=lambda _: changes,
    )


def _revenge(claims: Sequence[Revenge], movement: Movement, boards: Boards | None) -> Told:
    del boards, movement
    rounds = [round for claim in claims for round in claim.rounds]
    listed = ", ".join(map(str, rounds))
    moves = (say("Opponents meet again, on fresh boards, in round {rounds}: revenge.", rounds=listed),)
    return Told(
        moves,
        moves,
        notes=(say("Revenge: in round {rounds} opponents meet again, on fresh boards.", rounds=listed),),
        in_round=lambda _, now: (say("revenge: these have met before"),) if now in rounds else (),
    )


def _turn(claims: Sequence[Turn], movement: Movement, boards: Boards | None) -> Told:
    del boards, claims
    return Told(moves=tuple(switch_sentences(movement)), later=tuple(switch_announcements(movement)))


WAYS: Mapping[type[Claim], Teller] = {Stay: _stay, Step: _step, Jump: _jump, Follow: _follow, Card: _card}
"""How people come to tables; everybody has one of these, or a route."""
ON_TOP: Mapping[type[Claim], Teller] = {Route: _route, Swivel: _swivel, Revenge: _revenge, Turn: _turn}
"""What comes on top, in the order in which it is told."""
_WORDS = {**WAYS, **ON_TOP}
_PLACES = {kind: place for place, kind in enumerate(ON_TOP)}

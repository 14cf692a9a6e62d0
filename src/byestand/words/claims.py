"""How people move, in words: one function for each kind of claim, and one table of them.

A function is given the claims of its kind that stand together, and returns everything there is to say about them, for
every occasion: when the room is set up, when it is announced, under a chart, on the mat of a table.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain, groupby

from byestand.language import say
from byestand.model.boards import Boards
from byestand.model.claims import Card, Claim, Follow, Jump, Revenge, Route, Stay, Step, Swivel, Turn
from byestand.model.movement import Movement
from byestand.model.seen import claims_seen
from byestand.words.numbers import enumerated, numbered
from byestand.words.people import PLAYERS, called, spoken
from byestand.words.phrases import Instructions
from byestand.words.roving import (
    announced_routes,
    brief_routes,
    hosts_of,
    route_lists,
    route_notes,
    rover_at_table,
)
from byestand.words.telling import Later, Teller, Told
from byestand.words.turns import seat_changes, switch_sentences, swivel_words, turning_pairs, turning_sentences
from byestand.words.ways import card_told, follow_told, jump_told, stay_told, step_told


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
    """Return how the players move; *before_play* as it is announced, without what is told when it comes."""
    if movement.rounds == 1:
        return (say("There is one round only: nobody moves."), *_absent(movement))
    parts = told_of(movement)
    return tuple(chain(*(part.opening() if before_play else part.moves() for part in parts), _absent(movement)))


def _absent(movement: Movement) -> Iterable[str]:
    """Yield who is missing, and what those do who should play them."""
    # The host of a party table that is not there is met by nobody.
    gone = sorted(movement.field.missing - hosts_of(movement))
    if not gone:
        return
    names = [spoken(movement, contestant).words for contestant in gone]
    yield say("There is no {who} tonight.", who=say(" and no ").join(names))
    closed = say("leave the boards closed and pass them on" if movement.layout else "leave the boards closed")
    phrase = "If you should play them, you sit out: {closed}."
    if called(movement) is PLAYERS:
        phrase = "If your table is not full, you sit out: {closed}."
    yield say(phrase, closed=closed)


def _route(claims: Sequence[Route], movement: Movement, boards: Boards | None) -> Told:
    return Told(
        opening=partial(announced_routes, claims, movement),
        lists=partial(route_lists, claims, movement, boards),
        notes=partial(route_notes, movement),
        brief=partial(brief_routes, movement),
        at_table=partial(rover_at_table, movement),
    )


def _swivel(claims: Sequence[Swivel], movement: Movement, boards: Boards | None) -> Told:
    del boards, movement
    (swivel,) = claims
    changes, turns = seat_changes(swivel), swivel.turns
    lines = tuple(swivel_words(swivel)) or (say("Everybody keeps the seat."),)
    note = "Seats on the {many} boards of a round (who sits N, S, E, W): {turns}."
    # More than one change is read off the mat: nobody keeps it in mind.
    by_mat = (say("After each board change chairs as the mat shows."), say("Before you move on, change back."))
    aloud = (" ".join(changes),) if len(set(turns)) == 2 else by_mat if changes else ()
    return Told(
        opening=lambda: aloud,
        lists=lambda: (Instructions(say("Within a round"), lines),),
        notes=lambda: (say(note, many=len(turns), turns=", ".join(turns)),) if len(turns) > 1 else (),
        at_table=lambda _: changes,
    )


def _revenge(claims: Sequence[Revenge], movement: Movement, boards: Boards | None) -> Told:
    del boards
    rounds = [round for claim in claims for round in claim.rounds if round in movement.rounds_left]
    if not rounds:
        return Told()
    listed = numbered("round", rounds)
    again = say("In {rounds} you meet opponents again, on new boards.", rounds=listed)

    def before() -> Later:
        for round in rounds:
            yield round - 1, (say("In this round you meet opponents again, on new boards."),)

    return Told(
        lambda: (again,),
        before=before,
        notes=lambda: (say("Revenge in {rounds}: opponents meet again, on new boards.", rounds=listed),),
        brief=lambda: (say("Revenge in {rounds}.", rounds=listed),),
    )


def _turn(claims: Sequence[Turn], movement: Movement, boards: Boards | None) -> Told:
    del boards, claims
    turning = turning_pairs(movement)

    def moves() -> Iterator[str]:
        yield from switch_sentences(movement)
        yield from turning_sentences(movement)

    def opening() -> Iterator[str]:
        if there := [turn.pair for turn in turning.values() if turn.pair]:
            pairs = enumerated(there).replace(" and ", " or ")
            yield say("If you come to pair {pairs}, take the chairs that are free.", pairs=pairs)
            yield say("The mat says who plays North-South in this round.")

    return Told(moves, opening)


WAYS: Mapping[type[Claim], Teller] = {
    Stay: stay_told,
    Step: step_told,
    Jump: jump_told,
    Follow: follow_told,
    Card: card_told,
}
"""How people come to tables; everybody has one of these, or a route."""
ON_TOP: Mapping[type[Claim], Teller] = {Route: _route, Swivel: _swivel, Revenge: _revenge, Turn: _turn}
"""What comes on top, in the order in which it is told; arrow switches are announced apart, by the club's habit."""
_WORDS = {**WAYS, **ON_TOP}
_PLACES = {kind: place for place, kind in enumerate(ON_TOP)}

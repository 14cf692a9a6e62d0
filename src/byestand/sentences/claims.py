"""How people move, in sentences: one function for each kind of claim, and a table of them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain, groupby

from byestand.flow.arrows import turning_pairs
from byestand.flow.groups import numbered_groups
from byestand.flow.rover import hosts_of
from byestand.language import ENGLISH, say, say_many, use_language
from byestand.model.boards import Boards
from byestand.model.claims import ArrowTurn, ByCard, Claim, Follow, Jump, Revenge, Route, Stay, Step, Swivel
from byestand.model.inferred_claims import infer_claims
from byestand.model.movement import Movement
from byestand.sentences.arrows import seat_change_sentences, switch_sentences, swivel_sentences, turning_sentences
from byestand.sentences.board_moves import Later
from byestand.sentences.claim_text import ClaimText, Describer
from byestand.sentences.groups import missing_text
from byestand.sentences.instructions import Instructions
from byestand.sentences.moves import describe_card, describe_follow, describe_jump, describe_stay, describe_step
from byestand.sentences.rovers import announced_routes, route_file_notes, route_lists, route_notes, rover_at_table
from byestand.words.numbers import alternatives, join_items


def claim_texts(movement: Movement, claims: Sequence[Claim], boards: Boards | None = None) -> list[ClaimText]:
    """Return the texts about claims: how people move, in their order, then everything else."""
    jumps = any(isinstance(claim, Jump) for claim in claims)
    # The list of jumps begins with who stays.
    moves = [claim for claim in claims if type(claim) in MOVE_CLAIM_TEXTS and not (jumps and isinstance(claim, Stay))]
    others = sorted((claim for claim in claims if type(claim) in OTHER_CLAIM_TEXTS), key=lambda one: _ORDER[type(one)])
    parts = groupby([*moves, *others], key=type)
    return [_CLAIM_TEXTS[kind](list(those), movement, boards) for kind, those in parts]


def movement_texts(movement: Movement, boards: Boards | None = None) -> list[ClaimText]:
    """Return the texts about a movement, by its own claims or by those read from its schedule."""
    return claim_texts(movement, infer_claims(movement), boards)


def player_moves(movement: Movement, *, before_play: bool = False) -> tuple[str, ...]:
    """Return how the players move; *before_play* without departures from the rule, which are announced later."""
    if movement.rounds == 1:
        return (say("There is only one round; nobody moves."), *_missing(movement))
    parts = movement_texts(movement)
    return tuple(chain(*(part.opening() if before_play else part.moves() for part in parts), _missing(movement)))


def _missing(movement: Movement) -> Iterable[str]:
    """Yield who is missing, and what their opponents do."""
    # Nobody meets the missing host of a party table.
    missing = sorted(movement.field.missing - hosts_of(movement))
    if not missing:
        return
    yield from (f"{missing_text(group)}." for group in numbered_groups(missing, movement))
    if movement.is_individual:
        yield say("If your table is not full, sit out.")
    else:
        yield say_many("Its opponents sit out.", "Their opponents sit out.", len(missing))
    if movement.layout:
        yield say("Do not open the boards. Pass them on as usual.")
    else:
        yield say("Do not open the boards.")


def _describe_route(claims: Sequence[Route], movement: Movement, boards: Boards | None) -> ClaimText:
    return ClaimText(
        opening=partial(announced_routes, claims, movement),
        lists=partial(route_lists, claims, movement, boards),
        notes=partial(route_notes, movement),
        file_notes=partial(route_file_notes, movement),
        at_table=partial(rover_at_table, movement),
    )


def _describe_swivel(claims: Sequence[Swivel], movement: Movement, boards: Boards | None) -> ClaimText:
    del boards, movement
    (swivel,) = claims
    turns = swivel.turns

    def opening() -> Iterator[str]:
        changes = seat_change_sentences(swivel)
        if changes and len(set(turns)) == 2:
            yield " ".join(changes)
        elif changes:
            # Nobody remembers more than one change: the mat shows them.
            yield say("After each board, change seats as shown on the mat.")
            yield say("Before you move, return to your own seat.")

    def lists() -> Iterator[Instructions]:
        yield Instructions(say("Within a round"), tuple(swivel_sentences(swivel)) or (say("Keep your seats."),))

    def notes() -> Iterator[str]:
        if len(turns) > 1:
            seats = ", ".join(turns)
            yield say("Seats on the {count} boards of a round (N, S, E, W): {seats}.", count=len(turns), seats=seats)

    return ClaimText(opening=opening, lists=lists, notes=notes, at_table=lambda _: seat_change_sentences(swivel))


def _describe_revenge(claims: Sequence[Revenge], movement: Movement, boards: Boards | None) -> ClaimText:
    del boards
    rounds = [round for claim in claims for round in claim.rounds if round in movement.remaining_rounds]
    if not rounds:
        return ClaimText()

    def moves() -> Iterator[str]:
        yield say_many(
            "In round {rounds} you play the same opponents again, on new boards.",
            "In rounds {rounds} you play the same opponents again, on new boards.",
            len(rounds),
            rounds=join_items(rounds),
        )

    def before() -> Later:
        for round in rounds:
            yield round - 1, (say("In this round you play the same opponents again, on new boards."),)

    def notes() -> Iterator[str]:
        yield say_many(
            "Repeat opponents in round {rounds}, on new boards.",
            "Repeat opponents in rounds {rounds}, on new boards.",
            len(rounds),
            rounds=join_items(rounds),
        )

    def file_notes() -> Iterator[str]:
        with use_language(ENGLISH):
            numbers = join_items(rounds)
        yield f"Revenge in rounds {numbers}." if len(rounds) > 1 else f"Revenge in round {numbers}."

    return ClaimText(moves, before=before, notes=notes, file_notes=file_notes)


def _describe_turn(claims: Sequence[ArrowTurn], movement: Movement, boards: Boards | None) -> ClaimText:
    del boards, claims

    def moves() -> Iterator[str]:
        yield from switch_sentences(movement)
        yield from turning_sentences(movement)

    def opening() -> Iterator[str]:
        if pairs := [turn.pair for turn in turning_pairs(movement).values() if turn.pair]:
            yield say("At the table of pair {pairs}, take the empty seats.", pairs=alternatives(pairs))
            yield say("The mat shows who is North-South in this round.")

    return ClaimText(moves, opening)


MOVE_CLAIM_TEXTS: Mapping[type[Claim], Describer] = {
    Stay: describe_stay,
    Step: describe_step,
    Jump: describe_jump,
    Follow: describe_follow,
    ByCard: describe_card,
}
"""How people come to tables; everybody has one of these claims, or a route."""
OTHER_CLAIM_TEXTS: Mapping[type[Claim], Describer] = {
    Route: _describe_route,
    Swivel: _describe_swivel,
    Revenge: _describe_revenge,
    ArrowTurn: _describe_turn,
}
"""Everything else, in the order of the texts; arrow switches are announced separately."""
_CLAIM_TEXTS = {**MOVE_CLAIM_TEXTS, **OTHER_CLAIM_TEXTS}
_ORDER = {kind: place for place, kind in enumerate(OTHER_CLAIM_TEXTS)}

"""How people move, in words: one function for each kind of claim."""

from collections.abc import Iterator, Sequence
from itertools import groupby

import numpy as np

from byestand.model.claims import Card, Claim, Follow, Jump, Revenge, Route, Stay, Step, Swivel, Turn
from byestand.model.movement import Movement
from byestand.model.seen import arrow_turned, claims_seen
from byestand.words.numbers import ranges

SKIP = ": the skip, announce it."
"""How the sentence about a skip ends."""


def player_moves(movement: Movement) -> Iterator[str]:
    """Yield how the players move, as far as a rule can be announced; rovers and spares have pages of their own."""
    if movement.rounds == 1:
        yield "They stay: there is one round only."
        return
    claims = claims_seen(movement)
    ways = [claim for claim in claims if isinstance(claim, Stay | Step | Jump | Follow | Card)]
    if len(ways) == 1 and isinstance(ways[0], Card):
        yield "Everybody goes by guide card."
        return
    for claim in claims:
        yield from words_of(claim, movement)
    # The host of a party table that is not there is met by nobody.
    host = {movement.rover.host} if movement.rover else set()
    if gone := movement.field.missing - host:
        yield f"Missing: {', '.join(map(movement.field.label, sorted(gone)))}. Whoever comes to play them sits out."


def words_of(claim: Claim, movement: Movement) -> Iterator[str]:
    """Yield the sentences that tell a claim; what is told elsewhere, a rover's route or a swivel, has none here."""
    match claim:
        case Stay():
            yield f"{who(claim.contestants, movement)} {'stay' if len(claim.contestants) > 1 else 'stays'}."
        case Step():
            yield from _step(claim, movement)
        case Follow():
            yield from _follow(claim, movement)
        case Card():
            yield f"{who(claim.contestants, movement)} go by guide card."
        case Turn():
            yield from _turn(movement)
        case Revenge():
            last = ", ".join(map(str, claim.rounds))
            yield f"Opponents meet again, on fresh boards, in round {last}: revenge."
        case Jump() | Route() | Swivel():
            return


def who(contestants: Sequence[int], movement: Movement) -> str:
    """Return what these are called together: "EW pairs", "Odd EW pairs", "South players", "Pairs 1-13"."""
    field = movement.field
    many = "players" if movement.is_individual else "pairs"
    sides = _sides(movement)
    roving = {c for route in movement.claimed(Route) for c in (route.contestant, route.host)}
    others = [c for c in field.present if c not in roving]
    here = {sides.get(c) for c in contestants}
    if len(here) == 1 and all(sides.get(c) is not None for c in others):
        (side,) = here
        line = [c for c in others if sides.get(c) == side]
        for which, part in (
            ("", line),
            ("Odd ", [c for c in line if field.number(c) % 2]),
            ("Even ", [c for c in line if field.number(c) % 2 == 0]),
        ):
            if sorted(contestants) == part:
                return f"{which}{movement.seat_names[side or 0]} {many}"
    one = len(contestants) == 1
    return f"{many.capitalize()[: -1 if one else None]} {ranges(map(field.number, contestants))}"


def _sides(movement: Movement) -> dict[int, int | None]:
    """Return the seat of everybody who always has the same one, arrow switches left aside."""
    turned = arrow_turned(movement)
    seats = np.where(turned[:, :, np.newaxis], movement.seats[:, :, ::-1], movement.seats)
    found: dict[int, int | None] = {}
    for side in range(seats.shape[2]):
        for c in np.unique(seats[:, :, side]).tolist():
            found[c] = None if c in found else side
    return found


def _step(step: Step, movement: Movement) -> Iterator[str]:
    """Yield the usual step first, then the rounds after which another one is made."""
    people = who(step.contestants, movement)
    usual = max(dict.fromkeys(step.by), key=step.by.count)  # of two equally frequent ones, the first
    yield f"{people} go {step_words(usual)}{over_the_edge(usual, step.tables)}."
    for by, rounds in runs(step.by):
        if by != usual:
            skip = SKIP if (usual, by) == (1, 2) else "."
            moves = f"go {step_words(by)}{over_the_edge(by, step.tables)}" if by else "stay where they are"
            yield f"After {rounds} they {moves}{skip}"


def _follow(follow: Follow, movement: Movement) -> Iterator[str]:
    field, one = movement.field, "player" if movement.is_individual else "pair"
    first, last = (field.number(follow.contestants[i]) for i in (0, -1))
    people = who(follow.contestants, movement)
    counted_up = all(b == a + 1 for a, b in zip(follow.contestants, follow.contestants[1:], strict=False))
    whom = (
        f"the {one} one lower; {one} {first} follows {one} {last}"
        if counted_up
        else f"one another in this order: {', '.join(str(field.number(c)) for c in follow.contestants)}, and again"
    )
    seat = "sit down where they have just sat" if follow.same_seat else "go to the table they have just left"
    yield f"{people} follow {whom}: {seat}."


def _turn(movement: Movement) -> Iterator[str]:
    where = [f"{round}{f' (tables {_listed(at)})' if at else ''}" for round, at in switches(movement).items()]
    if where:
        yield f"The arrow is switched in round {', '.join(where)}: whoever sat NS at a table sits EW, and vice versa."


def switches(movement: Movement) -> dict[int, tuple[int, ...]]:
    """Return the rounds in which the arrow is turned, each with the tables where it is; none stands for all."""
    turned = arrow_turned(movement)
    return {
        round: () if row.all() else tuple((row.nonzero()[0] + 1).tolist())
        for round, row in enumerate(turned, start=1)
        if row.any()
    }


def runs(steps: Sequence[int]) -> Iterator[tuple[int, str]]:
    """Yield equal steps together with the rounds after which they are made, in words."""
    for step, run in groupby(enumerate(steps, start=1), key=lambda item: item[1]):
        rounds = [round for round, _ in run]
        many = len(rounds) > 1
        yield step, f"rounds {rounds[0]}-{rounds[-1]}" if many else f"round {rounds[0]}"


def _listed(numbers: Sequence[int]) -> str:
    return ", ".join(map(str, numbers))


def step_words(step: int) -> str:
    """Return a step in words: "up one table"."""
    if step == 0:
        return "nowhere"
    size = {1: "one table", 2: "two tables"}.get(abs(step), f"{abs(step)} tables")
    return f"{'up' if step > 0 else 'down'} {size}"


def over_the_edge(step: int, tables: int) -> str:
    """Return where those go whom a small step takes beyond the last table, or below the first."""
    if step in (1, 2):
        ends = [(tables - step + i, i) for i in range(1, step + 1)]
    elif step in (-1, -2):
        ends = [(i, tables + step + i) for i in range(1, 1 - step)]
    elif 2 * abs(step) == tables:
        across = abs(step) + 1
        return f", across the room: from table 1 to table {across} and from table {across} to table 1"
    else:
        return ""
    return ", " + " and ".join(f"from table {a} to table {b}" for a, b in ends)

"""``byestand rover``: the route of a rover, how regular it is, other routes, or the proof that there is none."""

from collections.abc import Iterator

import click

from byestand.catalog import find, parse
from byestand.cli.words import WHOLE_NUMBER, json_text
from byestand.errors import BadRequest, ByestandError, NoSuchMovement, NotFound
from byestand.model.movement import Movement
from byestand.search import (
    Found,
    Impossible,
    OutOfTime,
    RoverRoute,
    TwoWayRoute,
    alternatives,
    find_rover,
    find_two_way_rover,
)
from byestand.words.rovers import describe_route

MOST_ROUTES = 50

Routes = tuple[RoverRoute | TwoWayRoute, ...]
Outcome = Found[Routes] | Impossible | OutOfTime


@click.command("rover")
@click.argument("name")
@click.option("--side", type=click.Choice(["ew", "ns", "two-way"]), default="ew", help="Where the rover sits.")
@click.option("--half", is_flag=True, help="Half table: displaced pairs sit out, there is no party table.")
@click.option("--all", "wanted", type=WHOLE_NUMBER, default=1, metavar="N", help="Show up to N routes, the best first.")
@click.option("--rounds", type=WHOLE_NUMBER, metavar="R", help="How many rounds; by default all.")
@click.option("--sit-out", type=WHOLE_NUMBER, default=1, metavar="R", help="The round in which the rover has no table.")
@click.option("--format", "to", type=click.Choice(["text", "json"]), default="text")
def command(name: str, side: str, half: bool, wanted: int, rounds: int | None, sit_out: int, to: str) -> int | None:
    """Show the route of a rover over a movement, or prove that there is none (exit code 3)."""
    movement = find(name)
    if parse(name).rover_kind:
        raise BadRequest(f"it has a rover already; give the name without one: {name!r}")
    if not 1 <= wanted <= MOST_ROUTES:
        raise BadRequest(f"ask for 1 to {MOST_ROUTES} routes, not {wanted}")
    outcome = _search(movement, side, wanted, rounds, sit_out)
    if to == "json":
        click.echo(json_text(_as_json(movement, side, half, outcome)))
        codes = {Impossible: NoSuchMovement.exit_code, OutOfTime: NotFound.exit_code}
        return codes.get(type(outcome))
    if not isinstance(outcome, Found):
        raise _refusal(movement, side, outcome, rounds or movement.rounds, sit_out)
    click.echo("\n".join(_as_text(movement, side, half, outcome.thing, outcome.how)))
    return None


def _search(movement: Movement, side: str, wanted: int, rounds: int | None, sit_out: int) -> Outcome:
    if side == "two-way":
        if wanted > 1:
            raise BadRequest("for a two-way rover one route is looked for: leave out --all")
        two_way = find_two_way_rover(movement, rounds=rounds, sit_out_round=sit_out)
        return Found((two_way.thing,), two_way.how) if isinstance(two_way, Found) else two_way
    one_way = alternatives(movement, wanted, rounds=rounds, sit_out_round=sit_out)
    return Found(one_way.thing, one_way.how) if isinstance(one_way, Found) else one_way


def _refusal(
    movement: Movement, side: str, outcome: Impossible | OutOfTime, length: int, sit_out: int
) -> ByestandError:
    match outcome:
        case Impossible(because, proof):
            return NoSuchMovement(
                f"no rover lasts {length} rounds of {movement.name}",
                because=f"{because}; proof: {proof}",
                instead=" or ".join(_ways_out(movement, side, length, sit_out)),
            )
        case OutOfTime(seconds):
            return NotFound(f"no rover was found in {seconds:g} s; there may be one")


def _ways_out(movement: Movement, side: str, length: int, sit_out: int) -> Iterator[str]:
    """Yield what does work, for a rover that does not."""
    if length > 2 and sit_out < length:
        shorter = find_rover(movement, rounds=length - 1, sit_out_round=sit_out)
        if isinstance(shorter, Found):
            yield f"--rounds {length - 1}"
    for other in range(1, length + 1):
        if other != sit_out and isinstance(find_rover(movement, rounds=length, sit_out_round=other, seconds=1), Found):
            yield f"--sit-out {other}"
            break
    if side != "two-way" and isinstance(find_two_way_rover(movement, rounds=length, sit_out_round=sit_out), Found):
        yield "--side two-way"


def _as_text(movement: Movement, side: str, half: bool, routes: Routes, how: str) -> Iterator[str]:
    best = routes[0]
    length = len(best.rounds) + 1
    home = next(r for r in range(1, length + 1) if r not in best.rounds)
    kind = {"ew": "EW rover", "ns": "NS rover", "two-way": "two-way rover"}[side]
    there = "sits out" if half else "plays the host of the party table"
    yield f"{movement.name} with {kind}, {length} rounds; in round {home} the rover {there}"
    yield f"tables {_list(best)}: {_rule(best, movement)} ({how})"
    if isinstance(best, TwoWayRoute) and not best.ew_seats:
        yield "one side suffices: this rover sits NS in every round; --side ew has the same route, EW"
    goes = "sits out" if half else "goes to the party table"
    for round, table, seat in _stops(best, side):
        meeting = movement.at(round, table)
        displaced = meeting.contestants[0 if seat == "NS" else 1]
        where = "" if half else f", group {meeting.group}"
        yield f"  round {round}: table {table}, {seat}; {displaced} {goes}{where}"
    if side != "two-way" and isinstance(best, RoverRoute) and not half:
        lent = f"in rounds {', '.join(map(str, best.borrowed))}" if best.borrowed else "in no round"
        yield f"the party table can borrow from a bye stand {lent}"
    for i, other in enumerate(routes[1:], start=2):
        yield f"{i}. tables {_list(other)}: {_rule(other, movement)}"


def _rule(route: RoverRoute | TwoWayRoute, movement: Movement) -> str:
    return describe_route(route.tables, route.rounds, of=movement.tables)


def _stops(route: RoverRoute | TwoWayRoute, side: str) -> Iterator[tuple[int, int, str]]:
    seats = route.seats if isinstance(route, TwoWayRoute) else (side.upper(),) * len(route.tables)
    yield from zip(route.rounds, route.tables, seats, strict=True)


def _list(route: RoverRoute | TwoWayRoute) -> str:
    return ", ".join(map(str, route.tables))


def _as_json(movement: Movement, side: str, half: bool, outcome: Outcome) -> dict[str, object]:
    report: dict[str, object] = {"name": movement.name, "side": side, "half_table": half}
    match outcome:
        case Found(routes, how):
            found = [
                {
                    "stops": [{"round": r, "table": t, "seat": seat} for r, t, seat in _stops(route, side)],
                    "step": route.step,
                    "irregular_rounds": list(route.irregular),
                    "borrows_in_rounds": list(route.borrowed) if isinstance(route, RoverRoute) else [],
                }
                for route in routes
            ]
            return report | {"outcome": "found", "how": how, "routes": found}
        case Impossible(because, proof):
            return report | {"outcome": "impossible", "because": because, "proof": proof}
        case OutOfTime(seconds):
            return report | {"outcome": "out of time", "seconds": seconds}

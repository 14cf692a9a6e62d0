"""``byestand rover``: the route of a rover, how regular it is, other routes, or the proof that none exists."""

from collections.abc import Iterable, Iterator, Sequence

import click

from byestand.catalog import find, parse
from byestand.cli.param_types import WHOLE_NUMBER, json_text
from byestand.cli.usage import FORMAT_HELP, Command, OneOf
from byestand.errors import BadRequest, ByestandError, NoSuchMovement, NotFound
from byestand.language import phrase, say, say_many
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
from byestand.sentences.rovers import describe_route
from byestand.words.seats import seat_text

MAX_ROUTES = 50
_TITLES = {
    "ew": phrase("{name} with EW rover, {rounds} rounds"),
    "ns": phrase("{name} with NS rover, {rounds} rounds"),
    "two-way": phrase("{name} with two-way rover, {rounds} rounds"),
}

Routes = tuple[RoverRoute | TwoWayRoute, ...]
Outcome = Found[Routes] | Impossible | OutOfTime


@click.command("rover", cls=Command)
@click.argument("name")
@click.option("--side", type=OneOf(["ew", "ns", "two-way"]), default="ew", help="Rover's direction (default ew).")
@click.option("--half", is_flag=True, help="No party table; displaced pairs sit out (half table).")
@click.option(
    "--all", "wanted", type=WHOLE_NUMBER, default=1, metavar="N", help="Show up to N routes, best first (default 1)."
)
@click.option("--rounds", type=WHOLE_NUMBER, metavar="R", help="Number of rounds (default: all).")
@click.option(
    "--sit-out", type=WHOLE_NUMBER, default=1, metavar="R", help="Round in which the rover sits out (default 1)."
)
@click.option("--format", "to", type=OneOf(["text", "json"]), default="text", help=FORMAT_HELP)
def command(name: str, side: str, half: bool, wanted: int, rounds: int | None, sit_out: int, to: str) -> int | None:
    """Show a rover's route through a movement, or prove that none exists (exit code 3)."""
    movement = find(name)
    if parse(name).rover_kind:
        raise BadRequest(say("the movement already has a rover; give the name without it: {name!r}", name=name))
    if not 1 <= wanted <= MAX_ROUTES:
        raise BadRequest(say("--all must be 1 to {most}, not {count}", most=MAX_ROUTES, count=wanted))
    outcome = _search(movement, side, wanted, rounds, sit_out)
    if to == "json":
        click.echo(json_text(_as_json(movement, side, half, outcome)))
        codes = {Impossible: NoSuchMovement.exit_code, OutOfTime: NotFound.exit_code}
        return codes.get(type(outcome))
    if not isinstance(outcome, Found):
        raise _refusal(movement, side, outcome, rounds or movement.rounds, sit_out)
    click.echo("\n".join(_as_text(movement, side, half, outcome.thing, outcome.method)))
    return None


def _search(movement: Movement, side: str, wanted: int, rounds: int | None, sit_out: int) -> Outcome:
    if side == "two-way":
        if wanted > 1:
            raise BadRequest(say("--all does not work with --side two-way"))
        two_way = find_two_way_rover(movement, rounds=rounds, sit_out_round=sit_out)
        return Found((two_way.thing,), two_way.method) if isinstance(two_way, Found) else two_way
    one_way = alternatives(movement, wanted, rounds=rounds, sit_out_round=sit_out)
    return Found(one_way.thing, one_way.method) if isinstance(one_way, Found) else one_way


def _refusal(
    movement: Movement, side: str, outcome: Impossible | OutOfTime, length: int, sit_out: int
) -> ByestandError:
    match outcome:
        case Impossible(because, proof):
            proofs = {"theorem": say("proof: theorem"), "exhausted search": say("proof: exhaustive search")}
            return NoSuchMovement(
                say("no rover lasts {rounds} rounds of {name}", rounds=length, name=movement.name),
                because=f"{because}; {proofs[proof]}",
                instead=_either(_ways_out(movement, side, length, sit_out)),
            )
        case OutOfTime(seconds):
            return NotFound(say("no rover found in {seconds:g} s; one may exist", seconds=seconds))


def _either(options: Iterable[str]) -> str:
    """Return options as a list joined by "or"."""
    *others, last = [*options] or [""]
    return say("{options} or {last}", options=", ".join(others), last=last) if others else last


def _ways_out(movement: Movement, side: str, length: int, sit_out: int) -> Iterator[str]:
    """Yield options that work instead."""
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
    title = say(_TITLES[side], name=movement.name, rounds=length)
    start = (
        say("the rover sits out in round {round}", round=home)
        if half
        else say("in round {round} the rover plays at the party table", round=home)
    )
    yield f"{title}; {start}"
    yield f"{_tables(best)}: {_rule(best, movement)} ({how})"
    if isinstance(best, TwoWayRoute) and not best.ew_seats:
        yield say("this rover sits NS in every round; --side ew has the same route, EW")
    for round, table, seat in _stops(best, side):
        meeting = movement.at(round, table)
        displaced = meeting.contestants[0 if seat == "NS" else 1]
        stop = say("round {round}: table {table}, {seat}", round=round, table=table, seat=seat_text(seat))
        if half:
            effect = say("{pair} sits out", pair=displaced)
        else:
            effect = say("{pair} goes to the party table, group {group}", pair=displaced, group=meeting.group)
        yield f"  {stop}; {effect}"
    if side != "two-way" and isinstance(best, RoverRoute) and not half:
        yield _borrowing_text(best.borrowing_rounds)
    for i, other in enumerate(routes[1:], start=2):
        yield f"{i}. {_tables(other)}: {_rule(other, movement)}"


def _borrowing_text(rounds: Sequence[int]) -> str:
    """Return the rounds in which the party table can borrow boards from a bye stand."""
    if not rounds:
        return say("the party table can never borrow boards from a bye stand")
    return say_many(
        "the party table can borrow boards from a bye stand in round {rounds}",
        "the party table can borrow boards from a bye stand in rounds {rounds}",
        len(rounds),
        rounds=", ".join(map(str, rounds)),
    )


def _rule(route: RoverRoute | TwoWayRoute, movement: Movement) -> str:
    return describe_route(route.tables, route.rounds, of=movement.tables)


def _stops(route: RoverRoute | TwoWayRoute, side: str) -> Iterator[tuple[int, int, str]]:
    seats = route.seats if isinstance(route, TwoWayRoute) else (side.upper(),) * len(route.tables)
    yield from zip(route.rounds, route.tables, seats, strict=True)


def _tables(route: RoverRoute | TwoWayRoute) -> str:
    tables = ", ".join(map(str, route.tables))
    return say_many("table {tables}", "tables {tables}", len(route.tables), tables=tables)


def _as_json(movement: Movement, side: str, half: bool, outcome: Outcome) -> dict[str, object]:
    report: dict[str, object] = {"name": movement.name, "side": side, "half_table": half}
    match outcome:
        case Found(routes, how):
            data = [
                {
                    "stops": [{"round": r, "table": t, "seat": seat} for r, t, seat in _stops(route, side)],
                    "step": route.step,
                    "irregular_rounds": list(route.irregular),
                    "borrows_in_rounds": list(route.borrowing_rounds) if isinstance(route, RoverRoute) else [],
                }
                for route in routes
            ]
            return report | {"outcome": "found", "how": how, "routes": data}
        case Impossible(because, proof):
            return report | {"outcome": "impossible", "because": because, "proof": proof}
        case OutOfTime(seconds):
            return report | {"outcome": "out of time", "seconds": seconds}

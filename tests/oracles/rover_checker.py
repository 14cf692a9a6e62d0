"""An independent check of a rover: simulate the session and check every contestant."""

import json
from collections import Counter
from typing import TYPE_CHECKING, Any, Literal

from byestand.model.movement import Movement
from tests.oracles.second_maker import Shape, web
from tests.support.paths import SEEDS

if TYPE_CHECKING:
    from byestand.search import RoverRoute, TwoWayRoute

PUBLISHED: dict[str, Any] = json.loads((SEEDS / "rover_routes.json").read_text(encoding="utf-8"))
"""Published routes, each with its convention."""

ROVER, PARTY = -1, -2
"""All other contestants have numbers from 0."""


def faults(
    movement: Movement,
    seats: list[tuple[int, int, Literal["NS", "EW"]]],
    *,
    rounds: int,
    party: bool,
) -> list[str]:
    """Play all rounds with a rover in *seats* (round, table, side) and return the faults."""
    plays: list[tuple[int, int, int, int]] = []
    displaced: list[int] = []
    visits = {round: (table, side) for round, table, side in seats}
    sitting, on_tables = movement.seats.tolist(), movement.groups.tolist()
    for j in range(1, rounds + 1):
        rover_at = visits.get(j, (0, ""))[0]
        for k, ((ns, ew), group) in enumerate(zip(sitting[j - 1], on_tables[j - 1], strict=True), start=1):
            if rover_at != k:
                plays.append((j, ns, ew, group))
                continue
            out, met = (ns, ew) if visits[j][1] == "NS" else (ew, ns)
            displaced.append(out)
            plays.append((j, ROVER, met, group))
            if party:
                plays.append((j, out, PARTY, group))
        if party and j not in visits:
            used = {on_tables[i - 1][k - 1] for i, (k, _) in visits.items()}
            left = sorted(set(range(1, movement.deal_groups + 1)) - used)
            plays.append((j, ROVER, PARTY, left[0]))
    played = Counter((who, group) for _, a, b, group in plays for who in (a, b))
    met_twice = Counter(frozenset((a, b)) for _, a, b, _ in plays if min(a, b) < 0)
    busy = Counter((j, who) for j, a, b, _ in plays for who in (a, b))
    return [
        *(f"{who} plays group {group} twice" for (who, group), n in played.items() if n > 1),
        *(f"{set(two)} meet twice" for two, n in met_twice.items() if n > 1),
        *(f"{who} is displaced twice" for who, n in Counter(displaced).items() if n > 1),
        *(f"{who} is in two places in round {j}" for (j, who), n in busy.items() if n > 1),
        *(["the rover does not play"] if len(visits) != rounds - 1 else []),
    ]


def all_faults(movement: Movement, route: "RoverRoute", rounds: int | None = None) -> list[str]:
    """Return the faults of a route in all four cases: NS or EW rover, party table or half table."""
    length = movement.rounds if rounds is None else rounds
    sides: tuple[Literal["NS", "EW"], ...] = ("NS", "EW")
    return [
        fault
        for side in sides
        for party in (True, False)
        for fault in faults(
            movement,
            [(j, k, side) for j, k in zip(route.rounds, route.tables, strict=True)],
            rounds=length,
            party=party,
        )
    ]


def two_way_faults(movement: Movement, route: "TwoWayRoute") -> list[str]:
    seats = list(zip(route.rounds, route.tables, route.seats, strict=True))
    return [fault for party in (True, False) for fault in faults(movement, seats, rounds=movement.rounds, party=party)]


def mitchell(tables: int, rounds: int | None = None) -> Movement:
    return web(Shape(tables, tables, 1, 0), rounds or tables)

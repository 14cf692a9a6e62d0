"""The same night with one more pair in the field, or two: whoever came late has a number, and what was seen stays."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from byestand.model import Card, Field, Grid, History, Played, Route, Stay, renumbered


@dataclass(frozen=True, eq=False)
class Enlarged:
    """A night with a rover, and one more table for those whom it displaces."""

    played: Played
    route: Route
    number: Callable[[Grid], Grid]
    """What a contestant of before is called now."""


def with_rover_in(played: Played, *, with_host: bool, one_field: bool) -> Enlarged:
    """Return the night with a pair that is about to rove, and with the pair that stays at the party table.

    In two lines the rover joins EW and the host NS, each as the last of its line; in one field they are the last two.
    Without a host it is missing, as with every half table.
    """
    plan = played.plan
    two_lines = plan.field.winners == 2 and not one_field
    ns = plan.field.lines[0]

    def number(contestants: Grid) -> Grid:
        return contestants + ((contestants > ns) & two_lines)

    def renamed(contestant: int) -> int:
        return int(number(np.array(contestant)))

    size = plan.field.size + 2
    rover, host = (size, ns + 1) if two_lines else (size - 1, size)
    missing = set(map(renamed, plan.field.missing))
    lines = (ns + 1, plan.field.lines[1] + 1) if two_lines else (size,)
    route = Route(rover, host, plan.tables + 1)
    arrived = [rover, host] if with_host else [rover]
    before = plan.history or History(0)
    history = replace(
        before,
        left=tuple((renamed(c), round) for c, round in before.left),
        came=tuple((renamed(c), round) for c, round in before.came) + tuple((c, played.after + 1) for c in arrived),
    )
    enlarged = replace(
        plan,
        seats=_with_a_table(number(plan.seats)),
        groups=_with_a_table(plan.groups),
        field=Field(lines, frozenset(missing if with_host else missing | {host})),
        claims=(*(renumbered(claim, renamed) for claim in plan.claims), route),
        history=history,
        name="",
    )
    seen = replace(
        played,
        plan=enlarged,
        seats=_with_a_table(number(played.seats)),
        groups=_with_a_table(played.groups),
        left=frozenset(map(renamed, played.left)),
        came=max(0, played.came - len(arrived)),
    )
    return Enlarged(seen, route, number)


def with_missing_pair_in(played: Played, contestant: int, tables: list[int]) -> Played:
    """Return the night with a pair that takes the number of one that was missing, and sits at these *tables*."""
    plan = played.plan
    before = plan.history or History(0)
    stays = len(set(tables)) == 1
    routes = {c for route in plan.claimed(Route) for c in (route.contestant, route.host)}
    moves = () if contestant in routes or not plan.claims else ((Stay if stays else Card)((contestant,)),)
    enlarged = replace(
        plan,
        field=replace(plan.field, missing=plan.field.missing - {contestant}),
        claims=(*plan.claims, *moves),
        history=replace(before, came=(*before.came, (contestant, played.after + 1))),
        name="",
    )
    return replace(played, plan=enlarged, came=played.came - 1)


def _with_a_table(grid: Grid) -> Grid:
    """Return the grid with one more table at which nobody sits and nothing lies."""
    more = np.zeros_like(grid, shape=(len(grid), 1, *grid.shape[2:]))
    return np.concatenate([grid, more], axis=1)

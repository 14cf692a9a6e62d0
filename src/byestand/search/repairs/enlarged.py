"""The same night with one more pair in the field, or two: whoever came late has a number, and what was seen stays."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from byestand.model import Card, Claim, Field, Grid, History, Played, Route, Stay, renumbered
from byestand.model.claims import people_of


@dataclass(frozen=True, eq=False)
class Enlarged:
    """A night with a rover, and one more table for those whom it displaces."""

    played: Played
    route: Route
    number: Callable[[Grid], Grid]
    """What contestants of before are called now."""


def with_rover_in(played: Played, *, with_host: bool, one_field: bool) -> Enlarged:
    """Return the night with a pair that is about to rove, and with the pair that stays at the party table.

    In two lines the rover joins EW and the host NS, each as the last of its line; in one field they are the last two.
    Without a host it is missing, as with every half table.
    """
    field = played.plan.field
    two_lines = field.winners == 2 and not one_field
    number = _Numbering(field.lines[0], int(two_lines))
    size = field.size + 2
    rover, host = (size, field.lines[0] + 1) if two_lines else (size - 1, size)
    route = Route(rover, host, played.plan.tables + 1)
    larger = Field(
        (field.lines[0] + 1, field.lines[1] + 1) if two_lines else (size,),
        frozenset(map(number.of, field.missing)) | (frozenset() if with_host else {host}),
    )
    arrived = (rover, host) if with_host else (rover,)
    return Enlarged(_renumbered(played, larger, number, arrived, claim=route, tables=1), route, number)


def with_pair_in(played: Played, line: int) -> tuple[Played, int, "_Numbering"]:
    """Return the night with one more pair at the end of a line, and its number: it goes by card."""
    field = played.plan.field
    lines = tuple(many + (i == line) for i, many in enumerate(field.lines))
    number = _Numbering(field.before(line) + field.lines[line], 1)
    pair = number.above + 1
    larger = Field(lines, frozenset(map(number.of, field.missing)))
    return _renumbered(played, larger, number, (pair,), claim=Card((pair,)), tables=0), pair, number


def with_missing_pair_in(played: Played, contestant: int, tables: list[int]) -> Played:
    """Return the night with a pair that takes the number of one that was missing, and sits at these *tables*."""
    plan = played.plan
    before = plan.history or History(0)
    # Those who follow one another have always left a gap for it.
    is_told = any(contestant in people_of(claim) for claim in plan.claims)
    moves = Stay((contestant,)) if len(set(tables)) == 1 else Card((contestant,))
    enlarged = replace(
        plan,
        field=replace(plan.field, missing=plan.field.missing - {contestant}),
        claims=plan.claims if is_told or not plan.claims else (*plan.claims, moves),
        history=replace(before, came=(*before.came, (contestant, played.after + 1))),
        name="",
    )
    return replace(played, plan=enlarged, came=played.came - 1)


@dataclass(frozen=True, slots=True)
class _Numbering:
    """What contestants of before are called now: those above a number move up."""

    above: int
    by: int

    def __call__(self, contestants: Grid) -> Grid:
        return contestants + self.by * (contestants > self.above)

    def of(self, contestant: int) -> int:
        """Return the number of one of them."""
        return contestant + self.by * (contestant > self.above)


def _renumbered(
    played: Played, field: Field, number: _Numbering, arrived: tuple[int, ...], *, claim: Claim, tables: int
) -> Played:
    """Return the night in the numbers of a larger field, with more tables at which nobody sits."""
    plan, before = played.plan, played.plan.history or History(0)
    history = replace(
        before,
        left=tuple((number.of(c), round) for c, round in before.left),
        deprived=tuple(one._replace(who=tuple(map(number.of, one.who))) for one in before.deprived),
        came=(*((number.of(c), round) for c, round in before.came), *((c, played.after + 1) for c in arrived)),
    )
    enlarged = replace(
        plan,
        seats=_with_tables(number(plan.seats), tables),
        groups=_with_tables(plan.groups, tables),
        field=field,
        claims=(*(renumbered(c, number.of) for c in plan.claims), claim) if plan.claims or tables else (),
        history=history,
        name="",
        variant_of="",
    )
    return replace(
        played,
        plan=enlarged,
        seats=_with_tables(number(played.seats), tables),
        groups=_with_tables(played.groups, tables),
        left=frozenset(map(number.of, played.left)),
        came=max(0, played.came - len(arrived)),
    )


def _with_tables(grid: Grid, tables: int) -> Grid:
    """Return the grid with more tables at which nobody sits and nothing lies."""
    more = np.zeros_like(grid, shape=(len(grid), tables, *grid.shape[2:]))
    return np.concatenate([grid, more], axis=1)

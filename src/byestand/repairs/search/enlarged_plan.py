"""A session with one or two more pairs in the field: late pairs get a number, and the boards played so far stay."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from byestand.model.claims import ByCard, Claim, Follow, Route, Stay, Step, people_of, renumber_claim, without
from byestand.model.field import Field
from byestand.model.history import History
from byestand.model.movement import Grid, Movement
from byestand.repairs.actual_play import ActualPlay


@dataclass(frozen=True, eq=False)
class EnlargedPlan:
    """A session with a rover, and one more table for the pairs that it displaces."""

    actual_play: ActualPlay
    route: Route
    number: Callable[[Grid], Grid]
    """The new numbers of the old contestants."""


def add_rover(played: ActualPlay, *, with_host: bool, one_field: bool) -> EnlargedPlan:
    """Return the session with a rover, and with the host of a party table.

    In two lines the rover joins EW and the host NS, each as the last of its line; in one field they are the last two.
    Without a host it is a missing pair, as with every half table.
    """
    field = played.plan.field
    two_lines = field.winners == 2 and not one_field
    number = _Numbering(field.lines[0], int(two_lines))
    size = field.size + 2
    rover, host = (size, field.lines[0] + 1) if two_lines else (size - 1, size)
    route = Route(rover, host, played.plan.tables + 1)
    larger = Field(
        (field.lines[0] + 1, field.lines[1] + 1) if two_lines else (size,),
        frozenset(map(number.number_of, field.missing)) | (frozenset() if with_host else {host}),
    )
    arrived = (rover, host) if with_host else (rover,)
    return EnlargedPlan(_renumber(played, larger, number, arrived, claim=route, tables=1), route, number)


def add_pair(played: ActualPlay, line: int, tables: Sequence[int | None] = ()) -> tuple[ActualPlay, int, "_Numbering"]:
    """Return the session with one more pair at the end of a line, and its number.

    In the remaining rounds it sits at these *tables*, counted from 0; None if it has none.
    """
    field = played.plan.field
    lines = tuple(many + (i == line) for i, many in enumerate(field.lines))
    number = _Numbering(field.before(line) + field.lines[line], 1)
    pair = number.above + 1
    larger = Field(lines, frozenset(map(number.number_of, field.missing)))
    night = _renumber(played, larger, number, (pair,), claim=ByCard((pair,)), tables=0)
    others = replace(night.plan, claims=tuple(claim for claim in night.plan.claims if claim != ByCard((pair,))))
    claims = _claims_with_pair(others, pair, tables, played.after) if others.claims else ()
    return replace(night, plan=replace(others, claims=claims)), pair, number


def add_pair_in_place_of(played: ActualPlay, leaver: int) -> tuple[ActualPlay, int, "_Numbering"]:
    """Return the session with one more pair, and its number; it sits and moves like a pair that left."""
    night, pair, number = add_pair(played, played.plan.field.line(leaver))
    plan, gone = night.plan, number.number_of(leaver)
    seats = plan.seats.copy()
    seats[played.after :][seats[played.after :] == gone] = pair
    claims = (claim for claim in plan.claims if claim != ByCard((pair,)))
    moves = tuple(renumber_claim(claim, lambda one: pair if one == gone else one) for claim in claims)
    night = replace(night, plan=replace(plan, seats=seats, claims=moves))
    return note_place_taken(night, pair, gone), pair, number


def note_place_taken(played: ActualPlay, pair: int, leaver: int) -> ActualPlay:
    """Return the session with the late pair marked as the replacement of a pair that left."""
    before = played.plan.history or History(0)
    history = replace(before, places=(*before.places, (pair, leaver)))
    return replace(played, plan=replace(played.plan, history=history))


def add_missing_pair(played: ActualPlay, contestant: int, tables: Sequence[int | None]) -> ActualPlay:
    """Return the session with a pair that takes the number of a missing pair.

    In the remaining rounds it sits at these *tables*, counted from 0; None if it has none.
    """
    plan = played.plan
    before = plan.history or History(0)
    # Pairs that follow one another have always left a gap for it.
    is_told = any(contestant in people_of(claim) for claim in plan.claims)
    enlarged = replace(
        plan,
        field=replace(plan.field, missing=plan.field.missing - {contestant}),
        claims=plan.claims if is_told or not plan.claims else _claims_with_pair(plan, contestant, tables, played.after),
        history=replace(before, arrivals=(*before.arrivals, (contestant, played.after + 1))),
        name="",
    )
    return replace(played, plan=enlarged, late_pairs=played.late_pairs - 1)


def _claims_with_pair(plan: Movement, contestant: int, tables: Sequence[int | None], after: int) -> tuple[Claim, ...]:
    """Return the claims with one more pair: it is stationary, moves with others of its line, or uses a guide card."""
    line = plan.field.line(contestant)
    for place, claim in enumerate(plan.claims):
        if isinstance(claim, Step) and plan.field.line(claim.contestants[0]) == line:
            joined = replace(claim, contestants=tuple(sorted((*claim.contestants, contestant))))
            if _steps_with(claim, tables, after):
                return (*plan.claims[:place], joined, *plan.claims[place + 1 :])
    stays = len({table for table in tables if table is not None}) == 1
    return (*plan.claims, Stay((contestant,)) if stays else ByCard((contestant,)))


def _steps_with(step: Step, tables: Sequence[int | None], after: int) -> bool:
    """Return whether a pair at these tables in the remaining rounds makes the same steps."""
    seated = [(round, table) for round, table in enumerate(tables) if table is not None and table < step.tables]
    if len(seated) != len(tables) or len(tables) < 2:
        return False
    made = [(b - a) % step.tables for (_, a), (_, b) in pairwise(seated)]
    return made == [by % step.tables for by in step.by[after:]]


@dataclass(frozen=True, slots=True)
class _Numbering:
    """The new numbers of the old contestants: those above a number move up."""

    above: int
    by: int

    def __call__(self, contestants: Grid) -> Grid:
        return contestants + self.by * (contestants > self.above)

    def number_of(self, contestant: int) -> int:
        """Return the new number of a contestant."""
        return contestant + self.by * (contestant > self.above)


def _renumber(
    played: ActualPlay, field: Field, number: _Numbering, arrived: tuple[int, ...], *, claim: Claim, tables: int
) -> ActualPlay:
    """Return the session in the numbers of a larger field, with more empty tables."""
    plan, before = played.plan, played.plan.history or History(0)
    history = replace(
        before,
        departures=tuple((number.number_of(c), round) for c, round in before.departures),
        lost_meetings=tuple(
            one._replace(contestants=tuple(map(number.number_of, one.contestants))) for one in before.lost_meetings
        ),
        arrivals=(
            *((number.number_of(c), round) for c, round in before.arrivals),
            *((c, played.after + 1) for c in arrived),
        ),
        places=tuple((number.number_of(came), number.number_of(left)) for came, left in before.places),
    )
    enlarged = replace(
        plan,
        seats=_with_tables(number(plan.seats), tables),
        groups=_with_tables(plan.groups, tables),
        field=field,
        claims=(*(renumber_claim(c, number.number_of) for c in plan.claims), claim) if plan.claims or tables else (),
        history=history,
        name="",
        variant_of="",
    )
    return replace(
        played,
        plan=enlarged,
        seats=_with_tables(number(played.seats), tables),
        groups=_with_tables(played.groups, tables),
        departures=frozenset(map(number.number_of, played.departures)),
        late_pairs=max(0, played.late_pairs - len(arrived)),
    )


def _with_tables(grid: Grid, tables: int) -> Grid:
    """Return the grid with more empty tables."""
    more = np.zeros_like(grid, shape=(len(grid), tables, *grid.shape[2:]))
    return np.concatenate([grid, more], axis=1)


def claims_with_cards(plan: Movement, by_card: set[int]) -> tuple[Claim, ...]:
    """Return the claims if some pairs use guide cards from now on; with one of them, all that follow one another do.

    A rover takes the seats of others in any case.
    """
    carded = by_card - {c for route in plan.claims_of(Route) for c in (route.contestant, route.host)}
    for follow in plan.claims_of(Follow):
        carded |= set() if carded.isdisjoint(follow.contestants) else set(follow.contestants)
    left = [without(claim, frozenset(carded)) for claim in plan.claims]
    kept = [
        claim for claim in left if claim and not (isinstance(claim, Follow) and carded.issuperset(claim.contestants))
    ]
    return (*kept, ByCard(tuple(sorted(carded)))) if carded and plan.claims else plan.claims

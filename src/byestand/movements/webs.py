"""The general Web: any number of tables playing the same d deal groups (Harris, Hill).

t = n·d + 2·s: n full subsections of d tables boarded like Mitchells, then s tables boarded upwards and s tables boarded
downwards. Mitchell (n = 1, s = 0), continuous Mitchell (n > 1, s = 0) and Bowman or Ewing (n = 1, s = 1) are special
cases.

Proof that no pair plays a board twice. The groups of NS pair k rise (or fall) by one per round: all different for d
rounds. An EW pair moves up one table per round and boards move down one, so its group rises by 2 per round at up tables
and falls by 2 per round at down tables. EW pair b starts with group b. Its first down table, in whichever round it gets
there, has group b - 2, because table n·d + s + 1 starts with s - 1 where an up table would have s + 1. When it comes
back from the last table to table 1, it continues 2 above the highest group it has played. So on the ring of groups,
taken in steps of 2, the groups it has played are one unbroken run that grows at its upper end at up tables and at its
lower end at down tables. For d odd the run closes after all d groups. For d even it closes after d/2, the groups of one
parity; the skip after round d/2 leads to those of the other parity. docs/theory.md has the full proof.
"""

from dataclasses import dataclass

from byestand.errors import BadRequest, NoSuchMovement
from byestand.language import phrase, say
from byestand.model.claims import Step
from byestand.model.layout import CASES, Layout
from byestand.model.movement import MAX_GROUPS, Movement
from byestand.model.walks import ring
from byestand.movements.board_grid import ew_pairs, pairs_movement, require_sizes, rounds_and_tables, subsection


@dataclass(frozen=True, slots=True)
class Shape:
    """The division of t tables for d deal groups: t = n·d + 2·s."""

    full: int
    """n, the number of subsections of d tables."""
    half: int
    """s, the size of each of the last two subsections."""
    deal_groups: int

    @property
    def tables(self) -> int:
        """The number of tables, t."""
        return self.full * self.deal_groups + 2 * self.half


def shapes(tables: int, deal_groups: int) -> tuple[Shape, ...]:
    """Return all shapes, the one with the fewest full subsections first.

    t - n·d must be even and less than 2·d, so n is ⌊t/d⌋ or one less. With d odd, the one with the parity of t is
    possible. With d even, t must be even, and then both are.

    >>> [(shape.full, shape.half) for shape in shapes(10, 8)]
    [(0, 5), (1, 1)]
    """
    most = tables // deal_groups
    return tuple(
        Shape(n, (tables - n * deal_groups) // 2, deal_groups)
        for n in (most - 1, most)
        if n >= 0 and (tables - n * deal_groups) % 2 == 0
    )


def missing_shape_reason(deal_groups: int) -> str:
    """Return the reason why there is no shape; then the number of tables is odd."""
    if deal_groups % 2 == 0:
        return say("an odd number of tables needs an odd number of deal groups")
    return say("an odd number of tables needs at least as many tables as deal groups")


def opponents_limit(tables: int, deal_groups: int) -> int:
    """Return the number of rounds of a Web without repeat opponents (boards do not repeat for d rounds).

    An EW pair passes one table per round, so it is back at its first opponents after t rounds, or one round earlier if
    there was a skip before.
    """
    skips = deal_groups % 2 == 0 and tables > deal_groups // 2
    return min(deal_groups, tables - 1 if skips else tables)


def web(
    *,
    tables: int,
    deal_groups: int,
    rounds: int | None = None,
    shape: Shape | None = None,
) -> Movement:
    """Return the Web for this many tables and deal groups.

    *rounds* is by default as many as possible without repeats; with more, up to *deal_groups*, rounds with repeat
    opponents are declared as revenge rounds. *shape* is by default the one with the fewest full subsections.
    """
    if not 2 <= deal_groups <= MAX_GROUPS:
        raise BadRequest(say("a Web has 2 to {limit} deal groups, not {groups}", limit=MAX_GROUPS, groups=deal_groups))
    limit = opponents_limit(tables, deal_groups)
    played = limit if rounds is None else rounds
    what = say("Web with {groups} deal groups", groups=deal_groups)
    require_sizes(tables=tables, rounds=played, most=deal_groups, what=what)
    if played > 2 * limit:
        raise BadRequest(
            say(
                "opponents would meet a third time after {limit} rounds: {rounds} rounds are too many",
                limit=2 * limit,
                rounds=played,
            )
        )
    shape = shape or _plain_shape(tables, deal_groups)
    if (shape.tables, shape.deal_groups) != (tables, deal_groups):
        raise BadRequest(
            say(
                "{shape} is not a shape for {tables} tables and {groups} deal groups",
                shape=shape,
                tables=tables,
                groups=deal_groups,
            )
        )
    # After d/2 rounds an EW pair has played half of the groups, all of one parity: the skip leads to the others.
    skip = deal_groups // 2 if deal_groups % 2 == 0 and played > deal_groups // 2 else None
    j, k = rounds_and_tables(played, tables)
    gone_up = j - 1 if skip is None else j - 1 + (j > skip)
    by = tuple(1 + (round == skip) for round in range(1, played))
    return pairs_movement(
        _kind(shape),
        _layout(shape, rounds=played),
        ring(k - gone_up, tables),
        deal_groups=deal_groups,
        claims=(Step(ew_pairs(tables), tables, by),),
        revenge_rounds=tuple(range(limit + 1, played + 1)),
    )


def _plain_shape(tables: int, deal_groups: int) -> Shape:
    known = shapes(tables, deal_groups)
    if not known:
        raise NoSuchMovement(
            say("no Web has {tables} tables and {groups} deal groups", tables=tables, groups=deal_groups),
            because=missing_shape_reason(deal_groups),
        )
    return known[0]


def _layout(shape: Shape, *, rounds: int) -> Layout:
    n, s, d = shape.full, shape.half, shape.deal_groups
    parts = [subsection(range(i * d + 1, i * d + d + 1), deal_groups=d, rounds=rounds, case=CASES[i]) for i in range(n)]
    if s:
        up, down = n * d + 1, n * d + s + 1
        parts += [
            subsection(range(up, up + s), deal_groups=d, rounds=rounds, case=CASES[n]),
            subsection(
                range(down, down + s),
                deal_groups=d,
                rounds=rounds,
                case=CASES[n + 1],
                lead=ring(s - 1, d),
                order="down",
            ),
        ]
    return Layout(tuple(parts))


def _kind(shape: Shape) -> str:
    match shape.full, shape.half:
        case 1, 0:
            return phrase("{tables}-table Mitchell")
        case _, 0:
            return phrase("{tables}-table continuous Mitchell")
        case 1, 1:
            return phrase("{tables}-table Bowman-Ewing Mitchell")
        case 0, _:
            return phrase("{tables}-table Web")
        case _:
            return phrase("{tables}-table Mitchell/Web")

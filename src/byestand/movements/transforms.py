"""Changes of a movement: fewer rounds, missing contestants, an arrow switch for one winner."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

import numpy as np

from byestand.errors import BadRequest
from byestand.language import say
from byestand.model.claims import ArrowTurn, Route, renumber_claim, shorten_claim, without
from byestand.model.field import Field
from byestand.model.layout import Layout, Subsection
from byestand.model.movement import Movement
from byestand.words.numbers import join_items
from byestand.words.titles import given_title_and, switch_words, title_of, without_words


def curtail(movement: Movement, *, rounds: int) -> Movement:
    """Return the movement without its last rounds; a skip stays where it belongs in the full movement."""
    if not 1 <= rounds <= movement.rounds:
        raise BadRequest(
            say(
                "{movement} can be curtailed to 1 to {limit} rounds, not {rounds}",
                movement=title_of(movement),
                limit=movement.rounds,
                rounds=rounds,
            )
        )
    return replace(
        movement,
        seats=movement.seats[:rounds],
        groups=movement.groups[:rounds],
        layout=movement.layout and curtailed_layout(movement.layout, rounds),
        claims=tuple(left for claim in movement.claims if (left := shorten_claim(claim, rounds))),
        name="",
        variant_of="",
    )


def renumber(movement: Movement, numbers: Sequence[int]) -> Movement:
    """Return the movement with other numbers for its contestants: contestant c becomes ``numbers[c]``, 0 stays 0."""
    return replace(
        movement,
        seats=np.array(numbers)[movement.seats],
        claims=tuple(renumber_claim(claim, numbers.__getitem__) for claim in movement.claims),
        name="",
        variant_of="",
    )


def with_missing(movement: Movement, *labels: str) -> Movement:
    """Return the movement with missing contestants (``N19``, ``E3``, ``44``), whose opponents sit out.

    With the host of a party table missing it is the half table with a rover. With NS pair t missing, a Bowman-Ewing
    Mitchell is the 1½-table appendix Mitchell.
    """
    phantoms = {movement.field.contestant(label) for label in labels}
    if any(route.contestant in phantoms for route in movement.claims_of(Route)):
        raise BadRequest(say("the rover cannot be missing; leave out ER, NR or TR in the movement code"))
    gone, seats = movement.field.missing | phantoms, movement.seats.copy()
    for phantom in phantoms:
        seats[seats == phantom] = 0
    names = [movement.field.label(phantom) for phantom in sorted(phantoms)]
    left = _without_party_boards(
        replace(
            movement,
            title=given_title_and(movement, without_words(names)),
            seats=seats,
            field=replace(movement.field, missing=gone),
            claims=tuple(left for claim in movement.claims if (left := without(claim, gone))),
            name="",
            variant_of=movement.name or movement.variant_of,
        )
    )
    if not left.is_played.any():
        raise BadRequest(say("too many missing pairs: no boards would be played"))
    return left


def _without_party_boards(movement: Movement) -> Movement:
    """Return a half table without boards at the party table, which has no play if the host is missing."""
    tables = [r.party_table for r in movement.claims_of(Route) if r.host in movement.field.missing]
    if not tables:
        return movement
    groups = movement.groups.copy()
    groups[:, tables[0] - 1] = 0
    return replace(
        movement,
        groups=groups,
        layout=movement.layout and replace(movement.layout, party_case=None),
    )


def with_chained_boards(movement: Movement) -> Movement:
    """Return the movement with full subsections and the one after them as one ring (2011, second 11-table example).

    Boards then move down one table all the way to table 1, which is simpler to run. The schedule stays the same: when
    the first table of a full subsection passes its group on, the subsection lacks exactly the group that the first
    table of the next subsection passes on.
    """
    rings: list[Subsection] = []
    for sub in movement.layout.subsections if movement.layout else ():
        before = rings[-1] if rings else None
        follows = before is not None and sub.tables[0] == before.tables[-1] + 1
        if before and follows and before.order == sub.order == "up" and all(before.places):
            rings[-1] = replace(
                sub, places=before.places + sub.places, initial_copies=before.initial_copies + sub.initial_copies
            )
        else:
            rings.append(sub)
    if not movement.layout or len(rings) == len(movement.layout.subsections):
        raise BadRequest(say("boards can be chained only from a full subsection to a following one"))
    return replace(movement, layout=replace(movement.layout, subsections=tuple(rings)))


def switch_arrow(
    movement: Movement, *, rounds: Iterable[int] = (), tables: Mapping[int, Iterable[int]] | None = None
) -> Movement:
    """Return a two-winner movement with one winner, arrow-switched in these rounds.

    *tables* are the arrow-switched tables of rounds in which not all are. Pairs are numbered through: NS first, then
    EW. Without rounds and tables it is the same movement with one winner.
    """
    require_an_arrow(movement)
    everywhere = range(1, movement.tables + 1)
    switched = dict.fromkeys(rounds, everywhere) | {r: sorted(set(some)) for r, some in (tables or {}).items()}
    if not switched.keys() <= set(range(1, movement.rounds + 1)):
        raise BadRequest(
            say(
                "arrow-switched rounds must be 1 to {limit}, not {rounds}",
                limit=movement.rounds,
                rounds=join_items(sorted(switched)),
            )
        )
    seats, turned = movement.seats.copy(), list[tuple[int, int]]()
    for round, places in switched.items():
        if not set(places) <= set(everywhere):
            raise BadRequest(
                say(
                    "arrow-switched tables must be 1 to {limit}, not {tables}",
                    limit=movement.tables,
                    tables=join_items(places),
                )
            )
        rows = [table - 1 for table in places]
        seats[round - 1, rows] = seats[round - 1, rows][:, ::-1]
        turned += [(round, table) for table in places]
    return replace(
        movement,
        title=given_title_and(movement, switch_words(turned, movement.tables)),
        seats=seats,
        field=Field((movement.field.size,), movement.field.missing),
        claims=(*movement.claims, ArrowTurn(frozenset(turned), movement.field.present)),
        name="",
        variant_of=movement.name or movement.variant_of,
    )


def ranked_together(movement: Movement) -> Movement:
    """Return an individual movement with one ranking instead of one per line: a Rainbow has four."""
    if not movement.is_individual or movement.field.winners == 1:
        raise BadRequest(say("{movement} has no separate lines of individuals", movement=title_of(movement)))
    return replace(
        movement,
        title=f"{title_of(movement)}, {say('one winner')}",
        field=Field((movement.field.size,), movement.field.missing),
        name="",
        variant_of=movement.name or movement.variant_of,
    )


def require_an_arrow(movement: Movement) -> None:
    """Raise if a movement cannot be arrow-switched, with the reason."""
    if movement.claims_of(Route):
        title = title_of(movement)
        raise BadRequest(say("{movement} has a rover and cannot be arrow-switched; keep two winners", movement=title))
    if movement.is_individual:
        raise BadRequest(say("an arrow switch needs NS and EW pairs; this is an individual movement"))
    if movement.field.winners != 2:
        raise BadRequest(say("an arrow switch needs NS and EW pairs; this movement already has one winner"))


def curtailed_layout(layout: Layout, rounds: int) -> Layout:
    """Return the layout for the first rounds only."""
    return replace(
        layout, subsections=tuple(replace(sub, descents=sub.descents[:rounds]) for sub in layout.subsections)
    )

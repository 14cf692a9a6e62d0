"""Identification of a movement, up to the numbers of pairs and groups and the order of tables and rounds.

Impossible candidates are excluded by counting, the others are made and compared. A rover's route is searched for only
if the file has a rover.
"""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from byestand.catalog.families import all_families
from byestand.catalog.families.howell_family import HOWELL
from byestand.catalog.family import Name
from byestand.catalog.identify.description import describe, undo_arrow_switch
from byestand.catalog.identify.howell_isomorphism import same_design
from byestand.catalog.identify.isomorphism import SeenRover, is_renumbered, order_of_rounds, rovers_in
from byestand.catalog.identify.match import (
    MAX_DIFFERENT_CELLS,
    NOTHING,
    OTHER_ROUTES,
    ROVERS,
    Match,
    join_clauses,
    missing_pairs,
    nearest,
    reordered_text,
    without_text,
)
from byestand.catalog.listing import by_size, members
from byestand.catalog.lookup import find
from byestand.catalog.name_grammar import parse
from byestand.errors import ByestandError
from byestand.language import say
from byestand.model.claims import Route
from byestand.model.movement import Grid, Movement
from byestand.words.numbers import between, join_items

QUICK_TABLES, QUICK_GROUPS = {"ER": 45, "NR": 45, "TR": 10}, 15
"""Limits for rover routes that are found in milliseconds; some families have lower limits."""


def identify(movement: Movement, *, forgiven: frozenset[str] = frozenset()) -> Match:
    """Return the movement of the catalogue, or the nearest one with the differences, or else a description.

    *forgiven* are the rules that it may break, as for `judge`.
    """
    likeness = _in_catalogue(movement)
    return likeness if likeness.name else Match("", describe(movement, forgiven))


def _in_catalogue(movement: Movement) -> Match:
    lowest = int(movement.groups[movement.groups > 0].min(initial=movement.deal_groups))
    likeness = _identify(movement)
    if likeness.name or lowest == 1:
        return likeness
    # A second session may continue the numbering: boards 27 to 52.
    renumbered = np.where(movement.groups > 0, movement.groups - lowest + 1, 0)
    likeness = _identify(replace(movement, groups=renumbered, deal_groups=int(renumbered.max())))
    if not likeness.name:
        return NOTHING
    used = between(movement.groups[movement.groups > 0].tolist())
    usual = between(renumbered[renumbered > 0].tolist())
    other_groups = say("with groups {used} instead of {usual}", used=used, usual=usual)
    return replace(likeness, difference=join_clauses(likeness.difference, other_groups), kind="different")


def _identify(movement: Movement) -> Match:
    candidates = list(_candidates(movement))
    likeness = _among(movement, candidates)
    if likeness.name:
        return likeness
    if before := undo_arrow_switch(movement):
        likeness = _among(before.movement, list(_candidates(before.movement)))
        if likeness.name:
            return replace(likeness, difference=join_clauses(likeness.difference, before.arrow_text), kind="different")
    likeness = _by_design(movement)
    if likeness.name:
        return likeness
    for seen in () if movement.is_individual else rovers_in(movement):
        likeness = _with_rover(movement, seen)
        if likeness.name:
            return likeness
    return nearest(movement, [*candidates, *_near_rovers(movement)])


def _among(movement: Movement, candidates: list[Movement]) -> Match:
    """Return which of the candidates it is: exactly, renumbered, or with common mistakes."""
    for candidate in candidates:
        if movement.same_schedule(candidate):
            return Match(candidate.name, without_text(candidate), missing_pairs(candidate), "same")
    for candidate in candidates:
        if is_renumbered(movement, candidate):
            how = join_clauses(say("with other numbers"), without_text(candidate))
            return Match(candidate.name, how, missing_pairs(candidate), "renumbered")
    for candidate in candidates:
        if order := order_of_rounds(movement, candidate):
            return Match(candidate.name, reordered_text(order))
        for how, variant in _variants(candidate):
            if movement.same_schedule(variant) or is_renumbered(movement, variant):
                return Match(candidate.name, how)
    return NOTHING


def _by_design(movement: Movement) -> Match:
    """Return which Howell it is with its rounds in another order or with other directions.

    With a missing pair the one with the empty seats is found too. If there are directions for a missing pair, these are
    compared as well.
    """
    if movement.is_individual or len(movement.field.lines) > 1:
        return NOTHING
    designs = [
        (same, candidate)
        for name in _names(movement, for_players=False)
        if name.family is HOWELL
        for candidate in _whole_and_half(name, movement)
        if (same := same_design(movement, candidate))
    ]
    if not designs:
        return NOTHING
    same, candidate = min(designs, key=lambda item: item[0].turned_cells)
    gone = missing_pairs(candidate) or ((candidate.field.label(same.empty),) if same.empty else ())
    differences = [say("with other numbers")]
    if same.rounds != tuple(range(1, movement.rounds + 1)):
        differences.append(say("with its rounds in another order"))
    if same.turned_cells:
        differences.append(
            say(
                "with NS and EW exchanged in {count} of {cells} places",
                count=same.turned_cells,
                cells=movement.groups.size,
            )
        )
    if gone:
        differences.append(say("without {pairs}", pairs=gone[0]))
    return Match(candidate.name, join_clauses(*differences), gone)


def _whole_and_half(name: Name, movement: Movement) -> Iterator[Movement]:
    """Yield a movement of the catalogue, and with a missing pair also the variant made for that."""
    empty = set((movement.seats == 0).sum(axis=(1, 2)).tolist())
    whole = replace(movement, field=replace(movement.field, missing=frozenset()))
    if empty in ({0}, {1}):
        yield from _make_candidates(name, whole)
    if empty == {1}:
        yield from _make_candidates(name, whole, missing=(name.phantom,))


def _with_rover(movement: Movement, seen: SeenRover) -> Match:
    """Return the code of a movement with the rover that it has, or the code of its base movement."""
    base = _among(seen.base, list(_candidates(seen.base)))
    if not base.name or base.kind == "different" or base.missing:
        return NOTHING
    name = parse(base.name)
    gone = missing_pairs(movement)
    half = say("half table without {pairs}", pairs=join_items(gone)) if gone else ""
    if not _is_quick(name, seen.letters):
        return Match(base.name, join_clauses(say(ROVERS[seen.letters]), half))
    # A rover may last a round less than the movement; the code without rounds is then the shorter movement.
    full = name if name.family.grammar.tells_rounds else replace(name, rounds=None)
    candidates = [made for size in {name, full} for made in _make_candidates(size.with_rover(seen.letters), movement)]
    likeness = _among(movement, candidates)
    if not likeness.name:
        return Match(base.name, join_clauses(say(OTHER_ROUTES[seen.letters]), half))
    is_same = likeness.kind == "same" or (likeness.kind == "renumbered" and not likeness.missing)
    return likeness if is_same else NOTHING


def _is_quick(name: Name, letters: str) -> bool:
    """Return whether the route of a rover is found fast enough for a comparison."""
    return name.tables <= min(QUICK_TABLES[letters], name.family.quick_rovers) and name.deal_groups <= QUICK_GROUPS


def _candidates(movement: Movement) -> Iterator[Movement]:
    """Yield the movements of the catalogue with the same tables and rounds and enough groups, without a rover."""
    for name in _names(movement, for_players=movement.is_individual):
        yield from _make_candidates(name, movement)


def _make_candidates(name: Name, movement: Movement, *, missing: tuple[str, ...] = ()) -> Iterator[Movement]:
    """Yield the movement of a code, if it exists and has the same shape, without the given or *missing* pairs."""
    try:
        made = replace(find(name, missing=missing or missing_pairs(movement)), name=str(name.canonical))
    except ByestandError:
        return
    # A file need not declare four lines of players, and a swivel does not change the starting seats.
    same_field = movement.is_individual or len(made.field.lines) == len(movement.field.lines)
    if made.seats.shape == movement.seats.shape and same_field:
        yield made


def _names(movement: Movement, *, for_players: bool) -> list[Name]:
    """Return the codes with the same tables, rounds and players, and the groups in use or one more."""
    t, r, used = movement.tables, movement.rounds, int(movement.groups.max())
    every = [
        replace(full, variant=variant).curtail(r).canonical
        for family in all_families()
        if family.for_players == for_players and t in family.tables
        for full in members(family, t)
        for variant in (full.variant, *family.spares)
        if r <= full.deal_groups
    ]
    # Spare players are those beyond four per table; a file need not contain missing ones.
    seated = {movement.field.size, max(movement.field.size, 4 * t)} if for_players else {2 * t}
    names = [name for name in every if used <= name.deal_groups <= used + 1 and name.contestants in seated]
    # An odd Web with as many tables as groups is a Mitchell, which is the better name.
    return sorted(by_size(names), key=lambda name: name.deal_groups)


def _variants(movement: Movement) -> Iterator[tuple[str, Movement]]:
    """Yield the variants of a movement with common mistakes in its skip."""
    skip = movement.skip_after
    if skip is None or movement.claims_of(Route):
        return
    for how, first in (
        (say("without its skip"), movement.rounds),
        (say("with its skip 1 round too early"), skip - 1),
        (say("with its skip 1 round too late"), skip + 1),
    ):
        if 0 < first <= movement.rounds:
            yield how, replace(movement, seats=_skipping_after(movement, skip, first))


def _skipping_after(movement: Movement, skip: int, other: int) -> Grid:
    """Return the seats with the skip after another round; after the last round there is none."""
    seats = movement.seats.copy()
    rows = range(skip, min(other, movement.rounds)) if other > skip else range(other, skip)
    for row in rows:
        seats[row, :, 1] = np.roll(seats[row, :, 1], -1 if other > skip else 1)
    return seats


def _near_rovers(movement: Movement) -> Iterator[Movement]:
    """Yield movements with a rover that it could be with a few wrong cells outside the party table."""
    if len(movement.field.lines) != 2 or movement.tables < 3:
        return
    last, before = movement.tables - 1, movement.field.before(1)
    within = movement.seats - np.array([0, before]) * (movement.seats > before)
    shorter = replace(
        movement, seats=movement.seats[:, :last], groups=movement.groups[:, :last], layout=None, claims=()
    )
    for name in _names(shorter, for_players=False):
        base = next(_make_candidates(name, replace(shorter, field=replace(movement.field, missing=frozenset()))), None)
        if base is None or not _is_quick(name, "ER"):
            continue
        theirs = base.seats - np.array([0, last]) * (base.seats > last)
        apart = int((within[:, :last] != theirs).sum()), int((shorter.groups != base.groups).sum())
        if apart[0] <= movement.rounds + MAX_DIFFERENT_CELLS and apart[1] <= MAX_DIFFERENT_CELLS:
            full = name if name.family.grammar.tells_rounds else replace(name, rounds=None)
            yield from (
                made for letters in ("ER", "NR") for made in _make_candidates(full.with_rover(letters), movement)
            )

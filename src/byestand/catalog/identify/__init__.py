"""Which movement is this? Up to the numbers of pairs, the order of tables and rounds, and the numbers of groups.

What a file cannot be is told by counting, what it could be is made and compared; no route of a rover is searched for
unless a rover has been seen in the file.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from byestand.catalog.families import all_families
from byestand.catalog.families.howell import HOWELL
from byestand.catalog.families.web import WEB
from byestand.catalog.family import Name
from byestand.catalog.identify.alike import SeenRover, is_renumbered, order_of_rounds, rovers_in
from byestand.catalog.identify.description import describe, unswitched
from byestand.catalog.identify.designs import same_design
from byestand.catalog.listing import by_size, members
from byestand.catalog.names import parse
from byestand.catalog.shelf import find
from byestand.errors import ByestandError
from byestand.model.claims import Route
from byestand.model.movement import Grid, Movement
from byestand.words.numbers import between, enumerated

MOST_CELLS_APART = 6
"""With more cells that differ nobody would call it the same movement with mistakes."""
ROVERS = {"ER": "an EW rover", "NR": "an NS rover", "TR": "a two-way rover"}
QUICK_TABLES, QUICK_GROUPS = {"ER": 45, "NR": 45, "TR": 10}, 15
"""Up to here the route of a rover is found in milliseconds; over some families only for fewer tables."""


@dataclass(frozen=True, slots=True)
class Likeness:
    """What a movement is, or is nearest to."""

    name: str
    """The name in the catalogue; empty where nothing is like it."""
    how: str
    """"" exactly the same; else in what it differs, to follow "this is W1813". Without a name: what it is."""
    missing: tuple[str, ...] = ()
    """Who of the movement in the catalogue is not there."""

    @property
    def sentence(self) -> str:
        """The answer in words."""
        if not self.name:
            return self.how
        return f"this is {self.name}{' ' if self.how else ''}{self.how}"


NOTHING = Likeness("", "")


def identify(movement: Movement, *, forgiven: frozenset[str] = frozenset()) -> Likeness:
    """Return which movement of the catalogue this is, or the nearest and where it differs, or else what it is.

    *forgiven* are the rules that it may break, as for `judge`.
    """
    likeness = _in_catalogue(movement)
    return likeness if likeness.name else Likeness("", describe(movement, forgiven))


def _in_catalogue(movement: Movement) -> Likeness:
    lowest = int(movement.groups[movement.groups > 0].min(initial=movement.deal_groups))
    found = _identify(movement)
    if found.name or lowest == 1:
        return found
    # A second session may go on counting: boards 27 to 52.
    counted_on = np.where(movement.groups > 0, movement.groups - lowest + 1, 0)
    found = _identify(replace(movement, groups=counted_on, deal_groups=int(counted_on.max())))
    if not found.name:
        return NOTHING
    used = between(movement.groups[movement.groups > 0].tolist())
    usual = between(counted_on[counted_on > 0].tolist())
    return replace(found, how=f"{found.how}{', ' if found.how else ''}with groups {used} instead of {usual}")


def _identify(movement: Movement) -> Likeness:
    candidates = list(_candidates(movement))
    found = _among(movement, candidates)
    if found.name:
        return found
    if before := unswitched(movement):
        found = _among(before.movement, list(_candidates(before.movement)))
        if found.name:
            return replace(found, how=f"{found.how}{', ' if found.how else 'with '}{before.how}")
    found = _by_design(movement)
    if found.name:
        return found
    for seen in () if movement.is_individual else rovers_in(movement):
        found = _with_rover(movement, seen)
        if found.name:
            return found
    return _nearest(movement, [*candidates, *_near_rovers(movement)])


def _among(movement: Movement, candidates: list[Movement]) -> Likeness:
    """Return which of the candidates it is, exactly, renumbered, or by the mistakes people make."""
    for candidate in candidates:
        if movement.same_schedule(candidate):
            return Likeness(candidate.name, _without(candidate), _missing(candidate))
    for candidate in candidates:
        if is_renumbered(movement, candidate):
            return Likeness(candidate.name, _renumbered(candidate), _missing(candidate))
    for candidate in candidates:
        if order := order_of_rounds(movement, candidate):
            return Likeness(candidate.name, _reordered(order))
        for how, variant in _variants(candidate):
            if movement.same_schedule(variant) or is_renumbered(movement, variant):
                return Likeness(candidate.name, how)
    return NOTHING


def _renumbered(candidate: Movement) -> str:
    return f"with other numbers{', ' if candidate.field.missing else ''}{_without(candidate)}"


def _by_design(movement: Movement) -> Likeness:
    """Return which Howell it is with its rounds in another order or with other directions, and with how many.

    Where one is missing, whoever of the whole movement has the empty seats; where directions are chosen for a missing
    pair, these are looked at too.
    """
    if movement.is_individual or len(movement.field.lines) > 1:
        return NOTHING
    found = [
        (same, candidate)
        for name in _names(movement, for_players=False)
        if name.family is HOWELL
        for candidate in _whole_and_half(name, movement)
        if (same := same_design(movement, candidate))
    ]
    if not found:
        return NOTHING
    same, candidate = min(found, key=lambda item: item[0].turned)
    gone = _missing(candidate) or ((candidate.field.label(same.empty),) if same.empty else ())
    differs = ["other numbers"]
    if same.rounds != tuple(range(1, movement.rounds + 1)):
        differs.append("its rounds in another order")
    if same.turned:
        differs.append(f"NS and EW the other way round in {same.turned} of {movement.groups.size} places")
    half = f", without {gone[0]}" if gone else ""
    return Likeness(candidate.name, f"with {enumerated(differs)}{half}", gone)


def _whole_and_half(name: Name, movement: Movement) -> Iterator[Movement]:
    """Yield a movement of the catalogue, and where a pair is missing also the one that is made for that."""
    empty = set((movement.seats == 0).sum(axis=(1, 2)).tolist())
    whole = replace(movement, field=replace(movement.field, missing=frozenset()))
    if empty in ({0}, {1}):
        yield from _made(name, whole)
    if empty == {1}:
        yield from _made(name, whole, missing=(name.phantom,))


def _without(candidate: Movement) -> str:
    """Return who is missing; a Web of two tables more than groups has a name of old when its last NS pair is."""
    gone = [candidate.field.label(c) for c in sorted(candidate.field.missing)]
    if not gone:
        return ""
    tables = candidate.tables
    is_appendix = candidate.name == str(WEB.name(tables, tables - 2)) and gone == [f"N{tables}"]
    return f"without {', '.join(gone)}{', a 1½-table appendix Mitchell' if is_appendix else ''}"


def _reordered(order: tuple[int, ...]) -> str:
    apart = [round for round, other in enumerate(order, start=1) if round != other]
    if len(apart) == 2:
        return f"with rounds {enumerated(apart)} switched"
    return f"with its rounds in another order: {', '.join(map(str, order))}"


def _with_rover(movement: Movement, seen: SeenRover) -> Likeness:
    """Return the name of the catalogue for a movement with the rover that was seen in it, or of what it roves over."""
    base = _among(seen.base, list(_candidates(seen.base)))
    if not base.name or base.how not in ("", "with other numbers"):
        return NOTHING
    name = parse(base.name)
    half = f", half table without {enumerated(_missing(movement))}" if movement.field.missing else ""
    if not _is_quick(name, seen.letters):
        return Likeness(base.name, f"with {ROVERS[seen.letters]}{half}")
    # A rover may last a round less than the movement; then the name without rounds is the shorter one.
    full = name if name.family.grammar.tells_rounds else replace(name, rounds=None)
    named = [found for one in {name, full} for found in _made(one.with_rover(seen.letters), movement)]
    found = _among(movement, named)
    if found.how in ("", "with other numbers") or found.how.startswith("without"):
        return found if found.name else Likeness(base.name, f"with {ROVERS[seen.letters]} by another route{half}")
    return NOTHING


def _is_quick(name: Name, letters: str) -> bool:
    """Tell whether the route of a rover is known soon enough to be compared."""
    return name.tables <= min(QUICK_TABLES[letters], name.family.quick_rovers) and name.deal_groups <= QUICK_GROUPS


def _missing(movement: Movement) -> tuple[str, ...]:
    return tuple(movement.field.label(c) for c in sorted(movement.field.missing))


def _candidates(movement: Movement) -> Iterator[Movement]:
    """Yield what the catalogue has for so many tables, rounds and (at least as many) deal groups, without a rover."""
    for name in _names(movement, for_players=movement.is_individual):
        yield from _made(name, movement)


def _made(name: Name, movement: Movement, *, missing: tuple[str, ...] = ()) -> Iterator[Movement]:
    """Yield the movement of a name, if there is one and it could be the given one; without whom that is, or others."""
    try:
        found = replace(find(name, missing=missing or _missing(movement)), name=str(name.canonical))
    except ByestandError:
        return
    # A file need not say that the players are four lines, and a swivel is no matter of who sits down where.
    same_field = movement.is_individual or len(found.field.lines) == len(movement.field.lines)
    if found.seats.shape == movement.seats.shape and same_field:
        yield found


def _names(movement: Movement, *, for_players: bool) -> list[Name]:
    """Return the names for so many tables, rounds and players, with the groups that are used or one more."""
    t, r, used = movement.tables, movement.rounds, int(movement.groups.max())
    every = [
        replace(full, variant=variant).lasting(r).canonical
        for family in all_families()
        if family.for_players == for_players and t in family.tables
        for full in members(family, t)
        for variant in (full.variant, *family.spares)
        if r <= full.deal_groups
    ]
    # Spare players are those beyond four a table; a file need not tell of those who are missing.
    seated = {movement.field.size, max(movement.field.size, 4 * t)} if for_players else {2 * t}
    found = [name for name in every if used <= name.deal_groups <= used + 1 and name.contestants in seated]
    # Of as many groups an odd Web with as many tables is a Mitchell, and everybody calls it so.
    return sorted(by_size(found), key=lambda name: name.deal_groups)


def _variants(movement: Movement) -> Iterator[tuple[str, Movement]]:
    """Yield what a movement becomes by the mistakes people make with its skip."""
    skip = movement.skip_after
    if skip is None or movement.claimed(Route):
        return
    for how, first in (
        ("without its skip", movement.rounds),
        ("with its skip a round too early", skip - 1),
        ("with its skip a round too late", skip + 1),
    ):
        if 0 < first <= movement.rounds:
            yield how, replace(movement, seats=_skipping_after(movement, skip, first))


def _skipping_after(movement: Movement, skip: int, other: int) -> Grid:
    """Return the seats with the skip after another round; after the last it is none."""
    seats = movement.seats.copy()
    rows = range(skip, min(other, movement.rounds)) if other > skip else range(other, skip)
    for row in rows:
        seats[row, :, 1] = np.roll(seats[row, :, 1], -1 if other > skip else 1)
    return seats


def _near_rovers(movement: Movement) -> Iterator[Movement]:
    """Yield movements with a rover that it could be with a few wrong cells: all but the party table is nearly right."""
    if len(movement.field.lines) != 2 or movement.tables < 3:
        return
    last, before = movement.tables - 1, movement.field.before(1)
    within = movement.seats - np.array([0, before]) * (movement.seats > before)
    shorter = replace(
        movement, seats=movement.seats[:, :last], groups=movement.groups[:, :last], layout=None, claims=()
    )
    for name in _names(shorter, for_players=False):
        base = next(_made(name, replace(shorter, field=replace(movement.field, missing=frozenset()))), None)
        if base is None or not _is_quick(name, "ER"):
            continue
        theirs = base.seats - np.array([0, last]) * (base.seats > last)
        apart = int((within[:, :last] != theirs).sum()), int((shorter.groups != base.groups).sum())
        if apart[0] <= movement.rounds + MOST_CELLS_APART and apart[1] <= MOST_CELLS_APART:
            full = name if name.family.grammar.tells_rounds else replace(name, rounds=None)
            yield from (found for letters in ("ER", "NR") for found in _made(full.with_rover(letters), movement))


def _nearest(movement: Movement, candidates: list[Movement]) -> Likeness:
    """Return the movement with the fewest cells that differ, if they are few."""
    best = NOTHING
    fewest = MOST_CELLS_APART + 1
    for candidate in candidates:
        seats = np.argwhere(movement.seats != candidate.seats)
        groups = np.argwhere(movement.groups != candidate.groups)
        if len(seats) + len(groups) < fewest:
            fewest = len(seats) + len(groups)
            wrong = [
                f"round {r + 1}, table {t + 1}: {movement.field.label(int(movement.seats[r, t, s]))}"
                f" instead of {candidate.field.label(int(candidate.seats[r, t, s]))}"
                for r, t, s in seats.tolist()
            ] + [
                f"round {r + 1}, table {t + 1}: group {movement.groups[r, t]} instead of {candidate.groups[r, t]}"
                for r, t in groups.tolist()
            ]
            best = Likeness(candidate.name, f"but for {'; '.join(wrong)}")
    return best

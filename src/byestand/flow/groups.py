"""Who moves: a side, the odd or even pairs of a side, the players of a seat, or numbered pairs or players."""

from collections.abc import Iterator, Sequence
from enum import Enum, auto
from typing import NamedTuple

from byestand.model.claims import Route
from byestand.model.inferred_claims import unturned_seats
from byestand.model.movement import Movement


class GroupKind(Enum):
    """What the members of a group have in common."""

    SIDE = auto()
    """All pairs of a side."""
    ODD = auto()
    """The pairs of a side with odd numbers."""
    EVEN = auto()
    SEAT = auto()
    """All players of a seat."""
    SIDE_PAIRS = auto()
    """Some pairs of a side, where both sides have the same numbers."""
    PAIRS = auto()
    PLAYERS = auto()


class Group(NamedTuple):
    """Contestants as a sentence names them together."""

    kind: GroupKind
    side: str = ""
    """``NS``, ``EW`` or the name of a seat; empty for `PAIRS` and `PLAYERS`."""
    numbers: tuple[int, ...] = ()
    """The numbers, where the group is named by them."""


def groups_of(contestants: Sequence[int], movement: Movement) -> tuple[Group, ...]:
    """Return contestants as groups: mostly one, two where numbered pairs are on both sides."""
    history = movement.history
    left = {contestant for contestant, _ in history.departures} if history else set()
    members = [contestant for contestant in contestants if contestant not in left] or list(contestants)
    return tuple(_by_side(members, left, movement) or _by_number(members, movement))


def numbered_groups(contestants: Sequence[int], movement: Movement) -> tuple[Group, ...]:
    """Return contestants as groups that are named by number."""
    return tuple(_by_number(contestants, movement))


def _by_side(members: Sequence[int], left: set[int], movement: Movement) -> list[Group]:
    """Return the group as a whole side, or its odd or even pairs; nothing where it is neither."""
    sides = _sides(movement)
    roving = {c for route in movement.claims_of(Route) for c in (route.contestant, route.host)}
    others = [c for c in movement.field.present if c not in roving and c not in left]
    seats = {sides.get(c) for c in members}
    if len(seats) != 1 or any(sides.get(c) is None for c in others):
        return []
    (seat,) = seats
    line = [c for c in others if sides[c] == seat]
    name = movement.seat_names[seat or 0]
    if sorted(members) == line:
        return [Group(GroupKind.SEAT if movement.is_individual else GroupKind.SIDE, name)]
    for kind, parity in ((GroupKind.ODD, 1), (GroupKind.EVEN, 0)) if not movement.is_individual else ():
        if sorted(members) == [c for c in line if movement.field.number(c) % 2 == parity]:
            return [Group(kind, name)]
    return []


def _by_number(members: Sequence[int], movement: Movement) -> Iterator[Group]:
    field = movement.field
    if movement.is_individual or len(field.lines) != 2:
        kind = GroupKind.PLAYERS if movement.is_individual else GroupKind.PAIRS
        yield Group(kind, numbers=tuple(map(field.number, members)))
        return
    for line, side in enumerate(movement.seat_names):
        numbers = tuple(field.number(c) for c in members if field.line(c) == line)
        if numbers:
            yield Group(GroupKind.SIDE_PAIRS, side, numbers)


def _sides(movement: Movement) -> dict[int, int | None]:
    """Return the seat of each contestant who always has the same one, without arrow switches."""
    seats = unturned_seats(movement)
    sides: dict[int, int | None] = {}
    for side in range(seats.shape[2]):
        for c in set(seats[:, :, side].ravel().tolist()):  # np.unique would load masked arrays
            sides[c] = None if c in sides else side
    return sides

"""The movement of one EBUScore block.

- With two winners NS and EW pairs are numbered 1, 2, … each, or EW pairs follow on from the number of tables. Players
  are numbered through, or from 1 in each direction. The type says which, unless most numbers sit twice in a round.
- x is the missing pair: with two winners NS x, or EW x - T if it exceeds the number of tables T. Its opponents sit out.
- Group 0 is a sit-out: a contestant named there who plays elsewhere in that round, or never, has no seat there.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from byestand.errors import BadRequest
from byestand.formats.grid_builder import field_of
from byestand.language import say
from byestand.model.field import Field
from byestand.model.movement import LINE_OF_SEAT, MAX_TABLES, SEATS, Grid, Movement

Mask: TypeAlias = npt.NDArray[np.bool_]

HOWELL, MITCHELL, SWITCHED, ONE_WINNER_INDIVIDUAL, FOUR_WINNER_INDIVIDUAL, *TEAMS = range(8)
"""The types. Howell is any one-winner movement for pairs, Mitchell any two-winner movement."""


@dataclass(frozen=True, slots=True)
class Header:
    """The second line of a block."""

    type: int
    tables: int
    boards: int
    boards_per_group: int
    rounds: int
    x: int = 0
    """The missing pair, or the number of individual players; 0 if the file does not say."""

    @property
    def seats(self) -> tuple[str, ...]:
        """The names of the seats."""
        return SEATS[4 if self.type in (ONE_WINNER_INDIVIDUAL, FOUR_WINNER_INDIVIDUAL) else 2]

    @property
    def deal_groups(self) -> int:
        """The number of groups; the last may be incomplete."""
        return -(-self.boards // self.boards_per_group)


def understood(title: str, cells: Grid, header: Header) -> tuple[Movement, tuple[str, ...]]:
    """Return the movement of a block (rounds × tables × seats and group), and notes about it."""
    numbers, groups = cells[:, :, :-1], cells[:, :, -1]
    if not groups.any():
        raise BadRequest(say("the movement has no boards"))
    notes: list[str] = []
    if header.boards % header.boards_per_group:
        notes.append(
            say(
                "{boards} boards are not a multiple of {size} boards per group",
                boards=header.boards,
                size=header.boards_per_group,
            )
        )
    lines = _lines(numbers, groups > 0, header, notes)
    field, seats = _field(numbers, lines, groups > 0, header, notes)
    _without_sit_outs_that_play(seats, groups > 0, field if len(header.seats) == 4 else None)
    if len(header.seats) == 2:
        seats, groups = _with_sit_outs_not_listed(seats, groups, field, notes)
    return Movement(title, seats, groups, field, header.deal_groups), tuple(notes)


def _lines(numbers: Grid, plays: Mask, header: Header, notes: list[str]) -> tuple[int, ...]:
    """Return the line of each seat; all 0 if there is one line."""
    distinct = sum(len(set(row[here].ravel().tolist()) - {0}) for row, here in zip(numbers, plays, strict=True))
    taken = int((numbers[plays] > 0).sum())
    if len(header.seats) == 4:
        return LINE_OF_SEAT if 2 * distinct < taken else (0,) * 4
    if header.type == MITCHELL:
        ns, ew = (set(numbers[:, :, seat][plays].tolist()) for seat in (0, 1))
        if distinct == taken and ns & ew and max(ns | ew) > header.tables:
            notes.append(say("the header has two winners, but pairs change direction; read as one winner"))
            return (0, 0)
        return (0, 1)
    # More than half of the smaller line would sit twice.
    if 4 * (taken - distinct) > taken:
        notes.append(say("the header has one winner, but numbers sit NS and EW at once; read as two winners"))
        return (0, 1)
    return (0, 0)


def _field(numbers: Grid, lines: tuple[int, ...], plays: Mask, header: Header, notes: list[str]) -> tuple[Field, Grid]:
    """Return the field, and the seats with contestants counted through the lines, without missing ones."""
    numbers = numbers.copy()
    tables, line_count = header.tables, max(lines) + 1
    if line_count == 2 and numbers[:, :, 1][plays & (numbers[:, :, 1] > 0)].min(initial=tables + 1) > tables:
        # EW pairs are numbered on from the number of tables.
        numbers[:, :, 1] -= np.where(numbers[:, :, 1] > tables, tables, 0)
    there: list[set[int]] = [set() for _ in range(line_count)]
    for seat, line in enumerate(lines):
        there[line] |= set(numbers[:, :, seat][plays].tolist()) - {0}
    at_least = tables if line_count == 2 else 1
    if len(lines) == 4:
        at_least = _players(there, header, notes)
    elif header.x > 2 * tables + 2:
        notes.append(say("the header has missing pair {pair}, which does not exist", pair=header.x))
    elif header.x:
        line, missing = (1, header.x - tables) if line_count == 2 and header.x > tables else (0, header.x)
        there[line].discard(missing)
        at_least = max(at_least, missing)
    field = field_of(there, at_least=at_least)
    seats = np.zeros_like(numbers)
    for seat, line in enumerate(lines):
        contestant = np.zeros(max(int(numbers.max()), *there[line], 0) + 1, dtype=np.int64)
        known = sorted(there[line])
        contestant[known] = np.array(known, dtype=np.int64) + field.before(line)
        seats[:, :, seat] = contestant[numbers[:, :, seat]]
    return field, seats


def _players(there: Sequence[set[int]], header: Header, notes: list[str]) -> int:
    """Return the minimum number of players in a line; add a note if the header has fewer than are seated."""
    most = max(max(line, default=1) for line in there)
    if len(there) > 1:
        return most
    if 0 < header.x < most:
        notes.append(
            say("the header has {players} players, but player {highest} is seated", players=header.x, highest=most)
        )
    return max(1, header.x)


def _without_sit_outs_that_play(seats: Grid, plays: Mask, players: Field | None) -> None:
    """Remove contestants from tables without boards if they have another seat in that round.

    In an individual a row such as 1,2,3,4,0 may only fill the line: players without a seat are placed there instead.
    """
    if plays.all():
        return
    for row, here in zip(seats, plays, strict=True):
        busy, fillers = {0, *row[here].ravel().tolist()}, []
        for table in np.flatnonzero(~here).tolist():
            for seat, contestant in enumerate(row[table].tolist()):
                if contestant in busy:
                    row[table, seat] = 0
                    fillers.append((table, seat))
                busy.add(contestant)
        idle = [] if players is None else [player for player in players.present if player not in busy]
        for place, player in zip(fillers, idle, strict=False):
            row[place] = player


def _with_sit_outs_not_listed(seats: Grid, groups: Grid, field: Field, notes: list[str]) -> tuple[Grid, Grid]:
    """Return the grids with an extra table for contestants that sit out without being listed.

    It is added if in most rounds a contestant is not listed, at most one per line, none in more than a third of the
    rounds, and not more seats are empty than contestants are missing. A mistyped number does not satisfy this.
    """
    rounds, tables, _ = seats.shape
    seated = np.zeros((rounds, field.size + 1), dtype=np.bool_)
    seated[np.arange(rounds)[:, np.newaxis], seats.reshape(rounds, -1)] = True
    out = ~seated[:, list(field.present)]
    if not out.any() or tables == MAX_TABLES:
        return seats, groups
    lines = np.array([field.line(c) for c in field.present])
    extra = np.zeros((rounds, 1, 2), dtype=np.int64)
    for line in range(len(field.lines)):
        mine = out & (lines == line)
        if mine.sum(axis=1).max() > 1 or 3 * mine.sum(axis=0).max() > rounds:
            return seats, groups
        extra[:, 0, line] = (mine * np.array(field.present)).sum(axis=1)
    alone = ((seats > 0).sum(axis=2) == 1) & (groups > 0)
    if 2 * out.any(axis=1).sum() <= rounds or alone.sum(axis=1).max() > len(field.missing):
        return seats, groups
    notes.append(say("sit-outs are not listed; they are placed at table {table} without boards", table=tables + 1))
    return np.concatenate((seats, extra), axis=1), np.pad(groups, ((0, 0), (0, 1)))

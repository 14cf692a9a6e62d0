"""Slips for tables that are told to play something else: which boards, where they lie, where they go afterwards.

All boards travel as ever; a table that is told fetches what it needs from where it then lies, and brings it to where it
would have gone. Where no copy is free, two tables share one.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from byestand.model import Boards, Cell, Layout, Movement, Subsection
from byestand.words.boards import board_words
from byestand.words.numbers import enumerated, numbered
from byestand.words.phrases import say


class Lying(NamedTuple):
    """A copy of a deal group on its way round a ring."""

    sub: Subsection
    place: int
    group: int


@dataclass(frozen=True, eq=False)
class _Room:
    """Who plays from which copy in one round."""

    night: Movement
    round: int
    users: dict[Lying, list[int]] = field(default_factory=dict)
    spare: dict[int, int] = field(default_factory=dict)
    """Copies of each group that lie in no ring: with the director."""


def slip_words(night: Movement, boards: Boards | None) -> Iterator[str]:
    """Yield what each table that is told to play other boards is told, all rounds in one line."""
    told: dict[int, list[str]] = {}
    history = night.history
    cells = sorted(history.told) if history else []
    for round in sorted({round for round, _ in cells}):
        here = [table for r, table in cells if r == round]
        room = _room(night, round)
        for table in here:
            if words := _slip(night, room, (round, table), boards):
                told.setdefault(table, []).append(words)
    for table in sorted(told):
        yield say("Table {table}: {slips}.", table=table, slips="; ".join(told[table]))


def _room(night: Movement, round: int) -> _Room:
    """Return which copies lie where in a round, and who plays from them where they lie."""
    room, layout = _Room(night, round), night.layout
    plays = [
        int(group) if played else 0
        for group, played in zip(night.groups[round - 1], night.played[round - 1], strict=True)
    ]
    laid: dict[int, int] = {}
    for sub in layout.subsections if layout else ():
        for place, tables in enumerate(sub.places, start=1):
            if copy := sub.on(place, round):
                room.users[Lying(sub, place, copy.group)] = [t for t in tables if plays[t - 1] == copy.group]
                laid[copy.group] = laid.get(copy.group, 0) + 1
    copies = (night.history.copies if night.history else None) or 0
    room.spare.update({group: max(0, copies - laid.get(group, 0)) for group in set(plays) - {0}})
    return room


def _slip(night: Movement, room: _Room, cell: Cell, boards: Boards | None) -> str:
    """Return what a table is told of a round; nothing where it plays what comes to it, with others perhaps."""
    round, table = cell
    group = int(night.groups[round - 1, table - 1])
    named = board_words((group,), boards)
    if any(table in users for users in room.users.values()):
        return ""
    for lying, users in room.users.items():
        if lying.group == group and not users:
            users.append(table)
            where, then = _spot(night.layout, lying.sub, lying.place), _then(night, lying, round)
            phrase = "round {round}: {boards}, from {where}; afterwards to {then}"
            return say(
                phrase if then else "round {round}: {boards}, from {where}",
                round=round,
                boards=named,
                where=where,
                then=then,
            )
    others = [t for t in _playing(night, round, group) if t != table]
    free = room.spare.get(group, 0) - sum(not _fed(room, t) for t in others if t < table)
    if free > 0 or not others:
        return say("round {round}: {boards}, which the director brings", round=round, boards=named)
    shared = next((users for lying, users in room.users.items() if lying.group == group and len(users) == 1), others)
    partners = [t for t in shared if t != table]
    shared.append(table)
    return say(
        "round {round}: share {boards} with {tables}", round=round, boards=named, tables=numbered("table", partners)
    )


def _fed(room: _Room, table: int) -> bool:
    """Tell whether a table plays from a copy of a ring."""
    return any(table in users for users in room.users.values())


def _playing(night: Movement, round: int, group: int) -> list[int]:
    here = (night.groups[round - 1] == group) & night.played[round - 1]
    return [table for table, plays in enumerate(here.tolist(), start=1) if plays]


def _then(night: Movement, lying: Lying, round: int) -> str:
    """Return where a copy goes after a round; nothing after the last."""
    if round == night.rounds:
        return ""
    return _spot(night.layout, lying.sub, lying.sub.next_place(lying.place, round))


def _spot(layout: Layout | None, sub: Subsection, place: int) -> str:
    tables = sub.places[place - 1]
    if tables:
        return say("table {table}", table=enumerated(tables))
    stands = layout.stands if layout else ()
    number = next(stand.number for stand in stands if place in stand.places and layout and layout.home(stand) is sub)
    return say("bye stand {number}", number=number)

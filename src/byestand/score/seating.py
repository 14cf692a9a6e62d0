"""Contestants over several sessions: a contestant is a pair or a player, and may sit elsewhere in every session."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from byestand.errors import BadRequest, FormatError
from byestand.model.line import Line
from byestand.score.contestants import ContestantId, Contestants, Winners, contestants, seat_labels

_DIRECTION = re.compile(r"(?:NS|EW|N|E)0*[1-9]\d*", re.ASCII)
_LETTER = re.compile(r"^[A-Z](?=[NE]\d)|^[A-DF-MO-Z](?=\d)")
"""The letter of a section before a seat."""
_SEAT = re.compile(r"([A-Z]{0,3}?)(NS|EW|N|E|)0*(\d+)", re.ASCII)


class Move(NamedTuple):
    """Where a contestant sits in a later session."""

    session: int
    old: str
    """The label of its seat in session 1; empty if it came later."""
    new: str
    """The label of its seat in this session; empty if it does not play in it."""
    line: int = 0
    """The line of the file that says so."""


@dataclass(frozen=True, slots=True)
class Seating:
    """Where contestants sit after session 1, and the file that says so."""

    source: str
    moves: tuple[Move, ...]

    def fault(self, move: Move, reason: str) -> FormatError:
        """Return what is wrong with a line of the file."""
        return FormatError(self.source, reason, line=move.line or None)


def follow_contestants(
    seating: Seating, sessions: Sequence[Sequence[Line]], winners: Sequence[Winners | None]
) -> tuple[Contestants, ...]:
    """Return who sits where in every session, each called by its seat in session 1.

    Contestants are ranked by line only if none of them changes line.
    """
    if 4 in winners:
        raise BadRequest("players of four lines have no seating: leave out --seating, or use --winners 1")
    rooms = [
        _Room(number, seating, lines, chosen)
        for number, (lines, chosen) in enumerate(zip(sessions, winners, strict=True), start=1)
    ]
    first, *later = rooms
    maps = [_old_seats(seating, first, room) for room in later]
    keeps_line = all(
        first.who.winners == room.who.winners and all(old.line == new.line for new, old in olds.items())
        for room, olds in zip(later, maps, strict=True)
    )
    named = {seat: _contestant(seat, keeps_line=keeps_line) for seat in first.lines}
    found = [first.contestants(named)]
    for room, olds in zip(later, maps, strict=True):
        newcomers = {
            seat: _contestant(seat, keeps_line=keeps_line, since=room.session)
            for seat in room.lines
            if seat not in olds
        }
        found.append(room.contestants({new: named[old] for new, old in olds.items()} | newcomers))
    return tuple(found)


class _Room:
    """The seats of a session, as its results name them."""

    def __init__(self, session: int, seating: Seating, lines: Sequence[Line], winners: Winners | None) -> None:
        self.session = session
        self.who = contestants(lines, winners or _winners_named(seating, session))
        self.lines: dict[ContestantId, int] = {}
        """The line of the results in which each seat comes first."""
        for line in lines:
            for seat in self.who.seats(line):
                self.lines.setdefault(seat, line.number)
        sections = {seat.section for seat in self.lines}
        self._labels = {seat.section + seat.label: seat for seat in self.lines}
        if len(sections) == 1:
            self._labels |= {seat.label: seat for seat in self.lines}
        self._is_without_letter = sections == {""}

    def seat(self, label: str) -> ContestantId | None:
        """Return the seat with a label: the section may be left out if there is only one."""
        plain = plain_label(label)
        bare = _LETTER.sub("", plain) if self._is_without_letter else plain
        return self._labels.get(plain) or self._labels.get(bare)

    def contestants(self, seated: Mapping[ContestantId, ContestantId]) -> Contestants:
        """Return who plays in this session."""
        return Contestants(self.who.winners, self.who.homes, seated)


def _old_seats(seating: Seating, first: _Room, room: _Room) -> dict[ContestantId, ContestantId]:
    """Return the seat in session 1 of each who sits in a later one; refuse what does not fit the results."""
    olds: set[ContestantId] = set()
    found: dict[ContestantId, ContestantId] = {}
    news: set[ContestantId] = set()
    for move in seating.moves:
        if move.session != room.session:
            continue
        old = _seat(seating, move, move.old, first, olds) if move.old else None
        new = _seat(seating, move, move.new, room, news) if move.new else None
        if old and new:
            found[new] = old
    for seat, line in first.lines.items():
        if seat not in olds:
            where = f"line {line} of the results of session 1" if line else "the results of session 1"
            reason = f"no line says where {seat_labels(first.lines)[seat]} of {where} sits in session {room.session}"
            raise FormatError(seating.source, f"{reason}; leave the column new empty if it has left")
    return found


def _seat(seating: Seating, move: Move, label: str, room: _Room, taken: set[ContestantId]) -> ContestantId:
    """Return the seat with a label in the results of a session, which no other line may name."""
    seat = room.seat(label)
    if seat is None:
        raise seating.fault(move, f"there is no result of this seat in session {room.session}: {label[:40]!r}")
    if seat in taken:
        raise seating.fault(move, f"this seat of session {room.session} is there twice: {label[:40]!r}")
    taken.add(seat)
    return seat


def _contestant(seat: ContestantId, *, keeps_line: bool, since: int = 1) -> ContestantId:
    """Return what a contestant is called: by the seat that it had first."""
    later = f" (session {since})" if since > 1 else ""
    if keeps_line:
        return seat._replace(number=seat.number + later)
    return ContestantId(seat.section, "", seat.label + later)


def _winners_named(seating: Seating, session: int) -> Winners:
    """Return how many lines a session has by the labels of its seats: ``N5`` is of two, ``5`` of one."""
    later = [move.new for move in seating.moves if move.session == session and move.new]
    labels = [move.old for move in seating.moves if move.old] if session == 1 else later
    return 2 if labels and all(_DIRECTION.search(_upper(label)) for label in labels) else 1


def plain_label(label: str) -> str:
    """Return a label as the ranking writes it.

    >>> [plain_label(label) for label in ("ns 05", "AE3", "b 12")]
    ['N5', 'AE3', 'B12']
    """
    text = _upper(label)
    if parts := _SEAT.fullmatch(text):
        section, side, number = parts.groups()
        return f"{section}{side[:1]}{number}"
    return text


def _upper(label: str) -> str:
    return "".join(label.split()).upper()

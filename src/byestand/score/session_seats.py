"""Contestants over several sessions: a pair or player may have another seat in every session."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from byestand.errors import BadRequest, FormatError
from byestand.language import say
from byestand.model.line import Line
from byestand.score.contestants import ContestantId, Contestants, Winners, contestants, seat_labels

_DIRECTION = re.compile(r"(?:NS|EW|N|E)0*[1-9]\d*", re.ASCII)
_LETTER = re.compile(r"^[A-Z](?=[NE]\d)|^[A-DF-MO-Z](?=\d)")
"""The letter of a section before a seat."""
_SEAT = re.compile(r"([A-Z]{0,3}?)(NS|EW|N|E|)0*(\d+)", re.ASCII)


class SessionSeat(NamedTuple):
    """The seat of a contestant in a later session."""

    session: int
    old: str
    """The label of its seat in session 1; empty if it came later."""
    new: str
    """The label of its seat in this session; empty if it does not play in it."""
    line: int = 0
    """The line number in the file."""


@dataclass(frozen=True, slots=True)
class SessionSeats:
    """The seats of contestants after session 1, and the file that lists them."""

    source: str
    moves: tuple[SessionSeat, ...]

    def fault(self, move: SessionSeat, reason: str) -> FormatError:
        """Return an error about a line of the file."""
        return FormatError(self.source, reason, line=move.line or None)


def follow_contestants(
    seating: SessionSeats, sessions: Sequence[Sequence[Line]], winners: Sequence[Winners | None]
) -> tuple[Contestants, ...]:
    """Return the contestants of every session, each identified by its seat in session 1.

    Contestants are ranked by line only if none of them changes line.
    """
    if 4 in winners:
        raise BadRequest(say("a seating cannot be used with four winners; leave it out, or score with one winner"))
    rooms = [
        _Room(number, seating, lines, winner_count)
        for number, (lines, winner_count) in enumerate(zip(sessions, winners, strict=True), start=1)
    ]
    first, *later = rooms
    maps = [_old_seats(seating, first, room) for room in later]
    keeps_line = all(
        first.who.winners == room.who.winners and all(old.line == new.line for new, old in olds.items())
        for room, olds in zip(later, maps, strict=True)
    )
    originals = {seat: _contestant(seat, keeps_line=keeps_line) for seat in first.lines}
    by_session = [first.contestants(originals)]
    for room, olds in zip(later, maps, strict=True):
        newcomers = {
            seat: _contestant(seat, keeps_line=keeps_line, since=room.session)
            for seat in room.lines
            if seat not in olds
        }
        by_session.append(room.contestants({new: originals[old] for new, old in olds.items()} | newcomers))
    return tuple(by_session)


class _Room:
    """The seats of a session, by the labels in its results."""

    def __init__(self, session: int, seating: SessionSeats, lines: Sequence[Line], winners: Winners | None) -> None:
        self.session = session
        self.who = contestants(lines, winners or _winners_by_labels(seating, session))
        self.lines: dict[ContestantId, int] = {}
        """The first line of the results with each seat."""
        for line in lines:
            for seat in self.who.seats(line):
                self.lines.setdefault(seat, line.number)
        sections = {seat.section for seat in self.lines}
        self._labels = {seat.section + seat.label: seat for seat in self.lines}
        if len(sections) == 1:
            self._labels |= {seat.label: seat for seat in self.lines}
        self._is_without_letter = sections == {""}

    def seat(self, label: str) -> ContestantId | None:
        """Return the seat with a label; the section may be left out if there is only one."""
        plain = plain_label(label)
        bare = _LETTER.sub("", plain) if self._is_without_letter else plain
        return self._labels.get(plain) or self._labels.get(bare)

    def contestants(self, seated: Mapping[ContestantId, ContestantId]) -> Contestants:
        """Return the contestants of this session."""
        return Contestants(self.who.winners, self.who.homes, seated)


def _old_seats(seating: SessionSeats, first: _Room, room: _Room) -> dict[ContestantId, ContestantId]:
    """Return the seat in session 1 for each seat of a later session; raise an error if they do not fit the results."""
    olds: set[ContestantId] = set()
    old_seats: dict[ContestantId, ContestantId] = {}
    news: set[ContestantId] = set()
    for move in seating.moves:
        if move.session != room.session:
            continue
        old = _seat(seating, move, move.old, first, olds) if move.old else None
        new = _seat(seating, move, move.new, room, news) if move.new else None
        if old and new:
            old_seats[new] = old
    for seat, line in first.lines.items():
        if seat not in olds:
            label = seat_labels(first.lines)[seat]
            raise FormatError(seating.source, _missing_seat(label, line, room.session))
    return old_seats


def _missing_seat(label: str, line: int, session: int) -> str:
    if line:
        return say(
            "no seat in session {session} for {label} (line {line} of session 1); leave column new empty if it left",
            session=session,
            label=label,
            line=line,
        )
    return say(
        "no seat in session {session} for {label} of session 1; leave column new empty if it left",
        session=session,
        label=label,
    )


def _seat(seating: SessionSeats, move: SessionSeat, label: str, room: _Room, taken: set[ContestantId]) -> ContestantId:
    """Return the seat with a label in the results of a session; raise an error if another line has taken it."""
    seat = room.seat(label)
    if seat is None:
        text = say("no result for this seat in session {session}: {label!r}", session=room.session, label=label[:40])
        raise seating.fault(move, text)
    if seat in taken:
        text = say("this seat of session {session} is used twice: {label!r}", session=room.session, label=label[:40])
        raise seating.fault(move, text)
    taken.add(seat)
    return seat


def _contestant(seat: ContestantId, *, keeps_line: bool, since: int = 1) -> ContestantId:
    """Return a contestant, identified by its first seat.

    The label is a key of files and addresses, so it is not translated.
    """
    later = f" (session {since})" if since > 1 else ""
    if keeps_line:
        return seat._replace(number=seat.number + later)
    return ContestantId(seat.section, "", seat.label + later)


def _winners_by_labels(seating: SessionSeats, session: int) -> Winners:
    """Return the number of winners by the labels of the seats: two for ``N5``, one for ``5``."""
    later = [move.new for move in seating.moves if move.session == session and move.new]
    labels = [move.old for move in seating.moves if move.old] if session == 1 else later
    return 2 if labels and all(_DIRECTION.search(_upper(label)) for label in labels) else 1


def plain_label(label: str) -> str:
    """Return a label as it is in the ranking.

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
